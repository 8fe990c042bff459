"""Where pawns went, what was dug and built: of the last moves, and of the turn that is being thought out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import hypot
from typing import NamedTuple

from PIL import ImageDraw

from render.canvas import Brush, Picture, arrowhead, heading, put, sprite
from render.palette import CREAM, GOLD, INK, Ink, mix
from render.schlossgarten.places import GARDEN, SIDE_INKS
from render.schlossgarten.signs import frame, outline, star
from rules.game import Event, Seat
from rules.schlossgarten.draft import Draft
from rules.schlossgarten.state import NONE, Square, View, at

DOT = 20
STRIDE = 27  # pixels from dot to dot
ARROW = 48


class Way(NamedTuple):
    """A pawn of a seat went from one square to another; ``hit`` against its will."""

    seat: Seat
    start: Square
    to: Square
    hit: bool = False


def seat_of(event: Event, name: str = "seat") -> Seat:
    """A parameter that is a seat, as its number."""
    return dict(event[name].params)["seat"]


def ways(last: Iterable[Event]) -> list[Way]:
    """How pawns moved in the last turns."""
    found: list[Way] = []
    for event in last:
        if event.kind == "pawn-hit":
            found.append(Way(seat_of(event, "owner"), at(event["start"]), at(event["to"]), True))
        elif event.kind == "pawn-moved":
            found.append(Way(seat_of(event), at(event["start"]), at(event["to"])))
    return found


def drafted(view: View, draft: Draft) -> list[Way]:
    """How pawns move in the turn so far."""
    found: list[Way] = []
    pawns = [list(own) for own in view.pawns]
    for move in draft.moves:
        if move.victim_to != NONE:
            owner, which = next((s, own.index(move.to)) for s, own in enumerate(pawns) if s != draft.seat and move.to in own)
            found.append(Way(owner, move.to, move.victim_to, True))
            pawns[owner][which] = move.victim_to
        found.append(Way(draft.seat, pawns[draft.seat][move.pawn], move.to))
        pawns[draft.seat][move.pawn] = move.to
    return found


def draw_ways(picture: Picture, view: View, moved: Iterable[Way]) -> None:
    """A dashed frame where a pawn left, dots and an arrow to the edge of where it went."""
    for seat, start, to, _ in moved:
        ink = SIDE_INKS[view.sides[seat]]
        middle, end = GARDEN.middle(start), GARDEN.middle(to)
        put(picture, frame(GARDEN.size, ink, 4, dashed=True), middle)
        long = hypot(end[0] - middle[0], end[1] - middle[1])
        across, down = (end[0] - middle[0]) / long, (end[1] - middle[1]) / long
        stop = long - GARDEN.size * 0.52 / max(abs(across), abs(down))
        for step in range(max(1, int((stop - ARROW / 2) // STRIDE) + 1)):
            put(picture, dot(ink), (middle[0] + across * STRIDE * step, middle[1] + down * STRIDE * step))
        angle = round(heading(middle, end) / 15) * 15
        put(picture, arrowhead(ink, INK, angle, ARROW), (middle[0] + across * stop, middle[1] + down * stop))


def draw_hits(picture: Picture, moved: Iterable[Way]) -> None:
    """A burst where somebody was hit."""
    for way in moved:
        if way.hit:
            x, y = GARDEN.middle(way.start)
            put(picture, star(44), (x + GARDEN.size * 0.34, y - GARDEN.size * 0.34))


@lru_cache(maxsize=8)
def dot(ink: Ink) -> Picture:
    """A step of a trail."""
    half = DOT / 2

    def paint(brush: Brush) -> None:
        brush.disc((half, half), half, half, CREAM)
        brush.disc((half, half), half - 2, half - 2, INK)
        brush.disc((half, half), half - 4.5, half - 4.5, ink)

    return sprite(DOT, DOT, paint)


def draw_work(picture: Picture, last: Sequence[Event]) -> None:
    """A frame around what was dug and built."""
    built = [square for event in last if event.kind == "element-built" for square in event["site"].split("-")]
    for event in last:
        if event.kind == "tile-dug" and event["square"] not in built:
            put(picture, frame(GARDEN.size, GOLD, 8), GARDEN.middle(at(event["square"])))
        elif event.kind == "element-built":
            outline(picture, GARDEN, map(at, event["site"].split("-")), GOLD, 6)


def made(last: Iterable[Event]) -> list[tuple[Square, ...]]:
    """The squares of the figures that stood."""
    return [tuple(at(event[name]) for name in ("king", "gardener", "architect")) for event in last if event.kind == "figure-made"]


def draw_figure(picture: Picture, squares: tuple[Square, ...], ink: Ink = GOLD, thick: int = 9) -> None:
    """The three squares of a figure, joined."""
    points = [GARDEN.middle(square) for square in squares]
    draw = ImageDraw.Draw(picture)
    for wide, tone in ((thick + 5, mix(ink, INK, 0.75)), (thick, ink)):
        draw.line([*points, points[0]], tone, wide, joint="curve")
        for x, y in points:
            draw.ellipse((x - wide, y - wide, x + wide, y + wide), fill=tone)
