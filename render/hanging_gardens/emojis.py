"""Pieces that are emojis, too: squares of cards, whole cards, their turns, tiles, a temple, the flower."""

from __future__ import annotations

from functools import partial

from render.canvas import Brush, Picture, sprite
from render.emojis import PIECE_PX, Pieces
from render.hanging_gardens.cards import flat_card
from render.hanging_gardens.icons import flower, icon
from render.hanging_gardens.squares import paint_roof, square
from render.palette import CREAM, GOLD, INK, STONE
from rules.hanging_gardens.names import UP
from rules.hanging_gardens.parts import CARDS, FACILITIES, GROUND, HIGH, ORDER, TURNS, WIDE

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

    def paint(brush: Brush) -> None:
        wall = PIECE_PX * 0.08, PIECE_PX * 0.42
        brush.block((wall[0], wall[1], PIECE_PX - wall[0], PIECE_PX), 4, INK)
        brush.block((wall[0] + 5, wall[1], PIECE_PX - wall[0] - 5, PIECE_PX - 5), 2, STONE)
        for x in (0.3, 0.5, 0.7):
            brush.line([(x * PIECE_PX, PIECE_PX * 0.6), (x * PIECE_PX, PIECE_PX * 0.86)], INK, PIECE_PX * 0.07)
        paint_roof(brush, PIECE_PX, 5)

    return sprite(PIECE_PX, PIECE_PX, paint)


def _turned(quarters: int) -> Picture:
    """Return a card turned clockwise by quarters; the edge at its printed top is golden."""
    wide, step = PIECE_PX * WIDE // HIGH, PIECE_PX / HIGH

    def paint(brush: Brush) -> None:
        brush.block((0, 0, wide - 1, PIECE_PX - 1), 12, INK)
        brush.block((4, 4, wide - 5, PIECE_PX - 5), 9, CREAM)
        brush.block((4, 4, wide - 5, step), 9, GOLD)
        for y in (step, 2 * step):
            brush.line([(4, y), (wide - 5, y)], INK, 4)
        brush.line([(wide / 2, 4), (wide / 2, PIECE_PX - 5)], INK, 4)

    return sprite(wide, PIECE_PX, paint).rotate(-90 * quarters, expand=True)


EMOJIS: Pieces = {
    **{f"gardens_{name}": partial(square, letter, PIECE_PX) for letter, name in ((GROUND, "ground"), *FACILITIES.items())},
    **{f"gardens_{card}": partial(flat_card, card, "up", CARD_SQUARE_PX) for card in CARDS},
    **{f"gardens_{tile}": partial(_tile, tile) for tile in ORDER},
    **{f"gardens_{turn}": partial(_turned, quarters) for quarters, turn in enumerate(TURNS) if turn != UP},
    "gardens_temple": _temple,
    "gardens_flower": partial(flower, PIECE_PX),
}
