"""The private picture: the garden after the turn so far, with the answers on offer, as large as it fits (R10.7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PIL import Image

from render.canvas import WIDE, Picture
from render.layout import EDGE, Box
from render.palette import GOLD, Theme
from render.schlossgarten import aside, minis
from render.schlossgarten.board import FOOT, SIDE, draw_ground, draw_part, draw_pawns
from render.schlossgarten.heads import draw_head
from render.schlossgarten.offers import draw_offers, hit_on, ring_worker
from render.schlossgarten.places import COLUMN, GARDEN, GARDENS, HEAD, HIGH, TALL, TOP, WHOLE, Plot, Window, window
from render.schlossgarten.signs import outline
from render.schlossgarten.traces import drafted_ways, draw_figure, draw_heads, draw_ways, draw_work, made, ways
from render.sketch import Mark, PromptSketch
from render.teller import Teller
from rules.game import Event, Seat
from rules.schlossgarten.board import board_of, square_of
from rules.schlossgarten.draft import Draft
from rules.schlossgarten.state import Square, View

CLOSEST = 5  # columns and rows shown at least
AROUND = 3  # columns and rows around a worker, beside little gardens
GUTTER = 20  # pixels between gardens and what stands beside them
NEAR = 790  # pixels of the garden around a worker: his squares are few, and there are many buttons
LOWEST = 760  # pixels of height of a picture with cards at least
ROOM = (EDGE, EDGE, GARDENS, TALL - 2 * EDGE)  # for little gardens beside cards


def draw(view: View, seat: Seat, teller: Teller, asked: PromptSketch, last: tuple[Event, ...]) -> Picture:
    """Draw the picture of a seat; while it chooses, with the answers on offer."""
    match asked.key:
        case "" | "hint":
            return _whole(view, seat, teller, last, asked)
        case "hints":
            return _complete(view, asked, teller.theme)
        case "card":
            return _hand(view, seat, asked, teller)
        case "figure":
            return _figures(view, seat, asked, teller)
        case "dig" if asked.turns:
            return _digging(view, asked, teller.theme)
        case "work" | "after" | "site" if any("-" in mark.at or asked.key != "site" for mark in _sited(asked)):
            return _sites(view, asked, teller.theme)
        case _:
            return _garden(view, asked, teller)


def _beside(high: int, theme: Theme) -> tuple[Picture, Box]:
    """Return a picture for little gardens, and the box on their right."""
    picture = Image.new("RGB", (WIDE, max(LOWEST, high + 2 * EDGE)), theme.ground)
    left = EDGE + GARDENS + GUTTER
    return picture, (left, EDGE, WIDE - left - EDGE, picture.height - 2 * EDGE)


def _hand(view: View, seat: Seat, asked: PromptSketch, teller: Teller) -> Picture:
    """Draw both cards beside the complete turns on offer, or, without these, beside the garden around the own pawns."""
    draft: Draft = asked.board
    if asked.turns:
        places = minis.spots(len(asked.turns), ROOM)
        picture, box = _beside(_low(places) - EDGE, teller.theme)
        minis.draw_complete(picture, view, asked.turns, places, teller.theme)
    else:
        part = window(draft.board.pawns[seat], CLOSEST)
        size = (GARDENS - SIDE) // part.shown
        picture, box = _beside(size * part.shown + FOOT, teller.theme)
        plot = part.plot(EDGE + SIDE, EDGE, size)
        draw_part(picture, view, draft.board, part, plot, teller.theme)
        draw_pawns(picture, view, draft.board, (), part, plot)
    aside.draw_hand(picture, view, seat, draft, teller, box)
    return picture


def _figures(view: View, seat: Seat, asked: PromptSketch, teller: Teller) -> Picture:
    """Draw the places on offer for the pattern of a card, and the card beside them."""
    draft: Draft = asked.board
    assert draft.card is not None
    places = minis.spots(len(asked.marks), ROOM)
    picture, box = _beside(_low(places) - EDGE, teller.theme)
    minis.draw_places(picture, view, asked, places, teller.theme)
    aside.draw_card(picture, view, seat, draft.card, teller, box)
    return picture


def _sites(view: View, asked: PromptSketch, theme: Theme) -> Picture:
    """Draw the sites on offer for an element of several squares, or the only site of each element."""
    marks = _sited(asked)
    places = minis.spots(len(marks), (EDGE, EDGE, WIDE - 2 * EDGE, TALL - 2 * EDGE))
    picture = Image.new("RGB", (WIDE, _low(places) + EDGE), theme.ground)
    minis.draw_sites(picture, view, asked.board, marks, places, theme)
    return picture


def _digging(view: View, asked: PromptSketch, theme: Theme) -> Picture:
    """Draw the best ways to dig and build, and after them the tiles on offer around the worker."""
    *complete, last = minis.spots(len(asked.turns) + 1, (EDGE, EDGE, WIDE - 2 * EDGE, TALL - 2 * EDGE))
    picture = Image.new("RGB", (WIDE, last[1] + last[3] + EDGE), theme.ground)
    minis.draw_complete(picture, view, asked.turns, complete, theme)
    draft: Draft = asked.board
    part = window(_places(view, asked), AROUND)
    plot = minis.plot(part, last)
    draw_part(picture, view, draft.board, part, plot, theme)
    _played(picture, view, asked, part, plot)
    draw_offers(picture, draft, asked, plot)
    return picture


def _sited(asked: PromptSketch) -> list[Mark]:
    """Return the answers that lie somewhere."""
    return [mark for mark in asked.marks if mark.at]


def _low(places: Sequence[Box]) -> int:
    """Return the lower edge of the last box."""
    _, top, _, high = places[-1]
    return top + high


def _complete(view: View, asked: PromptSketch, theme: Theme) -> Picture:
    """Draw whole turns, each in a small garden."""
    places = minis.spots(len(asked.turns), (EDGE, EDGE, WIDE - 2 * EDGE, TALL - 2 * EDGE))
    picture = Image.new("RGB", (WIDE, _low(places) + EDGE), theme.ground)
    minis.draw_complete(picture, view, asked.turns, places, theme)
    return picture


def _whole(view: View, seat: Seat, teller: Teller, last: tuple[Event, ...], asked: PromptSketch) -> Picture:
    """Draw the picture of a seat that is asked nothing: the garden with the last moves, and its cards and supply."""
    picture = Image.new("RGB", (WIDE, HIGH), teller.theme.ground)
    draw_head(picture, view, seat, teller, (EDGE, EDGE, WIDE - 2 * EDGE, HEAD))
    board, moved = board_of(view), ways(last)
    draw_ground(picture, view, board, teller.theme)
    draw_work(picture, last)
    for squares in made(last):
        draw_figure(picture, squares)
    draw_ways(picture, view, moved)
    draw_pawns(picture, view, board)
    draw_heads(picture, view, moved)
    outline(picture, GARDEN, filter(None, (square_of(mark.at) for mark in asked.marks)), GOLD, 7)
    aside.draw_column(picture, view, seat, teller, COLUMN, TOP + 4)
    return picture


class Layout(NamedTuple):
    """The part of the garden that a question shows, its plot, and the picture's height in pixels."""

    part: Window
    plot: Plot
    high: int


