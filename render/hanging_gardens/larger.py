"""Draw details: one garden over the whole width, or all kinds of tiles and the open cards."""

from __future__ import annotations

from collections import Counter

from PIL import Image, ImageDraw

from render.canvas import Picture, put
from render.fonts import write
from render.hanging_gardens.cards import draw_cards
from render.hanging_gardens.places import SIDE, SIZES
from render.hanging_gardens.plates import PLATE_SIZE_PX, plate
from render.hanging_gardens.private import draw_own
from render.hanging_gardens.signs import caption
from render.layout import EDGE
from render.sketch import NO_PROMPT, Detail, PromptSketch
from render.teller import Teller
from rules.game import Event, Seat
from rules.hanging_gardens.names import TILE_NAMES
from rules.hanging_gardens.parts import ORDER, SERIES
from rules.hanging_gardens.state import View
from rules.text import say, who

SEAT = "seat-"
TILES = "tiles"
CARD_SQUARE_PX, CARDS_HEIGHT_PX = 80, 270  # of the open cards
BOXED_SQUARE_PX, BOXED_STEP_PX = 24, 76  # of the cards that left the game; from one to the next
TILES_PER_ROW = 6
TILE_ROW_PX = 206  # from one row to the next


def details(view: View) -> tuple[Detail, ...]:
    """Return a key and a label for every garden, and for tiles and cards."""
    gardens = (Detail(f"{SEAT}{seat + 1}", say("{seat}'s garden", seat=who(seat))) for seat in range(view.seats))
    return (*gardens, Detail(TILES, say("Tiles and cards")))


def detail(view: View, key: str, *, teller: Teller, last: tuple[Event, ...], asked: PromptSketch = NO_PROMPT) -> Picture:
    """Return the enlarged picture for a detail key (`details`)."""
    if key == TILES:
        return _tiles(view, teller)
    return _garden(view, int(key.removeprefix(SEAT)) - 1, teller, last)


def _tiles(view: View, teller: Teller) -> Picture:
    """Draw the open cards, each kind of tile with the number in sight, and the cards that left the game."""
    picture = Image.new("RGB", (SIDE, SIDE), teller.theme.ground)
    above = EDGE
    if any(view.cards):
        draw_cards(picture, view.cards, (EDGE, above, SIDE - 2 * EDGE, CARDS_HEIGHT_PX), CARD_SQUARE_PX, teller.theme)
        above += CARDS_HEIGHT_PX + EDGE
    draw = ImageDraw.Draw(picture)
    seen = Counter(tile for tiles in (view.tiles, *view.known) for tile in tiles if tile)
    for i, tile in enumerate(ORDER):
        down, right = divmod(i, TILES_PER_ROW)
        x = SIDE * (right + 0.5) / TILES_PER_ROW
        y = above + down * TILE_ROW_PX + PLATE_SIZE_PX[1] / 2
        put(picture, plate(tile, teller.told(TILE_NAMES[tile])), (x, y))
        copies = SERIES[tile].copies if tile in SERIES else 1
        text = teller.told(say("{number} of {whole}", number=seen[tile], whole=copies))
        write(draw, (x, y + PLATE_SIZE_PX[1] / 2 + 24), text, SIZES.tiny, teller.theme.pale, anchor="m")
    above += TILE_ROW_PX * -(-len(ORDER) // TILES_PER_ROW) + EDGE
    caption(picture, (EDGE, above), teller.told(say("Beneath each tile: how many copies are visible.")), teller.theme)
    if view.boxed:
        caption(picture, (EDGE, above + 50), teller.told(say("Cards that left the game:")), teller.theme)
        box = EDGE, above + 80, min(SIDE - 2 * EDGE, BOXED_STEP_PX * len(view.boxed)), 3 * BOXED_SQUARE_PX + 16
        draw_cards(picture, view.boxed, box, BOXED_SQUARE_PX, teller.theme)
    return picture


def _garden(view: View, seat: Seat, teller: Teller, last: tuple[Event, ...]) -> Picture:
    """Draw a seat's garden and its known tiles."""
    return draw_own(view, seat, teller, last)
