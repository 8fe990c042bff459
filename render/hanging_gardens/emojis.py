"""The pieces shown as emojis: squares of cards, whole cards, how they are turned, tiles, a temple, the flower."""

from __future__ import annotations

from functools import partial

from render.canvas import Brush, Picture, sprite
from render.emojis import ROOM, Pieces
from render.hanging_gardens.cards import flat
from render.hanging_gardens.icons import flower, icon
from render.hanging_gardens.squares import paint_roof, square
from render.palette import CREAM, GOLD, INK, STONE
from rules.hanging_gardens.names import UP
from rules.hanging_gardens.parts import CARDS, FACILITIES, GROUND, HIGH, ORDER, TURNS, WIDE

CARD = ROOM // HIGH - 2  # pixels of a card's square
PLATE = 10  # pixels of a tile around its icon


def _tile(tile: str) -> Picture:
    """A tile's icon on its bright ground."""

    def paint(brush: Brush) -> None:
        brush.block((0, 0, ROOM - 1, ROOM - 1), 22, INK)
        brush.block((3, 3, ROOM - 4, ROOM - 4), 19, CREAM)

    plate = sprite(ROOM, ROOM, paint)
    plate.alpha_composite(icon(tile, ROOM - 2 * PLATE), (PLATE, PLATE))
    return plate


def _temple() -> Picture:
    """A temple of nobody."""

    def paint(brush: Brush) -> None:
        wall = ROOM * 0.08, ROOM * 0.42
        brush.block((wall[0], wall[1], ROOM - wall[0], ROOM), 4, INK)
        brush.block((wall[0] + 5, wall[1], ROOM - wall[0] - 5, ROOM - 5), 2, STONE)
        for x in (0.3, 0.5, 0.7):
            brush.line([(x * ROOM, ROOM * 0.6), (x * ROOM, ROOM * 0.86)], INK, ROOM * 0.07)
        paint_roof(brush, ROOM, 5)

    return sprite(ROOM, ROOM, paint)


def _turned(quarters: int) -> Picture:
    """A card turned clockwise, of which the edge that is printed at its top is golden."""
    wide, step = ROOM * WIDE // HIGH, ROOM / HIGH

    def paint(brush: Brush) -> None:
        brush.block((0, 0, wide - 1, ROOM - 1), 12, INK)
        brush.block((4, 4, wide - 5, ROOM - 5), 9, CREAM)
        brush.block((4, 4, wide - 5, step), 9, GOLD)
        for y in (step, 2 * step):
            brush.line([(4, y), (wide - 5, y)], INK, 4)
        brush.line([(wide / 2, 4), (wide / 2, ROOM - 5)], INK, 4)

    return sprite(wide, ROOM, paint).rotate(-90 * quarters, expand=True)


EMOJIS: Pieces = {
    **{f"gardens_{name}": partial(square, letter, ROOM) for letter, name in ((GROUND, "ground"), *FACILITIES.items())},
    **{f"gardens_{card}": partial(flat, card, "up", CARD) for card in CARDS},
    **{f"gardens_{tile}": partial(_tile, tile) for tile in ORDER},
    **{f"gardens_{turn}": partial(_turned, quarters) for quarters, turn in enumerate(TURNS) if turn != UP},
    "gardens_temple": _temple,
    "gardens_flower": partial(flower, ROOM),
}
