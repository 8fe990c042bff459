"""The contents of the box (R1); our own values are marked [house], with the paragraph that gives the reason.

Owners of the box can type in the real lists (R11.8); ``python -m rules check schlossgarten`` lists mistakes.
"""

from __future__ import annotations

from typing import NamedTuple

SOURCE = "house"  # "box": typed from the box, R11.8

SIZE = 7  # squares a side, R1.3
TILES = {1: 17, 2: 16, 3: 16}  # [house] R1.5: tiles by value
TERRAIN = {1: "stones", 2: "shrubs", 3: "lawn"}  # R1.4

KING, GARDENER, ARCHITECT = range(3)
PAWNS = ("king", "gardener", "architect")  # R1.8


class Side(NamedTuple):
    """An edge of the garden: its colour and emblem, and the squares where king, gardener and architect start."""

    key: str
    colour: str
    emblem: str
    starts: tuple[str, str, str]


SIDES = (  # [house] R2.2
    Side("south", "red", "circle", ("d1", "c1", "e1")),
    Side("west", "blue", "square", ("a4", "a5", "a3")),
    Side("north", "white", "triangle", ("d7", "e7", "c7")),
    Side("east", "yellow", "diamond", ("g4", "g3", "g5")),
)
SEATING = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}  # [house] R2.3: the sides by number of players


class Kind(NamedTuple):
    """A kind of garden element: the worker that builds it, and the number of squares it covers."""

    key: str
    pawn: int
    size: int


KINDS = (  # R1.14; two squares share an edge [house], three are an L
    Kind("hedge-1", GARDENER, 1),
    Kind("hedge-2", GARDENER, 2),
    Kind("maze", GARDENER, 3),
    Kind("column", ARCHITECT, 1),
    Kind("pool", ARCHITECT, 2),
    Kind("terrace", ARCHITECT, 3),
)
KIND_KEYS = tuple(kind.key for kind in KINDS)

STEPS = 5  # R1.12
GOAL = 21  # R1.13
LONG_GOAL = 30  # [house] R9.3
QUIET = 8  # [house] R4.5: turns of each player without digging or building that end the game
WARNING = 6  # R7.8: quiet turns of each player after which the end is announced
FIGURES = 12  # [house] R6.9: finishing positions on offer

Place = tuple[int, int]  # squares to the east and to the north of the king

# [house] R11.3: by card, the places of gardener and architect; the king stands on (0, 0). Card 17, ((1, 1), (1, 2)), is
#
#     2 │ · A
#     1 │ · G        K king, G gardener, A architect;
#     0 │ K ·        a player may turn the card, but not mirror it (R3.6, R3.7)
#       └────
#         0 1
CARDS: dict[int, tuple[Place, Place]] = {
    1: ((0, 1), (-1, 0)), 2: ((0, 1), (1, 0)), 3: ((0, 1), (-1, 1)), 4: ((0, 1), (1, 1)),
    5: ((1, 1), (0, 1)), 6: ((1, 1), (1, 0)), 7: ((0, 1), (0, -1)), 8: ((0, 1), (0, 2)),
    9: ((0, 2), (0, 1)), 10: ((1, 1), (-1, -1)), 11: ((1, 1), (2, 2)), 12: ((2, 2), (1, 1)),
    13: ((1, 1), (-1, 1)), 14: ((1, 1), (1, -1)), 15: ((0, 2), (-2, 0)), 16: ((0, 2), (2, 0)),
    17: ((1, 1), (1, 2)), 18: ((1, 1), (2, 1)), 19: ((1, 2), (1, 1)), 20: ((2, 1), (1, 1)),
    21: ((0, 1), (0, 3)), 22: ((0, 3), (0, 1)), 23: ((0, 1), (-1, 3)), 24: ((0, 1), (1, 3)),
    25: ((1, 3), (0, 1)), 26: ((3, 1), (1, 0)), 27: ((0, 2), (-3, 1)), 28: ((0, 2), (3, 1)),
    29: ((1, 3), (2, 0)), 30: ((3, 1), (0, 2)), 31: ((1, 3), (3, 1)), 32: ((3, 1), (1, 3)),
}  # fmt: skip
