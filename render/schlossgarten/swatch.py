"""A sheet with all inks of this game, from which its 256 colours are taken."""

from __future__ import annotations

from itertools import product

from PIL import Image, ImageDraw

from render.canvas import Picture, arrowhead, put
from render.layout import PALE, draw_sheet
from render.palette import CREAM, EARTH, GOLD, INK, PAPER, mix
from render.schlossgarten.cards import grid
from render.schlossgarten.elements import POT, element
from render.schlossgarten.heads import FORMS, gone
from render.schlossgarten.pawns import ghost, medal, pawn
from render.schlossgarten.places import SIDE_INKS, SQUARE, WHITE
from render.schlossgarten.signs import card_back, frame, leap, plate, shoe, star, stroke, trio
from render.schlossgarten.tiles import GRAVEL, laid, pit, tile
from render.schlossgarten.tiles import KINDS as WAYS
from render.schlossgarten.traces import dot
from render.signs import pill, wreath
from rules.schlossgarten.parts import KINDS, PAWNS, SIZE, TILES

STEP = 112
SMALL = 62  # pixels of a square


def swatch() -> Picture:
    """Pieces on gravel, tiles and paper."""
    picture = Image.new("RGB", (1400, 1500), PAPER)
    values = tuple(TILES)
    picture.paste(laid(tuple(values[i % 3] for i in range(SIZE**2))).crop((0, 0, 700, 700)), (0, 0))
    draw_sheet(picture, (720, 20, 300, 120), True)
    draw_sheet(picture, (1050, 20, 300, 120))
    for i, (value, way) in enumerate(product((*values, 0), range(WAYS))):
        picture.paste(tile(value, way, SQUARE), (710 + (i % 5) * 126, 160 + i // 5 * 126))
    for i, value in enumerate(values):
        picture.paste(pit(value, SQUARE), (962 + i * 126, 412))
    for side in range(len(SIDE_INKS)):
        for kind, each in enumerate(KINDS):
            put(picture, element(side, kind, FORMS[each.size], SMALL), (70 + kind * 150, 770 + side * 132))
        for which in range(len(PAWNS)):
            put(picture, pawn(side, which, SQUARE), (980 + which * 108, 640 + side * 112))
            put(picture, ghost(side, which, SMALL), (1300, 600 + which * 70 + side * 210))
    for i, piece in enumerate(_signs()):
        put(picture, piece, (50 + STEP * (i % 12), 1290 + 70 * (i // 12)))
    _ramps(picture)
    return picture


def _signs() -> list[Picture]:
    sides = range(len(SIDE_INKS))
    return [
        *(medal(side, 60) for side in sides), *(dot(ink) for ink in SIDE_INKS), *(gone(kind, 26) for kind in (2, 3)),
        star(44), leap(38), trio(38), wreath(60), card_back(48), shoe(48, True), shoe(48, False),
        stroke(True), plate(90, GOLD), plate(90, CREAM),
        pill("card-17", 34), pill("+4", 28, CREAM), frame(64, GOLD, 8), frame(64, CREAM, 6), arrowhead(GOLD, INK, 0, 56),
        *(grid(17, 0, side, 24) for side in sides),
    ]  # fmt: skip


def _ramps(picture: Picture) -> None:
    """What letters and shadows fade through."""
    draw = ImageDraw.Draw(picture)
    pairs = ((PAPER, INK), (PAPER, PALE), (CREAM, INK), (GOLD, INK), (PAPER, EARTH), (GRAVEL, EARTH), (WHITE, INK), (POT, INK))
    for row, (one, other) in enumerate(pairs):
        for step in range(12):
            draw.rectangle((720 + 50 * step, 545 + 8 * row, 770 + 50 * step, 552 + 8 * row), fill=mix(one, other, step / 11))
