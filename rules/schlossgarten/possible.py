"""Which cards others may hold, as far as a seat knows (section 5)."""

from __future__ import annotations

from itertools import islice
from random import Random

from rules.dealing import shuffled
from rules.schlossgarten.parts import CARDS
from rules.schlossgarten.state import Open, State, View
from rules.values import fields_of, without

_open = fields_of(Open)


def possible(view: View, random: Random) -> State:
    """A state that this view could belong to: the cards that are nowhere to be seen, as hands of the others and as the bag."""
    left = shuffled(without(tuple(CARDS), (*view.hand, *view.discard)), random)
    hands = tuple(view.hand if seat == view.me else tuple(sorted(islice(left, count))) for seat, count in enumerate(view.hands))
    return State(*_open(view), bag=tuple(sorted(left)), hands=hands)
