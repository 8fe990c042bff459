"""Beside the garden: what is asked now, the display, and the seat's tiles, one part below the other."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from PIL import ImageDraw

from render.canvas import Picture, put
from render.fonts import fit, write
from render.hanging_gardens.cards import HELD, cards_size, draw_cards, draw_held, draw_ways, ways_high
from render.hanging_gardens.draft import FROM, Draft
from render.hanging_gardens.icons import eye
from render.hanging_gardens.plates import display_size, draw_display, plate
from render.hanging_gardens.public import taken
from render.hanging_gardens.signs import caption, pill
from render.hanging_gardens.squares import disc, square
from render.palette import CREAM, GOLD, INK
from render.sketch import Mark
from rules.game import Event, Seat
from rules.hanging_gardens.choices import prize
from rules.hanging_gardens.garden import Group, columns, top
from rules.hanging_gardens.state import View

WIDE = 494
CARD = 44  # pixels of a square of an open card
HEADING = 44
LINE = 50
ANSWER = 52  # pixels of a row of keys


class Part(NamedTuple):
    """A piece of the column: its height in pixels, and what paints it at a left upper corner."""

    high: int
    paint: Callable[[Picture, int, int], None]


def parts(view: View, seat: Seat, draft: Draft, marks: tuple[Mark, ...], last: tuple[Event, ...]) -> list[Part]:
    """What stands in the column, from the top."""
    return [*_asked(view, seat, draft, marks), _display(view, draft, marks, last)]


def cut(text: str, room: int, font: int = 32) -> str:
    """A text cut to its room."""
    return fit(text, room, font, font)[0]


def _asked(view: View, seat: Seat, draft: Draft, marks: tuple[Mark, ...]) -> list[Part]:
    if view.pending and view.hidden[seat]:
        return [_drawn(view.hidden[seat][-1])]
    if draft.laid:
        return [_held(draft), _structures(draft, marks)]
    if draft.turn:
        return [_held(draft)]
    if draft.card:
        keys = tuple(mark.key for mark in marks)
        return [Part(HEADING + ways_high(keys) + 8, partial(_ways, draft, keys))]
    if not any(view.cards):
        return []
    return [Part(HEADING + cards_size(view, CARD)[1] + 20, partial(_cards, view, marks))]


def _cards(view: View, marks: tuple[Mark, ...], picture: Picture, left: int, top_: int) -> None:
    caption(picture, (left, top_ + 18), f"{view.cards_left} cards left")
    start = left + (WIDE - cards_size(view, CARD)[0]) // 2
    draw_cards(picture, view, (start, top_ + HEADING), CARD, frozenset(mark.key for mark in marks))


def _ways(draft: Draft, keys: tuple[str, ...], picture: Picture, left: int, top_: int) -> None:
    assert draft.card
    caption(picture, (left, top_ + 18), f"{draft.slot} · {draft.card}", 32)
    draw_ways(picture, draft.card, keys, (left, top_ + HEADING, WIDE, ways_high(keys)))


def _held(draft: Draft) -> Part:
    """The card as it will lie, its top left corner marked."""

    def paint(picture: Picture, left: int, top_: int) -> None:
        assert draft.card
        where = (draft.slot, draft.card, draft.turn)
        for i, word in enumerate(where):
            caption(picture, (left, top_ + 42 + 50 * i), word, 36)
        draw_held(picture, draft.card, draft.turn, (left + WIDE * 2 // 3, top_ + HELD // 2))

    return Part(HELD, paint)


def _structures(draft: Draft, marks: tuple[Mark, ...]) -> Part:
    """What may be built on, with what it pays; below it the answers that would hide the garden."""
    keys = [mark for mark in marks if mark.key in ("temple", "no-temple") or mark.key.startswith(FROM)]
    open_to = sorted(draft.open_to, key=len, reverse=True)
    rows = [keys[i : i + 2] for i in range(0, len(keys), 2)]

    def paint(picture: Picture, left: int, top_: int) -> None:
        for i, each in enumerate(open_to):
            _structure(picture, draft, each, (left, top_ + i * LINE))
        for down, row in enumerate(rows):
            for right, mark in enumerate(row):
                at = left + right * WIDE // 2, top_ + len(open_to) * LINE + down * ANSWER + 26
                _answer(picture, mark, at)

    return Part(len(open_to) * LINE + ANSWER * len(rows) + 16, paint)


def _answer(picture: Picture, mark: Mark, at: tuple[int, int]) -> None:
    """A key, and of a temple that may move the size of its group."""
    sign = pill(f" {mark.key} ", 32, GOLD)
    put(picture, sign, (at[0] + sign.width / 2, at[1]))
    if mark.note:
        put(picture, disc(mark.note, 36, CREAM, INK), (at[0] + sign.width + 26, at[1]))


def _structure(picture: Picture, draft: Draft, each: Group, at: tuple[int, int]) -> None:
    x, y = at
    letter = top(draft.garden)[min(each)]
    picture.paste(square(letter, 42), (x, y))
    put(picture, disc(str(len(each)), 40, GOLD, INK), (x + 70, y + 21))
    text, size = fit(str(prize(len(each))), WIDE - 108, 32)
    write(ImageDraw.Draw(picture), (x + 104, y + 21), text, size, INK)


def _drawn(tile: str) -> Part:
    """The hidden tile just drawn."""

    def paint(picture: Picture, left: int, top_: int) -> None:
        put(picture, plate(tile), (left + 180, top_ + 80))
        put(picture, eye(84), (left + 52, top_ + 80))
        caption(picture, (left + 280, top_ + 80), f"+ {tile}", 36)

    return Part(184, paint)


def _display(view: View, draft: Draft, marks: tuple[Mark, ...], last: tuple[Event, ...]) -> Part:
    notes = {mark.key: mark.note for mark in marks if mark.key.startswith("tile-")}
    high = display_size(False)[1]
    opened = max((columns(len(each)) for each in draft.open_to), default=0)

    def paint(picture: Picture, left: int, top_: int) -> None:
        emptied = frozenset[str]() if notes else taken(last)
        draw_display(picture, view.tiles, (left, top_), columns_apart=False, notes=notes or None, taken=emptied, opened=opened)
        caption(picture, (left, top_ + high + 26), f"{view.tiles_left} tiles in the stacks")

    return Part(high + 56, paint)
