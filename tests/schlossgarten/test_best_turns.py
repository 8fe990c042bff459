"""R6.21: complete turns on offer."""

from __future__ import annotations

from random import Random

import pytest

from rules.choice import Path
from rules.game import DEALER, play
from rules.schlossgarten import GAME
from rules.schlossgarten.state import State
from tests.playing import with_states
from tests.schlossgarten.builder import play_as_builders
from tests.schlossgarten.positions import LINE, drawn, points, start

SHORT = 30  # letters on a button


def gained(state: State, path: Path) -> int:
    assert state.turn is not None
    return points(play(GAME, state, state.turn, path).state)[state.turn] - points(state)[state.turn]


def test_r6_21_the_best_turns_of_a_position() -> None:
    first, *others = GAME.best_turns(GAME.view(LINE, 0), ())
    assert " ".join(first.path) == "card-7 reach d4-c4-e4 gardener-works dig d3 maze c2-c3-d3"
    assert str(first.label.text) == "maze c2-c3-d3"
    assert first.label.gain
    assert first.label.gain.own == gained(LINE, first.path) == 9
    assert len(others) == 4


def test_r6_21_best_turns_are_legal_and_keep_their_promise() -> None:
    seen = 0
    for seats in GAME.seats:
        for state, move in with_states(GAME.setup(seats, frozenset()), play_as_builders(seats, frozenset(), Random(seats))):
            if move.seat != DEALER:
                turns = GAME.best_turns(GAME.view(state, move.seat), ())
                brought = [gained(state, turn.path) for turn in turns]
                assert brought == [turn.label.gain and turn.label.gain.own for turn in turns]
                assert brought == sorted(brought, reverse=True)
                assert len({turn.path[-2:] for turn in turns}) == len(turns) <= 5
                assert all(len(str(turn.label.text)) <= SHORT for turn in turns)
                seen += len(turns)
    assert seen > 100


def test_r6_21_turns_at_a_tile_keep_movement_and_build_over_it() -> None:
    path = ("card-7", "reach", "d4-c4-e4", "gardener-works", "dig")
    turns = GAME.best_turns(GAME.view(LINE, 0), path)
    assert " ".join(turns[0].path) == "card-7 reach d4-c4-e4 gardener-works dig d3 maze c2-c3-d3"
    assert {turn.path[3] for turn in turns} == {"gardener-works", "architect-works"}
    for turn in turns:
        assert turn.path[:3] == path[:3]
        assert turn.path[5] in turn.path[-1].split("-")
        assert turn.label.gain
        assert turn.label.gain.own == gained(LINE, turn.path)


@pytest.mark.parametrize(
    "path", ["card-7", "card-7 king", "card-7 done gardener-works hedge-1", "card-7 done gardener-works dig d2"]
)
def test_r6_21_no_best_turns_at_other_questions(path: str) -> None:
    assert GAME.best_turns(GAME.view(LINE, 0), tuple(path.split())) == ()


def test_r6_21_no_best_turns_for_other_seats() -> None:
    state = drawn(start(2, 7, 22), 32)
    assert GAME.best_turns(GAME.view(state, 0), ())
    assert GAME.best_turns(GAME.view(state, 1), ()) == ()
    assert GAME.best_turns(GAME.view(state, None), ()) == ()
