"""Tiles: a plate with icon, name, copies and values; the display; and what a seat holds."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render.cache import sprites
from render.canvas import Brush, Picture, fade, put, sprite
from render.fonts import fit, width, write
from render.hanging_gardens.icons import icon, tile_back
from render.hanging_gardens.signs import rim
from render.palette import CREAM, EARTH, GOLD, INK, PAPER, STONE, mix
from render.signs import pill
from render.sketch import Mark
from render.teller import Teller
from render.writing import Words, literal
from rules.hanging_gardens.names import TILE_NAMES
from rules.hanging_gardens.parts import COLUMNS, PERSONS, PLACES, SERIES, STRUCTURE
from rules.hanging_gardens.words import values
from rules.text import say

PLATE = (158, 150)
HEAD = 44  # pixels above a column of the display
GAP, APART = 8, 24  # between tiles of a column, and between columns
FONT = 28
EACH = PLACES // COLUMNS
STAR = "★"
Tiles = tuple[str | None, ...]
LARGE = 2  # as many times as large are tiles to choose from


@sprites.keep
def plate(tile: str, name: Words, times: int = 1) -> Picture:
    """An open tile as printed, so many times as large."""
    wide, high = (times * side for side in PLATE)
    tone = mix(CREAM, STONE, 0.35) if tile in PERSONS else CREAM
    foot = high - 40 * times

    def paint(brush: Brush) -> None:
        brush.block((0, 0, wide - 1, high - 1), 14, mix(EARTH, INK, 0.2))
        brush.block((2, 2, wide - 3, high - 3), 12, tone)
        brush.block((2, foot, wide - 3, high - 3), 12, mix(STONE, tone, 0.25))
        brush.shape([(2, foot), (wide - 3, foot), (wide - 3, foot + 16), (2, foot + 16)], mix(STONE, tone, 0.25))

    piece = sprite(wide, high, paint)
    put_icon(piece, tile, 66 * times, (wide / 2, 40 * times))
    draw = ImageDraw.Draw(piece)
    font = FONT + 14 * (times - 1)
    text, size = fit(name, wide - 8, font, FONT)
    write(draw, (wide / 2, 91 * times), text, size, INK, anchor="m")
    if tile in SERIES:
        write(draw, (wide - 10, 21), literal(f"×{SERIES[tile].copies}"), FONT, mix(INK, EARTH, 0.4), anchor="r")
    _values(draw, values(tile), (wide / 2, high - 20 * times), font)
    return piece


def put_icon(piece: Picture, tile: str, size: int, at: tuple[float, float]) -> None:
    """An icon on a sprite."""
    drawn = icon(tile, size)
    piece.alpha_composite(drawn, (round(at[0] - size / 2), round(at[1] - size / 2)))


def _values(draw: ImageDraw.ImageDraw, text: str, at: tuple[float, float], font: int) -> None:
    """Values with narrow strokes between them."""
    parts = [literal(part) for part in text.split("/")]
    gap = 10
    x = at[0] - (sum(width(part, font) for part in parts) + gap * (len(parts) - 1)) / 2
    for i, part in enumerate(parts):
        if i:
            draw.line((x + gap * 0.75, at[1] - 10, x + gap * 0.3, at[1] + 10), mix(INK, EARTH, 0.6), 2)
            x += gap
        write(draw, (x, at[1]), part, font, INK)
        x += width(part, font)


@sprites.keep
def _dimmed(tile: str, name: Words, times: int) -> Picture:
    pale = plate(tile, name, times).copy()
    pale.putalpha(fade(pale.getchannel("A"), 0.3))
    return pale


@sprites.keep
def _empty(times: int) -> Picture:
    wide, high = (times * side for side in PLATE)
    piece = Image.new("RGBA", (wide, high), (*PAPER, 0))
    draw = ImageDraw.Draw(piece)
    ink = mix(PAPER, EARTH, 0.6)
    for x in range(4, wide - 8, 18):
        draw.rectangle((x, 0, x + 9, 2), fill=ink)
        draw.rectangle((x, high - 3, x + 9, high - 1), fill=ink)
    for y in range(4, high - 8, 18):
        draw.rectangle((0, y, 2, y + 9), fill=ink)
        draw.rectangle((wide - 3, y, wide - 1, y + 9), fill=ink)
    return piece


ROW_HIGH = HEAD + PLATE[1]  # pixels of the display in one row
STEP = EACH * PLATE[0] + GAP + APART  # pixels from one column to the next
ROW_WIDE = PLACES * PLATE[0] + COLUMNS * (EACH - 1) * GAP + (COLUMNS - 1) * APART
BLOCK_HIGH = HEAD + EACH * LARGE * PLATE[1] + GAP  # of the display to choose from


def draw_row(
    picture: Picture, tiles: Tiles, teller: Teller, at: tuple[int, int], taken: frozenset[int] = frozenset(), opened: int = 0
) -> None:
    """The six open tiles in one row, the two of a column beside each other.

    :param taken: the places emptied by the last move.
    :param opened: how many columns a temple now would pay for.
    """
    picture.paste(_heads(opened, _conditions(teller)), at)
    for place, tile in enumerate(tiles):
        column, right = divmod(place, EACH)
        x, y = at[0] + column * STEP + right * (PLATE[0] + GAP), at[1] + HEAD
        middle = x + PLATE[0] / 2, y + PLATE[1] / 2
        if place in taken:
            put(picture, rim(PLATE[0] + 6, PLATE[1] + 6, INK), middle)
            put(picture, plate(tile, teller.told(TILE_NAMES[tile])) if tile else _empty(1), middle)
        else:
            picture.paste(_lying(tile, teller.told(TILE_NAMES[tile]) if tile else None), (x, y))


@sprites.keep
def _heads(opened: int, conditions: tuple[Words, ...]) -> Picture:
    """What stands above the display in one row."""
    strip = Image.new("RGB", (ROW_WIDE, HEAD), PAPER)
    for column in range(COLUMNS):
        _column_head(strip, conditions[column], (column * STEP, 0), STEP - APART, column < opened)
    return strip


@sprites.keep
def _lying(tile: str | None, name: Words | None) -> Picture:
    """A tile on the paper, or the place of one: pasted without a mask, which is faster."""
    ground = Image.new("RGB", PLATE, PAPER)
    put(ground, plate(tile, name) if tile and name else _empty(1), (PLATE[0] / 2, PLATE[1] / 2))
    return ground


def draw_choice(picture: Picture, tiles: Tiles, teller: Teller, at: tuple[int, int], wide: int, marks: dict[int, Mark]) -> None:
    """The six open tiles, large, column beside column; those on offer with their numbers and with what they bring."""
    across, high = (LARGE * side for side in PLATE)
    step = (wide - across) // (COLUMNS - 1)
    opened = 1 + max(marks, default=-EACH) // EACH
    for column, condition in enumerate(_conditions(teller)):
        _column_head(picture, condition, (at[0] + column * step, at[1]), across, column < opened)
    for place, tile in enumerate(tiles):
        column, down = divmod(place, EACH)
        x, y = at[0] + column * step, at[1] + HEAD + down * (high + GAP)
        centre = x + across / 2, y + high / 2
        if not tile:
            put(picture, _empty(LARGE), centre)
        elif place in marks:
            put(picture, plate(tile, teller.told(TILE_NAMES[tile]), LARGE), centre)
            _choose(picture, place, marks[place], (x, y), across)
        else:
            put(picture, _dimmed(tile, teller.told(TILE_NAMES[tile]), LARGE), centre)


def _choose(picture: Picture, place: int, mark: Mark, at: tuple[int, int], wide: int) -> None:
    """A rim, the number of a place, and what its tile brings."""
    x, y = at
    put(picture, rim(wide + 8, LARGE * PLATE[1] + 8, GOLD), (x + wide / 2, y + LARGE * PLATE[1] / 2))
    sign = pill(literal(f" {place + 1}{STAR * mark.star} "), 40, GOLD)
    put(picture, sign, (x + sign.width / 2 + 6, y + sign.height / 2 + 6))
    if mark.gain:
        worth = pill(literal(f" {mark.gain} "), 40, CREAM)
        put(picture, worth, (x + worth.width / 2 + 6, y + sign.height + worth.height / 2 + 14))


def _conditions(teller: Teller) -> tuple[Words, ...]:
    """What opens each column."""
    return tuple(teller.told(say("temple on {size}+", size=STRUCTURE + column)) for column in range(COLUMNS))


def _column_head(picture: Picture, condition: Words, at: tuple[int, int], wide: int, bright: bool) -> None:
    """What opens a column, a temple on a structure of this size or more, on a line as wide as the column."""
    text, size = fit(Words(f" {condition} "), wide - 14, 30, FONT)
    ImageDraw.Draw(picture).line((at[0], at[1] + 18, at[0] + wide, at[1] + 18), mix(PAPER, EARTH, 0.6), 3)
    put(picture, pill(text, size, GOLD if bright else CREAM), (at[0] + wide / 2, at[1] + 18))


def draw_count(picture: Picture, count: int, at: tuple[float, float], size: int, font: int) -> float:
    """How many tiles somebody has; returns the pixels taken."""
    put(picture, tile_back(size), (at[0] + size / 2, at[1]))
    write(ImageDraw.Draw(picture), (at[0] + size + 2, at[1]), literal(count), font, INK)
    return count_wide(count, size, font)


def count_wide(count: int, size: int, font: int) -> float:
    """The pixels that `draw_count` takes."""
    return size + 2 + width(literal(count), font)
