"""Little gardens, one for each answer of several squares: finishing positions, sites, and complete turns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.cache import sprites
from render.canvas import WIDE, Picture, put
from render.fonts import write
from render.layout import EDGE, PALE, READABLE, Box
from render.palette import CREAM, EARTH, GOLD, INK, PAPER, mix
from render.schlossgarten.elements import draw_element
from render.schlossgarten.pawns import ghost, pawn
from render.schlossgarten.places import FLAT, TALL, Plot, Window, window
from render.schlossgarten.signs import outline
from render.schlossgarten.tiles import GROUNDS, LETTERS, SOIL
from render.signs import pill
from render.sketch import Mark, PromptSketch
from render.writing import literal
from rules.schlossgarten.best_turns import best_candidates
from rules.schlossgarten.board import Board, site_of, squares
from rules.schlossgarten.draft import Draft
from rules.schlossgarten.finishes import Finish, finishes
from rules.schlossgarten.parts import SIZE
from rules.schlossgarten.state import Square, View

GAP = 14
SIDE, FOOT = 58, 44  # pixels for numbers and letters
CLOSEST = 4  # columns and rows shown at least
VALUED = 60  # pixels of a square from which values are written
WIDEST = 300  # pixels of a complete turn


@sprites.keep
def base(values: tuple[int, ...], board: Board, sides: tuple[int, ...], size: int) -> Picture:
    """Return the whole garden without its pawns, with squares of ``size`` pixels."""
    picture = Image.new("RGB", (SIZE * size, SIZE * size), mix(PAPER, EARTH, 0.5))
    draw = ImageDraw.Draw(picture)
    plot = Plot(0, 0, size)
    pits = set(squares(board.pits))
    for square, value in enumerate(values):
        x, y = plot.corner(square)
        ink = mix(*((SOIL, CREAM, 0.2) if square in pits else (GROUNDS[value], PAPER, 0.3)))
        draw.rectangle((x, y, x + size - 2, y + size - 2), fill=ink)
        if size >= VALUED:
            write(draw, (x + 6, y + READABLE * 0.55), literal(value), READABLE, CREAM if square in pits else INK)
    for seat, own in enumerate(board.elements):
        for kind, mask in enumerate(own):
            if mask:
                draw_element(picture, plot, sides[seat], kind, tuple(squares(mask)))
    return picture


@sprites.keep
def margins(size: int) -> tuple[Picture, Picture]:
    """Return the numbers of all rows, and the letters of all columns."""
    numbers, letters = (Image.new("RGB", box, PAPER) for box in ((SIDE, SIZE * size), (SIZE * size, FOOT)))
    for i in range(SIZE):
        middle = (i + 0.5) * size
        write(ImageDraw.Draw(letters), (middle, FOOT / 2), literal(LETTERS[i]), READABLE, PALE, anchor="m")
        write(ImageDraw.Draw(numbers), (SIDE - 18, middle), literal(SIZE - i), READABLE, PALE, anchor="m")
    return numbers, letters


class Grid(NamedTuple):
    """The arrangement of little gardens: columns, rows, and the pixels of each garden."""

    across: int
    rows: int
    cell: int


def arranged(count: int, room: int) -> Grid:
    """Return the arrangement with the largest gardens that fits into ``room`` pixels of height."""

    def grid(across: int) -> Grid:
        rows = -(-count // across)
        wide = (WIDE - 2 * EDGE - GAP * (across - 1)) // across
        return Grid(across, rows, min(wide, room // rows - GAP))

    return max(map(grid, range(1, count + 1)), key=lambda found: (found.cell, found.across))


def high(count: int, top: int) -> int:
    """Return the picture's height in pixels, of which the first ``top`` are taken."""
    grid = arranged(count, TALL - top - EDGE + GAP)
    return max(FLAT, top + grid.rows * (grid.cell + GAP) - GAP + EDGE)


def spots(count: int, top: int, low: int) -> list[Box]:
    """Return a box for each garden, in rows between two heights; the last row may be shorter."""
    across, rows, cell = arranged(count, TALL - top - EDGE + GAP)
    top += (low - EDGE - top - rows * (cell + GAP) + GAP) // 2
    found: list[Box] = []
    for first in range(0, count, across):
        step = (WIDE - 2 * EDGE) / across
        left = EDGE + (across - min(across, count - first)) * step / 2 + (step - cell) / 2
        y = top + first // across * (cell + GAP)
        found += [(round(left + i * step), y, cell, cell) for i in range(min(across, count - first))]
    return found


def draw_answers(picture: Picture, view: View, asked: PromptSketch, top: int) -> None:
    """Draw the finishing positions or the sites on offer."""
    draft: Draft = asked.board
    places = spots(len(asked.marks), top, picture.height)
    if asked.key == "site":
        for mark, spot in zip(asked.marks, places, strict=True):
            assert draft.kind is not None
            _built(picture, view, draft, (draft.kind, site_of(mark.key) or ()), mark, spot)
    else:
        assert draft.card is not None
        draw_figures(picture, view, draft, finishes(draft.board, draft.seat, draft.card), zip(asked.marks, places, strict=True))


