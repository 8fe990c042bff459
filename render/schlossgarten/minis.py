"""Little gardens, one for each answer of several squares: finishing positions, sites, and complete turns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.cache import sprites
from render.canvas import Picture, put
from render.fonts import write
from render.layout import SIZES, Box
from render.palette import CREAM, EARTH, GOLD, INK, PAPER, Theme, mix
from render.schlossgarten.elements import draw_element
from render.schlossgarten.pawns import ghost, pawn
from render.schlossgarten.places import Plot, Window, window
from render.schlossgarten.signs import outline
from render.schlossgarten.tiles import LETTERS, bare_pit, bare_tile, kind_on
from render.signs import pill
from render.sketch import Mark, PromptSketch
from render.writing import literal
from rules.choice import walk
from rules.schlossgarten.board import BIT, Board, element_on, site_of, squares
from rules.schlossgarten.choices import choices
from rules.schlossgarten.draft import Draft, draft_of
from rules.schlossgarten.finishes import Finish, finishes
from rules.schlossgarten.parts import KIND_KEYS, SIZE
from rules.schlossgarten.state import Square, Squares, Turn, View

GAP = 14
SIDE, FOOT = 58, 44  # pixels for numbers and letters
CLOSEST, FARTHEST = 4, 5  # columns and rows shown: at least, and at most for the squares that pawns leave
VALUED = 60  # pixels of a square from which values are written
WIDEST, ROOMY = 560, 380  # pixels of a little garden: at most, and from which it may show more squares
PALER = 0.3  # share of paper in the squares of a little garden


@sprites.keep
def base(values: tuple[int, ...], board: Board, sides: tuple[int, ...], size: int) -> Picture:
    """Return the whole garden without its pawns, with squares of ``size`` pixels."""
    picture = Image.new("RGB", (SIZE * size, SIZE * size), mix(PAPER, EARTH, 0.5))
    draw = ImageDraw.Draw(picture)
    whole = Plot(0, 0, size)
    pits = set(squares(board.pits))
    for square, value in enumerate(values):
        x, y = whole.corner(square)
        picture.paste(_square(kind_on(square), value, square in pits, size), (x, y))
        if size >= VALUED:
            write(draw, (x + 8, y + SIZES.tiny * 0.55), literal(value), SIZES.tiny, CREAM if square in pits else INK)
    for seat, own in enumerate(board.elements):
        for kind, mask in enumerate(own):
            if mask:
                draw_element(picture, whole, sides[seat], kind, tuple(squares(mask)))
    return picture


@sprites.keep
def _square(kind: int, value: int, dug: bool, size: int) -> Picture:
    """Return a square without its value, which would be too small, and paler than on the board, so that answers stand out."""
    piece = bare_pit(size) if dug else bare_tile(value, kind, size)
    return Image.blend(piece, Image.new("RGB", piece.size, PAPER), PALER)


@sprites.keep
def margins(size: int, theme: Theme) -> tuple[Picture, Picture]:
    """Return the numbers of all rows, and the letters of all columns."""
    numbers, letters = (Image.new("RGB", box, theme.ground) for box in ((SIDE, SIZE * size), (SIZE * size, FOOT)))
    for i in range(SIZE):
        middle = (i + 0.5) * size
        write(ImageDraw.Draw(letters), (middle, FOOT / 2), literal(LETTERS[i]), SIZES.tiny, theme.pale, anchor="m")
        write(ImageDraw.Draw(numbers), (SIDE - 18, middle), literal(SIZE - i), SIZES.tiny, theme.pale, anchor="m")
    return numbers, letters


class Grid(NamedTuple):
    """The arrangement of little gardens: columns, rows, and the pixels of each garden."""

    across: int
    rows: int
    cell: int


def _arranged(count: int, wide: int, high: int) -> Grid:
    """Return the arrangement with the largest gardens that fits into a box of this size."""

    def grid(across: int) -> Grid:
        rows = -(-count // across)
        return Grid(across, rows, min(WIDEST, (wide + GAP) // across - GAP, (high + GAP) // rows - GAP))

    return max(map(grid, range(1, count + 1)), key=lambda found: (found.cell, -found.rows))


def spots(count: int, box: Box) -> list[Box]:
    """Return boxes for ``count`` small gardens, in rows from the top of a box; the last row may be shorter."""
    left, top, wide, high = box
    across, _, cell = _arranged(count, wide, high)
    found: list[Box] = []
    for first in range(0, count, across):
        here, y = min(across, count - first), top + first // across * (cell + GAP)
        x = left + (wide - here * (cell + GAP) + GAP) // 2
        found += [(x + i * (cell + GAP), y, cell, cell) for i in range(here)]
    return found


def draw_places(picture: Picture, view: View, asked: PromptSketch, places: Iterable[Box], theme: Theme) -> None:
    """Draw the finishing positions on offer."""
    draft: Draft = asked.board
    assert draft.card is not None
    draw_figures(
        picture, view, draft, finishes(draft.board, draft.seat, draft.card), zip(asked.marks, places, strict=True), theme
    )


def draw_sites(picture: Picture, view: View, draft: Draft, marks: Iterable[Mark], places: Iterable[Box], theme: Theme) -> None:
    """Draw the sites on offer for an element that is chosen, or for each element its only one."""
    for mark, spot in zip(marks, places, strict=True):
        kind = KIND_KEYS.index(mark.key) if draft.kind is None else draft.kind
        _built(picture, view, draft, (kind, site_of(mark.at) or ()), mark, spot, theme)


def draw_figures(
    picture: Picture, view: View, draft: Draft, found: Iterable[Finish], spots: Iterable[tuple[Mark, Box]], theme: Theme
) -> None:
    """Draw finishing positions, with the squares that their pawns leave where these are near."""
    own, by_key = draft.board.pawns[draft.seat], {finish.key(): finish for finish in found}
    for mark, spot in spots:
        finish = by_key[mark.key]
        place, starts = finish.figure[:3], tuple(own[which] for which, _ in finish.moves)
        part = window((*place, *starts), CLOSEST)
        far = FARTHEST if spot[2] >= ROOMY else CLOSEST
        part = part if part.shown <= far else window(place, CLOSEST)
        shown = _ground(picture, view, draft.board, part, spot, theme)
        _figure(picture, view, draft, finish, part, shown)
        _tell(picture, mark, spot)


def draw_complete(picture: Picture, view: View, turns: tuple[Mark, ...], places: Iterable[Box], theme: Theme) -> None:
    """Draw the complete turns on offer (R6.21)."""
    for mark, spot in zip(turns, places, strict=True):
        turn = walk(partial(choices, view), tuple(mark.key.split())).action
        assert isinstance(turn, Turn)
        draft = draft_of(view, turn)
        assert draft.kind is not None
        _built(picture, view, draft, (draft.kind, draft.site), mark, spot, theme)


def _built(
    picture: Picture, view: View, draft: Draft, element: tuple[int, tuple[Square, ...]], mark: Mark, spot: Box, theme: Theme
) -> None:
    """Draw a site with the element built on it, and the worker nearby."""
    kind, site = element
    dug = () if draft.dig is None else (draft.dig,)
    part = window((draft.square(), *site, *dug), CLOSEST)
    shown = _ground(picture, view, draft.board, part, spot, theme)
    _pawns(picture, view, draft.board, draft.board.pawns, part, shown)
    draw_element(picture, shown, view.sides[draft.seat], kind, site)
    outline(picture, shown, () if draft.dig in site else dug, GOLD, 3)
    outline(picture, shown, site, GOLD, 5)
    corner = SIZE * part.north + part.west + part.shown - 1
    _tell(picture, mark, spot, any(corner in own for own in draft.board.pawns))


def _pawns(
    picture: Picture, view: View, board: Board, pawns: Sequence[Sequence[Square]], part: Window, shown: Plot, figure: Squares = ()
) -> None:
    """Draw pawns, and no value on their tiles, of which only a slice would show; squares of the figure have none."""
    for seat, own in enumerate(pawns):
        for which, square in enumerate(own):
            if part.has(square):
                if square not in figure and not element_on(board, square):
                    dug = bool(board.pits & BIT[square])
                    picture.paste(_square(kind_on(square), view.values[square], dug, shown.size), shown.corner(square))
                put(picture, pawn(view.sides[seat], which, shown.size), shown.middle(square))


def _tell(picture: Picture, mark: Mark, spot: Box, taken: bool = False) -> None:
    """Draw the number or letter of an answer in the lower left corner, and its points in an upper one.

    :param taken: a pawn stands in the upper right corner.
    """
    left, top, wide, tall = spot
    if mark.number:
        sign = pill(literal(mark.number), SIZES.large)
        put(picture, sign, (left + max(sign.width, SIDE) / 2, top + tall - sign.height / 2))
    if mark.gain:
        gain = pill(literal(mark.gain), SIZES.text, CREAM)
        put(picture, gain, (left + (gain.width / 2 if taken else wide - gain.width / 2), top + gain.height / 2))


def plot(part: Window, spot: Box) -> Plot:
    """Return the plot of a part of the garden in a box, with room for its letters and numbers."""
    left, top, wide, _ = spot
    size = (wide - SIDE) // part.shown
    return part.plot(left + SIDE, top + wide - FOOT - size * part.shown, size)


def _ground(picture: Picture, view: View, board: Board, part: Window, spot: Box, theme: Theme) -> Plot:
    """Draw a part of the garden with its letters and numbers; return its plot."""
    left, top, size, *_ = shown = plot(part, spot)
    whole = base(view.values, board._replace(pawns=()), view.sides, size)
    x, y = part.west * size, (SIZE - 1 - part.north) * size
    picture.paste(whole.crop((x, y, x + part.shown * size, y + part.shown * size)), (left, top))
    numbers, letters = margins(size, theme)
    picture.paste(numbers.crop((0, y, SIDE, y + part.shown * size)), (left - SIDE, top))
    picture.paste(letters.crop((x, 0, x + part.shown * size, FOOT)), (left, top + part.shown * size))
    return shown


def _figure(picture: Picture, view: View, draft: Draft, finish: Finish, part: Window, shown: Plot) -> None:
    moved, side = dict(finish.moves), view.sides[draft.seat]
    _line(picture, shown, finish.figure[:3])
    own = tuple(moved.get(which, square) for which, square in enumerate(draft.board.pawns[draft.seat]))
    pawns = [own if seat == draft.seat else other for seat, other in enumerate(draft.board.pawns)]
    _pawns(picture, view, draft.board, pawns, part, shown, finish.figure[:3])
    for which in moved:
        start = draft.board.pawns[draft.seat][which]
        if start not in finish.figure[:3] and part.has(start):
            put(picture, ghost(side, which, round(shown.size * 0.75)), shown.middle(start))


def _line(picture: Picture, shown: Plot, place: tuple[Square, ...]) -> None:
    """Draw golden squares under a figure, joined by lines, and the edge of its card around them."""
    draw = ImageDraw.Draw(picture)
    points = [shown.middle(square) for square in place]
    for square in place:
        x, y = shown.corner(square)
        draw.rectangle((x, y, x + shown.size - 2, y + shown.size - 2), fill=mix(GOLD, CREAM, 0.2), outline=INK)
    draw.line([*points, points[0]], GOLD, 4)
    corners = [shown.corner(square) for square in place]
    left, top = (min(corner[i] for corner in corners) - 1 for i in (0, 1))
    right, low = (max(corner[i] for corner in corners) + shown.size - 1 for i in (0, 1))
    draw.rectangle((left, top, right, low), outline=INK, width=4)
