"""The public picture: head, open cards, display, and every seat's garden (R10.1)."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render.canvas import Picture
from render.fonts import width, write
from render.hanging_gardens.cards import cards_size, draw_cards
from render.hanging_gardens.gardens import draw_garden, draw_lettering, traces
from render.hanging_gardens.heads import chips_high, draw_chips, draw_hand, draw_name, draw_strip, hand_wide, name_room, points
from render.hanging_gardens.places import PUBLIC, Plot, centred, extent, plot
from render.hanging_gardens.plates import display_size, draw_display
from render.layout import EDGE, GAP, Box, draw_sheet
from render.palette import INK, PAPER
from rules.game import Event, Seat
from rules.hanging_gardens.state import View, place_key
from rules.hanging_gardens.story import TileTaken

WIDE = 1600
STRIP = 84  # pixels of the head
CARD = 44  # pixels of a square of an open card
NAME = 64  # pixels of a line with a seat's name
HAND = 50  # pixels of a line with a seat's temples and tiles
TOTAL, NAME_FONT = 52, 40  # font sizes
INSET = 14


def draw(view: View, names: tuple[str, ...], last: tuple[Event, ...]) -> Picture:
    """All gardens with squares of the same size, the largest that fits."""
    plots = [plot(garden) for garden in view.gardens]
    band = 0 if view.over else display_size(True)[1] + GAP
    top = EDGE + STRIP + band
    sizes = ((size, _panels(view, names, plots, size, top)) for size in PUBLIC)
    fitting = next(((size, boxes) for size, boxes in sizes if _far(boxes) <= (WIDE, WIDE)), None)
    size, boxes = fitting or (PUBLIC[-1], _panels(view, names, plots, PUBLIC[-1], top))
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
    return frozenset(place_key(event.data.place) for event in last if isinstance(event.data, TileTaken))


def _across(seats: int) -> int:
    return 2 if seats == 4 else seats


def _panels(view: View, names: tuple[str, ...], plots: list[Plot], size: int, top: int) -> list[Box]:
    """A box for every seat, side by side, four in two rows; the lower ones begin below the highest upper one."""
    across = _across(view.seats)
    font = lettering(size)
    extents = [extent(shown, size, font) for shown in plots]
    fair = (WIDE - 2 * EDGE - GAP * (across - 1)) // across
    widths = [max(fair, *(wide + 2 * INSET for wide, _ in extents[i::across])) for i in range(across)]
    boxes: list[Box] = []
    for first in range(0, view.seats, across):
        row = range(first, first + across)
        heads = max(_head_high(view, seat, names[seat], widths[seat % across]) for seat in row)
        high = heads + max(extents[seat][1] for seat in row) + INSET
        for seat in row:
            left = EDGE + sum(widths[: seat % across]) + GAP * (seat % across)
            boxes.append((left, top, widths[seat % across], high))
        top += high + GAP
    return boxes


def lettering(size: int) -> int:
    """The font size of column letters and row numbers."""
    return max(16, min(26, round(size * 0.6)))


def _head_high(view: View, seat: Seat, name: str, wide: int) -> int:
    lines = NAME + (HAND if _roomy(view, seat, name, wide) is None else 0)
    return lines + INSET + chips_high(view, seat, wide - 2 * INSET)


def _roomy(view: View, seat: Seat, name: str, wide: int) -> int | None:
    """The room for a name beside what its seat has in hand; None where it would lose more than a third of its size."""
    room = wide - 30 - round(width(_total(view, seat), TOTAL)) - round(hand_wide(view, seat)) - 24
    shown = name_room(view, seat, (0, 0, room, NAME - 8))
    return room if shown >= width(name, NAME_FONT) * 2 / 3 else None


def _total(view: View, seat: Seat) -> str:
    return points(view, seat) if view.over or view.open_tiles else ""


def _far(boxes: list[Box]) -> tuple[int, int]:
    """The size of a picture that holds the boxes."""
    return max(left + wide for left, _, wide, _ in boxes) + EDGE, max(top + high for _, top, _, high in boxes) + EDGE


def _panel(picture: Picture, view: View, seat: Seat, name: str, box: Box, size: int, last: tuple[Event, ...]) -> None:
    """A seat: name, what it has in hand, and its garden."""
    left, top, wide, high = box
    draw_sheet(picture, box, seat == view.active or seat in view.winners)
    total = _total(view, seat)
    middle = top + INSET / 2 + NAME / 2
    write(ImageDraw.Draw(picture), (left + wide - 18, middle), total, TOTAL, INK, anchor="r")
    room = _roomy(view, seat, name, wide)
    if room is None:
        room = wide - 30 - round(width(total, TOTAL))
        draw_hand(picture, view, seat, (left + 22, top + INSET / 2 + NAME + HAND / 2))
    else:
        draw_hand(picture, view, seat, (left + 6 + room, middle))
    draw_name(picture, view, seat, name, (left + 6, top + INSET // 2 + 4, room, NAME - 8), NAME_FONT)
    chips = chips_high(view, seat, wide - 2 * INSET)
    head = _head_high(view, seat, name, wide)
    draw_chips(picture, view, seat, (left + INSET, top + head - chips - 4), wide - 2 * INSET)
    shown = plot(view.gardens[seat])
    grid = centred(shown, size, lettering(size), (left, top + head - INSET // 2, wide, high - head))
    draw_garden(picture, grid, view.gardens[seat], seat, traces(last, seat))
    draw_lettering(picture, grid)