def draw_figures(picture: Picture, view: View, draft: Draft, found: Iterable[Finish], spots: Iterable[tuple[Mark, Box]]) -> None:
    """Draw finishing positions, with the squares that their pawns leave where these are near."""
    own, by_key = draft.board.pawns[draft.seat], {finish.key(): finish for finish in found}
    for mark, spot in spots:
        finish = by_key[mark.key]
        place, starts = finish.figure[:3], tuple(own[which] for which, _ in finish.moves)
        part = window((*place, *starts), CLOSEST)
        part = part if part.shown == CLOSEST else window(place, CLOSEST)
        shown = _ground(picture, view, draft.board, part, spot)
        _figure(picture, view, draft, finish, part, shown)
        _tell(picture, mark, spot)


def high_of_turns(turns: tuple[Mark, ...]) -> int:
    """Return the pixels of height that complete turns take above all else."""
    return _turn_size(turns) + 2 * GAP if turns else 0


def _turn_size(turns: tuple[Mark, ...]) -> int:
    return min(WIDEST, (WIDE - 2 * EDGE - GAP * (len(turns) - 1)) // len(turns))


def draw_complete(picture: Picture, view: View, turns: tuple[Mark, ...]) -> None:
    """Draw the complete turns on offer side by side (R6.21)."""
    if not turns:
        return
    size, step = _turn_size(turns), (WIDE - 2 * EDGE) / len(turns)
    for i, (mark, candidate) in enumerate(zip(turns, best_candidates(view), strict=False)):
        draft = candidate.draft
        assert draft.kind is not None
        spot = (round(EDGE + i * step + (step - size) / 2), EDGE, size, size)
        _built(picture, view, draft, (draft.kind, draft.site), mark, spot)
    line = EDGE + size + GAP
    ImageDraw.Draw(picture).line((EDGE, line, WIDE - EDGE, line), mix(PAPER, EARTH, 0.4), 4)


def _built(picture: Picture, view: View, draft: Draft, element: tuple[int, tuple[Square, ...]], mark: Mark, spot: Box) -> None:
    """Draw a site with the element built on it, and the worker nearby."""
    kind, site = element
    dug = () if draft.dig is None else (draft.dig,)
    part = window((draft.square(), *site, *dug), CLOSEST)
    shown = _ground(picture, view, draft.board, part, spot)
    draw_element(picture, shown, view.sides[draft.seat], kind, site)
    outline(picture, shown, () if draft.dig in site else dug, GOLD, 3)
    outline(picture, shown, site, GOLD, 5)
    _pawns(picture, view, draft.board.pawns, part, shown)
    _tell(picture, mark, spot)


def _pawns(picture: Picture, view: View, pawns: Sequence[Sequence[Square]], part: Window, shown: Plot) -> None:
    for seat, own in enumerate(pawns):
        for which, square in enumerate(own):
            if part.has(square):
                put(picture, pawn(view.sides[seat], which, shown.size), shown.middle(square))


def _tell(picture: Picture, mark: Mark, spot: Box) -> None:
    """Draw the number or letter of an answer in the lower corner, and its points in the upper one."""
    left, top, wide, tall = spot
    font = 44 if tall < 2 * WIDEST else 60
    sign = pill(literal(mark.number), font)
    put(picture, sign, (left + max(sign.width, SIDE) / 2, top + tall - sign.height / 2))
    if mark.gain:
        gain = pill(literal(mark.gain), font, CREAM)
        put(picture, gain, (left + wide - gain.width / 2, top + gain.height / 2))


def _ground(picture: Picture, view: View, board: Board, part: Window, spot: Box) -> Plot:
    """Draw a part of the garden with its letters and numbers; return its plot."""
    left, top, wide, _ = spot
    size = (wide - SIDE) // part.shown
    left, top = left + SIDE, top + wide - FOOT - size * part.shown
    whole = base(view.values, board._replace(pawns=()), view.sides, size)
    x, y = part.west * size, (SIZE - 1 - part.north) * size
    picture.paste(whole.crop((x, y, x + part.shown * size, y + part.shown * size)), (left, top))
    numbers, letters = margins(size)
    picture.paste(numbers.crop((0, y, SIDE, y + part.shown * size)), (left - SIDE, top))
    picture.paste(letters.crop((x, 0, x + part.shown * size, FOOT)), (left, top + part.shown * size))
    return part.plot(left, top, size)


def _figure(picture: Picture, view: View, draft: Draft, finish: Finish, part: Window, shown: Plot) -> None:
    moved, side = dict(finish.moves), view.sides[draft.seat]
    _line(picture, shown, finish.figure[:3])
    own = tuple(moved.get(which, square) for which, square in enumerate(draft.board.pawns[draft.seat]))
    _pawns(picture, view, [own if seat == draft.seat else other for seat, other in enumerate(draft.board.pawns)], part, shown)
    for which in moved:
        start = draft.board.pawns[draft.seat][which]
        if start not in finish.figure[:3] and part.has(start):
            put(picture, ghost(side, which, round(shown.size * 0.75)), shown.middle(start))


def _line(picture: Picture, shown: Plot, place: tuple[Square, ...]) -> None:
    """Draw golden squares under a figure, joined by lines."""
    draw = ImageDraw.Draw(picture)
    points = [shown.middle(square) for square in place]
    for square in place:
        x, y = shown.corner(square)
        draw.rectangle((x, y, x + shown.size - 2, y + shown.size - 2), fill=mix(GOLD, CREAM, 0.2), outline=INK)
    draw.line([*points, points[0]], GOLD, 4)
