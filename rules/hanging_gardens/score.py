"""The worth of tiles (R4.2–R4.7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rules.game import Score
from rules.hanging_gardens.names import tile_name
from rules.hanging_gardens.parts import FIVE, ORDER, PERSONS, SERIES
from rules.hanging_gardens.state import State, Tiles
from rules.text import say


class Line(NamedTuple):
    """Equal tiles of a hand, or a person, and their points."""

    tile: str
    number: int
    points: int


class Next(NamedTuple):
    """The next higher points of a kind of tile, and the number of tiles of its series that brings them."""

    points: int
    company: int


def in_order(tiles: Sequence[str]) -> Tiles:
    """Return tiles in the order of R1.5, then R1.6."""
    return _in_order(tuple(tiles))


@lru_cache(maxsize=4096)
def _in_order(tiles: Tiles) -> Tiles:
    return tuple(sorted(tiles, key=ORDER.__getitem__))


def series_worth(tile: str, count: int) -> int:
    """Return the points of equal tiles: full sets first, then the remaining tiles as a smaller set (R4.3)."""
    values = SERIES[tile].values
    sets, left = divmod(count, len(values))
    return sets * values[-1] + (values[left - 1] if left else 0)


def person_worth(tile: str, company: int) -> int:
    """Return the points of a person with ``company`` tiles of its series.

    They count once for a full set (R4.4), or once for each tile of the series (R4.5).
    """
    person = PERSONS[tile]
    if person.each:
        return person.with_set * company
    return person.with_set if company >= SERIES[person.series].full else person.without


def next_worth(tile: str, counts: Counter[str]) -> Next | None:
    """Return the next higher points of a series or a person; None if no tile is left, or none would add points.

    A series grows by a tile, a person by a tile of its series or with the full set.
    """
    if tile in SERIES:
        more = counts[tile] + 1
        return Next(series_worth(tile, more), more) if more <= SERIES[tile].copies else None
    person = PERSONS[tile]
    series, number = SERIES[person.series], counts[person.series]
    goal = number + 1 if person.each else series.full
    return Next(person_worth(tile, goal), goal) if number < goal <= series.copies else None


def lines(tiles: Tiles) -> tuple[Line, ...]:
    """Return the points of a hand, a line for each series and person, in tile order."""
    counts = Counter(tiles)
    series = [Line(tile, counts[tile], series_worth(tile, counts[tile])) for tile in SERIES if counts[tile]]
    persons = [Line(tile, 1, person_worth(tile, counts[PERSONS[tile].series])) for tile in PERSONS if counts[tile]]
    return (*series, *persons)


@lru_cache(maxsize=4096)
def worth(tiles: Tiles, fives: int) -> int:
    """Return the points of a hand.

    :param fives: how often the seat built when no tile was left to take, for five points each (R3.31, R4.2).
    """
    return sum(line.points for line in lines(tiles)) + FIVE * fives


def tile_gain(tiles: Tiles, tile: str) -> int:
    """Return the points that one more tile adds to a hand."""
    return worth(in_order((*tiles, tile)), 0) - worth(tiles, 0)


def completes_set(tiles: Tiles, tile: str) -> bool:
    """Return whether one more tile completes a full set of its series (R1.5)."""
    return (tiles.count(tile) + 1) % SERIES[tile].full == 0


def hand(state: State, seat: int) -> Tiles:
    """Return all tiles of a seat, in tile order."""
    return in_order(state.taken[seat] + state.hidden[seat])


def scores(state: State) -> tuple[Score, ...]:
    """Return the points by seat from all tiles (R4.7); of equal points the hand with more tiles is better (R4.6)."""
    return tuple(_score(hand(state, seat), fives) for seat, fives in enumerate(state.fives))


@lru_cache(maxsize=4096)
def _score(tiles: Tiles, fives: int) -> Score:
    found, instead = lines(tiles), (say("instead of tiles"), FIVE * fives)
    parts = [(say("{count} × {tile}", count=line.number, tile=tile_name(line.tile)), line.points) for line in found]
    series, persons = (sum(line.points for line in found if (line.tile in PERSONS) is person) for person in (False, True))
    kinds = ((say("series"), series), (say("people"), persons), instead)
    return Score(worth(tiles, fives), (*parts, instead) if fives else tuple(parts), (len(tiles),), kinds)
