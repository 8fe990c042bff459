"""R3.12 to R3.20: steps, jumps and own elements."""

from __future__ import annotations

from random import Random

import pytest

from rules.schlossgarten.board import board_of
from rules.schlossgarten.movement import jumped_over, reach
from rules.schlossgarten.parts import PAWNS
from rules.schlossgarten.state import State, at
from tests.schlossgarten import oracle
from tests.schlossgarten.positions import (
    asked,
    costs,
    destinations,
    do,
    draft,
    labels,
    names,
    offered,
    position,
    refusal,
    scattered,
    start,
    where,
)
from tests.talk import event

FAR = "K a7 G b7 A c7"
V3D = position("K g1 G b3 A g2", FAR, elements="red maze c4 d4 d5")
V3E = position("K d3 G d4 A a1", "K c4 G g7 A e4", pits="f5")
V3F = position("K d3 G d4 A a1", "K g1 G g7 A e4", elements="red hedge-1 d4, white column e4")
V3I = position("K b4 G c4 A a1", "K g7 G g6 A g5", elements="red column c4", pits="a3 a4 a5 b3 b5 c3 c5 d3")
V3J = position("K b4 G c4 A a1", "K g7 G g6 A g5", elements="red pool c4 d4", pits="a3 a4 a5 b3 b5 c3 c5 d3 d5")
V3K = position("K g1 G c4 A g2", "K a7 G e6 A c7", elements="red maze c4 d4 d5", cards=(8, 17))
V3L = position("K a4 G b4 A g2", FAR, elements="red maze c4 d4 d5")


def total(state: State, pawn: str) -> tuple[int, int]:
    """Return the number of destinations, and the sum of their costs."""
    found = destinations(state, PAWNS.index(pawn))
    return len(found), sum(found.values())


def test_r4_9_v3a_destinations_of_the_king_at_the_start() -> None:
    state = start(2, 1, 2)
    assert costs(state, "king", 2) == {1: "b1 c2 d2 e2 f1", 2: "a1 a2 b2 b3 c3 d3 e3 f2 f3 g1 g2"}
    assert total(state, "king") == (39, 117)


def test_r4_9_v3b_the_own_king_is_not_jumped() -> None:
    state = start(2, 1, 2)
    assert costs(state, "gardener", 2) == {1: "b1 b2 c2 d2", 2: "a1 a2 a3 b3 c3 d3 e2 e3"}
    assert total(state, "gardener") == total(state, "architect") == (39, 126)
    assert reach(board_of(state), 0, 1).cost(at("f1")) == 3


def test_r4_9_v3c_destinations_with_four_players() -> None:
    state = start(4, 1, 2, 3, 4)
    assert [total(state, pawn) for pawn in PAWNS] == [(33, 97), (33, 105), (33, 105)]


def test_r3_17_v3d_own_element_counts_as_one_square() -> None:
    assert costs(V3D, "gardener", 2) == {
        1: "a2 a3 a4 b2 b4 c2 c3 c4 d4 d5",
        2: "a1 a5 b1 b5 c1 c5 c6 d1 d2 d3 d6 e3 e4 e5 e6",
    }


def test_r3_16_v3e_own_and_foreign_workers_are_jumped() -> None:
    assert costs(V3E, "king", 1) == {1: "c2 c3 d2 d5 e2 e3"}


def test_r3_16d_v3f_no_jump_over_workers_on_foreign_elements() -> None:
    assert costs(V3F, "king", 1) == {1: "c2 c3 c4 d2 d5 e2 e3"}


def test_r3_17d_v3i_full_element_bars_the_way() -> None:
    assert costs(V3I, "king", 2) == {1: "d4", 2: "d5 e3 e4 e5"}


def test_r3_17b_v3j_own_pawn_in_an_element_bars_no_way() -> None:
    assert costs(V3J, "king", 2) == {1: "d4", 2: "e3 e4 e5"}


def test_r3_17_v3k_element_is_left_across_any_edge() -> None:
    assert costs(V3K, "gardener", 1) == {1: "b3 b4 b5 c3 c5 c6 d3 d4 d5 d6 e3 e4 e5 f7"}


def test_r3_17a_v3l_a_jump_may_enter_an_element() -> None:
    assert costs(V3L, "king", 1) == {1: "a3 a5 b3 b5 c4 d4 d5"}


def test_r3_12_pawns_share_five_steps_in_any_order() -> None:
    state = start_of_play()
    assert "done" in offered(state, "card-8 king d2 gardener c2 king d3 gardener c3")
    step = do(state, "card-8 king d2 gardener c2 king d3 gardener c3 king d4")
    assert where(step.state, 0, "king") == "d4"
    assert step.state.last
    assert sum(moved.steps for moved in step.state.last.moves) == 5
    assert do(state, "card-8 done").state.pawns == state.pawns


def test_r3_13_diagonal_step_passes_between_two_pits() -> None:
    state = position("K d3 G a1 A a2", "K g7 G g6 A g5", pits="d4 e3")
    assert reach(board_of(state), 0, 0).cost(at("e4")) == 1