def layout(view: View, asked: PromptSketch) -> Layout:
    """Return the layout of a question whose answers are squares."""
    part = WHOLE
    if any(mark.number for mark in asked.marks):
        part = window(_places(view, asked), CLOSEST)
    draft: Draft = asked.board
    near = draft.worker is not None and part != WHOLE
    room = NEAR if near else WIDE - 2 * EDGE - SIDE - aside.NARROW - GUTTER
    size = room // part.shown
    return Layout(part, part.plot(EDGE + SIDE, EDGE, size), EDGE + size * part.shown + FOOT + EDGE // 2)


def _garden(view: View, asked: PromptSketch, teller: Teller) -> Picture:
    """Draw the part of the garden with the answers on offer, after the turn so far."""
    draft: Draft = asked.board
    part, plot, high = layout(view, asked)
    picture = Image.new("RGB", (WIDE, high), teller.theme.ground)
    draw_part(picture, view, draft.board, part, plot, teller.theme)
    _played(picture, view, asked, part, plot)
    draw_offers(picture, draft, asked, plot)
    left = plot.left + plot.size * part.shown + GUTTER
    box = (left, plot.top, WIDE - EDGE - left, plot.size * part.shown)
    aside.draw_beside(picture, view, asked, teller, box)
    return picture


def _places(view: View, asked: PromptSketch) -> Iterator[Square]:
    """Yield the squares that must be visible: the answers, the pawn that moves or works, and the ways so far."""
    draft: Draft = asked.board
    yield from (square for square in (square_of(mark.key) for mark in asked.marks) if square is not None)
    if asked.key in aside.MOVING:
        yield from (square for way in drafted_ways(view, draft) for square in (way.start, way.to))
        assert draft.pawn is not None
        yield draft.board.pawns[draft.seat][draft.pawn]
    elif draft.worker is not None:
        yield draft.square()


def _played(picture: Picture, view: View, asked: PromptSketch, part: Window, plot: Plot) -> None:
    """Draw the turn so far, and the pawns."""
    draft: Draft = asked.board
    moved = [way for way in drafted_ways(view, draft) if part.has(way.start) and part.has(way.to)]
    draw_ways(picture, view, moved, plot)
    for figure in draft.figures()[:1]:
        if all(map(part.has, figure[:3])):
            draw_figure(picture, figure[:3], plot)
    ring_worker(picture, draft, asked, plot)
    draw_pawns(picture, view, draft.board, hit_on(draft, asked.marks) if asked.key == "where" else (), part, plot)
    draw_heads(picture, view, moved, plot)
