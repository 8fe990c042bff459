"""Draw seats: the active player or the winners, a seat's line with medal, name and points, and the rivals' points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PIL import ImageDraw

from render.canvas import Picture, Point, arrowhead, put
from render.fonts import fit, width, write
from render.layout import SIZES, Box, draw_sheet
from render.palette import GOLD, INK, Theme
from render.signs import wreath
from render.teller import Teller
from render.writing import Words
from rules.game import Seat
from rules.text import Text, say, verbatim

MEDAL = 62  # pixels across, in a strip
MEDAL_STEP_PX = 64  # from one medal to the next
SHARED = say("Shared victory")


def to_move(name: Text) -> Text:
    """Return the sentence that a seat is to move."""
    return say("{seat} to move", seat=name)


def wins(name: Text) -> Text:
    """Return the sentence that a seat has won."""
    return say("{seat} wins", seat=name)


class Acting(NamedTuple):
    """The active players or the winners, their medals, and the sentence about one of them."""

    seats: Sequence[Seat]
    medals: Sequence[Picture]
    sentence: Callable[[Text], Text] = wins


def _before(acting: Acting) -> int:
    """Return the pixels of the arrow or the wreath and of the medals, before the sentence."""
    return MEDAL_STEP_PX * len(acting.seats) + 64


def acting_wide(acting: Acting, teller: Teller) -> float:
    """Return the pixels that the active players or the winners take at least, if no name is cut."""
    if not acting.seats:
        return 0
    text = acting.sentence(verbatim(teller.name(acting.seats[0]))) if len(acting.seats) == 1 else SHARED
    return _before(acting) + width(teller.told(text), SIZES.tiny)


def draw_acting(picture: Picture, acting: Acting, teller: Teller, room: tuple[float, float], y: float) -> None:
    """Draw the active players or the winners in the middle of a strip; nothing if there are none.

    :param room: the left and right end of the strip, in pixels.
    :param y: its middle, in pixels.
    """
    if not acting.seats:
        return
    before = _before(acting)
    free = round(room[1] - room[0] - before)
    if len(acting.seats) == 1:
        text, size = teller.about(acting.seats[0], acting.sentence, free, SIZES.text, SIZES.tiny)
    else:
        text, size = fit(teller.told(SHARED), free, SIZES.text, SIZES.tiny)  # the medals show the winners
    x = room[0] + (room[1] - room[0] - before - width(text, size)) / 2
    put(picture, wreath(64) if acting.sentence is wins else arrowhead(GOLD, INK, 0, 58), (x + 28, y))
    for i, medal in enumerate(acting.medals):
        put(picture, medal, (x + 92 + MEDAL_STEP_PX * i, y))
    write(ImageDraw.Draw(picture), (x + before + 6, y), text, size, teller.theme.text)


def draw_seat(
    picture: Picture, medal: Picture, name: Words, points: Words, box: Box, theme: Theme, *, acting: bool, won: bool
) -> None:
    """Draw a seat's line: an arrow if it is to act, medal, name, laurel if it has won, points. A long name is cut."""
    left, top, wide, high = box
    y = top + high / 2
    draw = ImageDraw.Draw(picture)
    if acting:
        put(picture, arrowhead(GOLD, INK, 0, 48), (left + 24, y))
        left, wide = left + 32, wide - 32
    put(picture, medal, (left + 48, y))
    write(draw, (left + wide - 18, y), points, SIZES.large, theme.text, anchor="r")
    right = left + wide - 28 - width(points, SIZES.large)
    if won:
        put(picture, wreath(58), (right - 30, y))
        right -= 64
    text, size = fit(name, round(right - left - 90), SIZES.small, SIZES.tiny)
    write(draw, (left + 86, y), text, size, theme.text)


def draw_own(picture: Picture, box: Box, theme: Theme, *, acting: bool, won: bool) -> None:
    """Draw the sheet for the head of a seat's own picture: golden if it is to act or has won, with an arrow if it is to act."""
    left, top, _, high = box
    draw_sheet(picture, box, theme, acting or won)
    if acting:
        put(picture, arrowhead(GOLD, INK, 0, 60), (left + 2, top + high / 2))


def draw_rival(picture: Picture, medal: Picture, points: Words, at: Point, theme: Theme, *, acting: bool) -> float:
    """Draw another seat's medal and points, right-aligned at a point; return x of their left end in pixels."""
    write(ImageDraw.Draw(picture), at, points, SIZES.small, theme.text, anchor="r")
    x = at[0] - width(points, SIZES.small) - 10 - medal.width / 2
    put(picture, medal, (x, at[1]))
    if acting:
        put(picture, arrowhead(GOLD, INK, 0, 46), (x - 44, at[1]))
        x -= 26
    return x - medal.width / 2 - 24
