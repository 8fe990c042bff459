"""Pictures of The Hanging Gardens (section 10 of the specification)."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PIL import Image

import render
from render.hanging_gardens import places, private, public
from render.layout import Box
from rules.game import DEALER
from rules.hanging_gardens import GAME
from rules.hanging_gardens.draft import Draft
from rules.hanging_gardens.garden import covered, square_of, top
from rules.hanging_gardens.state import Garden, Laid, Pending, Square, State
from tests.playing import with_states
from tests.render.approvals import unless_approved
from tests.render.hanging_gardens.positions import EARLY, END, MIDDLE, after, game, moment, sketch
from tests.render.sketches import with_marks

HEAVIEST = 250_000  # bytes
SIDE = (1080, 1080)
SEATS = tuple(GAME.seats)


def size(sketch: render.Sketch) -> tuple[int, int]:
    return Image.open(io.BytesIO(render.picture(sketch))).size


@pytest.mark.parametrize("variant", ["", "open-tiles"])
@pytest.mark.parametrize("moves", [1, EARLY, MIDDLE, END])
@pytest.mark.parametrize("seats", SEATS)
@unless_approved(lambda seats, moves, variant: after(seats, moves, variant=variant))
def test_r10_1_public_picture_is_square_and_light(seats: int, moves: int, variant: str) -> None:
    shown = after(seats, moves, variant=variant)
    assert size(shown) == SIDE
    assert len(render.picture(shown)) <= HEAVIEST


@pytest.mark.parametrize("depth", range(7))
def test_r10_2_every_question_has_a_square_picture(depth: int) -> None:
    state, seat, path = moment(2, 6)
    state = state if depth < 6 else game(2)[-1].step.state
    shown = sketch(state, seat, path[:depth] if depth < 6 else ())
    assert size(shown) == SIDE
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


def drafts() -> Iterator[tuple[Draft, list[Square]]]:
    """Yield drafts of whole games with the squares where their card may lie."""
    for seats in SEATS:
        moves = [
            move
            for move in with_states(GAME.setup(seats, frozenset()), game(seats))
            if move[1].seat != DEALER and len(move[1].path) > 2
        ]
        for state, move in moves[::3]:
            asked = sketch(state, move.seat, move.path[:2]).asked
            yield asked.board, [at for mark in asked.marks if (at := square_of(mark.at))]


def test_r10_3_crop_holds_the_garden_and_all_sites_of_the_card() -> None:
    for draft, sites in drafts():
        assert draft.card
        assert draft.turn
        shown = private.cropped(draft, sites).plot
        reached = {square for at in sites for square, _ in covered(Laid(draft.card, draft.turn, *at))}
        within = {(shown.column + x, shown.row + y) for x in range(shown.wide) for y in range(shown.high)}
        assert {*top(draft.garden), *reached} <= within


def test_r10_4_usual_gardens_have_large_squares() -> None:
    sides = sorted(private.cropped(*each).size for each in drafts())
    assert sides[len(sides) // 2] >= 90
    assert sides[0] >= 56


@pytest.mark.parametrize("box", [(10, 20, 900, 700), (0, 0, 300, 1000)])
def test_r10_4_grid_fills_its_box_with_the_largest_squares(box: Box) -> None:
    for wide in range(1, 40):
        grid = places.fitted([(5, 7), (4 + wide, 9)], box)
        left, above, across, down = grid.box
        assert box[0] <= left
        assert box[1] <= above
        assert left + across <= box[0] + box[2]
        assert above + down <= box[1] + box[3]
        assert box[2] - across < grid.size
        assert box[3] - down < grid.size
        assert grid.size == places.MAX_SQUARE_PX or (grid.size + 1) * wide > box[2] or (grid.size + 1) * 3 > box[3]


def test_very_large_garden_is_not_cut() -> None:
    state = GAME.setup(2, frozenset())
    laid = tuple(Laid("start", "right", 13 + 3 * i, 20) for i in range(40))
    state = replace(state, first=0, round=1, gardens=(Garden(laid, ()), *state.gardens[1:]))
    assert size(sketch(state, None)) == size(sketch(state, 0)) == SIDE


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
    boxes = public.boxes(replace(view, active=1), 400)
    assert max(boxes, key=lambda seat: boxes[seat][2]) == 1
    assert boxes[1][2] > 1.5 * boxes[0][2] == 1.5 * boxes[2][2]


def test_result_replaces_the_display_at_the_end() -> None:
    shown = after(3, END, seat=1)
    emptied = replace(shown.view, tiles=(None,) * 6, tiles_left=0)
    assert render.picture(shown) == render.picture(replace(shown, view=emptied))
    assert render.picture(shown) != render.picture(replace(shown, view=replace(shown.view, winners=())))


def test_cards_out_of_the_game_are_named() -> None:
    shown = replace(after(3, MIDDLE), detail="tiles")
    boxed = replace(shown.view, boxed=("a1", "o2"))
    assert render.picture(shown) != render.picture(replace(shown, view=boxed))
