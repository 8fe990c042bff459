"""All the colours of this game's pictures on one sheet, of which 256 are chosen."""

from __future__ import annotations

from itertools import product

from PIL import Image, ImageDraw

from render.canvas import Picture, arrowhead, put
from render.ishtar import cells
from render.ishtar.carpet import can, rug
from render.ishtar.emblems import gardener, medal
from render.ishtar.gems import gem
from render.ishtar.masteries import mastery_plate
from render.ishtar.places import BLOOM, GRASS, GROUND, SEAT_INKS, tall
from render.ishtar.signs import card, rim, site
from render.ishtar.trees import back, face
from render.ishtar.vegetation import back as face_down
from render.ishtar.vegetation import tile
from render.layout import PALE, draw_sheet
from render.palette import CREAM, EARTH, GOLD, INK, PAPER, Ink, mix
from render.signs import pill, ring, wreath
from rules.ishtar.parts import COLOURS, FOUNTAIN, FOUNTAINS, SAND, SHAPES, STONE

SIZE = 60  # pixels of a cell
SEATS = range(len(SEAT_INKS))


def swatch() -> Picture:
    """Pieces on sand, carpet and paper."""
    picture = Image.new("RGB", (1400, 1000), PAPER)
    draw_sheet(picture, (20, 20, 300, 90), True)
    draw_sheet(picture, (340, 20, 300, 90))
    picture.paste(rug(700, 120), (660, 0))
    _ground(picture)
    for i, piece in enumerate(_pieces()):
        put(picture, piece, (70 + 140 * (i % 10), 560 + 130 * (i // 10)))
    for i, piece in enumerate(_signs()):
        put(picture, piece, (30 + 62 * (i % 22), 400 + 66 * (i // 22)))
    _ramps(picture)
    return picture


def _ground(picture: Picture) -> None:
    """Every kind of cell, next to each other."""
    ground = [cells.land(letter, SIZE, 1, light) for light, letter in product((False, True), (SAND, STONE, FOUNTAIN, *COLOURS))]
    ground += [cells.fountain(colour, SIZE) for colour in (*FOUNTAINS, "")]
    grown = [cells.grass(SIZE), *(cells.flowers(SIZE, number) for number in (1, 2, 3, 4, 3)), cells.flowers(SIZE, 1, False, True)]
    for i, piece in enumerate(ground + grown * 2):
        put(picture, piece, (50 + SIZE * (i % 22), 170 + tall(SIZE) * (i // 22)))
    for i, ink in enumerate((*SEAT_INKS, CREAM, GOLD)):
        for tone, thick in ((INK, 7.5), (ink, 4.5)):
            put(picture, rim(SIZE, (True,) * 6, tone, thick), (420 + 2 * SIZE * i, 170 + tall(SIZE)))
    for i in range(4):
        put(picture, site(SIZE), (50 + SIZE * i, 170))


def _pieces() -> list[Picture]:
    return [
        *(tile(name, 0, 44, True) for name in ("tri-3", "vee-6", "bar-9")), *(face_down(shape, 40) for shape in SHAPES),
        face_down("bar", 40, True), face(26, True, False), face(15, False, True), face(9, False, False),
        *(mastery_plate(mastery, seat, (130, 104)) for seat, mastery in enumerate(("m2", "mb", "me", "m4"))),
        card(130, 90, mix(CREAM, EARTH, 0.16), mix(CREAM, EARTH, 0.4), 3), card(130, 90, CREAM, GOLD, 6),
        card(130, 90, (212, 230, 188), (104, 146, 82), 5), back(110), wreath(90), can(90),
    ]  # fmt: skip


def _signs() -> list[Picture]:
    return [
        *(medal(seat, 58) for seat in SEATS), *(gardener(seat, 54) for seat in SEATS), *(gem(colour, 48) for colour in COLOURS),
        *(gem(colour, 30) for colour in COLOURS), cells.tree(58), *(cells.symbol(letter, 40) for letter in "AMJ"),
        pill("g4", 28), pill("g4", 28, CREAM), pill("g4", 28, mix(CREAM, GOLD, 0.18)), ring(56), arrowhead(GOLD, INK, 0, 56),
    ]  # fmt: skip


def _ramps(picture: Picture) -> None:
    """What letters and shadows fade through."""
    draw = ImageDraw.Draw(picture)
    pairs: list[tuple[Ink, Ink]] = [
        (PAPER, INK), (PAPER, PALE), (CREAM, INK), (CREAM, PALE), (GOLD, INK), (PAPER, EARTH), (GROUND, EARTH),
        (GRASS, INK), (BLOOM, INK), (BLOOM, CREAM), *((ink, INK) for ink in SEAT_INKS), *((ink, CREAM) for ink in SEAT_INKS),
    ]  # fmt: skip
    for row, (one, other) in enumerate(pairs):
        for step in range(10):
            box = (20 + 44 * step, 880 + 6 * row, 64 + 44 * step, 886 + 6 * row)
            draw.rectangle(box, fill=mix(one, other, step / 9))
