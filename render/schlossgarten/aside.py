"""The column beside the garden: steps left, the pawn that is hit, own cards in all rotations, elements left to build."""

from __future__ import annotations

from PIL import ImageDraw

from render.canvas import Picture, put
from render.fonts import fit, write
from render.layout import SIZES, Box, draw_sheet
from render.palette import Theme
from render.schlossgarten.cards import LARGEST, draw_turns, extent, grid
from render.schlossgarten.heads import BIT, FORMS, card_played, draw_supply, element_gap, piece
from render.schlossgarten.pawns import pawn
from render.schlossgarten.places import BESIDE, HIGH
from render.schlossgarten.signs import shoe, star
from render.signs import label
from render.sketch import PromptSketch
from render.teller import Teller
from render.writing import Words, literal
from rules.game import Seat
from rules.schlossgarten.draft import Draft
from rules.schlossgarten.finishes import offered_finishes
from rules.schlossgarten.names import card_name
from rules.schlossgarten.parts import KINDS
from rules.schlossgarten.state import View
from rules.text import Text, say, say_n

NARROW = 258  # pixels of the column beside a garden in which places are chosen
NAME = 54  # pixels for the name of a card
GAP = 18
STOCK = 2 * BIT + 24  # pixels of height of the elements to build
STEPS, VICTIM = 84, 150
PIECE = 104  # pixels of a square of an element beside a garden
MOVING = ("pawn", "where", "hit")


def draw_column(picture: Picture, view: View, seat: Seat, teller: Teller, left: int, top: int) -> None:
    """Draw the column of a seat that is asked nothing: the card it played last, its hand, and its supply."""
    played = [view.last.card] if view.last and view.last.seat == seat else []
    cards = [*played, *view.hand]
    room = (HIGH - top - STOCK - 8) // max(1, len(cards)) - GAP
    for card in cards:
        title = teller.told(card_played(card) if card in played else card_name(card))
        _card(picture, view, seat, card, title, (left, top, BESIDE, room), teller.theme)
        top += room + GAP
    draw_sheet(picture, (left, top, BESIDE, STOCK), teller.theme)
    draw_supply(picture, view, seat, (left + 16, top, BESIDE - 32, STOCK), teller.theme)


def _card(picture: Picture, view: View, seat: Seat, card: int, title: Words, box: Box, theme: Theme) -> None:
    """Draw a card in its rotations below its name."""
    left, top, wide, high = box
    draw_sheet(picture, box, theme)
    put(picture, label(*fit(title, wide - 16, SIZES.tiny, SIZES.tiny), theme.text), (left + wide / 2, top + NAME / 2 + 4))
    draw_turns(picture, card, view.sides[seat], (left, top + NAME, wide, high - NAME - 8))


def draw_beside(picture: Picture, view: View, asked: PromptSketch, teller: Teller, box: Box) -> None:
    """Draw the column of a question: while pawns move, the steps left and the card; while one works, its elements.

    :param box: the column.
    """
    draft: Draft = asked.board
    left, top, wide, high = box
    if draft.worker is not None:
        _stock(picture, view, draft, (left + wide / 2, top), teller.theme)
        return
    end = top + high
    if asked.key in MOVING:
        taken = 0 if draft.to is None else draft.reach().cost(draft.to)
        _steps(picture, draft.left - taken, (left + wide / 2, top), teller.theme)
        top += STEPS
    if victim := draft.victim():
        _victim(picture, view, victim, teller, (left + wide / 2, top))
        top += VICTIM
    assert draft.card is not None
    name = fit(teller.told(card_name(draft.card)), wide - 16, SIZES.tiny, SIZES.tiny)
    put(picture, label(*name, teller.theme.text), (left + wide / 2, top + NAME / 2))
    draw_turns(picture, draft.card, view.sides[draft.seat], (left, top + NAME, wide, end - top - NAME))


