"""Answers that are several squares, each as a little garden: finishing positions, and sites to build on."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import dist

from PIL import Image, ImageDraw

from render.canvas import WIDE, Picture, Point, put
from render.palette import CREAM, EARTH, GOLD, INK, PAPER, mix
from render.schlossgarten.elements import draw_element, draw_token
from render.schlossgarten.offers import badge
from render.schlossgarten.pawns import ghost, pawn
from render.schlossgarten.places import EDGE, LEAST, SIDE_INKS, TOP, Box, Plot
from render.schlossgarten.signs import outline, pill
from render.schlossgarten.tiles import GROUNDS, SOIL
from render.sketch import Mark
from rules.schlossgarten.board import Ground, site_of, squares
from rules.schlossgarten.draft import Draft
from rules.schlossgarten.parts import SIZE
from rules.schlossgarten.ready import Ready
from rules.schlossgarten.state import Square, View

LABEL = 48  # pixels below a little garden for its key
GAP = 14
BESIDE = 8  # so many fit beside the large garden
LARGEST = 322  # pixels of a little garden
ROWS = {4: 2, 5: 3, 6: 4, 7: 5, 8: 6}  # by little gardens in a row
WINDOW = 5  # columns and rows shown around a worker


@lru_cache(maxsize=32)
def base(values: tuple[int, ...], here: Ground, sides: tuple[int, ...], shown: Plot, across: int) -> Picture:
    """A part of the garden, small, without its pawns; the whole of it without the art of its elements."""
    whole = across * shown.size
    picture = Image.new("RGB", (whole + 4, whole + 4), mix(PAPER, EARTH, 0.5))
    draw = ImageDraw.Draw(picture)
    plot = shown._replace(left=2, top=2)
    pits = set(squares(here.pits))
    for square, value in enumerate(values):
        x, y = plot.corner(square)
        ink = SOIL if square in pits else mix(GROUNDS[value], PAPER, 0.3)
        draw.rectangle((x, y, x + plot.size - 2, y + plot.size - 2), fill=ink)
    for seat, own in enumerate(here.elements):
        for kind, mask in enumerate(own):
            if mask:
                site = tuple(squares(mask))
                if across == SIZE:
                    draw_token(picture, plot, sides[seat], site)
                else:
                    draw_element(picture, plot, sides[seat], kind, site)
    return picture


def columns(count: int) -> int:
    """How many stand in a row where they take the whole picture."""
    return next((across for across, rows in ROWS.items() if count <= across * rows), max(ROWS))


def size_of(room: int, across: int, shown: int) -> int:
    """Pixels of a square where so many little gardens share a width."""
    return min(LARGEST // shown, ((room - GAP * (across - 1)) // across - 6) // shown)


def high(count: int, shown: int = SIZE) -> int:
    """Pixels of a picture that shows nothing else."""
    across = columns(count)
    rows = -(-count // across)
    return TOP + rows * (size_of(WIDE - 2 * EDGE, across, shown) * shown + LABEL + GAP) + EDGE


def draw_figures(
    picture: Picture, view: View, draft: Draft, found: dict[str, Ready], marks: tuple[Mark, ...], box: Box, across: int
) -> None:
    """Each finishing position with everybody where they would stand."""
    size = size_of(box[2], across, SIZE)
    for mark, spot in zip(marks, _spots(len(marks), box, across, size * SIZE), strict=True):
        shown = Plot(spot[0] + 2, spot[1] + 2, size)
        picture.paste(base(view.values, draft.here._replace(pawns=()), view.sides, Plot(0, 0, size), SIZE), spot)
        _figure(picture, view, draft, found[mark.key], shown)
        badge(picture, (spot[0] + size * SIZE / 2, spot[1] + size * SIZE + LABEL / 2), mark, box[2] // across - 8)


def _spots(count: int, box: Box, across: int, wide: int) -> list[tuple[int, int]]:
    """The upper left corners of little gardens in rows."""
    step = box[2] / across
    return [
        (round(box[0] + (i % across) * step + (step - wide) / 2), box[1] + i // across * (wide + LABEL + GAP))
        for i in range(count)
    ]


def _figure(picture: Picture, view: View, draft: Draft, ready: Ready, shown: Plot) -> None:
    here = draft.here
    moved = dict(ready.moves)
    squares_ = ready.figure[:3]
    _line(picture, shown, squares_)
    ink = SIDE_INKS[view.sides[draft.seat]]
    draw = ImageDraw.Draw(picture)
    for which, to in moved.items():
        (x, y), (u, v) = shown.middle(here.pawns[draft.seat][which]), shown.middle(to)
        draw.line((x, y, u, v), INK, 5)
        draw.line((x, y, u, v), ink, 3)
        draw.ellipse((x - 6, y - 6, x + 6, y + 6), fill=ink, outline=INK)
    for seat, own in enumerate(here.pawns):
        for which, square in enumerate(own):
            to = moved.get(which, square) if seat == draft.seat else square
            sprite = pawn if to in squares_ else ghost
            put(picture, sprite(view.sides[seat], which, shown.size), shown.middle(to))


def _line(picture: Picture, shown: Plot, place: tuple[Square, ...]) -> None:
    draw = ImageDraw.Draw(picture)
    points = [shown.middle(square) for square in place]
    for square in place:
        x, y = shown.corner(square)
        draw.rectangle((x, y, x + shown.size - 2, y + shown.size - 2), fill=mix(GOLD, CREAM, 0.2), outline=INK)
    draw.line([*points, points[0]], GOLD, 4)


def _free_corner(shown: Plot, site: tuple[Square, ...], wide: int, note: Picture) -> Point:
    """The middle of a note in the corner of a little garden that is farthest from a site."""
    xs = shown.left + note.width / 2, shown.left + wide - note.width / 2
    ys = shown.top + note.height / 2, shown.top + wide - note.height / 2

    def far(corner: Point) -> float:
        return min(dist(corner, shown.middle(square)) for square in site)

    return max(product(xs, ys), key=far)


def draw_sites(picture: Picture, view: View, draft: Draft, marks: tuple[Mark, ...], box: Box, across: int) -> None:
    """Each site as it would be built on, in the surroundings of the worker."""
    size = size_of(box[2], across, WINDOW)
    row, column = divmod(draft.square(), SIZE)
    west = min(max(column - WINDOW // 2, 0), SIZE - WINDOW)
    north = max(min(row + WINDOW // 2, SIZE - 1), WINDOW - 1)
    cut = Plot(0, 0, size, west, north)
    for mark, spot in zip(marks, _spots(len(marks), box, across, size * WINDOW), strict=True):
        picture.paste(base(view.values, draft.here._replace(pawns=()), view.sides, cut, WINDOW), spot)
        shown = cut._replace(left=spot[0] + 2, top=spot[1] + 2)
        site = site_of(mark.key) or ()
        draw_element(picture, shown, view.sides[draft.seat], draft.kind, site)
        outline(picture, shown, site, GOLD, 4)
        for seat, own in enumerate(draft.here.pawns):
            for which, square in enumerate(own):
                column_, row_ = square % SIZE - west, north - square // SIZE
                if 0 <= column_ < WINDOW and 0 <= row_ < WINDOW:
                    put(picture, pawn(view.sides[seat], which, size), shown.middle(square))
        note = pill(mark.note, LEAST, CREAM)
        put(picture, note, _free_corner(shown, site, size * WINDOW, note))
        put(picture, pill(mark.key, LEAST), (spot[0] + size * WINDOW / 2, spot[1] + size * WINDOW + LABEL / 2))
