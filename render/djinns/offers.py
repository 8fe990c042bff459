"""What may land where: beside each target a plate with the words of its buttons; and where that leaves room for the cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby, product
from typing import NamedTuple

from PIL import ImageDraw

from render.cache import sprites
from render.canvas import Brush, Picture, put, sprite
from render.djinns.domes import HALF
from render.djinns.places import CENTRE, SHORELINE, SPOTS, WIDE, beside, inner_at, number_at, outward, stack_height
from render.djinns.signs import badge, bright_star, place
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

FONT = 32
LINE, PAD = 42, 20  # pixels of a line, and beside it
WIDEST = 348  # pixels of what is written
NAME = 170  # of a name there
COAST = 152  # pixels from the picture's side to the inner side of the stones there
WATER = (184, 872)  # from where to where plates and cards lie, downwards
GAP = 10
STEP, FARTHEST = 12, 480  # pixels that a plate is moved along the shore until it hides nothing
BESIDE = 44  # free pixels beside plates, for the arrow of who is to move


class Plate(NamedTuple):
    """The answers that land on a space, drawn, and where their middle is."""

    piece: Picture
    at: tuple[float, float]

    @property
    def box(self) -> Box:
        return _around(self.at, self.piece.width, self.piece.height)


def plates(ring: Ring, marks: Sequence[Mark], teller: Teller) -> list[Plate]:
    """A plate for each target, where it hides neither stacks nor numbers nor another plate."""
    taken = standing(ring)
    found: list[Plate] = []
    for at, same in groupby(sorted(marks, key=lambda mark: mark.at), key=lambda mark: mark.at):
        space = place(at)
        if space is not None:
            piece = plate(at, tuple((_lines(mark, teller), mark.star) for mark in same))
            found.append(Plate(piece, _free(space, piece, ring, taken)))
            taken.append(found[-1].box)
    return found


def _lines(mark: Mark, teller: Teller) -> tuple[Words, ...]:
    """``2 domes · you +3, Ada −2``, in as many lines as it takes."""
    count = int(mark.key.partition("-")[0])
    lines = [teller.told(say_n("{count} dome", "{count} domes", count))]
    own = teller.told(say("you {points}", points=mark.gain)) if mark.others else literal(mark.gain)
    others = [
        teller.told(say("{seat} {points}", seat=fit(teller.name(seat), NAME, FONT, FONT)[0], points=signed(points)))
        for seat, points in mark.others
    ]
    for separator, word in zip((" · ", *(", " for _ in others)), filter(None, (own, *others)), strict=False):
        longer = Words(f"{lines[-1]}{separator}{word}")
        if width(longer, FONT) <= WIDEST:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


@sprites.keep
def plate(target: str, answers: tuple[tuple[tuple[Words, ...], bool], ...]) -> Picture:
    """A space's number, and beside it the answers below each other; those that complete a tower with a star."""
    lines = [(text, starred and not nth) for each, starred in answers for nth, text in enumerate(each)]
    sign = badge(literal(target), CREAM, INK)
    left = sign.width + 18
    wide = left + round(max(width(text, FONT) + 48 * starred for text, starred in lines)) + PAD
    high = LINE * len(lines) + 12

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
            write(draw, (left, y + LINE / 2), text, FONT, INK)
            y += LINE
    return piece


def standing(ring: Ring) -> list[Box]:
    """What must not be hidden: stacks, and the numbers of spaces."""
    return [*(_stack_box(space, len(stack)) for space, stack in enumerate(ring) if stack), *_numbers()]


def _stack_box(space: int, floors: int) -> Box:
    x, y = SPOTS[space]
    high = stack_height(floors)
    return round(x - HALF), round(y - high), 2 * HALF, high + 30


@lru_cache(maxsize=1)
def _numbers() -> list[Box]:
    return [_around(number_at(space), 52, 40) for space in range(SPACES)]


def _free(space: int, piece: Picture, ring: Ring, taken: list[Box]) -> tuple[float, float]:
    """The place nearest to a space, along the shore, where a piece hides nothing; else the nearest one."""
    aside = beside(space)
    x, y = inner_at(space, len(ring[space]), piece.width / 2 + 8 if aside else piece.height / 2 + 8)
    if not aside and outward(space)[1] < 0:
        y = max(y, WATER[0] + piece.height / 2)
    spots = [_in_the_lake((x + (0 if aside else by), y + (by if aside else 0)), piece) for by in _shifts()]
    inward = [_in_the_lake((x, y - by if y > CENTRE[1] else y + by), piece) for by in range(0, FARTHEST, STEP)]
    return next((at for at in (*spots, *inward) if not _meets(at, piece, taken)), spots[0])


def _shifts() -> Iterable[int]:
    """Here, then farther and farther to both sides."""
    yield 0
    for by in range(STEP, FARTHEST, STEP):
        yield from (by, -by)


def _in_the_lake(at: tuple[float, float], piece: Picture) -> tuple[float, float]:
    """The nearest point at which a piece lies within the stones to the left and right, and below those above."""
    x, y = at
    half, rise = piece.width / 2, piece.height / 2
    return min(max(x, COAST + half), WIDE - COAST - half), min(max(y, WATER[0] + rise), WATER[1] + 60 - rise)


def _meets(at: tuple[float, float], piece: Picture, taken: Iterable[Box]) -> bool:
    box = _around(at, piece.width + GAP, piece.height + GAP)
    return any(shared(box, other) for other in taken)


def room_for_cards(found: Sequence[Plate], high: int, least: int) -> tuple[int, int, int]:
    """Where cards begin, from the left and from above, and how wide they are: beside all plates, if possible.

    :param high: pixels that all of them take.
    :param least: pixels that they are wide.
    """
    boxes = [_around(plate.at, plate.piece.width + BESIDE, plate.piece.height + 2 * GAP) for plate in found]
    middle, far = round(CENTRE[1] - high / 2), WIDE - SHORELINE
    tops = [top for top in (middle, *(_below(box) for box in boxes), *(box[1] - high for box in boxes)) if _wet(top, high)]
    lefts = [left for left in (SHORELINE, *(box[0] + box[2] for box in boxes)) if left >= SHORELINE]
    rights = [right for right in (far, *(box[0] for box in boxes)) if right <= far]
    rooms = [(left, top, right - left, high) for left, right, top in product(lefts, rights, tops) if right - left >= least]
    hidden = {room: sum(shared(room, box) for box in boxes) for room in rooms}
    left, top, wide, _ = min(rooms, key=lambda room: (hidden[room], -room[2], abs(room[1] - middle)))
    return left, top, wide


def _below(box: Box) -> int:
    return box[1] + box[3]


def _wet(top: int, high: int) -> bool:
    """Are cards that begin there on the water?"""
    return WATER[0] <= top <= WATER[1] - high


def _around(at: tuple[float, float], wide: int, high: int) -> Box:
    """The box with this middle."""
    return round(at[0] - wide / 2), round(at[1] - high / 2), wide, high


def shared(one: Box, other: Box) -> int:
    """Pixels that lie in both boxes."""
    wide, high = (min(one[n] + one[n + 2], other[n] + other[n + 2]) - max(one[n], other[n]) for n in (0, 1))
    return max(0, wide) * max(0, high)
