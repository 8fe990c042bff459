"""Square and hexagonal grids: places of cells, and polygons around groups of cells."""

from __future__ import annotations

from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from render.grids import Cell, Grid, Hexes, Squares, cell_height, draw_outline, edges, outlines

SIZE = 40
SQUARES = Squares(100, 60, SIZE, west=2, north=-3)
HEXES = Hexes(100, 60, SIZE, west=2, north=-3, columns=8, rows=6)
GRIDS: tuple[Grid, ...] = (SQUARES, HEXES)
CELLS = st.frozensets(st.tuples(st.integers(0, 5), st.integers(-3, 3)), min_size=1)
RING = frozenset(HEXES.neighbours((5, 0)))
PAPER, LINE, RIM = (255, 255, 255), (200, 30, 30), (0, 0, 0)


def area(polygon: list[tuple[float, float]]) -> float:
    """Return the area of a polygon; it is positive if its corners go clockwise (y counts downwards)."""
    following = [*polygon[1:], polygon[0]]
    return sum(x * v - u * y for (x, y), (u, v) in zip(polygon, following, strict=True)) / 2


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
def test_outlines_have_the_area_and_the_sides_of_their_cells(grid: Grid, cells: frozenset[Cell]) -> None:
    found = outlines(grid, cells)
    assert sum(map(len, found)) == len(list(edges(grid, cells)))
    one = area(list(grid.corners((0, 0))))
    assert sum(map(area, found)) == pytest.approx(one * len(cells), rel=0.02)


def test_hole_has_a_polygon_of_its_own_the_other_way_around() -> None:
    outer, inner = sorted(outlines(HEXES, RING), key=area, reverse=True)
    assert (len(outer), len(inner)) == (18, 6)
    assert area(inner) < 0 < area(outer)


def test_squares_that_meet_at_a_corner_have_two_polygons() -> None:
    assert [len(polygon) for polygon in outlines(SQUARES, ((2, 0), (3, 1)))] == [4, 4]


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
