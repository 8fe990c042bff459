"""Inside the lake: a card for each seat, the neutral colour, and the markers while they are chosen."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import ImageDraw

from render.cache import sprites
from render.canvas import Brush, Picture, Point, arrowhead, fade, put, shadow, sprite
from render.djinns.base import base
from render.djinns.domes import medal
from render.djinns.offers import Plate, room_for_cards
from render.djinns.places import READ
from render.fonts import fit, width, write
from render.layout import Box
from render.palette import CREAM, DEEP, EARTH, GOLD, INK, PAPER, SEATS, Ink, mix, on
from render.signs import ring, wreath
from render.teller import Teller
from render.writing import Words, literal
from rules.djinns.parts import COLOURS
from rules.djinns.score import points, points_shown, scores
from rules.djinns.state import Stack, State, View
from rules.djinns.words import COLOUR_NAMES
from rules.game import Seat, winners
from rules.text import say

GAP = 12
FULL = {2: 200, 3: 168, 4: 142}  # how high a card is, by seats
LOW = {2: 120, 3: 100, 4: 84}  # while something else is in question
NARROWEST = {2: 340, 3: 230, 4: 230}
MARKERS, NEUTRAL = 176, 56  # how high these are
TOWER = 58  # pixels from one taken tower to the next
ROOMY, BARE = 180, 120  # above this all on a card is larger; up to this no towers lie on it
UNSCORED = say("neutral · 0")
SHORTEST = 70  # pixels in which a name is written


def draw_cards(picture: Picture, view: View, teller: Teller, *, offered: frozenset[str], landing: Sequence[Plate] = ()) -> None:
    """Everything inside the lake.

    :param offered: the djinns that may be chosen.
    :param landing: the plates that are to lie there, too.
    """
    state = view.state
    choosing = state.turn is None or bool(state.order)
    high = (LOW if choosing or landing else FULL)[state.seats]
    totals, ended = points_shown(view), bool(state.ending) and view.totals is None
    rows = sorted(range(state.seats), key=lambda seat: -totals[seat] if ended else 0)
    extra = MARKERS if choosing else NEUTRAL if state.neutral else 0
    total = len(rows) * (high + GAP) - GAP + (extra + GAP if extra else 0)
    left, top, wide = room_for_cards(landing, total, NARROWEST[state.seats])
    if choosing:
        _markers(picture, state, teller, (left, top, wide, extra), offered)
        top += extra + GAP
    acting, best = None if view.stopped else _acting(state), winners(scores(state)) if ended else ()
    for seat in rows:
        points = literal("" if choosing else totals[seat])
        _card(picture, state, seat, teller.name(seat), points, (left, top, wide, high), acting=seat == acting, won=seat in best)
        top += high + GAP
    if state.neutral and not choosing:
        _neutral(picture, state.neutral, teller, (left + wide / 2, top + extra / 2))


def _acting(state: State) -> Seat | None:
    if state.ending:
        return None
    if state.order:
        return state.order[0]
    return None if state.bag else state.turn


@sprites.keep
def panel(wide: int, high: int, bright: bool) -> Picture:
    """A sheet with round corners; the bright one has a golden rim and casts a deeper shadow."""
    fill: Ink = CREAM if bright else mix(DEEP, PAPER, 0.62)
    rim: Ink = GOLD if bright else mix(DEEP, PAPER, 0.3)

    def paint(brush: Brush) -> None:
        thick = 5 if bright else 2
        brush.block((0, 0, wide - 1, high - 1), 26, rim)
        brush.block((thick, thick, wide - 1 - thick, high - 1 - thick), 26 - thick, fill)

    sheet = sprite(wide, high, paint)
    cast = shadow(sheet, 7 if bright else 4, 0.4 if bright else 0.2, EARTH)
    cast.alpha_composite(sheet, ((cast.width - wide) // 2, (cast.height - high) // 2 - 3))
    return cast


@sprites.keep
def _laid(box: Box, bright: bool) -> tuple[Picture, tuple[int, int]]:
    """A sheet as it lies on the water, with its corner: pasted without a mask, which is four times as fast."""
    left, top, wide, high = box
    sheet = panel(wide, high, bright)
    corner = (left - (sheet.width - wide) // 2, top + 3 - (sheet.height - high) // 2)
    patch = base().crop((*corner, corner[0] + sheet.width, corner[1] + sheet.height))
    patch.paste(sheet, (0, 0), sheet)
    return patch, corner


def _card(picture: Picture, state: State, seat: Seat, name: Words, total: Words, box: Box, *, acting: bool, won: bool) -> None:
    """Emblems, name, points, and where there is room the towers taken."""
    left, top, wide, high = box
    picture.paste(*_laid(box, acting or won))
    draw = ImageDraw.Draw(picture)
    middle = top + high / 2
    disc = min(high - 26, 88) if high <= ROOMY else 108
    x = left + 20.0
    for colour in state.colours[seat]:
        put(picture, medal(colour, disc), (x + disc / 2, middle))
        x += disc + 8
    if acting:
        put(picture, arrowhead(GOLD, INK, 0, 46), (left - 8, middle))
    large = 68 if high <= ROOMY else 88
    write(draw, (left + wide - 22, middle), total, large, INK, anchor="r")
    right = left + wide - 22 - max(width(total, large), 80) - 12
    x += 10
    towers = state.taken[seat] if high > BARE else ()
    line = middle - 32 if towers else middle
    ends = right
    if won:
        laurel = 64 if towers else 84
        put(picture, wreath(laurel), (right - laurel / 2, line))
        ends -= laurel + 8
    if ends - x > SHORTEST:
        text, size = fit(name, round(ends - x), 44 if high <= ROOMY else 56, READ)
        write(draw, (x, line), text, size, INK)
    if towers:
        _towers(picture, towers, state.neutral, (x, middle + 32, right))


def _towers(picture: Picture, towers: tuple[Stack, ...], neutral: str, line: tuple[float, float, float]) -> None:
    """A row of what was taken, closer together when there is much of it."""
    left, y, right = line
    step = min(TOWER, (right - left - TOWER) / max(1, len(towers) - 1))
    for i, stack in enumerate(towers):
        put(picture, trophy(stack, points(stack, neutral)), (left + TOWER / 2 + i * step, y))


@sprites.keep
def trophy(stack: Stack, worth: int) -> Picture:
    """A taken tower, small: its floors as stripes beside its top, which carries the points."""
    tone = SEATS[stack[-1].colour]

    def paint(brush: Brush) -> None:
        for level, dome in enumerate(stack):
            y = 49 - 6 * level
            brush.block((3, y - 14, 53, y), 6, mix(SEATS[dome.colour], INK, 0.5))
            brush.block((5, y - 12, 51, y - 2), 5, SEATS[dome.colour])
        roof = 49 - 6 * (len(stack) - 1)
        brush.block((3, roof - 32, 53, roof), 15, mix(tone, INK, 0.5))
        brush.block((5, roof - 30, 51, roof - 2), 13, tone)

    piece = sprite(56, 52, paint)
    y = 49 - 6 * (len(stack) - 1) - 16
    write(ImageDraw.Draw(piece), (28, y), literal(worth), 30, on(tone), anchor="m")
    return piece


def _neutral(picture: Picture, colour: str, teller: Teller, centre: Point) -> None:
    """The colour that everybody moves and nobody scores."""
    x, y = centre
    text = teller.told(UNSCORED)
    half = round(max(260, 104 + width(text, 34)) / 2)
    picture.paste(*_laid((round(x) - half, round(y) - 28, 2 * half, 54), False))
    put(picture, medal(colour, 44), (x - half + 38, y - 1))
    write(ImageDraw.Draw(picture), (x - half + 70, y - 1), text, 34, INK)


def _markers(picture: Picture, state: State, teller: Teller, box: Box, offered: frozenset[str]) -> None:
    """The four djinn markers; those on offer with their keys, those taken faint."""
    left, top, wide, _ = box
    draw = ImageDraw.Draw(picture)
    taken = {colour for own in state.colours for colour in own}
    for i, colour in enumerate(COLOURS):
        x = left + wide * (i + 0.5) / 4
        if colour in taken:
            put(picture, faint(colour, 104), (x, top + 60))
            continue
        if colour in offered:
            put(picture, ring(128), (x, top + 60))
        put(picture, medal(colour, 104), (x, top + 60))
        write(draw, (x, top + 146), teller.told(COLOUR_NAMES[colour]), 36, INK, anchor="m")


@sprites.keep
def faint(colour: str, size: int) -> Picture:
    """A marker that is gone: a pale disc."""
    pale = medal(colour, size).copy()
    pale.putalpha(fade(pale.getchannel("A"), 0.25))
    return pale
