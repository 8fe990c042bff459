"""R3.21 to R3.23: hitting."""

from __future__ import annotations

from rules.schlossgarten.board import board_of
from rules.schlossgarten.movement import reach, surroundings
from rules.schlossgarten.state import at
from tests.schlossgarten.positions import costs, do, labels, offered, position, refusal, start, where
from tests.talk import event, kinds, told

V3G = position("K d3 G a1 A a2", "K g7 G d4 A e6", elements="white pool e6 f6")
V3H = position("K d3 G a1 A a2", "K g7 G d4 A e6", elements="white column e6")
V4 = position("K d3 G f3 A a1", "K g7 G d4 A f4", elements="white pool e6 f6")


def test_r3_21_v3g_worker_on_a_tile_can_be_hit() -> None:
    assert costs(V3G, "king", 1) == {1: "c2 c3 c4 d2 d4 d5 e2 e3 e4"}
    assert offered(V3G, "card-8 king d4") == ["f6"]


def test_r3_21_v3h_a_full_element_protects() -> None:
    assert costs(V3H, "king", 1) == {1: "c2 c3 c4 d2 d5 e2 e3 e4"}
    sentence = "The pawn on d4 cannot be hit: Seat 2 has no free square on an element."
    assert refusal(V3H, "card-8 king d4") == sentence


def test_r3_21_at_the_start_nobody_can_be_hit() -> None:
    for seats in (2, 3, 4):
        state = start(seats, *range(1, seats + 1))
        for seat in range(seats):
            assert not surroundings(board_of(state), seat).targets


def test_r3_22_r6_5_the_hitting_player_puts_the_pawn() -> None:
    step = do(V3G, "card-8 king d4 f6 done")
    assert where(step.state, 1, "gardener") == "f6"
    assert where(step.state, 0, "king") == "d4"
    assert told(step)[1:3] == ["Seat 1 hits Seat 2: gardener d4 → f6.", "King d3 → d4, 1 step."]
    assert refusal(V3G, "card-8 king d4 e6") == "A hit pawn goes to a free square on an element of its owner: f6."


def test_r3_22_label_announces_a_hit() -> None:
    assert labels(V3G, "card-8 king")["d4"] == "d4 · 1 step · hits Seat 2's gardener"
    assert labels(V3G, "card-8 king d4") == {"f6": "f6 · Seat 2's gardener → pool"}


def test_r3_22_r6_4_label_says_that_a_hit_makes_the_figure() -> None:
    """One refuge, the column, or two, of which one makes it."""
    red, white = "K d3 G b2 A e4", "K g7 G c3 A g5"
    sure = position(red, white, elements="white column d4", cards=(4, 8))
    assert labels(sure, "card-4 gardener")["c3"] == "c3 · 1 step · hits Seat 2's gardener · makes the pattern"
    assert labels(sure, "card-4 gardener c3") == {"d4": "d4 · Seat 2's gardener → column · makes the pattern"}
    maybe = position(red, white, elements="white pool d4 d5", cards=(4, 8))
    assert labels(maybe, "card-4 gardener")["c3"] == "c3 · 1 step · hits Seat 2's gardener · can make the pattern"
    assert labels(maybe, "card-4 gardener c3") == {
        "d4": "d4 · Seat 2's gardener → pool · makes the pattern",
        "d5": "d5 · Seat 2's gardener → pool",
    }


def test_r4_10_v4_second_hit_follows_the_first() -> None:
    assert offered(V4, "card-8 king d4") == ["e6", "f6"]
    assert offered(V4, "card-8 king d4 e6 gardener f4") == ["f6"]
    step = do(V4, "card-8 king d4 e6 gardener f4 f6 done")
    assert [where(step.state, 1, pawn) for pawn in ("gardener", "architect")] == ["e6", "f6"]
    assert kinds(step).count("pawn_hit") == 2
    assert not surroundings(board_of(step.state), 0).targets


def test_r3_22_a_hit_pawn_counts_for_the_figure() -> None:
    state = position("K d3 G b2 A e4", "K g7 G c3 A g5", elements="white column d4", cards=(4, 8))
    step = do(state, "card-4 gardener c3 d4 done rest")
    assert event(step, "figure_made").data.figure.key == "d3-d4-e4"
    assert str(event(step, "figure_made").text) == "The pattern of card 4 is complete, with Seat 2's gardener."


def test_r3_23_any_pawn_hits_at_no_extra_cost() -> None:
    assert reach(board_of(V3G), 0, 0).cost(at("d4")) == 1
    near = position("K a1 G d3 A c3", "K g7 G d4 A g5", elements="white pool e6 f6")
    for pawn in ("gardener", "architect"):
        assert where(do(near, f"card-8 {pawn} d4 f6 done").state, 1, "gardener") == "f6"


def test_r3_23_protected_pawns_are_never_hit() -> None:
    state = position("K d3 G d2 A a2", "K d4 G e6 A e3", elements="white pool e6 f6")
    keys = offered(state, "card-8 king")
    assert "e3" in keys
    assert not {"d4", "d2", "e6"} & set(keys)


def test_r3_16e_a_jump_may_land_as_a_hit() -> None:
    state = position("K d3 G d4 A a1", "K g7 G d5 A g5", elements="white pool e6 f6")
    assert labels(state, "card-8 king")["d5"] == "d5 · 1 step · jumps gardener d4 · hits Seat 2's gardener"
