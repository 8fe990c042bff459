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
from rules.hanging_gardens.parts import COLUMNS, PERSONS, PLACES, SERIES, STRUCTURE
from rules.hanging_gardens.state import place_key
from rules.hanging_gardens.words import values

PLATE = (158, 150)
LABEL = 38  # pixels above a plate for its key
HEAD = 44  # pixels above a column of the display
PAD = 10
FONT = 28
EACH = PLACES // COLUMNS


@sprites.keep
def plate(tile: str) -> Picture:
    """An open tile as printed."""
    wide, high = PLATE
    tone = mix(CREAM, STONE, 0.35) if tile in PERSONS else CREAM

    def paint(brush: Brush) -> None:
        brush.block((0, 0, wide - 1, high - 1), 14, mix(EARTH, INK, 0.2))
        brush.block((2, 2, wide - 3, high - 3), 12, tone)
        brush.block((2, high - 40, wide - 3, high - 3), 12, mix(STONE, tone, 0.25))
        brush.shape([(2, high - 40), (wide - 3, high - 40), (wide - 3, high - 24), (2, high - 24)], mix(STONE, tone, 0.25))

    piece = sprite(wide, high, paint)
    put_icon(piece, tile, 66, (wide / 2, 40))
    draw = ImageDraw.Draw(piece)
    write(draw, (wide / 2, 91), tile, FONT, INK, anchor="m")
    if tile in SERIES:
        write(draw, (wide - 10, 21), str(SERIES[tile].copies), FONT, mix(INK, EARTH, 0.4), anchor="r")
    _values(draw, values(tile), (wide / 2, high - 20))
    return piece


def put_icon(piece: Picture, tile: str, size: int, at: tuple[float, float]) -> None:
    """An icon on a sprite."""
    drawn = icon(tile, size)
    piece.alpha_composite(drawn, (round(at[0] - size / 2), round(at[1] - size / 2)))


def _values(draw: ImageDraw.ImageDraw, text: str, at: tuple[float, float]) -> None:
    """Values with narrow strokes between them."""
    parts = text.split("/")
    gap = 10
    x = at[0] - (sum(width(part, FONT) for part in parts) + gap * (len(parts) - 1)) / 2
    for i, part in enumerate(parts):
        if i:
            draw.line((x + gap * 0.75, at[1] - 10, x + gap * 0.3, at[1] + 10), mix(INK, EARTH, 0.6), 2)
            x += gap
        write(draw, (x, at[1]), part, FONT, INK)
        x += width(part, FONT)


@sprites.keep
def _dimmed(tile: str) -> Picture:
    pale = plate(tile).copy()
    pale.putalpha(fade(pale.getchannel("A"), 0.3))
    return pale


@sprites.keep
def _empty() -> Picture:
    wide, high = PLATE
    piece = Image.new("RGBA", PLATE, (*PAPER, 0))
    draw = ImageDraw.Draw(piece)
    ink = mix(PAPER, EARTH, 0.6)
    for x in range(4, wide - 8, 18):
        draw.rectangle((x, 0, x + 9, 2), fill=ink)
        draw.rectangle((x, high - 3, x + 9, high - 1), fill=ink)
    for y in range(4, high - 8, 18):
        draw.rectangle((0, y, 2, y + 9), fill=ink)
        draw.rectangle((wide - 3, y, wide - 1, y + 9), fill=ink)
    return piece


def display_size(columns_apart: bool) -> tuple[int, int]:
    """Pixels of the display: three columns, or ``columns_apart`` the two places of a column beside each other."""
    wide, high = PLATE
    rows, across = (1, PLACES) if columns_apart else (EACH, COLUMNS)
    gaps = PAD * (across - 1) + (2 * PAD * (COLUMNS - 1) if columns_apart else 0)
    return across * wide + gaps, HEAD + rows * (LABEL + high + PAD) - PAD


