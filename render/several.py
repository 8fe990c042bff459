"""Several pictures of one game as one: what each of a few moves would come to, side by side."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from render import colours, paint
from render.canvas import WIDE, Picture, encode, put, reduced, scaled
from render.memory import hand_back_later
from render.palette import GOLD, PAPER, SAND
from render.signs import pill
from render.sketch import Sketch
from render.writing import literal

GAP = 16  # pixels between two of them
NUMBER = 72  # font size


def several(sketches: Sequence[Sketch]) -> bytes:
    """These as a PNG, two in a row, each with its number from 1 in a corner; one alone as large as it can be."""
    hand_back_later()
    return encode(reduced(sheet(sketches), colours(sketches[0].game)))


def sheet(sketches: Sequence[Sketch]) -> Picture:
    """The same before it is encoded; the last of an odd number in the middle."""
    wide = WIDE if len(sketches) == 1 else (WIDE - GAP) // 2
    tiles = [_tile(sketch, wide, number) for number, sketch in enumerate(sketches, start=1)]
    lines = [tiles[n : n + 2] for n in range(0, len(tiles), 2)]
    highs = [max(tile.height for tile in line) for line in lines]
    picture = Image.new("RGB", (WIDE, sum(highs) + GAP * (len(lines) - 1)), PAPER)
    top = 0
    for line, high in zip(lines, highs, strict=True):
        left = (WIDE - sum(tile.width for tile in line) - GAP * (len(line) - 1)) // 2
        for tile in line:
            picture.paste(tile, (left, top + (high - tile.height) // 2))
            left += wide + GAP
        top += high + GAP
    return picture


def _tile(sketch: Sketch, wide: int, number: int) -> Picture:
    large = paint(sketch)
    tile = scaled(large, (wide, round(large.height * wide / large.width)))
    sign = pill(literal(f" {number} "), NUMBER, GOLD)
    put(tile, sign, (sign.width / 2 + GAP, sign.height / 2 + GAP))
    tile.paste(SAND, (0, tile.height - 2, wide, tile.height))
    return tile
