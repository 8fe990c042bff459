"""Seats with emblem, name, points and supply; and the strips above the garden."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render.cache import sprites
from render.canvas import Brush, Picture, arrowhead, put, sprite
from render.fonts import ELLIPSIS, fit, width, write
from render.layout import SIZES, Box
from render.palette import EARTH, GOLD, INK, Ink, Theme, mix
from render.schlossgarten.elements import Cell, bed
from render.schlossgarten.pawns import medal
from render.schlossgarten.places import BESIDE
from render.schlossgarten.signs import card_back, figure_sign
from render.schlossgarten.tiles import number
from render.seats import MEDAL, SHARED, Acting, acting_wide, draw_acting, draw_own, draw_rival, to_move, wins
from render.signs import laurel, wreath
from render.teller import Teller
from render.writing import Words, literal
from rules.game import Score, Seat, winners
from rules.schlossgarten.names import card_name
from rules.schlossgarten.parts import QUIET, TERRAIN
from rules.schlossgarten.score import totals
from rules.schlossgarten.state import View
from rules.text import Text, joined, say

FORMS: dict[int, tuple[Cell, ...]] = {1: ((0, 0),), 2: ((0, 0), (1, 0)), 3: ((0, 0), (0, 1), (1, 1))}
UPRIGHT = ((0, 0), (0, 1))
# where each kind stands in a seat's supply: its cells, the squares to its left and above, and the gaps to its left
STANDS: tuple[tuple[tuple[Cell, ...], int, int, int], ...] = (
    (FORMS[1], 0, 0, 0), (UPRIGHT, 1, 0, 1), (FORMS[3], 3, 0, 3), (FORMS[1], 0, 1, 0), (UPRIGHT, 2, 0, 2), (FORMS[3], 5, 0, 4),
)  # fmt: skip
SUPPLY_COLUMNS, SUPPLY_GAPS = 7, 4
BIT = 42  # pixels of a square of an element in supply
NAME_ROOM, TOTAL_ROOM = BESIDE - 86 - 12, 88  # pixels of width for a name, and of the points beside its first line
NAME_LINES, LINE = 3, 42  # lines of a long name at most, and the pixels of each
NAME_ROW, TILES_ROW = 60, 54  # pixels of height of a seat's name, if it has one line, and of its tiles and points
RIVAL = 58  # pixels of another seat's medal
QUIET_SHOWN = 4  # quiet turns of each seat from which their number is shown


def best(view: View) -> tuple[Seat, ...]:
    """Return the winners; nobody while the game runs."""
    return winners(tuple(Score(points) for points in totals(view))) if view.phase == "over" else ()


def acting(view: View) -> Seat | None:
    """Return the seat to move, also while the dealer draws its card; None outside of turns."""
    return view.turn if view.phase in ("turn", "draw") else None


@sprites.keep
def piece(side: int, kind: int, cells: tuple[Cell, ...], size: int) -> Picture:
    """Return an element in supply, with squares of ``size`` pixels."""
    return bed(side, kind, cells, size)


@sprites.keep
def element_gap(cells: tuple[Cell, ...], size: int, sheet: Ink) -> Picture:
    """Return the outline that the supply shows in place of an element that is in the garden; ``sheet`` is its colour inside."""
    wide, high = (max(cell[i] for cell in cells) + 1 for i in (0, 1))

    def paint(brush: Brush) -> None:
        for inset, ink in ((3.0, mix(sheet, EARTH, 0.45)), (5.0, sheet)):
            for x, y in cells:
                left = x * size + (inset if x == 0 else 0 if (x - 1, y) in cells else inset)
                top = y * size + (inset if y == 0 else 0 if (x, y - 1) in cells else inset)
                right = (x + 1) * size - (0 if (x + 1, y) in cells else inset)
                bottom = (y + 1) * size - (0 if (x, y + 1) in cells else inset)
                brush.block((left, top, right, bottom), 1, ink)

    return sprite(wide * size, high * size, paint)


@sprites.keep
def supply(side: int, laid: tuple[bool, ...], wide: int, size: int, sheet: Ink) -> Picture:
    """Return the six elements side by side: those to build as pieces, those in the garden as outlines."""
    gap = (wide - SUPPLY_COLUMNS * size) / SUPPLY_GAPS
    row = Image.new("RGBA", (wide, 2 * size), (*sheet, 0))
    for kind, (there, (cells, right, down, gaps)) in enumerate(zip(laid, STANDS, strict=True)):
        sign = element_gap(cells, size, sheet) if there else piece(side, kind, cells, size)
        row.alpha_composite(sign, (round(right * size + gaps * gap), down * size))
    return row


def draw_supply(picture: Picture, view: View, seat: Seat, box: Box, theme: Theme) -> None:
    """Draw the supply of a seat in the middle of a box."""
    left, top, wide, high = box
    row = supply(view.sides[seat], tuple(map(bool, view.elements[seat])), wide, BIT, theme.sheet)
    put(picture, row, (left + wide / 2, top + high / 2))


def draw_tiles(picture: Picture, view: View, seat: Seat, at: tuple[float, float], theme: Theme) -> None:
    """Draw the number of tiles of each value that a seat has collected."""
    draw = ImageDraw.Draw(picture)
    for i, value in enumerate(TERRAIN):
        x = at[0] + 116 * i
        put(picture, number(value, False, 122), (x + 21, at[1]))
        write(draw, (x + 48, at[1]), literal(f"×{view.tiles[seat].count(value)}"), SIZES.tiny, theme.pale)


def name_lines(name: Words) -> tuple[list[Words], int]:
    """Return a name in few lines, so that it is whole, and their font size; the first, beside the points, may be empty."""
    first = NAME_ROOM - TOTAL_ROOM
    if width(name, SIZES.tiny) <= first:
        return [name], fit(name, first, SIZES.small, SIZES.tiny)[1]
    parted = _parted(name, at_spaces=True)
    return parted if not parted[-1].endswith(ELLIPSIS) else _parted(name, at_spaces=False), SIZES.tiny


def _parted(name: Words, *, at_spaces: bool) -> list[Words]:
    """Return the lines of a long name, parted at its spaces if possible, or anywhere."""
    lines, rest, room = list[Words](), name, NAME_ROOM - TOTAL_ROOM
    while len(lines) < NAME_LINES - 1 and width(rest, SIZES.tiny) > room:
        end = next(n for n in reversed(range(1, len(rest))) if width(Words(rest[:n]), SIZES.tiny) <= room)
        if at_spaces and (space := rest.rfind(" ", 1, end + 1)) > 0:
            end = space
        elif at_spaces and width(Words(rest.split(" ")[0]), SIZES.tiny) <= NAME_ROOM:
            end = 0  # the word fits below
        lines, rest, room = [*lines, Words(rest[:end])], Words(rest[end:].lstrip()), NAME_ROOM
    return [*lines, fit(rest, NAME_ROOM, SIZES.tiny, SIZES.tiny)[0]]


def panel_height(name: Words) -> int:
    """Return the pixels of height that a seat beside the public garden takes."""
    return NAME_ROW + LINE * (len(name_lines(name)[0]) - 1) + 2 * BIT + TILES_ROW + 6


def draw_panel(picture: Picture, view: View, seat: Seat, name: Words, at: tuple[int, int], theme: Theme) -> None:
    """Draw a seat beside the public garden: emblem, name, supply, tiles and points. Its upper left corner is ``at``."""
    left, top = at
    high, acts, won = panel_height(name), seat == acting(view), seat in best(view)
    draw_own(picture, (left, top, BESIDE, high), theme, acting=False, won=acts or won)
    draw, (lines, size) = ImageDraw.Draw(picture), name_lines(name)
    first = top + 4 + NAME_ROW / 2
    middle = first + LINE * (len(lines) - 1) / 2
    if won:
        put(picture, laurel(76), (left + 46, middle))
    put(picture, medal(view.sides[seat], 48 if won else 60), (left + 46, middle))
    if acts:
        put(picture, arrowhead(GOLD, INK, 0, 56), (left + 2, middle))
    for n, line in enumerate(lines):
        write(draw, (left + 88, first + LINE * n), line, size, theme.text)
    write(draw, (left + BESIDE - 14, first), literal(totals(view)[seat]), SIZES.large, theme.text, anchor="r")
    draw_supply(picture, view, seat, (left + 16, top + high - TILES_ROW - 2 * BIT - 4, BESIDE - 32, 2 * BIT), theme)
    draw_tiles(picture, view, seat, (left + 14, top + high - TILES_ROW / 2 - 6), theme)


def draw_piles(picture: Picture, view: View, teller: Teller, at: tuple[float, float]) -> float:
    """Draw the numbers of cards left and played, right-aligned at a point; return the left edge."""
    piles, draw = _piles(view, teller), ImageDraw.Draw(picture)
    x = at[0] - max(width(count, SIZES.tiny) for _, count in piles) - 10
    for i, (text, count) in enumerate(piles):
        y = at[1] + 44 * (i - 0.5)
        write(draw, (at[0], y), count, SIZES.tiny, teller.theme.text, anchor="r")
        write(draw, (x, y), text, SIZES.tiny, teller.theme.pale, anchor="r")
    back, left = card_back(50), at[0] - _piles_wide(piles)
    put(picture, back, (left + back.width / 2, at[1]))
    return left


def _piles(view: View, teller: Teller) -> tuple[tuple[Words, Words], ...]:
    """Return the names of the cards left and of those played, and their numbers."""
    return ((teller.told(say("pile")), literal(view.bag)), (teller.told(say("discard")), literal(len(view.discard))))


def _piles_wide(piles: tuple[tuple[Words, Words], ...]) -> float:
    """Return the pixels that the numbers of cards take beside their names."""
    return (
        sum(max(width(words, SIZES.tiny) for words in column) for column in zip(*piles, strict=True)) + 22 + card_back(50).width
    )


def _draw_piles_as_signs(picture: Picture, view: View, at: tuple[float, float], theme: Theme) -> float:
    """Draw the numbers of cards left and played beside a card face down and a pattern; return the left edge."""
    wide = 58  # pixels for two digits
    for i, (sign, count) in enumerate(((card_back(48), view.bag), (figure_sign(44), len(view.discard)))):
        y = at[1] + 54 * (i - 0.5)
        write(ImageDraw.Draw(picture), (at[0], y), literal(count), SIZES.small, theme.pale if i else theme.text, anchor="r")
        put(picture, sign, (at[0] - wide - 28, y))
    return at[0] - wide - 54


def turn_of(view: View) -> Text:
    """Return the number of the turn."""
    return say("Turn {number}", number=view.turns + (view.phase != "over"))


def goal_of(view: View) -> Text:
    """Return the points to reach, or that the game was ended before somebody had them."""
    return say("ended early") if view.phase == "stopped" else say("goal {goal}", goal=view.goal)


def quiet(view: View) -> Text | None:
    """Return the number of quiet turns once it matters, or that this is the last round."""
    seats = len(view.sides)
    if view.phase == "over" or view.quiet < QUIET_SHOWN * seats:
        return say("last round") if view.closing and view.phase != "over" else None
    return say("quiet {number} of {whole}", number=view.quiet, whole=QUIET * seats)


def draw_strip(picture: Picture, view: View, teller: Teller, box: Box) -> None:
    """Draw the head of the public picture: turn and goal, the seat to move or the winners, cards left."""
    left, top, wide, high = box
    middle = top + high / 2
    draw = ImageDraw.Draw(picture)
    note, turn, goal = quiet(view), turn_of(view), goal_of(view)
    texts = (joined(" · ", turn, goal), note) if note else (turn, goal)
    lines = [fit(teller.told(text), wide // 3, SIZES.tiny, SIZES.tiny) for text in texts]
    for i, (text, size) in enumerate(lines):
        write(draw, (left, middle + 44 * (i - 0.5)), text, size, teller.theme.pale if i else teller.theme.text)
    one, room = _acting(view), (left + max(width(text, size) for text, size in lines) + 30, left + wide)
    if view.phase != "over":
        right = left + wide, middle
        named = room[1] - room[0] - 30 - _piles_wide(_piles(view, teller)) >= acting_wide(one, teller)
        begins = draw_piles(picture, view, teller, right) if named else _draw_piles_as_signs(picture, view, right, teller.theme)
        room = room[0], begins - 30
    draw_acting(picture, one, teller, room, middle)


def _acting(view: View) -> Acting:
    """Return the seat to move, or the winners."""
    one = acting(view)
    seats = best(view) or (() if one is None else (one,))
    return Acting(seats, [medal(view.sides[seat], MEDAL) for seat in seats], wins if view.phase == "over" else to_move)


def card_played(card: int) -> Text:
    """Return the caption of a played card, such as ``card 17 played``."""
    return say("{card} played", card=card_name(card))


def draw_head(picture: Picture, view: View, seat: Seat, teller: Teller, box: Box) -> None:
    """Draw the head of the private picture: the own name and points large, the others' points, cards left."""
    left, top, wide, high = box
    middle = top + high / 2
    draw_own(picture, box, teller.theme, acting=seat == acting(view), won=seat in best(view))
    draw = ImageDraw.Draw(picture)
    _emblem(picture, view, seat, (left + 74, middle), 80)
    total = literal(totals(view)[seat])
    write(draw, (left + wide - 26, middle), total, SIZES.title, teller.theme.text, anchor="r")
    x = left + wide - 26 - max(90.0, width(total, SIZES.title)) - 34
    x = draw_piles(picture, view, teller, (x, middle)) - 34
    for other in reversed([each for each in range(len(view.sides)) if each != seat]):
        x = _rival(picture, view, other, (x, middle), teller.theme)
    room = round(x - left - 150)
    alone = best(view) == (seat,)
    text, size = (
        teller.about(seat, wins, room, SIZES.small, SIZES.tiny)
        if alone
        else fit(teller.name(seat), room, SIZES.small, SIZES.tiny)
    )
    write(draw, (left + 128, top + high * 0.35), text, size, teller.theme.text)
    below = SHARED if seat in best(view) and not alone else quiet(view) or joined(" · ", turn_of(view), goal_of(view))
    text, size = fit(teller.told(below), room, SIZES.tiny, SIZES.tiny)
    write(draw, (left + 128, top + high * 0.75), text, size, teller.theme.pale)


def _rival(picture: Picture, view: View, seat: Seat, at: tuple[float, float], theme: Theme) -> float:
    """Draw another seat's medal and points, right-aligned at a point; return the left edge."""
    points = literal(totals(view)[seat])
    x = draw_rival(picture, medal(view.sides[seat], RIVAL), points, at, theme, acting=seat == acting(view))
    if seat in best(view):
        put(picture, wreath(48), (at[0] - width(points, SIZES.small) - 10 - RIVAL * 0.86, at[1] + RIVAL * 0.4))
    return x - 6


def _emblem(picture: Picture, view: View, seat: Seat, at: tuple[float, float], size: int) -> None:
    """Draw a seat's medal, with a laurel at its foot if it has won."""
    put(picture, medal(view.sides[seat], size), at)
    if seat in best(view):
        put(picture, wreath(48), (at[0] - size * 0.36, at[1] + size * 0.4))
