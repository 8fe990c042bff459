"""Draw the middle of the lake: a card for each seat, the neutral colour, and the markers while they are chosen."""

from __future__ import annotations

from typing import NamedTuple

from PIL import ImageDraw

from render.cache import sprites
from render.canvas import Brush, Picture, Point, arrowhead, fade, put, shadow, sprite
from render.djinns.base import base
from render.djinns.domes import medal
from render.djinns.places import CENTRE, SIZES
from render.fonts import fit, width, write
from render.layout import Box
from render.palette import DEEP, GOLD, INK, SEATS, Ink, Theme, mix, on
from render.signs import ring, wreath
from render.teller import Teller
from render.writing import Words, literal
from rules.djinns.parts import COLOURS
from rules.djinns.score import points, points_shown, scores
from rules.djinns.state import Stack, State, View
from rules.djinns.words import COLOUR_NAMES
from rules.game import Seat, winners
from rules.text import say

CARD_GAP_PX, CORNER_PX = 12, 26  # from one card to the next, and the radius of their corners
CARD_HEIGHT_PX = {2: 200, 3: 168, 4: 142}  # by number of seats
LOW_CARD_HEIGHT_PX = {2: 120, 3: 100, 4: 84}  # below markers
ASKING_CARD_HEIGHT_PX = {2: 170, 3: 116, 4: 106}  # in questions of a move: plates have room around these cards
CARD_WIDTH_PX = 600
ASKING_RISE_PX = 16  # from the middle of the lake: stacks of the bottom row rise into it
ASKING_CARD_WIDTH_PX = {2: 600, 3: 424, 4: 424}
ARROW_MARGIN_PX = 34  # left of the cards, for the arrow of the active player
MAX_LOW_MEDAL_PX = 66
MARKERS_HEIGHT_PX, NEUTRAL_HEIGHT_PX = 226, 56
HEADING_HEIGHT_PX = 50  # above the markers
TOWER_STEP_PX = 66  # from one taken tower to the next
MAX_MEDIUM_CARD_PX = 180  # on higher cards everything is larger
MIN_TOWER_MARGIN_PX = 34  # from the middle of a tower to the edge of its card
UNSCORED, CHOOSE, TAKEN = say("neutral · 0"), say("Choose a djinn"), say("taken")
MIN_NAME_PX = 90  # in less room no name is written


class Room(NamedTuple):
    """The place of the cards: left, top and width, the height of each, and of markers or neutral colour; all in pixels."""

    left: int
    top: int
    wide: int
    card: int
    extra: int

    def box(self, seats: int) -> Box:
        """Return the box of everything, with the arrow of the active player."""
        high = seats * (self.card + CARD_GAP_PX) + self.extra
        return self.left - ARROW_MARGIN_PX, self.top, self.wide + ARROW_MARGIN_PX, high


def room_for_cards(state: State, *, asking: bool) -> Room:
    """Return the place of the cards in the middle of the lake.

    :param asking: a move is chosen: all its questions have the same cards, and plates lie around them.
    """
    choosing = _choosing(state)
    asking = asking and not choosing
    card = (LOW_CARD_HEIGHT_PX if choosing else ASKING_CARD_HEIGHT_PX if asking else CARD_HEIGHT_PX)[state.seats]
    extra = MARKERS_HEIGHT_PX if choosing else NEUTRAL_HEIGHT_PX if state.neutral else 0
    wide = ASKING_CARD_WIDTH_PX[state.seats] if asking else CARD_WIDTH_PX
    high = state.seats * (card + CARD_GAP_PX) - CARD_GAP_PX + (extra + CARD_GAP_PX if extra else 0)
    left = CENTRE[0] - wide / 2 + (ARROW_MARGIN_PX / 3 if asking else 0)  # plates left and right have about the same room
    middle = CENTRE[1] - (ASKING_RISE_PX if asking else 0)
    return Room(round(left), round(middle - high / 2), wide, card, extra)


def _choosing(state: State) -> bool:
    """Return whether markers are chosen, or will be."""
    return state.turn is None or bool(state.order)


def draw_cards(
    picture: Picture, view: View, teller: Teller, *, offered: frozenset[str], asking: bool = False, bare: bool = False
) -> None:
    """Draw everything inside the lake except plates.

    :param offered: keys of the djinns that may be chosen.
    :param asking: a move is chosen (`room_for_cards`).
    :param bare: write no names and points of seats.
    """
    state = view.state
    choosing = _choosing(state)
    totals, ended = points_shown(view), bool(state.ending) and view.totals is None
    rows = sorted(range(state.seats), key=lambda seat: -totals[seat] if ended else 0)
    left, top, wide, high, extra = room_for_cards(state, asking=asking)
    if choosing:
        _markers(picture, view, teller, (left, top, wide, extra), offered)
        top += extra + CARD_GAP_PX
    acting, best = None if view.stopped else _acting(state), winners(scores(state)) if ended else ()
    for seat in rows:
        name, points = literal("") if bare else teller.name(seat), literal("" if bare or choosing else totals[seat])
        box = (left, top, wide, high)
        _card(picture, state, seat, name, points, box, teller.theme, acting=seat == acting, won=seat in best)
        top += high + CARD_GAP_PX
    if state.neutral and not choosing:
        _neutral(picture, state.neutral, teller, (left + wide / 2, top + extra / 2))


