"""Draw the first board, before any card is laid: large cards, the first steps in words, and all gardens beside each other."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image, ImageDraw

from render.cache import sprites
from render.canvas import Picture, put
from render.fonts import write
from render.hanging_gardens.cards import draw_cards, face
from render.hanging_gardens.heads import VALUES, draw_acting, stock, turn_of
from render.hanging_gardens.icons import tile_back
from render.hanging_gardens.places import SIDE, SIZES
from render.hanging_gardens.plates import ROW_HIGH, ROW_WIDE, draw_row
from render.hanging_gardens.squares import square
from render.hanging_gardens.temples import temple_of
from render.layout import EDGE, GAP, Box
from render.palette import Theme
from render.paragraph import paragraph
from render.signs import pill
from render.teller import Teller
from render.writing import Words, literal
from rules.hanging_gardens.garden import key
from rules.hanging_gardens.parts import START_PLACE
from rules.hanging_gardens.state import View
from rules.text import say

CONTENT_PX = SIDE - 2 * EDGE  # width between the margins
CARD_SQUARE_PX, CARD_STEP_PX, CARDS_HEIGHT_PX = 68, 160, 222  # of the open cards; from one to the next
STEPS_HEIGHT_PX, STEP_ICON_PX = 150, 84  # of the first steps; width of a step's picture
LINE_PX = 30  # from one line of a paragraph to the next
MARKET_PX = EDGE // 2 + CARDS_HEIGHT_PX + GAP + STEPS_HEIGHT_PX + GAP + ROW_HIGH + GAP  # height of all above the gardens
SQUARE_NAMES_PX = 2 * LINE_PX + GAP  # height of the lines below the gardens
STEPS = (
    say("Take a card and lay it on your garden."),
    say("Three of a kind side by side: build a temple."),
    say("A temple earns a tile. Tiles are your points."),
)
SQUARE_NAMES = say(
    "Letters name columns, numbers name rows. Gardens grow in all directions, so the first square is {square}.",
    square=key(START_PLACE),
)


def is_opening(view: View) -> bool:
    """Return whether nobody has laid a card yet."""
    return not view.over and all(len(garden.laid) == 1 for garden in view.gardens)


def draw_market(picture: Picture, view: View, teller: Teller) -> None:
    """Draw the cards and the round, the first steps, and the display."""
    wide, above = CARD_STEP_PX * len(view.cards), EDGE // 2
    draw_cards(picture, view.cards, (EDGE, above, wide, CARDS_HEIGHT_PX), CARD_SQUARE_PX, teller.theme)
    _draw_round(picture, view, teller, (EDGE + wide + GAP, above, CONTENT_PX - wide - GAP, CARDS_HEIGHT_PX))
    above += CARDS_HEIGHT_PX + GAP
    step = CONTENT_PX // len(STEPS)
    for nth, (sentence, sign) in enumerate(zip(STEPS, (_laying(), _building(), _taking()), strict=True)):
        left = EDGE + nth * step
        put(picture, sign, (left + STEP_ICON_PX / 2, above + STEPS_HEIGHT_PX / 2))
        put(picture, pill(literal(nth + 1), SIZES.tiny), (left + 12, above + 30))
        box = left + STEP_ICON_PX + 12, above, step - STEP_ICON_PX - 24, STEPS_HEIGHT_PX
        _write_lines(picture, (teller.told(sentence),), box, teller.theme)
    draw_row(picture, view.tiles, teller, ((SIDE - ROW_WIDE) // 2, MARKET_PX - GAP - ROW_HIGH))


def draw_square_names(picture: Picture, teller: Teller) -> None:
    """Write at the lower end of the picture how squares are named."""
    box = EDGE, picture.height - SQUARE_NAMES_PX, CONTENT_PX, SQUARE_NAMES_PX - GAP
    _write_lines(picture, (teller.told(SQUARE_NAMES),), box, teller.theme)


def _draw_round(picture: Picture, view: View, teller: Teller, box: Box) -> None:
    """Write the round and the seat to act in a box, and below them what is left and how to read tiles."""
    left, above, wide, high = box
    write(ImageDraw.Draw(picture), (left, above + 24), teller.told(turn_of(view)), SIZES.small, teller.theme.text)
    draw_acting(picture, view, teller, (left, above + 72), wide)
    lines = teller.told(stock(view)), teller.told(VALUES)
    _write_lines(picture, lines, (left, above + 104, wide, high - 104), teller.theme)


def _write_lines(picture: Picture, sentences: Iterable[Words], box: Box, theme: Theme) -> None:
    """Write sentences in the middle of a box's height, each on lines of its own."""
    left, above, wide, high = box
    told, size = paragraph(sentences, wide, high // LINE_PX, SIZES.tiny, SIZES.tiny)
    first = above + (high - LINE_PX * (len(told) - 1)) / 2
    for nth, line in enumerate(told):
        write(ImageDraw.Draw(picture), (left, first + LINE_PX * nth), line, size, theme.pale)


@sprites.keep
def _laying() -> Picture:
    """Return a card."""
    return face("g1", "up", 32)


@sprites.keep
def _building() -> Picture:
    """Return three parks side by side, with a temple on one of them."""
    size = STEP_ICON_PX // 2
    piece = Image.new("RGBA", (2 * size, 2 * size))
    for right, down in ((0, 0), (1, 0), (1, 1)):
        piece.paste(square("P", size, (right, down) == (1, 1)), (right * size, down * size))
    built = temple_of(0, size)
    piece.alpha_composite(built, (round(size * 1.55 - built.width / 2), round(size * 1.55 - built.height / 2)))
    return piece


@sprites.keep
def _taking() -> Picture:
    """Return a tile."""
    return tile_back(STEP_ICON_PX)
