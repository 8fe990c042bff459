"""Draw the public picture: open cards, display and all gardens; of three or four, the active one is larger (R10.1)."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render.canvas import Picture, put
from render.fonts import fit, width, write
from render.hanging_gardens.cards import draw_cards
from render.hanging_gardens.gardens import draw_garden, traces
from render.hanging_gardens.heads import counts_wide, draw_counts, draw_name, draw_turn, points
from render.hanging_gardens.icons import icon
from render.hanging_gardens.places import MIN_FONT_PX, SIDE, fitted
from render.hanging_gardens.plates import ROW_HIGH, ROW_WIDE, draw_row
from render.layout import EDGE, GAP, Box, draw_sheet
from render.palette import INK, PAPER
from render.teller import Teller
from render.writing import Words, literal
from rules.game import Event, Seat
from rules.hanging_gardens.garden import top
from rules.hanging_gardens.score import lines
from rules.hanging_gardens.state import View
from rules.hanging_gardens.story import TileTaken

CONTENT_PX = SIDE - 2 * EDGE  # width between the margins
CARD_SQUARE_PX, CARDS_HEIGHT_PX = 32, 124  # of the open cards
NAME_LINE_PX, SMALL_NAME_LINE_PX = 64, 58  # heights, above a large and a small garden
RESULT_LINE_PX = 76  # height of a seat's line at the end
RESULT_TILE_PX = 62  # width of a kind of tile in that line
ACTIVE_GARDEN_PX = 680  # width beside the smaller ones


def draw(view: View, teller: Teller, last: tuple[Event, ...]) -> Picture:
    """Return cards and tiles above the gardens; at the end, the result above them."""
    picture = Image.new("RGB", (SIDE, SIDE), PAPER)
    above = _result(picture, view, teller) if view.over else _market(picture, view, teller, last)
    for seat, box in boxes(view, above).items():
        _panel(picture, view, seat, teller.name(seat), box, last)
    return picture


def _market(picture: Picture, view: View, teller: Teller, last: tuple[Event, ...]) -> int:
    """Draw open cards, turn and display; return the top of the gardens in pixels."""
    wide = (2 * CARD_SQUARE_PX + 30) * len(view.cards)
    draw_cards(picture, view.cards, (EDGE, EDGE // 2, wide, CARDS_HEIGHT_PX), CARD_SQUARE_PX)
    draw_turn(picture, view, teller, (EDGE + wide + GAP, EDGE // 2, CONTENT_PX - wide - GAP, CARDS_HEIGHT_PX))
    taken = frozenset(event.data.place for event in last if isinstance(event.data, TileTaken))
    draw_row(picture, view.tiles, teller, ((SIDE - ROW_WIDE) // 2, EDGE // 2 + CARDS_HEIGHT_PX + 6), taken)
    return EDGE // 2 + CARDS_HEIGHT_PX + 6 + ROW_HIGH + GAP


def _result(picture: Picture, view: View, teller: Teller) -> int:
    """Draw a line for every seat, the best first: place, name, points, tiles; return the top of the gardens in pixels."""
    places = {seat: 1 + sum(_ranks_above(view, other, seat) for other in range(view.seats)) for seat in range(view.seats)}
    kinds = max(len(lines(known)) for known in view.known)
    for i, seat in enumerate(sorted(places, key=places.__getitem__)):
        _placed(
            picture,
            view,
            seat,
            places[seat],
            teller.name(seat),
            (EDGE, EDGE + i * RESULT_LINE_PX, CONTENT_PX - RESULT_TILE_PX * kinds, RESULT_LINE_PX),
        )
    return EDGE + view.seats * RESULT_LINE_PX + GAP


def _ranks_above(view: View, one: Seat, other: Seat) -> bool:
    """Return whether one seat ranks above another: winners first, then by points."""
    return other not in view.winners and (one in view.winners or view.points[one] > view.points[other])


def _placed(picture: Picture, view: View, seat: Seat, place: int, name: Words, box: Box) -> None:
    """Draw place, name and points in a box, and the tiles on its right."""
    left, above, wide, high = box
    draw, middle = ImageDraw.Draw(picture), above + high // 2
    write(draw, (left, middle), literal(f"{place}."), 34, INK)
    draw_name(picture, view, seat, name, (left + 36, above + 10, wide - 130, high - 20), 36)
    write(draw, (left + wide - 16, middle), literal(view.points[seat]), 48, INK, anchor="r")
    for i, line in enumerate(lines(view.known[seat])):
        x = left + wide + RESULT_TILE_PX * i
        put(picture, icon(line.tile, 40), (x + 20, middle))
        if line.number > 1:
            write(draw, (x + 36, middle + 14), literal(line.number), 28, INK)


def boxes(view: View, above: int) -> dict[Seat, Box]:
    """Return the boxes of the gardens: two side by side; of more, the active one large; all equal at the end."""
    below = SIDE - above - EDGE // 2
    if view.seats == 2 or view.over:
        return _alike(view, above, below)
    first, *others = _from(view, view.holder or 0 if view.active is None else view.active)
    high = (below - GAP * (len(others) - 1)) // len(others)
    left = EDGE + ACTIVE_GARDEN_PX + GAP
    small = {seat: (left, above + i * (high + GAP), CONTENT_PX - ACTIVE_GARDEN_PX - GAP, high) for i, seat in enumerate(others)}
    return {first: (EDGE, above, ACTIVE_GARDEN_PX, below)} | small


def _alike(view: View, above: int, below: int) -> dict[Seat, Box]:
    """Return gardens in two columns; of three, the winner's has a column of its own."""
    seats = _from(view, min(view.winners, default=0)) if view.seats == 3 else tuple(range(view.seats))
    half = (CONTENT_PX - GAP) // 2
    found: dict[Seat, Box] = {}
    for right, column in enumerate((seats[:1], seats[1:]) if view.seats == 3 else (seats[::2], seats[1::2])):
        high = (below - GAP * (len(column) - 1)) // len(column)
        found |= {seat: (EDGE + right * (half + GAP), above + i * (high + GAP), half, high) for i, seat in enumerate(column)}
    return found


def _from(view: View, first: Seat) -> tuple[Seat, ...]:
    """Return all seats in order, beginning with one."""
    return tuple((first + nth) % view.seats for nth in range(view.seats))


def _panel(picture: Picture, view: View, seat: Seat, name: Words, box: Box, last: tuple[Event, ...]) -> None:
    """Draw a seat's name, hand and garden."""
    left, above, wide, high = box
    draw_sheet(picture, box, seat == view.active or seat in view.winners)
    small = wide < CONTENT_PX // 2 - GAP
    head = SMALL_NAME_LINE_PX if small else NAME_LINE_PX
    middle = above + head / 2 + 2
    total = points(view, seat) if view.open_tiles and not view.over else None
    taken = counts_wide(view, seat, temples=not small)
    right = left + wide - 14 - taken
    draw_counts(picture, view, seat, (right, middle), temples=not small)
    if total:
        text, size = fit(total, 80, 36, MIN_FONT_PX)
        write(ImageDraw.Draw(picture), (right - 12, middle), text, size, INK, anchor="r")
        right -= width(text, size) + 16
    draw_name(picture, view, seat, name, (left + 2, above + 8, round(right - left - 8), head - 12), 30 if small else 34)
    grid = fitted(top(view.gardens[seat]), (left + 8, above + head, wide - 16, high - head - 8))
    draw_garden(picture, grid, view.gardens[seat], seat, traces(last, seat))
