"""R6.9 to R6.11: finishing positions."""

from __future__ import annotations

import sys
from itertools import count
from random import Random
from typing import Any

import pytest

from rules.game import play
from rules.schlossgarten import GAME
from rules.schlossgarten.board import NAMES, board_of
from rules.schlossgarten.finishes import finishes, has_finish
from rules.schlossgarten.parts import CARDS, FIGURES, KING
from rules.schlossgarten.state import setup
from tests.examples import many, sampled
from tests.schlossgarten import oracle
from tests.schlossgarten.positions import do, draft, drawn, labels, offered, position, refusal, scattered, spell, start, where

TWO = "28 26 30 32 30 32 21 30 30 14 23 23 26 26 14 14 26 25 25 26 20 20 16 17 16 17 7 7 7 7 6 4"
FOUR = "32 28 32 35 32 35 25 32 32 18 21 21 28 30 18 16 26 27 27 26 21 21 15 18 15 18 8 7 7 8 7 6"


@pytest.mark.parametrize(("seats", "numbers"), [(2, TWO), (4, FOUR)])
def test_r4_15_v9_finishing_positions_from_the_start(seats: int, numbers: str) -> None:
    """Card 7 stands already, so it has one more, without movement."""
    here = board_of(setup(seats, frozenset()))
    for seat in range(seats):
        found = [len(finishes(here, seat, card)) + (card == 7) for card in CARDS]
        assert found == list(map(int, numbers.split()))
    assert sum(map(int, TWO.split())) == 645
    assert sum(map(int, FOUR.split())) == 692


def test_r4_15_v9_the_four_figures_of_card_32() -> None:
    state = drawn(start(2, 32, 22), 1)
    assert labels(state, "card-32 reach") == {
        "a1-d2-b4": "king a1, gardener d2, architect b4 · 5 steps",
        "b4-c1-e3": "king b4, architect e3 · 5 steps",
        "f4-c3-e1": "king f4, gardener c3 · 5 steps",
        "g1-f4-d2": "king g1, gardener f4, architect d2 · 5 steps",
    }
    moves = [[(pawn, NAMES[to]) for pawn, to in each.moves] for each in finishes(board_of(state), 0, 32)]
    assert moves[0] == [(0, "a1"), (1, "d2"), (2, "b4")]
    assert moves[3] == [(0, "g1"), (2, "d2"), (1, "f4")]


def test_r6_9_figures_are_sorted_and_at_most_12_are_offered() -> None:
    here = board_of(setup(2, frozenset()))
    for card in CARDS:
        listed = [(each.cost, each.figure.key) for each in finishes(here, 0, card)]
        assert listed == sorted(listed)
        assert len(set(listed)) == len(listed)
    state = drawn(start(2, 4, 22), 1)
    assert len(finishes(here, 0, 4)) == 32
    assert offered(state, "card-4 reach") == [each.figure.key for each in finishes(here, 0, 4)[:FIGURES]]


@pytest.mark.long
@sampled
def test_r6_9_finishes_equal_those_of_the_oracle() -> None:
    random = Random(69)
    for _ in range(many(5, 40)):
        state = scattered(random, random.choice((2, 3, 4)))
        card = random.choice(sorted(CARDS))
        found = [(each.cost, each.figure.key, each.moves) for each in finishes(board_of(state), 0, card)]
        assert found == oracle.finishing(state, 0, card)
        assert has_finish(board_of(state), 0, card) == bool(found)


def test_r6_3_r7_7_has_finish_agrees_with_the_list() -> None:
    random = Random(73)
    for _ in range(300):
        here, card = board_of(scattered(random, random.choice((2, 3, 4)))), random.choice(sorted(CARDS))
        assert has_finish(here, 0, card) == bool(finishes(here, 0, card))


def test_r6_9_foreign_workers_help_where_they_stand() -> None:
    state = position("K d3 G a1 A e2", "K g7 G d4 A a7", cards=(2, 8))
    assert labels(state, "card-2 reach")["d3-d4-e3"] == "architect e3 · with Seat 2's gardener d4 · 1 step"


def test_r6_10_r6_14_reach_equals_its_single_moves() -> None:
    state = drawn(start(4, 3, 4, 5, 6), 2)
    by_hand = do(state, "card-2 gardener d2 done gardener-works dig d3 rest")
    in_one = do(state, "card-2 reach d1-d2-e1 gardener-works dig d3 rest")
    assert in_one.state == by_hand.state
    assert offered(state, "card-2 reach d1-d2-e1") == ["gardener-works", "architect-works", "rest"]


@sampled
def test_r6_10_reach_equals_single_moves_at_random_positions() -> None:
    random = Random(37)
    for _ in range(many(50, 500)):
        state = scattered(random, random.choice((2, 3, 4)))
        view = GAME.view(state, 0)
        card = random.choice(view.hand)
        found = finishes(board_of(state), 0, card)
        for each in random.sample(found[:FIGURES], min(2, len(found[:FIGURES]))):
            there = draft(state, f"card-{card} reach {each.figure.key}")
            assert there.left == 5 - each.cost
            assert there.figures()
            path = spell(view, there.turn())
            again = draft(state, " ".join(path))
            assert (again.board, again.left, again.moves) == (there.board, there.left, there.moves)
            assert again.board.pawns[0][KING] == each.figure.king
            by_hand = play(GAME, state, 0, path).state
            assert by_hand.pawns == there.board.pawns


def test_r6_3_reach_is_offered_only_before_the_first_move() -> None:
    state = drawn(start(2, 2, 22), 1)
    assert "reach" in offered(state, "card-2")
    assert "reach" not in offered(state, "card-2 king d2")
    alone = position("K a1 G g7 A g6", "K d7 G c7 A d1", pits="a2 b1 b2", cards=(32, 8))
    assert "reach" not in offered(alone, "card-32")


def test_r6_9_r6_11_unlisted_figures_can_be_made_by_hand() -> None:
    """The own gardener stands where the king has to be, and a foreign one is in the figure."""
    state = position("K d3 G e3 A e2", "K g7 G e4 A a7", cards=(2, 8))
    assert "e3-e4-f3" not in offered(state, "card-2 reach")
    assert refusal(state, "card-2 reach e3-e4-f3") == "e3-e4-f3 is not on the list; move the pawns one by one."
    by_hand = do(state, "card-2 gardener d2 king e3 architect f3 done dig f2 rest")
    assert where(by_hand.state, 0, "king") == "e3"
    assert by_hand.state.last
    assert by_hand.state.last.figure


def test_r7_7_a_list_takes_less_than_50_ms() -> None:
    """Count lines of Python: any machine runs a thousand of them in a millisecond."""
    random, lines = Random(77), count()

    def trace(*_: object) -> Any:
        next(lines)
        return trace

    for _ in range(100):
        here, card = board_of(scattered(random, 4)), random.choice(sorted(CARDS))
        former, began = sys.gettrace(), next(lines)
        sys.settrace(trace)
        finishes(here, 0, card)
        sys.settrace(former)
        assert next(lines) - began < 50_000
