"""Draw squares of cards as cached sprites: each facility has a colour, a shape and a letter (R10.5); and temples (R10.6)."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render import signs
from render.cache import sprites
from render.canvas import Brush, Picture, Point, smooth, sprite
from render.fonts import width, write
from render.hanging_gardens.places import MIN_FONT_PX
from render.palette import CREAM, EARTH, INK, SEATS, Ink, mix, on
from render.writing import literal
from rules.game import Seat
from rules.hanging_gardens.parts import FACILITIES, GROUND

LAWN: Ink = (222, 230, 200)
INKS: dict[str, Ink] = {
    GROUND: (232, 220, 194),
    "T": (184, 68, 47),
    "P": (78, 139, 58),
    "A": (226, 178, 58),
    "F": (47, 118, 181),
}
SEAT_INKS = tuple(SEATS.values())
MIN_LETTERED_PX = 44  # side of a square that has room for a readable letter
TEMPLE_SHARE = 0.6  # of a square's side


@sprites.keep
def square(letter: str, size: int, bare: bool = False) -> Picture:
    """Return a square of a card, ``size`` pixels wide.

    :param letter: of the facility, or ground.
    :param bare: leave out the facility's shape, so that a temple can be drawn on the square.
    """
    ink = INKS[letter]
    piece = Image.new("RGB", (size, size), ink)
    draw = ImageDraw.Draw(piece)
    draw.rectangle((0, 0, size - 1, size - 1), outline=mix(ink, EARTH if letter == GROUND else INK, 0.14))
    if letter in FACILITIES:
        if not bare:
            shape = sprite(size, size, lambda brush: paint_shape(brush, letter, size))
            piece.paste(shape, (0, 0), shape)
        font = max(MIN_FONT_PX, round(size * 0.4))
        if size >= MIN_LETTERED_PX:
            write(
                draw,
                (size * 0.06 + 1, size * 0.07 + font * 0.36),
                literal(letter),
                font,
                INK if letter == "A" else (255, 255, 255),
            )
    return piece


def paint_shape(brush: Brush, letter: str, size: float) -> None:
    """Paint stairs, a tree, an arcade or a drop in the lower right of a square."""
    ink = INKS[letter]
    light, dark = mix(ink, CREAM, 0.72), mix(ink, INK, 0.35)

    def at(*points: Point) -> list[Point]:
        return [(x * size, y * size) for x, y in points]

    if letter == "T":
        for step in range(3):
            x, y = 0.24 + 0.2 * step, 0.72 - 0.19 * step
            brush.shape(at((x, y), (0.88, y), (0.88, 0.9), (x, 0.9)), mix(light, ink, 0.25 - 0.12 * step))
            brush.shape(at((x, y + 0.055), (x + 0.2, y + 0.055), (x + 0.2, y + 0.11), (x, y + 0.11)), mix(ink, dark, 0.3))
    elif letter == "P":
        brush.shape(at((0.53, 0.6), (0.65, 0.6), (0.67, 0.92), (0.51, 0.92)), mix(dark, (92, 62, 40), 0.6))
        for (x, y), wide in (((0.44, 0.56), 0.17), ((0.74, 0.56), 0.17), ((0.59, 0.4), 0.21), ((0.59, 0.55), 0.2)):
            brush.disc((x * size, y * size), wide * size, wide * size, mix(light, ink, 0.12))
    elif letter == "A":
        brush.block((0.2 * size, 0.42 * size, 0.9 * size, 0.9 * size), 0.03 * size, light)
        brush.block((0.16 * size, 0.36 * size, 0.94 * size, 0.48 * size), 0.03 * size, mix(ink, (120, 76, 24), 0.55))
        for x in (0.385, 0.715):
            brush.disc((x * size, 0.68 * size), 0.115 * size, 0.115 * size, mix(ink, (120, 76, 24), 0.75))
            brush.shape(
                at((x - 0.115, 0.68), (x + 0.115, 0.68), (x + 0.115, 0.9), (x - 0.115, 0.9)), mix(ink, (120, 76, 24), 0.75)
            )
    else:
        drop = at((0.58, 0.22), (0.58, 0.22), (0.77, 0.54), (0.79, 0.72), (0.58, 0.9), (0.37, 0.72), (0.39, 0.54))
        brush.shape(smooth(drop), light)
        brush.disc((0.51 * size, 0.7 * size), 0.06 * size, 0.09 * size, mix(light, ink, 0.5))


@sprites.keep
def temple(seat: Seat, size: int) -> Picture:
    """Return a temple in its seat's colour for a square of ``size`` pixels."""
    whole = round(size * TEMPLE_SHARE)
    return sprite(whole, whole, lambda brush: paint_temple(brush, whole, SEAT_INKS[seat]))


def paint_temple(brush: Brush, whole: float, tone: Ink) -> None:
    """Paint a white gable on walls of this colour with three columns, ``whole`` pixels wide."""
    thick = max(1.2, whole * 0.055)
    brush.block((whole * 0.06, whole * 0.4, whole * 0.94, whole - 1), 0, INK)
    brush.block((whole * 0.06 + thick, whole * 0.4, whole * 0.94 - thick, whole - 1 - thick), 0, tone)
    for x in (0.29, 0.5, 0.71):
        brush.block((whole * (x - 0.05), whole * 0.46, whole * (x + 0.05), whole - thick), 0, CREAM if on(tone) == CREAM else INK)
    gable = [(0.0, whole * 0.46), (whole / 2, 0.0), (whole, whole * 0.46)]
    brush.shape(gable, INK)
    inner = [(thick * 2.2, whole * 0.46 - thick), (whole / 2, thick * 1.5), (whole - thick * 2.2, whole * 0.46 - thick)]
    brush.shape(inner, (255, 255, 255))


@sprites.keep
def medal(seat: Seat, size: int) -> Picture:
    """Return a seat's medal: a disc of its colour with its number, ``size`` pixels wide."""
    tone = SEAT_INKS[seat]
    piece = signs.medal(tone, size)
    write(ImageDraw.Draw(piece), (size / 2, size / 2), literal(seat + 1), round(size * 0.62), on(tone), anchor="m")
    return piece


@sprites.keep
def count_plate(count: int, font: int) -> Picture:
    """Return a number of squares such as ``×4`` on a dark plate, to tell it from the numbers of options."""
    text = literal(f"×{count}")
    wide, high = round(width(text, font) + font * 0.4), round(font * 1.1)
    piece = sprite(wide, high, lambda brush: brush.block((0, 0, wide - 1, high - 1), font * 0.16, INK))
    write(ImageDraw.Draw(piece), (wide / 2, high / 2), text, font, CREAM, anchor="m")
    return piece
