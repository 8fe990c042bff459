"""The private picture: what a seat is asked, as large as it can be; else its garden with what it holds (R10.2)."""

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
from render.hanging_gardens.places import READ, SIDE, Grid, fitted
from render.hanging_gardens.plates import BLOCK_HIGH, ROW_HIGH, ROW_WIDE, STAR, draw_choice, draw_row
from render.layout import EDGE, GAP, Box
from render.palette import CREAM, GOLD, INK, PAPER
from render.plots import outline
from render.signs import pill, ring
from render.sketch import Asked, Mark
from render.teller import Teller
from render.writing import literal
from rules.game import Event, Seat
from rules.hanging_gardens.draft import Draft
from rules.hanging_gardens.garden import columns, covered, square_of, top
from rules.hanging_gardens.names import TURN_NAMES
from rules.hanging_gardens.state import Laid, Square, View, place_key, slot_key
from rules.text import say

ROOM = SIDE - 2 * EDGE
STRIP = 84  # pixels of the head
CARD, CARDS = 64, 226  # pixels of a square of an open card, and of the row of them
WAY, WAYS = 56, 190  # the same of the card in its ways up
HELD, CASE = 38, 132  # the same of the card that is laid
LEFT_OVER = 160  # pixels that hold a small garden


def draw(view: View, seat: Seat, teller: Teller, asked: Asked, last: tuple[Event, ...]) -> Picture:
    """What a seat is asked; or its garden and its tiles."""
    picture = Image.new("RGB", (SIDE, SIDE), PAPER)
    paint = QUESTIONS.get(asked.key)
    if paint is None:
        draw_own(picture, view, seat, teller, last)
    else:
        paint(picture, view, seat, teller, asked)
    return picture


