"""Draw one garden: table, cards with their edges, temples, sizes of free groups, lettering, and the last move."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFilter

from render.cache import sprites
from render.canvas import Picture, arrowhead, put
from render.hanging_gardens.places import MIN_FONT_PX, Grid, Plot, letters
from render.hanging_gardens.signs import frame
from render.hanging_gardens.squares import MIN_LETTERED_PX, TABLE, count_plate, square, temple
from render.layout import PALE, Box
from render.palette import CREAM, EARTH, INK, mix
from render.signs import label, ring
from render.writing import literal
from rules.game import Event, Seat
from rules.hanging_gardens.garden import covered, groups, movable, top, turned
from rules.hanging_gardens.parts import STRUCTURE
from rules.hanging_gardens.state import Garden, Group, Laid, Square
from rules.hanging_gardens.story import Built, CardLaid

GRID_INK = mix(TABLE, EARTH, 0.2)
SHADOW_INK = mix(TABLE, EARTH, 0.55)
CARD_EDGE_INK = mix(EARTH, INK, 0.45)


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


def draw_garden(picture: Picture, grid: Grid, garden: Garden, seat: Seat, seen: Traces, offered: Collection[Square] = ()) -> None:
    """Draw a garden without its lettering, its first shown square at the grid's corner.

    :param seen: the traces to mark.
    :param offered: squares to leave free for the numbers of options.
    """
    picture.paste(_built(grid.plot, grid.size, garden, seat), (grid.left, grid.top))
    _draw_sizes(picture, grid, garden, offered)
    _draw_traces(picture, grid, garden, seen)


@sprites.keep
def _built(plot: Plot, size: int, garden: Garden, seat: Seat) -> Picture:
    """Return table, cards and temples of a garden; cached, since a garden changes only in its owner's turn."""
    grid = Grid(plot, 0, 0, size)
    picture = Image.new("RGB", (plot.wide * size, plot.high * size), TABLE)
    _draw_lines(picture, grid)
    _draw_shadow(picture, grid, garden)
    for at, letter in top(garden).items():
        picture.paste(square(letter, size, at in garden.temples), grid.corner(at))
    _draw_edges(picture, grid, garden)
    for at in garden.temples:
        put(picture, temple(seat, size), temple_at(grid, at))
    return picture


def temple_at(grid: Grid, at: Square) -> tuple[float, float]:
    """Return the middle of a temple in pixels, a little off that of its square so that the letter stays free."""
    x, y = grid.corner(at)
    return x + grid.size * 0.58, y + grid.size * 0.6


def _draw_lines(picture: Picture, grid: Grid) -> None:
    """Draw faint lines on the bare table, to count squares by."""
    draw = ImageDraw.Draw(picture)
    left, top_, wide, high = grid.box
    for i in range(grid.plot.wide + 1):
        draw.line((left + i * grid.size, top_, left + i * grid.size, top_ + high), GRID_INK, 1)
    for i in range(grid.plot.high + 1):
        draw.line((left, top_ + i * grid.size, left + wide, top_ + i * grid.size), GRID_INK, 1)


SHADOW_SQUARE_PX = 6  # side of a square in the small picture that is blurred


def _draw_shadow(picture: Picture, grid: Grid, garden: Garden) -> None:
    """Draw the soft shadow of all cards, blurred small and enlarged."""
    small = Image.new("L", (grid.plot.wide * SHADOW_SQUARE_PX, grid.plot.high * SHADOW_SQUARE_PX))
    for column, row in top(garden):
        x, y = (column - grid.plot.column) * SHADOW_SQUARE_PX, (row - grid.plot.row) * SHADOW_SQUARE_PX
        small.paste(150, (x, y + 1, x + SHADOW_SQUARE_PX + 1, y + SHADOW_SQUARE_PX + 1))
    soft = small.filter(ImageFilter.GaussianBlur(1.4))
    left, top_, wide, high = grid.box
    mask = soft.resize((wide, high), Image.Resampling.BILINEAR)  # pyright: ignore[reportUnknownMemberType]
    picture.paste(SHADOW_INK, (left, top_), mask)


def _draw_edges(picture: Picture, grid: Grid, garden: Garden) -> None:
    """Draw thin lines between cards, and between cards and table."""
    owner = {at: i for i, laid in enumerate(garden.laid) for at, _ in covered(laid)}
    draw = ImageDraw.Draw(picture)
    thick = 1 if grid.size < 40 else 2
    for (column, row), card in owner.items():
        x, y = grid.corner((column, row))
        end = grid.size - 1
        if owner.get((column - 1, row)) != card:
            draw.rectangle((x - thick + 1, y, x, y + end), fill=CARD_EDGE_INK)
        if owner.get((column, row - 1)) != card:
            draw.rectangle((x, y - thick + 1, x + end, y), fill=CARD_EDGE_INK)
        if (column + 1, row) not in owner:
            draw.rectangle((x + end, y, x + end + thick - 1, y + end), fill=CARD_EDGE_INK)
        if (column, row + 1) not in owner:
            draw.rectangle((x, y + end, x + end, y + end + thick - 1), fill=CARD_EDGE_INK)


def _draw_sizes(picture: Picture, grid: Grid, garden: Garden, offered: Collection[Square]) -> None:
    """Draw the size of each group without a temple, and an arrow at each temple that may move."""
    if grid.size < MIN_LETTERED_PX:
        return
    for each in groups(top(garden), STRUCTURE):
        if each.isdisjoint(garden.temples):
            _draw_size(picture, grid, each, offered)
    for at in movable(garden):
        x, y = grid.corner(at)
        side = round(grid.size * 0.42)
        put(picture, arrowhead(CREAM, INK, 315, side), (x + grid.size * 0.86, y + grid.size * 0.18))


def _draw_size(picture: Picture, grid: Grid, group: Group, offered: Collection[Square] = ()) -> None:
    """Draw a group's size on its last square that is not on offer, or else on its last one."""
    x, y = grid.corner(max(group.difference(offered) or group))
    sign = count_plate(len(group), max(MIN_FONT_PX, round(grid.size * 0.34)))
    put(picture, sign, (x + grid.size - sign.width / 2, y + grid.size - sign.height / 2))


def card_box(grid: Grid, laid: Laid) -> Box:
    """Return the box of a card that was laid, in pixels."""
    rows = turned(laid.card, laid.turn)
    return *grid.corner((laid.column, laid.row)), len(rows[0]) * grid.size, len(rows) * grid.size


def _draw_traces(picture: Picture, grid: Grid, garden: Garden, seen: Traces) -> None:
    if len(garden.laid) > 1:
        frame(picture, card_box(grid, garden.laid[-1]), 4 if grid.size >= 40 else 3, INK, dotted=not seen.moved)
    wide = round(grid.size * 0.98)
    for at in seen.built:
        put(picture, ring(wide, CREAM), grid.middle(at))
    for at in seen.left:
        put(picture, ring(wide, CREAM, dashed=True), grid.middle(at))


def draw_lettering(picture: Picture, grid: Grid) -> None:
    """Write column letters and row numbers on the outermost squares, which must be bare."""
    left, top_, wide, high = grid.plot
    for column in range(left + 1, left + wide - 1):
        for row in (top_, top_ + high - 1):
            put(picture, label(literal(letters(column)), MIN_FONT_PX, PALE), grid.middle((column, row)))
    for row in range(top_ + 1, top_ + high - 1):
        for column in (left, left + wide - 1):
            put(picture, label(literal(row), MIN_FONT_PX, PALE), grid.middle((column, row)))
