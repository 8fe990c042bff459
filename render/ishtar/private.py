"""The private picture: the question, and the map as it would be with the answers on it (R10.5)."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image, ImageDraw

from render.canvas import WIDE, Picture, Point, put
from render.fonts import write
from render.ishtar import table, trees
from render.ishtar.answers import Part, parts
from render.ishtar.board import Symbol, cells_in, draw_window, fit_window, whole_map
from render.ishtar.heads import draw_head
from render.ishtar.panels import LINE_PX, Group, belongings, draw_things, wrap_groups
from render.ishtar.places import HEAD_PX, Plot, clip, plot_around
from render.ishtar.signs import site
from render.ishtar.table import LEAST_HEIGHT_PX, MOST_HEIGHT_PX, ROOM_PX
from render.ishtar.traces import draw_pale, draw_traces
from render.layout import EDGE, GAP, READABLE
from render.palette import CREAM, INK, PAPER
from render.sketch import PromptSketch
from render.teller import Teller
from render.writing import Words, literal
from rules.game import Event, Seat
from rules.ishtar.draft import Draft, start_draft
from rules.ishtar.garden import land_of
from rules.ishtar.hexes import face, symbol_cell, tile_cells
from rules.ishtar.parts import OPEN_TREES, Cell
from rules.ishtar.state import Garden, View

TOP_PX = EDGE + HEAD_PX + GAP
MARGIN_CELLS = 1  # shown around the cells on offer
TILE_MARGIN_CELLS = 2  # shown around the tile, if no cells are on offer
LARGEST_WINDOW_CELL_PX = 150
NOTED_CELL_PX, ROOMY_CELL_PX = 64, 90  # cells with room for number and note; without touching a piece
CELL_QUESTIONS = ("anchor", "bloom", "bloom_beside", "pawn")


class Layout(NamedTuple):
    """The parts above and below the map, each with its top; the map, if it is dealt; the height of the picture."""

    parts: tuple[tuple[Part, int], ...]
    plot: Plot | None
    high: int


def draw(view: View, seat: Seat, teller: Teller, asked: PromptSketch, last: tuple[Event, ...]) -> Picture:
    """Return the picture for a seat: its things, or its question with the answers on offer."""
    if not asked.key:
        return _without_question(view, seat, teller, last)
    draft: Draft = asked.board
    layout = arranged(view, asked, teller)
    picture = Image.new("RGB", (WIDE, layout.high), PAPER)
    draw_head(picture, view, seat, teller, draft.player, (EDGE, EDGE, ROOM_PX, HEAD_PX))
    if layout.plot:
        _draw_map(picture, view, asked, layout.plot, last if draft == start_draft(view) else ())
    for part, top in layout.parts:
        part.paint(picture, EDGE, top)
    return picture


def _without_question(view: View, seat: Seat, teller: Teller, last: tuple[Event, ...]) -> Picture:
    """Return map, carpet and open trees, and below them the things of the seat."""
    held = _own_things(view, seat)
    foot = LINE_PX * len(wrap_groups(held, ROOM_PX)) + EDGE if held else EDGE - GAP
    layout = table.arranged(view, TOP_PX, foot, foot)
    picture = Image.new("RGB", (WIDE, layout.foot + foot), PAPER)
    draw_head(picture, view, seat, teller, view.players[seat], (EDGE, EDGE, ROOM_PX, HEAD_PX))
    table.draw_table(picture, view, teller, layout, last)
    draw_things(picture, held, (EDGE, layout.foot, ROOM_PX))
    return picture


def _own_things(view: View, seat: Seat) -> list[Group]:
    """Return the own masteries, reserve and planted cards."""
    cards: list[Group] = [(trees.face(each, trees.CARD_WIDTH_LIMIT_PX - 20, LINE_PX - 4),) for each in view.planted[seat] or ()]
    return [] if view.phase == "over" else [*belongings(view.players[seat], seat), *cards]


def arranged(view: View, asked: PromptSketch, teller: Teller) -> Layout:
    """Return the layout: the question above, the map in the room left, and open trees below where gems are paid."""
    above = parts(view, asked, teller)
    below = [_open_trees_part(view)] if asked.key == "stack" else []
    stacked, top = list[tuple[Part, int]](), TOP_PX
    for part in above:
        stacked.append((part, top))
        top += part.high + GAP
    end = EDGE + sum(part.high + GAP for part in below)
    plot = _plot(view.garden, asked, top, MOST_HEIGHT_PX - end - top)
    top = max(plot.top + plot.high + GAP if plot else top, LEAST_HEIGHT_PX - end + GAP)
    for part in below:
        stacked.append((part, top))
        top += part.high + GAP
    return Layout(tuple(stacked), plot, top - GAP + EDGE)


def _open_trees_part(view: View) -> Part:
    """Return the open trees in a line."""

    def paint(picture: Picture, left: int, top: int) -> None:
        trees.draw_trees(picture, view.row, (left, top, ROOM_PX, trees.LINE_PX), OPEN_TREES)

    return Part(trees.LINE_PX, paint)


def _plot(garden: Garden, asked: PromptSketch, top: int, most: int) -> Plot | None:
    """Return the part of the map around the cells on offer, around the tile, or the whole map; ``most`` pixels high."""
    if not land_of(garden).grid.cells:
        return None
    all_ = whole_map(garden)
    cells = _cells_shown(asked)
    part = clip(plot_around(cells, MARGIN_CELLS if asked.key in CELL_QUESTIONS else TILE_MARGIN_CELLS), all_) if cells else all_
    plot = fit_window(part, garden, (EDGE, top, ROOM_PX, most), LARGEST_WINDOW_CELL_PX)
    spare = max(0, LEAST_HEIGHT_PX - MOST_HEIGHT_PX + most - plot.high)
    return plot._replace(top=plot.top + spare // 2)


def _cells_shown(asked: PromptSketch) -> tuple[Cell, ...]:
    """Return the cells on offer with those chosen before; else the cells of the tile being placed."""
    draft: Draft = asked.board
    grid = land_of(draft.garden).grid
    places = [grid.named[mark.key] for mark in asked.marks] if asked.key in CELL_QUESTIONS else []
    return (*places, *(draft.bloomed if places else ()), *_tile(draft), *_fountain_cells(draft))


def _fountain_cells(draft: Draft) -> list[Cell]:
    """Return the cell of the fountain in whose garden a tile is to be laid."""
    terrain = land_of(draft.garden)
    return [] if draft.fountain is None or draft.spot else terrain.grid.cells_of(terrain.fountains[draft.fountain])


def _tile(draft: Draft) -> tuple[Cell, ...]:
    """Return the cells of the tile being placed."""
    return tile_cells(draft.garden.laid[-1].tile, draft.spot) if draft.spot else ()


def usable_symbol(asked: PromptSketch) -> Symbol | None:
    """Return the symbol that the question is about."""
    if asked.key not in ("symbol", "mastery_payment"):
        return None
    tile = asked.board.garden.laid[-1].tile
    return Symbol(symbol_cell(tile, asked.board.spot), face(tile).symbol)


def _draw_map(picture: Picture, view: View, asked: PromptSketch, plot: Plot, last: tuple[Event, ...]) -> None:
    """Draw the map as it would be, the last moves on it, and the cells on offer."""
    draft: Draft = asked.board
    draw_window(picture, draft.garden, view.seats, plot, usable_symbol(asked))
    draw_traces(picture, draft.garden, plot, last)
    draw_pale(picture, draft.garden, plot, (_tile(draft), draft.bloomed), cells_in(draft.garden, plot, wholly=False))
    if asked.key in CELL_QUESTIONS:
        _draw_sites(picture, draft.garden, asked, plot)


def _draw_sites(picture: Picture, garden: Garden, asked: PromptSketch, plot: Plot) -> None:
    """Draw a rim and a number on each cell on offer, with its points beneath."""
    grid = land_of(garden).grid
    for mark in asked.marks:
        put(picture, site(plot.size), plot.middle(grid.named[mark.key]))
    draw = ImageDraw.Draw(picture)
    for text, at, font in numbers(garden, asked, plot):
        write(draw, at, text, font, INK, anchor="m", halo=CREAM)


def numbers(garden: Garden, asked: PromptSketch, plot: Plot) -> list[tuple[Words, Point, int]]:
    """Return the texts on the cells on offer, each with its middle and font; points only where they differ."""
    font = max(READABLE, round(plot.size * 0.3))
    worths = {mark.gain for mark in asked.marks if mark.gain.isascii()}
    noted = len(worths) > 1 and plot.size >= NOTED_CELL_PX
    drop = font * 0.42 if noted and plot.size < ROOMY_CELL_PX else plot.size * 0.34
    found = list[tuple[Words, Point, int]]()
    for mark in asked.marks:
        x, y = plot.middle(land_of(garden).grid.named[mark.key])
        found.append((literal(mark.number), (x, y - drop), font))
        if noted and mark.gain.isascii() and mark.gain:
            found.append((literal(mark.gain), (x, y + drop), font))
    return found
