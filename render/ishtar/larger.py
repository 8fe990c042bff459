"""Larger views: a terrain board with its keys, a seat's points and masteries, or all masteries and open trees."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from render.canvas import WIDE, Picture, put
from render.fonts import fit, width, write
from render.ishtar import cells, trees
from render.ishtar.board import boards, fit_with_letters, whole_map
from render.ishtar.emblems import gardener, medal
from render.ishtar.fountains import ring_places
from render.ishtar.heads import PARTS, draw_head, known_parts
from render.ishtar.masteries import PLATE_GAP_PX, PLATE_HEIGHT_PX, draw_plates, plate
from render.ishtar.places import HEAD_PX, clip, plot_around
from render.ishtar.table import ROOM_PX
from render.ishtar.traces import draw_map
from render.layout import EDGE, GAP, SIZES, Box, draw_sheet
from render.palette import CREAM, INK, Theme
from render.paragraph import paragraph
from render.sketch import NO_PROMPT, Detail, PromptSketch
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
TITLE_PX = 96  # above a board
BOARD_HEIGHT_LIMIT_PX = 1400
TOP_PX = EDGE + HEAD_PX + GAP
PLATES_PX = 2 * PLATE_HEIGHT_PX + GAP
TREES_A_ROW = 5
POINTS_PX = 138
CARD_BACK_PX = 150
PLATE_WIDTH_PX, NAME_PX, MEDAL_PX = 236, 66, 38  # a mastery, its name, and the medals of its owners
SUPPLY_LINE_PX = 84  # the line of cards and pawns left


def details(view: View) -> tuple[Detail, ...]:
    """Return a key and a label for each board, for each seat, and for masteries and open trees."""
    gardens = (
        Detail(f"{BOARD}{slot + 1}", say("Fountain {letter}", letter=fountain_name(slot)))
        for slot in range(len(view.garden.faces))
    )
    seats = (Detail(f"{PLAYER}{seat + 1}", say("{seat}: points, masteries, trees", seat=who(seat))) for seat in range(view.seats))
    return (*gardens, *seats, Detail(OPEN, say("All masteries, open trees")))


def changed(view: View, last: tuple[Event, ...]) -> str:
    """Return the key of the board with the tile laid last; empty if no tile was laid."""
    laid = {event.data.cells[0] for event in last if isinstance(event.data, Placed)}
    return next((f"{BOARD}{slot + 1}" for slot, each in enumerate(boards(view.garden)) if not laid.isdisjoint(each)), "")


def detail(view: View, key: str, *, teller: Teller, last: tuple[Event, ...], asked: PromptSketch = NO_PROMPT) -> Picture:
    """Return the enlarged picture for a key of `details`."""
    if key.startswith(BOARD):
        return _board(view, int(key.removeprefix(BOARD)) - 1, teller.theme, last, asked)
    return _market(view, teller) if key == OPEN else _player(view, int(key.removeprefix(PLAYER)) - 1, teller)


def _board(view: View, slot: int, theme: Theme, last: tuple[Event, ...], asked: PromptSketch) -> Picture:
    """Return a board and the cells around it, with the keys of all cells that can still be covered."""
    part = clip(plot_around(boards(view.garden)[slot], 1), whole_map(view.garden))
    plot = fit_with_letters(part, (EDGE, EDGE + TITLE_PX, ROOM_PX, BOARD_HEIGHT_LIMIT_PX), 132)
    picture = Image.new("RGB", (WIDE, plot.top + plot.high + EDGE), theme.ground)
    _draw_fountain(picture, view, slot, theme)
    cover = cover_of(view.garden)
    named = frozenset(filter(plot.holds, cover.grid.cells_of(cover.bare | cover.free)))
    draw_map(picture, view.garden, view.seats, plot, theme, last, named)
    ring_places(picture, view, plot, asked)
    draw = ImageDraw.Draw(picture)
    for cell in named:
        x, y = plot.middle(cell)
        write(draw, (x, y - plot.size * 0.35), literal(cover.grid.keys[cell]), SIZES.tiny, INK, anchor="m", halo=CREAM, thick=2)
    return picture


def _draw_fountain(picture: Picture, view: View, slot: int, theme: Theme) -> None:
    """Draw the fountain with the flower cells of all seats in its gardens; the largest number is written large."""
    colour = view.garden.fountains[slot] if view.garden.fountains else ""
    draw_sheet(picture, (EDGE, EDGE, ROOM_PX, TITLE_PX - GAP), theme)
    y = EDGE + (TITLE_PX - GAP) / 2
    put(picture, cells.fountain(colour, 72), (EDGE + 60, y))
    draw = ImageDraw.Draw(picture)
    write(draw, (EDGE + 112, y), literal(fountain_name(slot)), SIZES.small, theme.text)
    if not view.garden.fountains:
        return
    counts = fountain_counts(view.garden, view.seats)[slot]
    best = holders(counts)
    for seat, count in enumerate(counts):
        x = WIDE - EDGE - 170 * (view.seats - seat) + 20
        put(picture, medal(seat, 56), (x, y))
        write(
            draw,
            (x + 38, y),
            literal(count),
            SIZES.text if seat in best else SIZES.tiny,
            theme.text if seat in best else theme.pale,
        )
        put(picture, cells.flowers(36, 1), (x + 100, y))


def _player(view: View, seat: Seat, teller: Teller) -> Picture:
    """Return a seat's points by kind, its masteries, and its trees as far as this viewer knows them."""
    own = view.planted[seat]
    count, reserve = view.planted_count[seat], view.players[seat].reserved
    shown = (*(own or ()), *(() if reserve is None else (reserve,)))
    backs = 0 if own else count
    high = trees.rows_height(len(shown), TREES_A_ROW, trees.CARD_HEIGHT_PX) + GAP if shown else 0
    top = TOP_PX + POINTS_PX + GAP + PLATES_PX
    picture = Image.new("RGB", (WIDE, top + high + (CARD_BACK_PX + GAP if backs else 0) + EDGE), teller.theme.ground)
    draw_head(picture, view, seat, teller, view.players[seat], (EDGE, EDGE, ROOM_PX, HEAD_PX))
    _draw_points(picture, view, seat, teller, (EDGE, TOP_PX, ROOM_PX, POINTS_PX))
    draw_plates(picture, view.players[seat], points_of(view)[seat], seat, (EDGE, TOP_PX + POINTS_PX + GAP, ROOM_PX, PLATES_PX))
    trees.draw_trees(picture, shown, (EDGE, top, ROOM_PX, trees.CARD_HEIGHT_PX), TREES_A_ROW, reserve=(reserve, seat))
    for i in range(backs):
        put(picture, trees.back(CARD_BACK_PX), (EDGE + 60 + i * 124, top + high + CARD_BACK_PX / 2))
    return picture


