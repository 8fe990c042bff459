"""Beside the garden: steps left, the own cards in all turns, answers without a place, and what the signs mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from PIL import ImageDraw

from render.canvas import Picture, put
from render.fonts import fit, width, write
from render.layout import LEAST, PALE, draw_sheet
from render.palette import INK
from render.schlossgarten.cards import draw_turns, key_sign
from render.schlossgarten.heads import draw_supply, piece
from render.schlossgarten.offers import KEY, SIGN, in_reach
from render.schlossgarten.pawns import pawn
from render.schlossgarten.places import BESIDE
from render.schlossgarten.signs import leap, put_row, shoe, star, stroke, trio
from render.signs import label, pill
from render.sketch import Asked, Mark
from rules.game import Seat
from rules.schlossgarten.board import site_of
from rules.schlossgarten.draft import Draft
from rules.schlossgarten.names import card_key
from rules.schlossgarten.parts import KIND_KEYS, PAWNS, STEPS
from rules.schlossgarten.state import View

STEP = 160  # pixels from one turn of a card to the next
CARD = 56 + 2 * STEP + 22
ANSWER = 58
LINE = 46
MOVING = ("pawn", "where", "hit", "figure")


class Part(NamedTuple):
    """A piece of the column: its height in pixels, and what paints it at a left upper corner."""

    high: int
    paint: Callable[[Picture, int, int], None]


def parts(view: View, seat: Seat, names: tuple[str, ...], asked: Asked) -> list[Part]:
    """What stands in the column, from the top."""
    draft: Draft | None = asked.board
    if draft is None:
        played = [_card(view, seat, view.last.card, [label("played", LEAST)])] if view.last and view.last.seat == seat else []
        return [*played, *(_card(view, seat, card) for card in view.hand), _stock(view, seat)]
    if draft.card is None:
        return [*_offered(view, seat, asked.marks), _stock(view, seat)]
    taken = 0 if draft.to is None else draft.reach().cost(draft.to)
    steps = [Part(62, partial(_steps, draft.left - taken))] if asked.key in MOVING else []
    if victim := draft.victim():
        steps.append(Part(74, partial(_victim, view, victim, names)))
    answers = [mark for mark in asked.marks if _spoken(mark, asked.key)]
    found = [Part(ANSWER, partial(_answer, view, draft, mark)) for mark in answers]
    return [*steps, _card(view, seat, draft.card), *found, *_rest(view, seat, asked.key)]


def _spoken(mark: Mark, asked: str) -> bool:
    """Has an answer no place in the garden that carries its key?"""
    return mark.key not in PAWNS and site_of(mark.key) is None and asked != "figure"


def _rest(view: View, seat: Seat, asked: str) -> list[Part]:
    """What the signs mean while a square is chosen; the elements left while work is."""
    if asked == "where":
        return _legend()
    return [] if asked in MOVING else [_stock(view, seat)]


def _offered(view: View, seat: Seat, marks: tuple[Mark, ...]) -> list[Part]:
    """The own cards with the lines of their figures in the garden, and how many figures of each are in reach."""
    notes = {mark.key: mark.note for mark in marks}
    found: list[Part] = []
    for order, card in enumerate(view.hand):
        note = notes.get(card_key(card))
        more = [stroke(order > 0), trio(SIGN), label(f"× {note}", KEY, PALE)] if note else []
        found.append(_card(view, seat, card, more, bool(note)))
    return found


def _card(view: View, seat: Seat, card: int, more: Sequence[Picture] = (), offered: bool = False) -> Part:
    """A card in its four turns, with signs beside its key."""

    def paint(picture: Picture, left: int, top: int) -> None:
        draw_sheet(picture, (left, top, BESIDE, CARD - 14), offered)
        put_row(picture, [key_sign(card_key(card), 34, offered), *more], (left + BESIDE / 2, top + 32), 12)
        draw_turns(picture, card, view.sides[seat], (left + BESIDE / 2, top + 56 + STEP), STEP)

    return Part(CARD, paint)


def _steps(left: int, picture: Picture, x: int, y: int) -> None:
    """A footprint for each step that is left, pale ones for those spent."""
    for step in range(STEPS):
        put(picture, shoe(48, step >= left), (x + 34 + 56 * step, y + 26))
    write(ImageDraw.Draw(picture), (x + BESIDE - 20, y + 26), str(left), 46, INK, anchor="r")


def _victim(view: View, victim: tuple[Seat, int], names: tuple[str, ...], picture: Picture, left: int, top: int) -> None:
    """Who is hit."""
    owner, which = victim
    put(picture, star(SIGN + 6), (left + 26, top + 34))
    put(picture, pawn(view.sides[owner], which, 78), (left + 84, top + 32))
    text, font = fit(names[owner], BESIDE - 128 - round(width(" is hit", 34)), 34)
    write(ImageDraw.Draw(picture), (left + 128, top + 34), f"{text} is hit", font, INK)


def _answer(view: View, draft: Draft, mark: Mark, picture: Picture, left: int, top: int) -> None:
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


def _legend() -> list[Part]:
    """What the signs on the squares mean."""
    lines = [(pill("7 · 2", KEY), "2 steps"), (trio(SIGN), "makes the figure"), (leap(SIGN), "jumps"), (star(SIGN + 6), "hits")]
    return [Part(LINE, partial(_line, sign, text)) for sign, text in lines]


def _line(sign: Picture, text: str, picture: Picture, left: int, top: int) -> None:
    put(picture, sign, (left + 62, top + LINE / 2))
    write(ImageDraw.Draw(picture), (left + 126, top + LINE / 2), text, LEAST + 2, PALE)


def _stock(view: View, seat: Seat) -> Part:
    """The elements that are left to build."""

    def paint(picture: Picture, left: int, top: int) -> None:
        draw_sheet(picture, (left, top, BESIDE, 84))
        draw_supply(picture, view, seat, (left + 20, top + 16, BESIDE - 36, 52))

    return Part(98, paint)
