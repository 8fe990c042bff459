"""Draw one garden: lawn, cards with their edges, temples, sizes of free groups, lettering, and the last move."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.cache import sprites
from render.canvas import Picture, arrowhead, put
from render.fonts import write
from render.grids import draw_outline
from render.hanging_gardens.inks import CARD_EDGE_INK, CARD_RIM_INK, MEADOW_MARK_INK, SHADE_INK
from render.hanging_gardens.places import LETTERS_HIGH_PX, NUMBERS_WIDE_PX, SIZES, Grid, letters
from render.hanging_gardens.squares import MIN_LETTERED_PX, RIM_SHARE, SHADOW_SHARE, SHADOW_STRENGTH, count_plate, square
from render.hanging_gardens.temples import temple_of
from render.hanging_gardens.textures import HEDGE_PX, draw_meadow
from render.palette import CREAM, INK, Ink, Theme
from render.signs import ring
from render.writing import literal
from rules.game import Event, Seat
from rules.hanging_gardens.garden import covered, groups, movable, top
from rules.hanging_gardens.parts import STRUCTURE
from rules.hanging_gardens.state import Garden, Square
from rules.hanging_gardens.story import Built, CardLaid

MARK_PX, MIN_MARKED_PX = 5, 36  # from the middle of a mark to its ends; side of a square that has marks
LETTER_PX = 30  # for the letters of a column


class Traces(NamedTuple):
    """The traces of the last moves in a garden: has it changed, squares where temples were built, and squares they left."""

    moved: bool = False
    built: frozenset[Square] = frozenset()
    left: frozenset[Square] = frozenset()


def traces(last: tuple[Event, ...], seat: Seat) -> Traces:
    """Return a seat's traces of the last moves."""
    own = [event.data for event in last if isinstance(event.data, CardLaid | Built) and event.data.seat == seat]
    built = [data for data in own if isinstance(data, Built)]
    left = frozenset(data.source for data in built if data.source)
    return Traces(bool(own), frozenset(data.square for data in built), left)


def draw_garden(
    picture: Picture,
    grid: Grid,
    garden: Garden,
    seat: Seat,
    seen: Traces,
    theme: Theme,
    offered: Collection[Square] = (),
    *,
    paper: Ink | None = None,
) -> None:
    """Draw a garden on its lawn, with the keys of its columns and rows.

    :param seen: the traces to mark.
    :param offered: squares to leave free for the numbers of options.
    :param paper: the colour behind the keys; None: the background.
    """
    left, top_ = grid.lawn[0] - NUMBERS_WIDE_PX, grid.lawn[1] - LETTERS_HIGH_PX
    moved = replace(grid, left=grid.left - left, top=grid.top - top_, lawn=(NUMBERS_WIDE_PX, LETTERS_HIGH_PX, *grid.lawn[2:]))
    picture.paste(_built(moved, garden, seat, paper or theme.ground, theme.pale), (left, top_))
    _draw_sizes(picture, grid, garden, offered)
    _draw_traces(picture, grid, garden, seen)


def _built(grid: Grid, garden: Garden, seat: Seat, paper: Ink, ink: Ink) -> Picture:
    """Return keys, meadow, cards and temples of a garden."""
    x, y, wide, high = grid.lawn
    picture = Image.new("RGB", (x + wide, y + high), paper)
    draw_meadow(picture, grid.lawn)
    _draw_marks(picture, grid)
    for at, letter in top(garden).items():
        picture.paste(square(letter, grid.size, at in garden.temples), grid.corner(at))
    _draw_edges(picture, grid, garden)
    for at in garden.temples:
        put(picture, temple_of(seat, grid.size), temple_at(grid, at))
    picture.paste(paper, (0, 0, x + wide, y))
    picture.paste(paper, (0, 0, x, y + high))
    _draw_keys(picture, grid, ink)
    return picture


def temple_at(grid: Grid, at: Square) -> tuple[float, float]:
    """Return the middle of a temple in pixels, a little off that of its square so that the letter stays free."""
    x, y = grid.corner(at)
    return x + grid.size * 0.58, y + grid.size * 0.6


def _draw_marks(picture: Picture, grid: Grid) -> None:
    """Draw a mark at the corners of squares on the meadow, to count squares by; small squares have none."""
    if grid.size < MIN_MARKED_PX:
        return
    draw = ImageDraw.Draw(picture)
    left, top_, wide, high = grid.lawn
    for x in _inside(left, wide, grid.left, grid.size):
        for y in _inside(top_, high, grid.top, grid.size):
            draw.rectangle((x - MARK_PX, y - 1, x + MARK_PX, y), MEADOW_MARK_INK)
            draw.rectangle((x - 1, y - MARK_PX, x, y + MARK_PX), MEADOW_MARK_INK)


def _inside(start: int, long: int, corner: int, size: int) -> range:
    """Return where corners of squares lie between two sides of a hedge, so far from it that their marks do not touch it."""
    first = start + HEDGE_PX + MARK_PX
    return range(first + (corner - first) % size, start + long - HEDGE_PX - MARK_PX, size)


