"""Answers that are several squares, each as a little garden: finishing positions, and sites to build on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.cache import sprites
from render.canvas import WIDE, Picture, put
from render.fonts import write
from render.layout import EDGE, LEAST, PALE, Box
from render.palette import CREAM, EARTH, GOLD, INK, PAPER, mix
from render.schlossgarten.elements import draw_element, draw_token
from render.schlossgarten.pawns import ghost, pawn
from render.schlossgarten.places import TOP, Plot
from render.schlossgarten.signs import long, outline, put_row, shoe
from render.schlossgarten.tiles import GROUNDS, LETTERS, SOIL
from render.signs import label, pill
from render.sketch import Mark
from rules.schlossgarten.board import Ground, site_of, squares
from rules.schlossgarten.draft import Draft
from rules.schlossgarten.finishes import Finish
from rules.schlossgarten.parts import SIZE
from rules.schlossgarten.state import Square, View

LABEL = 42  # pixels below a little garden for its key
GAP = 14
BESIDE = 6  # so many fit beside the large garden
LARGEST = 372  # pixels of a little garden with its letters and numbers
SIDE, FOOT = 24, 32  # pixels for numbers and letters
ROWS = {4: 3, 5: 4, 6: 4, 7: 5, 8: 6}  # by little gardens in a row
CLOSEST = 4  # columns and rows shown at least
ART = 40  # pixels of a square from which elements are more than their emblem
FONTS = (40, 36, 32, 30, LEAST)


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
        write(ImageDraw.Draw(letters), (middle, FOOT / 2), LETTERS[i], LEAST, PALE, anchor="m")
        write(ImageDraw.Draw(numbers), (SIDE / 2 - 1, middle), str(SIZE - i), LEAST, PALE, anchor="m")
    return numbers, letters


def columns(count: int) -> int:
    """How many stand in a row where they take the whole picture."""
    return next((across for across, rows in ROWS.items() if count <= across * rows), max(ROWS))


def cell(room: int, across: int, tall: int = LARGEST) -> int:
    """Pixels of a little garden where so many share a width, and a row is so tall."""
    return min(tall, LARGEST, (room - GAP * (across - 1)) // across)


def high(count: int) -> int:
    """Pixels of a picture that shows nothing else."""
    across = columns(count)
    return TOP + -(-count // across) * (cell(WIDE - 2 * EDGE, across) + LABEL + GAP) + EDGE


def draw_figures(
    picture: Picture, view: View, draft: Draft, found: dict[str, Finish], marks: tuple[Mark, ...], box: Box, across: int
) -> None:
    """Each finishing position, and where who moves for it came from."""
    own = draft.here.pawns[draft.seat]
    spots = _spots(len(marks), box, across)
    for mark, spot in zip(marks, spots, strict=True):
        finish = found[mark.key]
        starts = tuple(own[which] for which, _ in finish.moves)
        part = window((*finish.figure[:3], *starts))
        shown = _ground(picture, view, draft, part, spot)
        _figure(picture, view, draft, finish, part, shown)
    _badges(picture, marks, spots, (shoe(32, False).crop((7, 0, 25, 32)),))


def _spots(count: int, box: Box, across: int) -> list[Box]:
    """Boxes in rows, without what is written below them."""
    rows = max(1, -(-count // across))
    wide = cell(box[2], across, box[3] // rows - LABEL - GAP)
    step = box[2] / across
    return [
        (round(box[0] + (i % across) * step + (step - wide) / 2), box[1] + i // across * (wide + LABEL + GAP), wide, wide)
        for i in range(count)
    ]


def _ground(picture: Picture, view: View, draft: Draft, part: Window, spot: Box) -> Plot:
    """A part of the garden with its letters and numbers."""
    left, top, wide, _ = spot
    size = (wide - FOOT) // part.shown
    left, top = left + SIDE + (wide - SIDE - size * part.shown) // 2, top + (wide - FOOT - size * part.shown) // 2
    whole = base(view.values, draft.here._replace(pawns=()), view.sides, size)
    x, y = part.west * size, (SIZE - 1 - part.north) * size
    picture.paste(whole.crop((x, y, x + part.shown * size, y + part.shown * size)), (left, top))
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


def _badges(picture: Picture, marks: tuple[Mark, ...], spots: list[Box], signs: tuple[Picture, ...]) -> None:
    """Keys and notes below little gardens, as large as there is room; with signs if there is room for them."""
    sizes = [
        [[pill(mark.number or mark.key, font), *more, label(mark.note, font)] for mark in marks]
        for more in (signs, ())
        for font in FONTS
    ]
    fitting = (rows for rows in sizes if all(long(row, 5) <= spot[2] + GAP - 8 for row, spot in zip(rows, spots, strict=True)))
    for row, (left, top, wide, tall) in zip(next(fitting, sizes[-1]), spots, strict=True):
        put_row(picture, row, (left + wide / 2, top + tall + LABEL / 2 + 2), 5)


def draw_sites(picture: Picture, view: View, draft: Draft, marks: tuple[Mark, ...], box: Box, across: int) -> None:
    """Each site as it would be built on, in the surroundings of the worker."""
    assert draft.kind is not None
    spots = _spots(len(marks), box, across)
    for mark, spot in zip(marks, spots, strict=True):
        site = site_of(mark.key) or ()
        part = window((draft.square(), *site))
        shown = _ground(picture, view, draft, part, spot)
        draw_element(picture, shown, view.sides[draft.seat], draft.kind, site)
        outline(picture, shown, site, GOLD, 4)
        for seat, own in enumerate(draft.here.pawns):
            for which, square in enumerate(own):
                if part.has(square):
                    put(picture, pawn(view.sides[seat], which, shown.size), shown.middle(square))
    _badges(picture, marks, spots, ())
