"""Inside the lake: a card for each seat, the neutral colour, and the markers while they are chosen."""

from __future__ import annotations

from PIL import ImageDraw

from render.cache import sprites
from render.canvas import Brush, Picture, arrowhead, fade, put, shadow, sprite
from render.djinns.base import base
from render.djinns.domes import medal
from render.djinns.places import CENTRE
from render.fonts import fit, width, write
from render.layout import Box
from render.palette import CREAM, DEEP, EARTH, GOLD, INK, PAPER, SEATS, Ink, mix, on
from render.signs import ring, wreath
from rules.djinns import GAME
from rules.djinns.parts import COLOURS
from rules.djinns.score import points
from rules.djinns.state import Stack, State
from rules.game import Seat, winners

WIDE = 780
GAP = 12
LOW = 92  # a card while markers are chosen: no points yet
TOWER = 58  # pixels from one taken tower to the next


def draw_cards(picture: Picture, state: State, names: tuple[str, ...], offered: frozenset[str]) -> None:
    """Everything inside the lake."""
    choosing = state.turn is None or bool(state.order)
    high = {2: 172, 3: 138, 4: 124}[state.seats] if not choosing else LOW
    rows = list(range(state.seats))
    scores = GAME.scores(state)
    if state.ending:
        rows.sort(key=lambda seat: -scores[seat].points)
    extra = 176 if choosing else 62 if state.neutral else 0
    total = len(rows) * (high + GAP) - GAP + (extra + GAP if extra else 0)
    left, top = round(CENTRE[0] - WIDE / 2), round(CENTRE[1] - total / 2)
    if choosing:
        _markers(picture, state, (left, top, WIDE, extra), offered)
        top += extra + GAP
    acting = _acting(state)
    best = winners(scores) if state.ending else ()
    for seat in rows:
        box = (left, top, WIDE, high)
        _card(picture, state, seat, names[seat], box, seat == acting or seat in best, seat in best)
        top += high + GAP
    if state.neutral and not choosing:
        _neutral(picture, state.neutral, top + extra / 2)


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


def _card(picture: Picture, state: State, seat: Seat, name: str, box: Box, bright: bool, won: bool) -> None:
    """Emblems, name, points and the towers taken."""
    left, top, wide, high = box
    picture.paste(*_laid(box, bright))
    draw = ImageDraw.Draw(picture)
    middle = top + high / 2
    own = state.colours[seat]
    disc = min(high - 34, 88)
    x = left + 22.0
    for colour in own:
        put(picture, medal(colour, disc), (x + disc / 2, middle))
        x += disc + 8
    x += 12
    if bright and not won:
        put(picture, arrowhead(GOLD, INK, 0, 64), (left - 10, middle))
    total = str(GAME.scores(state)[seat].points) if high > LOW else ""
    write(draw, (left + wide - 28, middle), total, 76, INK, anchor="r")
    right = left + wide - 28 - max(width(total, 76), 90) - 16
    if won:
        put(picture, wreath(84), (right - 40, middle))
        right -= 92
    towers = state.taken[seat]
    two_lines = high > LOW
    text, size = fit(name, round(right - x), 46 if two_lines else 42)
    write(draw, (x, middle - high * 0.22 if towers and two_lines else middle), text, size, INK)
    if towers:
        _towers(picture, towers, state.neutral, (x, middle + high * 0.22, right))


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
    write(ImageDraw.Draw(piece), (28, y), str(worth), 30, on(tone), anchor="m")
    return piece


def _neutral(picture: Picture, colour: str, y: float) -> None:
    """The colour that everybody moves and nobody scores."""
    picture.paste(*_laid((round(CENTRE[0]) - 150, round(y) - 30, 300, 56), False))
    put(picture, medal(colour, 46), (CENTRE[0] - 104, y - 2))
    write(ImageDraw.Draw(picture), (CENTRE[0] - 66, y - 2), "neutral · 0", 34, INK)


def _markers(picture: Picture, state: State, box: Box, offered: frozenset[str]) -> None:
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
        write(draw, (x, top + 146), colour, 36, INK, anchor="m")


@sprites.keep
def faint(colour: str, size: int) -> Picture:
    """A marker that is gone: a pale disc."""
    pale = medal(colour, size).copy()
    pale.putalpha(fade(pale.getchannel("A"), 0.25))
    return pale