def _acting(state: State) -> Seat | None:
    if state.ending:
        return None
    if state.order:
        return state.order[0]
    return None if state.bag else state.turn


@sprites.keep
def _panel(wide: int, high: int, bright: bool, theme: Theme) -> tuple[Picture, ...]:
    """Return the rim of a sheet with round corners and its shadow, as parts: above, below, left, right.

    The bright one is golden and has a deeper shadow.
    """
    fill, rim = _sheet_inks(bright, theme)

    def paint(brush: Brush) -> None:
        thick = 5 if bright else 2
        brush.block((0, 0, wide - 1, high - 1), CORNER_PX, rim)
        brush.block((thick, thick, wide - 1 - thick, high - 1 - thick), CORNER_PX - thick, fill)

    sheet = sprite(wide, high, paint)
    cast = shadow(sheet, 7 if bright else 4, 0.4 if bright else 0.2, theme.shade)
    edge = (cast.width - wide) // 2
    cast.alpha_composite(sheet, (edge, (cast.height - high) // 2 - 3))
    deep, right, low = edge + CORNER_PX, cast.width - edge - CORNER_PX, cast.height - edge - CORNER_PX
    boxes = ((0, 0, cast.width, deep), (0, low, cast.width, cast.height), (0, deep, deep, low), (right, deep, cast.width, low))
    return tuple(map(cast.crop, boxes))


def _sheet_inks(bright: bool, theme: Theme) -> tuple[Ink, Ink]:
    """Return the colours of a sheet and of its rim."""
    return (theme.sheet, GOLD) if bright else (mix(DEEP, theme.ground, 0.62), mix(DEEP, theme.ground, 0.3))


def _lay(picture: Picture, box: Box, bright: bool, theme: Theme) -> None:
    """Lay a sheet on the water, part by part: a mask for all of it takes three times as long."""
    left, top, wide, high = box
    above, below, before, behind = _panel(wide, high, bright, theme)
    x, y = left - (above.width - wide) // 2, top + 3 - (above.width - wide) // 2
    tall = above.height + before.height + below.height
    picture.paste(base(theme).crop((x, y, x + above.width, y + tall)), (x, y))
    end, low = x + above.width - behind.width, y + tall - below.height
    picture.paste(_sheet_inks(bright, theme)[0], (x + before.width, y + above.height, end, low))
    for part, at in ((above, (x, y)), (below, (x, low)), (before, (x, y + above.height)), (behind, (end, y + above.height))):
        picture.paste(part, at, part)


def _card(
    picture: Picture, state: State, seat: Seat, name: Words, total: Words, box: Box, theme: Theme, *, acting: bool, won: bool
) -> None:
    """Draw a seat's emblems, name, points and towers."""
    left, top, wide, high = box
    _lay(picture, box, acting or won, theme)
    draw = ImageDraw.Draw(picture)
    middle = top + high / 2
    disc = min(high - 26, 88 if wide == CARD_WIDTH_PX else MAX_LOW_MEDAL_PX)
    x = left + 20.0
    for colour in state.colours[seat]:
        put(picture, medal(colour, disc), (x + disc / 2, middle))
        x += disc + 8
    if acting:
        put(picture, arrowhead(GOLD, INK, 0, 46), (left - 8, middle))
    write(draw, (left + wide - 22, middle), total, SIZES.title, theme.text, anchor="r")
    if not name:
        _draw_all_towers(picture, state, seat, (x + 10, middle, left + wide - 22))
        return
    right = left + wide - 22 - max(width(total, SIZES.title), 80) - 12
    _draw_achieved(picture, state, seat, name, (x + 10, middle, right), high, theme, won=won)


def _draw_achieved(
    picture: Picture,
    state: State,
    seat: Seat,
    name: Words,
    line: tuple[float, float, float],
    high: int,
    theme: Theme,
    *,
    won: bool,
) -> None:
    """Draw a seat's name, its laurel if it has won, and its towers: below the name, and the last ones where there is room.

    :param line: left end, middle and right end of the room between emblems and points, in pixels: x, y, x.
    :param high: height of the card.
    """
    left, middle, right = line
    towers = state.taken[seat]
    across = max(1, int((right - left) // TOWER_STEP_PX))
    below, more = towers[:across], towers[across:]
    tall = high > MAX_MEDIUM_CARD_PX
    y = middle - high * (0.33 if tall and more else 0.23) if towers else middle
    ends = right
    if won:
        laurel = 64 if towers else 84
        put(picture, wreath(laurel), (right - laurel / 2, y))
        ends -= laurel + 8
    if tall and more:
        _towers(picture, below, state.neutral, (left, middle + 2, right))
        _towers(picture, more, state.neutral, (left, middle + 66, right))
    else:
        beside = more[: max(0, int((ends - left - MIN_NAME_PX) // TOWER_STEP_PX))]
        low = middle + min(high * 0.21, high / 2 - MIN_TOWER_MARGIN_PX)
        _towers(picture, (*below, *more[len(beside) :]), state.neutral, (left, low, right))
        _towers(picture, beside, state.neutral, (ends - TOWER_STEP_PX * len(beside), y, ends))
        ends -= TOWER_STEP_PX * len(beside)
    if ends - left > MIN_NAME_PX:
        text, size = fit(name, round(ends - left), SIZES.large, SIZES.tiny)
        write(ImageDraw.Draw(picture), (left, y), text, size, theme.text)


def _draw_all_towers(picture: Picture, state: State, seat: Seat, line: tuple[float, float, float]) -> None:
    """Draw a seat's towers in the room of its card, in two rows if one row does not hold them.

    :param line: left end, middle and right end of the room, in pixels: x, y, x.
    """
    left, middle, right = line
    towers, across = state.taken[seat], max(1, int((right - left) // TOWER_STEP_PX))
    if len(towers) <= across:
        _towers(picture, towers, state.neutral, line)
        return
    first = max(-(-len(towers) // 2), len(towers) - across)
    for some, y in ((towers[:first], middle - 33), (towers[first:], middle + 33)):
        _towers(picture, some, state.neutral, (left, y, right))


def _towers(picture: Picture, towers: tuple[Stack, ...], neutral: str, line: tuple[float, float, float]) -> None:
    """Draw taken towers in a row, closer together if there is no room for all.

    :param line: left end, middle and right end in pixels: x, y, x.
    """
    left, y, right = line
    step = min(TOWER_STEP_PX, (right - left - TOWER_STEP_PX) / max(1, len(towers) - 1))
    for i, stack in enumerate(towers):
        put(picture, trophy(stack, points(stack, neutral)), (left + TOWER_STEP_PX / 2 + step * i, y))


@sprites.keep
def trophy(stack: Stack, worth: int) -> Picture:
    """Return a small taken tower: its floors as stripes below the top, which carries the points."""
    tone, wide, high = SEATS[stack[-1].colour], TOWER_STEP_PX - 4, 64
    roof = high - 3 - 7 * (len(stack) - 1)

    def paint(brush: Brush) -> None:
        for level, dome in enumerate(stack):
            y = high - 3 - 7 * level
            brush.block((1, y - 14, wide - 2, y), 6, mix(SEATS[dome.colour], INK, 0.5))
            brush.block((3, y - 12, wide - 4, y - 2), 5, SEATS[dome.colour])
        brush.block((1, roof - 38, wide - 2, roof), 15, mix(tone, INK, 0.5))
        brush.block((3, roof - 36, wide - 4, roof - 2), 13, tone)

    piece = sprite(wide, high, paint)
    write(ImageDraw.Draw(piece), (wide / 2, roof - 19), literal(worth), SIZES.text, on(tone), anchor="m")
    return piece


def _neutral(picture: Picture, colour: str, teller: Teller, centre: Point) -> None:
    """Draw the colour that everybody moves and nobody scores."""
    x, y = centre
    text = teller.told(UNSCORED)
    half = round(max(260, 104 + width(text, SIZES.small)) / 2)
    _lay(picture, (round(x) - half, round(y) - 28, 2 * half, 54), False, teller.theme)
    put(picture, medal(colour, 44), (x - half + 38, y - 1))
    write(ImageDraw.Draw(picture), (x - half + 70, y - 1), text, SIZES.small, teller.theme.text)


def _markers(picture: Picture, view: View, teller: Teller, box: Box, offered: frozenset[str]) -> None:
    """Draw the four djinn markers: a ring around those on offer, taken ones faint."""
    left, top, wide, _ = box
    draw = ImageDraw.Draw(picture)
    taken = {colour for own in view.state.colours for colour in own}
    if view.state.order and not view.stopped:
        text, size = fit(teller.told(CHOOSE), wide, SIZES.text, SIZES.tiny)
        write(draw, (left + wide / 2, top + HEADING_HEIGHT_PX / 2 - 8), text, size, INK, anchor="m")
    y = top + HEADING_HEIGHT_PX + 60
    for i, colour in enumerate(COLOURS):
        x = left + wide * (i + 0.5) / 4
        if colour in offered:
            put(picture, ring(128), (x, y))
        put(picture, faint(colour, 104) if colour in taken else medal(colour, 104), (x, y))
        write(draw, (x, y + 86), teller.told(TAKEN if colour in taken else COLOUR_NAMES[colour]), SIZES.small, INK, anchor="m")


@sprites.keep
def faint(colour: str, size: int) -> Picture:
    """Return the marker of a taken djinn, pale."""
    pale = medal(colour, size).copy()
    pale.putalpha(fade(pale.getchannel("A"), 0.25))
    return pale
