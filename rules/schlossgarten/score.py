"""Points: tiles collected, and squares of elements in the garden (R4.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rules.choice import Gain
from rules.game import Score, Seat
from rules.schlossgarten.board import BIT
from rules.schlossgarten.parts import KINDS
from rules.schlossgarten.state import Elements, PublicState, Squares, State, View
from rules.text import say
from rules.values import Bitboard


def points(tiles: tuple[int, ...], elements: Elements) -> int:
    """Return the points of a seat (R4.1)."""
    return sum(tiles) + sum(map(len, elements))


def totals(seen: PublicState) -> tuple[int, ...]:
    """Return the points of all seats; for a view those that it may show."""
    if isinstance(seen, View) and seen.totals:
        return seen.totals
    return tuple(map(points, seen.tiles, seen.elements))


def scores(state: State) -> tuple[Score, ...]:
    """Return the points of all seats with their breakdown."""
    return tuple(
        Score(points(tiles, elements), ((say("tiles"), sum(tiles)), (say("elements"), sum(map(len, elements)))))
        for tiles, elements in zip(state.tiles, state.elements, strict=True)
    )


def collected_tiles(values: tuple[int, ...], pits: Bitboard, site: Squares) -> tuple[int, ...]:
    """Return the values of the tiles that a building collects: those of the pits on its squares (R3.31)."""
    return tuple([values[square] for square in site if pits & BIT[square]])


def gain(seat: Seat, tiles: tuple[int, ...], site: Squares, returned: Iterable[tuple[Seat, int]]) -> Gain:
    """Return the points that a building brings to its seat and takes from other seats (R4.1).

    :param tiles: the values of the tiles collected.
    :param site: the squares of the new element, one point each.
    :param returned: owner and kind of each element that is built over; its squares no longer count (R3.35).
    """
    lost = Counter[Seat]()
    for owner, kind in returned:
        lost[owner] += KINDS[kind].size
    others = tuple((owner, -points) for owner, points in sorted(lost.items()) if owner != seat)
    return Gain(sum(tiles) + len(site) - lost[seat], others)
