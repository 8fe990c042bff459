"""Larger views: all places where the figure of an own card could stand, and all cards."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render.canvas import WIDE, Picture, fade, put
from render.fonts import fit, width, write
from render.layout import EDGE, SIZES
from render.palette import GOLD
from render.schlossgarten import minis
from render.schlossgarten.cards import LARGEST, grid, span
from render.schlossgarten.heads import draw_head
from render.schlossgarten.pawns import NOBODY
from render.schlossgarten.places import HEAD, HIGH, TOP
from render.signs import pill
from render.sketch import NO_PROMPT, Detail, Mark, PromptSketch
from render.teller import Teller
from render.writing import literal
from rules.game import Event, Seat
from rules.schlossgarten.board import board_of
from rules.schlossgarten.draft import Draft
from rules.schlossgarten.finishes import finishes
from rules.schlossgarten.names import card_key, card_name
from rules.schlossgarten.parts import CARDS
from rules.schlossgarten.state import View
from rules.text import say

ALL = "cards"
ACROSS = 6
CELL = (225, 256)  # pixels of a card among all
MOST = 12  # little gardens in a picture


def details(view: View) -> tuple[Detail, ...]:
    """Return key and label of a larger view for each own card, and of one for all cards."""
    own = (Detail(card_key(card), say("Places for {card}", card=card_name(card))) for card in view.hand)
    return (*own, Detail(ALL, say("All cards")))


def detail(view: View, key: str, *, teller: Teller, last: tuple[Event, ...], asked: PromptSketch = NO_PROMPT) -> Picture:
    """Draw the larger view with this key; it shows no moves."""
    if key == ALL or view.me is None:
        return _cards(view, teller)
    return _places(view, view.me, int(key.removeprefix(card_key(0)[:-1])), teller)


def _places(view: View, seat: Seat, card: int, teller: Teller) -> Picture:
    """Draw a little garden for each figure that the seat can make in a turn."""
    draft = Draft(seat, board_of(view), card)
    found = finishes(draft.board, seat, card)[:MOST]
    marks = tuple(Mark(each.key(), number=str(n)) for n, each in enumerate(found, start=1))
    picture = Image.new("RGB", (WIDE, HIGH), teller.theme.ground)
    draw_head(picture, view, seat, teller, (EDGE, EDGE, WIDE - 2 * EDGE, HEAD))
    if marks:
        spots = minis.spots(len(marks), (EDGE, TOP, WIDE - 2 * EDGE, HIGH - TOP - EDGE))
        minis.draw_figures(picture, view, draft, found, zip(marks, spots, strict=True), teller.theme)
    else:
        none = teller.told(say("{card}: none within reach", card=card_name(card)))
        write(
            ImageDraw.Draw(picture),
            (WIDE / 2, TOP + 120),
            *fit(none, WIDE - 2 * EDGE, SIZES.small, SIZES.tiny),
            teller.theme.pale,
            anchor="m",
        )
    return picture


def _faint(card: Picture) -> Picture:
    """Return the pale picture of a card that has been played."""
    pale = card.copy()
    pale.putalpha(fade(pale.getchannel("A"), 0.3))
    return pale


def _cards(view: View, teller: Teller) -> Picture:
    """Draw all cards as printed; played ones are pale, own ones golden."""
    picture = Image.new("RGB", (WIDE, 2 * EDGE + 60 + CELL[1] * -(-len(CARDS) // ACROSS)), teller.theme.ground)
    draw, ink = ImageDraw.Draw(picture), teller.theme.text
    text = teller.told(say("pile {left} · discard {played}", left=view.bag, played=len(view.discard)))
    write(draw, (WIDE / 2, EDGE + 22), *fit(text, WIDE - 2 * EDGE, SIZES.small, SIZES.tiny), ink, anchor="m")
    for i, card in enumerate(CARDS):
        down, right = divmod(i, ACROSS)
        x, y = EDGE + CELL[0] * (right + 0.5), EDGE + 60 + CELL[1] * down
        key = literal(card)
        if card in view.hand:
            put(picture, pill(key, SIZES.tiny, GOLD), (x, y + 20))
        else:
            write(draw, (x, y + 20), key, SIZES.tiny, ink, anchor="m")
        if card in view.discard:
            half = width(key, SIZES.tiny) / 2 + 4
            draw.line((x - half, y + 20, x + half, y + 20), ink, 3)
        sprite = grid(card, 0, NOBODY if view.me is None else view.sides[view.me], min(LARGEST, 190 // span(card)))
        put(picture, _faint(sprite) if card in view.discard else sprite, (x, y + 142))
    return picture
