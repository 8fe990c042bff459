"""Draw the private picture: a seat's question, as large as possible; or else its garden and its hand (R10.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PIL import Image, ImageDraw

from render.canvas import Picture, put
from render.fonts import fit, write
from render.hanging_gardens import hands
from render.hanging_gardens.cards import draw_cards, face
from render.hanging_gardens.gardens import Traces, draw_garden, draw_lettering, traces
from render.hanging_gardens.heads import draw_head
from render.hanging_gardens.offers import draw_sites, draw_temples
from render.hanging_gardens.places import MIN_FONT_PX, SIDE, Grid, fitted
from render.hanging_gardens.plates import BLOCK_HIGH, ROW_HIGH, ROW_WIDE, STAR, draw_choice, draw_row
from render.layout import EDGE, GAP, Box
from render.palette import CREAM, GOLD, INK, PAPER
from render.plots import outline
from render.signs import pill, ring
from render.sketch import Mark, PromptSketch
from render.teller import Teller
from render.writing import literal
from rules.game import Event, Seat
from rules.hanging_gardens.draft import Draft
from rules.hanging_gardens.garden import columns, covered, square_of, top
from rules.hanging_gardens.names import TURN_NAMES
from rules.hanging_gardens.state import Laid, Square, View, place_key, slot_key
from rules.text import say

CONTENT_PX = SIDE - 2 * EDGE  # width between the margins
HEAD_PX = 84
CARD_SQUARE_PX, CARDS_HEIGHT_PX = 64, 226  # of the open cards
TURN_SQUARE_PX, TURNS_HEIGHT_PX = 56, 190  # of the chosen card in its ways up
HELD_SQUARE_PX, HELD_HEIGHT_PX = 38, 132  # of the card that is laid
MIN_GARDEN_PX = 160  # in less height no garden is drawn


def draw(view: View, seat: Seat, teller: Teller, asked: PromptSketch, last: tuple[Event, ...]) -> Picture:
    """Return the picture of a seat's question, or of its garden and its tiles if nothing is asked."""
    picture = Image.new("RGB", (SIDE, SIDE), PAPER)
    paint = QUESTIONS.get(asked.key)
    if paint is None:
        draw_own(picture, view, seat, teller, last)
    else:
        paint(picture, view, seat, teller, asked)
    return picture


