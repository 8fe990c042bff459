"""The fountains on the map, each with its letter and the medals of the seats that control it, where these hide least."""

from __future__ import annotations

from typing import NamedTuple

from PIL import ImageDraw

from render.canvas import Picture, Point, put
from render.fonts import write
from render.grids import ROW_SHARE, Hexes, hex_corner
from render.ishtar import cells
from render.ishtar.emblems import medal
from render.layout import SIZES
from render.palette import CREAM, INK
from render.signs import ring
from render.sketch import HINT, PromptSketch
from render.writing import literal
from rules.game import Seat
from rules.ishtar.garden import Cover, cover_of, land_of
from rules.ishtar.hexes import neighbours
from rules.ishtar.notation import fountain_name
from rules.ishtar.parts import Cell
from rules.ishtar.score import fountain_counts, holders
from rules.ishtar.state import Garden, View

# Corners of a cell as `places.corner` counts them, in the order of preference.
TOP, BOTTOM = 5, 2
LETTER_CORNERS = (TOP, 0, 4, 1, 3, BOTTOM)
MEDAL_CORNERS = (BOTTOM, 1, 3, 0, 4, TOP)
BASIN = 1.24  # of a cell: the width of a fountain, which covers no more than corners of the cells around it
LETTER_REACH, MEDAL_REACH = 0.84, 0.8  # of a cell: from the middle of a fountain to the middle of its letter, and of a medal
MEDAL = 0.66  # of a cell
# How bad it is to stand outside of the picture, or to hide a corner of something.
OUTSIDE, HIDDEN_NUMBER, HIDDEN_STONE, HIDDEN_PLANT, HIDDEN_GEM = 20, 9, 3, 2, 1


class Fountain(NamedTuple):
    """A fountain on the map: its cell, the corner of its letter, and the seats that control it, each with the medal's corner."""

    cell: Cell
    letter: int
    medals: tuple[tuple[Seat, int], ...]


def place_fountains(
    garden: Garden, seats: int, rows: range | None = None, numbered: frozenset[Cell] = frozenset()
) -> list[Fountain]:
    """Return the fountains by slot, with signs at the corners where these hide fewest stones, plants and gems.

    :param rows: the only rows with room for signs; None for all.
    :param numbered: cells that bear a number in their upper half, which is hidden last.
    """
    cover, found = cover_of(garden), list[Fountain]()
    for water, counts in zip(cover.land.fountains, fountain_counts(garden, seats), strict=True):
        (cell,) = cover.grid.cells_of(water)
        hidden = [_count_hidden(cover, cell, turn, numbered) for turn in range(6)]
        for turn, row in ((TOP, cell[1] - 1), (BOTTOM, cell[1] + 1)):
            if rows and row not in rows:
                hidden[turn] = OUTSIDE
        letter = min(LETTER_CORNERS, key=hidden.__getitem__)
        free = sorted((turn for turn in MEDAL_CORNERS if turn != letter), key=hidden.__getitem__)
        found.append(Fountain(cell, letter, tuple(zip(holders(counts), free, strict=False))))
    return found


def _count_hidden(cover: Cover, cell: Cell, turn: int, numbered: frozenset[Cell]) -> int:
    """Return how much a sign at a corner would hide."""
    beside = [other for other in beside_corner(cell, turn) if other in cover.grid.keys]
    near, height = cover.grid.bits(beside), hex_corner(turn, 1)[1]
    plants, gems = cover.flowers | cover.pawns, sum(cover.land.gems) & cover.bare
    return (
        HIDDEN_NUMBER * sum(other in numbered and (other[1] - cell[1]) * ROW_SHARE > height for other in beside)
        + HIDDEN_STONE * (near & cover.land.stones).bit_count()
        + HIDDEN_PLANT * (near & plants).bit_count()
        + HIDDEN_GEM * (near & gems).bit_count()
    )


def beside_corner(cell: Cell, turn: int) -> tuple[Cell, Cell]:
    """Return the two other cells that meet at a corner of a cell."""
    around_it = neighbours(cell)
    return around_it[turn - 1], around_it[turn]


def draw_fountains(picture: Picture, garden: Garden, plot: Hexes, shown: frozenset[Cell]) -> None:
    """Draw the fountains without their letters and medals."""
    for water, colour in zip(land_of(garden).fountains, garden.fountains or ("",) * len(garden.faces), strict=True):
        (cell,) = land_of(garden).grid.cells_of(water)
        if cell in shown:
            put(picture, cells.fountain(colour, round(plot.size * BASIN)), plot.middle(cell))


def draw_signs(
    picture: Picture,
    garden: Garden,
    seats: int,
    plot: Hexes,
    rows: range | None = None,
    numbered: frozenset[Cell] = frozenset(),
) -> None:
    """Draw the letters and the medals of the fountains that are wholly shown; `place_fountains` explains the last arguments."""
    for slot, each in enumerate(place_fountains(garden, seats, rows, numbered)):
        if not plot.holds(each.cell):
            continue
        for seat, turn in each.medals:
            put(picture, medal(seat, max(SIZES.tiny, round(plot.size * MEDAL))), _at(plot, each.cell, turn, MEDAL_REACH))
        if garden.fountains:
            middle, font = _at(plot, each.cell, each.letter, LETTER_REACH), max(SIZES.tiny, round(plot.size * 0.42))
            write(ImageDraw.Draw(picture), middle, literal(fountain_name(slot)), font, INK, anchor="m", halo=CREAM)


def draw_ring(picture: Picture, plot: Hexes, cell: Cell) -> None:
    """Draw a golden ring around a chosen fountain."""
    put(picture, ring(round(plot.size * (BASIN + 0.14))), plot.middle(cell))


def ring_places(picture: Picture, view: View, plot: Hexes, asked: PromptSketch) -> None:
    """Draw rings around the fountains that the reasons of a hint name."""
    named = land_of(view.garden).grid.named
    for mark in asked.marks if asked.key == HINT else ():
        if plot.holds(named[mark.at]):
            draw_ring(picture, plot, named[mark.at])


def _at(plot: Hexes, cell: Cell, turn: int, reach: float) -> Point:
    """Return the point at a distance from the middle of a cell, in cells, towards a corner."""
    (x, y), (dx, dy) = plot.middle(cell), hex_corner(turn, plot.size * reach)
    return x + dx, y + dy
