"""The ways round of a tile at its place, each on a piece of the map with what it brings."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render.cache import sprites
from render.canvas import LARGE, WIDE, Picture, put, scaled
from render.fonts import write
from render.ishtar.board import Live, whole, window
from render.ishtar.emblems import medal
from render.ishtar.gems import put_row
from render.ishtar.heads import draw_head
from render.ishtar.places import HEAD, Plot, across
from render.ishtar.signs import card, outline
from render.layout import EDGE, GAP
from render.palette import CREAM, GOLD, INK, PAPER
from render.signs import pill
from render.sketch import Asked, Mark
from rules.game import Seat
from rules.ishtar.draft import Draft, collected, laid
from rules.ishtar.labels import worth
from rules.ishtar.parts import Cell
from rules.ishtar.state import Spot, View
from rules.ishtar.tiles import cells as cells_of
from rules.ishtar.tiles import face, symbol_cell
from rules.wording import signed

SIZES = {2: 96, 3: 76}  # pixels of a cell, by pieces in a row
ROWS = 5  # of a piece
RIM = 7
LABEL = 64


def draw_gallery(view: View, seat: Seat, names: tuple[str, ...], asked: Asked) -> Picture:
    """A piece of the map for each way round."""
    draft, marks = asked.board, asked.marks
    columns = 3 if len(marks) > 4 else 2
    wide = (WIDE - 2 * EDGE - (columns - 1) * GAP) // columns
    plot = _plot(view, draft.anchor, SIZES[columns], wide)
    step = plot.high + RIM + LABEL + GAP
    top = EDGE + HEAD + GAP
    picture = Image.new("RGB", (WIDE, top + -(-len(marks) // columns) * step + EDGE - GAP), PAPER)
    draw_head(picture, view, seat, names, draft.player, (EDGE, EDGE, WIDE - 2 * EDGE, HEAD))
    for i, mark in enumerate(marks):
        down, right = divmod(i, columns)
        _piece(picture, view, draft, mark, plot, (EDGE + right * (wide + GAP), top + down * step, wide, step - GAP))
    return picture


def _plot(view: View, anchor: Cell, size: int, wide: int) -> Plot:
    """The surroundings of a cell, on the map as far as can be."""
    columns = (wide - 2 * RIM) / size
    all_ = whole(view.garden)
    west = min(max(across(anchor) - (columns - 1) / 2, all_.west - 0.5), all_.west + all_.columns - columns + 0.5)
    return Plot(0, 0, size, west, anchor[1] - ROWS // 2, columns, ROWS)


def _piece(picture: Picture, view: View, draft: Draft, mark: Mark, plot: Plot, box: tuple[int, int, int, int]) -> None:
    """The tile as it would lie, its key, and the points and gems it brings."""
    assert view.held
    assert draft.anchor
    left, top, wide, high = box
    spot = Spot(draft.anchor, int(mark.key[1:]))
    after = laid(draft, view.held, spot)
    symbol = face(view.held).symbol
    live = Live(symbol_cell(view.held, spot), symbol) if symbol else None
    put(picture, card(wide, high, CREAM, GOLD, 6), (left + wide / 2, top + high / 2))
    shown = window(after.garden, view.seats, plot, live).copy()
    outline(shown, plot, cells_of(view.held, spot), CREAM, plot.size * 0.08)
    picture.paste(shown, (left + RIM, top + RIM), _mask(shown.size))
    y = top + high - LABEL / 2 - 2
    sign = pill(f" {mark.key} ", 40)
    put(picture, sign, (left + 20 + sign.width / 2, y))
    x = left + 44 + sign.width
    if gain := worth(after) - worth(draft):
        put(picture, medal(draft.seat, 42), (x + 21, y))
        write(ImageDraw.Draw(picture), (x + 48, y), signed(gain), 40, INK)
    gems = collected(view.garden, view.held, spot)
    put_row(picture, gems, (left + wide - 18 - sum(gems) * 21, y), 42)


@sprites.keep
def _mask(size: tuple[int, int]) -> Picture:
    mask = Image.new("L", (size[0] * LARGE, size[1] * LARGE))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, mask.width - 1, mask.height - 1), 8 * LARGE, 255)
    return scaled(mask, size)
