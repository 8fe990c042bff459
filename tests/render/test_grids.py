"""Square and hexagonal grids: places of cells, and edges of groups of cells."""

from __future__ import annotations

from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from render.grids import Cell, Grid, Hexes, Squares, cell_height, draw_outline, edges

SIZE = 40
SQUARES = Squares(100, 60, SIZE, west=2, north=-3)
HEXES = Hexes(100, 60, SIZE, west=2, north=-3, columns=8, rows=6)
GRIDS: tuple[Grid, ...] = (SQUARES, HEXES)
CELLS = st.frozensets(st.tuples(st.integers(0, 5), st.integers(-3, 3)), min_size=1)
RING = frozenset(HEXES.neighbours((5, 0)))
PAPER, LINE, RIM = (255, 255, 255), (200, 30, 30), (0, 0, 0)


def test_first_cell_lies_at_the_upper_left() -> None:
    assert SQUARES.corner((2, -3)) == (100, 60)
    assert SQUARES.middle((3, -2)) == (160, 120)
    assert HEXES.corner((4, -3)) == (120, 60)  # 4 − 3 / 2 is half a cell right of the west
    assert HEXES.middle((4, -3)) == (140, 60 + cell_height(SIZE) / 2)


@pytest.mark.parametrize("grid", GRIDS)
@given(cell=st.tuples(st.integers(-9, 9), st.integers(-9, 9)))
def test_neighbours_share_a_side(grid: Grid, cell: Cell) -> None:
    corners = grid.corners(cell)
    for side, other in enumerate(grid.neighbours(cell)):
        opposite = (side + len(corners) // 2) % len(corners)
        assert grid.neighbours(other)[opposite] == cell
        beyond = grid.corners(other)
        for one, its in ((side, opposite + 1), (side + 1, opposite)):
            assert dist(corners[one % len(corners)], beyond[its % len(corners)]) <= 1  # whole pixels from row to row


@pytest.mark.parametrize("grid", GRIDS)
@given(cells=CELLS)
def test_edges_are_the_sides_that_no_two_cells_share(grid: Grid, cells: frozenset[Cell]) -> None:
    sides = len(grid.corners((0, 0)))
    shared = sum(other in cells for cell in cells for other in grid.neighbours(cell))
    assert len(set(edges(grid, cells))) == len(list(edges(grid, cells))) == sides * len(cells) - shared


def test_hole_has_edges() -> None:
    assert len(list(edges(HEXES, RING))) == 18 + 6


@pytest.mark.parametrize("grid", GRIDS)
def test_outline_is_drawn_around_cells_and_not_between_them(grid: Grid) -> None:
    picture = Image.new("RGB", (400, 300), PAPER)
    one, other = (4, -1), grid.neighbours((4, -1))[0]
    draw_outline(picture, grid, (one, other), LINE, 4, under=RIM)
    (x, y), (u, v) = grid.corners(one)[0], grid.corners(one)[1]
    assert picture.getpixel((round((x + u) / 2), round((y + v) / 2))) == PAPER
    (x, y), (u, v) = grid.corners(other)[0], grid.corners(other)[1]
    assert picture.getpixel((round((x + u) / 2), round((y + v) / 2))) == LINE
    assert RIM in {picture.getpixel((round((x + u) / 2) - 5 + step, round((y + v) / 2))) for step in range(10)}
