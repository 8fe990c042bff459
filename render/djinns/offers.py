"""Draw the options of a landing: a plate beside each target, with the words of its buttons; and find room for the cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby, product
from typing import NamedTuple

from PIL import ImageDraw

from render.cache import sprites
from render.canvas import Brush, Picture, put, sprite
from render.djinns.domes import HALF_WIDTH_PX
from render.djinns.places import CARDS_LEFT_PX, CENTRE, SPOTS, WIDE, beside, inner_at, number_at, outward, stack_height
from render.djinns.signs import badge, bright_star, space_of
from render.fonts import fit, width, write
from render.layout import Box
from render.palette import CREAM, GOLD, INK, mix
from render.sketch import Mark
from render.teller import Teller
from render.writing import Words, literal
from rules.djinns.parts import SPACES
from rules.djinns.state import Ring
from rules.text import say, say_n
from rules.wording import signed

PLATE_FONT_PX = 32
LINE_PX, PADDING_PX = 42, 20  # height of a line, and free pixels beside it
MAX_LINE_WIDTH_PX = 348
MAX_NAME_PX = 170  # width of a name on a plate
SIDE_STONES_PX = 152  # from the picture's side to the inner edge of the stones
WATER_Y_PX = (184, 872)  # plates and cards lie between
PLATE_GAP_PX = 10
SHIFT_STEP_PX, MAX_SHIFT_PX = 12, 480  # a plate moves along the shore until it hides nothing
ARROW_MARGIN_PX = 44  # beside plates, for the arrow of the active player's card


class Plate(NamedTuple):
    """The drawn options that land on a space, and their middle in pixels."""

    piece: Picture
    at: tuple[float, float]

    @property
    def box(self) -> Box:
        return _around(self.at, self.piece.width, self.piece.height)


def plates(ring: Ring, marks: Sequence[Mark], teller: Teller) -> list[Plate]:
    """Return a plate for each target, placed to hide no stack, number or other plate if there is room."""
    taken = protected_boxes(ring)
    found: list[Plate] = []
    for at, same in groupby(sorted(marks, key=lambda mark: mark.at), key=lambda mark: mark.at):
        space = space_of(at)
        if space is not None:
            piece = plate(at, tuple((_lines(mark, teller), mark.star) for mark in same))
            found.append(Plate(piece, _free_spot(space, piece, ring, taken)))
            taken.append(found[-1].box)
    return found


def _lines(mark: Mark, teller: Teller) -> tuple[Words, ...]:
    """Return ``2 domes · you +3, Ada −2``, in as many lines as it needs."""
    count = int(mark.key.partition("-")[0])
    lines = [teller.told(say_n("{count} dome", "{count} domes", count))]
    own = teller.told(say("you {points}", points=mark.gain)) if mark.others else literal(mark.gain)
    others = [
        teller.told(
            say(
                "{seat} {points}",
                seat=fit(teller.name(seat), MAX_NAME_PX, PLATE_FONT_PX, PLATE_FONT_PX)[0],
                points=signed(points),
            )
        )
        for seat, points in mark.others
    ]
    for separator, word in zip((" · ", *(", " for _ in others)), filter(None, (own, *others)), strict=False):
        longer = Words(f"{lines[-1]}{separator}{word}")
        if width(longer, PLATE_FONT_PX) <= MAX_LINE_WIDTH_PX:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


@sprites.keep
def plate(target: str, answers: tuple[tuple[tuple[Words, ...], bool], ...]) -> Picture:
    """Return a space's number, and beside it the options in rows; a star marks one that completes a tower.

    :param answers: for each option its lines, and whether it has a star.
    """
    lines = [(text, starred and not nth) for each, starred in answers for nth, text in enumerate(each)]
    sign = badge(literal(target), CREAM, INK)
    left = sign.width + 18
    wide = left + round(max(width(text, PLATE_FONT_PX) + 48 * starred for text, starred in lines)) + PADDING_PX
    high = LINE_PX * len(lines) + 12

    def paint(brush: Brush) -> None:
        brush.block((0, 0, wide - 1, high - 1), 26, INK)
        brush.block((3, 3, wide - 4, high - 4), 23, GOLD)

    piece = sprite(wide, high, paint)
    put(piece, sign, (8 + sign.width / 2, high / 2))
    draw, y = ImageDraw.Draw(piece), 6
    for each, starred in answers:
        if y > 6:
            draw.line((left - 4, y, wide - 14, y), mix(GOLD, INK, 0.5), 2)
        if starred:
            piece.alpha_composite(bright_star(), (wide - 52, y + 1))
        for text in each:
            write(draw, (left, y + LINE_PX / 2), text, PLATE_FONT_PX, INK)
            y += LINE_PX
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


def _free_spot(space: int, piece: Picture, ring: Ring, taken: list[Box]) -> tuple[float, float]:
    """Return the free middle nearest to a space, along the shore or else inwards; the nearest middle if none is free."""
    aside = beside(space)
    x, y = inner_at(space, len(ring[space]), piece.width / 2 + 8 if aside else piece.height / 2 + 8)
    if not aside and outward(space)[1] < 0:
        y = max(y, WATER_Y_PX[0] + piece.height / 2)
    spots = [_in_the_lake((x + (0 if aside else by), y + (by if aside else 0)), piece) for by in _shifts()]
    inward = [_in_the_lake((x, y - by if y > CENTRE[1] else y + by), piece) for by in range(0, MAX_SHIFT_PX, SHIFT_STEP_PX)]
    return next((at for at in (*spots, *inward) if not _overlaps(at, piece, taken)), spots[0])


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


def _overlaps(at: tuple[float, float], piece: Picture, taken: Iterable[Box]) -> bool:
    box = _around(at, piece.width + PLATE_GAP_PX, piece.height + PLATE_GAP_PX)
    return any(overlap_area(box, other) for other in taken)


def room_for_cards(found: Sequence[Plate], high: int, least: int) -> tuple[int, int, int]:
    """Return left, top and width of the cards in pixels: beside all plates if possible, else hidden as little as possible.

    :param high: pixels that all cards take together.
    :param least: their smallest width.
    """
    boxes = _with_margins(found)
    middle, far = round(CENTRE[1] - high / 2), WIDE - CARDS_LEFT_PX
    tops = [top for top in (middle, *(_below(box) for box in boxes), *(box[1] - high for box in boxes)) if _on_water(top, high)]
    lefts = [left for left in (CARDS_LEFT_PX, *(box[0] + box[2] for box in boxes)) if left >= CARDS_LEFT_PX]
    rights = [right for right in (far, *(box[0] for box in boxes)) if right <= far]
    rooms = [(left, top, right - left, high) for left, right, top in product(lefts, rights, tops) if right - left >= least]
    left, top, wide, _ = min(rooms, key=lambda room: (overlapped(room, found), -room[2], abs(room[1] - middle)))
    return left, top, wide


def overlapped(box: Box, found: Iterable[Plate]) -> int:
    """Return the area of a box that plates hide, in pixels."""
    return sum(overlap_area(box, other) for other in _with_margins(found))


def _with_margins(found: Iterable[Plate]) -> list[Box]:
    return [_around(plate.at, plate.piece.width + ARROW_MARGIN_PX, plate.piece.height + 2 * PLATE_GAP_PX) for plate in found]


def _below(box: Box) -> int:
    return box[1] + box[3]


def _on_water(top: int, high: int) -> bool:
    """Return whether cards from ``top`` on lie on the water."""
    return WATER_Y_PX[0] <= top <= WATER_Y_PX[1] - high


def _around(at: tuple[float, float], wide: int, high: int) -> Box:
    """Return the box with this middle."""
    return round(at[0] - wide / 2), round(at[1] - high / 2), wide, high


def overlap_area(one: Box, other: Box) -> int:
    """Return the area that two boxes share, in pixels."""
    wide, high = (min(one[n] + one[n + 2], other[n] + other[n + 2]) - max(one[n], other[n]) for n in (0, 1))
    return max(0, wide) * max(0, high)