def draw_own(picture: Picture, view: View, seat: Seat, teller: Teller, last: tuple[Event, ...]) -> None:
    """Draw head, garden with its lettering, and tiles on an empty picture."""
    draw_head(picture, view, seat, teller, (EDGE, EDGE, CONTENT_PX, HEAD_PX))
    held = hands.height(view, seat, CONTENT_PX)
    above = EDGE + HEAD_PX + GAP
    grid = fitted(top(view.gardens[seat]), (EDGE, above, CONTENT_PX, SIDE - above - held - EDGE), 1)
    draw_garden(picture, grid, view.gardens[seat], seat, traces(last, seat))
    draw_lettering(picture, grid)
    hands.draw(picture, view, seat, teller, (EDGE, SIDE - held - EDGE // 2, CONTENT_PX, held))


def _card(picture: Picture, view: View, seat: Seat, teller: Teller, asked: PromptSketch) -> None:
    """Draw the open cards above the garden."""
    offered = frozenset(slot for slot in range(len(view.cards)) if any(mark.key == slot_key(slot) for mark in asked.marks))
    draw_cards(picture, view.cards, (EDGE, EDGE, CONTENT_PX, CARDS_HEIGHT_PX), CARD_SQUARE_PX, offered)
    above = EDGE + CARDS_HEIGHT_PX + GAP
    garden = view.gardens[seat]
    grid = fitted(top(garden), (EDGE, above, CONTENT_PX, SIDE - above - EDGE))
    draw_garden(picture, grid, garden, seat, Traces())


def _turn(picture: Picture, view: View, seat: Seat, teller: Teller, asked: PromptSketch) -> None:
    """Draw the card in each way up that fits, above the garden."""
    draft: Draft = asked.board
    assert draft.card
    draw = ImageDraw.Draw(picture)
    step = CONTENT_PX / len(asked.marks)
    for nth, mark in enumerate(asked.marks):
        x = EDGE + step * (nth + 0.5)
        put(picture, face(draft.card, mark.key, TURN_SQUARE_PX), (x, EDGE + TURNS_HEIGHT_PX / 2))
        write(draw, (x, EDGE + TURNS_HEIGHT_PX + 16), teller.told(TURN_NAMES[mark.key]), 34, INK, anchor="m")
    above = EDGE + TURNS_HEIGHT_PX + 50
    garden = view.gardens[seat]
    draw_garden(picture, fitted(top(garden), (EDGE, above, CONTENT_PX, SIDE - above - EDGE)), garden, seat, Traces())


def _place(picture: Picture, view: View, seat: Seat, teller: Teller, asked: PromptSketch) -> None:
    """Draw the card as it will lie, above the garden with all squares that it may cover."""
    draft: Draft = asked.board
    assert draft.card
    assert draft.turn
    sites = _squares(asked)
    put(picture, face(draft.card, draft.turn, HELD_SQUARE_PX), (EDGE + 90, EDGE // 2 + HELD_HEIGHT_PX / 2))
    draw = ImageDraw.Draw(picture)
    told, size = fit(teller.told(say("A number is where its upper left square goes.")), CONTENT_PX - 200, 34, MIN_FONT_PX)
    write(draw, (EDGE + 200, EDGE // 2 + HELD_HEIGHT_PX * 0.32), told, size, INK)
    if any(mark.star for mark in sites.values()):
        put(picture, pill(literal(STAR), 32, GOLD), (EDGE + 218, EDGE // 2 + HELD_HEIGHT_PX * 0.68))
        told, size = fit(teller.told(say("Then you may build a temple.")), CONTENT_PX - 248, 34, MIN_FONT_PX)
        write(draw, (EDGE + 248, EDGE // 2 + HELD_HEIGHT_PX * 0.68), told, size, INK)
    grid = cropped(draft, sites)
    draw_garden(picture, grid, draft.garden, seat, Traces(), sites)
    draw_sites(picture, grid, sites)


def cropped(draft: Draft, sites: Iterable[Square]) -> Grid:
    """Return the grid for the garden and all squares that the card may cover."""
    assert draft.card
    assert draft.turn
    reached = (square for at in sites for square, _ in covered(Laid(draft.card, draft.turn, *at)))
    above = EDGE // 2 + HELD_HEIGHT_PX
    return fitted({*top(draft.garden), *reached}, (EDGE, above, CONTENT_PX, SIDE - above - EDGE))


def _temple(picture: Picture, view: View, seat: Seat, teller: Teller, asked: PromptSketch) -> None:
    """Draw the squares where a temple may be built, above the tiles that it opens."""
    sites = _squares(asked)
    grid = _over_tiles(picture, view, seat, teller, asked.board, sites)
    draw_sites(picture, grid, sites)


def _source(picture: Picture, view: View, seat: Seat, teller: Teller, asked: PromptSketch) -> None:
    """Draw the temples that may move to the square with a pale ring, above the tiles that it opens."""
    grid = _over_tiles(picture, view, seat, teller, asked.board, {})
    put(picture, ring(grid.size, CREAM), grid.middle(asked.board.temple))
    draw_temples(picture, grid, _squares(asked))


def _over_tiles(picture: Picture, view: View, seat: Seat, teller: Teller, draft: Draft, sites: dict[Square, Mark]) -> Grid:
    below = SIDE - EDGE // 2 - ROW_HIGH
    grid = fitted(top(draft.garden), (EDGE, EDGE, CONTENT_PX, below - EDGE - GAP))
    busy = {*sites, draft.temple} if draft.temple else sites.keys()
    draw_garden(picture, grid, draft.garden, seat, Traces(moved=True), busy)
    for each in draft.open_to:
        outline(picture, each, grid.corner, grid.size, GOLD, 4)
    opened = max(columns(len(each)) for each in draft.open_to)
    draw_row(picture, view.tiles, teller, ((SIDE - ROW_WIDE) // 2, below), opened=opened)
    return grid


def _tile(picture: Picture, view: View, seat: Seat, teller: Teller, asked: PromptSketch) -> None:
    """Draw the display large, above the seat's own tiles, and the garden if there is room."""
    marks = {place: mark for place in range(len(view.tiles)) for mark in asked.marks if mark.key == place_key(place)}
    draw_choice(picture, view.tiles, teller, (EDGE, EDGE), CONTENT_PX, marks)
    above = EDGE + BLOCK_HIGH + GAP
    held = hands.height(view, seat, CONTENT_PX)
    hands.draw(picture, view, seat, teller, (EDGE, above, CONTENT_PX, held))
    room: Box = EDGE, above + held, CONTENT_PX, SIDE - above - held - EDGE
    if room[3] >= MIN_GARDEN_PX:
        garden = asked.board.built
        draw_garden(picture, fitted(top(garden), room), garden, seat, Traces())


def _squares(asked: PromptSketch) -> dict[Square, Mark]:
    return {at: mark for mark in asked.marks if (at := square_of(mark.at))}


QUESTIONS: dict[str, Callable[[Picture, View, Seat, Teller, PromptSketch], None]] = {
    "box": _card,
    "card": _card,
    "turn": _turn,
    "place": _place,
    "temple": _temple,
    "source": _source,
    "tile": _tile,
}
