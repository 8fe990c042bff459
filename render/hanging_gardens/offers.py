"""What is on offer in a garden: squares and temples with their numbers in a corner."""

from __future__ import annotations

from PIL import ImageDraw

from render.canvas import Picture, put
from render.hanging_gardens.gardens import temple_at
from render.hanging_gardens.places import READ, Grid
from render.hanging_gardens.plates import STAR
from render.palette import CREAM, GOLD, INK
from render.signs import pill, ring
from render.sketch import Mark
from render.writing import literal
from rules.hanging_gardens.state import Square

THIN = 3  # pixels of the rim of a square on offer


def number(mark: Mark, size: int) -> Picture:
    """A mark's number for a square so large, with a star where it completes something."""
    return pill(literal(mark.number + STAR * mark.star), max(READ, round(size * 0.36)), GOLD)


def draw_sites(picture: Picture, grid: Grid, sites: dict[Square, Mark]) -> None:
    """A rim around each square, and its number in the upper right corner."""
    draw = ImageDraw.Draw(picture)
    for at, mark in sites.items():
        x, y = grid.corner(at)
        end = grid.size - 1
        draw.rectangle((x, y, x + end, y + end), outline=INK, width=THIN + 2)
        draw.rectangle((x + 1, y + 1, x + end - 1, y + end - 1), outline=GOLD if mark.star else CREAM, width=THIN)
    for at, mark in sites.items():
        x, y = grid.corner(at)
        sign = number(mark, grid.size)
        put(picture, sign, (x + grid.size - sign.width / 2, y + sign.height / 2))


def draw_temples(picture: Picture, grid: Grid, temples: dict[Square, Mark]) -> None:
    """A ring and a number at each temple that may move."""
    for at, mark in temples.items():
        put(picture, ring(round(grid.size * 1.1)), temple_at(grid, at))
        x, y = grid.corner(at)
        put(picture, number(mark, grid.size), (x + grid.size * 0.85, y + grid.size * 0.15))
