"""What is on offer in the garden: squares with their numbers, and what leads there or comes of it."""

from __future__ import annotations

from render.canvas import Picture, put
from render.layout import READABLE
from render.palette import CREAM, GOLD, INK
from render.schlossgarten.places import GARDEN
from render.schlossgarten.signs import dots, frame, leap, star, trio
from render.schlossgarten.traces import BURST, HIT
from render.signs import pill, ring
from render.sketch import Asked, Mark
from rules.schlossgarten.board import square_of
from rules.schlossgarten.draft import Draft
from rules.schlossgarten.movement import over
from rules.schlossgarten.state import Square

SIGN = 36  # pixels of a small sign
SPOTS = ((0.32, -0.32), (0.02, -0.32))  # of signs on a free square, in squares from its middle
HIT_SPOTS = (HIT, (0.37, 0.04), (0.37, -0.34))  # and on a square with somebody to be hit
SIZE = GARDEN.size


def draw_offers(picture: Picture, draft: Draft, asked: Asked) -> None:
    """Whatever can be answered by a place in the garden."""
    if asked.key == "where":
        _destinations(picture, draft, asked.marks)
    elif asked.key == "hit":
        _hit(picture, draft, asked.marks)
    elif asked.key in ("dig", "site"):
        _squares(picture, asked.marks)


def ring_worker(picture: Picture, draft: Draft, asked: Asked) -> None:
    """A ring under who works, or who hits."""
    chosen = draft.pawn if asked.key == "hit" else draft.worker
    if chosen is not None:
        put(picture, ring(SIZE - 4), GARDEN.middle(draft.here.pawns[draft.seat][chosen]))


def hit_on(draft: Draft, marks: tuple[Mark, ...]) -> frozenset[Square]:
    """The squares on offer where somebody is hit."""
    found = (square_of(mark.key) for mark in marks)
    return frozenset(to for to in found if to is not None and draft._replace(to=to).victim())


def _destinations(picture: Picture, draft: Draft, marks: tuple[Mark, ...]) -> None:
    assert draft.pawn is not None
    put(picture, frame(SIZE, INK, 7), GARDEN.middle(draft.here.pawns[draft.seat][draft.pawn]))
    for mark in marks:
        _destination(picture, draft, draft.pawn, mark)


def _destination(picture: Picture, draft: Draft, pawn: int, mark: Mark) -> None:
    """A square with its number and the steps it takes, and what happens on the way there."""
    to = square_of(mark.key)
    if to is None:
        return
    x, y = GARDEN.middle(to)
    hits = to in hit_on(draft, (mark,))
    _number(picture, mark, to)
    steps = dots(draft.reach().cost(to))
    put(picture, steps, (x + SIZE * 0.44 - steps.width / 2, y + SIZE * 0.38))
    signs = [star(BURST)] if hits else []
    if any(draft.outcomes(to)):
        signs.append(trio(SIGN))
    if over(draft.here, draft.seat, pawn, to):
        signs.append(leap(SIGN))
    for sign, (right, down) in zip(signs, HIT_SPOTS if hits else SPOTS, strict=False):
        put(picture, sign, (x + SIZE * right, y + SIZE * down))


def _number(picture: Picture, mark: Mark, square: Square) -> None:
    """A golden frame, and the number of the answer in a corner."""
    x, y = GARDEN.middle(square)
    put(picture, frame(SIZE, GOLD, 8), (x, y))
    sign = pill(mark.number, READABLE)
    put(picture, sign, (x - SIZE * 0.46 + sign.width / 2, y + SIZE * 0.47 - sign.height / 2))


def _hit(picture: Picture, draft: Draft, marks: tuple[Mark, ...]) -> None:
    """Who is hit, and where it may be put."""
    assert draft.to is not None
    x, y = GARDEN.middle(draft.to)
    put(picture, star(BURST + 10), (x + SIZE * HIT[0], y + SIZE * HIT[1]))
    _squares(picture, marks)


def _squares(picture: Picture, marks: tuple[Mark, ...]) -> None:
    """Squares with their numbers, and what they bring or complete."""
    for mark in marks:
        square = square_of(mark.key)
        if square is None:
            continue
        _number(picture, mark, square)
        x, y = GARDEN.middle(square)
        if mark.note:
            put(picture, pill(mark.note, READABLE, CREAM), (x + SIZE * 0.2, y - SIZE * 0.05))
        if mark.star:
            put(picture, trio(SIGN), (x + SIZE * SPOTS[0][0], y + SIZE * SPOTS[0][1]))
