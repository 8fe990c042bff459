"""Points (R4.1)."""

from __future__ import annotations

from rules.game import Score
from rules.schlossgarten.state import Elements, Open, State, View
from rules.text import say


def points(tiles: tuple[int, ...], elements: Elements) -> int:
    """Tiles collected and squares covered."""
    return sum(tiles) + sum(map(len, elements))


def totals(seen: Open) -> tuple[int, ...]:
    """The points of all seats, as they are or are shown."""
    if isinstance(seen, View) and seen.totals:
        return seen.totals
    return tuple(map(points, seen.tiles, seen.elements))


def scores(state: State) -> tuple[Score, ...]:
    """Points by seat as they stand."""
    return tuple(
        Score(points(tiles, elements), ((say("tiles"), sum(tiles)), (say("elements"), sum(map(len, elements)))))
        for tiles, elements in zip(state.tiles, state.elements, strict=True)
    )