def test_r3_14_pits_and_foreign_elements_are_not_entered() -> None:
    state = position("K d3 G a1 A a2", "K g7 G g6 A g5", pits="d4", elements="white column e4")
    assert refusal(state, "card-8 king d4") == "There is a pit on d4; nobody can walk on pits."
    assert refusal(state, "card-8 king e4") == "Seat 2 has an element on e4 (column): nobody else may stand there."


def test_r3_15_square_holds_one_pawn() -> None:
    state = position("K d3 G d4 A a2", "K e3 G g6 A g5")
    assert refusal(state, "card-8 king d4") == "Your gardener is already on d4."
    assert refusal(state, "card-8 king e3") == "A king stands on e3; kings cannot be hit or jumped."
    assert refusal(state, "card-8 gardener d3") == "Your king is already on d3."


def test_r3_16_a_jumped_pawn_stays() -> None:
    after = do(V3E, "card-8 king d5 done").state
    assert where(after, 0, "king") == "d5"
    assert where(after, 0, "gardener") == "d4"


def test_r3_16c_the_foreign_king_is_not_jumped() -> None:
    assert "b5" not in costs(V3E, "king", 1)[1].split()


def test_r3_16f_jumps_may_follow_each_other() -> None:
    state = position("K a1 G b1 A d1", "K g7 G g6 A g5")
    assert reach(board_of(state), 0, 0).cost(at("e1")) == 2
    assert names(jumped_over(board_of(state), 0, 0, at("e1"))) == "b1 d1"


def test_r3_16_label_announces_a_jump() -> None:
    state = position("K a1 G b1 A d1", "K g7 G g6 A b2")
    assert labels(state, "card-8 king")["c1"] == "c1 · 1 step · jumps gardener b1"
    assert labels(state, "card-8 king")["c3"] == "c3 · 1 step · jumps Seat 2's architect b2"
    assert labels(state, "card-8 king")["e1"] == "e1 · 2 steps · jumps over b1, d1"
    step = do(state, "card-8 king e1 done")
    assert str(event(step, "pawn_moved").text) == "King a1 → e1, 2 steps, jumping over b1, d1."


def test_r3_16g_two_pawns_in_a_row_are_not_jumped() -> None:
    state = position("K a1 G b1 A c1", "K g7 G g6 A g5", pits="a2 b2")
    assert costs(state, "king") == {}
    assert refusal(state, "card-8 king") == "Your king cannot move."


def test_r3_17c_shift_inside_an_element_costs_a_step() -> None:
    assert reach(board_of(V3K), 0, 1).cost(at("d5")) == 1
    shifted = draft(V3K, "card-8 gardener d5")
    assert shifted.left == 4
    assert draft(V3K, "card-8 gardener d5 gardener f7").left == 3


def test_r3_17e_pawn_rests_on_the_chosen_square() -> None:
    for square in ("c4", "d4", "d5"):
        assert where(do(V3D, f"card-8 gardener {square} done").state, 0, "gardener") == square


def test_r3_18_destinations_equal_those_of_the_oracle() -> None:
    random = Random(50)
    for _ in range(300):
        state = scattered(random, random.choice((2, 3, 4)))
        for pawn in range(3):
            assert destinations(state, pawn) == oracle.destinations(state, 0, pawn)


def test_r3_19_jump_is_named_only_where_it_saves_steps() -> None:
    random = Random(19)
    for _ in range(60):
        state = scattered(random)
        here = board_of(state)
        for pawn in range(3):
            walked = oracle.destinations(state, 0, pawn, jumps=False)
            for to, cost in destinations(state, pawn).items():
                jumped = jumped_over(here, 0, pawn, to)
                assert bool(jumped) == (walked.get(to) != cost)
                assert len(jumped) <= cost


def test_r3_19_each_destination_is_offered_once() -> None:
    keys = offered(start_of_play(), "card-8 king")
    assert len(keys) == len(set(keys)) == 39


def start_of_play() -> State:
    return position("K d1 G c1 A e1", "K d7 G e7 A c7")


def test_r3_20_a_pawn_may_be_shut_in() -> None:
    state = position("K a1 G g1 A g2", "K g7 G g6 A g5", pits="a2 b1 b2")
    assert "king" not in offered(state, "card-8")
    assert refusal(state, "card-8 king") == "Your king cannot move."
    for pawn in ("gardener", "architect"):
        assert pawn in offered(state, "card-8")


@pytest.mark.parametrize("left", [1, 2, 3, 4, 5])
def test_r6_3_note_shows_the_steps_left(left: int) -> None:
    state = start_of_play()
    path = " ".join(["card-8", *["king d2", "king d3", "king d4", "king d5"][: 5 - left]])
    prompt = asked(state, path)
    assert prompt
    assert str(prompt.note) == ("1 step left." if left == 1 else f"{left} steps left.")
