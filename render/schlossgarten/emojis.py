"""Pieces shown as emojis: pawns, garden elements, the four sides, tiles, a pit, a figure."""

from __future__ import annotations

from functools import partial

from render.canvas import Picture
from render.emojis import PIECE_PX, Pieces
from render.schlossgarten.elements import bed
from render.schlossgarten.pawns import NOBODY, medal, pawn
from render.schlossgarten.signs import figure_sign
from render.schlossgarten.tiles import pit, tile
from rules.schlossgarten.parts import KINDS, PAWNS, SIDES, TERRAIN

FORMS = {1: ((0, 0),), 2: ((0, 0), (1, 0)), 3: ((0, 0), (0, 1), (1, 1))}  # by number of squares: right and down


def _element(number: int, squares: int) -> Picture:
    """Return a garden element in no side's colour."""
    return bed(NOBODY, number, FORMS[squares], PIECE_PX // 2)


EMOJIS: Pieces = {
    **{f"schloss_{name}": partial(pawn, NOBODY, which, PIECE_PX) for which, name in enumerate(PAWNS)},
    **{f"schloss_{kind.key.replace('-', '_')}": partial(_element, number, kind.size) for number, kind in enumerate(KINDS)},
    **{f"schloss_{side.colour}": partial(medal, number, PIECE_PX) for number, side in enumerate(SIDES)},
    **{f"schloss_{name}": partial(tile, value, 0, PIECE_PX) for value, name in TERRAIN.items()},
    "schloss_pit": partial(pit, 1, PIECE_PX),
    "schloss_figure": partial(figure_sign, PIECE_PX),
}
