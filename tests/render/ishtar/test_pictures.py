"""Pictures of Ishtar (section 10 of the specification)."""

from __future__ import annotations

import io
from dataclasses import replace
from itertools import combinations, pairwise
from math import hypot

import pytest
from PIL import Image, ImageChops, ImageDraw

import render
from render import grids
from render.canvas import WIDE
from render.fonts import width, write
from render.grids import Hexes
from render.ishtar import board, cells, emblems, fountains, gems, places, private, table, vegetation
from render.layout import SIZES
from render.palette import INK, PAPER
from render.writing import literal, recorded_texts
from rules.ishtar import GAME, hexes
from rules.ishtar.draft import Draft
from rules.ishtar.garden import cover_of, land_of
from rules.ishtar.hexes import ROTATIONS
from rules.ishtar.notation import fountain_name
from rules.ishtar.parts import BOARDS_BY_SEATS, COLOURS, FACES, LAYOUTS, TILES, TREES
from rules.ishtar.state import Garden, Spot, State
from tests.ishtar.reference_game import SELECTING, SET_UP, moment
from tests.render.approvals import unless_approved
from tests.render.ishtar.positions import EARLY, END, MIDDLE, after, game, moments, questions, sketch
from tests.render.sketches import with_marks

HEAVIEST = 350_000  # bytes
SEATS = tuple(GAME.seats)
CELLS = ("anchor", "pawn", "bloom")
QUESTIONS = {
    *("stack", "payment", "fountain", "turn", "anchor", "symbol", "tree", "pawn"),
    *("mastery_payment", "reserve", "colour", "bloom", "bloom_beside"),
}
TABS = ("fountain", "turn", "mastery_payment")  # never drawn: the question below them is


def drawn(sketch: render.Sketch) -> Image.Image:
    return Image.open(io.BytesIO(render.picture(sketch))).convert("RGB")


def without(sketch: render.Sketch, mark: render.Mark) -> render.Sketch:
    return with_marks(sketch, tuple(each for each in sketch.asked.marks if each != mark))


