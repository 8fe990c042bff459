"""Draw options in a garden: squares and temples with their numbers in a corner."""

from __future__ import annotations

from PIL import ImageDraw

from render.canvas import Picture, put
from render.hanging_gardens.gardens import temple_at
from render.hanging_gardens.inks import PLACE_INKS
from render.hanging_gardens.places import SIZES, Grid
from render.hanging_gardens.plates import STAR
from render.palette import CREAM, GOLD, INK, Ink, on
from render.signs import pill, ring
from render.sketch import Mark
from render.writing import literal
from rules.hanging_gardens.state import Square

RIM_PX = 3  # of a square on offer
INSET_PX, INSET_STEP_PX = 5, 9  # of the outline of a card, which tells it from others along the same line


def number(mark: Mark, size: int, fill: Ink = GOLD) -> Picture:
    """Return a mark's number for a square of ``size`` pixels, with a star if it completes something."""
    return pill(literal(mark.number + STAR * mark.star), max(SIZES.tiny, round(size * 0.36)), fill, on(fill))


def draw_places(picture: Picture, grid: Grid, sites: dict[Square, Mark], cards: dict[Square, list[Square]]) -> None:
    """Draw the outline of the card at each place, with the place's number on its upper left square.

    :param cards: the squares that the card covers at each place.
    """
    draw = ImageDraw.Draw(picture)
    for at, cells in cards.items():
        kind = sum(at) % len(PLACE_INKS)
        inset = INSET_PX + INSET_STEP_PX * kind
        (x, y), (u, v) = grid.corner(at), grid.corner(max(cells))
        box = x + inset, y + inset, u + grid.size - 1 - inset, v + grid.size - 1 - inset
        draw.rectangle((box[0] - 2, box[1] - 2, box[2] + 2, box[3] + 2), outline=CREAM, width=9)
        draw.rectangle(box, outline=PLACE_INKS[kind], width=5)  # round corners would take a fifth of the time
    for at, mark in sites.items():
        x, y = grid.corner(at)
        sign = number(mark, grid.size, PLACE_INKS[sum(at) % len(PLACE_INKS)])
        put(picture, sign, (x + 4 + sign.width / 2, y + 4 + sign.height / 2))


def draw_sites(picture: Picture, grid: Grid, sites: dict[Square, Mark]) -> None:
    """Draw a rim around each square on offer, and its number in the upper right corner."""
    draw = ImageDraw.Draw(picture)
    for at, mark in sites.items():
        x, y = grid.corner(at)
        end = grid.size - 1
        draw.rectangle((x, y, x + end, y + end), outline=INK, width=RIM_PX + 2)
        draw.rectangle((x + 1, y + 1, x + end - 1, y + end - 1), outline=GOLD if mark.star else CREAM, width=RIM_PX)
    for at, mark in sites.items():
        x, y = grid.corner(at)
        sign = number(mark, grid.size)
        put(picture, sign, (x + grid.size - sign.width / 2, y + sign.height / 2))


def draw_temples(picture: Picture, grid: Grid, temples: dict[Square, Mark]) -> None:
    """Draw a ring and a number at each temple that may move."""
    for at, mark in temples.items():
        put(picture, ring(round(grid.size * 1.1)), temple_at(grid, at))
        x, y = grid.corner(at)
        put(picture, number(mark, grid.size), (x + grid.size * 0.85, y + grid.size * 0.15))
