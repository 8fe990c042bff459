"""Who is who: seats with their signs, temples in hand, tiles, points; and the strip above a picture."""

from __future__ import annotations

from PIL import ImageDraw

from render.cache import sprites
from render.canvas import Brush, Picture, arrowhead, put, sprite
from render.fonts import fit, width, write
from render.hanging_gardens.icons import flower, wreath
from render.hanging_gardens.plates import CHIP, chip, count_wide, draw_count
from render.hanging_gardens.squares import SEAT_INKS, medal, paint_roof
from render.layout import PALE, Box
from render.palette import CREAM, EARTH, GOLD, INK, mix
from render.seats import MEDAL, draw_acting
from rules.game import Seat
from rules.hanging_gardens.parts import FIVE, TEMPLES
from rules.hanging_gardens.score import lines
from rules.hanging_gardens.state import View

ROOF = 36
BACK, COUNT = 38, 34  # pixels of the back of a tile, and the font size of what stands beside it


@sprites.keep
def roof(seat: Seat, size: int, here: bool) -> Picture:
    """A temple in hand; or the outline of one that stands in the garden."""
    if not here:
        points = [(0.1, 0.42), (0.1, 0.92), (0.9, 0.92), (0.9, 0.42), (0.04, 0.42), (0.5, 0.06), (0.96, 0.42), (0.9, 0.42)]
        line = [(x * size, y * size) for x, y in points]
        return sprite(size, size, lambda brush: brush.line(line, mix(CREAM, EARTH, 0.5), 1.8))

    def paint(brush: Brush) -> None:
        brush.block((size * 0.1, size * 0.42, size * 0.9, size * 0.94), 2, INK)
        brush.block((size * 0.1 + 2, size * 0.42, size * 0.9 - 2, size * 0.94 - 2), 1, SEAT_INKS[seat])
        paint_roof(brush, size, 2)

    return sprite(size, size, paint)


def draw_roofs(picture: Picture, view: View, seat: Seat, at: tuple[float, float]) -> float:
    """The temples in hand; returns the pixels taken."""
    hand = TEMPLES - len(view.gardens[seat].temples)
    for i in range(TEMPLES):
        put(picture, roof(seat, ROOF, i < hand), (at[0] + ROOF / 2 + i * (ROOF + 3), at[1]))
    return TEMPLES * (ROOF + 3)


def draw_hand(picture: Picture, view: View, seat: Seat, at: tuple[float, float]) -> None:
    """Temples, tiles and fives in one line."""
    x = at[0] + draw_roofs(picture, view, seat, at) + 14
    x += draw_count(picture, view.counts[seat], (x, at[1]), BACK, COUNT) + 16
    write(ImageDraw.Draw(picture), (x, at[1]), _fives(view, seat), COUNT, INK)


def hand_wide(view: View, seat: Seat) -> float:
    """The pixels that `draw_hand` takes."""
    fives = _fives(view, seat)
    return TEMPLES * (ROOF + 3) + 14 + count_wide(view.counts[seat], BACK, COUNT) + (16 + width(fives, COUNT) if fives else 0)


def _fives(view: View, seat: Seat) -> str:
    fives = view.fives[seat]
    return "" if not fives else f"+{FIVE}" if fives == 1 else f"+{fives} × {FIVE}"


def points(view: View, seat: Seat) -> str:
    """A seat's points as far as this viewer knows; "+" if there are tiles he does not know."""
    known = len(view.known[seat])
    if known == view.counts[seat]:
        return str(view.points[seat])
    return f"{view.points[seat]}+" if known else ""


def draw_name(picture: Picture, view: View, seat: Seat, name: str, box: Box, font: int) -> None:
    """Medal, name cut to its room, flower, laurel; an arrow where the seat is to act."""
    left, top, _, high = box
    middle = top + high / 2
    if view.active == seat:
        put(picture, arrowhead(GOLD, INK, 0, 52), (left + 4, middle))
    put(picture, medal(seat, high), (left + high / 2 + 22, middle))
    x = left + high + 34
    signs = [flower(high)] if _flowered(view, seat) else []
    signs += [wreath(high)] if seat in view.winners else []
    text, size = fit(name, name_room(view, seat, box), font)
    write(ImageDraw.Draw(picture), (x, middle), text, size, INK)
    x += width(text, size) + 10
    for sign in signs:
        put(picture, sign, (x + high / 2, middle))
        x += high + 8


def name_room(view: View, seat: Seat, box: Box) -> int:
    """The pixels that `draw_name` has for the name itself."""
    _, _, wide, high = box
    return wide - high - 34 - (high + 8) * (_flowered(view, seat) + (seat in view.winners))


def _flowered(view: View, seat: Seat) -> bool:
    return view.holder == seat and not view.over


def turn_of(view: View) -> str:
    """Which round of how many; the first one also before its cards are dealt."""
    return f"Round {max(1, view.round)} of {view.rounds}"


def draw_strip(picture: Picture, view: View, names: tuple[str, ...], box: Box) -> None:
    """The head of the public picture: round, who is to act or has won, what is left."""
    left, top, wide, high = box
    middle = top + high / 2
    draw = ImageDraw.Draw(picture)
    text = turn_of(view)
    write(draw, (left, middle), text, 40, INK)
    rest = "" if view.over else f"{view.cards_left} cards, {view.tiles_left} tiles left"
    write(draw, (left + wide, middle), rest, 32, PALE, anchor="r")
    room = (left + width(text, 40) + 40, left + wide - width(rest, 32) - 30)
    _acting(picture, view, names, room, middle)


def _acting(picture: Picture, view: View, names: tuple[str, ...], room: tuple[float, float], y: float) -> None:
    """Who is to act, or who has won."""
    seats = view.winners if view.active is None else (view.active,)
    medals = [medal(seat, MEDAL) for seat in seats]
    draw_acting(picture, medals, [names[seat] for seat in seats], room, y, task="" if view.over else "to act")


def chips_high(view: View, seat: Seat, wide: int) -> int:
    """Pixels that a seat's known tiles take."""
    shown = len(lines(view.known[seat]))
    return -(-shown // (wide // CHIP[0])) * CHIP[1]


def draw_chips(picture: Picture, view: View, seat: Seat, at: tuple[int, int], wide: int) -> None:
    """A seat's known tiles by kind, with what they are worth."""
    across = wide // CHIP[0]
    step = wide // across
    for i, line in enumerate(lines(view.known[seat])):
        down, right = divmod(i, across)
        x, y = at[0] + right * step + CHIP[0] / 2, at[1] + down * CHIP[1] + CHIP[1] / 2
        put(picture, chip(*line), (x, y))
