"""Cards: the figure as a little grid in each of its four rotations."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render.cache import sprites
from render.canvas import Picture, put, rounded, shadow
from render.layout import Box
from render.palette import EARTH
from render.schlossgarten.inks import CARD, CARD_LINE, CARD_RIM, KING_SQUARE, WORKER_SQUARE
from render.schlossgarten.pawns import NOBODY, pawn
from rules.schlossgarten.figures import rotations
from rules.schlossgarten.parts import SIZE
from rules.schlossgarten.state import Last

APART, FARTHEST = 26, 64  # pixels between two rotations, at least and at most
SHADOW, CORNER = 6, 8  # pixels of a card's shadow, and of its round corners
FACE, LARGEST = 47, 96  # pixels of a card's square: at least, so that the pawns are distinct, and at most
LARGEST_ALONE = 120  # pixels of its square at most where one rotation shows
MOST = 600  # pixels of a side, more than that of any card


def grid(card: int, turn: int, side: int, size: int) -> Picture:
    """Return a card in one of its rotations, with squares of ``size`` pixels.

    It is not cached: few cards come again in the same size, and one is quickly put together.
    """
    places = ((0, 0), *rotations(card)[turn])
    west, north = min(x for x, _ in places), max(y for _, y in places)
    wide, high = max(x for x, _ in places) - west + 1, north - min(y for _, y in places) + 1
    piece = Image.new("RGB", (wide * size + 1, high * size + 1), CARD)
    draw = ImageDraw.Draw(piece)
    for which, (x, y) in enumerate(places):
        left, top = (x - west) * size, (north - y) * size
        draw.rectangle((left, top, left + size, top + size), fill=WORKER_SQUARE if which else KING_SQUARE)
    for x in range(1, wide):
        draw.line((x * size, 0, x * size, high * size), CARD_LINE, 2)
    for y in range(1, high):
        draw.line((0, y * size, wide * size, y * size), CARD_LINE, 2)
    for which, (x, y) in enumerate(places):
        middle = ((x - west + 0.5) * size + 1, (north - y + 0.5) * size)
        put(piece, pawn(NOBODY if which else side, which, size), middle)
    return _lying(piece)


def _lying(bare: Picture) -> Picture:
    """Return a card with round corners, a dark rim and a shadow."""
    ImageDraw.Draw(bare).rounded_rectangle((0, 0, bare.width - 1, bare.height - 1), CORNER, outline=CARD_RIM, width=3)
    cast = Image.new("RGBA", (bare.width + 2 * SHADOW, bare.height + 2 * SHADOW), EARTH)
    opaque, shade = _alphas()
    cast.putalpha(_quartered(shade, cast.size))
    corners = [(x, y) for x in (0, bare.width - CORNER) for y in (0, bare.height - CORNER)]
    masks = [(x, y) for x in (0, opaque.width - CORNER) for y in (0, opaque.height - CORNER)]
    below = [cast.crop(_corner(x + SHADOW, y + SHADOW - 1)) for x, y in corners]
    cast.paste(bare, (SHADOW, SHADOW - 1))
    for (x, y), mask, under in zip(corners, masks, below, strict=True):
        tip = bare.crop(_corner(x, y)).convert("RGBA")
        tip.putalpha(opaque.crop(_corner(*mask)))
        under.alpha_composite(tip)
        cast.paste(under, (x + SHADOW, y + SHADOW - 1))
    return cast


def _corner(left: int, top: int) -> tuple[int, int, int, int]:
    return left, top, left + CORNER, top + CORNER


@sprites.keep
def _alphas() -> tuple[Picture, Picture]:
    """Return how opaque a card and its shadow are; the card is larger than any other, so that theirs can be cut from it."""
    whole = rounded(Image.new("RGB", (MOST, MOST)), CORNER)
    return whole.getchannel("A"), shadow(whole, SHADOW / 2, 0.5, EARTH).getchannel("A")


def _quartered(large: Picture, size: tuple[int, int]) -> Picture:
    """Return an image of this size from the four corners of a large one, whose middle is plain."""
    wide, high = size
    piece = Image.new("L", size)
    for left, x in ((0, 0), (wide // 2, large.width - wide + wide // 2)):
        for top, y in ((0, 0), (high // 2, large.height - high + high // 2)):
            piece.paste(large.crop((x, y, x + wide - wide // 2, y + high - high // 2)), (left, top))
    return piece


def extent(card: int, turn: int = 0) -> tuple[int, int]:
    """Return the columns and rows of a card in one of its rotations, the first of which is printed."""
    columns, rows = zip((0, 0), *rotations(card)[turn], strict=True)
    return 1 + max(columns) - min(columns), 1 + max(rows) - min(rows)


def span(card: int) -> int:
    """Return the squares of the longer side of a card."""
    return max(extent(card))


def draw_turns(picture: Picture, card: int, side: int, box: Box, alone: int = 0, least: int = FACE) -> None:
    """Draw the four rotations of a card in the middle of a box, in one column or two.

    :param alone: the rotation that a small box shows; a still smaller one shows none.
    :param least: pixels of a square from which all four show.
    """
    for turn, (left, top, wide, high) in turn_boxes(card, box, alone, least):
        put(picture, grid(card, turn, side, wide // extent(card, turn)[0]), (left + wide / 2, top + high / 2))


def turn_boxes(card: int, box: Box, alone: int = 0, least: int = FACE) -> list[tuple[int, Box]]:
    """Return the rotations of a card that have room in a box, and their boxes without shadows."""
    left, top, wide, high = box
    columns, size = _arranged(card, wide, high)
    if size < least:
        across, down = extent(card, alone)
        size = min(LARGEST_ALONE, (wide - 2 * SHADOW) // across, (high - 2 * SHADOW) // down)
        if size < FACE:
            return []
        across, down = across * size, down * size
        return [(alone, (left + (wide - across) // 2, top + (high - down) // 2, across, down))]
    rows = [range(first, first + columns) for first in range(0, 4, columns)]
    talls = [max(extent(card, turn)[1] for turn in row) * size for row in rows]
    gap = min(FARTHEST, (high - sum(talls)) // len(rows))
    y = top + (high - sum(talls) - gap * (len(rows) - 1)) // 2
    found: list[tuple[int, Box]] = []
    for row, tall in zip(rows, talls, strict=True):
        taken = sum(extent(card, turn)[0] for turn in row) * size
        aside = min(FARTHEST, (wide - taken) // len(row))
        x = left + (wide - taken - aside * (len(row) - 1)) // 2
        for turn in row:
            across, down = (squares * size for squares in extent(card, turn))
            found.append((turn, (x, y + (tall - down) // 2, across, down)))
            x += across + aside
        y += tall + gap
    return found


def _arranged(card: int, wide: int, high: int) -> tuple[int, int]:
    """Return the columns in which the four rotations of a card are largest in a box, and the pixels of their squares."""
    short, long = sorted(extent(card))
    pairs = min((wide - 2 * APART) // (short + long), (high - 2 * APART) // (2 * long))
    stack = min((wide - APART) // long, (high - 4 * APART) // (2 * (short + long)))
    return 2 if pairs >= stack else 1, min(LARGEST, max(pairs, stack))


def stood(last: Last) -> int:
    """Return the rotation in which the last turn made its figure; the first rotation if it made none."""
    places = [divmod(square, SIZE) for square in last.figure]
    found = tuple((column - places[0][1], row - places[0][0]) for row, column in places[1:])
    return next((turn for turn, position in enumerate(rotations(last.card)) if position == found), 0)