def _draw_points(picture: Picture, view: View, seat: Seat, teller: Teller, box: Box) -> None:
    """Draw the points of trees, flowers, fountains and masteries; and the assistants left on the carpet."""
    left, top, wide, _ = box
    draw_sheet(picture, box, teller.theme)
    draw = ImageDraw.Draw(picture)
    names = [teller.told(each) for each in (*PARTS, say("on carpet"))]
    *middles, x = _middles([width(name, SIZES.tiny) for name in names], left + 12, wide - 24)
    for name, middle in zip(names, (*middles, x), strict=True):
        write(draw, (middle, top + 38), name, SIZES.tiny, teller.theme.pale, anchor="m")
    for number, middle in zip(known_parts(points_of(view)[seat]), middles, strict=True):
        write(draw, (middle, top + 94), number, SIZES.large, teller.theme.text, anchor="m")
    put(picture, gardener(seat, 60), (x - 26, top + 94))
    write(draw, (x + 16, top + 94), literal(view.players[seat].carpet), SIZES.text, teller.theme.text)


def _middles(wide: Sequence[float], left: float, room: float) -> list[float]:
    """Return the middles of words of these widths, spread evenly over the room."""
    gap = (room - sum(wide)) / (len(wide) + 1)
    return [left + sum(wide[:number]) + gap * (number + 1) + each / 2 for number, each in enumerate(wide)]


def _market(view: View, teller: Teller) -> Picture:
    """Return all masteries with their owners, the open trees, and the numbers of cards and pawns left."""
    step = PLATE_HEIGHT_PX + PLATE_GAP_PX
    top = EDGE + len(COLUMNS) * step + GAP
    picture = Image.new("RGB", (WIDE, top + trees.CARD_HEIGHT_PX + GAP + SUPPLY_LINE_PX + EDGE), teller.theme.ground)
    for row, pair in enumerate(COLUMNS):
        for column, mastery in enumerate(pair):
            _draw_mastery(picture, view, mastery, teller, (EDGE + column * (ROOM_PX + GAP) // 2, EDGE + row * step))
    trees.draw_trees(picture, view.row, (EDGE, top, ROOM_PX, trees.CARD_HEIGHT_PX), TREES_A_ROW)
    draw, y = ImageDraw.Draw(picture), top + trees.CARD_HEIGHT_PX + GAP + SUPPLY_LINE_PX / 2
    more = say_n("{count} more tree", "{count} more trees", len(view.tree_bag))
    pawns = say_n("{count} tree pawn left", "{count} tree pawns left", trees.pawns_left(view))
    for (piece, text), x in zip(((trees.back(72), more), (cells.tree(72), pawns)), (EDGE, EDGE + ROOM_PX // 2), strict=True):
        put(picture, piece, (x + 36, y))
        write(draw, (x + 84, y), *fit(teller.told(text), ROOM_PX // 2 - 100, SIZES.small, SIZES.tiny), teller.theme.text)
    return picture


def _draw_mastery(picture: Picture, view: View, mastery: str, teller: Teller, at: tuple[int, int]) -> None:
    """Draw a mastery with its name, the medals of its owners, and its effect in pictures and words."""
    (x, y), left = at, at[0] + PLATE_WIDTH_PX + GAP
    put(picture, plate(mastery, 0, PLATE_WIDTH_PX), (x + PLATE_WIDTH_PX / 2, y + PLATE_HEIGHT_PX / 2))
    for number, seat in enumerate(seat for seat, player in enumerate(view.players) if mastery in player.owned):
        put(picture, medal(seat, MEDAL_PX), (x + NAME_PX + (number + 0.5) * (MEDAL_PX + 2), y + 32))
    fresh = Player(Gems(), 0, CARPET_ASSISTANTS, (), None)
    told = teller.told(mastery_text(mastery, fresh, GEMS))
    lines, font = paragraph([told], ROOM_PX // 2 - PLATE_WIDTH_PX - 2 * GAP, 3, SIZES.small, SIZES.tiny)
    for number, line in enumerate(lines):
        shift = (number - (len(lines) - 1) / 2) * font * 1.2
        write(ImageDraw.Draw(picture), (left, y + PLATE_HEIGHT_PX / 2 + shift), line, font, teller.theme.text)