def draw_hand(picture: Picture, view: View, seat: Seat, draft: Draft, teller: Teller, box: Box) -> None:
    """Draw the cards of a hand as printed, each on a sheet with its name and how it can be made."""
    left, top, wide, high = box
    tall = (high + GAP) // len(view.hand) - GAP
    flat = tall < wide  # then the words stand on the left of the card
    words = round(wide * 0.56) if flat else wide
    room = (wide - words - 20, tall - 40) if flat else (wide - 60, tall - 170)
    for card in view.hand:
        draw_sheet(picture, (left, top, wide, tall), teller.theme)
        x, y = left + words / 2, top + (tall / 2 - 28 if flat else 44)
        name, told = (teller.told(text) for text in (card_name(card), _ways(draft, card)))
        put(picture, label(*fit(name, words - 16, SIZES.text, SIZES.tiny), teller.theme.text), (x, y))
        put(picture, label(*fit(told, words - 16, SIZES.tiny, SIZES.tiny), teller.theme.pale), (x, y + 56))
        size = min(2 * LARGEST, *(pixels // squares for pixels, squares in zip(room, extent(card), strict=True)))
        at = (left + wide - 14 - room[0] / 2, top + tall / 2) if flat else (x, top + 61 + tall / 2)
        put(picture, grid(card, 0, view.sides[seat], size), at)
        top += tall + GAP


def _ways(draft: Draft, card: int) -> Text:
    """Say whether the pattern of a card stands already, or in how many places it can be made at once."""
    if draft._replace(card=card).figures():
        return say("already made")
    places = len(offered_finishes(draft.board, draft.seat, card))
    return say_n("{count} place", "{count} places", places) if places else say("too far")


def draw_card(picture: Picture, view: View, seat: Seat, card: int, teller: Teller, box: Box) -> None:
    """Draw a card in its four rotations, on a sheet with its name."""
    left, top, wide, high = box
    draw_sheet(picture, box, teller.theme)
    name = fit(teller.told(card_name(card)), wide - 16, SIZES.text, SIZES.tiny)
    put(picture, label(*name, teller.theme.text), (left + wide / 2, top + 44))
    draw_turns(picture, card, view.sides[seat], (left, top + 72, wide, high - 80))


def _stock(picture: Picture, view: View, draft: Draft, at: tuple[float, int], theme: Theme) -> None:
    """Draw the worker and its elements below a point; an outline stands for each element that lies in the garden."""
    assert draft.worker is not None
    x, top = at
    side = view.sides[draft.seat]
    put(picture, pawn(side, draft.worker, 190), (x, top + 90))
    top += 200
    for kind, each in enumerate(KINDS):
        if each.pawn == draft.worker:
            cells = FORMS[each.size]
            sign = (
                element_gap(cells, PIECE, theme.sheet)
                if draft.board.elements[draft.seat][kind]
                else piece(side, kind, cells, PIECE)
            )
            put(picture, sign, (x, top + sign.height / 2))
            top += sign.height + 36


def _steps(picture: Picture, steps: int, at: tuple[float, int], theme: Theme) -> None:
    """Draw the number of steps left below a point."""
    x, top = at
    write(ImageDraw.Draw(picture), (x - 6, top + STEPS / 2), literal(steps), SIZES.title, theme.text, anchor="r")
    put(picture, shoe(64), (x + 34, top + STEPS / 2))


def _victim(picture: Picture, view: View, victim: tuple[Seat, int], teller: Teller, at: tuple[float, int]) -> None:
    """Draw the pawn that is hit, and its owner's name."""
    owner, which = victim
    x, top = at
    put(picture, star(56), (x - 58, top + 50))
    put(picture, pawn(view.sides[owner], which, 100), (x + 28, top + 46))
    text, font = fit(teller.name(owner), NARROW, SIZES.tiny, SIZES.tiny)
    write(ImageDraw.Draw(picture), (x, top + 118), text, font, teller.theme.text, anchor="m")
