"""R2: set-up."""

from __future__ import annotations

from collections import Counter
from itertools import chain

import pytest

from rules.game import DEALER, conversation
from rules.ishtar import GAME
from rules.ishtar.parts import FACES, Gems
from rules.legal import legal_paths
from tests.ishtar.invariants import check
from tests.ishtar.positions import cover_in, dealt, do, offered, talk
from tests.ishtar.reference_game import SET_UP, SETUP_MOVES, moment, step
from tests.talk import told

every_count = pytest.mark.parametrize("seats", [2, 3, 4])


def weights(moves: int, text: str = "") -> dict[str, int]:
    return talk.weights(moment(moves), text)


@every_count
def test_r2_before_anything_is_dealt(seats: int) -> None:
    state = GAME.setup(seats, frozenset())
    assert state.phase == "first"
    assert GAME.to_act(state) == {DEALER}
    check(state)
    assert state.supply == Gems(50 - seats, 38, 26)


@every_count
def test_r2_1_ru3_t5_boards_and_stacks(seats: int) -> None:
    state = dealt(seats)
    check(state)
    assert len(state.garden.faces) == seats + 2
    assert len({name[0] for name, _ in state.garden.faces}) == seats + 2
    assert [stack.left for stack in state.stacks] == [seats + 3] * 6
    assert Counter(stack.shape for stack in state.stacks) == {"bar": 2, "vee": 2, "tri": 2}
    assert [len(bag) - 2 * (seats + 2) for bag in state.tile_bags] == [8 - 2 * seats] * 3


def test_r2_2_the_dealer_draws_the_first_seat() -> None:
    assert weights(0) == {"seat-1": 1, "seat-2": 1}
    state = do(GAME.setup(4, frozenset()), "seat-3").state
    assert (state.first, state.turn, state.phase) == (2, 2, "map")


def test_r2_3_layout_faces_and_turns() -> None:
    assert weights(1) == dict.fromkeys(("layout-1", "layout-2", "layout-3"), 1)
    assert weights(1, "layout-1") == dict.fromkeys(FACES, 1)
    assert weights(1, "layout-1 3b") == {f"x{k}": 1 for k in range(6)}
    assert weights(1, "layout-1 3b x4") == {name: 1 for name in FACES if name[0] != "3"}


def test_r2_3_every_rock_gets_a_gem() -> None:
    assert moment(2).supply == Gems(48 - 27, 38 - 18, 26 - 10)
    assert [bits.bit_count() for bits in cover_in(moment(2)).land.gems] == [27, 18, 10]


def test_r2_4_fountains_are_drawn_without_replacement() -> None:
    assert weights(2) == {"p": 3, "r": 2, "w": 1}
    assert weights(2, "p") == {"p": 2, "r": 2, "w": 1}
    assert weights(2, "p r p") == {"p": 1, "r": 1, "w": 1}
    assert weights(2, "w") == {"p": 3, "r": 2}


@every_count
def test_r2_4_t6_never_more_fountains_than_in_the_box(seats: int) -> None:
    for seed in range(12):
        counts = Counter(dealt(seats, seed=seed).garden.fountains)
        assert sum(counts.values()) == seats + 2
        assert counts["p"] <= 3
        assert counts["r"] <= 2
        assert counts["w"] <= 1


def test_r2_5_cups_and_starting_tiles() -> None:
    assert weights(3) == {"bar": 2, "vee": 2, "tri": 2}
    assert weights(3, "bar") == {"bar": 1, "vee": 2, "tri": 2}
    cups = "bar vee tri bar vee tri"
    assert offered(moment(3), cups) == ["bar-13", "bar-14"]
    assert offered(moment(3), f"{cups} bar-14 vee-13 tri-13") == ["bar-13"]
    assert [stack.top for stack in moment(4).stacks] == SETUP_MOVES[3].split()[6:]


def test_r2_5_tiles_that_do_not_fit_in_stay_unseen() -> None:
    state = moment(4)
    assert [len(bag) for bag in state.tile_bags] == [12, 12, 12]
    assert sum(stack.hidden for stack in state.stacks) == 24


def test_r2_6_the_row() -> None:
    assert len(weights(4)) == 26
    assert set(weights(4).values()) == {1}
    assert "tree-9" not in offered(moment(4), "tree-9")
    assert moment(SET_UP).row == (9, 13, 17, 21, 26)
    assert len(moment(SET_UP).tree_bag) == 21


@every_count
def test_r2_7_each_seat_has_a_gem_and_two_assistants(seats: int) -> None:
    state = dealt(seats)
    for player in state.players:
        assert player == (Gems(1, 0, 0), 2, 2, (), None)
    assert (state.can, state.phase) == (None, "select")
    assert GAME.to_act(state) == {state.first}


def test_r2_r7_5_the_five_moves_of_the_dealer() -> None:
    phases = [moment(number).phase for number in range(SET_UP + 1)]
    assert phases == ["first", "map", "fountains", "carpet", "row", "select"]
    assert " ".join(next(iter(legal_paths(conversation(GAME, moment(0), DEALER))))) == "seat-1"


def test_r7_4_the_story_of_the_set_up() -> None:
    stories = list(chain.from_iterable(told(step(number)) for number in range(1, SET_UP + 1)))
    assert stories == ["Seat 1 begins.", "The map of 4 boards, the tiles and 5 trees are laid out."]
