"""Pictures of The Hanging Gardens (section 10 of the specification)."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image

import render
from render.djinns.offers import overlap_area
from render.hanging_gardens import places, private, public
from render.layout import EDGE, GAP, Box
from render.writing import recorded_texts
from rules.game import DEALER
from rules.hanging_gardens import GAME
from rules.hanging_gardens.garden import covered, square_of, top
from rules.hanging_gardens.state import Garden, Laid, Pending, Square, State, View
from rules.hanging_gardens.story import tile_taken
from tests.playing import with_states
from tests.render.approvals import unless_approved
from tests.render.hanging_gardens.positions import EARLY, END, MIDDLE, after, game, moment, sketch
from tests.render.sketches import with_marks

HEAVIEST = 250_000  # bytes
SEATS = tuple(GAME.seats)


Shapes = tuple[tuple[int, int], ...]  # columns and rows of each garden
# Active seat (None: the game is over), shapes of the gardens, and sides of their squares, below which no layout may go.
SMALLEST_SQUARES: tuple[tuple[int | None, Shapes, tuple[int, ...]], ...] = (
    (0, ((6, 6), (6, 6)), (70, 70)),
    (1, ((14, 5), (4, 9)), (30, 64)),
    (None, ((12, 6), (4, 7)), (49, 42)),
    (2, ((6, 6), (5, 8), (7, 7)), (37, 28, 83)),
    (0, ((13, 4), (5, 9), (6, 6)), (45, 24, 37)),
    (None, ((7, 7), (5, 6), (7, 5)), (60, 43, 52)),
    (None, ((4, 11), (12, 4), (6, 6)), (60, 35, 43)),
    (3, ((4, 5), (6, 6), (5, 5), (5, 6)), (20, 17, 20, 97)),
    (1, ((9, 4), (12, 5), (8, 4), (10, 3)), (25, 49, 25, 25)),
    (0, ((4, 10), (4, 9), (5, 12), (4, 8)), (58, 11, 8, 12)),
    (2, ((3, 2), (14, 14), (5, 7), (8, 6)), (51, 7, 83, 17)),
    (None, ((6, 6), (7, 8), (5, 9), (10, 5)), (37, 27, 24, 42)),
)


def shaped(active: int | None, shapes: Shapes) -> View:
    """Return a view of gardens of these shapes."""
    view = GAME.view(GAME.setup(len(shapes), frozenset()), None)
    corners = (Laid("start", "right", 1, 1), *(Laid("start", "right", wide - 2, high - 1) for wide, high in shapes))
    gardens = tuple(Garden((corners[0], corner), ()) for corner in corners[1:])
    return replace(view, gardens=gardens, active=active, over=active is None)


def size(sketch: render.Sketch) -> tuple[int, int]:
    return Image.open(io.BytesIO(render.picture(sketch))).size


def has_usual_size(sketch: render.Sketch) -> bool:
    wide, high = size(sketch)
    return wide == 1080 and 864 <= high <= 1080


@pytest.mark.parametrize("variant", ["", "open-tiles"])
@pytest.mark.parametrize("moves", [1, EARLY, MIDDLE, END])
@pytest.mark.parametrize("seats", SEATS)
@unless_approved(lambda seats, moves, variant: after(seats, moves, variant=variant))
def test_r10_1_public_picture_has_usual_size_and_is_light(seats: int, moves: int, variant: str) -> None:
    shown = after(seats, moves, variant=variant)
    assert has_usual_size(shown)
    assert len(render.picture(shown)) <= HEAVIEST


@pytest.mark.parametrize("depth", range(7))
def test_r10_2_every_question_has_a_picture_of_usual_size(depth: int) -> None:
    state, seat, path = moment(2, 6)
    state = state if depth < 6 else game(2)[-1].step.state
    shown = sketch(state, seat, path[:depth] if depth < 6 else ())
    assert has_usual_size(shown)
    assert len(render.picture(shown)) <= HEAVIEST


@pytest.mark.parametrize("depth", [0, 2, 3, 4, 5])  # tabs are not in the picture
def test_marks_show_in_each_question(depth: int) -> None:
    state, seat, path = moment(2, 6)
    shown = sketch(state, seat, path[:depth])
    first, *rest = shown.asked.marks
    if rest:
        assert render.picture(shown) != render.picture(with_marks(shown, (first,)))


def test_notes_show() -> None:
    state, seat, path = moment(2, 6)
    shown = sketch(state, seat, path[:5])
    noted = tuple(replace(mark, gain="+99") for mark in shown.asked.marks)
    assert render.picture(shown) != render.picture(with_marks(shown, noted))


@pytest.mark.parametrize("depth", [2, 3, 4])
def test_numbers_and_stars_show(depth: int) -> None:
    state, seat, path = moment(2, 6)
    shown = sketch(state, seat, path[:depth])
    for change in ({"number": "99"}, {"star": True}):
        other = tuple(replace(mark, **change) for mark in shown.asked.marks)
        assert render.picture(shown) != render.picture(with_marks(shown, other))


def drafts() -> Iterator[tuple[render.Sketch, list[Square]]]:
    """Yield questions of whole games where a card goes, with the squares where it may lie."""
    for seats in SEATS:
        moves = [
            move
            for move in with_states(GAME.setup(seats, frozenset()), game(seats))
            if move[1].seat != DEALER and len(move[1].path) > 2
        ]
        for state, move in moves[::3]:
            shown = sketch(state, move.seat, move.path[:2])
            yield shown, [at for mark in shown.asked.marks if (at := square_of(mark.at))]


def reached(shown: render.Sketch, sites: list[Square]) -> set[Square]:
    """Return the squares that the card covers at these places."""
    draft = shown.asked.board
    return {square for at in sites for square, _ in covered(Laid(draft.card, draft.turn, *at))}


def grid_of(shown: render.Sketch, sites: list[Square]) -> places.Grid:
    """Return the grid of a question where the card goes."""
    return private.under(shown.view, shown.view.me, shown.teller.theme, 0, reached(shown, sites))[1]


def test_r10_3_crop_holds_all_sites_of_the_card() -> None:
    for shown, sites in drafts():
        for some in (sites, sites[-1:]):
            assert grid_of(shown, some).within(reached(shown, some)) == reached(shown, some)


def test_r10_3_fewer_sites_are_shown_larger() -> None:
    for shown, sites in drafts():
        whole, few = grid_of(shown, sites), grid_of(shown, sites[:1])
        assert few.size >= whole.size
        assert few.size >= 120


def test_r10_4_usual_gardens_have_large_squares() -> None:
    sides = sorted(grid_of(*each).size for each in drafts())
    assert sides[len(sides) // 2] >= 90
    assert sides[0] >= 56


@pytest.mark.parametrize("box", [(10, 20, 900, 700), (0, 0, 300, 1000)])
def test_r10_4_garden_is_as_large_as_its_box_allows(box: Box) -> None:
    for wide in range(1, 25):
        grid = places.fitted([(5, 7), (4 + wide, 9)], box)
        left, above, across, down = grid.lawn
        assert left + across <= box[0] + box[2]
        assert above + down <= box[1] + box[3]
        assert left - box[0] >= places.MIN_FONT_PX <= above - box[1]
        margin = 2 * places.LAWN_MARGIN_PX
        assert grid.box[2] <= across - margin <= grid.box[2] + 2 * grid.size
        assert grid.box[3] <= down - margin <= grid.box[3] + 2 * grid.size
        room = box[2] - places.NUMBERS_WIDE_PX - margin, box[3] - places.LETTERS_HIGH_PX - margin
        assert grid.size == places.MAX_SQUARE_PX or (grid.size + 1) * wide > room[0] or (grid.size + 1) * 3 > room[1]


def test_cropped_grid_is_filled_up_with_the_squares_around() -> None:
    garden = [(column, row) for column in range(1, 21) for row in range(1, 21)]
    grid = places.fitted([(1, 1), (6, 4)], (0, 0, 1080, 1080), garden)
    assert (grid.west, grid.north) == (1, 1)
    assert grid.columns > 6
    assert grid.rows > 4
    whole = places.fitted([(1, 1), (20, 20)], (0, 0, 1080, 1080), garden)
    assert (whole.west, whole.north, whole.columns, whole.rows) == (1, 1, 20, 20)


def test_keys_of_columns_and_rows_stand_beside_each_garden() -> None:
    for shown in (after(2, MIDDLE), after(4, MIDDLE), after(3, MIDDLE, seat=1), *(each for each, _ in drafts())):
        with recorded_texts() as text_runs:
            render.paint(shown)
        texts = [str(each.text) for each in text_runs]
        gardens = shown.view.gardens if shown.view.me is None else (shown.view.gardens[shown.view.me],)
        for garden in gardens:
            columns = {places.letters(column) for column, _ in top(garden)}
            rows = {str(row) for _, row in top(garden)}
            assert len(columns.intersection(texts)) >= min(2, len(columns))
            assert len(rows.intersection(texts)) >= min(2, len(rows))


def test_very_large_garden_is_not_cut() -> None:
    state = GAME.setup(2, frozenset())
    laid = tuple(Laid("start", "right", 13 + 3 * i, 20) for i in range(40))
    state = replace(state, first=0, round=1, gardens=(Garden(laid, ()), *state.gardens[1:]))
    assert has_usual_size(sketch(state, None))
    assert has_usual_size(sketch(state, 0))


def test_tile_just_taken_shows_in_the_own_picture() -> None:
    shown = after(3, MIDDLE, seat=1)
    tile = shown.view.known[1][0]
    taken = replace(shown, last=(tile_taken(1, tile, 0),))
    assert render.picture(taken) != render.picture(replace(shown, last=()))
    assert render.picture(replace(shown, last=(tile_taken(2, tile, 0),))) == render.picture(replace(shown, last=()))


def test_hidden_tile_shows_to_its_owner_alone() -> None:
    state = game(2)[MIDDLE].step.state
    drawn = [_with_hidden(state, tile) for tile in ("queen", "gate")]
    for seat, kinds in ((None, 1), (1, 1), (0, 2)):
        pictures = {render.picture(sketch(each, seat)) for each in drawn}
        details = {render.picture(replace(sketch(each, seat), detail="seat-1")) for each in drawn}
        assert (len(pictures), len(details)) == (kinds, kinds)


def _with_hidden(state: State, tile: str) -> State:
    return replace(state, hidden=((tile,), state.hidden[1]))


def test_drawn_tile_shows_before_an_open_one_is_chosen() -> None:
    state = game(2)[MIDDLE].step.state
    done = (-state.first - state.round + 1) % 2
    state = replace(state, done=done, tiles=("tiger",) * 6, pending=Pending(6, shown=True))
    shown = [sketch(_with_hidden(state, tile), 0) for tile in ("queen", "gate")]
    assert {each.asked.key for each in shown} == {"tile"}
    assert len({render.picture(each) for each in shown}) == 2


@pytest.mark.parametrize("seats", SEATS)
@unless_approved(lambda seats: after(seats, MIDDLE))
def test_every_detail_can_be_drawn(seats: int) -> None:
    shown = after(seats, MIDDLE)
    offered = render.details(GAME.key, shown.view)
    assert [each.key for each in offered] == [*(f"seat-{seat + 1}" for seat in range(seats)), "tiles"]
    drawn = {render.picture(replace(shown, detail=each.key)) for each in offered}
    assert len(drawn) == len(offered)
    assert {size(replace(shown, detail=each.key))[0] for each in offered} == {1080}


def test_open_tiles_of_others_show() -> None:
    shown = after(2, MIDDLE, variant="open-tiles")
    hidden = replace(shown.view, known=((), ()), points=(0, 0))
    assert any(shown.view.known)
    assert render.picture(shown) != render.picture(replace(shown, view=hidden))


def test_acting_garden_of_three_is_the_largest() -> None:
    view = after(3, MIDDLE).view
    boxes = public.boxes(replace(view, active=1), 400, 1080)
    areas = {seat: wide * high for seat, (_, _, wide, high) in boxes.items()}
    assert max(areas, key=areas.__getitem__) == 1
    assert areas[1] > 3 * areas[0] > 0
    assert boxes[0][2:] == boxes[2][2:]


@pytest.mark.parametrize(("active", "shapes", "least"), SMALLEST_SQUARES)
def test_no_layout_makes_squares_smaller(active: int | None, shapes: Shapes, least: tuple[int, ...]) -> None:
    view = shaped(active, shapes)
    above = public.MARKET_PX if active is not None else EDGE + view.seats * public.RESULT_LINE_PX + GAP
    boxes = public.boxes(view, above, public.height(view, above))
    assert all(now >= size for now, size in zip(public.square_sizes(view, boxes), least, strict=True))


@pytest.mark.parametrize("seats", SEATS)
def test_boxes_of_gardens_lie_apart(seats: int) -> None:
    for moves in (EARLY, MIDDLE, END):
        view = after(seats, moves).view
        boxes = list(public.boxes(view, 400, 972).values())
        assert len(boxes) == seats
        assert all(x >= 0 and x + wide <= 1080 and y >= 400 and y + high <= 972 for x, y, wide, high in boxes)
        assert not any(overlap_area(*pair) for pair in combinations(boxes, 2))


def test_result_replaces_the_display_at_the_end() -> None:
    shown = after(3, END, seat=1)
    emptied = replace(shown.view, tiles=(None,) * 6, tiles_left=0)
    assert render.picture(shown) == render.picture(replace(shown, view=emptied))
    assert render.picture(shown) != render.picture(replace(shown, view=replace(shown.view, winners=())))


def test_cards_out_of_the_game_are_named() -> None:
    shown = replace(after(3, MIDDLE), detail="tiles")
    boxed = replace(shown.view, boxed=("a1", "o2"))
    assert render.picture(shown) != render.picture(replace(shown, view=boxed))
