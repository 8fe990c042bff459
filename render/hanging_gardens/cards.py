"""Building cards: open ones upright, and the chosen one large, in its ways up and as it will lie."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render.cache import sprites
from render.canvas import LARGE, Picture, put, scaled, shadow
from render.fonts import write
from render.hanging_gardens.signs import frame, rim
from render.hanging_gardens.squares import square
from render.layout import Box
from render.palette import EARTH, GOLD, INK, PAPER, mix
from render.signs import pill
from rules.hanging_gardens.garden import turned
from rules.hanging_gardens.parts import HIGH, WIDE
from rules.hanging_gardens.state import View, slot_key

FONT = 28
LABEL = 38  # pixels above a card for its key
NAME = 32  # pixels below it for its name
STEP = 122  # pixels from one open card to the next
SOFT = 8
LARGE_SQUARE = 56  # pixels of a square of the chosen card
WAY = 230  # pixels of a row of ways up
HELD = 196  # pixels of the chosen card as it will lie


@sprites.keep
def face(card: str, turn: str, size: int) -> Picture:
    """A card as it lies, its squares ``size`` pixels wide, with a shadow of twice `SOFT` pixels around it."""
    rows = turned(card, turn)
    wide, high = len(rows[0]) * size, len(rows) * size
    bare = Image.new("RGBA", (wide + 4, high + 4), (*mix(EARTH, INK, 0.4), 255))
    for down, row in enumerate(rows):
        for right, letter in enumerate(row):
            bare.paste(square(letter, size), (2 + right * size, 2 + down * size))
    mask = Image.new("L", (bare.width * LARGE, bare.height * LARGE))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, mask.width - 1, mask.height - 1), 5 * LARGE, 255)
    bare.putalpha(scaled(mask, bare.size))
    cast = shadow(bare, SOFT, 0.4, EARTH)
    cast.alpha_composite(bare, (2 * SOFT, 2 * SOFT - 2))
    return cast


@sprites.keep
def _nothing(size: int) -> Picture:
    """The dashed frame of a card that was taken."""
    wide, high = WIDE * size, HIGH * size
    piece = Image.new("RGBA", (wide, high), (*PAPER, 0))
    draw = ImageDraw.Draw(piece)
    ink = mix(PAPER, EARTH, 0.6)
    for x in range(2, wide - 6, 16):
        for y in (0, high - 3):
            draw.rectangle((x, y, x + 8, y + 2), fill=ink)
    for y in range(2, high - 6, 16):
        for x in (0, wide - 3):
            draw.rectangle((x, y, x + 2, y + 8), fill=ink)
    return piece


def cards_size(view: View, size: int) -> tuple[int, int]:
    """Pixels of the open cards in a row."""
    return max(STEP, WIDE * size + 34) * len(view.cards), LABEL + HIGH * size + 4 + NAME


def draw_cards(picture: Picture, view: View, at: tuple[int, int], size: int, offered: frozenset[str]) -> None:
    """The open cards, each under its key and over its name; ``offered`` are the keys that may be taken now."""
    draw = ImageDraw.Draw(picture)
    step = max(STEP, WIDE * size + 34)
    for slot, card in enumerate(view.cards):
        key = slot_key(slot)
        x = at[0] + step * (slot + 0.5)
        y = at[1] + LABEL + HIGH * size / 2 + 2
        if card is None:
            put(picture, _nothing(size), (x, y))
            continue
        if key in offered:
            put(picture, rim(WIDE * size + 20, HIGH * size + 20, GOLD), (x, y))
            put(picture, pill(key, FONT, GOLD), (x, at[1] + LABEL / 2 - 6))
        else:
            write(draw, (x, at[1] + LABEL / 2 - 6), key, FONT, INK, anchor="m")
        put(picture, face(card, "up", size), (x, y))
        write(draw, (x, y + HIGH * size / 2 + 2 + NAME / 2 + 4), card, FONT, mix(INK, PAPER, 0.25), anchor="m")


def ways_high(keys: tuple[str, ...]) -> int:
    """Pixels of the chosen card in so many ways up."""
    return -(-len(keys) // 2) * WAY


def draw_ways(picture: Picture, card: str, keys: tuple[str, ...], box: Box) -> None:
    """The chosen card in the ways up on offer, two in a row, each under its key."""
    left, top, wide, _ = box
    for i, turn in enumerate(keys):
        down, right = divmod(i, 2)
        alone = i == len(keys) - 1 and not right
        x = left + wide * (0.5 if alone else 0.25 + 0.5 * right)
        put(picture, pill(f" {turn} ", 32, GOLD), (x, top + down * WAY + 20))
        put(picture, face(card, turn, LARGE_SQUARE), (x, top + down * WAY + 44 + HIGH * LARGE_SQUARE / 2))


def draw_held(picture: Picture, card: str, turn: str, centre: tuple[int, int]) -> None:
    """The chosen card as it will lie, a frame around its top left square."""
    put(picture, face(card, turn, LARGE_SQUARE), centre)
    rows = turned(card, turn)
    left = centre[0] - len(rows[0]) * LARGE_SQUARE // 2
    top = centre[1] - len(rows) * LARGE_SQUARE // 2
    inside = LARGE_SQUARE - 3  # the sides towards the card lie half on its other squares, short of their letters
    frame(picture, (left, top, inside, inside), 6, INK)
    frame(picture, (left - 1, top - 1, inside + 2, inside + 2), 4, GOLD)
