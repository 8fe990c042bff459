"""Draw the heads of seats: medal, name, temples in hand, tiles and points; and whose turn it is."""

from __future__ import annotations

from PIL import ImageDraw

from render.cache import sprites
from render.canvas import Picture, arrowhead, fade, put
from render.fonts import fit, width, write
from render.hanging_gardens.icons import flower
from render.hanging_gardens.inks import SEAT_INKS
from render.hanging_gardens.places import SIZES
from render.hanging_gardens.plates import count_wide, draw_count
from render.hanging_gardens.squares import medal
from render.hanging_gardens.temples import temple
from render.layout import Box, draw_sheet
from render.palette import GOLD, INK, STONE, Theme
from render.seats import to_move
from render.signs import wreath
from render.teller import Teller
from render.writing import Words, literal
from rules.game import Seat
from rules.hanging_gardens.parts import FIVE, TEMPLES
from rules.hanging_gardens.state import View
from rules.text import Text, say

ROOF_PX = 36
VALUES = say("Tiles: points for 1, 2, 3 of a kind")
TEMPLE_COUNT_PX = 72  # width of a temple with the number of temples
TILE_BACK_PX = 38


@sprites.keep
def roof(seat: Seat, size: int, here: bool) -> Picture:
    """Return a temple for the supply of a seat: pale if it is in the garden, not ``here``."""
    if here:
        return temple(SEAT_INKS[seat], size)
    pale = temple(STONE, size).copy()
    pale.putalpha(fade(pale.getchannel("A"), 0.25))
    return pale


def draw_roofs(picture: Picture, view: View, seat: Seat, at: tuple[float, float]) -> float:
    """Draw the temples in hand; return the width in pixels."""
    hand = _in_hand(view, seat)
    for i in range(TEMPLES):
        put(picture, roof(seat, ROOF_PX, i < hand), (at[0] + ROOF_PX / 2 + i * (ROOF_PX + 3), at[1]))
    return TEMPLES * (ROOF_PX + 3)


def draw_hand(picture: Picture, view: View, seat: Seat, at: tuple[float, float], theme: Theme) -> None:
    """Draw temples, tiles, and points instead of tiles in one line."""
    x = at[0] + draw_roofs(picture, view, seat, at) + 14
    x += draw_count(picture, view.counts[seat], (x, at[1]), TILE_BACK_PX, SIZES.small, theme.text) + 16
    write(ImageDraw.Draw(picture), (x, at[1]), _fives(view, seat), SIZES.small, theme.text)


def hand_wide(view: View, seat: Seat) -> float:
    """Return the width of `draw_hand` in pixels."""
    fives = _fives(view, seat)
    return (
        TEMPLES * (ROOF_PX + 3)
        + 14
        + count_wide(view.counts[seat], TILE_BACK_PX, SIZES.small)
        + (16 + width(fives, SIZES.small) if fives else 0)
    )


def _fives(view: View, seat: Seat) -> Words:
    fives = view.fives[seat]
    return literal("" if not fives else f"+{FIVE}" if fives == 1 else f"+{fives} × {FIVE}")


def points(view: View, seat: Seat) -> Words:
    """Return a seat's points as far as the viewer knows, with ``+`` if some tiles are unknown; '' if all are."""
    known = len(view.known[seat])
    if known == view.counts[seat]:
        return literal(view.points[seat])
    return literal(f"{view.points[seat]}+" if known else "")


def draw_name(picture: Picture, view: View, seat: Seat, name: Words, box: Box, font: int, theme: Theme) -> None:
    """Draw a seat's medal and name; an arrow if it is to act, the flower if it begins the round, a laurel if it has won."""
    left, top, _, high = box
    middle = top + high / 2
    if view.active == seat:
        put(picture, arrowhead(GOLD, INK, 0, 52), (left + 4, middle))
    put(picture, medal(seat, high), (left + high / 2 + 22, middle))
    x = left + high + 34
    signs = [flower(high)] if _flowered(view, seat) else []
    signs += [wreath(high)] if seat in view.winners else []
    text, size = fit(name, name_room(view, seat, box), font, SIZES.tiny)
    write(ImageDraw.Draw(picture), (x, middle), text, size, theme.text)
    x += width(text, size) + 10
    for sign in signs:
        put(picture, sign, (x + high / 2, middle))
        x += high + 8


