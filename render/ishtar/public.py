"""The public picture: the seats to act, map, carpet, open trees, and a panel for each seat (R10.1)."""

from __future__ import annotations

from PIL import Image

from render.canvas import WIDE, Picture
from render.ishtar.board import fit_with_letters, whole_map
from render.ishtar.heads import draw_strip
from render.ishtar.panels import LINE_PX, draw_panels, panel_height, usual_panel_height
from render.ishtar.places import LARGEST_CELL_PX
from render.ishtar.table import ROOM_PX, arranged, draw_table
from render.ishtar.traces import draw_map
from render.layout import EDGE, GAP
from render.teller import Teller
from rules.game import Event
from rules.ishtar.state import View

STRIP_PX = 64
TOP_PX = EDGE + STRIP_PX


def draw(view: View, teller: Teller, last: tuple[Event, ...]) -> Picture:
    """Return the picture for everybody."""
    over = view.phase == "over"
    foot = EDGE - GAP if over else panel_height(view) + EDGE
    usual = usual_panel_height(view) + EDGE
    layout = arranged(view, TOP_PX, foot, usual, usual + LINE_PX)
    picture = Image.new("RGB", (WIDE, layout.foot + foot), teller.theme.ground)
    draw_strip(picture, view, teller, (EDGE + 8, EDGE // 2, ROOM_PX - 16, STRIP_PX))
    draw_table(picture, view, teller, layout, last)
    if not over:
        draw_panels(picture, view, teller, layout.foot)
    return picture


def draw_final(view: View, teller: Teller, shape: float) -> Picture:
    """Return the map alone, as large as it is in a picture of this ``shape`` (width by height)."""
    room = (EDGE, EDGE, WIDE - 2 * EDGE, round(WIDE / shape) - 2 * EDGE)
    plot = fit_with_letters(whole_map(view.garden), room, LARGEST_CELL_PX)
    picture = Image.new("RGB", (WIDE, plot.top + plot.high + EDGE), teller.theme.ground)
    draw_map(picture, view.garden, view.seats, plot, teller.theme)
    return picture
