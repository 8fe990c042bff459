"""Seats with emblem, name, points and supply; and the strips above the garden."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render.cache import sprites
from render.canvas import Brush, Picture, put, sprite
from render.fonts import fit, width, write
from render.layout import READABLE, Box, draw_sheet
from render.palette import EARTH, Ink, Theme, mix
from render.schlossgarten.elements import Cell, bed
from render.schlossgarten.pawns import medal
from render.schlossgarten.signs import card_back
from render.schlossgarten.tiles import number
from render.seats import MEDAL, SHARED, Acting, draw_acting, draw_own, draw_rival, draw_seat, to_move, wins
from render.signs import wreath
from render.teller import Teller
from render.writing import Words, literal
from rules.game import Score, Seat, winners
from rules.schlossgarten.names import card_name
from rules.schlossgarten.parts import KINDS, QUIET, TERRAIN
from rules.schlossgarten.score import totals
from rules.schlossgarten.state import View
from rules.text import Text, say

FORMS: dict[int, tuple[Cell, ...]] = {1: ((0, 0),), 2: ((0, 0), (1, 0)), 3: ((0, 0), (0, 1), (1, 1))}
BIT = 29  # pixels of a square of an element in supply
RIVAL = 58  # pixels of another seat's medal
QUIET_SHOWN = 4  # quiet turns of each seat from which their number is shown


def best(view: View) -> tuple[Seat, ...]:
    """Return the winners; nobody while the game runs."""
    return winners(tuple(Score(points) for points in totals(view))) if view.phase == "over" else ()


def acting(view: View) -> Seat | None:
    """Return the seat to move, also while the dealer draws its card; None outside of turns."""
    return view.turn if view.phase in ("turn", "draw") else None


@sprites.keep
def piece(side: int, kind: int, size: int) -> Picture:
    """Return an element in supply, with squares of ``size`` pixels."""
    return bed(side, kind, FORMS[KINDS[kind].size], size)


@sprites.keep
def element_gap(kind: int, size: int, sheet: Ink) -> Picture:
    """Return the outline that the supply shows in place of an element that is in the garden; ``sheet`` is its colour inside."""
    cells = FORMS[KINDS[kind].size]
    wide, high = (max(cell[i] for cell in cells) + 1 for i in (0, 1))

    def paint(brush: Brush) -> None:
        for inset, ink in ((3.0, mix(sheet, EARTH, 0.35)), (4.5, sheet)):
            for x, y in cells:
                left = x * size + (inset if x == 0 else 0 if (x - 1, y) in cells else inset)
                top = y * size + (inset if y == 0 else 0 if (x, y - 1) in cells else inset)
                right = (x + 1) * size - (0 if (x + 1, y) in cells else inset)
                bottom = (y + 1) * size - (0 if (x, y + 1) in cells else inset)
                brush.block((left, top, right, bottom), 1, ink)

    return sprite(wide * size, high * size, paint)


@sprites.keep
def supply(side: int, laid: tuple[bool, ...], wide: int, size: int, sheet: Ink) -> Picture:
    """Return the six elements in a row: those to build as pieces, those in the garden as outlines."""
    taken = sum(min(2, kind.size) * size for kind in KINDS)
    gap = (wide - taken) / (len(KINDS) - 1)
    row = Image.new("RGBA", (wide, 2 * size), (*sheet, 0))
    x = 0.0
    for kind, there in enumerate(laid):
        sign = element_gap(kind, size, sheet) if there else piece(side, kind, size)
        row.alpha_composite(sign, (round(x), size - sign.height // 2))
        x += sign.width + gap
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
        put(picture, number(value, False, 124), (x + 21, at[1]))
        write(draw, (x + 48, at[1]), literal(f"×{view.tiles[seat].count(value)}"), READABLE, theme.pale)


def draw_panel(picture: Picture, view: View, seat: Seat, name: Words, box: Box, theme: Theme) -> None:
    """Draw a seat beside the public garden: emblem, name, points, supply and tiles."""
    left, top, wide, high = box
    won = seat in best(view)
    draw_sheet(picture, box, theme, won or seat == acting(view))
    line = (left, round(top + high * 0.04), wide, round(high * 0.34))
    emblem, points = medal(view.sides[seat], 60), literal(totals(view)[seat])
    draw_seat(picture, emblem, name, points, line, theme, acting=seat == acting(view), won=won)
    draw_supply(picture, view, seat, (left + 20, round(top + high * 0.55) - BIT, wide - 36, 2 * BIT), theme)
    draw_tiles(picture, view, seat, (left + 20, top + high * 0.84), theme)


def draw_piles(picture: Picture, view: View, teller: Teller, at: tuple[float, float]) -> float:
    """Draw the numbers of cards left and played, right-aligned at a point; return the left edge."""
    piles = ((teller.told(say("pile")), literal(view.bag)), (teller.told(say("discard")), literal(len(view.discard))))
    draw = ImageDraw.Draw(picture)
    x = at[0] - max(width(count, 38) for _, count in piles) - 10
    for i, (text, count) in enumerate(piles):
        y = at[1] + 44 * (i - 0.5)
        write(draw, (at[0], y), count, 38, teller.theme.text, anchor="r")
        write(draw, (x, y), text, READABLE, teller.theme.pale, anchor="r")
    back = card_back(50)
    x -= max(width(text, READABLE) for text, _ in piles) + 12 + back.width
    put(picture, back, (x + back.width / 2, at[1]))
    return x


def turn_of(view: View) -> Text:
    """Return the number of the turn, and the goal."""
    if view.phase == "stopped":
        return say("ended early, turn {number}", number=view.turns + 1)
    return say("Turn {number} · goal {goal}", number=view.turns + (view.phase != "over"), goal=view.goal)


def quiet(view: View) -> Text | None:
    """Return the number of quiet turns once it matters, or that this is the last round."""
    seats = len(view.sides)
    if view.phase == "over" or view.quiet < QUIET_SHOWN * seats:
        return say("last round") if view.closing and view.phase != "over" else None
    return say("quiet {number} of {whole}", number=view.quiet, whole=QUIET * seats)


def draw_strip(picture: Picture, view: View, teller: Teller, box: Box) -> None:
    """Draw the head of the public picture: turn, the seat to move or the winners, cards left."""
    left, top, wide, high = box
    middle = top + high / 2
    draw = ImageDraw.Draw(picture)
    lines = [fit(teller.told(text), wide // 3, READABLE, READABLE) for text in (turn_of(view), quiet(view)) if text]
    for i, (text, size) in enumerate(lines):
        write(draw, (left, middle + 42 * (i - (len(lines) - 1) / 2)), text, size, teller.theme.pale if i else teller.theme.text)
    begins = draw_piles(picture, view, teller, (left + wide, middle))
    room = left + max(width(text, size) for text, size in lines) + 30, begins - 30
    draw_acting(picture, _acting(view), teller, room, middle)


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
    write(draw, (left + wide - 26, middle), total, 80, teller.theme.text, anchor="r")
    x = left + wide - 26 - max(90.0, width(total, 80)) - 34
    x = draw_piles(picture, view, teller, (x, middle)) - 34
    for other in reversed([each for each in range(len(view.sides)) if each != seat]):
        x = _rival(picture, view, other, (x, middle), teller.theme)
    room = round(x - left - 150)
    alone = best(view) == (seat,)
    text, size = teller.about(seat, wins, room, 46, READABLE) if alone else fit(teller.name(seat), room, 46, READABLE)
    write(draw, (left + 128, top + high * 0.35), text, size, teller.theme.text)
    below = SHARED if seat in best(view) and not alone else quiet(view) or turn_of(view)
    text, size = fit(teller.told(below), room, READABLE, READABLE)
    write(draw, (left + 128, top + high * 0.75), text, size, teller.theme.pale)


def _rival(picture: Picture, view: View, seat: Seat, at: tuple[float, float], theme: Theme) -> float:
    """Draw another seat's medal and points, right-aligned at a point; return the left edge."""
    points = literal(totals(view)[seat])
    x = draw_rival(picture, medal(view.sides[seat], RIVAL), points, at, theme, acting=seat == acting(view))
    if seat in best(view):
        put(picture, wreath(48), (at[0] - width(points, 44) - 10 - RIVAL * 0.86, at[1] + RIVAL * 0.4))
    return x - 6


def _emblem(picture: Picture, view: View, seat: Seat, at: tuple[float, float], size: int) -> None:
    """Draw a seat's medal, with a laurel at its foot if it has won."""
    put(picture, medal(view.sides[seat], size), at)
    if seat in best(view):
        put(picture, wreath(48), (at[0] - size * 0.36, at[1] + size * 0.4))
