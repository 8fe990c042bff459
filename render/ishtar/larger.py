"""Larger views: each terrain board with its keys, and each seat with its points, masteries and trees."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render.canvas import WIDE, Picture, put
from render.fonts import write
from render.ishtar import cells, trees
from render.ishtar.board import boards, draw_board, placed, whole
from render.ishtar.emblems import gardener, medal
from render.ishtar.heads import PARTS, draw_head, known_parts
from render.ishtar.masteries import draw_plates
from render.ishtar.places import HEAD, around, within
from render.ishtar.traces import draw_traces
from render.layout import EDGE, GAP, LEAST, PALE, Box, draw_sheet
from render.palette import CREAM, INK, PAPER
from render.sketch import Detail
from rules.game import Event, Seat
from rules.ishtar.ground import cover
from rules.ishtar.notation import fountain_name
from rules.ishtar.score import control, holders, points_of
from rules.ishtar.state import View
from rules.text import say, who

BOARD, PLAYER = "board-", "player-"
TITLE = 96  # pixels above a board
HIGHEST = 1400
TOP = EDGE + HEAD + GAP
PLATES = 236
ROOM = WIDE - 2 * EDGE
ACROSS = 8  # tree cards in a row
LINE = 130  # pixels of the line of points


def details(view: View) -> tuple[Detail, ...]:
    """A key and a label for every board and every seat."""
    gardens = (
        Detail(f"{BOARD}{slot + 1}", say("Fountain {letter}", letter=fountain_name(slot)))
        for slot in range(len(view.garden.faces))
    )
    seats = (Detail(f"{PLAYER}{seat + 1}", say("{seat}: points, masteries, trees", seat=who(seat))) for seat in range(view.seats))
    return (*gardens, *seats)


def detail(view: View, key: str, *, names: tuple[str, ...], last: tuple[Event, ...]) -> Picture:
    """What belongs to a key."""
    if key.startswith(BOARD):
        return _board(view, int(key.removeprefix(BOARD)) - 1, last)
    return _player(view, int(key.removeprefix(PLAYER)) - 1, names)


def _board(view: View, slot: int, last: tuple[Event, ...]) -> Picture:
    """A board and the cells around it, with the keys of all cells that can still be covered."""
    part = within(around(boards(view.garden)[slot], 1), whole(view.garden))
    plot = placed(part, (EDGE, EDGE + TITLE, ROOM, HIGHEST), 132)
    picture = Image.new("RGB", (WIDE, plot.top + plot.high + EDGE), PAPER)
    _control(picture, view, slot)
    draw_board(picture, view.garden, view.seats, plot)
    draw_traces(picture, view.garden, plot, last)
    lying = cover(view.garden)
    draw = ImageDraw.Draw(picture)
    for cell in lying.grid.squares(lying.bare | lying.free):
        if plot.holds(cell):
            x, y = plot.middle(cell)
            write(draw, (x, y + plot.size * 0.35), lying.grid.keys[cell], LEAST, INK, anchor="m", halo=CREAM, thick=2)
    return picture


def _control(picture: Picture, view: View, slot: int) -> None:
    """The fountain, and everybody's flower cells in its gardens; who has most is written large."""
    colour = view.garden.fountains[slot] if view.garden.fountains else ""
    draw_sheet(picture, (EDGE, EDGE, ROOM, TITLE - GAP))
    y = EDGE + (TITLE - GAP) / 2
    put(picture, cells.fountain(colour, 72), (EDGE + 60, y))
    draw = ImageDraw.Draw(picture)
    write(draw, (EDGE + 112, y), fountain_name(slot), 42, INK)
    if not view.garden.fountains:
        return
    counts = control(view.garden, view.seats)[slot]
    best = holders(counts)
    for seat, count in enumerate(counts):
        x = WIDE - EDGE - 170 * (view.seats - seat) + 20
        put(picture, medal(seat, 56), (x, y))
        write(draw, (x + 38, y), str(count), 52 if seat in best else 36, INK if seat in best else PALE)
        put(picture, cells.flowers(36, 1), (x + 100, y))


def _player(view: View, seat: Seat, names: tuple[str, ...]) -> Picture:
    """A seat's points by kind, its masteries, and its trees as far as this viewer knows them."""
    own = view.planted[seat]
    count = view.planted_count[seat]
    high = trees.row_high(ACROSS, max(1, count))
    picture = Image.new("RGB", (WIDE, TOP + LINE + GAP + PLATES + GAP + high + EDGE), PAPER)
    draw_head(picture, view, seat, names, view.players[seat], (EDGE, EDGE, ROOM, HEAD))
    _line(picture, view, seat, (EDGE, TOP, ROOM, LINE))
    top = TOP + LINE + GAP
    draw_plates(picture, view.players[seat], points_of(view)[seat], seat, (EDGE, top, ROOM, PLATES))
    top += PLATES + GAP
    if own:
        trees.draw_row(picture, own, (EDGE, top), ACROSS)
    for i in range(0 if own else count):
        put(picture, trees.back(high - 10), (EDGE + 62 + i * 126, top + high / 2))
    reserved = view.players[seat].reserved
    if reserved is not None:
        trees.draw_row(picture, (reserved,), (WIDE - EDGE - trees.CARD[0], top), 1, reserve={reserved: seat})
    return picture


def _line(picture: Picture, view: View, seat: Seat, box: Box) -> None:
    """Points of trees, flowers, fountains and masteries; and the assistants left on the carpet."""
    left, top, wide, _ = box
    draw_sheet(picture, box)
    draw = ImageDraw.Draw(picture)
    step = (wide - 40) / (len(PARTS) + 1)
    for i, (name, number) in enumerate(zip(PARTS, known_parts(points_of(view)[seat]), strict=True)):
        x = left + 20 + step * (i + 0.5)
        write(draw, (x, top + 34), name, LEAST + 4, PALE, anchor="m")
        write(draw, (x, top + 88), number, 60, INK, anchor="m")
    x = left + 20 + step * (len(PARTS) + 0.5)
    write(draw, (x, top + 34), "on the carpet", LEAST + 4, PALE, anchor="m")
    put(picture, gardener(seat, 56), (x - 24, top + 88))
    write(draw, (x + 14, top + 88), str(view.players[seat].carpet), 52, INK)
