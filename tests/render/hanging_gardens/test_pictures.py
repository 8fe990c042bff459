"""What every picture of this game must be (section 10 of the specification)."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image

import render
from render.hanging_gardens import places, private, public
from rules.choice import walk
from rules.game import DEALER, asking
from rules.hanging_gardens import GAME
from rules.hanging_gardens.garden import covered, placements, top
from rules.hanging_gardens.parts import CARDS
from rules.hanging_gardens.state import Garden, Laid, Lay, Pending, State
from tests.render.hanging_gardens.positions import EARLY, END, MIDDLE, after, asked, game, moment, sketch

HEAVIEST = 250_000  # bytes
SEATS = tuple(GAME.seats)


def size(sketch: render.Sketch) -> tuple[int, int]:
    return Image.open(io.BytesIO(render.picture(sketch))).size


@pytest.mark.parametrize("variant", ["", "open-tiles"])
@pytest.mark.parametrize("moves", [1, EARLY, MIDDLE, END])
@pytest.mark.parametrize("seats", SEATS)
def test_the_public_picture_is_1600_pixels_wide_and_light(seats: int, moves: int, variant: str) -> None:
    shown = after(seats, moves, variant=variant)
    wide, high = size(shown)
    assert wide == 1600
    assert high <= 1600
    assert len(render.picture(shown)) <= HEAVIEST


@pytest.mark.parametrize("depth", range(8))
def test_every_question_has_a_picture_1400_pixels_wide(depth: int) -> None:
    state, seat, path = moment(2, 7)
    state = state if depth < 7 else game(2)[-1].step.state
    shown = sketch(state, seat, path[:depth] if depth < 7 else ())
    wide, high = size(shown)
    assert wide == 1400
    assert high <= 1400
    assert len(render.picture(shown)) <= HEAVIEST


def test_the_card_lies_in_the_picture_after_its_place_is_chosen() -> None:
    state, seat, path = moment(2, 7)
    drawn = [render.picture(replace(sketch(state, seat, path[:depth]), last=())) for depth in range(7)]
    assert len(set(drawn)) == 7


def test_a_complete_move_is_drawn_once() -> None:
    """The view after the move has the card already, so that the answers add nothing."""
    state, seat, path = moment(3, 3)
    after_ = GAME.apply(state, seat, _action(state, seat, path)).state
    view = GAME.view(after_, seat)
    made = render.Sketch(GAME.key, view, ("Ada", "Bea", "Cyd"), (), path)
    assert render.picture(made) == render.picture(replace(made, chosen=()))


def _action(state: State, seat: int, path: tuple[str, ...]) -> Lay:
    action = walk(asking(GAME, state, seat), path).action
    assert isinstance(action, Lay)
    return action


@pytest.mark.parametrize("depth", [0, 1, 2, 3, 4, 5, 6])
def test_each_mark_shows(depth: int) -> None:
    state, seat, path = moment(2, 7)
    shown = sketch(state, seat, path[:depth])
    first, *rest = shown.marks
    if rest:
        assert render.picture(shown) != render.picture(replace(shown, marks=(first,)))


def test_notes_show() -> None:
    state, seat, path = moment(2, 7)
    for depth, note in ((2, "9"), (6, "+99")):
        shown = sketch(state, seat, path[:depth])
        noted = tuple(replace(mark, note=note) for mark in shown.marks)
        assert render.picture(shown) != render.picture(replace(shown, marks=noted))


@pytest.mark.parametrize("seats", SEATS)
def test_the_last_move_shows(seats: int) -> None:
    made = next(move for move in game(seats) if move.seat != DEALER and len(move.path) > 5)
    for seat in (None, made.seat):
        plain = sketch(made.step.state, seat)
        assert render.picture(plain) != render.picture(replace(plain, last=made.step.events))


@pytest.mark.parametrize("seats", SEATS)
def test_a_crop_holds_the_garden_and_every_place_a_card_may_take(seats: int) -> None:
    for move in game(seats)[::20]:
        for garden in move.step.state.gardens:
            assert _reached(garden) <= _within(places.plot(garden))


def _reached(garden: Garden) -> set[tuple[int, int]]:
    laid = (
        Laid(card, turn, *at)
        for card in tuple(CARDS)[::7]
        for turn, squares in placements(garden, card).items()
        for at in squares
    )
    return {*top(garden), *(square for each in laid for square, _ in covered(each))}


def _within(shown: places.Plot) -> set[tuple[int, int]]:
    return {(shown.column + x, shown.row + y) for x in range(shown.wide) for y in range(shown.high)}


def test_a_small_garden_is_shown_with_eight_squares_either_way() -> None:
    shown = places.plot(GAME.setup(2, frozenset()).gardens[0])
    assert (shown.wide, shown.high) == (8, 8)


def test_the_largest_squares_that_fit_are_taken() -> None:
    room = (800, 1000)
    for wide in range(8, 30):
        shown = places.Plot(60, 60, wide, 8)
        taken = private.largest(shown, room)
        assert places.extent(shown, taken, private.FONT)[0] <= room[0] or taken == places.PRIVATE[-1]
        larger = [each for each in places.PRIVATE if each > taken]
        assert all(places.extent(shown, each, private.FONT)[0] > room[0] for each in larger)


def test_a_picture_grows_rather_than_cut_a_garden() -> None:
    state = GAME.setup(2, frozenset())
    laid = tuple(Laid("start", "right", 65 + 3 * i, 70) for i in range(40))
    state = replace(state, first=0, round=1, gardens=(Garden(laid, ()), *state.gardens[1:]))
    squares = 3 * len(laid) + 4
    assert size(sketch(state, None))[0] > squares * places.PUBLIC[-1] > 1600
    assert size(sketch(state, 0))[0] > squares * places.PRIVATE[-1] > 1400


def test_a_hidden_tile_shows_to_its_owner_alone() -> None:
    state = game(2)[MIDDLE].step.state
    drawn = [_with_hidden(state, tile) for tile in ("queen", "gate")]
    for seat, kinds in ((None, 1), (1, 1), (0, 2)):
        pictures = {render.picture(sketch(each, seat)) for each in drawn}
        details = {render.picture(replace(sketch(each, seat), detail="seat-1")) for each in drawn}
        assert (len(pictures), len(details)) == (kinds, kinds)


def _with_hidden(state: State, tile: str) -> State:
    return replace(state, hidden=((tile,), state.hidden[1]))


def test_a_tile_just_drawn_shows_before_the_open_one_is_chosen() -> None:
    state = game(2)[MIDDLE].step.state
    state = replace(state, done=(-state.first - state.round + 1) % 2, pending=Pending(6, shown=True))
    drawn = {render.picture(sketch(_with_hidden(state, tile), 0)) for tile in ("queen", "gate")}
    assert len(drawn) == 2


@pytest.mark.parametrize("seats", SEATS)
def test_every_detail_can_be_drawn(seats: int) -> None:
    shown = after(seats, MIDDLE)
    offered = render.details(GAME.key, shown.view)
    assert [each.key for each in offered] == [*(f"seat-{seat + 1}" for seat in range(seats)), "tiles"]
    drawn = {render.picture(replace(shown, detail=each.key)) for each in offered}
    assert len(drawn) == len(offered)
    assert {size(replace(shown, detail=each.key))[0] for each in offered} == {1400}


def test_open_tiles_show_what_others_hold() -> None:
    shown = after(2, MIDDLE, variant="open-tiles")
    hidden = replace(shown.view, known=((), ()), points=(0, 0))
    assert any(shown.view.known)
    assert render.picture(shown) != render.picture(replace(shown, view=hidden))


@pytest.mark.parametrize("names", [("A" * 200, "💧🔥"), ("", "{seat} %s <b>"), ("مرحبا", "Ελένη Жанна")])
def test_any_name_can_be_drawn(names: tuple[str, str]) -> None:
    assert render.picture(replace(after(2, END), names=names))
    assert render.picture(replace(asked(2, EARLY, 1), names=names))


def test_lettering_grows_with_the_squares() -> None:
    fonts = [public.lettering(each) for each in places.PUBLIC]
    assert fonts == sorted(fonts, reverse=True)
    assert fonts[-1] == 16
