"""The components in the box (R1); data only. House values are marked.

If you own the game: type its real tables in here, raise ``version``, and run ``python -m rules check ishtar`` to see whether
they add up (R11.1).
"""

from __future__ import annotations

from typing import NamedTuple

Cell = tuple[int, int]  # q and r, R1.4


class Gems(NamedTuple):
    """Purple, red and white gems."""

    p: int = 0
    r: int = 0
    w: int = 0

    def holds(self, some: Gems) -> bool:
        """Return whether there are at least ``some`` gems of each colour."""
        return self.p >= some.p and self.r >= some.r and self.w >= some.w


class Tree(NamedTuple):
    """A tree card's cost and points (R1.10)."""

    cost: Gems
    points: int


class Mastery(NamedTuple):
    """The effect of a mastery, and the numbers that the effect needs (R3.17).

    Masteries of the lower row work at once, those of the upper row score at the end.
    """

    effect: str
    numbers: tuple[int, ...] = ()


SOURCE = "house"  # "owner": typed from the box, R11.1

COLOURS = Gems._fields
GEMS = Gems(50, 38, 26)
START_GEMS = Gems(p=1)
START_ASSISTANTS, CARPET_ASSISTANTS = 2, 2
STACKS, CUPS_OF_A_SHAPE = 6, 2  # R2.5
PAWNS, OPEN_TREES = 20, 5
MASTERY_COST = 2
FOUNTAINS = {"p": 3, "r": 2, "w": 1}
FOUNTAIN_POINTS = {"p": 4, "r": 6, "w": 8}
EMPTY_STACKS = 2  # end the game, R4.1

BOARDS_BY_SEATS = {2: 4, 3: 5, 4: 6}  # by number of players, R2.1
BASIC_TILES_BY_SEATS = {2: 4, 3: 5, 4: 6}  # [house] for two and three, RU3
BOARD_RADIUS = 3  # cells from a board's centre to its edge, R1.5

# [house] Appendix A, by number of boards: the centres in slot order. The first layout of four boards:
#
#           2nd
#     1st         4th
#           3rd
LAYOUTS: dict[int, dict[str, tuple[Cell, ...]]] = {
    4: {
        "layout-1": ((0, 0), (7, -3), (3, 4), (10, 1)),
        "layout-2": ((0, 0), (7, -3), (-4, 7), (3, 4)),
        "layout-3": ((0, 0), (3, 4), (-4, 7), (-1, 11)),
    },
    5: {
        "layout-1": ((0, 0), (7, -3), (3, 4), (-7, 3), (-3, -4)),
        "layout-2": ((0, 0), (7, -3), (3, 4), (10, 1), (6, 8)),
        "layout-3": ((0, 0), (7, -3), (14, -6), (3, 4), (10, 1)),
    },
    6: {
        "layout-1": ((0, 0), (7, -3), (14, -6), (3, 4), (10, 1), (17, -2)),
        "layout-2": ((0, 0), (7, -3), (3, 4), (-4, 7), (-7, 3), (-3, -4)),
        "layout-3": ((0, 0), (7, -3), (14, -6), (3, 4), (10, 1), (6, 8)),
    },
}

FOUNTAIN, STONE, SAND = "F", "S", "."
# [house] Appendix B: rows from the top, each from left to right (R1.7). Face 1a in rotation 0:
#
#        p . . S
#       S w . . .
#      r . . . w .
#     p p . F p . r
#      r . . . . .
#       . r . . r
#        p S p p
FACES = {
    "1a": "p..S/Sw.../r...w./pp.Fp.r/r...../.r..r/pSpp",
    "1b": "w.Sp/p.r.p/..p.r./Sw.r.F./....../pSw.r/.p.p",
    "2a": ".wS./p...w/S.r.../.r..prp/.p.F.S/...pS/p.pr",
    "2b": "..../S.wp./.r..rS/p..F..r/.w.r.p/p.p.w/Sr.p",
    "3a": "p..w/rp..S/..F.rp/w....pw/p.r.../.S.rp/.p.S",
    "3b": "..r./..F../rp.pSr/Sp.wS../rSp.Sw/..p.p/...r",
    "4a": "S.wp/pr..p/r..F../..w.r.p/S..p.r/p..w./.r.S",
    "4b": "pw.p/r..../S.F..r/S.p.p.S/...r.S/rp.p./p..w",
    "5a": "Sprp/.w..S/p..rp./w..F.../.pr.../p..pw/.rS.",
    "5b": "..../S..r./pp...w/r...F.p/.rp.r./pS..p/r.wS",
    "6a": "..Sr/S.w../.rpp.S/.....wp/pSw.../r..Fr/pr.p",
    "6b": "S.../w..pS/..p..r/r.Fpr.p/p...../..r../Sppw",
}

