"""A sheet with all inks of this game, from which its 256 colours are taken."""

from __future__ import annotations

from itertools import product

from PIL import Image, ImageDraw

from render.canvas import Picture, arrowhead, put
from render.hanging_gardens.cards import face
from render.hanging_gardens.gardens import CARD_EDGE, LINE, SHADE
from render.hanging_gardens.hands import tick
from render.hanging_gardens.heads import roof
from render.hanging_gardens.icons import eye, flower, icon, tile_back, wreath
from render.hanging_gardens.plates import plate
from render.hanging_gardens.signs import rim
from render.hanging_gardens.squares import INKS, SEAT_INKS, TABLE, disc, medal, square, temple
from render.layout import PALE, draw_sheet
from render.palette import CREAM, GOLD, INK, PAPER, mix
from render.signs import pill, ring
from rules.hanging_gardens.parts import ORDER

STEP = 170


def swatch() -> Picture:
    """Pieces on paper, sheet and table."""
    picture = Image.new("RGB", (1400, 1500), PAPER)
    draw_sheet(picture, (40, 40, 560, 300), True)
    draw_sheet(picture, (640, 40, 560, 300))
    _shades(picture)
    for i, tile in enumerate(ORDER):
        x, y = 120 + STEP * (i % 8), 470 + STEP * (i // 8)
        put(picture, plate(tile), (x, y))
        put(picture, icon(tile, 96), (x, 1420))
    for i, (letter, size) in enumerate(product(INKS, (64, 48, 32, 20))):
        at = 40 + 66 * i, 1000
        picture.paste(square(letter, size), at)
        for seat in range(len(SEAT_INKS)):
            picture.paste(square(letter, size, True), (at[0], 1070 + 66 * seat))
            put(picture, temple(seat, size), (at[0] + size * 0.58, 1070 + 66 * seat + size * 0.6))
    for i, piece in enumerate(_signs()):
        put(picture, piece, (90 + 92 * (i % 14), 90 + 92 * (i // 14)))
    for i, card in enumerate(("a1", "b2", "o3", "f4")):
        put(picture, face(card, "up", 44), (900 + 120 * i, 830))
    return picture


def _signs() -> list[Picture]:
    seats = range(len(SEAT_INKS))
    return [
        *(medal(seat, 64) for seat in seats), *(roof(seat, 40, here) for seat in seats for here in (True, False)),
        flower(64), eye(64), tile_back(60), wreath(64), arrowhead(GOLD, INK, 0, 52), arrowhead(CREAM, INK, 315, 24),
        ring(56), ring(56, CREAM), ring(56, CREAM, dashed=True), disc("5", 40, GOLD, INK), disc("5", 40, INK, CREAM),
        disc("5", 40, CREAM, INK), pill("card-1", 28, GOLD), rim(80, 80, GOLD), rim(80, 80, INK), tick(30),
    ]  # fmt: skip


def _shades(picture: Picture) -> None:
    """Table, its lines and shadows, and what letters fade through."""
    draw = ImageDraw.Draw(picture)
    ramps = [
        (TABLE, SHADE),
        (PAPER, INK),
        (PAPER, PALE),
        (CREAM, INK),
        (TABLE, LINE),
        (TABLE, INK),
        (GOLD, INK),
        (CREAM, CARD_EDGE),
    ]
    for row, (one, other) in enumerate(ramps):
        for step in range(12):
            box = (40 + 40 * step, 660 + 30 * row, 80 + 40 * step, 690 + 30 * row)
            draw.rectangle(box, fill=mix(one, other, step / 11))
