"""Where the parts of the private picture are: beside the garden, or below it where that makes squares on offer larger."""

from __future__ import annotations

from typing import NamedTuple

from render.canvas import WIDE
from render.hanging_gardens import aside, hands
from render.hanging_gardens.aside import Part
from render.hanging_gardens.places import FONT, Grid, centred, extent, largest, plot
from render.hanging_gardens.plates import display_size
from render.layout import EDGE, Box
from render.sketch import Asked
from rules.game import Event, Seat
from rules.hanging_gardens.draft import Draft
from rules.hanging_gardens.state import View

HIGH = 1400  # at most, unless the smallest squares need more
HIGHER = 1600  # while squares are on offer
STRIP = 124  # pixels of the head
TOP = EDGE + STRIP + EDGE
CLEAR = 56  # pixels of a square that holds a key well
NARROW = WIDE - 2 * EDGE - display_size(True)[0] - 12  # pixels beside the display in one row


class Layout(NamedTuple):
    """The size of the picture; the garden; the seat's tiles; parts with their left upper corners and widths."""

    size: tuple[int, int]
    grid: Grid
    held: Box
    parts: tuple[tuple[Part, int, int, int], ...]


def asks_square(asked: Asked) -> bool:
    """Are squares on offer, which have to be large enough for their keys?"""
    return asked.key in ("place", "temple")


def arranged(view: View, seat: Seat, names: tuple[str, ...], draft: Draft, asked: Asked, last: tuple[Event, ...]) -> Layout:
    """The parts of a seat's picture."""
    question = aside.question(view, seat, draft, asked)
    if view.over:
        return _beside(view, seat, [aside.result(view, names)], HIGH)
    column = [*question, aside.display(view, draft, asked, last, apart=False), aside.stacks(view)]
    beside = _beside(view, seat, column, HIGHER if asks_square(asked) else HIGH)
    if not asks_square(asked) or beside.grid.size >= CLEAR:
        return beside
    below = _below(view, seat, question, aside.display(view, draft, asked, last, apart=True))
    return max(beside, below, key=lambda each: each.grid.size)


def _beside(view: View, seat: Seat, column: list[Part], most: int) -> Layout:
    """The parts in a column on the right, the tiles below the garden."""
    shown = plot(view.gardens[seat])
    room = WIDE - 3 * EDGE - aside.WIDE
    held = hands.high(view, seat, room)
    size = largest(shown, (room, most - TOP - held - EDGE))
    wide, high = extent(shown, size, FONT)
    room = max(room, wide)
    tall = TOP + max(high + held, sum(part.high for part in column)) + EDGE
    left = 2 * EDGE + room
    tops = [TOP + sum(part.high for part in column[:i]) for i in range(len(column))]
    parts = tuple((part, left, top, aside.WIDE) for part, top in zip(column, tops, strict=True))
    grid = centred(shown, size, FONT, (EDGE, TOP, room, high))
    return Layout((left + aside.WIDE + EDGE, tall), grid, (EDGE, TOP + high, room, held), parts)


def _below(view: View, seat: Seat, question: list[Part], display: Part) -> Layout:
    """Below the garden the card with the display, then structures with the tiles."""
    shown = plot(view.gardens[seat])
    card, *rest = question
    row = WIDE - 2 * EDGE
    beside = aside.WIDE + EDGE if rest else 0
    held = hands.high(view, seat, row - beside)
    low = display.high + max(held, sum(part.high for part in rest))
    size = largest(shown, (row, HIGHER - TOP - low - EDGE))
    wide, high = extent(shown, size, FONT)
    row = max(row, wide)
    top = TOP + high
    under = top + display.high
    parts = [(card, EDGE, top, NARROW), (aside.stacks(view), EDGE, top + card.high, NARROW)]
    parts += [(display, EDGE + row - display_size(True)[0], top, 0), *((part, EDGE, under + 16, aside.WIDE) for part in rest)]
    grid = centred(shown, size, FONT, (EDGE, TOP, row, high))
    box = EDGE + beside, under, row - beside, held
    return Layout((row + 2 * EDGE, TOP + high + low + EDGE), grid, box, tuple(parts))