def draw_own(picture: Picture, view: View, seat: Seat, teller: Teller, last: tuple[Event, ...]) -> None:
    """Head, garden with its lettering, tiles."""
    draw_head(picture, view, seat, teller, (EDGE, EDGE, ROOM, STRIP))
    held = hands.high(view, seat, ROOM)
    above = EDGE + STRIP + GAP
    grid = fitted(top(view.gardens[seat]), (EDGE, above, ROOM, SIDE - above - held - EDGE), 1)
    draw_garden(picture, grid, view.gardens[seat], seat, traces(last, seat))
    draw_lettering(picture, grid)
    hands.draw(picture, view, seat, teller, (EDGE, SIDE - held - EDGE // 2, ROOM, held))


def _card(picture: Picture, view: View, seat: Seat, teller: Teller, asked: Asked) -> None:
    """The open cards over the garden."""
    offered = frozenset(slot for slot in range(len(view.cards)) if any(mark.key == slot_key(slot) for mark in asked.marks))
    draw_cards(picture, view.cards, (EDGE, EDGE, ROOM, CARDS), CARD, offered)
    above = EDGE + CARDS + GAP
    garden = view.gardens[seat]
    grid = fitted(top(garden), (EDGE, above, ROOM, SIDE - above - EDGE))
    draw_garden(picture, grid, garden, seat, Traces())


def _turn(picture: Picture, view: View, seat: Seat, teller: Teller, asked: Asked) -> None:
    """The card in each way up that fits, over the garden."""
    draft: Draft = asked.board
    assert draft.card
    draw = ImageDraw.Draw(picture)
    step = ROOM / len(asked.marks)
    for nth, mark in enumerate(asked.marks):
        x = EDGE + step * (nth + 0.5)
        put(picture, face(draft.card, mark.key, WAY), (x, EDGE + WAYS / 2))
        write(draw, (x, EDGE + WAYS + 16), teller.told(TURN_NAMES[mark.key]), 34, INK, anchor="m")
    above = EDGE + WAYS + 50
    garden = view.gardens[seat]
    draw_garden(picture, fitted(top(garden), (EDGE, above, ROOM, SIDE - above - EDGE)), garden, seat, Traces())


def _place(picture: Picture, view: View, seat: Seat, teller: Teller, asked: Asked) -> None:
    """The card as it will lie, over the garden and all that it reaches."""
    draft: Draft = asked.board
    assert draft.card
    assert draft.turn
    sites = _squares(asked)
    put(picture, face(draft.card, draft.turn, HELD), (EDGE + 90, EDGE // 2 + CASE / 2))
    draw = ImageDraw.Draw(picture)
    told, size = fit(teller.told(say("A number is where its upper left square goes.")), ROOM - 200, 34, READ)
    write(draw, (EDGE + 200, EDGE // 2 + CASE * 0.32), told, size, INK)
    if any(mark.star for mark in sites.values()):
        put(picture, pill(literal(STAR), 32, GOLD), (EDGE + 218, EDGE // 2 + CASE * 0.68))
        told, size = fit(teller.told(say("Then you may build a temple.")), ROOM - 248, 34, READ)
        write(draw, (EDGE + 248, EDGE // 2 + CASE * 0.68), told, size, INK)
    grid = cropped(draft, sites)
    draw_garden(picture, grid, draft.garden, seat, Traces(), sites)
    draw_sites(picture, grid, sites)


def cropped(draft: Draft, sites: Iterable[Square]) -> Grid:
    """The garden, and all that the card may come to lie on."""
    assert draft.card
    assert draft.turn
    reached = (square for at in sites for square, _ in covered(Laid(draft.card, draft.turn, *at)))
    above = EDGE // 2 + CASE
    return fitted({*top(draft.garden), *reached}, (EDGE, above, ROOM, SIDE - above - EDGE))


def _temple(picture: Picture, view: View, seat: Seat, teller: Teller, asked: Asked) -> None:
    """The squares of open structures, over the tiles that they open."""
    sites = _squares(asked)
    grid = _over_tiles(picture, view, seat, teller, asked.board, sites)
    draw_sites(picture, grid, sites)


def _source(picture: Picture, view: View, seat: Seat, teller: Teller, asked: Asked) -> None:
    """The temples that may move to the square with a pale ring, over the tiles that it opens."""
    grid = _over_tiles(picture, view, seat, teller, asked.board, {})
    put(picture, ring(grid.size, CREAM), grid.middle(asked.board.temple))
    draw_temples(picture, grid, _squares(asked))


def _over_tiles(picture: Picture, view: View, seat: Seat, teller: Teller, draft: Draft, sites: dict[Square, Mark]) -> Grid:
    below = SIDE - EDGE // 2 - ROW_HIGH
    grid = fitted(top(draft.garden), (EDGE, EDGE, ROOM, below - EDGE - GAP))
    busy = {*sites, draft.temple} if draft.temple else sites.keys()
    draw_garden(picture, grid, draft.garden, seat, Traces(moved=True), busy)
    for each in draft.open_to:
        outline(picture, each, grid.corner, grid.size, GOLD, 4)
    opened = max(columns(len(each)) for each in draft.open_to)
    draw_row(picture, view.tiles, teller, ((SIDE - ROW_WIDE) // 2, below), opened=opened)
    return grid


def _tile(picture: Picture, view: View, seat: Seat, teller: Teller, asked: Asked) -> None:
    """The display, large, over the seat's own tiles."""
    marks = {place: mark for place in range(len(view.tiles)) for mark in asked.marks if mark.key == place_key(place)}
    draw_choice(picture, view.tiles, teller, (EDGE, EDGE), ROOM, marks)
    above = EDGE + BLOCK_HIGH + GAP
    held = hands.high(view, seat, ROOM)
    hands.draw(picture, view, seat, teller, (EDGE, above, ROOM, held))
    room: Box = EDGE, above + held, ROOM, SIDE - above - held - EDGE
    if room[3] >= LEFT_OVER:
        garden = asked.board.built
        draw_garden(picture, fitted(top(garden), room), garden, seat, Traces())


def _squares(asked: Asked) -> dict[Square, Mark]:
    return {at: mark for mark in asked.marks if (at := square_of(mark.at))}


QUESTIONS: dict[str, Callable[[Picture, View, Seat, Teller, Asked], None]] = {
    "box": _card,
    "card": _card,
    "turn": _turn,
    "place": _place,
    "temple": _temple,
    "source": _source,
    "tile": _tile,
}