def draw_display(
    picture: Picture,
    tiles: tuple[str | None, ...],
    at: tuple[int, int],
    *,
    columns_apart: bool,
    notes: dict[str, str] | None,
    taken: frozenset[str],
    opened: int = 0,
) -> None:
    """The six open tiles.

    :param columns_apart: the two places of a column beside each other, in the public picture.
    :param notes: the keys on offer with what each brings; all others are dim. None while no tile is asked for.
    :param taken: the places emptied by the last move.
    :param opened: how many columns a temple now would pay for.
    """
    for place, tile in enumerate(tiles):
        column, down = divmod(place, EACH)
        x, y = _corner(at, column, down, columns_apart)
        key = place_key(place)
        if not down:
            _column_head(picture, column, (x, y - LABEL - HEAD + 4), columns_apart, column < opened)
        offered = notes is not None and key in notes
        centre = x + PLATE[0] / 2, y + PLATE[1] / 2
        if offered or key in taken:
            grown = 7 if offered else 4
            put(picture, rim(PLATE[0] + 2 * grown, PLATE[1] + 2 * grown, GOLD if offered else INK), centre)
        lit = notes is None or offered
        put(picture, (plate(tile) if lit else _dimmed(tile)) if tile else _empty(), centre)
        _key(picture, key, (x, y - LABEL / 2), notes)


def _key(picture: Picture, key: str, at: tuple[float, float], notes: dict[str, str] | None) -> None:
    if notes is None or key not in notes:
        ink = INK if notes is None else mix(INK, PAPER, 0.6)
        write(ImageDraw.Draw(picture), (at[0] + 4, at[1]), key, FONT, ink)
        return
    sign = pill(key, FONT, GOLD)
    put(picture, sign, (at[0] + sign.width / 2, at[1]))
    write(ImageDraw.Draw(picture), (at[0] + PLATE[0] - 4, at[1]), notes[key], FONT, INK, anchor="r")


def _corner(at: tuple[int, int], column: int, down: int, columns_apart: bool) -> tuple[int, int]:
    wide, high = PLATE
    if columns_apart:
        return at[0] + (column * EACH + down) * (wide + PAD) + column * 2 * PAD, at[1] + HEAD + LABEL
    return at[0] + column * (wide + PAD), at[1] + HEAD + LABEL + down * (LABEL + high + PAD)


def _column_head(picture: Picture, column: int, at: tuple[int, int], columns_apart: bool, bright: bool) -> None:
    """A column's price, the size of a structure, on a line as wide as the column."""
    draw = ImageDraw.Draw(picture)
    wide = PLATE[0] * (EACH if columns_apart else 1) + (PAD if columns_apart else 0)
    text = f"{STRUCTURE + column}+" if column == COLUMNS - 1 else str(STRUCTURE + column)
    draw.line((at[0], at[1] + 18, at[0] + wide, at[1] + 18), mix(PAPER, EARTH, 0.6), 3)
    sign = pill(f" {text} ", 30, GOLD if bright else CREAM)
    put(picture, sign, (at[0] + wide / 2, at[1] + 18))


CHIP = (158, 66)


@sprites.keep
def chip(tile: str, count: int, points: int) -> Picture:
    """A kind of tile in somebody's hand: icon, name, number, points."""
    wide, high = CHIP
    piece = Image.new("RGBA", CHIP, (*INK, 0))
    put_icon(piece, tile, high - 6, (high / 2 - 2, high / 2))
    draw = ImageDraw.Draw(piece)
    name, font = fit(tile, wide - high, 22, 20)
    write(draw, (high, 17), name, font, mix(INK, EARTH, 0.3))
    if tile in SERIES:
        write(draw, (high, 46), f"×{count}", 26, mix(INK, EARTH, 0.5))
    write(draw, (wide - 14, 45), str(points), 32, INK, anchor="r")
    return piece


def draw_count(picture: Picture, count: int, at: tuple[float, float], size: int, font: int) -> float:
    """How many tiles somebody has; returns the pixels taken."""
    put(picture, tile_back(size), (at[0] + size / 2, at[1]))
    write(ImageDraw.Draw(picture), (at[0] + size + 2, at[1]), str(count), font, INK)
    return count_wide(count, size, font)


def count_wide(count: int, size: int, font: int) -> float:
    """The pixels that `draw_count` takes."""
    return size + 2 + width(str(count), font)
