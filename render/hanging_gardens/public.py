"""Draw the public picture: open cards, display and all gardens; of three or four, the active one is larger (R10.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from PIL import Image, ImageDraw

from render.canvas import Picture, put
from render.fonts import fit, width, write
from render.hanging_gardens import opening
from render.hanging_gardens.cards import draw_cards
from render.hanging_gardens.gardens import draw_garden, traces
from render.hanging_gardens.heads import counts_wide, draw_counts, draw_name, draw_turn, points
from render.hanging_gardens.icons import icon
from render.hanging_gardens.places import MIN_SIDE, SIDE, SIZES, Span, fitted, spans, square_size
from render.hanging_gardens.plates import ROW_HIGH, ROW_WIDE, draw_row
from render.layout import EDGE, GAP, Box, draw_sheet
from render.palette import Theme
from render.teller import Teller
from render.writing import Words, literal
from rules.game import Event, Seat
from rules.hanging_gardens.garden import top
from rules.hanging_gardens.score import lines
from rules.hanging_gardens.state import Garden, View
from rules.hanging_gardens.story import TileTaken

CONTENT_PX = SIDE - 2 * EDGE  # width between the margins
CARD_SQUARE_PX, CARDS_HEIGHT_PX = 36, 124  # of the open cards
MARKET_PX = EDGE // 2 + CARDS_HEIGHT_PX + 6 + ROW_HIGH + GAP  # height of open cards and display
NAME_LINE_PX, SMALL_NAME_LINE_PX = 64, 58  # heights, above a large and a small garden
HEIGHT_STEP_PX = 108
SMALL_PX = 390  # a narrower box has less beside the name
EVEN = ((1, 1), (3, 2), (2, 3))  # shares of two parts: the usual ones, then others that suit a wide and a narrow garden
LEADING = ((2, 1), (5, 3))  # the same, for the garden of the seat that is to act and all others
RESULT_LINE_PX = 76  # height of a seat's line at the end
RESULT_TILE_PX = 62  # width of a kind of tile in that line


def draw(view: View, teller: Teller, last: tuple[Event, ...]) -> Picture:
    """Return cards and tiles above the gardens; at the end, the result above them."""
    if opening.is_opening(view):
        return _draw_opening(view, teller)
    above = EDGE + view.seats * RESULT_LINE_PX + GAP if view.over else MARKET_PX
    high = height(view, above)
    picture = Image.new("RGB", (SIDE, high), teller.theme.ground)
    if view.over:
        _draw_result(picture, view, teller)
    else:
        _draw_market(picture, view, teller, last)
    for seat, box in boxes(view, above, high).items():
        _panel(picture, view, seat, teller.name(seat), box, teller.theme, last)
    return picture


def _draw_opening(view: View, teller: Teller) -> Picture:
    """Return the first board."""
    picture = Image.new("RGB", (SIDE, SIDE), teller.theme.ground)
    opening.draw_market(picture, view, teller)
    room = EDGE, opening.MARKET_PX, CONTENT_PX, SIDE - opening.MARKET_PX - opening.SQUARE_NAMES_PX - GAP
    named = replace(view, holder=None)  # who is to act begins the round, so the flower would only take room from names
    for seat, box in enumerate(_divided(room, [1] * view.seats, across=True)):
        _panel(picture, named, seat, teller.name(seat), box, teller.theme, ())
    opening.draw_square_names(picture, teller)
    return picture


def draw_final(view: View, teller: Teller, shape: float) -> Picture:
    """Return all gardens without names, equally large, in a picture of at most this ``shape`` (width by height)."""
    ended, most = replace(view, over=True), round(SIDE / shape)
    high = _best_height(ended, EDGE // 2, range(most, most // 2, -HEIGHT_STEP_PX // 2))
    picture = Image.new("RGB", (SIDE, high), teller.theme.ground)
    for seat, box in boxes(ended, EDGE // 2, high).items():
        _panel(picture, ended, seat, literal(""), box, teller.theme, ())
    return picture


def height(view: View, above: int) -> int:
    """Return the least height in pixels at which gardens below ``above`` have the largest squares."""
    return _best_height(view, above, range(MIN_SIDE, SIDE + 1, HEIGHT_STEP_PX))


def _best_height(view: View, above: int, heights: Iterable[int]) -> int:
    """Return the least of some heights at which the usual shares give the largest squares."""
    return min(heights, key=lambda high: (-_clarity(view, _usual(view, above, high)), high))


def square_sizes(view: View, found: dict[Seat, Box]) -> tuple[int, ...]:
    """Return the side of a square in pixels in each seat's garden."""
    return tuple(square_size(_spans(garden), _garden_box(found[seat])) for seat, garden in enumerate(view.gardens))


