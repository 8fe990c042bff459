"""The private picture: what is asked, and the map as it would be with the answers on it (R10.5)."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image, ImageDraw

from render.canvas import WIDE, Picture, Point, put
from render.fonts import write
from render.ishtar import table, trees
from render.ishtar.answers import Part, parts
from render.ishtar.board import Live, cells_in, draw_window, framed, whole
from render.ishtar.heads import draw_head
from render.ishtar.panels import LINE, Group, belongings, draw_things, flowed
from render.ishtar.places import HEAD, Plot, around, within
from render.ishtar.signs import site
from render.ishtar.table import HIGHEST, LOWEST, ROOM
from render.ishtar.traces import draw_pale, draw_traces
from render.layout import EDGE, GAP, READABLE
from render.palette import CREAM, INK, PAPER
from render.sketch import Asked
from render.teller import Teller
from render.writing import Words, literal
from rules.game import Event, Seat
from rules.ishtar.draft import Draft, start_draft
from rules.ishtar.garden import land_of
from rules.ishtar.hexes import face, symbol_cell, tile_cells
from rules.ishtar.parts import OPEN_TREES, Cell
from rules.ishtar.state import Garden, View

TOP = EDGE + HEAD + GAP
MORE = 1  # cells shown around those on offer
FAR = 2  # around the tile, where no cells are on offer
NEAR = 150  # pixels of a cell of a part of the map, at most
NOTED, ROOMY = 64, 90  # pixels of a cell with room for a number and a note, and for both far from what is on it
CELLS = ("anchor", "bloom", "bloom_beside", "pawn")


class Layout(NamedTuple):
    """The parts above and below the map, each with where it begins; the map, if there is one yet; the height."""

    parts: tuple[tuple[Part, int], ...]
    plot: Plot | None
    high: int


def draw(view: View, seat: Seat, teller: Teller, asked: Asked, last: tuple[Event, ...]) -> Picture:
    """What a seat sees; and while it chooses, what is on offer."""
    if not asked.key:
        return _own(view, seat, teller, last)
    draft: Draft = asked.board
    layout = arranged(view, asked, teller)
    picture = Image.new("RGB", (WIDE, layout.high), PAPER)
    draw_head(picture, view, seat, teller, draft.player, (EDGE, EDGE, ROOM, HEAD))
    if layout.plot:
        _map(picture, view, asked, layout.plot, last if draft == start_draft(view) else ())
    for part, top in layout.parts:
        part.paint(picture, EDGE, top)
    return picture


def _own(view: View, seat: Seat, teller: Teller, last: tuple[Event, ...]) -> Picture:
    """While nothing is asked: map, carpet and open trees, and below them what the seat has."""
    held = _held(view, seat)
    foot = LINE * len(flowed(held, ROOM)) + EDGE if held else EDGE - GAP
    layout = table.arranged(view, TOP, foot, foot)
    picture = Image.new("RGB", (WIDE, layout.foot + foot), PAPER)
    draw_head(picture, view, seat, teller, view.players[seat], (EDGE, EDGE, ROOM, HEAD))
    table.draw_table(picture, view, teller, layout, last)
    draw_things(picture, held, (EDGE, layout.foot, ROOM))
    return picture


def _held(view: View, seat: Seat) -> list[Group]:
    """The own masteries, reserve and planted cards."""
    cards: list[Group] = [(trees.face(each, trees.WIDEST - 20, LINE - 4),) for each in view.planted[seat] or ()]
    return [] if view.phase == "over" else [*belongings(view.players[seat], seat), *cards]


def arranged(view: View, asked: Asked, teller: Teller) -> Layout:
    """What is asked above the map, which takes the room that is left; below it the trees, where gems are paid."""
    above = parts(view, asked, teller)
    below = [_open(view)] if asked.key == "stack" else []
    stacked, top = list[tuple[Part, int]](), TOP
    for part in above:
        stacked.append((part, top))
        top += part.high + GAP
    end = EDGE + sum(part.high + GAP for part in below)
    plot = _plot(view.garden, asked, top, HIGHEST - end - top)
    top = max(plot.top + plot.high + GAP if plot else top, LOWEST - end + GAP)
    for part in below:
        stacked.append((part, top))
        top += part.high + GAP
    return Layout(tuple(stacked), plot, top - GAP + EDGE)


def _open(view: View) -> Part:
    """The open trees in a line."""

    def paint(picture: Picture, left: int, top: int) -> None:
        trees.draw_trees(picture, view.row, (left, top, ROOM, trees.LINE), OPEN_TREES)

    return Part(trees.LINE, paint)


def _plot(garden: Garden, asked: Asked, top: int, most: int) -> Plot | None:
    """The part around the cells on offer, or around the tile, or the whole map, in so many pixels and no fewer than needed."""
    if not land_of(garden).grid.cells:
        return None
    all_ = whole(garden)
    cells = _shown(asked)
    part = within(around(cells, MORE if asked.key in CELLS else FAR), all_) if cells else all_
    plot = framed(part, garden, (EDGE, top, ROOM, most), NEAR)
    spare = max(0, LOWEST - HIGHEST + most - plot.high)
    return plot._replace(top=plot.top + spare // 2)


def _shown(asked: Asked) -> tuple[Cell, ...]:
    """The cells on offer with what was chosen before; else the tile that is being placed."""
    draft: Draft = asked.board
    grid = land_of(draft.garden).grid
    places = [grid.named[mark.key] for mark in asked.marks] if asked.key in CELLS else []
    return (*places, *(draft.bloomed if places else ()), *_tile(draft), *_fountain(draft))


def _fountain(draft: Draft) -> list[Cell]:
    """The fountain in whose garden a tile is to be laid."""
    of = land_of(draft.garden)
    return [] if draft.fountain is None or draft.spot else of.grid.cells_of(of.fountains[draft.fountain])


def _tile(draft: Draft) -> tuple[Cell, ...]:
    """The cells of the tile that is being placed."""
    return tile_cells(draft.garden.laid[-1].tile, draft.spot) if draft.spot else ()


def live(asked: Asked) -> Live | None:
    """The symbol that is being used."""
    if asked.key not in ("symbol", "mastery_payment"):
        return None
    tile = asked.board.garden.laid[-1].tile
    return Live(symbol_cell(tile, asked.board.spot), face(tile).symbol)


def _map(picture: Picture, view: View, asked: Asked, plot: Plot, last: tuple[Event, ...]) -> None:
    """The map as it would be, what was done on it, and the cells on offer."""
    draft: Draft = asked.board
    draw_window(picture, draft.garden, view.seats, plot, live(asked))
    draw_traces(picture, draft.garden, plot, last)
    draw_pale(picture, draft.garden, plot, (_tile(draft), draft.bloomed), cells_in(draft.garden, plot, wholly=False))
    if asked.key in CELLS:
        _sites(picture, draft.garden, asked, plot)


def _sites(picture: Picture, garden: Garden, asked: Asked, plot: Plot) -> None:
    """A rim and a number on each cell on offer, with what it brings beneath it."""
    grid = land_of(garden).grid
    for mark in asked.marks:
        put(picture, site(plot.size), plot.middle(grid.named[mark.key]))
    draw = ImageDraw.Draw(picture)
    for text, at, font in numbers(garden, asked, plot):
        write(draw, at, text, font, INK, anchor="m", halo=CREAM)


def numbers(garden: Garden, asked: Asked, plot: Plot) -> list[tuple[Words, Point, int]]:
    """What is written on the cells on offer, the middle of each text, its font; and what they bring, where that differs."""
    font = max(READABLE, round(plot.size * 0.3))
    worths = {mark.gain for mark in asked.marks if mark.gain.isascii()}
    noted = len(worths) > 1 and plot.size >= NOTED
    drop = font * 0.42 if noted and plot.size < ROOMY else plot.size * 0.34
    found = list[tuple[Words, Point, int]]()
    for mark in asked.marks:
        x, y = plot.middle(land_of(garden).grid.named[mark.key])
        found.append((literal(mark.number), (x, y - drop), font))
        if noted and mark.gain.isascii() and mark.gain:
            found.append((literal(mark.gain), (x, y + drop), font))
    return found
