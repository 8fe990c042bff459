"""The private picture: the question, and the map as it would be with the answers on it (R10.5)."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.canvas import WIDE, Picture, Point, put
from render.fonts import write
from render.grids import Hexes
from render.ishtar import table, trees
from render.ishtar.answers import Part, parts
from render.ishtar.board import Symbol, cells_in, draw_window, fit_window, whole_map
from render.ishtar.fountains import draw_ring, draw_signs
from render.ishtar.heads import draw_head, draw_purse
from render.ishtar.panels import LINE_PX, Group, belongings, draw_things, wrap_groups
from render.ishtar.places import HEAD_PX, QUESTION_PX, QUESTION_ROOM_PX, QUESTION_SIZES, clip, fitting_cell_size, plot_around
from render.ishtar.signs import site
from render.ishtar.table import ROOM_PX
from render.ishtar.traces import draw_pale, draw_traces
from render.ishtar.vegetation import put_symbol
from render.layout import EDGE, GAP
from render.palette import CREAM, INK, Theme
from render.sketch import HINT, PromptSketch
from render.teller import Teller
from render.writing import Words, literal
from rules.game import Event, Seat
from rules.ishtar.draft import Draft, start_draft
from rules.ishtar.garden import land_of
from rules.ishtar.hexes import face, symbol_cell, tile_cells
from rules.ishtar.parts import Cell
from rules.ishtar.state import Garden, View

TOP_PX = EDGE + HEAD_PX + GAP
PURSE_PX = 84  # the head of a question
QUESTION_TOP_PX = EDGE + PURSE_PX + GAP
# Cells shown around those that a question is about; other questions show no map.
MARGIN_CELLS = {"fountain": 2, "turn": 2, "anchor": 1, "symbol": 1, "bloom": 1, "bloom_beside": 1, "pawn": 1}
HIGHEST_PX = 900  # of a question's picture, so that it fits a phone together with its buttons
TILE_WINDOW_PX = 330  # the height of the map around a tile whose symbol may be used
SYMBOL_HIGHEST_PX = 868  # of that question's picture, as it has one more row of answers
LARGEST_WINDOW_CELL_PX = 120
NOTED_CELL_PX, ROOMY_CELL_PX = 64, 90  # cells with room for number and note; without touching a piece
SYMBOL_PX = 42  # the smallest symbol
CELL_QUESTIONS = ("anchor", "bloom", "bloom_beside", "pawn")


class Layout(NamedTuple):
    """A layout of a private picture.

    ``parts``: the parts above the map, each with its top edge in pixels. ``plot``: the map, if the question is about
    it. ``high``: the height of the picture in pixels.
    """

    parts: tuple[tuple[Part, int], ...]
    plot: Hexes | None
    high: int


def draw(view: View, seat: Seat, teller: Teller, asked: PromptSketch, last: tuple[Event, ...]) -> Picture:
    """Return the picture for a seat: its things, or its question with the answers on offer."""
    if asked.key in ("", HINT):
        return _without_question(view, seat, teller, last)
    draft: Draft = asked.board
    layout = arranged(view, asked, teller)
    picture = Image.new("RGB", (QUESTION_PX, layout.high), teller.theme.ground)
    draw_purse(picture, view, seat, teller, draft.player, (EDGE, EDGE, QUESTION_ROOM_PX, PURSE_PX))
    if layout.plot:
        _draw_map(picture, view, asked, layout.plot, last if draft == start_draft(view) else (), teller.theme)
    for part, top in layout.parts:
        part.paint(picture, EDGE, top)
    return picture


def _without_question(view: View, seat: Seat, teller: Teller, last: tuple[Event, ...]) -> Picture:
    """Return map, carpet and open trees, and below them the things of the seat."""
    held = _own_things(view, seat)
    foot = LINE_PX * len(wrap_groups(held, ROOM_PX)) + EDGE if held else EDGE - GAP
    layout = table.arranged(view, TOP_PX, foot, foot, foot)
    picture = Image.new("RGB", (WIDE, layout.foot + foot), teller.theme.ground)
    draw_head(picture, view, seat, teller, view.players[seat], (EDGE, EDGE, ROOM_PX, HEAD_PX))
    table.draw_table(picture, view, teller, layout, last)
    draw_things(picture, held, (EDGE, layout.foot, ROOM_PX), teller.theme)
    return picture


def _own_things(view: View, seat: Seat) -> list[Group]:
    """Return the own masteries, reserve and planted cards."""
    cards: list[Group] = [(trees.face(each, trees.CARD_WIDTH_LIMIT_PX - 20, LINE_PX - 4),) for each in view.planted[seat] or ()]
    return [] if view.phase == "over" else [*belongings(view, seat), *cards]


def arranged(view: View, asked: PromptSketch, teller: Teller) -> Layout:
    """Return the layout: the question above, and below it the part of the map that it is about."""
    stacked, top = list[tuple[Part, int]](), QUESTION_TOP_PX
    for part in parts(view, asked, teller):
        stacked.append((part, top))
        top += part.high + GAP
    plot = _plot(view.garden, asked, top)
    return Layout(tuple(stacked), plot, EDGE + (plot.top + plot.high if plot else top - GAP))


def _plot(garden: Garden, asked: PromptSketch, top: int) -> Hexes | None:
    """Return the part of the map around the cells on offer or the tile; None if the question is about no place."""
    margin = MARGIN_CELLS.get(asked.key)
    if margin is None or not land_of(garden).grid.cells:
        return None
    all_, cells = whole_map(garden), _cells_shown(asked)
    part = clip(plot_around(cells, margin), all_) if cells else all_
    most = min(TILE_WINDOW_PX, SYMBOL_HIGHEST_PX - top - EDGE) if asked.key == "symbol" else HIGHEST_PX - top - EDGE
    size = fitting_cell_size(part, (QUESTION_ROOM_PX, most), LARGEST_WINDOW_CELL_PX)
    return fit_window(part, garden, (EDGE, top, QUESTION_ROOM_PX, replace(part, size=size).high), size)


def _cells_shown(asked: PromptSketch) -> tuple[Cell, ...]:
    """Return the cells on offer with those chosen before and the chosen fountain; else the cells of the tile being placed."""
    draft: Draft = asked.board
    grid = land_of(draft.garden).grid
    if asked.key in CELL_QUESTIONS:
        return (*(grid.named[mark.key] for mark in asked.marks), *draft.bloomed, *_fountain_cells(draft))
    return (*_tile(draft), *_fountain_cells(draft))


def _fountain_cells(draft: Draft) -> list[Cell]:
    """Return the cell of the fountain in whose garden a tile is to be laid."""
    terrain = land_of(draft.garden)
    return [] if draft.fountain is None or draft.spot else terrain.grid.cells_of(terrain.fountains[draft.fountain])


def _tile(draft: Draft) -> tuple[Cell, ...]:
    """Return the cells of the tile being placed."""
    return tile_cells(draft.garden.laid[-1].tile, draft.spot) if draft.spot else ()


def usable_symbol(asked: PromptSketch) -> Symbol | None:
    """Return the symbol that the question is about."""
    if asked.key != "symbol":
        return None
    tile = asked.board.garden.laid[-1].tile
    return Symbol(symbol_cell(tile, asked.board.spot), face(tile).symbol)


def _draw_map(picture: Picture, view: View, asked: PromptSketch, plot: Hexes, last: tuple[Event, ...], theme: Theme) -> None:
    """Draw the map as it would be, the symbol to use, the chosen fountain, and the cells on offer with numbers."""
    draft: Draft = asked.board
    symbol, shown = usable_symbol(asked), cells_in(draft.garden, plot, wholly=False)
    draw_window(picture, draft.garden, plot, theme, symbol)
    draw_traces(picture, draft.garden, plot, last)
    draw_pale(picture, draft.garden, plot, (_tile(draft), draft.bloomed), shown)
    if symbol:
        put_symbol(picture, symbol.symbol, plot.middle(symbol.cell), plot.size, SYMBOL_PX)
    for cell in _fountain_cells(draft):
        draw_ring(picture, plot, cell)
    asks_cell, grid = asked.key in CELL_QUESTIONS, land_of(draft.garden).grid
    offered = frozenset(grid.named[mark.key] for mark in asked.marks) if asks_cell else frozenset[Cell]()
    for cell in offered:
        put(picture, site(plot.size), plot.middle(cell))
    draw_signs(picture, draft.garden, view.seats, plot, range(plot.north, plot.north + plot.rows), offered)
    for text, at, font in numbers(draft.garden, asked, plot) if asks_cell else ():
        write(ImageDraw.Draw(picture), at, text, font, INK, anchor="m", halo=CREAM)


def numbers(garden: Garden, asked: PromptSketch, plot: Hexes) -> list[tuple[Words, Point, int]]:
    """Return the texts on the cells on offer, each with its middle and font; points only where they differ."""
    font = max(QUESTION_SIZES.tiny, round(plot.size * 0.3))
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
