"""Draw building cards: open ones upright, others as they lie."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render.cache import sprites
from render.canvas import Brush, Picture, fade, put, rounded, sprite
from render.canvas import turned as turned_points
from render.hanging_gardens.inks import CARD_EDGE_INK, CARD_RIM_INK, SHADE_INK
from render.hanging_gardens.places import SIZES
from render.hanging_gardens.signs import rim
from render.hanging_gardens.squares import RIM_SHARE, SHADOW_SHARE, SHADOW_STRENGTH, square
from render.layout import Box
from render.palette import CREAM, GOLD, INK, Ink, Theme
from render.signs import pill
from render.writing import literal
from rules.hanging_gardens.garden import turned
from rules.hanging_gardens.parts import HIGH, TURNS, WIDE

EDGE_PX, CORNER_PX = 3, 6


@sprites.keep
def face(card: str, turn: str, size: int) -> Picture:
    """Return a card in the middle of a sprite that has room for its shadow.

    :param turn: the rotation of the card (`rules.hanging_gardens.parts.TURNS`).
    :param size: pixels of a side of its squares.
    """
    bare, drop = flat_card(card, turn, size), round(4 + size * SHADOW_SHARE / 2)
    veil = Image.new("RGBA", bare.size, SHADE_INK)
    veil.putalpha(fade(bare.getchannel("A"), SHADOW_STRENGTH / 255))
    whole = Image.new("RGBA", (bare.width + 2 * drop, bare.height + 2 * drop), (*SHADE_INK, 0))
    whole.paste(veil, (2 * drop, 2 * drop))
    whole.alpha_composite(bare, (drop, drop))
    return whole


def flat_card(card: str, turn: str, size: int) -> Picture:
    """Return a card without its shadow, with a bright rim inside a dark edge; parameters as in `face`."""
    rows = turned(card, turn)
    wide, high = len(rows[0]) * size, len(rows) * size
    bare = Image.new("RGB", (wide + 2 * EDGE_PX, high + 2 * EDGE_PX), CARD_EDGE_INK)
    for down, row in enumerate(rows):
        for right, letter in enumerate(row):
            bare.paste(square(letter, size), (EDGE_PX + right * size, EDGE_PX + down * size))
    inside = EDGE_PX, EDGE_PX, EDGE_PX + wide - 1, EDGE_PX + high - 1
    ImageDraw.Draw(bare).rectangle(inside, outline=CARD_RIM_INK, width=max(2, round(size * RIM_SHARE)))
    return rounded(bare, CORNER_PX)


@sprites.keep
def way_sign(turn: str, size: int) -> Picture:
    """Return a plate, ``size`` pixels wide, with an arrow to where the printed top of a card points."""

    def paint(brush: Brush) -> None:
        brush.block((0, 0, size - 1, size - 1), size * 0.2, INK)
        brush.block((size * 0.05, size * 0.05, size * 0.95 - 1, size * 0.95 - 1), size * 0.16, CREAM)
        points = [(0.0, -0.34), (0.3, -0.02), (0.1, -0.02), (0.1, 0.34), (-0.1, 0.34), (-0.1, -0.02), (-0.3, -0.02)]
        brush.shape(turned_points(points, 90 * TURNS.index(turn), (size / 2, size / 2), size), INK)

    return sprite(size, size, paint)


@sprites.keep
def _empty_frame(size: int, ink: Ink) -> Picture:
    """Return the dashed frame of a card that was taken."""
    wide, high = WIDE * size, HIGH * size
    piece = Image.new("RGBA", (wide, high), (*ink, 0))
    draw = ImageDraw.Draw(piece)
    for x in range(2, wide - 6, 16):
        for y in (0, high - 3):
            draw.rectangle((x, y, x + 8, y + 2), fill=ink)
    for y in range(2, high - 6, 16):
        for x in (0, wide - 3):
            draw.rectangle((x, y, x + 2, y + 8), fill=ink)
    return piece


def draw_cards(
    picture: Picture,
    cards: tuple[str | None, ...],
    box: Box,
    size: int,
    theme: Theme,
    offered: frozenset[int] | None = None,
) -> None:
    """Draw cards side by side in a box; None stands for one that was taken.

    :param size: pixels of a side of their squares.
    :param offered: indices of the cards that may be chosen; all cards get numbers then. None if nothing is asked.
    """
    left, top, wide, high = box
    step = wide / len(cards)
    for slot, card in enumerate(cards):
        x, y = left + step * (slot + 0.5), top + high / 2
        if card is None:
            put(picture, _empty_frame(size, theme.line), (x, y))
            continue
        put(picture, face(card, "up", size) if offered is None or slot in offered else _pale(card, size), (x, y))
        if offered is not None and slot in offered:
            put(picture, rim(WIDE * size + 20, HIGH * size + 20, GOLD), (x, y))
        if offered is not None:
            sign = pill(literal(f" {slot + 1} "), SIZES.small, GOLD if slot in offered else CREAM)
            put(picture, sign, (x - WIDE * size / 2 - sign.width / 2 - 14, y - HIGH * size / 2 + sign.height / 2))


@sprites.keep
def _pale(card: str, size: int) -> Picture:
    """Return a card that does not fit, pale."""
    pale = face(card, "up", size).copy()
    pale.putalpha(fade(pale.getchannel("A"), 0.35))
    return pale
