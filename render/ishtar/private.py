"""The private picture: what is asked, and the map as it would be with the answers on it (R10.5)."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image, ImageDraw

from render.canvas import WIDE, Picture, put
from render.fonts import write
from render.ishtar import trees
from render.ishtar.answers import ROOM, Part, carpeted, parts
from render.ishtar.board import Live, draw_board, placed, whole
from render.ishtar.heads import RESULT, draw_head, draw_result
from render.ishtar.masteries import draw_slots
from render.ishtar.places import HEAD, Plot, around, within
from render.ishtar.signs import outline, site
from render.ishtar.traces import draw_traces, revealed
from render.layout import EDGE, GAP, LEAST, READABLE, Box
from render.palette import CREAM, INK, PAPER
from render.signs import pill
from render.sketch import Asked
from rules.game import Event, Seat
from rules.ishtar.draft import Draft, begun
from rules.ishtar.ground import land
from rules.ishtar.parts import ROW, Cell
from rules.ishtar.state import Garden, View
from rules.ishtar.tiles import cells as cells_of
from rules.ishtar.tiles import face, symbol_cell

HIGHEST = 1400  # of questions about the map
TALLEST = 1560  # of what shows all
LOWEST = 1112  # 5:4
TOP = EDGE + HEAD + GAP
MORE = 2  # cells shown around those on offer
FAR = 3  # around the tile, where no cells are on offer
NEAR = 150  # pixels of a cell of a part of the map, at most
WORTH = 1.15  # so much larger its cells must be for a part of the map to be shown instead of the whole
CELLS = ("anchor", "bloom", "bloom_beside", "pawn")


class Layout(NamedTuple):
    """The parts above and below the map, each with where it begins; the map, if there is one yet; the height."""

    parts: tuple[tuple[Part, int], ...]
    plot: Plot | None
    high: int


def draw(view: View, seat: Seat, names: tuple[str, ...], asked: Asked, last: tuple[Event, ...]) -> Picture:
    """What a seat sees; and while it chooses, what is on offer."""
    draft: Draft | None = asked.board
    layout = arranged(view, seat, names, asked, last)
    picture = Image.new("RGB", (WIDE, layout.high), PAPER)
    draw_head(picture, view, seat, names, draft.player if draft else view.players[seat], (EDGE, EDGE, ROOM, HEAD))
    if layout.plot:
        _map(picture, view, asked, layout.plot, last if not draft or draft == begun(view) else ())
    for part, top in layout.parts:
        part.paint(picture, EDGE, top)
    return picture


def arranged(view: View, seat: Seat, names: tuple[str, ...], asked: Asked, last: tuple[Event, ...]) -> Layout:
    """What is asked above the map, which takes the room that is left; trees and masteries below it."""
    above = parts(view, asked, revealed(last)) if asked.key else _seen(view, names, last)
    placing = asked.key not in ("", "stack", "payment")
    below = [] if view.phase == "over" or placing else [_foot(view, seat)]
    used = sum(part.high + GAP for part in (*above, *below))
    stacked, top = list[tuple[Part, int]](), TOP
    for part in above:
        stacked.append((part, top))
        top += part.high + GAP
    plot = _plot(view.garden, asked, (EDGE, top, ROOM, (HIGHEST if placing else TALLEST) - TOP - used - EDGE))
    top = plot.top + plot.high + GAP if plot else top
    for part in below:
        stacked.append((part, top))
        top += part.high + GAP
    return Layout(tuple(stacked), plot, max(LOWEST, top - GAP + EDGE))


def _seen(view: View, names: tuple[str, ...], last: tuple[Event, ...]) -> list[Part]:
    """Above the map while nothing is asked: the carpet, or the result."""
    if view.phase == "over":

        def paint(picture: Picture, left: int, top: int) -> None:
            draw_result(picture, view, names, (left, top, ROOM, RESULT))

        return [Part(RESULT, paint)]
    return [carpeted(view, (), revealed(last))] if view.stacks else []


def _foot(view: View, seat: Seat) -> Part:
    """Below the map: the tree row and the own masteries."""
    wide, high = trees.row_wide(ROW), trees.row_high(ROW)

    def paint(picture: Picture, left: int, top: int) -> None:
        trees.draw_row(picture, view.row, (left, top), ROW)
        trees.draw_left(picture, view, (left, top), ROW)
        draw_slots(picture, view.players[seat], (left + wide + GAP, top, ROOM - wide - GAP, high))

    return Part(high, paint)


def _plot(garden: Garden, asked: Asked, room: Box) -> Plot | None:
    """The whole map, or the part around the cells on offer, in what room is left."""
    grid = land(garden).grid
    if not grid.cells:
        return None
    all_ = placed(whole(garden), room)
    places = [grid.named[mark.key] for mark in asked.marks] if asked.key in CELLS else []
    own = (*places, *(asked.board.bloomed if places else ()), *(_tile(asked.board) if asked.board else ()))
    if not own:
        return all_
    part = placed(within(around(own, MORE if places else FAR), whole(garden)), room, NEAR)
    return part if part.size > all_.size * WORTH else all_


def _tile(draft: Draft) -> tuple[Cell, ...]:
    """The cells of the tile that is being placed."""
    return cells_of(draft.garden.laid[-1].tile, draft.spot) if draft.spot else ()


def live(asked: Asked) -> Live | None:
    """The symbol that is being used."""
    if asked.key not in ("symbol", "mastery_payment"):
        return None
    tile = asked.board.garden.laid[-1].tile
    return Live(symbol_cell(tile, asked.board.spot), face(tile).symbol)


def _map(picture: Picture, view: View, asked: Asked, plot: Plot, last: tuple[Event, ...]) -> None:
    """The map as it would be, what was done on it, and the cells on offer."""
    draft: Draft | None = asked.board
    garden = draft.garden if draft else view.garden
    draw_board(picture, garden, view.seats, plot, live(asked))
    draw_traces(picture, garden, plot, last)
    if not draft:
        return
    for group in (_tile(draft), draft.bloomed):
        outline(picture, plot, group, CREAM, plot.size * 0.08)
    if asked.key in CELLS:
        _sites(picture, garden, asked, plot)


def _sites(picture: Picture, garden: Garden, asked: Asked, plot: Plot) -> None:
    """A rim and a number on each cell on offer, with what it brings beneath it."""
    grid = land(garden).grid
    for mark in asked.marks:
        put(picture, site(plot.size), plot.middle(grid.named[mark.key]))
    draw = ImageDraw.Draw(picture)
    for mark in asked.marks:
        cell = grid.named[mark.key]
        x, y = plot.middle(cell)
        write(draw, (x, y - plot.size * 0.3), mark.number, READABLE, INK, anchor="m", halo=CREAM)
        if mark.note.isascii() and mark.note:
            put(picture, pill(mark.note, LEAST, CREAM), (x, y + plot.size * 0.26))
