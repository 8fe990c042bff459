"""The six garden elements: each a bed in its owner's colour, with the owner's emblem."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from math import cos, pi, sin

from render.cache import sprites
from render.canvas import Brush, Picture, Point, shadow, sprite
from render.palette import CREAM, EARTH, INK, LAKE, SAND, STONE, Ink, mix
from render.schlossgarten.inks import (
    COLUMN_INKS,
    FLAGSTONES,
    LEAF,
    LEAF_LIT,
    LEAF_SHADE,
    MARBLE,
    OWNER_INKS,
    TREE_INKS,
    WATER,
    WATER_EDGE,
    WHITE,
)
from render.schlossgarten.pawns import medal
from render.schlossgarten.places import Plot
from render.shape import shape
from rules.schlossgarten.parts import SIZE
from rules.schlossgarten.state import Square

Span = tuple[float, float, float, float]  # left, top, right, bottom, in squares
Cell = tuple[int, int]  # right and down from the upper left corner
WAYS = ((1, 0), (-1, 0), (0, 1), (0, -1))
BLUR = 4
FLAGS = ((0, 0, 0.55, 0.34), (0.55, 0, 1, 0.5), (0, 0.34, 0.55, 0.66), (0.55, 0.5, 1, 1), (0, 0.66, 0.55, 1))


def cells_of(site: Sequence[Square]) -> tuple[tuple[Cell, ...], Square]:
    """Return the cells of a site, and the square in its upper left corner."""
    columns, rows = [square % SIZE for square in site], [square // SIZE for square in site]
    west, north = min(columns), max(rows)
    cells = sorted(((column - west, north - row) for column, row in zip(columns, rows, strict=True)), key=lambda c: (c[1], c[0]))
    return tuple(cells), north * SIZE + west


def draw_element(picture: Picture, plot: Plot, side: int, kind: int, site: Sequence[Square]) -> None:
    """Draw an element on its squares."""
    cells, corner = cells_of(site)
    piece = element(side, kind, cells, plot.size)
    left, top = plot.corner(corner)
    picture.paste(piece, (left - 2 * BLUR, top - 2 * BLUR), piece)


@sprites.keep
def element(side: int, kind: int, cells: tuple[Cell, ...], size: int) -> Picture:
    """Return an element with its shadow, twice `BLUR` pixels larger on every side than its squares."""
    bare = bed(side, kind, cells, size)
    cast = shadow(bare, BLUR, 0.45, INK)
    whole = cast.copy()
    whole.alpha_composite(bare, (2 * BLUR, 2 * BLUR - 2))
    right, down = cells[0]
    put_on(whole, medal(side, round(size * 0.3)), (2 * BLUR + (right + 0.19) * size, 2 * BLUR + (down + 0.19) * size))
    return whole


def put_on(piece: Picture, other: Picture, centre: Point) -> None:
    """Paste a sprite onto another one."""
    piece.alpha_composite(other, (round(centre[0] - other.width / 2), round(centre[1] - other.height / 2)))


def bed(side: int, kind: int, cells: tuple[Cell, ...], size: int) -> Picture:
    """Return an element without shadow and emblem."""
    wide, high = _extent(cells)

    def paint(brush: Brush) -> None:
        _border(brush, side, cells, size)
        if kind in PAINTED:
            PAINTED[kind](brush, cells, size)

    piece = sprite(wide * size, high * size, paint)
    if kind in STANDING:
        (name, inks), (x, y) = STANDING[kind], cells[-1]
        piece.alpha_composite(shape(f"schlossgarten/{name}", size, **inks), (x * size, y * size))
    return piece


def _extent(cells: Sequence[Cell]) -> tuple[int, int]:
    return max(right for right, _ in cells) + 1, max(down for _, down in cells) + 1


def _border(brush: Brush, side: int, cells: Sequence[Cell], size: float) -> None:
    """Paint a bed in its owner's colour."""
    tone = OWNER_INKS[side]
    pale = tone == WHITE  # on stones it needs a darker and thicker edge
    _union(brush, cells, size, 0.03, mix(tone, INK, 0.85 if pale else 0.65))
    _union(brush, cells, size, 0.07 if pale else 0.05, tone)
    if pale:
        _union(brush, cells, size, 0.105, mix(tone, INK, 0.5))
    _union(brush, cells, size, 0.12, mix(tone, CREAM, 0.62))


def _union(brush: Brush, cells: Sequence[Cell], size: float, inset: float, ink: Ink) -> None:
    """Paint all squares as one shape, ``inset`` of a square inside their edges."""
    gap, radius = inset * size, max(2.0, (0.15 - inset * 0.6) * size)
    for x, y in cells:
        brush.block((x * size + gap, y * size + gap, (x + 1) * size - gap - 1, (y + 1) * size - gap - 1), radius, ink)
    for (x, y), (u, v) in combinations(cells, 2):
        if abs(x - u) + abs(y - v) != 1:
            continue
        left, top = min(x, u) * size, min(y, v) * size
        if y == v:
            brush.block((left + size * 0.5, top + gap, left + size * 1.5, top + size - gap - 1), 0, ink)
        else:
            brush.block((left + gap, top + size * 0.5, left + size - gap - 1, top + size * 1.5), 0, ink)


def _joined(cells: Sequence[Cell], cell: Cell, right: int, down: int) -> bool:
    return (cell[0] + right, cell[1] + down) in cells


def _corner(cells: Sequence[Cell]) -> Cell:
    """Return the cell of an L where both arms meet."""
    return next(cell for cell in cells if sum(_joined(cells, cell, *way) for way in WAYS) > 1)


