"""R3.19 and R3.26–R3.29: tiles for temples."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.choice import IllegalMove
from rules.game import DEALER, play, visible_to
from rules.hanging_gardens import GAME
from rules.hanging_gardens.state import State
from tests.hanging_gardens.positions import FIVE, FRAGMENTS, V24, again, asked, do, offered, position, refusal, talk
from tests.hanging_gardens.reference_game import moment
from tests.talk import event, kinds, told

MUST_TAKE = "You built a temple, so you must take a tile."
SIZES = {
    3: ("d1 up m19", "a1", "card-1 up m21 m20"),
    4: ("d1 up m19", "c1", "card-1 up m21 m20"),
    5: ("d1 up m19; c1 up m21", "a1", "card-1 up m23 m20"),
    6: ("d1 up m19; c1 up m21; a1 up m23", "b1", "card-1 left l18 m20"),
}


def built(size: int, tile: str = "") -> State:
    """The position, and the move up to its temple or to its tile made."""
    mine, cards, path = SIZES[size]
    return do(position(mine, cards), f"{path} {tile}").state


def shown(state: State, tile: str) -> State:
    """The dealer shows a hidden tile."""
    return do(state, tile).state


@pytest.mark.parametrize(("size", "count"), [(3, 2), (4, 4), (5, 6)])
def test_t29_v9_r3_26_the_size_opens_columns(size: int, count: int) -> None:
    mine, cards, path = SIZES[size]
    assert offered(position(mine, cards), path) == [f"tile-{n}" for n in range(1, count + 1)]


def test_t29_r3_26_six_opens_all_columns_after_the_hidden_tile() -> None:
    assert offered(shown(built(6), "gate")) == [f"tile-{n}" for n in range(1, 7)]


def test_t29_v9_seven_squares_open_all_columns() -> None:
    state = do(position(V24, "a1"), "card-1 up n21 m19").state
    assert state.pending == (7, False)
    assert len(offered(shown(state, "gate"))) == 6


def test_v10_ru28_a_part_of_four_opens_columns_one_and_two() -> None:
    state = position(f"{V24}; a1 up n21 temple m23", "e1")
    assert asked(state, "card-1 right l21")
    assert offered(state, "card-1 right l21 n21") == [f"tile-{n}" for n in range(1, 5)]


def test_t29_r3_26_a_cheaper_tile_may_be_taken() -> None:
    assert built(5, "tile-1").taken == (("queen",), ())
    assert built(5, "tile-6").taken == (("chalice",), ())


@pytest.mark.parametrize("size", [3, 4])
def test_r3_26_a_dearer_one_may_not(size: int) -> None:
    mine, cards, path = SIZES[size]
    columns = {3: "column 1", 4: "columns 1–2"}[size]
    for tile in range(2 * (size - 2) + 1, 7):
        sentence = f"With a structure of {size} you may only take a tile from {columns}."
        assert refusal(position(mine, cards), f"{path} tile-{tile}") == sentence


def test_t30_r3_19_builder_must_take_a_tile() -> None:
    mine, cards, path = SIZES[3]
    prompt = asked(position(mine, cards), path)
    assert prompt
    assert prompt.key == "tile"
    assert str(prompt.note).startswith(MUST_TAKE)
    with pytest.raises(IllegalMove, match="The move is not finished"):
        play(GAME, position(mine, cards), 0, tuple(path.split()))


def test_t30_r3_19_no_tile_without_a_temple() -> None:
    state = do(position("d1 up m19", "a1"), "card-1 up m21 no-temple").state
    assert state.taken == ((), ())
    assert state.tiles.count(None) == 0
    assert refusal(position("d1 up m19", "a1"), "card-1 up m21 no-temple tile-1").startswith("“tile-1” is one word too many")


def test_r3_27_a_tile_taken_is_named_in_the_story() -> None:
    mine, cards, path = SIZES[4]
    step = do(position(mine, cards), f"{path} tile-3")
    assert told(step)[-1] == "Seat 1 takes a tile: tiger."
    assert step.state.taken == (("tiger",), ())
    assert GAME.view(step.state, 1).known == ((), ())
    assert GAME.view(step.state, 1).counts == (1, 0)


def test_t31_r3_28_the_same_place_is_filled_before_anybody_acts() -> None:
    state = built(4, "tile-4")
    assert GAME.to_act(state) == {DEALER}
    assert state.tiles == ("queen", "king", "tiger", None, "statue", "chalice")
    step = do(state, "guard")
    assert told(step) == ["New tile: guard."]
    assert step.state.tiles == ("queen", "king", "tiger", "guard", "statue", "chalice")
    assert len(step.state.tile_bag) == len(state.tile_bag) - 1


def test_t31_r3_28_ru19_the_next_seat_acts_only_then() -> None:
    mine, cards, path = SIZES[4]
    state = position(mine, f"{cards} b2")
    state = do(state, f"{path} tile-4").state
    assert GAME.to_act(state) == {DEALER}
    assert GAME.to_act(do(state, "guard").state) == {1}


def test_ru19_the_place_is_filled_even_after_the_last_turn() -> None:
    mine, cards, path = SIZES[3]
    state = do(position(mine, cards, card_bag=()), f"{path} tile-1").state
    assert GAME.to_act(state) == {DEALER}
    step = do(state, "gate")
    assert GAME.to_act(step.state) == frozenset()
    assert kinds(step) == ["tile_opened", "over", "tiles_shown", "tiles_shown", "won"]


def test_t32_r3_29_dealer_shows_a_tile_after_the_temple() -> None:
    step = do(moment(11, 3), "card-1 down m18 m21 from-o19")
    assert kinds(step) == ["laid", "temple_moved"]
    assert GAME.to_act(step.state) == {DEALER}
    step = do(step.state, "queen")
    assert [(each.kind, each.to) for each in step.events] == [("hidden_drawn", None), ("hidden_seen", 0)]
    assert [str(each.text) for each in visible_to(step.events, 0)] == ["Seat 1 draws a hidden tile.", "Your hidden tile: queen."]
    assert [str(each.text) for each in visible_to(step.events, 1)] == told(step) == ["Seat 1 draws a hidden tile."]
    assert GAME.to_act(step.state) == {0}
    assert offered(step.state) == [f"tile-{n}" for n in range(1, 7)]


def test_t32_r3_29_others_see_a_count_only() -> None:
    before = moment(11, 3)
    state = shown(do(before, "card-1 down m18 m21 from-o19").state, "queen")
    assert [GAME.view(state, viewer).counts[0] for viewer in (0, 1, None)] == [10, 10, 10]
    assert GAME.view(state, 0).hidden == (("queen",), ())
    assert GAME.view(state, 1).known[0] == GAME.view(state, None).known[0] == ()
    after = do(state, "tile-5").state
    assert GAME.view(after, 1).counts[0] == 11
    assert GAME.view(before, 1).counts[0] == 9


def test_r3_29_hidden_tile_is_shown_before_open_one_is_chosen() -> None:
    prompt = asked(shown(built(6), "gate"))
    assert prompt
    assert str(prompt.note) == "Your hidden tile: gate."
    assert GAME.view(shown(built(6), "gate"), 0).pending == (6, True)


def test_t33_ru20_a_moved_temple_on_six_brings_it_too() -> None:
    step = do(position(FRAGMENTS, "b1"), "card-1 left l18 m19 from-n26")
    assert kinds(step) == ["laid", "temple_moved"]
    assert event(step, "temple_moved").data.size == 6
    state = do(shown(step.state, "gate"), "tile-3").state
    assert (state.taken[0], state.hidden[0]) == (("tiger",), ("gate",))


def test_t33_ru20_so_does_a_structure_that_gave_it_before() -> None:
    """Without the temple that stood on the six, the bonus comes again."""
    six = do(do(built(6), "gate").state, "tile-1").state
    assert six.hidden == (("gate",), ())
    left = replace(six, gardens=(replace(six.gardens[0], temples=()), six.gardens[1]))
    step = do(again(left, "a2 d2 c1"), "card-3 up n22 n22")
    assert event(step, "temple_built").data.size >= 7
    assert step.state.pending


def test_t33_r3_29_a_six_merely_enlarged_brings_none() -> None:
    step = do(position(f"{V24} temple m23", "a1"), "card-1 up n21")
    assert kinds(step) == ["laid"]
    assert step.state.pending is None


def test_r3_29_five_brings_no_hidden_tile() -> None:
    state = built(5, "tile-1")
    assert (state.pending, state.hidden) == (None, ((), ()))


def test_r3_29_r6_9_the_hidden_tile_is_drawn_by_the_copies_left() -> None:
    weights = talk.weights(built(6))
    assert weights["chalice"] == 9
    assert weights["gate"] == 8
    assert sum(weights.values()) == 43
    assert FIVE.startswith(V24)