def few(marks: tuple[render.Mark, ...]) -> tuple[render.Mark, ...]:
    return marks[:: max(1, len(marks) // 6)]


def of_four(name: str) -> render.Sketch:
    """Return a question of a game of four."""
    return questions(4)[name]


def own_view(seats: int) -> render.Sketch:
    """Return the position in the middle of a game, as the first seat sees it."""
    return after(seats, MIDDLE, 0)


def plot_of(sketch: render.Sketch) -> Hexes:
    """Return the place of the map on a private picture."""
    view = sketch.view
    plot = private.arranged(view, sketch.asked, sketch.teller).plot
    assert plot
    return plot


def boards(seats: int, moves: int) -> list[render.Sketch]:
    """Return the board after this move, for everybody and for a seat."""
    return [replace(shown, asked=render.NO_PROMPT) for shown in (after(seats, moves), after(seats, moves, 0))]


@pytest.mark.parametrize("moves", [*range(1, 6), EARLY, MIDDLE, END])
@pytest.mark.parametrize("seats", SEATS)
@unless_approved(boards)
def test_boards_are_light_and_between_square_and_five_to_four(seats: int, moves: int) -> None:
    for shown in boards(seats, moves):
        wide, high = drawn(shown).size
        assert wide == WIDE
        assert table.LEAST_HEIGHT_PX <= high <= table.MOST_HEIGHT_PX
        assert len(render.picture(shown)) <= HEAVIEST


@pytest.mark.parametrize("seats", SEATS)
def test_boards_of_all_layouts_are_no_higher_than_wide(seats: int) -> None:
    shown = after(seats, MIDDLE)
    garden: Garden = shown.view.garden
    for layout in LAYOUTS[BOARDS_BY_SEATS[seats]]:
        bare = Garden(layout, garden.faces, garden.fountains)
        assert render.paint(replace(shown, view=replace(shown.view, garden=bare), last=())).height <= WIDE, layout


@pytest.mark.parametrize("seats", SEATS)
@unless_approved(questions)
def test_questions_are_light_and_no_higher_than_wide(seats: int) -> None:
    asked = questions(seats)
    assert len(asked) >= 9
    for name, shown in asked.items():
        wide, high = drawn(shown).size
        assert wide == places.QUESTION_PX, name
        assert high <= wide, name
        assert len(render.picture(shown)) <= HEAVIEST, name


@pytest.mark.parametrize("seats", SEATS)
@unless_approved(questions)
def test_words_of_questions_have_nine_pixels_on_a_phone(seats: int) -> None:
    for name, shown in questions(seats).items():
        with recorded_texts() as runs:
            wide = render.paint(shown).width
        assert min(run.size for run in runs) * 340 / wide >= 9, name


def test_map_shows_where_a_question_is_about_places() -> None:
    for name, shown in questions(4).items():
        plot = private.arranged(shown.view, shown.asked, shown.teller).plot
        assert bool(plot) == (name in (*CELLS, "bloom_beside", "symbol", "fountain", "turn")), name


def test_map_of_few_places_is_cropped_and_larger() -> None:
    shown = questions(4)["pawn"]
    few_marks = with_marks(shown, shown.asked.marks[:4])
    assert plot_of(few_marks).rows < plot_of(shown).rows
    assert plot_of(few_marks).size >= plot_of(shown).size


@pytest.mark.parametrize("size", [44, 60, 96, 120])
@pytest.mark.parametrize("colour", COLOURS)
def test_points_of_a_fountain_are_free_of_its_signs(size: int, colour: str) -> None:
    with recorded_texts() as runs:
        cells.fountain(colour, round(size * fountains.BASIN))
    ((_, _, (_, _, wide, high), _),) = runs
    medal, letter = max(SIZES.tiny, round(size * fountains.MEDAL)), max(SIZES.tiny, round(size * 0.42)) * 0.7
    assert hypot(wide, high) / 2 <= size * fountains.MEDAL_REACH - medal / 2 + 2
    assert hypot(wide, high) / 2 <= size * fountains.LETTER_REACH - letter / 2 + 2


def late(seats: int) -> render.Sketch:
    """Return a board on which each fountain is held."""
    return after(seats, len(game(seats)) - 20)


@pytest.mark.parametrize("seats", SEATS)
def test_signs_of_fountains_stand_apart_and_beside_flowers(seats: int) -> None:
    """Of a flower they may hide a corner of its cell at most where all corners of the fountain have flowers."""
    garden = late(seats).view.garden
    cover = cover_of(garden)
    found = fountains.place_fountains(garden, seats)
    assert any(each.medals for each in found)
    for each in found:
        corners = [each.letter, *(turn for _, turn in each.medals)]
        assert len(set(corners)) == len(corners)
        beside = {
            turn: cover.grid.bits(set(fountains.beside_corner(each.cell, turn)) & set(cover.grid.keys)) for turn in range(6)
        }
        free = [turn for turn in range(6) if not beside[turn] & (cover.flowers | cover.pawns | cover.land.stones)]
        assert {*corners[: len(free)]} <= {*free}


@pytest.mark.parametrize("seats", SEATS)
@unless_approved(questions)
def test_letters_of_fountains_cover_no_numbers(seats: int) -> None:
    for name in CELLS:
        shown = questions(seats).get(name)
        if shown is None:
            continue
        draft: Draft = shown.asked.board
        plot, garden = plot_of(shown), draft.garden
        written = [_box(*each) for each in private.numbers(garden, shown.asked, plot)]
        offered = frozenset(land_of(garden).grid.named[mark.key] for mark in shown.asked.marks)
        rows = range(plot.north, plot.north + plot.rows)
        for each in fountains.place_fountains(garden, seats, rows, offered):
            (x, y), (dx, dy) = plot.middle(each.cell), grids.hex_corner(each.letter, plot.size * fountains.LETTER_REACH)
            letter = _box("A", (x + dx, y + dy), max(SIZES.tiny, round(plot.size * 0.42)))
            assert not plot.holds(each.cell) or not any(_overlap(letter, other) for other in written), (name, each)


@pytest.mark.parametrize("name", [name for name in TILES if hexes.face(name).symbol])
@pytest.mark.parametrize("rotation", range(ROTATIONS))
def test_symbols_stand_beside_flowers(name: str, rotation: int) -> None:
    shown, under = hexes.face(name), hexes.tile_cells(name, Spot((0, 0), rotation))
    at = under[shown.symbol_at]
    high = 0.95  # of a cell, as on the carpet
    x, y = vegetation.place_symbol(under, at, shown.flowers[shown.symbol_at], high)
    for cell, number in zip(under, shown.flowers, strict=True):
        right, down = grids.column_of(cell) - grids.column_of(at), (cell[1] - at[1]) * grids.ROW_SHARE
        petals, places = cells.BLOSSOMS[number] if number else (0, ())
        for dx, dy in places:
            assert hypot(x - right - dx, y - down - dy) >= petals + high / 2 - 0.01


@pytest.mark.parametrize("seats", SEATS)
@unless_approved(questions)
def test_every_mark_shows(seats: int) -> None:
    for name, shown in questions(seats).items():
        if len(shown.asked.marks) > 1 and name not in TABS:
            for mark in few(shown.asked.marks):
                if mark.key != "done":
                    assert render.picture(without(shown, mark)) != render.picture(shown), (name, mark)


@pytest.mark.parametrize("name", CELLS)
@unless_approved(of_four)
def test_every_offered_cell_is_marked(name: str) -> None:
    shown = questions(4)[name]
    full, seen = drawn(shown), 0
    for mark in few(shown.asked.marks):
        fewer, plot = without(shown, mark), plot_of(shown)
        if plot_of(fewer) == plot:
            x, y = (round(v) for v in plot.middle(land_of(shown.view.garden).grid.named[mark.key]))
            box = (x - 10, y - plot.size // 2, x + 10, y + 20)
            assert ImageChops.difference(full.crop(box), drawn(fewer).crop(box)).getbbox(), mark
            seen += 1
    assert seen > 3


def answered(seats: int) -> list[render.Sketch]:
    """Return the questions of the longest move, each after the answers before it."""
    state, seat, path = max(moments(seats), key=lambda each: len(each[2]))
    return [sketch(state, seat, path[:depth]) for depth in range(len(path))]


@pytest.mark.parametrize("seats", SEATS)
@unless_approved(answered)
def test_every_answer_changes_the_picture(seats: int) -> None:
    pictures = [render.picture(each) for each in answered(seats) if each.asked.key not in TABS]
    assert len(set(pictures)) == len(pictures)


def test_every_question_of_the_conversation_is_drawn() -> None:
    assert {key for seats in SEATS for key in questions(seats)} == QUESTIONS


def planted(seats: int) -> State:
    """Return the first state in which somebody has planted a card."""
    return next(move.step.state for move in game(seats) if any(move.step.state.planted))


def _other_trees(state: State) -> tuple[State, int]:
    """Return the state with other planted cards of one seat, and that seat."""
    seat = next(seat for seat, own in enumerate(state.planted) if own)
    others = tuple(tree for tree in TREES if tree not in state.planted[seat])[: len(state.planted[seat])]
    planted = (*state.planted[:seat], others, *state.planted[seat + 1 :])
    return replace(state, planted=planted), seat


@pytest.mark.parametrize("seats", SEATS)
@unless_approved(planted)
def test_planted_cards_show_to_their_owner_alone(seats: int) -> None:
    state = planted(seats)
    changed, owner = _other_trees(state)
    for detail in ("", f"player-{owner + 1}"):
        for seat in (None, *range(seats)):
            same = render.picture(sketch(state, seat, detail=detail)) == render.picture(sketch(changed, seat, detail=detail))
            assert same == (seat != owner), (detail, seat)


@pytest.mark.parametrize("seats", SEATS)
def test_changed_part_is_the_board_of_the_last_tile(seats: int) -> None:
    laying = [move for move in game(seats) if any(event.kind == "placed" for event in move.step.events)]
    for move in (laying[0], laying[-1]):
        view, lies = GAME.view(move.step.state, 0), move.step.state.garden.laid[-1].anchor
        slot = next(n for n, each in enumerate(board.boards(view.garden), start=1) if lies in each)
        assert render.changed("ishtar", view, move.step.events) == f"board-{slot}"
        assert render.changed("ishtar", view, ()) == ""
    assert render.changed("djinns", None, ()) == ""


@pytest.mark.parametrize("seats", SEATS)
@unless_approved(own_view)
def test_details_are_boards_seats_and_open_cards(seats: int) -> None:
    shown = replace(after(seats, MIDDLE, 0), asked=render.NO_PROMPT)
    offered = render.details(GAME.key, shown.view)
    assert len(offered) == BOARDS_BY_SEATS[seats] + seats + 1
    pictures = [replace(shown, detail=each.key) for each in offered]
    assert len({render.picture(each) for each in pictures}) == len(offered)
    assert {drawn(each).width for each in pictures} == {WIDE}


def test_details_before_the_deal_are_seats_and_masteries() -> None:
    view = GAME.view(GAME.setup(3, frozenset()), None)
    assert [each.key for each in render.details(GAME.key, view)] == ["player-1", "player-2", "player-3", "open"]


@unless_approved(lambda: moment(SET_UP + 9))
def test_gems_points_stacks_and_trees_show() -> None:
    state = moment(SET_UP + 9)
    one, *others = state.players
    changed = (
        replace(state, players=(one._replace(gems=one.gems._replace(w=5)), *others)),
        replace(state, players=(one._replace(assistants=4), *others)),
        replace(state, stacks=(state.stacks[0]._replace(hidden=1), *state.stacks[1:])),
        replace(state, row=state.row[:4]),
        replace(state, ending=True),
        replace(state, turns=7),
    )
    for seat in (None, 0):
        pictures = {render.picture(replace(sketch(each, seat), asked=render.NO_PROMPT)) for each in (state, *changed)}
        assert len(pictures) == 1 + len(changed)


def test_stack_that_fits_nowhere_is_marked() -> None:
    """Without a map its tiles can lie nowhere."""
    state = moment(SELECTING[2])
    bare = replace(state, garden=replace(state.garden, layout="", faces=(), fountains=(), laid=(), assistants=()))
    box = (0, private.QUESTION_TOP_PX, places.QUESTION_PX, private.QUESTION_TOP_PX + 560)
    assert ImageChops.difference(*(drawn(sketch(each, 1)).crop(box) for each in (state, bare))).getbbox()


def test_numbers_on_cells_stand_apart() -> None:
    """They include the numbers of other cells, and points."""
    for name, shown in ((name, shown) for seats in SEATS for name, shown in questions(seats).items() if name in CELLS):
        written = [_box(*each) for each in private.numbers(shown.view.garden, shown.asked, plot_of(shown))]
        assert len(written) >= len(shown.asked.marks)
        overlaps = [pair for pair in combinations(written, 2) if _overlap(*pair)]
        assert not overlaps, (name, overlaps[:3])


def test_letter_of_the_chosen_fountain_is_over_the_rims_of_cells() -> None:
    shown = questions(2)["anchor"]
    draft: Draft = shown.asked.board
    plot, garden, slot = plot_of(shown), draft.garden, draft.fountain
    assert slot is not None
    offered = frozenset(land_of(garden).grid.named[mark.key] for mark in shown.asked.marks)
    each = fountains.place_fountains(garden, 2, range(plot.north, plot.north + plot.rows), offered)[slot]
    (x, y), (dx, dy) = plot.middle(each.cell), grids.hex_corner(each.letter, plot.size * fountains.LETTER_REACH)
    picture = render.paint(shown)
    alone = Image.new("RGB", picture.size, PAPER)
    font = max(SIZES.tiny, round(plot.size * 0.42))
    write(ImageDraw.Draw(alone), (x + dx, y + dy), literal(fountain_name(slot)), font, INK, anchor="m")
    inked = [seen for seen, ink in zip(_dark(picture), _dark(alone), strict=True) if ink]
    assert sum(inked) > 0.9 * len(inked) > 0


def _dark(picture: Image.Image) -> list[bool]:
    return [not value for value in picture.convert("L").point(_step).tobytes()]


def _box(text: str, middle: tuple[float, float], font: int) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of digits, in pixels."""
    x, y, wide, high = *middle, width(text, font), font * 0.7
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def _overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return all(one[side] < other[side + 2] and other[side] < one[side + 2] for side in (0, 1))


@pytest.mark.parametrize("size", [36, 42, 44, 60, 96])
@pytest.mark.parametrize("seats", SEATS)
def test_numbers_of_the_ruler_stand_apart(seats: int, size: int) -> None:
    garden = after(seats, MIDDLE).view.garden
    keys = land_of(garden).grid.keys
    numbers = list(board.ruler(keys, replace(board.whole_map(garden), size=size), list(keys)))
    assert numbers[0][0] == 1
    for (one, x), (other, y) in pairwise(numbers):
        assert y - x > (width(str(one), SIZES.tiny) + width(str(other), SIZES.tiny)) / 2


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("rotation", range(ROTATIONS))
def test_letters_of_fountains_avoid_stones(face: str, rotation: int) -> None:
    others = tuple((other, 0) for other in FACES if other[0] != face[0])[: BOARDS_BY_SEATS[2] - 1]
    garden = Garden("layout-1", ((face, rotation), *others), ("p",) * BOARDS_BY_SEATS[2])
    of = land_of(garden)
    cell, turn = fountains.place_fountains(garden, 2)[0][:2]
    assert of.grid.bits((cell,)) == of.fountains[0]
    assert not of.grid.bits(each for each in fountains.beside_corner(cell, turn) if each in of.grid.keys) & of.stones


def test_symbol_is_highlighted_while_it_may_be_used() -> None:
    shown = questions(2)["symbol"]
    assert private.usable_symbol(shown.asked)
    assert not private.usable_symbol(shown.asked._replace(key="tree"))


def test_seats_gems_and_cells_differ_in_more_than_colour() -> None:
    def grey(pieces: list[Image.Image]) -> int:
        return len(
            {piece.convert("LA").getchannel("A").tobytes() + piece.convert("L").point(_step).tobytes() for piece in pieces}
        )

    assert grey([emblems.medal(seat, 60) for seat in range(4)]) == 4
    assert grey([gems.gem(colour, 40) for colour in COLOURS]) == 3
    assert grey([cells.flowers(60, number) for number in range(1, 5)]) == 4


def _step(value: int) -> int:
    return value // 128 * 255
