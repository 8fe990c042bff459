"""Draw squares of cards as cached sprites: each facility has a colour, a texture, a shape and a letter (R10.5)."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render import signs
from render.cache import sprites
from render.canvas import Picture, sprite
from render.fonts import width, write
from render.hanging_gardens.icons import drawn
from render.hanging_gardens.inks import LETTER_INKS, SEAT_INKS, SQUARE_INKS
from render.hanging_gardens.places import SIZES
from render.hanging_gardens.textures import paint_texture
from render.palette import CREAM, INK, on
from render.writing import literal
from rules.game import Seat
from rules.hanging_gardens.parts import FACILITIES

MIN_LETTERED_PX = 44  # side of a square that has room for a readable letter
RIM_SHARE, SHADOW_SHARE = 0.035, 0.09  # of a square's side: the bright rim of a card, and its shadow
SHADOW_STRENGTH = 96  # of 255


@sprites.keep
def square(letter: str, size: int, bare: bool = False) -> Picture:
    """Return a square of a card, ``size`` pixels wide.

    :param letter: of the facility, or ground.
    :param bare: leave out the facility's shape, so that a temple can be drawn on the square.
    """
    piece = Image.new("RGB", (size, size), SQUARE_INKS[letter])
    draw = ImageDraw.Draw(piece)
    paint_texture(draw, letter, size)
    if letter not in FACILITIES:
        return piece
    if not bare:
        shape = drawn(FACILITIES[letter], size)
        piece.paste(shape, (0, 0), shape)
    if size >= MIN_LETTERED_PX:
        font = max(SIZES.tiny, round(size * 0.4))
        write(draw, (size * 0.06 + 1, size * 0.07 + font * 0.36), literal(letter), font, LETTER_INKS[letter])
    return piece


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
