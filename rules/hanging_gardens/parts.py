"""The box (R1), and the house values, each marked with the paragraph that says why.

Owners of the game type their real lists in here; ``python -m rules check hanging_gardens`` finds what does not add up.
"""

from __future__ import annotations

from typing import NamedTuple

GROUND = "."
FACILITIES = {"T": "terrace", "P": "park", "A": "arcade", "F": "fountain"}  # R1.4
CYCLE = str.maketrans("TPAF", "PAFT")
STEPS = 4
WIDE, HIGH = 2, 3  # squares of a card as printed

# [house] R1.7: the first of four steps of each layout; the others follow by the cycle T → P → A → F → T.
LAYOUTS = {
    "a": "T.....", "b": "..T...", "c": "T.T...", "d": "..TT..", "e": "TP....",
    "f": "T..T..", "g": ".TA...", "h": "T....F", "i": "T.TA..", "j": "TT..P.",
    "k": "T.A.P.", "l": ".TF..T", "m": "TF.T..", "n": "TTP..A", "o": "TPAF..",
}  # fmt: skip


def _cycled(squares: str, steps: int) -> str:
    for _ in range(steps):
        squares = squares.translate(CYCLE)
    return squares


CARDS_SOURCE = "house"  # "owner": typed from the box, R11.6
CARDS = {
    f"{layout}{step + 1}": _cycled(squares, step) for layout, squares in LAYOUTS.items() for step in range(STEPS)
}  # name: six squares, row by row

START = "start"
START_CARD = GROUND * WIDE * HIGH  # R1.2
START_PLACE = (13, 20)  # [house] R1.8, RU4


class Series(NamedTuple):
    """A kind of tile: ``values[n - 1]`` are the points of n equal tiles; the last value is for a full set (R1.5)."""

    copies: int
    values: tuple[int, ...]

    @property
    def full(self) -> int:
        """Return the number of tiles in a full set."""
        return len(self.values)


class Person(NamedTuple):
    """A single tile that belongs to a series (R1.6); ``each``: its points count once for every tile of the series (R4.5)."""

    series: str
    without: int
    with_set: int
    each: bool = False


SERIES = {
    "queen": Series(4, (1, 15)),  # set [house] RU2
    "king": Series(4, (4, 10)),  # set and values [house] RU1, RU2
    "tiger": Series(6, (2, 6, 14)),  # set and values [house] RU1, RU2
    "garden": Series(6, (2, 8, 16)),
    "statue": Series(6, (1, 3, 20)),
    "chalice": Series(10, (1, 3, 6, 12, 20)),  # set and values [house] RU1, RU2
    "gate": Series(8, (0, 5, 12, 25)),  # three gates [house] RU1
}
PERSONS = {
    "handler": Person("tiger", 3, 10),
    "gardener": Person("garden", 3, 11),
    "sculptor": Person("statue", 3, 10),  # with a full set [house] R1.6
    "priest": Person("chalice", 3, 12),  # with a full set [house] R1.6
    "guard": Person("gate", 3, 3, each=True),
}
ORDER = {tile: place for place, tile in enumerate((*SERIES, *PERSONS))}  # of tiles everywhere, R1.6
TILES = tuple(tile for tile, series in SERIES.items() for _ in range(series.copies)) + tuple(PERSONS)

OPEN_CARDS = {2: 4, 3: 3, 4: 4}  # by number of players, R1.9
PLACES = 6  # of open tiles, two in each column, R1.10
TEMPLES = 5
STRUCTURE = 3  # squares, R1.3
COLUMNS = 3
SIX = 6  # squares that bring a hidden tile, R3.29
FIVE = 5  # points instead of a tile, R3.31
TURNS = ("up", "right", "down", "left")  # R3.8
