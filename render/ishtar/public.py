"""The public picture: who is to act, map, carpet, open trees, and a panel for every seat (R10.1)."""

from __future__ import annotations

from PIL import Image

from render.canvas import WIDE, Picture
from render.ishtar.heads import draw_strip
from render.ishtar.panels import draw_panels, panel_high, usual_high
from render.ishtar.table import ROOM, arranged, draw_table
from render.layout import EDGE, GAP
from render.palette import PAPER
from render.teller import Teller
from rules.game import Event
from rules.ishtar.state import View

STRIP = 68
TOP = EDGE + STRIP


def draw(view: View, teller: Teller, last: tuple[Event, ...]) -> Picture:
    """What everybody may see."""
    over = view.phase == "over"
    foot = EDGE - GAP if over else panel_high(view) + EDGE
    layout = arranged(view, TOP, foot, usual_high(view) + EDGE)
    picture = Image.new("RGB", (WIDE, layout.foot + foot), PAPER)
    draw_strip(picture, view, teller, (EDGE + 8, EDGE // 2, ROOM - 16, STRIP))
    draw_table(picture, view, teller, layout, last)
    if not over:
        draw_panels(picture, view, teller, layout.foot)
    return picture
