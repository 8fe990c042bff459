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
from render.hanging_gardens.places import LETTERS_HIGH_PX, MIN_FONT_PX, NUMBERS_WIDE_PX, Grid, letters
from render.hanging_gardens.squares import LAWN, MIN_LETTERED_PX, count_plate, square, temple
from render.layout import PALE
from render.palette import CREAM, EARTH, INK, PAPER, Ink, mix
from render.signs import ring
from render.writing import literal
from rules.game import Event, Seat
from rules.hanging_gardens.garden import covered, groups, movable, top
from rules.hanging_gardens.parts import STRUCTURE
from rules.hanging_gardens.state import Garden, Square
from rules.hanging_gardens.story import Built, CardLaid

LAWN_LINE_INK = mix(LAWN, EARTH, 0.18)
SHADE_INK = mix(LAWN, INK, 0.3)
CARD_EDGE_INK = mix(EARTH, INK, 0.6)
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
    offered: Collection[Square] = (),
    *,
    paper: Ink = PAPER,
) -> None:
    """Draw a garden on its lawn, with the keys of its columns and rows.

    :param seen: the traces to mark.
    :param offered: squares to leave free for the numbers of options.
    :param paper: the colour behind the keys.
    """
    left, top_ = grid.lawn[0] - NUMBERS_WIDE_PX, grid.lawn[1] - LETTERS_HIGH_PX
    moved = replace(grid, left=grid.left - left, top=grid.top - top_, lawn=(NUMBERS_WIDE_PX, LETTERS_HIGH_PX, *grid.lawn[2:]))
    picture.paste(_built(moved, garden, seat, paper), (left, top_))
    _draw_sizes(picture, grid, garden, offered)
    _draw_traces(picture, grid, garden, seen)


@sprites.keep
def _built(grid: Grid, garden: Garden, seat: Seat, paper: Ink) -> Picture:
    """Return keys, lawn, cards and temples of a garden; cached, since a garden changes only in its owner's turn."""
    x, y, wide, high = grid.lawn
    picture = Image.new("RGB", (x + wide, y + high), LAWN)
    _draw_lines(picture, grid)
    _draw_shade(picture, grid, garden)
    for at, letter in top(garden).items():
        picture.paste(square(letter, grid.size, at in garden.temples), grid.corner(at))
    _draw_edges(picture, grid, garden)
    for at in garden.temples:
        put(picture, temple(seat, grid.size), temple_at(grid, at))
    picture.paste(paper, (0, 0, x + wide, y))
    picture.paste(paper, (0, 0, x, y + high))
    _draw_keys(picture, grid)
    return picture


def temple_at(grid: Grid, at: Square) -> tuple[float, float]:
    """Return the middle of a temple in pixels, a little off that of its square so that the letter stays free."""
    x, y = grid.corner(at)
    return x + grid.size * 0.58, y + grid.size * 0.6


def _draw_lines(picture: Picture, grid: Grid) -> None:
    """Draw faint lines on the lawn, to count squares by."""
    draw = ImageDraw.Draw(picture)
    left, top_, wide, high = grid.lawn
    for x in range(grid.left % grid.size, left + wide, grid.size):
        draw.line((x, top_, x, top_ + high), LAWN_LINE_INK, 1)
    for y in range(grid.top % grid.size, top_ + high, grid.size):
        draw.line((left, y, left + wide, y), LAWN_LINE_INK, 1)


def _draw_shade(picture: Picture, grid: Grid, garden: Garden) -> None:
    """Draw the shade that all cards throw on the lawn."""
    drop = max(3, round(grid.size * 0.07))
    for at in top(garden):
        x, y = grid.corner(at)
        picture.paste(SHADE_INK, (x + drop, y + drop, x + drop + grid.size, y + drop + grid.size))


def _draw_edges(picture: Picture, grid: Grid, garden: Garden) -> None:
    """Draw lines between cards, and between cards and lawn."""
    owner = {at: i for i, laid in enumerate(garden.laid) for at, _ in covered(laid)}
    thick = 2 if grid.size < 60 else 4
    for at, card in owner.items():
        for side, other in enumerate(grid.neighbours(at)):
            if owner.get(other) != card:
                grid.draw_side(picture, at, side, CARD_EDGE_INK, thick)


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
    sign = count_plate(count, max(MIN_FONT_PX, round(grid.size * 0.34)))
    put(picture, sign, (x + grid.size - sign.width / 2, y + grid.size - sign.height / 2))


def _draw_traces(picture: Picture, grid: Grid, garden: Garden, seen: Traces) -> None:
    if seen.moved and len(garden.laid) > 1:
        draw_outline(picture, grid, (at for at, _ in covered(garden.laid[-1])), CREAM, 6 if grid.size >= 40 else 4)
    wide = round(grid.size * 0.98)
    for at in seen.built:
        put(picture, ring(wide, CREAM), grid.middle(at))
    for at in seen.left:
        put(picture, ring(wide, CREAM, dashed=True), grid.middle(at))


def _draw_keys(picture: Picture, grid: Grid) -> None:
    """Write the letters of the columns above the lawn, and the numbers of the rows on its left; in small gardens not all."""
    draw = ImageDraw.Draw(picture)
    for column in range(grid.west, grid.west + grid.columns, -(-LETTER_PX // grid.size)):
        at = grid.middle((column, grid.north))[0], grid.lawn[1] - LETTERS_HIGH_PX / 2
        write(draw, at, literal(letters(column)), MIN_FONT_PX, PALE, anchor="m")
    for row in range(grid.north, grid.north + grid.rows, -(-LETTER_PX // grid.size)):
        at = grid.lawn[0] - NUMBERS_WIDE_PX / 2, grid.middle((grid.west, row))[1]
        write(draw, at, literal(row), MIN_FONT_PX, PALE, anchor="m")
