"""The public picture: head, garden, and a sheet for every seat (R10.1)."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render.canvas import WIDE, Picture, put
from render.fonts import write
from render.layout import EDGE, READABLE, Box, draw_sheet
from render.palette import INK, PAPER
from render.schlossgarten.board import draw_ground, draw_pawns
from render.schlossgarten.cards import draw_stood, draw_turns
from render.schlossgarten.heads import draw_panel, draw_strip
from render.schlossgarten.pawns import medal
from render.schlossgarten.places import BESIDE, BOARD, COLUMN, HEAD, HIGH, TOP
from render.schlossgarten.traces import draw_figure, draw_heads, draw_ways, draw_work, made, ways
from rules.game import Event
from rules.schlossgarten.board import ground
from rules.schlossgarten.state import View

PANEL = 178
GAP = 14
TALLEST = 400  # pixels of the sheet with the card played last
ROOMY = 300  # pixels in which the card played last is shown in its four turns


def draw(view: View, names: tuple[str, ...], last: tuple[Event, ...]) -> Picture:
    """What everybody may see."""
    picture = Image.new("RGB", (WIDE, HIGH), PAPER)
    draw_strip(picture, view, names, (EDGE + 8, EDGE, WIDE - 2 * EDGE - 16, HEAD))
    draw_garden(picture, view, last)
    for seat, name in enumerate(names[: len(view.sides)]):
        draw_panel(picture, view, seat, name, (COLUMN, TOP + 8 + seat * (PANEL + GAP), BESIDE, PANEL))
    used = 8 + len(view.sides) * (PANEL + GAP)
    _played(picture, view, (COLUMN, TOP + used, BESIDE, min(BOARD - used - 8, TALLEST)))
    return picture


def draw_garden(picture: Picture, view: View, last: tuple[Event, ...]) -> None:
    """The garden with what the last moves did."""
    here = ground(view)
    draw_ground(picture, view, here)
    draw_work(picture, last)
    for squares in made(last):
        draw_figure(picture, squares)
    moved = ways(last)
    draw_ways(picture, view, moved)
    draw_pawns(picture, view, here)
    draw_heads(picture, view, moved)


def _played(picture: Picture, view: View, box: Box) -> None:
    """The card of the last turn; where there is room, its figure in all turns, else as it stood."""
    if not view.last:
        return
    left, top, wide, high = box
    draw_sheet(picture, box)
    side = view.sides[view.last.seat]
    y = top + (34 if high >= ROOMY else high / 2)
    put(picture, medal(side, 44), (left + 44, y))
    draw = ImageDraw.Draw(picture)
    if high < ROOMY:
        for i, text in enumerate((f"card {view.last.card}", "played")):
            write(draw, (left + 78, y + 40 * (i - 0.5)), text, READABLE, INK)
        draw_stood(picture, view.last, side, (left + wide - 20 - high / 2, y), high)
        return
    write(draw, (left + 78, y), f"card {view.last.card} played", READABLE, INK)
    step = min(160, (high - 72) // 2)
    draw_turns(picture, view.last.card, side, (left + wide / 2, top + 60 + step), step)