def name_room(view: View, seat: Seat, box: Box) -> int:
    """Return the pixels that `draw_name` has for the name itself."""
    _, _, wide, high = box
    return wide - high - 34 - (high + 8) * (_flowered(view, seat) + (seat in view.winners))


def _flowered(view: View, seat: Seat) -> bool:
    return view.holder == seat and not view.over


def turn_of(view: View) -> Text:
    """Return the sentence with the round; before the first cards are dealt, round 1."""
    return say("Round {round} of {rounds}", round=max(1, view.round), rounds=view.rounds)


def stock(view: View) -> Text:
    """Return the sentence with the cards and tiles that are left."""
    return say("Cards {cards} · tiles {tiles}", cards=view.cards_left, tiles=view.tiles_left)


def draw_acting(picture: Picture, view: View, teller: Teller, at: tuple[float, float], wide: int) -> None:
    """Write who is to act, if somebody is; ``at`` is the left end of the line, in the middle of its height."""
    if view.active is None:
        return
    text, size = teller.about(view.active, to_move, wide - 62, SIZES.small, SIZES.tiny)
    put(picture, medal(view.active, 46), (at[0] + 23, at[1]))
    write(ImageDraw.Draw(picture), (at[0] + 58, at[1]), text, size, teller.theme.text)


def draw_turn(picture: Picture, view: View, teller: Teller, box: Box) -> None:
    """Write the round, the cards and tiles left, the player to act, and how to read tiles."""
    left, top, wide, high = box
    draw = ImageDraw.Draw(picture)
    told, size = fit(teller.told(turn_of(view)), round(wide * 0.44), SIZES.small, SIZES.tiny)
    write(draw, (left, top + high * 0.16), told, size, teller.theme.text)
    used = round(width(told, size)) + 16
    told, size = fit(teller.told(stock(view)), wide - used, SIZES.tiny, SIZES.tiny)
    write(draw, (left + wide, top + high * 0.16), told, size, teller.theme.pale, anchor="r")
    draw_acting(picture, view, teller, (left, top + high * 0.51), wide)
    told, size = fit(teller.told(VALUES), wide, SIZES.tiny, SIZES.tiny)
    write(draw, (left, top + high * 0.86), told, size, teller.theme.pale)


def draw_head(picture: Picture, view: View, seat: Seat, teller: Teller, box: Box) -> None:
    """Draw the head of a seat's own picture: name and points, temples and tiles in hand."""
    left, top, wide, high = box
    draw_sheet(picture, box, teller.theme, seat == view.active)
    total = points(view, seat)
    write(ImageDraw.Draw(picture), (left + wide - 20, top + high / 2), total, SIZES.title, teller.theme.text, anchor="r")
    hand = left + wide - 50 - width(total, SIZES.title) - hand_wide(view, seat)
    draw_hand(picture, view, seat, (hand, top + high / 2), teller.theme)
    room = (left + 8, top + 12, round(hand - left - 20), high - 24)
    draw_name(picture, view, seat, teller.name(seat), room, SIZES.text, teller.theme)


def draw_counts(picture: Picture, view: View, seat: Seat, at: tuple[float, float], theme: Theme, *, temples: bool) -> None:
    """Draw the number of a seat's tiles, with ``temples`` after the number of its temples in hand."""
    x = at[0]
    if temples:
        put(picture, roof(seat, ROOF_PX, here=True), (x + ROOF_PX / 2, at[1]))
        write(ImageDraw.Draw(picture), (x + ROOF_PX + 4, at[1]), literal(_in_hand(view, seat)), SIZES.small, theme.text)
        x += TEMPLE_COUNT_PX
    draw_count(picture, view.counts[seat], (x, at[1]), TILE_BACK_PX, SIZES.small, theme.text)


def counts_wide(view: View, seat: Seat, *, temples: bool) -> float:
    """Return the width of `draw_counts` in pixels."""
    return TEMPLE_COUNT_PX * temples + count_wide(view.counts[seat], TILE_BACK_PX, SIZES.small)


def _in_hand(view: View, seat: Seat) -> int:
    return TEMPLES - len(view.gardens[seat].temples)
