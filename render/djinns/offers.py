"""Draw the options of a landing: beside each target a plate with the domes that may land there, and what they bring."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import dist
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.cache import sprites
from render.canvas import Brush, Picture, put, sprite
from render.djinns.domes import HALF_WIDTH_PX, medal, small_pile
from render.djinns.places import HIGH, SIZES, SPOTS, WATER_Y_PX, WIDE, beside, inner_at, number_at, outward, stack_height
from render.djinns.signs import badge, bright_star, space_of
from render.fonts import width, write
from render.layout import Box
from render.palette import CREAM, GOLD, INK, mix
from render.sketch import Mark
from render.writing import Words, literal
from rules.djinns.parts import SPACES
from rules.djinns.state import Ring, Stack, State, space_key
from rules.wording import signed

LINE_PX = 38
MEDAL_PX, STAR_PX = 34, 40
PADDING_PX, CELL_GAP_PX = 10, 8
SIDE_STONES_PX = 152  # from the picture's side to the inner edge of the stones
PLATE_GAP_PX = 8
SHIFT_STEP_PX, MAX_SHIFT_PX = 12, 130  # a plate moves along the shore until it hides nothing, and then all over the lake
GRID_PX = 20  # from one spot to the next there


class Plate(NamedTuple):
    """The drawn options that land on a space, and their middle in pixels."""

    piece: Picture
    at: tuple[float, float]

    @property
    def box(self) -> Box:
        return _around(self.at, self.piece.width, self.piece.height)


class Answer(NamedTuple):
    """An option on a plate.

    :param domes: the domes that move, bottom to top.
    :param gains: the djinn and points of each seat whose points it changes; no djinn if that is the player alone.
    :param star: it completes a tower.
    """

    domes: Stack
    gains: tuple[tuple[str, str], ...]
    star: bool


def plates(state: State, origin: int, marks: Sequence[Mark], cards: Box) -> list[Plate]:
    """Return a plate for each target, placed to hide no stack, number or other plate, and as little of the cards as possible.

    :param origin: the space that the domes leave.
    :param cards: the box of the seats' cards.
    """
    taken = protected_boxes(state.ring)
    by_target: dict[int, list[Mark]] = {}
    for mark in marks:
        if (space := space_of(mark.at)) is not None:
            by_target.setdefault(space, []).append(mark)
    found: list[Plate] = []
    for space, same in sorted(by_target.items(), key=lambda item: -len(item[1])):  # the largest plate finds room first
        answers = tuple(_answer(state, origin, mark) for mark in same)
        found.append(_placed(space, answers, state.ring, taken, cards))
        taken.append(found[-1].box)
    return found


def _placed(space: int, answers: tuple[Answer, ...], ring: Ring, taken: Sequence[Box], cards: Box) -> Plate:
    """Return the plate that has a free spot at a space, else the nearest free one, else the one that hides least of the cards.

    A plate in the usual direction comes before one in the other. If no spot is left at all, return it over other things.
    """

    def free(piece: Picture, spots: Iterable[tuple[float, float]], boxes: Sequence[Box]) -> Iterator[Plate]:
        hidden = list(boxes)
        for at in spots:
            if box := _overlapped(at, piece, hidden):
                hidden.remove(box)
                hidden.insert(0, box)  # the next spot probably hides it, too
            else:
                yield Plate(piece, at)

    pieces = list[Picture]()
    for upright in (beside(space), not beside(space)):
        pieces.append(plate(space_key(space), answers, upright=upright))
        if found := next(free(pieces[-1], _near(space, pieces[-1], ring), [*taken, cards]), None):
            return found
    nearest = (next(free(piece, _anywhere(space, piece), [*taken, cards]), None) for piece in pieces)
    if plates := [plate for plate in nearest if plate]:
        return min(plates, key=lambda plate: dist(plate.at, SPOTS[space]))
    over = (plate for piece in pieces for plate in free(piece, _anywhere(space, piece), taken))
    last = Plate(pieces[0], next(_near(space, pieces[0], ring)))
    return min(over, key=lambda plate: overlap_area(plate.box, cards), default=last)


def _answer(state: State, origin: int, mark: Mark) -> Answer:
    count = int(mark.key.partition("-")[0])
    assert state.turn is not None
    own = ((state.colours[state.turn][0] if mark.others else "", mark.gain),) if mark.gain else ()
    others = tuple((state.colours[seat][0], signed(points)) for seat, points in mark.others)
    return Answer(state.ring[origin][-count:], (*own, *others), mark.star)


def plate(target: str, answers: tuple[Answer, ...], *, upright: bool) -> Picture:
    """Return a space's number and the options there: below each other on an ``upright`` plate, else side by side.

    It is not cached: hardly any plate comes again.
    """
    sign, cells = badge(literal(target), CREAM, INK), [_cell(each) for each in answers]
    if upright:
        wide = max(sign.width, *(cell.width for cell in cells)) + 2 * PADDING_PX
        high = PADDING_PX + sign.height + sum(cell.height + CELL_GAP_PX for cell in cells) + PADDING_PX
    else:
        wide = PADDING_PX + sign.width + sum(cell.width + 2 * CELL_GAP_PX for cell in cells) + PADDING_PX
        high = max(sign.height, *(cell.height for cell in cells)) + 2 * PADDING_PX

    def paint(brush: Brush) -> None:
        brush.block((0, 0, wide - 1, high - 1), 26, INK)
        brush.block((3, 3, wide - 4, high - 4), 23, GOLD)

    piece = sprite(wide, high, paint)
    draw = ImageDraw.Draw(piece)
    put(piece, sign, (wide / 2, PADDING_PX + sign.height / 2) if upright else (PADDING_PX + sign.width / 2, high / 2))
    x, y = (PADDING_PX, PADDING_PX + sign.height) if upright else (PADDING_PX + sign.width, 0)
    for nth, cell in enumerate(cells):
        if upright:
            if nth:
                draw.line((14, y + CELL_GAP_PX / 2, wide - 14, y + CELL_GAP_PX / 2), mix(GOLD, INK, 0.5), 2)
            piece.alpha_composite(cell, (PADDING_PX, y + CELL_GAP_PX))
            y += cell.height + CELL_GAP_PX
        else:
            if nth:
                draw.line((x + CELL_GAP_PX, 14, x + CELL_GAP_PX, high - 14), mix(GOLD, INK, 0.5), 2)
            piece.alpha_composite(cell, (x + 2 * CELL_GAP_PX, (high - cell.height) // 2))
            x += cell.width + 2 * CELL_GAP_PX
    return piece


@sprites.keep
def _cell(answer: Answer) -> Picture:
    """Return an option: its domes, and beside them a line for the points of each seat that it changes."""
    domes = small_pile(answer.domes)
    lines = [_gain(colour, literal(points)) for colour, points in answer.gains]
    left = domes.width + CELL_GAP_PX
    wide = left + max([line.width for line in lines], default=0) + STAR_PX * answer.star
    high = max(domes.height, LINE_PX * len(lines))
    piece = Image.new("RGBA", (wide, high), (*GOLD, 0))
    put(piece, domes, (domes.width / 2, high / 2))
    for nth, line in enumerate(lines):
        piece.alpha_composite(line, (left, round((high - LINE_PX * len(lines)) / 2) + LINE_PX * nth))
    if answer.star:
        piece.alpha_composite(bright_star(), (wide - STAR_PX, (high - STAR_PX) // 2))
    return piece


def _gain(colour: str, points: Words) -> Picture:
    """Return a line with the djinn of a seat, if there is one, and points."""
    left = MEDAL_PX + 4 if colour else 0
    piece = Image.new("RGBA", (left + round(width(points, SIZES.small)) + 2, LINE_PX), (*GOLD, 0))
    if colour:
        put(piece, medal(colour, MEDAL_PX), (MEDAL_PX / 2, LINE_PX / 2))
    write(ImageDraw.Draw(piece), (left, LINE_PX / 2), points, SIZES.small, INK)
    return piece


def protected_boxes(ring: Ring) -> list[Box]:
    """Return the boxes that plates must not hide: stacks, and the numbers of spaces."""
    return [*(_stack_box(space, len(stack)) for space, stack in enumerate(ring) if stack), *_numbers()]


def _stack_box(space: int, floors: int) -> Box:
    x, y = SPOTS[space]
    high = stack_height(floors)
    return round(x - HALF_WIDTH_PX), round(y - high), 2 * HALF_WIDTH_PX, high + 30


@lru_cache(maxsize=1)
def _numbers() -> list[Box]:
    return [_around(number_at(space), 52, 40) for space in range(SPACES)]


def _near(space: int, piece: Picture, ring: Ring) -> Iterator[tuple[float, float]]:
    """Yield middles for a piece along the shore, the nearest to a space first."""
    aside = beside(space)
    x, y = inner_at(space, len(ring[space]), piece.width / 2 + 8 if aside else piece.height / 2 + 8)
    if not aside and outward(space)[1] < 0:
        y = max(y, WATER_Y_PX[0] + piece.height / 2)
    for by in _shifts():
        yield _in_the_lake((x + (0 if aside else by), y + (by if aside else 0)), piece)


def _anywhere(space: int, piece: Picture) -> Iterator[tuple[float, float]]:
    """Yield middles for a piece all over the lake, the nearest to a space first."""
    columns = dict.fromkeys(_in_the_lake((x, 0), piece)[0] for x in range(0, WIDE, GRID_PX))
    rows = dict.fromkeys(_in_the_lake((0, y), piece)[1] for y in range(WATER_Y_PX[0], HIGH, GRID_PX))
    yield from sorted(product(columns, rows), key=lambda at: dist(at, SPOTS[space]))


def _shifts() -> Iterable[int]:
    """Yield 0, then growing shifts in pixels to both sides."""
    yield 0
    for by in range(SHIFT_STEP_PX, MAX_SHIFT_PX, SHIFT_STEP_PX):
        yield from (by, -by)


def _in_the_lake(at: tuple[float, float], piece: Picture) -> tuple[float, float]:
    """Return the nearest point at which a piece lies between the stones on the left, on the right and above."""
    x, y = at
    half, rise = piece.width / 2, piece.height / 2
    return min(max(x, SIDE_STONES_PX + half), WIDE - SIDE_STONES_PX - half), min(
        max(y, WATER_Y_PX[0] + rise), WATER_Y_PX[1] + 60 - rise
    )


def _overlapped(at: tuple[float, float], piece: Picture, taken: Iterable[Box]) -> Box | None:
    """Return the first of some boxes that a piece would hide; None if it would hide none."""
    left, top, wide, high = _around(at, piece.width + PLATE_GAP_PX, piece.height + PLATE_GAP_PX)
    right, low = left + wide, top + high
    for box in taken:
        x, y, w, h = box
        if left < x + w and x < right and top < y + h and y < low:
            return box
    return None


def _around(at: tuple[float, float], wide: int, high: int) -> Box:
    """Return the box with this middle."""
    return round(at[0] - wide / 2), round(at[1] - high / 2), wide, high


def overlap_area(one: Box, other: Box) -> int:
    """Return the area that two boxes share, in pixels."""
    wide, high = (min(one[n] + one[n + 2], other[n] + other[n + 2]) - max(one[n], other[n]) for n in (0, 1))
    return max(0, wide) * max(0, high)
