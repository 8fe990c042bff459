"""Larger views: each terrain board with its keys, each seat with its points, masteries and trees; all trees and masteries."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from render.canvas import WIDE, Picture, put
from render.fonts import fit, width, write
from render.ishtar import cells, trees
from render.ishtar.board import boards, draw_board, placed, whole
from render.ishtar.emblems import gardener, medal
from render.ishtar.heads import PARTS, draw_head, known_parts
from render.ishtar.masteries import PLATE, SPACE, draw_plates, plate
from render.ishtar.places import HEAD, around, within
from render.ishtar.table import ROOM
from render.ishtar.traces import draw_traces
from render.layout import EDGE, GAP, PALE, READABLE, Box, draw_sheet
from render.palette import CREAM, INK, PAPER
from render.paragraph import paragraph
from render.sketch import Detail
from render.teller import Teller
from render.writing import literal
from rules.game import Event, Seat
from rules.ishtar.garden import cover_of
from rules.ishtar.labels import mastery_text
from rules.ishtar.notation import fountain_name
from rules.ishtar.parts import CARPET_ASSISTANTS, COLUMNS, GEMS, Gems
from rules.ishtar.score import fountain_counts, holders, points_of
from rules.ishtar.state import Player, View
from rules.ishtar.story import Placed
from rules.text import say, say_n, who

BOARD, PLAYER, OPEN = "board-", "player-", "open"
TITLE = 96  # pixels above a board
HIGHEST = 1400
TOP = EDGE + HEAD + GAP
PLATES = 2 * PLATE + GAP
ACROSS = 5  # tree cards in a row
LINE = 138  # pixels of the line of points
BACK = 150  # of a card face down
SHOWN, MEDAL = 236, 56  # of a mastery, and of whose it is
LEFT = 84  # of the line of what is left


def details(view: View) -> tuple[Detail, ...]:
    """A key and a label for every board, for every seat, and for what may be bought."""
    gardens = (
        Detail(f"{BOARD}{slot + 1}", say("Fountain {letter}", letter=fountain_name(slot)))
        for slot in range(len(view.garden.faces))
    )
    seats = (Detail(f"{PLAYER}{seat + 1}", say("{seat}: points, masteries, trees", seat=who(seat))) for seat in range(view.seats))
    return (*gardens, *seats, Detail(OPEN, say("All masteries, open trees")))


def changed(view: View, last: tuple[Event, ...]) -> str:
    """The board on which the last tile was laid, by its key; '' if none was."""
    laid = {event.data.cells[0] for event in last if isinstance(event.data, Placed)}
    return next((f"{BOARD}{slot + 1}" for slot, each in enumerate(boards(view.garden)) if not laid.isdisjoint(each)), "")


def detail(view: View, key: str, *, teller: Teller, last: tuple[Event, ...]) -> Picture:
    """What belongs to a key."""
    if key.startswith(BOARD):
        return _board(view, int(key.removeprefix(BOARD)) - 1, last)
    return _open(view, teller) if key == OPEN else _player(view, int(key.removeprefix(PLAYER)) - 1, teller)


def _board(view: View, slot: int, last: tuple[Event, ...]) -> Picture:
    """A board and the cells around it, with the keys of all cells that can still be covered."""
    part = within(around(boards(view.garden)[slot], 1), whole(view.garden))
    plot = placed(part, (EDGE, EDGE + TITLE, ROOM, HIGHEST), 132)
    picture = Image.new("RGB", (WIDE, plot.top + plot.high + EDGE), PAPER)
    _control(picture, view, slot)
    draw_board(picture, view.garden, view.seats, plot)
    draw_traces(picture, view.garden, plot, last)
    cover = cover_of(view.garden)
    draw = ImageDraw.Draw(picture)
    for cell in cover.grid.cells_of(cover.bare | cover.free):
        if plot.holds(cell):
            x, y = plot.middle(cell)
            write(draw, (x, y + plot.size * 0.35), literal(cover.grid.keys[cell]), READABLE, INK, anchor="m", halo=CREAM, thick=2)
    return picture


def _control(picture: Picture, view: View, slot: int) -> None:
    """The fountain, and everybody's flower cells in its gardens; who has most is written large."""
    colour = view.garden.fountains[slot] if view.garden.fountains else ""
    draw_sheet(picture, (EDGE, EDGE, ROOM, TITLE - GAP))
    y = EDGE + (TITLE - GAP) / 2
    put(picture, cells.fountain(colour, 72), (EDGE + 60, y))
    draw = ImageDraw.Draw(picture)
    write(draw, (EDGE + 112, y), literal(fountain_name(slot)), 42, INK)
    if not view.garden.fountains:
        return
    counts = fountain_counts(view.garden, view.seats)[slot]
    best = holders(counts)
    for seat, count in enumerate(counts):
        x = WIDE - EDGE - 170 * (view.seats - seat) + 20
        put(picture, medal(seat, 56), (x, y))
        write(draw, (x + 38, y), literal(count), 52 if seat in best else 36, INK if seat in best else PALE)
        put(picture, cells.flowers(36, 1), (x + 100, y))


