"""Pieces that are emojis, too: squares of cards, whole cards, their turns, tiles, a temple, the flower."""

from __future__ import annotations

from functools import partial

from render.canvas import Brush, Picture, sprite
from render.emojis import PIECE_PX, Pieces
from render.hanging_gardens.cards import flat_card, way_sign
from render.hanging_gardens.icons import flower, icon
from render.hanging_gardens.squares import square
from render.hanging_gardens.temples import temple
from render.palette import CREAM, INK, STONE
from rules.hanging_gardens.parts import CARDS, FACILITIES, GROUND, HIGH, ORDER, TURNS

CARD_SQUARE_PX = PIECE_PX // HIGH - 2
TILE_MARGIN_PX = 10  # around a tile's icon


def _tile(tile: str) -> Picture:
    """Return a tile's icon on its bright ground."""

    def paint(brush: Brush) -> None:
        brush.block((0, 0, PIECE_PX - 1, PIECE_PX - 1), 22, INK)
        brush.block((3, 3, PIECE_PX - 4, PIECE_PX - 4), 19, CREAM)

    plate = sprite(PIECE_PX, PIECE_PX, paint)
    plate.alpha_composite(icon(tile, PIECE_PX - 2 * TILE_MARGIN_PX), (TILE_MARGIN_PX, TILE_MARGIN_PX))
    return plate


def _temple() -> Picture:
    """Return a temple in no seat's colour."""
    return temple(STONE, PIECE_PX)


EMOJIS: Pieces = {
    **{f"gardens_{name}": partial(square, letter, PIECE_PX) for letter, name in ((GROUND, "ground"), *FACILITIES.items())},
    **{f"gardens_{card}": partial(flat_card, card, "up", CARD_SQUARE_PX) for card in CARDS},
    **{f"gardens_{tile}": partial(_tile, tile) for tile in ORDER},
    **{f"gardens_{turn}": partial(way_sign, turn, PIECE_PX) for turn in TURNS},
    "gardens_temple": _temple,
    "gardens_flower": partial(flower, PIECE_PX),
}
