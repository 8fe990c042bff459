"""Beside the garden: steps left, the own cards in all turns, answers without a place, and what the signs mean."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from PIL import ImageDraw

from render.canvas import Picture, put
from render.fonts import fit, width, write
from render.layout import PALE, READABLE, draw_sheet
from render.palette import INK
from render.schlossgarten.cards import draw_turns
from render.schlossgarten.heads import draw_supply
from render.schlossgarten.offers import SIGN
from render.schlossgarten.pawns import pawn
from render.schlossgarten.places import BESIDE
from render.schlossgarten.signs import dots, leap, shoe, star, trio
from render.signs import label
from render.sketch import Asked
from rules.game import Seat
from rules.schlossgarten.draft import Draft
from rules.schlossgarten.parts import STEPS
from rules.schlossgarten.state import View

STEP = 160  # pixels from one turn of a card to the next
CARD = 56 + 2 * STEP + 22
LINE = 52
MOVING = ("pawn", "where", "hit")


class Part(NamedTuple):
    """A piece of the column: its height in pixels, and what paints it at a left upper corner."""

    high: int
    paint: Callable[[Picture, int, int], None]


def parts(view: View, seat: Seat, names: tuple[str, ...], asked: Asked) -> list[Part]:
    """What stands in the column, from the top."""
    draft: Draft | None = asked.board
    if draft is None or draft.card is None:
        played = [_card(view, seat, view.last.card, " played")] if view.last and view.last.seat == seat else []
        return [*played, *(_card(view, seat, card) for card in view.hand), _stock(view, seat)]
    taken = 0 if draft.to is None else draft.reach().cost(draft.to)
    steps = [Part(62, partial(_steps, draft.left - taken))] if asked.key in MOVING else []
    if victim := draft.victim():
        steps.append(Part(74, partial(_victim, view, victim, names)))
    return [*steps, _card(view, seat, draft.card), *(_legend() if asked.key == "where" else [_stock(view, seat)])]


def _card(view: View, seat: Seat, card: int, more: str = "") -> Part:
    """A card in its four turns, below its name."""

    def paint(picture: Picture, left: int, top: int) -> None:
        draw_sheet(picture, (left, top, BESIDE, CARD - 14))
        put(picture, label(f"card {card}{more}", READABLE), (left + BESIDE / 2, top + 32))
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
    text, font = fit(names[owner], BESIDE - 128 - round(width(" is hit", READABLE)), READABLE, READABLE)
    write(ImageDraw.Draw(picture), (left + 128, top + 34), f"{text} is hit", font, INK)


def _legend() -> list[Part]:
    """What the signs on the squares mean."""
    lines = [(dots(2), "2 steps"), (trio(SIGN), "makes the figure"), (leap(SIGN), "jumps"), (star(SIGN + 6), "hits")]
    return [Part(LINE, partial(_line, sign, text)) for sign, text in lines]


def _line(sign: Picture, text: str, picture: Picture, left: int, top: int) -> None:
    put(picture, sign, (left + 42, top + LINE / 2))
    write(ImageDraw.Draw(picture), (left + 92, top + LINE / 2), text, READABLE, PALE)


def _stock(view: View, seat: Seat) -> Part:
    """The elements that are left to build."""

    def paint(picture: Picture, left: int, top: int) -> None:
        draw_sheet(picture, (left, top, BESIDE, 84))
        draw_supply(picture, view, seat, (left + 20, top + 16, BESIDE - 36, 52))

    return Part(98, paint)
