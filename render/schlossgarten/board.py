"""The garden with pits, elements and pawns on it."""

from __future__ import annotations

from collections.abc import Container

from render.cache import sprites
from render.canvas import Picture, put
from render.layout import EDGE
from render.schlossgarten.elements import draw_element
from render.schlossgarten.pawns import pawn, put_pawn
from render.schlossgarten.places import GARDEN, TOP
from render.schlossgarten.tiles import laid, pit
from rules.schlossgarten.board import Ground, squares
from rules.schlossgarten.state import Square, View

SMALL = 90  # pixels of the square that a smaller pawn would fill


@sprites.keep
def _without_pawns(values: tuple[int, ...], pits: int, elements: tuple[tuple[int, ...], ...], sides: tuple[int, ...]) -> Picture:
    """Tiles, pits and elements with letters and numbers around them."""
    ground = laid(values).copy()
    plot = GARDEN._replace(left=GARDEN.left - EDGE, top=GARDEN.top - TOP)
    for square in squares(pits):
        ground.paste(pit(values[square], plot.size), plot.corner(square))
    for seat, own in enumerate(elements):
        for kind, mask in enumerate(own):
            if mask:
                draw_element(ground, plot, sides[seat], kind, tuple(squares(mask)))
    return ground


def draw_ground(picture: Picture, view: View, here: Ground) -> None:
    """The garden without its pawns."""
    picture.paste(_without_pawns(view.values, here.pits, here.elements, view.sides), (EDGE, TOP))


def draw_pawns(picture: Picture, view: View, here: Ground, small: Container[Square] = ()) -> None:
    """All pawns, the northern ones first; smaller on squares where something is written below them."""
    standing = [(square, seat, which) for seat, own in enumerate(here.pawns) for which, square in enumerate(own)]
    for square, seat, which in sorted(standing, reverse=True):
        x, y = GARDEN.middle(square)
        if square in small:
            put(picture, pawn(view.sides[seat], which, SMALL), (x + SMALL * 0.06, y - SMALL * 0.2))
        else:
            put_pawn(picture, pawn(view.sides[seat], which, GARDEN.size), (x, y), GARDEN.size)