# Cell 3 of a tile lies this number of directions clockwise after cell 2, seen from cell 1 (R1.8). In rotation 0:
#
#     bar: 3 1 2        vee: 1 2        tri: 1 2
#                           3                 3
SHAPES = {"bar": 3, "vee": 2, "tri": 1}
BAG_OF_SHAPE = {shape: place for place, shape in enumerate(SHAPES)}  # places in `state.tile_bags`
STARTERS = (13, 14)
GRASS, ASSISTANT, MASTERY, JOKER = "g", "A", "M", "J"
# [house] Appendix C: cell 1, cell 2, cell 3, numbers 1 to 14 of each shape.
FACES_OF_TILES = {
    "bar": (
        "g 2A g", "1A g g", "g 1A 2", "1A 1 g", "g 2M g", "1M g g", "g 1M 1",
        "1 1M 1", "g 2J g", "4 g g", "g 3 g", "2 g g", "g 1A g", "1M 1 g",
    ),
    "vee": (
        "2A g g", "g 1A g", "g 1A 2", "g 2M g", "1M g g", "1M g 2", "1 1M 1",
        "1J g g", "g 1J 1", "g g 4", "3 g g", "2 g g", "1A g g", "g 1M 1",
    ),
    "tri": (
        "2A g g", "1A g g", "1A 2 g", "2A g 1", "3M g g", "1M g g", "1M 1 1",
        "2J g g", "4 g g", "3 g g", "g 2 2", "2 g g", "1A 1 g", "2M g g",
    ),
}  # fmt: skip
TILES = {f"{shape}-{number}": face for shape, faces in FACES_OF_TILES.items() for number, face in enumerate(faces, start=1)}

# [house] Appendix D, but for six values and one cost.
TREES = {
    1: Tree(Gems(3, 0, 0), 4), 2: Tree(Gems(0, 2, 0), 4), 3: Tree(Gems(1, 1, 0), 4), 4: Tree(Gems(4, 0, 0), 5),
    5: Tree(Gems(2, 1, 0), 5), 6: Tree(Gems(1, 0, 1), 5), 7: Tree(Gems(3, 1, 0), 6), 8: Tree(Gems(1, 2, 0), 6),
    9: Tree(Gems(0, 1, 1), 6), 10: Tree(Gems(2, 0, 1), 6), 11: Tree(Gems(5, 0, 0), 7), 12: Tree(Gems(2, 2, 0), 7),
    13: Tree(Gems(0, 0, 2), 7), 14: Tree(Gems(0, 3, 0), 7), 15: Tree(Gems(0, 2, 1), 8), 16: Tree(Gems(3, 2, 0), 8),
    17: Tree(Gems(1, 0, 2), 8), 18: Tree(Gems(2, 1, 1), 8), 19: Tree(Gems(4, 2, 0), 9), 20: Tree(Gems(2, 3, 0), 9),
    21: Tree(Gems(0, 1, 2), 9), 22: Tree(Gems(3, 1, 1), 10), 23: Tree(Gems(0, 0, 3), 10), 24: Tree(Gems(0, 2, 2), 11),
    25: Tree(Gems(1, 3, 2), 14), 26: Tree(Gems(2, 2, 3), 17),
}  # fmt: skip

MASTERY_E_POINTS = (1, 2, 3)  # [house] for a purple, red, white gem on a mastery

# The columns: the lower mastery, then the upper. Order, numbers and the inferred ones [house], R3.17 and R4.9.
COLUMNS = (("m1", "ma"), ("m2", "mb"), ("m3", "mc"), ("m4", "md"), ("m5", "me"))
MASTERIES = {
    "m1": Mastery("reserve"),
    "m2": Mastery("recruit", (CARPET_ASSISTANTS,)),  # assistants
    "m3": Mastery("gift", (3,)),  # gems of one colour
    "m4": Mastery("bloom", (1, 3)),  # cells, flowers on each
    "m5": Mastery("bloom", (2, 1)),
    "ma": Mastery("cells", (1,)),  # points for each flower cell
    "mb": Mastery("stones", (1,)),
    "mc": Mastery("pawns", (3,)),
    "md": Mastery("cards", (2,)),
    "me": Mastery("treasure", MASTERY_E_POINTS),
}
