"""Answers that are several squares, each as a little garden: finishing positions, and sites to build on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.cache import sprites
from render.canvas import WIDE, Picture, put
from render.fonts import write
from render.layout import EDGE, PALE, READABLE, Box
from render.palette import CREAM, EARTH, GOLD, INK, PAPER, mix
from render.schlossgarten.elements import draw_element, draw_token
from render.schlossgarten.pawns import ghost, pawn
from render.schlossgarten.places import TOP, Plot
from render.schlossgarten.signs import outline, put_row, shoe
from render.schlossgarten.tiles import GROUNDS, LETTERS, SOIL
from render.signs import label, pill
from render.sketch import Mark
from rules.schlossgarten.board import Ground, site_of, squares
from rules.schlossgarten.draft import Draft
from rules.schlossgarten.finishes import Finish
from rules.schlossgarten.parts import SIZE
from rules.schlossgarten.state import Square, View

LABEL = 54  # pixels below a little garden for its number
GAP = 14
SIDE, FOOT = 34, 44  # pixels for numbers and letters
CLOSEST = 4  # columns and rows shown at least
ART = 40  # pixels of a square from which elements are more than their emblem, and values are told
LETTERED = 300  # pixels of a little garden from which it has letters and numbers
FLAT, TALL = 1112, 1400  # pixels of a picture: from 5:4 to square


class Window(NamedTuple):
    """A part of the garden: its western column, its northern row, and how many columns and rows."""

    west: int
    north: int
    shown: int

    def has(self, square: Square) -> bool:
        """Is a square in it?"""
        row, column = divmod(square, SIZE)
        return 0 <= column - self.west < self.shown and 0 <= self.north - row < self.shown


def window(places: Iterable[Square]) -> Window:
    """The part around some squares."""
    rows, columns_ = zip(*(divmod(square, SIZE) for square in places), strict=True)
    shown = max(CLOSEST, max(rows) - min(rows) + 1, max(columns_) - min(columns_) + 1)
    west = min(max((min(columns_) + max(columns_) + 1 - shown) // 2, 0), SIZE - shown)
    south = min(max((min(rows) + max(rows) + 1 - shown) // 2, 0), SIZE - shown)
    return Window(west, south + shown - 1, shown)


@sprites.keep
def base(values: tuple[int, ...], here: Ground, sides: tuple[int, ...], size: int) -> Picture:
    """The garden, small, without its pawns."""
    picture = Image.new("RGB", (SIZE * size, SIZE * size), mix(PAPER, EARTH, 0.5))
    draw = ImageDraw.Draw(picture)
    plot = Plot(0, 0, size)
    pits = set(squares(here.pits))
    for square, value in enumerate(values):
        x, y = plot.corner(square)
        ink = mix(*((SOIL, CREAM, 0.2) if square in pits else (GROUNDS[value], PAPER, 0.3)))
        draw.rectangle((x, y, x + size - 2, y + size - 2), fill=ink)
        if size >= ART:
            write(draw, (x + 6, y + READABLE * 0.55), str(value), READABLE, CREAM if square in pits else INK)
    for seat, own in enumerate(here.elements):
        for kind, mask in enumerate(own):
            if mask and size >= ART:
                draw_element(picture, plot, sides[seat], kind, tuple(squares(mask)))
            elif mask:
                draw_token(picture, plot, sides[seat], tuple(squares(mask)))
    return picture


@sprites.keep
def margins(size: int) -> tuple[Picture, Picture]:
    """The numbers of all rows and the letters of all columns."""
    numbers, letters = (Image.new("RGB", box, PAPER) for box in ((SIDE, SIZE * size), (SIZE * size, FOOT)))
    for i in range(SIZE):
        middle = (i + 0.5) * size
        write(ImageDraw.Draw(letters), (middle, FOOT / 2), LETTERS[i], READABLE, PALE, anchor="m")
        write(ImageDraw.Draw(numbers), (SIDE / 2 - 1, middle), str(SIZE - i), READABLE, PALE, anchor="m")
    return numbers, letters


class Grid(NamedTuple):
    """How little gardens stand on a picture: how many in a row, how many rows, and their pixels."""

    across: int
    rows: int
    cell: int


def arranged(count: int) -> Grid:
    """As large as they fit."""

    def grid(across: int) -> Grid:
        rows = -(-count // across)
        wide = (WIDE - 2 * EDGE - GAP * (across - 1)) // across
        return Grid(across, rows, min(wide, (TALL - TOP - EDGE) // rows - LABEL - GAP))

    return max(map(grid, range(1, count + 1)), key=lambda found: found.cell)


def high(count: int) -> int:
    """Pixels of the picture."""
    grid = arranged(count)
    return max(FLAT, TOP + grid.rows * (grid.cell + LABEL + GAP) + EDGE)


def draw_figures(picture: Picture, view: View, draft: Draft, found: Iterable[Finish], marks: tuple[Mark, ...]) -> None:
    """Each finishing position, and where who moves for it came from."""
    own, by_key = draft.here.pawns[draft.seat], {finish.key(): finish for finish in found}
    for mark, spot in zip(marks, _spots(len(marks), picture.height), strict=True):
        finish = by_key[mark.key]
        starts = tuple(own[which] for which, _ in finish.moves)
        part = window((*finish.figure[:3], *starts))
        shown = _ground(picture, view, draft, part, spot)
        _figure(picture, view, draft, finish, part, shown)
        _below(picture, spot, [pill(mark.number, READABLE), *_steps(finish.cost)])


def _spots(count: int, tall: int) -> list[Box]:
    """Boxes in rows, without what is written below them."""
    across, rows, cell = arranged(count)
    step = (WIDE - 2 * EDGE) / across
    top = TOP + (tall - TOP - EDGE - rows * (cell + LABEL + GAP)) // 2
    return [
        (round(EDGE + (i % across) * step + (step - cell) / 2), top + i // across * (cell + LABEL + GAP), cell, cell)
        for i in range(count)
    ]


def _steps(count: int) -> list[Picture]:
    """A footprint for each."""
    return [shoe(READABLE, False).crop((7, 0, READABLE - 7, READABLE))] * count


def _below(picture: Picture, spot: Box, signs: Sequence[Picture]) -> None:
    left, top, wide, tall = spot
    put_row(picture, signs, (left + wide / 2, top + tall + LABEL / 2 + 2), 5)


def _ground(picture: Picture, view: View, draft: Draft, part: Window, spot: Box) -> Plot:
    """A part of the garden with its letters and numbers."""
    left, top, wide, _ = spot
    side, foot = (SIDE, FOOT) if wide >= LETTERED else (0, 0)
    size = (wide - foot) // part.shown
    left, top = left + side + (wide - side - size * part.shown) // 2, top + (wide - foot - size * part.shown) // 2
    whole = base(view.values, draft.here._replace(pawns=()), view.sides, size)
    x, y = part.west * size, (SIZE - 1 - part.north) * size
    picture.paste(whole.crop((x, y, x + part.shown * size, y + part.shown * size)), (left, top))
    if side:
        numbers, letters = margins(size)
        picture.paste(numbers.crop((0, y, SIDE, y + part.shown * size)), (left - SIDE, top))
        picture.paste(letters.crop((x, 0, x + part.shown * size, FOOT)), (left, top + part.shown * size))
    return Plot(left, top, size, part.west, part.north)


def _figure(picture: Picture, view: View, draft: Draft, finish: Finish, part: Window, shown: Plot) -> None:
    moved, side = dict(finish.moves), view.sides[draft.seat]
    _line(picture, shown, finish.figure[:3])
    for seat, own in enumerate(draft.here.pawns):
        for which, square in enumerate(own):
            to = moved.get(which, square) if seat == draft.seat else square
            if part.has(to):
                put(picture, pawn(view.sides[seat], which, shown.size), shown.middle(to))
    for which in moved:
        start = draft.here.pawns[draft.seat][which]
        if start not in finish.figure[:3]:
            put(picture, ghost(side, which, round(shown.size * 0.75)), shown.middle(start))


def _line(picture: Picture, shown: Plot, place: tuple[Square, ...]) -> None:
    """A golden square under each of a figure, joined."""
    draw = ImageDraw.Draw(picture)
    points = [shown.middle(square) for square in place]
    for square in place:
        x, y = shown.corner(square)
        draw.rectangle((x, y, x + shown.size - 2, y + shown.size - 2), fill=mix(GOLD, CREAM, 0.2), outline=INK)
    draw.line([*points, points[0]], GOLD, 4)


def draw_sites(picture: Picture, view: View, draft: Draft, marks: tuple[Mark, ...]) -> None:
    """Each site as it would be built on, in the surroundings of the worker."""
    assert draft.kind is not None
    for mark, spot in zip(marks, _spots(len(marks), picture.height), strict=True):
        site = site_of(mark.key) or ()
        part = window((draft.square(), *site))
        shown = _ground(picture, view, draft, part, spot)
        draw_element(picture, shown, view.sides[draft.seat], draft.kind, site)
        outline(picture, shown, site, GOLD, 4)
        for seat, own in enumerate(draft.here.pawns):
            for which, square in enumerate(own):
                if part.has(square):
                    put(picture, pawn(view.sides[seat], which, shown.size), shown.middle(square))
        _below(picture, spot, [pill(mark.number, READABLE), *([label(mark.note, READABLE)] if mark.note else [])])