def _draw_edges(picture: Picture, grid: Grid, garden: Garden) -> None:
    """Draw the edges of cards: each throws a shadow on what lies lower, and has a bright rim inside a dark line."""
    level = {at: i for i, laid in enumerate(garden.laid, 1) for at, _ in covered(laid)}  # the meadow is 0
    _draw_shadows(picture, grid, level)
    upper = [
        (at, side, other) for at in level for side, other in enumerate(grid.neighbours(at)) if level.get(other, 0) < level[at]
    ]
    draw, half, rim = ImageDraw.Draw(picture), 1 if grid.size < 60 else 2, max(2, round(grid.size * RIM_SHARE))
    for at, _, other in upper:
        draw.rectangle(_rim(grid.corner(at), grid.size, (other[0] - at[0], other[1] - at[1]), half + rim), CARD_RIM_INK)
    grid.draw_sides(picture, [(at, side) for at, side, _ in upper], CARD_EDGE_INK, 2 * half)


def _rim(corner: tuple[int, int], size: int, way: tuple[int, int], thick: int) -> tuple[int, int, int, int]:
    """Return the box of a line inside a square, along its side that lies this way."""
    (x, y), (right, down) = corner, way
    return (
        x + size - thick if right > 0 else x,
        y + size - thick if down > 0 else y,
        x + (thick if right < 0 else size) - 1,
        y + (thick if down < 0 else size) - 1,
    )


def _draw_shadows(picture: Picture, grid: Grid, level: dict[Square, int]) -> None:
    """Draw the shadows of the squares of cards on lower squares: right of each, below it, and at their corner."""
    size, drop = grid.size, max(3, round(grid.size * SHADOW_SHARE))
    beside, below, aslant = _veil(drop, size - drop), _veil(size - drop, drop), _veil(drop, drop)
    ways = ((1, 0, size, drop, beside), (0, 1, drop, size, below), (1, 1, size, size, aslant))
    for (column, row), height in level.items():
        x, y = grid.corner((column, row))
        for right, down, dx, dy, veil in ways:
            if level.get((column + right, row + down), 0) < height:
                picture.paste(veil, (x + dx, y + dy), veil)


@sprites.keep
def _veil(wide: int, high: int) -> Picture:
    """Return a part of a shadow."""
    return Image.new("RGBA", (wide, high), (*SHADE_INK, SHADOW_STRENGTH))


def _draw_sizes(picture: Picture, grid: Grid, garden: Garden, offered: Collection[Square]) -> None:
    """Draw the size of each group without a temple, and an arrow at each temple that may move."""
    if grid.size < MIN_LETTERED_PX:
        return
    for each in groups(top(garden), STRUCTURE):
        if each.isdisjoint(garden.temples) and (seen := grid.within(each)):
            _draw_size(picture, grid, len(each), max(seen.difference(offered) or seen))
    for at in grid.within(movable(garden)):
        x, y = grid.corner(at)
        side = round(grid.size * 0.42)
        put(picture, arrowhead(CREAM, INK, 315, side), (x + grid.size * 0.86, y + grid.size * 0.18))


def _draw_size(picture: Picture, grid: Grid, count: int, at: Square) -> None:
    """Draw a group's size on one of its squares."""
    x, y = grid.corner(at)
    sign = count_plate(count, max(SIZES.tiny, round(grid.size * 0.34)))
    put(picture, sign, (x + grid.size - sign.width / 2, y + grid.size - sign.height / 2))


def _draw_traces(picture: Picture, grid: Grid, garden: Garden, seen: Traces) -> None:
    if seen.moved and len(garden.laid) > 1:
        draw_outline(picture, grid, (at for at, _ in covered(garden.laid[-1])), CREAM, 6 if grid.size >= 40 else 4)
    wide = round(grid.size * 0.98)
    for at in seen.built:
        put(picture, ring(wide, CREAM), grid.middle(at))
    for at in seen.left:
        put(picture, ring(wide, CREAM, dashed=True), grid.middle(at))


def _draw_keys(picture: Picture, grid: Grid, ink: Ink) -> None:
    """Write the letters of the columns above the lawn, and the numbers of the rows on its left; in small gardens not all."""
    draw = ImageDraw.Draw(picture)
    for column in range(grid.west, grid.west + grid.columns, -(-LETTER_PX // grid.size)):
        at = grid.middle((column, grid.north))[0], grid.lawn[1] - LETTERS_HIGH_PX / 2
        write(draw, at, literal(letters(column)), SIZES.tiny, ink, anchor="m")
    for row in range(grid.north, grid.north + grid.rows, -(-LETTER_PX // grid.size)):
        at = grid.lawn[0] - NUMBERS_WIDE_PX / 2, grid.middle((grid.west, row))[1]
        write(draw, at, literal(row), SIZES.tiny, ink, anchor="m")
