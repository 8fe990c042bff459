"""Beside or below the garden: what is asked now, and the display; at the end the result."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from PIL import ImageDraw

from render.canvas import Picture, put
from render.fonts import fit, width, write
from render.hanging_gardens.cards import HELD, cards_size, draw_cards, draw_held, draw_ways, ways_high
from render.hanging_gardens.icons import eye, tile_back, wreath
from render.hanging_gardens.plates import PLATE, display_size, draw_display, plate
from render.hanging_gardens.public import taken
from render.hanging_gardens.signs import caption
from render.hanging_gardens.squares import disc, medal, square
from render.layout import Box
from render.palette import CREAM, GOLD, INK
from render.signs import pill
from render.sketch import Asked, Mark
from rules.game import Event, Seat
from rules.hanging_gardens.draft import Draft
from rules.hanging_gardens.garden import columns, top
from rules.hanging_gardens.labels import prize
from rules.hanging_gardens.state import Group, View, slot_key

WIDE = 494
CARD = 44  # pixels of a square of an open card
HEADING = 44
LINE = 50
ANSWER = 52  # pixels of a row of keys
PLACED = 72  # pixels of a row of the result


class Part(NamedTuple):
    """A piece of the picture: its height in pixels, and what paints it at a left upper corner in so many pixels."""

    high: int
    paint: Callable[[Picture, int, int, int], None]


def question(view: View, seat: Seat, draft: Draft, asked: Asked) -> list[Part]:
    """What the seat is to answer, or what is open to all."""
    if view.pending and view.pending.shown and view.active == seat:
        return [_drawn(view.hidden[seat][-1])]
    if view.pending and not view.pending.shown and _turn_of(view) == seat:
        return [_drawn("")]
    if draft.at:
        return [_held(draft), _structures(view, draft, asked)]
    if draft.turn:
        return [_held(draft)]
    keys = tuple(mark.key for mark in asked.marks)
    if draft.card:
        return [Part(HEADING + ways_high(keys) + 8, partial(_ways, draft, keys))]
    if not any(view.cards):
        return []
    return [Part(HEADING + cards_size(view, CARD)[1] + 20, partial(_cards, view, frozenset(keys)))]


def _turn_of(view: View) -> Seat:
    """Whose turn it is, also while the dealer acts."""
    assert view.holder is not None
    return (view.holder + view.done) % view.seats


def _cards(view: View, keys: frozenset[str], picture: Picture, left: int, top_: int, wide: int) -> None:
    caption(picture, (left, top_ + 18), f"{view.cards_left} cards left")
    start = left + (wide - cards_size(view, CARD)[0]) // 2
    draw_cards(picture, view, (start, top_ + HEADING), CARD, keys)


def _ways(draft: Draft, keys: tuple[str, ...], picture: Picture, left: int, top_: int, wide: int) -> None:
    assert draft.card
    assert draft.slot is not None
    caption(picture, (left, top_ + 18), f"{slot_key(draft.slot)} · {draft.card}", 32)
    draw_ways(picture, draft.card, keys, (left, top_ + HEADING, wide, ways_high(keys)))


def _held(draft: Draft) -> Part:
    """The card as it will lie, its top left corner marked."""

    def paint(picture: Picture, left: int, top_: int, wide: int) -> None:
        assert draft.slot is not None
        assert draft.card
        assert draft.turn
        for i, word in enumerate((slot_key(draft.slot), draft.card, draft.turn)):
            caption(picture, (left, top_ + 42 + 50 * i), word, 36)
        draw_held(picture, draft.card, draft.turn, (left + wide * 7 // 10, top_ + HELD // 2))

    return Part(HELD, paint)


def _structures(view: View, draft: Draft, asked: Asked) -> Part:
    """What may be built on, with what it pays; below it the answers that would hide the garden."""
    keys = asked.marks if asked.key == "source" else ()
    open_to = sorted(draft.open_to, key=len, reverse=True)
    rows = [keys[i : i + 2] for i in range(0, len(keys), 2)]

    def paint(picture: Picture, left: int, top_: int, wide: int) -> None:
        for i, each in enumerate(open_to):
            _structure(picture, view, draft, each, (left, top_ + i * LINE), wide)
        for down, row in enumerate(rows):
            for right, mark in enumerate(row):
                at = left + right * wide // 2, top_ + len(open_to) * LINE + down * ANSWER + 26
                _answer(picture, mark, at)

    return Part(len(open_to) * LINE + ANSWER * len(rows) + 16, paint)


def _answer(picture: Picture, mark: Mark, at: tuple[int, int]) -> None:
    """A key, and of a temple that may move the size of its group."""
    sign = pill(f" {mark.key} ", 32, GOLD)
    put(picture, sign, (at[0] + sign.width / 2, at[1]))
    if mark.note:
        put(picture, disc(mark.note, 36, CREAM, INK), (at[0] + sign.width + 26, at[1]))


def _structure(picture: Picture, view: View, draft: Draft, each: Group, at: tuple[int, int], wide: int) -> None:
    x, y = at
    letter = top(draft.garden)[min(each)]
    picture.paste(square(letter, 42), (x, y))
    put(picture, disc(str(len(each)), 40, GOLD, INK), (x + 70, y + 21))
    text, size = fit(str(prize(view, len(each))), wide - 108, 32)
    write(ImageDraw.Draw(picture), (x + 104, y + 21), text, size, INK)


def _drawn(tile: str) -> Part:
    """The hidden tile just drawn; face down as long as it is to come."""

    def paint(picture: Picture, left: int, top_: int, _: int) -> None:
        put(picture, plate(tile) if tile else tile_back(PLATE[1]), (left + 180, top_ + 80))
        put(picture, eye(84), (left + 52, top_ + 80))
        caption(picture, (left + 280, top_ + 80), f"+ {tile or 'hidden tile'}", 36)

    return Part(184, paint)


def display(view: View, draft: Draft, asked: Asked, last: tuple[Event, ...], *, apart: bool) -> Part:
    """The six open tiles; ``apart`` in one row."""
    notes = {mark.key: mark.note for mark in asked.marks if asked.key == "tile"}
    sizes = [view.pending.size] if view.pending and _turn_of(view) == view.me else map(len, draft.open_to)
    opened = max(map(columns, sizes), default=0)

    def paint(picture: Picture, left: int, top_: int, _: int) -> None:
        emptied = frozenset[str]() if notes else taken(last)
        draw_display(picture, view.tiles, (left, top_), columns_apart=apart, notes=notes or None, taken=emptied, opened=opened)

    return Part(display_size(apart)[1] + 8, paint)


def stacks(view: View) -> Part:
    """How many tiles are left to draw."""

    def paint(picture: Picture, left: int, top_: int, _: int) -> None:
        caption(picture, (left, top_ + 18), f"{view.tiles_left} tiles in the stacks")

    return Part(40, paint)


def result(view: View, names: tuple[str, ...]) -> Part:
    """Everybody's place and points, the best first."""
    places = {seat: 1 + sum(_ahead(view, other, seat) for other in range(view.seats)) for seat in range(view.seats)}

    def paint(picture: Picture, left: int, top_: int, wide: int) -> None:
        caption(picture, (left, top_ + 18), "Result", 36)
        for i, seat in enumerate(sorted(places, key=places.__getitem__)):
            _placed(picture, view, seat, places[seat], names[seat], (left, top_ + HEADING + 16 + i * PLACED, wide, PLACED))

    return Part(HEADING + 16 + PLACED * view.seats, paint)


def _ahead(view: View, one: Seat, other: Seat) -> bool:
    """Did one seat do better than another? Winners did; of the rest, who has more points."""
    return other not in view.winners and (one in view.winners or view.points[one] > view.points[other])


def _placed(picture: Picture, view: View, seat: Seat, place: int, name: str, box: Box) -> None:
    left, top_, wide, high = box
    middle = top_ + high // 2
    draw = ImageDraw.Draw(picture)
    write(draw, (left, middle), f"{place}.", 36, INK)
    put(picture, medal(seat, 54), (left + 68, middle))
    signed = seat in view.winners
    text, size = fit(name, wide - 108 - 96 - 64 * signed, 36)
    write(draw, (left + 108, middle), text, size, INK)
    if signed:
        put(picture, wreath(54), (left + 108 + width(text, size) + 36, middle))
    write(draw, (left + wide, middle), str(view.points[seat]), 52, INK, anchor="r")
