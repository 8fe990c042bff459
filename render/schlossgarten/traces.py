"""Traces of the last moves, and of the turn so far: ways of pawns, tiles dug, elements built, figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import dist, hypot
from typing import NamedTuple

from PIL import ImageDraw

from render.cache import sprites
from render.canvas import Brush, Picture, Point, arrowhead, heading, put, sprite
from render.palette import CREAM, GOLD, INK, Ink, mix
from render.schlossgarten.inks import SIDE_INKS
from render.schlossgarten.places import GARDEN, Plot
from render.schlossgarten.signs import frame, outline, plate, star
from rules.game import Event, Seat
from rules.schlossgarten.draft import Draft
from rules.schlossgarten.state import Square, View
from rules.schlossgarten.story import ElementBuilt, FigureMade, PawnHit, PawnMoved, TileDug

DOT = 20
STRIDE = 27  # pixels from dot to dot
ARROW = 48
BURST = 42
HIT = (-0.36, 0.02)  # position of a burst, in squares from the middle of its square


class Way(NamedTuple):
    """The way of a pawn from one square to another; ``hit`` if another seat put it there."""

    seat: Seat
    start: Square
    to: Square
    hit: bool = False


def ways(last: Iterable[Event]) -> list[Way]:
    """Return the ways of pawns in the last turns."""
    found: list[Way] = []
    for event in last:
        match event.data:
            case PawnHit(_, owner, _, start, to):
                found.append(Way(owner, start, to, True))
            case PawnMoved(seat, _, start, to):
                found.append(Way(seat, start, to))
            case _:
                pass
    return found


def drafted_ways(view: View, draft: Draft) -> list[Way]:
    """Return the ways of pawns in the turn so far."""
    found: list[Way] = []
    pawns = [list(own) for own in view.pawns]
    for move in draft.moves:
        if move.victim_to is not None:
            owner, which = next((s, own.index(move.to)) for s, own in enumerate(pawns) if s != draft.seat and move.to in own)
            found.append(Way(owner, move.to, move.victim_to, True))
            pawns[owner][which] = move.victim_to
        found.append(Way(draft.seat, pawns[draft.seat][move.pawn], move.to))
        pawns[draft.seat][move.pawn] = move.to
    if draft.to is not None and draft.pawn is not None:
        found.append(Way(draft.seat, pawns[draft.seat][draft.pawn], draft.to))
    return found


def _heads(way: Way, plot: Plot) -> tuple[float, float, float]:
    """Return the direction of a way as a unit vector, and the pixels from its start to its arrowhead."""
    (x, y), (u, v) = plot.middle(way.start), plot.middle(way.to)
    long = hypot(u - x, v - y)
    across, down = (u - x) / long, (v - y) / long
    return across, down, long - plot.size * 0.5 / max(abs(across), abs(down)) - ARROW * 0.4


def draw_ways(picture: Picture, view: View, moved: Iterable[Way], plot: Plot = GARDEN) -> None:
    """Draw a dashed frame on the square that a pawn left, and dots to the edge of its destination."""
    for way in moved:
        ink = SIDE_INKS[view.sides[way.seat]]
        x, y = plot.middle(way.start)
        put(picture, frame(plot.size, ink, 4, dashed=True), (x, y))
        across, down, stop = _heads(way, plot)
        for step in range(max(1, int((stop - ARROW / 2) // STRIDE) + 1)):
            put(picture, dot(ink), (x + across * STRIDE * step, y + down * STRIDE * step))


def draw_heads(picture: Picture, view: View, moved: Iterable[Way], plot: Plot = GARDEN) -> None:
    """Draw arrowheads above the pawns, and a burst where a pawn was hit."""
    for way in moved:
        x, y = plot.middle(way.start)
        across, down, stop = _heads(way, plot)
        angle = round(heading((0, 0), (across, down)) / 15) * 15
        head = arrowhead(SIDE_INKS[view.sides[way.seat]], INK, angle, ARROW)
        put(picture, head, (x + across * stop, y + down * stop))
        if way.hit:
            put(picture, star(BURST), (x + plot.size * HIT[0], y + plot.size * HIT[1]))


@sprites.keep
def dot(ink: Ink) -> Picture:
    """Return a picture of one dot of the dotted line that shows how a pawn moved."""
    half = DOT / 2

    def paint(brush: Brush) -> None:
        brush.disc((half, half), half, half, CREAM)
        brush.disc((half, half), half - 2, half - 2, INK)
        brush.disc((half, half), half - 4.5, half - 4.5, ink)

    return sprite(DOT, DOT, paint)


def draw_work(picture: Picture, last: Sequence[Event]) -> None:
    """Draw a frame around the tiles dug and elements built."""
    built = [square for event in last if isinstance(event.data, ElementBuilt) for square in event.data.site]
    for event in last:
        if isinstance(event.data, TileDug) and event.data.square not in built:
            put(picture, frame(GARDEN.size, GOLD, 8), GARDEN.middle(event.data.square))
        elif isinstance(event.data, ElementBuilt):
            outline(picture, GARDEN, event.data.site, GOLD, 6)


def made(last: Iterable[Event]) -> list[tuple[Square, ...]]:
    """Return the squares of the figures that stood."""
    return [event.data.figure[:3] for event in last if isinstance(event.data, FigureMade)]


def draw_figure(picture: Picture, squares: tuple[Square, ...], plot: Plot = GARDEN) -> None:
    """Draw the lines of a figure, and a plate under each of its pawns."""
    draw = ImageDraw.Draw(picture)
    for wide, tone in ((14, mix(GOLD, INK, 0.75)), (9, GOLD)):
        for line in _edges(squares, plot):
            draw.line(line, tone, wide)
    for x, y in map(plot.middle, squares):
        put(picture, plate(plot.size, GOLD), (x + plot.size * 0.07, y + plot.size * 0.37))


def _edges(squares: tuple[Square, ...], plot: Plot) -> list[tuple[Point, Point]]:
    """Return the three lines of a figure; of a straight one the two short ones."""
    points = [plot.middle(square) for square in squares]
    lines = sorted(combinations(points, 2), key=lambda ends: dist(*ends))
    straight = dist(*lines[0]) + dist(*lines[1]) < dist(*lines[2]) + 1
    return lines[:2] if straight else lines
