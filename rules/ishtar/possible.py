"""Which trees others may have planted, as far as a seat knows (section 5)."""

from __future__ import annotations

from itertools import islice
from random import Random

from rules.dealing import shuffled
from rules.ishtar.parts import TREES
from rules.ishtar.state import Open, State, View
from rules.values import fields_of, without

_open = fields_of(Open)


def possible(view: View, random: Random) -> State:
    """A state that this view could belong to: the cards that are nowhere to be seen, divided among those who have hidden some."""
    reserved = (player.reserved for player in view.players if player.reserved is not None)
    known = (card for cards in view.planted for card in cards or ())
    left = shuffled(without(tuple(TREES), (*view.row, *view.tree_bag, *view.discarded, *reserved, *known)), random)
    planted = zip(view.planted, view.planted_count, strict=True)
    return State(*_open(view), planted=tuple(cards or tuple(islice(left, count)) for cards, count in planted))