def _span(cells: Sequence[Cell], cell: Cell, gap: float, joint: float = 0) -> Span:
    """Return a cell without its edge; ``joint`` is the edge towards other cells of the element."""
    x, y = cell
    return (
        x + (joint if _joined(cells, cell, -1, 0) else gap),
        y + (joint if _joined(cells, cell, 0, -1) else gap),
        x + 1 - (joint if _joined(cells, cell, 1, 0) else gap),
        y + 1 - (joint if _joined(cells, cell, 0, 1) else gap),
    )


def _hedge(brush: Brush, cells: Sequence[Cell], size: float) -> None:
    """Paint clipped bushes, leaf beside leaf."""
    spots: list[Point] = []
    for cell in cells:
        left, top, right, bottom = _span(cells, cell, 0.24)
        across, down = (max(2, round((far - near) / 0.19)) for near, far in ((left, right), (top, bottom)))
        for i in range(across + 1):
            for j in range(down + 1):
                spots.append((left + (right - left) * i / across, top + (bottom - top) * j / down))
    for shift, radius, ink in ((0.03, 0.135, LEAF_SHADE), (0.0, 0.125, LEAF)):
        for x, y in spots:
            brush.disc((x * size, (y + shift) * size), radius * size, radius * size, ink)
    for i, (x, y) in enumerate(spots):
        wave = 0.018 * sin(i * 2.4)
        brush.disc(
            ((x - 0.025 + wave) * size, (y - 0.035) * size), 0.062 * size, 0.055 * size, mix(LEAF, LEAF_LIT, 0.55 + 0.4 * (i % 2))
        )


def _maze(brush: Brush, cells: Sequence[Cell], size: float) -> None:
    """Paint hedges around and between sandy paths, with a basin in the middle."""
    for inset, ink in ((0.14, LEAF_SHADE), (0.155, LEAF), (0.19, LEAF_LIT), (0.215, LEAF), (0.25, LEAF_SHADE), (0.262, SAND)):
        _union(brush, cells, size, inset, ink)
    corner = _corner(cells)
    middle = corner[0] + 0.5, corner[1] + 0.5
    walls = [wall for cell in cells if cell != corner for wall in _walls(middle, (cell[0] - corner[0], cell[1] - corner[1]))]
    for thick, ink in ((0.1, LEAF_SHADE), (0.076, LEAF), (0.024, LEAF_LIT)):
        for wall in walls:
            brush.line([(x * size, y * size) for x, y in wall], ink, thick * size)
    for radius, ink in ((0.13, mix(STONE, EARTH, 0.6)), (0.112, MARBLE), (0.08, WATER)):
        brush.disc((middle[0] * size, middle[1] * size), radius * size, radius * size, ink)


def _walls(middle: Point, way: Cell) -> list[list[Point]]:
    """Return the hedges in one arm of a maze: along it, across its end, and one from its side."""

    def at(along: float, aside: float) -> Point:
        return middle[0] + along * way[0] - aside * way[1], middle[1] + along * way[1] + aside * way[0]

    return [
        [at(0.32, 0), at(1.06, 0)],
        [at(1.06, -0.09), at(1.06, 0.09)],
        [at(0.68, 0.2), at(0.68, 0)],
        [at(0.32, -0.2), at(0.32, 0)],
    ]


def _pool(brush: Brush, cells: Sequence[Cell], size: float) -> None:
    """Paint water in a stone rim, with ripples and a leaf."""
    for inset, ink in (
        (0.15, mix(STONE, EARTH, 0.55)),
        (0.165, mix(STONE, CREAM, 0.5)),
        (0.235, WATER_EDGE),
        (0.25, WATER),
    ):
        _union(brush, cells, size, inset, ink)
    for x, y in cells:
        for u, v, long in ((0.34, 0.42, 0.2), (0.5, 0.56, 0.22), (0.32, 0.68, 0.16)):
            wave = [((x + u + long * i / 12) * size, (y + v + 0.018 * sin(i * pi / 3)) * size) for i in range(13)]
            brush.line(wave, mix(LAKE, CREAM, 0.6), 0.026 * size)
    x, y = cells[-1]
    leaf = [((x + 0.64 + 0.085 * cos(a / 10)) * size, (y + 0.68 + 0.06 * sin(a / 10)) * size) for a in range(6, 58)]
    brush.shape([*leaf, ((x + 0.64) * size, (y + 0.68) * size)], LEAF_LIT)


def _terrace(brush: Brush, cells: Sequence[Cell], size: float) -> None:
    """Paint flagstones within a low wall."""
    _union(brush, cells, size, 0.15, mix(EARTH, INK, 0.3))
    corner = _corner(cells)
    for i, cell in enumerate(cells):
        box = _span(cells, cell, 0.17, 0.17 if cell == corner else -0.17)
        for j, flag in enumerate(FLAGS):
            _flag(brush, box, flag, mix(*FLAGSTONES, ((i + j * 2) % 4) / 3), size)


def _flag(brush: Brush, box: Span, share: Span, ink: Ink, size: float) -> None:
    """Paint a part of a box, with a joint around it."""
    left, top, right, bottom = box
    x, u = (left + (right - left) * share[i] for i in (0, 2))
    y, v = (top + (bottom - top) * share[i] for i in (1, 3))
    gap = 0.012
    brush.block(((x + gap) * size, (y + gap) * size, (u - gap) * size, (v - gap) * size), 0.03 * size, ink)


# By kind: what is painted in its bed, and the shape that stands on its last square
PAINTED: dict[int, Callable[[Brush, Sequence[Cell], float], None]] = {0: _hedge, 1: _hedge, 2: _maze, 4: _pool, 5: _terrace}
STANDING: dict[int, tuple[str, dict[str, Ink]]] = {3: ("column", COLUMN_INKS), 5: ("potted_tree", TREE_INKS)}
