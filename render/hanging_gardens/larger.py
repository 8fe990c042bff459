"""Larger views: one garden over the whole width, or all kinds of tiles and the open cards."""

from __future__ import annotations

from collections import Counter

from PIL import Image, ImageDraw

from render.canvas import WIDE, Picture, put
from render.fonts import fit, write
from render.hanging_gardens import hands
from render.hanging_gardens.cards import cards_size, draw_cards
from render.hanging_gardens.gardens import draw_garden, draw_lettering, traces
from render.hanging_gardens.layout import HIGH, STRIP, TOP
from render.hanging_gardens.places import FONT, centred, extent, largest, plot
from render.hanging_gardens.plates import PLATE, plate
from render.hanging_gardens.private import draw_head
from render.hanging_gardens.signs import caption
from render.layout import EDGE, PALE
from render.palette import PAPER
from render.sketch import Detail
from rules.game import Event, Seat
from rules.hanging_gardens.parts import ORDER, SERIES
from rules.hanging_gardens.state import View
from rules.text import say, who

SEAT = "seat-"
TILES = "tiles"
CARD = 80  # pixels of a square of an open card
ACROSS = 6  # kinds of tiles in a row
KIND = 226  # pixels from one row of them to the next


def details(view: View) -> tuple[Detail, ...]:
    """A key and a label for every garden, and for tiles and cards."""
    gardens = (Detail(f"{SEAT}{seat + 1}", say("{seat}'s garden", seat=who(seat))) for seat in range(view.seats))
    return (*gardens, Detail(TILES, say("Tiles and cards")))


def detail(view: View, key: str, *, names: tuple[str, ...], last: tuple[Event, ...]) -> Picture:
    """What belongs to a key."""
    if key == TILES:
        return _tiles(view)
    return _garden(view, int(key.removeprefix(SEAT)) - 1, names, last)


def _tiles(view: View) -> Picture:
    """The open cards, every kind of tile with how many of it are in sight, and the cards out of the game."""
    wide, high = cards_size(view, CARD) if any(view.cards) else (0, 0)
    kinds = KIND * -(-len(ORDER) // ACROSS)
    foot = 44 if view.boxed else 0
    picture = Image.new("RGB", (WIDE, 3 * EDGE + high + kinds + foot), PAPER)
    if high:
        draw_cards(picture, view, ((WIDE - wide) // 2, EDGE), CARD, frozenset())
    if foot:
        text = f"Left the game: {', '.join(view.boxed)}"
        caption(picture, (EDGE, picture.height - EDGE - foot / 2), fit(text, WIDE - 2 * EDGE, FONT)[0], FONT)
    draw = ImageDraw.Draw(picture)
    seen = Counter(tile for tiles in (view.tiles, *view.known) for tile in tiles if tile)
    for i, tile in enumerate(ORDER):
        down, right = divmod(i, ACROSS)
        x = WIDE * (right + 0.5) / ACROSS
        y = 2 * EDGE + high + down * KIND + PLATE[1] / 2
        put(picture, plate(tile), (x, y))
        copies = SERIES[tile].copies if tile in SERIES else 1
        write(draw, (x, y + PLATE[1] / 2 + 24), f"in sight {seen[tile]} of {copies}", FONT, PALE, anchor="m")
    return picture


def _garden(view: View, seat: Seat, names: tuple[str, ...], last: tuple[Event, ...]) -> Picture:
    """A seat's garden with squares of up to 64 pixels, and what is known of its tiles."""
    garden = view.gardens[seat]
    shown = plot(garden)
    room = WIDE - 2 * EDGE
    held = hands.high(view, seat, room)
    size = largest(shown, (room, HIGH - TOP - held - EDGE))
    wide, high = extent(shown, size, FONT)
    room = max(room, wide)
    picture = Image.new("RGB", (room + 2 * EDGE, TOP + high + held + EDGE), PAPER)
    draw_head(picture, view, seat, names, (EDGE, EDGE, room, STRIP))
    grid = centred(shown, size, FONT, (EDGE, TOP, room, high))
    draw_garden(picture, grid, garden, seat, traces(last, seat))
    draw_lettering(picture, grid)
    hands.draw(picture, view, seat, (EDGE, TOP + high, room, held))
    return picture