def _player(view: View, seat: Seat, teller: Teller) -> Picture:
    """A seat's points by kind, its masteries, and its trees as far as this viewer knows them."""
    own = view.planted[seat]
    count, reserve = view.planted_count[seat], view.players[seat].reserved
    shown = (*(own or ()), *(() if reserve is None else (reserve,)))
    backs = 0 if own else count
    high = trees.row_high(len(shown), ACROSS, trees.CARD) + GAP if shown else 0
    top = TOP + LINE + GAP + PLATES
    picture = Image.new("RGB", (WIDE, top + high + (BACK + GAP if backs else 0) + EDGE), PAPER)
    draw_head(picture, view, seat, teller, view.players[seat], (EDGE, EDGE, ROOM, HEAD))
    _line(picture, view, seat, teller, (EDGE, TOP, ROOM, LINE))
    draw_plates(picture, view.players[seat], points_of(view)[seat], seat, (EDGE, TOP + LINE + GAP, ROOM, PLATES))
    trees.draw_trees(picture, shown, (EDGE, top, ROOM, trees.CARD), ACROSS, reserve=(reserve, seat))
    for i in range(backs):
        put(picture, trees.back(BACK), (EDGE + 60 + i * 124, top + high + BACK / 2))
    return picture


def _line(picture: Picture, view: View, seat: Seat, teller: Teller, box: Box) -> None:
    """Points of trees, flowers, fountains and masteries; and the assistants left on the carpet."""
    left, top, wide, _ = box
    draw_sheet(picture, box)
    draw = ImageDraw.Draw(picture)
    names = [teller.told(each) for each in (*PARTS, say("on carpet"))]
    *middles, x = _middles([width(name, READABLE) for name in names], left + 12, wide - 24)
    for name, middle in zip(names, (*middles, x), strict=True):
        write(draw, (middle, top + 38), name, READABLE, PALE, anchor="m")
    for number, middle in zip(known_parts(points_of(view)[seat]), middles, strict=True):
        write(draw, (middle, top + 94), number, 60, INK, anchor="m")
    put(picture, gardener(seat, 60), (x - 26, top + 94))
    write(draw, (x + 16, top + 94), literal(view.players[seat].carpet), 54, INK)


def _middles(wide: Sequence[float], left: float, room: float) -> list[float]:
    """The middles of words so wide, with as much room between any two and at both ends."""
    gap = (room - sum(wide)) / (len(wide) + 1)
    return [left + sum(wide[:number]) + gap * (number + 1) + each / 2 for number, each in enumerate(wide)]


def _open(view: View, teller: Teller) -> Picture:
    """All masteries, with whose they are; the open trees; and how many cards and pawns are left."""
    step = PLATE + SPACE
    top = EDGE + len(COLUMNS) * step + GAP
    picture = Image.new("RGB", (WIDE, top + trees.CARD + GAP + LEFT + EDGE), PAPER)
    for row, pair in enumerate(COLUMNS):
        for column, mastery in enumerate(pair):
            _mastery(picture, view, mastery, teller, (EDGE + column * (ROOM + GAP) // 2, EDGE + row * step))
    trees.draw_trees(picture, view.row, (EDGE, top, ROOM, trees.CARD), ACROSS)
    draw, y = ImageDraw.Draw(picture), top + trees.CARD + GAP + LEFT / 2
    more = say_n("{count} more tree", "{count} more trees", len(view.tree_bag))
    pawns = say_n("{count} tree pawn left", "{count} tree pawns left", trees.pawns_left(view))
    for (piece, text), x in zip(((trees.back(72), more), (cells.tree(72), pawns)), (EDGE, EDGE + ROOM // 2), strict=True):
        put(picture, piece, (x + 36, y))
        write(draw, (x + 84, y), *fit(teller.told(text), ROOM // 2 - 100, 42, READABLE), INK)
    return picture


def _mastery(picture: Picture, view: View, mastery: str, teller: Teller, at: tuple[int, int]) -> None:
    """What it is called, what it does in pictures and in words, and who has it."""
    (x, y), left = at, at[0] + SHOWN + GAP
    put(picture, plate(mastery, 0, SHOWN), (x + SHOWN / 2, y + PLATE / 2))
    fresh = Player(Gems(), 0, CARPET_ASSISTANTS, (), None)
    its = tuple(seat for seat, player in enumerate(view.players) if mastery in player.owned)
    told = teller.told(mastery_text(mastery, fresh, GEMS))
    lines, font = paragraph([told], ROOM // 2 - SHOWN - 2 * GAP, 2 if its else 3, 42, READABLE)
    for number, line in enumerate(lines):
        shift = (number - (len(lines) - 1) / 2) * font * 1.2 - (MEDAL / 2 if its else 0)
        write(ImageDraw.Draw(picture), (left, y + PLATE / 2 + shift), line, font, INK)
    for number, seat in enumerate(its):
        put(picture, medal(seat, MEDAL), (left + (number + 0.5) * (MEDAL + 6), y + PLATE - MEDAL / 2))
