"""Beside the garden: steps left, the own cards in all turns, answers without a place, and what the signs mean."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from PIL import ImageDraw

from render.canvas import Picture, put
from render.fonts import width, write
from render.palette import INK
from render.schlossgarten.cards import draw_key, draw_turns
from render.schlossgarten.heads import draw_supply, piece
from render.schlossgarten.offers import SIGN, in_reach
from render.schlossgarten.pawns import pawn
from render.schlossgarten.places import BESIDE, LEAST, PALE
from render.schlossgarten.signs import dots, draw_sheet, leap, pill, shoe, star, trio
from render.sketch import Mark
from rules.game import Seat
from rules.schlossgarten.board import site_of
from rules.schlossgarten.draft import Draft
from rules.schlossgarten.parts import KIND_KEYS, PAWNS, STEPS
from rules.schlossgarten.state import View
from rules.schlossgarten.tell import card_key

STEP = 160  # pixels from one turn of a card to the next
CARD = 56 + 2 * STEP + 22
ANSWER = 58
LINE = 46
MOVING = ("pawn", "where", "hit", "figure")


class Part(NamedTuple):
    """A piece of the column: its height in pixels, and what paints it at a left upper corner."""

    high: int
    paint: Callable[[Picture, int, int], None]


def parts(view: View, seat: Seat, draft: Draft | None, asked: str, marks: tuple[Mark, ...]) -> list[Part]:
    """What stands in the column, from the top."""
    if draft is None or asked == "card":
        notes = {mark.key: mark.note for mark in marks}
        return [*(_card(view, seat, card, notes) for card in view.hand), _stock(view, seat)]
    steps = [Part(62, partial(_steps, draft.left))] if asked in MOVING else []
    answers = [mark for mark in marks if _spoken(mark, asked)]
    found = [Part(ANSWER, partial(_answer, view, draft, asked, mark)) for mark in answers]
    return [*steps, _card(view, seat, draft.card, None), *found, *_rest(view, seat, asked)]


def _spoken(mark: Mark, asked: str) -> bool:
    """Has an answer no place in the garden that carries its key?"""
    return mark.key not in PAWNS and site_of(mark.key) is None and asked != "figure"


def _rest(view: View, seat: Seat, asked: str) -> list[Part]:
    """What the signs mean while a square is chosen; the elements left while work is."""
    if asked == "where":
        return _legend()
    return [] if asked in MOVING else [_stock(view, seat)]


def _card(view: View, seat: Seat, card: int, notes: dict[str, str] | None) -> Part:
    """A card in its four turns; with notes, how many figures of it are in reach."""

    def paint(picture: Picture, left: int, top: int) -> None:
        key = card_key(card)
        offered = notes is not None and key in notes
        draw_sheet(picture, (left, top, BESIDE, CARD - 14), offered)
        text = f"× {notes[key]}" if notes and key in notes else ""
        middle = left + (BESIDE - (SIGN + 14 + width(text, 34) if text else 0)) / 2
        draw_key(picture, (middle, top + 32), key, 34, offered)
        if text:
            put(picture, trio(SIGN), (middle + 96, top + 32))
            write(ImageDraw.Draw(picture), (middle + 96 + SIGN / 2 + 6, top + 32), text, 34, PALE)
        draw_turns(picture, card, view.sides[seat], (left + BESIDE / 2, top + 56 + STEP), STEP)

    return Part(CARD, paint)


def _steps(left: int, picture: Picture, x: int, y: int) -> None:
    """A footprint for each step that is left, pale ones for those spent."""
    for step in range(STEPS):
        put(picture, shoe(48, step >= left), (x + 34 + 56 * step, y + 26))
    write(ImageDraw.Draw(picture), (x + BESIDE - 20, y + 26), str(left), 46, INK, anchor="r")


def _answer(view: View, draft: Draft, asked: str, mark: Mark, picture: Picture, left: int, top: int) -> None:
    """A key with a picture of what it means."""
    y = top + ANSWER / 2 - 2
    sign = pill(f" {mark.key} ", 34)
    put(picture, sign, (left + sign.width / 2 + 4, y))
    x = left + sign.width + 16
    side = view.sides[draft.seat]
    if mark.key in KIND_KEYS:
        element = piece(side, KIND_KEYS.index(mark.key), 26)
        put(picture, element, (x + element.width / 2, y))
    elif mark.key.endswith("-works"):
        put(picture, pawn(side, PAWNS.index(mark.key.removesuffix("-works")), 58), (x + 26, y))
    elif mark.key == "reach":
        put(picture, trio(SIGN), (x + SIGN / 2, y))
        write(ImageDraw.Draw(picture), (x + SIGN + 8, y), f"× {len(in_reach(draft))}", 34, PALE)
    elif mark.key == "done" and draft.figures():
        put(picture, trio(SIGN), (x + SIGN / 2, y))
    if mark.note and asked == "kind":
        write(ImageDraw.Draw(picture), (left + BESIDE - 6, y), mark.note, 38, INK, anchor="r")


def _legend() -> list[Part]:
    """What the signs on the squares mean."""
    lines = [(dots(2, 17), "steps"), (trio(SIGN), "makes the figure"), (leap(SIGN), "jumps"), (star(SIGN + 6), "hits")]
    return [Part(LINE, partial(_line, sign, text)) for sign, text in lines]


def _line(sign: Picture, text: str, picture: Picture, left: int, top: int) -> None:
    put(picture, sign, (left + 34, top + LINE / 2))
    write(ImageDraw.Draw(picture), (left + 72, top + LINE / 2), text, LEAST + 2, PALE)


def _stock(view: View, seat: Seat) -> Part:
    """The elements that are left to build."""

    def paint(picture: Picture, left: int, top: int) -> None:
        draw_sheet(picture, (left, top, BESIDE, 84))
        draw_supply(picture, view, seat, (left + 20, top + 16, BESIDE - 40, 52))

    return Part(98, paint)
