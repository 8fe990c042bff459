"""Draw the private picture: a seat's question, as large as possible; or else its garden and its hand (R10.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PIL import Image

from render.canvas import Picture, put
from render.grids import draw_outline
from render.hanging_gardens import hands
from render.hanging_gardens.cards import draw_cards, face, way_sign
from render.hanging_gardens.gardens import Traces, draw_garden, traces
from render.hanging_gardens.heads import draw_head
from render.hanging_gardens.offers import draw_places, draw_sites, draw_temples
from render.hanging_gardens.opening import SQUARE_NAMES_PX, draw_square_names
from render.hanging_gardens.places import MIN_SIDE, SIDE, SIZES, Grid, fitted, fitted_height
from render.hanging_gardens.plates import BLOCK_HIGH, ROW_HIGH, ROW_WIDE, STAR, draw_choice, draw_row
from render.hanging_gardens.signs import caption, rim
from render.layout import EDGE, GAP
from render.palette import CREAM, GOLD, Theme
from render.signs import pill, ring
from render.sketch import NO_PROMPT, Mark, PromptSketch
from render.teller import Teller
from render.writing import literal
from rules.game import Event, Seat
from rules.hanging_gardens.draft import Draft
from rules.hanging_gardens.garden import columns, covered, framed, placements, square_of, top, turned
from rules.hanging_gardens.state import Laid, Square, View, place_key, slot_key
from rules.text import say

CONTENT_PX = SIDE - 2 * EDGE  # width between the margins
HEAD_PX = 84
CARD_SQUARE_PX, CARDS_HEIGHT_PX = 64, 226  # of the open cards
WAY_SQUARE_PX, WAYS_HEIGHT_PX = 44, 160  # of the chosen card in its ways up
WAY_SIGN_PX = 58
STAR_LINE_PX = 44
AROUND = 2  # squares to show around a structure


def draw(view: View, seat: Seat, teller: Teller, asked: PromptSketch, last: tuple[Event, ...]) -> Picture:
    """Return the picture of a seat's question, or of its garden and its tiles if nothing is asked."""
    paint = QUESTIONS.get(asked.key)
    return paint(view, seat, teller, asked) if paint else draw_own(view, seat, teller, last, asked)


def _blank(high: int, theme: Theme) -> Picture:
    """Return an empty picture, ``high`` pixels high as far as its shape allows."""
    return Image.new("RGB", (SIDE, max(MIN_SIDE, min(high, SIDE))), theme.ground)


def draw_own(view: View, seat: Seat, teller: Teller, last: tuple[Event, ...], asked: PromptSketch = NO_PROMPT) -> Picture:
    """Return the picture of a seat's head, garden and tiles; rings mark the squares that the reasons of a hint name."""
    above, held = EDGE + HEAD_PX + GAP, hands.height(view, seat, CONTENT_PX) + EDGE // 2
    garden = view.gardens[seat]
    picture = _blank(above + fitted_height(top(garden), CONTENT_PX) + held, teller.theme)
    draw_head(picture, view, seat, teller, (EDGE, EDGE, CONTENT_PX, HEAD_PX))
    grid = fitted(top(garden), (EDGE, above, CONTENT_PX, picture.height - above - held))
    draw_garden(picture, grid, garden, seat, traces(last, seat), teller.theme)
    draw_outline(picture, grid, filter(None, (square_of(mark.at) for mark in asked.marks)), GOLD, 6)
    hands.draw(picture, view, seat, teller, (EDGE, picture.height - held, CONTENT_PX, held), last)
    return picture


def under(
    view: View, seat: Seat, theme: Theme, above: int, squares: Iterable[Square] = (), below: int = 0
) -> tuple[Picture, Grid]:
    """Return a picture with a seat's garden, and its grid.

    :param above: pixels to leave free above the garden.
    :param squares: those that must be seen; none: all of the garden.
    :param below: pixels to leave free below the garden, beside the margin.
    """
    garden, beside = top(view.gardens[seat]), above + below + EDGE
    shown = [*squares] or [*garden]
    picture = _blank(beside + fitted_height((*shown, *garden), CONTENT_PX), theme)
    return picture, fitted(shown, (EDGE, above, CONTENT_PX, picture.height - beside), garden)


def _card(view: View, seat: Seat, teller: Teller, asked: PromptSketch) -> Picture:
    """Return the picture of the open cards above the garden; before the first card, with a line about names of squares."""
    offered = frozenset(slot for slot in range(len(view.cards)) if any(mark.key == slot_key(slot) for mark in asked.marks))
    first = len(view.gardens[seat].laid) == 1
    picture, grid = under(view, seat, teller.theme, EDGE + CARDS_HEIGHT_PX + GAP, below=SQUARE_NAMES_PX if first else 0)
    draw_cards(picture, view.cards, (EDGE, EDGE, CONTENT_PX, CARDS_HEIGHT_PX), CARD_SQUARE_PX, teller.theme, offered)
    draw_garden(picture, grid, view.gardens[seat], seat, Traces(), teller.theme)
    if first:
        draw_square_names(picture, teller)
    return picture


def _turn(view: View, seat: Seat, teller: Teller, asked: PromptSketch) -> Picture:
    """Return the picture of the card in each way up that fits, above the garden."""
    picture, grid = under(view, seat, teller.theme, WAYS_HEIGHT_PX + EDGE)
    _draw_ways(picture, asked.board, teller.theme)
    draw_garden(picture, grid, view.gardens[seat], seat, Traces(), teller.theme)
    return picture