def _clarity(view: View, found: dict[Seat, Box]) -> float:
    """Return how large squares are: mostly in the smallest garden."""
    sizes = square_sizes(view, found)
    return min(sizes) + sum(sizes) / SIDE


@lru_cache(maxsize=64)
def _spans(garden: Garden) -> tuple[Span, Span]:
    return spans(top(garden))


def _draw_market(picture: Picture, view: View, teller: Teller, last: tuple[Event, ...]) -> None:
    """Draw open cards, turn and display."""
    wide = (2 * CARD_SQUARE_PX + 30) * len(view.cards)
    draw_cards(picture, view.cards, (EDGE, EDGE // 2, wide, CARDS_HEIGHT_PX), CARD_SQUARE_PX, teller.theme)
    draw_turn(picture, view, teller, (EDGE + wide + GAP, EDGE // 2, CONTENT_PX - wide - GAP, CARDS_HEIGHT_PX))
    taken = frozenset(event.data.place for event in last if isinstance(event.data, TileTaken))
    draw_row(picture, view.tiles, teller, ((SIDE - ROW_WIDE) // 2, MARKET_PX - GAP - ROW_HIGH), taken)


def _draw_result(picture: Picture, view: View, teller: Teller) -> None:
    """Draw a line for every seat, the best first: place, name, points, tiles."""
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
            teller.theme,
        )


def _ranks_above(view: View, one: Seat, other: Seat) -> bool:
    """Return whether one seat ranks above another: winners first, then by points."""
    return other not in view.winners and (one in view.winners or view.points[one] > view.points[other])


def _placed(picture: Picture, view: View, seat: Seat, place: int, name: Words, box: Box, theme: Theme) -> None:
    """Draw place, name and points in a box, and the tiles on its right."""
    left, above, wide, high = box
    draw, middle = ImageDraw.Draw(picture), above + high // 2
    write(draw, (left, middle), literal(f"{place}."), SIZES.small, theme.text)
    draw_name(picture, view, seat, name, (left + 36, above + 10, wide - 130, high - 20), SIZES.small, theme)
    write(draw, (left + wide - 16, middle), literal(view.points[seat]), SIZES.large, theme.text, anchor="r")
    for i, line in enumerate(lines(view.known[seat])):
        x = left + wide + RESULT_TILE_PX * i
        put(picture, icon(line.tile, 40), (x + 20, middle))
        if line.number > 1:
            write(draw, (x + 36, middle + 14), literal(line.number), SIZES.tiny, theme.text)


def boxes(view: View, above: int, high: int) -> dict[Seat, Box]:
    """Return the boxes of the gardens: of three or four the active one large; all equal at the end.

    Of the ways to divide the picture, take the one with the largest squares. Unusual shares must not make
    the squares of any garden smaller.

    :param above: the top of the gardens in pixels.
    :param high: the height of the picture.
    """
    usual, (groups, (_, *unusual)) = _usual(view, above, high), _grouped(view)
    least = square_sizes(view, usual)
    larger = (
        found
        for found in _ways(groups, unusual, above, high)
        if all(size >= least_size for size, least_size in zip(square_sizes(view, found), least, strict=True))
    )
    return max((usual, *larger), key=lambda found: _clarity(view, found))


def _usual(view: View, above: int, high: int) -> dict[Seat, Box]:
    """Return the boxes of the gardens with the usual shares, as in `boxes`."""
    groups, shares = _grouped(view)
    return max(_ways(groups, shares[:1], above, high), key=lambda found: _clarity(view, found))


def _ways(
    groups: Sequence[tuple[Seat, ...]], shares: Iterable[tuple[int, int]], above: int, high: int
) -> Iterator[dict[Seat, Box]]:
    """Yield the boxes of the gardens for each of these shares, across and down."""
    room = EDGE, above, CONTENT_PX, high - above - EDGE // 2
    for across in (True, False):
        for parts in shares:
            yield _arranged(groups, parts, room, across=across)


def _grouped(view: View) -> tuple[tuple[tuple[Seat, ...], ...], tuple[tuple[int, int], ...]]:
    """Return the seats of both parts of the picture, and the shares that the parts may have: the usual ones first."""
    if view.seats == 2:
        return ((0,), (1,)), EVEN
    if view.over and view.seats == 4:
        return ((0, 2), (1, 3)), EVEN
    leads = min(view.winners, default=0) if view.over else view.holder or 0 if view.active is None else view.active
    first, *others = _from(view, leads)
    return ((first,), tuple(others)), EVEN if view.over else LEADING


def _arranged(groups: Sequence[tuple[Seat, ...]], shares: Sequence[int], room: Box, *, across: bool) -> dict[Seat, Box]:
    """Return a box for each seat: groups beside each other and their seats below each other, or the other way around."""
    return {
        seat: box
        for group, part in zip(groups, _divided(room, shares, across=across), strict=True)
        for seat, box in zip(group, _divided(part, [1] * len(group), across=not across), strict=True)
    }


def _divided(box: Box, shares: Sequence[int], *, across: bool) -> list[Box]:
    """Return parts of a box in these proportions, beside (``across``) or below each other."""
    left, top_, wide, high = box
    free = (wide if across else high) - GAP * (len(shares) - 1)
    found, at = list[Box](), 0
    for share in shares:
        long = free * share // sum(shares)
        found.append((left + at, top_, long, high) if across else (left, top_ + at, wide, long))
        at += long + GAP
    return found


def _from(view: View, first: Seat) -> tuple[Seat, ...]:
    """Return all seats in order, beginning with one."""
    return tuple((first + nth) % view.seats for nth in range(view.seats))


def _head_high(box: Box) -> int:
    return SMALL_NAME_LINE_PX if _is_small(box) else NAME_LINE_PX


def _is_small(box: Box) -> bool:
    return box[2] < SMALL_PX


def _garden_box(box: Box) -> Box:
    """Return the part of a seat's box that is below its head."""
    left, above, wide, high = box
    head = _head_high(box)
    return left + 5, above + head, wide - 16, high - head - 12


def _panel(picture: Picture, view: View, seat: Seat, name: Words, box: Box, theme: Theme, last: tuple[Event, ...]) -> None:
    """Draw a seat's name, hand and garden."""
    left, above, wide, _ = box
    draw_sheet(picture, box, theme, seat == view.active or seat in view.winners)
    small, head = _is_small(box), _head_high(box)
    middle = above + head / 2 + 2
    total = points(view, seat) if view.open_tiles and not view.over else None
    right = left + wide - 14
    if view.counts[seat] or not small:
        right -= counts_wide(view, seat, temples=not small)
        draw_counts(picture, view, seat, (right, middle), theme, temples=not small)
    if total:
        text, size = fit(total, 80, SIZES.small, SIZES.tiny)
        write(ImageDraw.Draw(picture), (right - 12, middle), text, size, theme.text, anchor="r")
        right -= width(text, size) + 16
    room = (left + 2, above + 8, round(right - left - 8), head - 12)
    draw_name(picture, view, seat, name, room, SIZES.tiny if small else SIZES.small, theme)
    grid = fitted(top(view.gardens[seat]), _garden_box(box))
    draw_garden(picture, grid, view.gardens[seat], seat, traces(last, seat), theme, paper=theme.sheet)
