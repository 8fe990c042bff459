"""Answers on offer in the garden: squares with their numbers, steps, hits, jumps and points."""

from __future__ import annotations

from render.canvas import Picture, put
from render.layout import SIZES
from render.palette import CREAM, GOLD, INK
from render.schlossgarten.places import Plot
from render.schlossgarten.signs import figure_sign, frame, leap, paces, star
from render.schlossgarten.traces import HIT
from render.signs import pill, ring
from render.sketch import Mark, PromptSketch
from render.writing import literal
from rules.schlossgarten.board import square_of
from rules.schlossgarten.draft import Draft
from rules.schlossgarten.movement import jumped_over
from rules.schlossgarten.state import Square

SIGN, NUMBER, STEPS = 0.3, 0.32, 0.24  # sizes of a sign, of an answer's number, and of its steps, in squares
SPOTS = ((0.3, -0.3), (-0.02, -0.3))  # of signs on a free square, in squares from its middle
HIT_SPOTS = (HIT, (0.34, 0.02), (0.34, -0.32))  # and on a square with somebody to be hit


def sign_size(plot: Plot) -> int:
    """Return the pixels of a sign on a square."""
    return round(plot.size * SIGN)


def font(plot: Plot) -> int:
    """Return the font size of a number on a square."""
    return min(SIZES.large, round(plot.size * NUMBER))


def draw_offers(picture: Picture, draft: Draft, asked: PromptSketch, plot: Plot) -> None:
    """Draw all answers that are squares of the garden."""
    if asked.key == "where":
        _destinations(picture, draft, asked.marks, plot)
    elif asked.key == "hit":
        _hit(picture, draft, asked.marks, plot)
    elif asked.key in ("dig", "site"):
        _squares(picture, asked.marks, plot)


def ring_worker(picture: Picture, draft: Draft, asked: PromptSketch, plot: Plot) -> None:
    """Draw a ring under the pawn that works or hits."""
    chosen = draft.pawn if asked.key == "hit" else draft.worker
    if chosen is not None:
        put(picture, ring(plot.size - 4), plot.middle(draft.board.pawns[draft.seat][chosen]))


def hit_on(draft: Draft, marks: tuple[Mark, ...]) -> frozenset[Square]:
    """Return the squares on offer where a pawn would be hit."""
    found = (square_of(mark.key) for mark in marks)
    return frozenset(to for to in found if to is not None and draft._replace(to=to).victim())


def _destinations(picture: Picture, draft: Draft, marks: tuple[Mark, ...], plot: Plot) -> None:
    assert draft.pawn is not None
    put(picture, frame(plot.size, INK, 8), plot.middle(draft.board.pawns[draft.seat][draft.pawn]))
    for mark in marks:
        _destination(picture, draft, draft.pawn, mark, plot)


def _destination(picture: Picture, draft: Draft, pawn: int, mark: Mark, plot: Plot) -> None:
    """Draw a destination with its number and steps, and the signs of a hit, a figure and a jump."""
    to = square_of(mark.key)
    if to is None:
        return
    x, y = plot.middle(to)
    hits, size = to in hit_on(draft, (mark,)), plot.size
    _number(picture, mark, to, plot)
    steps = paces(draft.reach().cost(to), max(SIZES.tiny, round(size * STEPS)))
    put(picture, steps, (x + size * 0.47 - steps.width / 2, y + size * 0.48 - steps.height / 2))
    signs = [star(sign_size(plot))] if hits else []
    if any(draft.makes_figure_by_refuge(to)):
        signs.append(figure_sign(sign_size(plot)))
    if jumped_over(draft.board, draft.seat, pawn, to):
        signs.append(leap(sign_size(plot)))
    for sign, (right, down) in zip(signs, HIT_SPOTS if hits else SPOTS, strict=False):
        put(picture, sign, (x + size * right, y + size * down))


def _number(picture: Picture, mark: Mark, square: Square, plot: Plot) -> None:
    """Draw a golden frame, and the number of the answer in a corner."""
    x, y = plot.middle(square)
    put(picture, frame(plot.size, GOLD, 8), (x, y))
    sign = pill(literal(mark.number), font(plot))
    put(picture, sign, (x - plot.size * 0.47 + sign.width / 2, y + plot.size * 0.48 - sign.height / 2))


def _hit(picture: Picture, draft: Draft, marks: tuple[Mark, ...], plot: Plot) -> None:
    """Draw a burst on the pawn that is hit, and the squares where it may be put."""
    assert draft.to is not None
    x, y = plot.middle(draft.to)
    put(picture, star(sign_size(plot) + 10), (x + plot.size * HIT[0], y + plot.size * HIT[1]))
    _squares(picture, marks, plot)


def _squares(picture: Picture, marks: tuple[Mark, ...], plot: Plot) -> None:
    """Draw squares with their numbers, the points that they bring, and the figures that they complete."""
    for mark in marks:
        square = square_of(mark.key)
        if square is None:
            continue
        _number(picture, mark, square, plot)
        x, y = plot.middle(square)
        if mark.gain:
            put(picture, pill(literal(mark.gain), font(plot), CREAM), (x + plot.size * 0.16, y - plot.size * 0.05))
        if mark.star:
            put(picture, figure_sign(sign_size(plot)), (x + plot.size * SPOTS[0][0], y + plot.size * SPOTS[0][1]))