def _draw_ways(picture: Picture, draft: Draft, theme: Theme) -> None:
    """Draw the card in each way up that fits, each beside the arrow of its button; the chosen one with a rim."""
    assert draft.card
    ways = placements(framed(draft.garden), draft.card)
    step = CONTENT_PX / len(ways)
    for nth, turn in enumerate(ways):
        x, y = EDGE + step * (nth + 0.5) + 30, EDGE / 2 + WAYS_HEIGHT_PX / 2
        rows = turned(draft.card, turn)
        wide, high = len(rows[0]) * WAY_SQUARE_PX, len(rows) * WAY_SQUARE_PX
        put(picture, face(draft.card, turn, WAY_SQUARE_PX), (x, y))
        if turn == draft.turn:
            put(picture, rim(wide + 20, high + 20, GOLD), (x, y))
        if len(ways) > 1:
            put(picture, way_sign(turn, WAY_SIGN_PX), (x - wide / 2 - WAY_SIGN_PX / 2 - 16, y))


def _place(view: View, seat: Seat, teller: Teller, asked: PromptSketch) -> Picture:
    """Return the picture of the card in its ways up, above the garden with the outline of each place."""
    draft, sites = asked.board, _squares(asked)
    cards = {at: _cells(draft, at) for at in sites}
    star = STAR_LINE_PX if any(mark.star for mark in sites.values()) else 0
    shown = (square for cells in cards.values() for square in cells)
    picture, grid = under(view, seat, teller.theme, WAYS_HEIGHT_PX + EDGE, shown, star)
    _draw_ways(picture, draft, teller.theme)
    draw_garden(picture, grid, draft.garden, seat, Traces(), teller.theme, sites)
    draw_places(picture, grid, sites, cards)
    if star:
        sign, y = pill(literal(STAR), SIZES.tiny, GOLD), picture.height - EDGE / 2 - star / 2
        put(picture, sign, (grid.lawn[0] + sign.width / 2, y))
        caption(picture, (grid.lawn[0] + sign.width + 10, y), teller.told(say("Then you may build a temple.")), teller.theme)
    return picture


def _cells(draft: Draft, at: Square) -> list[Square]:
    """Return the squares that the card covers there."""
    assert draft.card
    assert draft.turn
    return [square for square, _ in covered(Laid(draft.card, draft.turn, *at))]


def _temple(view: View, seat: Seat, teller: Teller, asked: PromptSketch) -> Picture:
    """Return the picture of the squares where a temple may be built, above the tiles that it opens."""
    sites = _squares(asked)
    picture, grid = _over_tiles(view, seat, teller, asked.board, sites, sites)
    draw_sites(picture, grid, sites)
    return picture


def _source(view: View, seat: Seat, teller: Teller, asked: PromptSketch) -> Picture:
    """Return the picture of the temples that may move to the square with a pale ring, above the tiles that it opens."""
    temples = _squares(asked)
    picture, grid = _over_tiles(view, seat, teller, asked.board, (*temples, asked.board.temple), ())
    put(picture, ring(grid.size, CREAM), grid.middle(asked.board.temple))
    draw_temples(picture, grid, temples)
    return picture


def _over_tiles(
    view: View, seat: Seat, teller: Teller, draft: Draft, shown: Iterable[Square], busy: Iterable[Square]
) -> tuple[Picture, Grid]:
    """Return the picture of the open structures above the display, and the grid.

    :param shown: squares that must be seen.
    :param busy: squares to leave free.
    """
    garden = top(draft.garden)
    near = _widely({*shown, *(square for each in draft.open_to for square in each)})
    picture = _blank(EDGE // 2 + fitted_height(garden, CONTENT_PX) + GAP + ROW_HIGH + EDGE // 2, teller.theme)
    below = picture.height - EDGE // 2 - ROW_HIGH
    grid = fitted(near & garden.keys(), (EDGE, EDGE // 2, CONTENT_PX, below - EDGE // 2 - GAP), garden)
    busy = {*busy, *([draft.temple] if draft.temple else ())}
    draw_garden(picture, grid, draft.garden, seat, Traces(moved=True), teller.theme, busy)
    for each in draft.open_to:
        draw_outline(picture, grid, each, GOLD, 4)
    opened = max(columns(len(each)) for each in draft.open_to)
    draw_row(picture, view.tiles, teller, ((SIDE - ROW_WIDE) // 2, below), opened=opened)
    return picture, grid


def _widely(squares: set[Square]) -> set[Square]:
    """Return these squares and those near them."""
    steps = range(-AROUND, AROUND + 1)
    return {(column + right, row + down) for column, row in squares for right in steps for down in steps}


def _tile(view: View, seat: Seat, teller: Teller, asked: PromptSketch) -> Picture:
    """Return the picture of the display, large, above the seat's own tiles."""
    marks = {place: mark for place in range(len(view.tiles)) for mark in asked.marks if mark.key == place_key(place)}
    above, held = EDGE + BLOCK_HIGH + GAP, hands.height(view, seat, CONTENT_PX)
    picture = _blank(above + held + EDGE, teller.theme)
    draw_choice(picture, view.tiles, teller, (EDGE, EDGE), CONTENT_PX, marks)
    hands.draw(picture, view, seat, teller, (EDGE, above, CONTENT_PX, held))
    return picture


def _squares(asked: PromptSketch) -> dict[Square, Mark]:
    return {at: mark for mark in asked.marks if (at := square_of(mark.at))}


QUESTIONS: dict[str, Callable[[View, Seat, Teller, PromptSketch], Picture]] = {
    "box": _card,
    "card": _card,
    "turn": _turn,
    "place": _place,
    "temple": _temple,
    "source": _source,
    "tile": _tile,
}
