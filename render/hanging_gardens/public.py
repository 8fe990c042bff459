"""The public picture: head, open cards, display, and every seat's garden (R10.1)."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render.canvas import Picture
from render.fonts import width, write
from render.hanging_gardens.cards import cards_size, draw_cards
from render.hanging_gardens.gardens import draw_garden, draw_lettering, traces
from render.hanging_gardens.heads import best, chips_high, draw_chips, draw_hand, draw_name, draw_strip, points
from render.hanging_gardens.places import EDGE, GAP, PUBLIC, Box, Plot, centred, extent, plot
from render.hanging_gardens.plates import display_size, draw_display
from render.hanging_gardens.signs import draw_sheet
from render.palette import INK, PAPER
from rules.game import Event, Seat
from rules.hanging_gardens.state import View

WIDE = 1600
STRIP = 84  # pixels of the head
CARD = 44  # pixels of a square of an open card
NAME = 64  # pixels of a line with a seat's name
HAND = 50  # pixels of a line with a seat's temples and tiles
ROOMY = 640  # pixels of a panel that holds both in one line
INSET = 14


def draw(view: View, names: tuple[str, ...], last: tuple[Event, ...]) -> Picture:
    """All gardens with squares of the same size, the largest that fits."""
    plots = [plot(garden) for garden in view.gardens]
    band = 0 if view.over else display_size(True)[1] + GAP
    top = EDGE + STRIP + band
    sizes = ((size, _panels(view, plots, size, top)) for size in PUBLIC)
    fitting = next(((size, boxes) for size, boxes in sizes if _far(boxes) <= (WIDE, WIDE)), None)
    size, boxes = fitting or (PUBLIC[-1], _panels(view, plots, PUBLIC[-1], top))
    wide, high = _far(boxes)
    picture = Image.new("RGB", (max(wide, WIDE), high), PAPER)
    draw_strip(picture, view, names, (EDGE, EDGE // 2, picture.width - 2 * EDGE, STRIP))
    if not view.over:
        _band(picture, view, last)
    for seat, box in enumerate(boxes):
        _panel(picture, view, seat, names[seat], box, size, last)
    return picture


def _band(picture: Picture, view: View, last: tuple[Event, ...]) -> None:
    """Open cards on the left, the display on the right."""
    high = display_size(True)[1]
    wide, tall = cards_size(view, CARD)
    left = EDGE + (picture.width - 2 * EDGE - wide - display_size(True)[0]) // 3
    draw_cards(picture, view, (left, EDGE + STRIP + (high - tall) // 2), CARD, frozenset())
    at = picture.width - left - display_size(True)[0], EDGE + STRIP
    draw_display(picture, view.tiles, at, columns_apart=True, notes=None, taken=taken(last))


def taken(last: tuple[Event, ...]) -> frozenset[str]:
    """The places of the display that the last moves emptied."""
    return frozenset(event["place"] for event in last if event.kind == "tile_taken")


def _across(seats: int) -> int:
    return 2 if seats == 4 else seats


def _panels(view: View, plots: list[Plot], size: int, top: int) -> list[Box]:
    """A box for every seat, side by side, four in two rows; the lower ones begin below the highest upper one."""
    across = _across(view.seats)
    font = lettering(size)
    extents = [extent(shown, size, font) for shown in plots]
    fair = (WIDE - 2 * EDGE - GAP * (across - 1)) // across
    widths = [max(fair, *(wide + 2 * INSET for wide, _ in extents[i::across])) for i in range(across)]
    boxes: list[Box] = []
    for first in range(0, view.seats, across):
        row = range(first, first + across)
        heads = max(_head_high(view, seat, widths[seat % across]) for seat in row)
        high = heads + max(extents[seat][1] for seat in row) + INSET
        for seat in row:
            left = EDGE + sum(widths[: seat % across]) + GAP * (seat % across)
            boxes.append((left, top, widths[seat % across], high))
        top += high + GAP
    return boxes


def lettering(size: int) -> int:
    """The font size of column letters and row numbers."""
    return max(16, min(26, round(size * 0.6)))


def _head_high(view: View, seat: Seat, wide: int) -> int:
    lines = NAME if wide >= ROOMY else NAME + HAND
    return lines + INSET + chips_high(view, seat, wide - 2 * INSET)


def _far(boxes: list[Box]) -> tuple[int, int]:
    """The size of a picture that holds the boxes."""
    return max(left + wide for left, _, wide, _ in boxes) + EDGE, max(top + high for _, top, _, high in boxes) + EDGE


def _panel(picture: Picture, view: View, seat: Seat, name: str, box: Box, size: int, last: tuple[Event, ...]) -> None:
    """A seat: name, what it has in hand, and its garden."""
    left, top, wide, high = box
    draw_sheet(picture, box, seat == view.active or seat in best(view))
    total = points(view, seat) if view.over or view.open_tiles else ""
    middle = top + INSET / 2 + NAME / 2
    write(ImageDraw.Draw(picture), (left + wide - 18, middle), total, 52, INK, anchor="r")
    room = wide - 30 - round(width(total, 52))
    if wide >= ROOMY:
        hand = 440 if view.fives[seat] else 300
        draw_name(picture, view, seat, name, (left + 6, top + INSET // 2 + 4, room - hand - 16, NAME - 8), 40)
        draw_hand(picture, view, seat, (left + room - hand + 10, middle))
    else:
        draw_name(picture, view, seat, name, (left + 6, top + INSET // 2 + 4, room, NAME - 8), 40)
        draw_hand(picture, view, seat, (left + 22, top + INSET / 2 + NAME + HAND / 2))
    chips = chips_high(view, seat, wide - 2 * INSET)
    head = _head_high(view, seat, wide)
    draw_chips(picture, view, seat, (left + INSET, top + head - chips - 4), wide - 2 * INSET)
    shown = plot(view.gardens[seat])
    grid = centred(shown, size, lettering(size), (left, top + head - INSET // 2, wide, high - head))
    draw_garden(picture, grid, view.gardens[seat], seat, traces(last, seat))
    draw_lettering(picture, grid)
