"""What may lie face down, as far as a seat knows (section 5)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

from rules.dealing import shuffled
from rules.hanging_gardens.parts import CARDS, TILES
from rules.hanging_gardens.state import Open, State, Tiles, View
from rules.values import fields_of, without

_open = fields_of(Open)


def possible(view: View, random: Random) -> State:
    """A state that this view could belong to; of tiles that nobody knows, it is open how they came."""
    tiles = shuffled(without(TILES, _seen(view)), random)
    hidden = tuple(_drawn(view, seat, tiles) for seat in range(view.seats))
    return State(
        *_open(view),
        card_bag=without(tuple(sorted(CARDS)), _used(view)),
        tile_bag=without(TILES, (*_seen(view), *_more(view, hidden))),
        taken=tuple(without(known, shown) for known, shown in zip(view.known, view.hidden, strict=True)),
        hidden=hidden,
    )


def _seen(view: View) -> Tiles:
    """The tiles that this viewer can see or has seen, but for none twice."""
    return (*filter(None, view.tiles), *(tile for tiles in view.known for tile in tiles))


def _drawn(view: View, seat: int, tiles: Iterator[str]) -> Tiles:
    """The tiles that came to a seat unseen: those that this viewer knows of, and as many as there must be besides."""
    missing = view.counts[seat] - len(view.known[seat])
    return (*view.hidden[seat], *islice(tiles, missing))


def _more(view: View, hidden: tuple[Tiles, ...]) -> Tiles:
    return tuple(tile for all_, known in zip(hidden, view.hidden, strict=True) for tile in all_[len(known) :])


def _used(view: View) -> list[str]:
    """The cards that are not in the bag."""
    laid = (each.card for garden in view.gardens for each in garden.laid if each.card in CARDS)
    return [*laid, *view.boxed, *filter(None, view.cards)]
