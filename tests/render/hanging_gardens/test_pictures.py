"""What every picture of this game must be (section 10 of the specification)."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image

import render
from render import fonts
from render.hanging_gardens import heads, layout, offers, places, public
from rules.hanging_gardens import GAME
from rules.hanging_gardens.garden import covered, framed, placements, top
from rules.hanging_gardens.parts import CARDS
from rules.hanging_gardens.state import Garden, Laid, Pending, State
from tests.render.hanging_gardens.positions import EARLY, END, MIDDLE, after, game, moment, sketch
from tests.render.sketches import with_marks

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


@pytest.mark.parametrize("depth", range(7))
def test_every_question_has_a_picture_1400_pixels_wide(depth: int) -> None:
    state, seat, path = moment(2, 6)
    state = state if depth < 6 else game(2)[-1].step.state
    shown = sketch(state, seat, path[:depth] if depth < 6 else ())
    wide, high = size(shown)
    assert wide == 1400
    assert high <= (layout.HIGHER if depth in (2, 3) else layout.HIGH)
    assert len(render.picture(shown)) <= HEAVIEST


def test_the_card_lies_in_the_picture_after_its_place_is_chosen() -> None:
    state, seat, path = moment(2, 6)
    drawn = [render.picture(replace(sketch(state, seat, path[:depth]), last=())) for depth in range(6)]
    assert len(set(drawn)) == 6


@pytest.mark.parametrize("depth", [0, 1, 2, 3, 4, 5])
def test_each_mark_shows(depth: int) -> None:
    state, seat, path = moment(2, 6)
    shown = sketch(state, seat, path[:depth])
    first, *rest = shown.asked.marks
    if rest:
        assert render.picture(shown) != render.picture(with_marks(shown, (first,)))


def test_notes_show() -> None:
    state, seat, path = moment(2, 6)
    for depth, note in ((2, "9"), (5, "+99")):
        shown = sketch(state, seat, path[:depth])
        noted = tuple(replace(mark, note=note) for mark in shown.asked.marks)
        assert render.picture(shown) != render.picture(with_marks(shown, noted))


@pytest.mark.parametrize("seats", SEATS)
def test_a_crop_holds_the_garden_and_every_place_a_card_may_take(seats: int) -> None:
    for move in game(seats)[::20]:
        for garden in move.step.state.gardens:
            assert _reached(garden) <= _within(places.plot(garden))


def _reached(garden: Garden) -> set[tuple[int, int]]:
    laid = (
        Laid(card, turn, *at)
        for card in tuple(CARDS)[::7]
        for turn, squares in placements(framed(garden), card).items()
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
        shown = places.Plot(8, 10, wide, 8)
        taken = places.largest(shown, room)
        assert places.extent(shown, taken, places.FONT)[0] <= room[0] or taken == places.PRIVATE[-1]
        larger = [each for each in places.PRIVATE if each > taken]
        assert all(places.extent(shown, each, places.FONT)[0] > room[0] for each in larger)


def test_a_picture_grows_rather_than_cut_a_garden() -> None:
    state = GAME.setup(2, frozenset())
    laid = tuple(Laid("start", "right", 13 + 3 * i, 20) for i in range(40))
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


def _built_on_six(*, shown: bool) -> State:
    """Seat 1 has built on six, and had a hidden tile before."""
    state = game(2)[MIDDLE].step.state
    done = (-state.first - state.round + 1) % 2
    return replace(state, done=done, tiles=("tiger",) * 6, pending=Pending(6, shown))


def _seen_with(state: State, seat: int) -> set[bytes]:
    """What a seat is shown beside its garden, by the hidden tile of seat 1."""
    states = (_with_hidden(state, tile) for tile in ("queen", "gate"))
    return {Image.open(io.BytesIO(render.picture(sketch(each, seat)))).crop(_ASIDE).tobytes() for each in states}


_ASIDE = (900, 180, 1400, 360)  # where the question is


def test_a_tile_just_drawn_shows_before_the_open_one_is_chosen() -> None:
    assert len(_seen_with(_built_on_six(shown=True), 0)) == 2


def test_an_old_hidden_tile_is_not_shown_as_the_one_to_come() -> None:
    state = _built_on_six(shown=False)
    assert len(_seen_with(state, 0)) == 1
    assert _seen_with(state, 0) != _seen_with(replace(state, pending=None), 0)


@pytest.mark.parametrize("shown", [True, False])
def test_another_seat_sees_the_open_cards_while_the_builder_chooses(shown: bool) -> None:
    state = replace(_built_on_six(shown=shown), hidden=(("queen",), ("gate",)))
    plain = render.picture(replace(sketch(replace(state, pending=None), 1), last=()))
    waiting = GAME.view(state, 1)
    same = replace(waiting, active=GAME.view(replace(state, pending=None), 1).active)
    assert render.picture(replace(sketch(state, 1), view=same)) == plain


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


def test_lettering_grows_with_the_squares() -> None:
    fonts = [public.lettering(each) for each in places.PUBLIC]
    assert fonts == sorted(fonts, reverse=True)
    assert fonts[-1] == 16


def test_wide_gardens_get_large_squares_while_squares_are_asked_for() -> None:
    state = GAME.setup(2, frozenset())
    laid = tuple(Laid("start", "right", 13 + 3 * i, 20 + 2 * i) for i in range(6))
    state = replace(game(2)[MIDDLE].step.state, gardens=(Garden(laid, ()), *state.gardens[1:]))
    state = replace(state, done=(-state.first - state.round + 1) % 2, tiles=("tiger",) * 6, cards=("a1",) * 4)
    slot = next(i for i, card in enumerate(state.cards) if card) + 1
    sides = [_side(sketch(state, 0, path)) for path in ((f"card-{slot}",), (f"card-{slot}", "right"))]
    assert sides[0] < offers.TWO_LINES <= 48 <= sides[1]
    assert size(sketch(state, 0, (f"card-{slot}", "right")))[1] <= layout.HIGHER


def _side(shown: render.Sketch) -> int:
    """The pixels of a square of a private picture."""
    return layout.arranged(shown.view, 0, shown.names, shown.asked.board, shown.asked, ()).grid.size


def test_a_long_name_is_not_cut_short_by_fives() -> None:
    view = replace(after(2, MIDDLE).view, fives=(3, 0))
    for name in ("Wolfeschlegelsteinhausenberger", "Bartholomäus van der Meer"):
        beside = public._roomy(view, 0, name, 768)  # pyright: ignore[reportPrivateUsage]
        assert beside is None or fonts.width(name, 28) <= heads.name_room(view, 0, (0, 0, beside, 56))


def test_at_the_end_the_result_takes_the_place_of_the_display() -> None:
    shown = after(3, END, seat=1)
    emptied = replace(shown.view, tiles=(None,) * 6, tiles_left=0)
    assert render.picture(shown) == render.picture(replace(shown, view=emptied))
    assert render.picture(shown) != render.picture(replace(shown, view=replace(shown.view, winners=())))


def test_cards_out_of_the_game_are_named() -> None:
    shown = replace(after(3, MIDDLE), detail="tiles")
    boxed = replace(shown.view, boxed=("a1", "o2"))
    assert render.picture(shown) != render.picture(replace(shown, view=boxed))
