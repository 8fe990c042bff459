"""Larger views: one garden over the whole width, or all kinds of tiles and the open cards."""

from __future__ import annotations

from collections import Counter

from PIL import Image, ImageDraw

from render.canvas import Picture, put
from render.fonts import write
from render.hanging_gardens.cards import draw_cards
from render.hanging_gardens.places import READ, SIDE
from render.hanging_gardens.plates import PLATE, plate
from render.hanging_gardens.private import draw_own
from render.hanging_gardens.signs import caption
from render.layout import EDGE, PALE
from render.palette import PAPER
from render.sketch import Detail
from render.teller import Teller
from rules.game import Event, Seat
from rules.hanging_gardens.names import TILE_NAMES
from rules.hanging_gardens.parts import ORDER, SERIES
from rules.hanging_gardens.state import View
from rules.text import say, who

SEAT = "seat-"
TILES = "tiles"
CARD, CARDS = 80, 270  # pixels of a square of an open card, and of the row of them
SMALL_CARD, BOXED = 24, 76  # the same of a card that left the game, and from one to the next
ACROSS = 6  # kinds of tiles in a row
KIND = 206  # pixels from one row of them to the next


def details(view: View) -> tuple[Detail, ...]:
    """A key and a label for every garden, and for tiles and cards."""
    gardens = (Detail(f"{SEAT}{seat + 1}", say("{seat}'s garden", seat=who(seat))) for seat in range(view.seats))
    return (*gardens, Detail(TILES, say("Tiles and cards")))


def detail(view: View, key: str, *, teller: Teller, last: tuple[Event, ...]) -> Picture:
    """What belongs to a key."""
    if key == TILES:
        return _tiles(view, teller)
    return _garden(view, int(key.removeprefix(SEAT)) - 1, teller, last)


def _tiles(view: View, teller: Teller) -> Picture:
    """The open cards, every kind of tile with how many of it are in sight, and the cards out of the game."""
    picture = Image.new("RGB", (SIDE, SIDE), PAPER)
    above = EDGE
    if any(view.cards):
        draw_cards(picture, view.cards, (EDGE, above, SIDE - 2 * EDGE, CARDS), CARD)
        above += CARDS + EDGE
    draw = ImageDraw.Draw(picture)
    seen = Counter(tile for tiles in (view.tiles, *view.known) for tile in tiles if tile)
    for i, tile in enumerate(ORDER):
        down, right = divmod(i, ACROSS)
        x = SIDE * (right + 0.5) / ACROSS
        y = above + down * KIND + PLATE[1] / 2
        put(picture, plate(tile, teller.told(TILE_NAMES[tile])), (x, y))
        copies = SERIES[tile].copies if tile in SERIES else 1
        text = teller.told(say("{number} of {whole}", number=seen[tile], whole=copies))
        write(draw, (x, y + PLATE[1] / 2 + 24), text, READ, PALE, anchor="m")
    above += KIND * -(-len(ORDER) // ACROSS) + EDGE
    caption(picture, (EDGE, above), teller.told(say("Beneath each tile: how many of it are in sight.")))
    if view.boxed:
        caption(picture, (EDGE, above + 50), teller.told(say("Cards that left the game:")))
        box = EDGE, above + 80, min(SIDE - 2 * EDGE, BOXED * len(view.boxed)), 3 * SMALL_CARD + 16
        draw_cards(picture, view.boxed, box, SMALL_CARD)
    return picture


def _garden(view: View, seat: Seat, teller: Teller, last: tuple[Event, ...]) -> Picture:
    """A seat's garden, and what is known of its tiles."""
    picture = Image.new("RGB", (SIDE, SIDE), PAPER)
    draw_own(picture, view, seat, teller, last)
    return picture
