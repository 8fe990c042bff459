"""Cards: the figure as a little grid in each of its four rotations."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render.cache import sprites
from render.canvas import Picture, Point, put, rounded, shadow
from render.layout import Box
from render.palette import CREAM, EARTH, mix
from render.schlossgarten.pawns import NOBODY, pawn
from rules.schlossgarten.figures import rotations
from rules.schlossgarten.parts import SIZE
from rules.schlossgarten.state import Last

GRID, BLANK = mix(CREAM, EARTH, 0.3), mix(CREAM, EARTH, 0.1)
APART = 26  # pixels between two rotations at least
FACE, LARGEST = 44, 84  # pixels of a card's square: at least, so that the pawns are distinct, and at most


@sprites.keep
def grid(card: int, turn: int, side: int, size: int) -> Picture:
    """Return a card in one of its rotations, with squares of ``size`` pixels."""
    places = ((0, 0), *rotations(card)[turn])
    west, north = min(x for x, _ in places), max(y for _, y in places)
    wide, high = max(x for x, _ in places) - west + 1, north - min(y for _, y in places) + 1
    piece = Image.new("RGB", (wide * size + 1, high * size + 1), BLANK)
    draw = ImageDraw.Draw(piece)
    for x in range(wide + 1):
        draw.line((x * size, 0, x * size, high * size), GRID)
    for y in range(high + 1):
        draw.line((0, y * size, wide * size, y * size), GRID)
    for which, (x, y) in enumerate(places):
        corner = ((x - west) * size, (north - y) * size)
        box = (corner[0] + 1, corner[1] + 1, corner[0] + size - 1, corner[1] + size - 1)
        draw.rectangle(box, fill=(248, 222, 150) if which == 0 else (222, 229, 204))
        put(piece, pawn(side if which == 0 else NOBODY, which, size), (corner[0] + size / 2 + 1, corner[1] + size / 2))
    return _lying(piece)


def _lying(bare: Picture) -> Picture:
    """Return a card with round corners and a shadow."""
    whole = rounded(bare, 5)
    cast = shadow(whole, 3, 0.5, EARTH)
    cast.alpha_composite(whole, (6, 5))
    return cast


def extent(card: int) -> tuple[int, int]:
    """Return the columns and rows of a card as printed."""
    columns, rows = zip((0, 0), *rotations(card)[0], strict=True)
    return 1 + max(columns) - min(columns), 1 + max(rows) - min(rows)


def span(card: int) -> int:
    """Return the squares of the longer side of a card."""
    return max(extent(card))


def draw_turns(picture: Picture, card: int, side: int, middle: Point, step: int) -> None:
    """Draw the four rotations of a card around a point, two in a row, ``step`` pixels from row to row."""
    size = min(LARGEST, max(FACE, (step - 36) // span(card)))
    for turn in range(4):
        down, right = divmod(turn, 2)
        at = (middle[0] + (right - 0.5) * (step + 2), middle[1] + (down - 0.5) * step)
        put(picture, grid(card, turn, side, size), at)


def draw_all_turns(picture: Picture, card: int, side: int, box: Box) -> None:
    """Draw the four rotations of a card one below the other, in the middle of a box."""
    rows = [1 + max(0, *tall) - min(0, *tall) for tall in ([y for _, y in turn] for turn in rotations(card))]
    left, top, wide, tall = box
    size = min(LARGEST, (wide - 20) // span(card), (tall - APART * len(rows)) // sum(rows))
    gap = min(56, (tall - size * sum(rows)) // len(rows))
    top += (tall - size * sum(rows) - gap * (len(rows) - 1)) // 2
    for turn, high in enumerate(rows):
        put(picture, grid(card, turn, side, size), (left + wide / 2, top + size * high / 2))
        top += size * high + gap


def stood(last: Last) -> int:
    """Return the rotation in which the last turn made its figure; the first rotation if it made none."""
    places = [divmod(square, SIZE) for square in last.figure]
    found = tuple((column - places[0][1], row - places[0][0]) for row, column in places[1:])
    return next((turn for turn, position in enumerate(rotations(last.card)) if position == found), 0)


def draw_stood(picture: Picture, last: Last, side: int, middle: Point, room: int) -> None:
    """Draw the card of the last turn in the rotation that stood, no larger than ``room`` pixels."""
    put(picture, grid(last.card, stood(last), side, min(LARGEST, (room - 12) // span(last.card))), middle)
