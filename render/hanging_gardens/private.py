"""The private picture: a seat's garden large, with what is asked, the display, and its tiles (R10.2)."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render.canvas import Picture, put
from render.fonts import fit, write
from render.hanging_gardens import hands
from render.hanging_gardens.gardens import Traces, draw_garden, draw_lettering, put_size, traces
from render.hanging_gardens.heads import draw_hand, draw_name, points, turn_of
from render.hanging_gardens.layout import STRIP, arranged, asks_square
from render.hanging_gardens.offers import draw_squares, draw_temples
from render.hanging_gardens.places import Grid
from render.layout import EDGE, PALE, Box, draw_sheet
from render.palette import CREAM, GOLD, INK, PAPER
from render.plots import outline
from render.signs import ring
from render.sketch import Asked
from rules.game import Event, Seat
from rules.hanging_gardens.draft import Draft
from rules.hanging_gardens.garden import square_of
from rules.hanging_gardens.state import View


def draw(view: View, seat: Seat, names: tuple[str, ...], asked: Asked, last: tuple[Event, ...]) -> Picture:
    """What a seat sees of its own; and while it chooses, what is on offer."""
    draft = asked.board or Draft(view.gardens[seat])
    layout = arranged(view, seat, names, draft, asked, last)
    picture = Image.new("RGB", layout.size, PAPER)
    draw_head(picture, view, seat, names, (EDGE, EDGE, picture.width - 2 * EDGE, STRIP))
    hands.draw(picture, view, seat, layout.held)
    _garden(picture, layout.grid, seat, draft, asked, traces(last, seat))
    for part, left, top, wide in layout.parts:
        part.paint(picture, left, top, wide)
    return picture


def draw_head(picture: Picture, view: View, seat: Seat, names: tuple[str, ...], box: Box) -> None:
    """Name, round and who is to act; temples and tiles in hand; points."""
    left, top, wide, high = box
    draw_sheet(picture, box, seat == view.active)
    draw = ImageDraw.Draw(picture)
    total = points(view, seat)
    write(draw, (left + wide - 24, top + high * 0.4), total, 76, INK, anchor="r")
    if total:
        write(draw, (left + wide - 24, top + high - 26), "points", 28, PALE, anchor="r")
    draw_name(picture, view, seat, names[seat], (left + 12, top + 10, 720, 62), 46)
    others = view.active if view.active not in (None, seat) else None
    acting = "" if others is None else f" · {names[others]} to act"
    text = turn_of(view) + acting
    write(draw, (left + 24, top + high - 28), fit(text, 740, 32, 32)[0], 32, PALE)
    draw_hand(picture, view, seat, (left + 780, top + high / 2))


def _garden(picture: Picture, grid: Grid, seat: Seat, draft: Draft, asked: Asked, seen: Traces) -> None:
    """The garden as it would be, and over it what is on offer."""
    offered = {at: mark.note for mark in asked.marks if (at := square_of(mark.at))}
    sites, sources = offered if asks_square(asked) else {}, offered if asked.key == "source" else {}
    draw_garden(picture, grid, draft.built, seat, Traces(moved=True) if draft.at else seen, sites)
    for each in draft.open_to:
        outline(picture, each, grid.corner, grid.size, GOLD, 4)
        if not sites and not draft.temple:
            put_size(picture, grid, each, GOLD)
    draw_squares(picture, grid, draft.garden, sites, notes=draft.at is None)
    draw_temples(picture, grid, sources)
    if draft.temple:
        put(picture, ring(grid.size, CREAM), grid.middle(draft.temple))
    draw_lettering(picture, grid, offered)
