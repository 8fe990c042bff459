"""Draw tiles: a plate with icon, name, copies and values; the display; and the number of a seat's tiles."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render.cache import sprites
from render.canvas import Brush, Picture, fade, put, sprite
from render.fonts import fit, width, write
from render.hanging_gardens.icons import icon, tile_back
from render.hanging_gardens.places import SIZES
from render.hanging_gardens.signs import rim
from render.hanging_gardens.temples import temple
from render.palette import CREAM, EARTH, GOLD, INK, STONE, Ink, Theme, mix
from render.signs import pill
from render.sketch import Mark
from render.teller import Teller
from render.writing import Words, literal
from rules.hanging_gardens.names import TILE_NAMES
from rules.hanging_gardens.parts import COLUMNS, PERSONS, PLACES, SERIES, STRUCTURE
from rules.hanging_gardens.words import values
from rules.text import say

PLATE_SIZE_PX = (158, 150)
HEAD_PX, ROOF_PX = 44, 36  # height of a column's head, and of the temple in it
TILE_GAP_PX, COLUMN_GAP_PX = 8, 24
PLACES_PER_COLUMN = PLACES // COLUMNS
STAR = "★"
Tiles = tuple[str | None, ...]
CHOICE_SCALE = 2  # of tiles to choose from


@sprites.keep
def plate(tile: str, name: Words, times: int = 1) -> Picture:
    """Return an open tile as printed, ``times`` as large as `PLATE_SIZE_PX`."""
    wide, high = (times * side for side in PLATE_SIZE_PX)
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
    font = SIZES.tiny if times == 1 else SIZES.large
    text, size = fit(name, wide - 8, font, SIZES.tiny)
    write(draw, (wide / 2, 91 * times), text, size, INK, anchor="m")
    if tile in SERIES:
        write(draw, (wide - 10, 21), literal(f"×{SERIES[tile].copies}"), SIZES.tiny, mix(INK, EARTH, 0.4), anchor="r")
    _values(draw, values(tile), (wide / 2, high - 20 * times), font)
    return piece


def put_icon(piece: Picture, tile: str, size: int, at: tuple[float, float]) -> None:
    """Blend an icon over a sprite, its middle at ``at``."""
    drawn = icon(tile, size)
    piece.alpha_composite(drawn, (round(at[0] - size / 2), round(at[1] - size / 2)))


def _values(draw: ImageDraw.ImageDraw, text: str, at: tuple[float, float], font: int) -> None:
    """Write values with narrow strokes between them."""
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
def _empty(times: int, ink: Ink) -> Picture:
    wide, high = (times * side for side in PLATE_SIZE_PX)
    piece = Image.new("RGBA", (wide, high), (*ink, 0))
    draw = ImageDraw.Draw(piece)
    for x in range(4, wide - 8, 18):
        draw.rectangle((x, 0, x + 9, 2), fill=ink)
        draw.rectangle((x, high - 3, x + 9, high - 1), fill=ink)
    for y in range(4, high - 8, 18):
        draw.rectangle((0, y, 2, y + 9), fill=ink)
        draw.rectangle((wide - 3, y, wide - 1, y + 9), fill=ink)
    return piece


ROW_HIGH = HEAD_PX + PLATE_SIZE_PX[1]  # pixels of the display in one row
COLUMN_STEP_PX = PLACES_PER_COLUMN * PLATE_SIZE_PX[0] + TILE_GAP_PX + COLUMN_GAP_PX  # from one column to the next
ROW_WIDE = PLACES * PLATE_SIZE_PX[0] + COLUMNS * (PLACES_PER_COLUMN - 1) * TILE_GAP_PX + (COLUMNS - 1) * COLUMN_GAP_PX
BLOCK_HIGH = HEAD_PX + PLACES_PER_COLUMN * CHOICE_SCALE * PLATE_SIZE_PX[1] + TILE_GAP_PX  # pixels of the display to choose from


def draw_row(
    picture: Picture, tiles: Tiles, teller: Teller, at: tuple[int, int], taken: frozenset[int] = frozenset(), opened: int = 0
) -> None:
    """Draw the six open tiles in one row, the two of a column beside each other.

    :param at: its upper left corner in pixels.
    :param taken: the places emptied by the last move.
    :param opened: the number of columns that a temple built now would open.
    """
    picture.paste(_heads(opened, _conditions(teller), teller.theme), at)
    for place, tile in enumerate(tiles):
        column, right = divmod(place, PLACES_PER_COLUMN)
        x, y = at[0] + column * COLUMN_STEP_PX + right * (PLATE_SIZE_PX[0] + TILE_GAP_PX), at[1] + HEAD_PX
        middle = x + PLATE_SIZE_PX[0] / 2, y + PLATE_SIZE_PX[1] / 2
        if place in taken:
            put(picture, rim(PLATE_SIZE_PX[0] + 6, PLATE_SIZE_PX[1] + 6, INK), middle)
            put(picture, plate(tile, teller.told(TILE_NAMES[tile])) if tile else _empty(1, teller.theme.line), middle)
        else:
            picture.paste(_lying(tile, teller.told(TILE_NAMES[tile]) if tile else None, teller.theme), (x, y))


@sprites.keep
def _heads(opened: int, conditions: tuple[Words, ...], theme: Theme) -> Picture:
    """Return the heads of all columns of the display in one row."""
    strip = Image.new("RGB", (ROW_WIDE, HEAD_PX), theme.ground)
    for column in range(COLUMNS):
        at, wide = (column * COLUMN_STEP_PX, 0), COLUMN_STEP_PX - COLUMN_GAP_PX
        _column_head(strip, conditions[column], at, wide, theme, bright=column < opened)
    return strip


@sprites.keep
def _lying(tile: str | None, name: Words | None, theme: Theme) -> Picture:
    """Return a tile, or an empty place, on the background: pasting without a mask is faster."""
    ground = Image.new("RGB", PLATE_SIZE_PX, theme.ground)
    put(ground, plate(tile, name) if tile and name else _empty(1, theme.line), (PLATE_SIZE_PX[0] / 2, PLATE_SIZE_PX[1] / 2))
    return ground


def draw_choice(picture: Picture, tiles: Tiles, teller: Teller, at: tuple[int, int], wide: int, marks: dict[int, Mark]) -> None:
    """Draw the six open tiles large, column beside column; those on offer with number and points.

    :param at: the upper left corner in pixels.
    :param wide: the width of all columns.
    :param marks: the options by place.
    """
    across, high = (CHOICE_SCALE * side for side in PLATE_SIZE_PX)
    step = (wide - across) // (COLUMNS - 1)
    opened = 1 + max(marks, default=-PLACES_PER_COLUMN) // PLACES_PER_COLUMN
    for column, condition in enumerate(_conditions(teller)):
        _column_head(picture, condition, (at[0] + column * step, at[1]), across, teller.theme, bright=column < opened)
    for place, tile in enumerate(tiles):
        column, down = divmod(place, PLACES_PER_COLUMN)
        x, y = at[0] + column * step, at[1] + HEAD_PX + down * (high + TILE_GAP_PX)
        centre = x + across / 2, y + high / 2
        if not tile:
            put(picture, _empty(CHOICE_SCALE, teller.theme.line), centre)
        elif place in marks:
            put(picture, plate(tile, teller.told(TILE_NAMES[tile]), CHOICE_SCALE), centre)
            _choose(picture, place, marks[place], (x, y), across)
        else:
            put(picture, _dimmed(tile, teller.told(TILE_NAMES[tile]), CHOICE_SCALE), centre)


def _choose(picture: Picture, place: int, mark: Mark, at: tuple[int, int], wide: int) -> None:
    """Draw the rim, number and points of a tile on offer."""
    x, y = at
    put(
        picture, rim(wide + 8, CHOICE_SCALE * PLATE_SIZE_PX[1] + 8, GOLD), (x + wide / 2, y + CHOICE_SCALE * PLATE_SIZE_PX[1] / 2)
    )
    sign = pill(literal(f" {place + 1}{STAR * mark.star} "), SIZES.text, GOLD)
    put(picture, sign, (x + sign.width / 2 + 6, y + sign.height / 2 + 6))
    if mark.gain:
        worth = pill(literal(f" {mark.gain} "), SIZES.text, CREAM)
        put(picture, worth, (x + worth.width / 2 + 6, y + sign.height + worth.height / 2 + 14))


def _conditions(teller: Teller) -> tuple[Words, ...]:
    """Return the condition that opens each column."""
    return tuple(teller.told(say("{size} or more", size=STRUCTURE + column)) for column in range(COLUMNS))


def _column_head(picture: Picture, condition: Words, at: tuple[int, int], wide: int, theme: Theme, *, bright: bool) -> None:
    """Draw a temple and the condition of a column on a line as wide as it; bright if it is met."""
    text, size = fit(Words(f" {condition} "), wide - HEAD_PX - 10, SIZES.tiny, SIZES.tiny)
    sign = pill(text, size, GOLD if bright else CREAM)
    ImageDraw.Draw(picture).line((at[0], at[1] + 18, at[0] + wide, at[1] + 18), theme.line, 3)
    left = at[0] + (wide - sign.width - HEAD_PX) / 2
    put(picture, _roof(theme.ground), (left + HEAD_PX / 2 - 4, at[1] + 18))
    put(picture, sign, (left + HEAD_PX + sign.width / 2, at[1] + 18))


@sprites.keep
def _roof(ground: Ink) -> Picture:
    """Return a temple in no seat's colour, on a ground that hides the line behind it."""

    piece = Image.new("RGBA", (HEAD_PX, ROOF_PX + 2), ground)
    piece.alpha_composite(temple(STONE, ROOF_PX))
    return piece


def draw_count(picture: Picture, count: int, at: tuple[float, float], size: int, font: int, ink: Ink) -> float:
    """Draw a number of tiles; return the width in pixels."""
    put(picture, tile_back(size), (at[0] + size / 2, at[1]))
    write(ImageDraw.Draw(picture), (at[0] + size + 2, at[1]), literal(count), font, ink)
    return count_wide(count, size, font)


def count_wide(count: int, size: int, font: int) -> float:
    """Return the width of `draw_count` in pixels."""
    return size + 2 + width(literal(count), font)
