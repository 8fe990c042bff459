"""Computer players make legal moves; these depend on view, level and seed alone, never on hidden facts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice, pairwise
from math import isfinite
from random import Random
from typing import Any

import pytest

from players.evaluation import Evaluator, features_of, lead_over_mean, load_evaluator
from players.levels import LEVELS, Level
from players.match import make_player, make_search_player, play_game
from players.search import EvaluatedTurn, choose, rank_turns
from rules import GAMES
from rules.game import DEALER, AnyGame, Seat, play, winners
from tests import toy
from tests.playing import at_random, play_out

PLAYED = GAMES | {"toy": toy.GAME}
LITTLE = Level(budget=30, compared_turns=3, replies=1, sampled_states=2)
HALVING = Level(budget=30, compared_turns=5, replies=1, halving=True)
every_game = pytest.mark.parametrize("game", PLAYED.values(), ids=list(PLAYED))


def positions(game: AnyGame, seats: int, every: int, seed: int = 3) -> Iterator[tuple[Any, int]]:
    """Yield some states of a random game in which a seat is to move, with that seat."""
    moves = play_out(game, lambda view, random: at_random(game.key)(view, random), seats, frozenset(), Random(seed))
    acting = ((move.step.state, min(game.to_act(move.step.state), default=DEALER)) for move in moves)
    yield from islice(((state, seat) for state, seat in acting if seat != DEALER), 0, None, every)


def twins(game: AnyGame, every: int) -> Iterator[tuple[Any, Seat, Any, Any]]:
    """Yield states, seats, their views, and their views of a twin state that differs in hidden facts."""
    for state, seat in positions(game, 2, every):
        view = game.view(state, seat)
        yield state, seat, view, game.view(game.possible(view, Random(8)), seat)


@pytest.mark.short("djinns", "hanging_gardens", "toy")
@pytest.mark.parametrize("level", [LITTLE, HALVING], ids=["little", "halving"])
@every_game
def test_moves_are_equal_for_equal_views(game: AnyGame, level: Level) -> None:
    """A twin of the state differs only in hidden facts."""
    evaluator = load_evaluator(game, 2)
    for state, seat, view, twin in twins(game, 12):
        one, other = (rank_turns(each, seat, level, evaluator, Random(5)) for each in (view, twin))
        assert [(turn.path, turn.value) for turn in one] == [(turn.path, turn.value) for turn in other]
        play(game, state, seat, one[0].path)
        assert level.halving or all(a.value >= b.value for a, b in pairwise(one))


@pytest.mark.short("djinns", "schlossgarten", "toy")
@every_game
def test_search_plays_a_whole_game(game: AnyGame) -> None:
    move = make_search_player(Level(budget=10, temperature=1.0), load_evaluator(game, game.seats[0]))
    assert winners(game.scores(play_game(game, [move] * game.seats[0], frozenset(), 4)))


def test_search_takes_points_at_once() -> None:
    """Three pebbles bring three points, the last one five more."""
    state = toy.State((3, 0, 0), (0, 0))
    (best, *_) = rank_turns(toy.GAME.view(state, 0), 0, LEVELS["steady"], Evaluator(toy.GAME), Random(1))
    assert toy.GAME.scores(best.state)[0].points == 8


def test_search_considers_replies() -> None:
    """Three of five pebbles bring three points, but the reply brings seven."""
    state = toy.State((5, 0, 0), (0, 0))
    at_once, ahead = (
        rank_turns(toy.GAME.view(state, 0), 0, level, Evaluator(toy.GAME), Random(1))[0]
        for level in (Level(budget=50), Level(budget=50, compared_turns=9, replies=1))
    )
    assert toy.GAME.scores(at_once.state)[0].points == 3
    assert play(toy.GAME, state, 0, ahead.path).state.heaps[0] == 4


@pytest.mark.short("djinns", "hanging_gardens", "toy")
@pytest.mark.parametrize("level", [Level(budget=20, compared_turns=3, replies=2), HALVING], ids=["little", "halving"])
@every_game
def test_a_deadline_only_cuts_short(game: AnyGame, level: Level) -> None:
    """A search that ends in time is unchanged; after the deadline a legal move follows soon."""
    evaluator = load_evaluator(game, 2)
    for state, seat in positions(game, 2, 20):
        view = game.view(state, seat)
        for calls in (1, 60):
            clock = count()
            best, *_ = rank_turns(view, seat, level, evaluator, Random(5), lambda clock=clock, calls=calls: next(clock) >= calls)
            play(game, state, seat, best.path)
            assert next(clock) < calls + 60
        clock = count()
        in_time = rank_turns(view, seat, level, evaluator, Random(5), lambda clock=clock: next(clock) > 10**9)
        assert in_time == rank_turns(view, seat, level, evaluator, Random(5))


@every_game
def test_turns_are_searched_in_the_state_that_is_given(game: AnyGame) -> None:
    """Their states follow from it, also in what the view hides."""
    evaluator = load_evaluator(game, 2)
    for state, seat in positions(game, 2, 12):
        view = game.view(state, seat)
        start = game.possible(view, Random(9))
        (best, *_) = rank_turns(view, seat, Level(budget=30), evaluator, Random(5), start=start)
        if not game.mid_turn(after := play(game, start, seat, best.path).state):
            assert best.state == after


def test_higher_temperature_plays_weaker_moves_more_often() -> None:
    turns = [EvaluatedTurn(("a",), None, 5.0), EvaluatedTurn(("b",), None, 3.0)]
    chosen = [choose(turns, 2.0, Random(seed)).path for seed in range(300)]
    assert 40 < chosen.count(("b",)) < 150
    assert {choose(turns, 0.0, Random(seed)).path for seed in range(9)} == {("a",)}


def test_lead_is_over_the_best_other_seat() -> None:
    assert lead_over_mean((4.0, 7.0, 5.0), 1) == 2.5
    assert lead_over_mean((4.0, 7.0, 5.0), 0) == -2.0
    assert lead_over_mean((4.0, 7.0), 0) == -3.0


@every_game
def test_features_are_numbers_with_names(game: AnyGame) -> None:
    features = features_of(game)
    for state, _ in positions(game, game.seats[-1], 10):
        assert 0 <= features.progress(state) <= 1
        for seat in range(game.seats[-1]):
            numbers = features.extract(state, seat)
            assert len(numbers) == len(features.names)
            assert all(map(isfinite, numbers))


@pytest.mark.parametrize("name", ["random", "greedy", *LEVELS])
def test_players_are_found_by_name(name: str) -> None:
    state, seat = next(positions(toy.GAME, 2, 1))
    play(toy.GAME, state, seat, make_player(name, toy.GAME, 2)(toy.GAME.view(state, seat), seat, Random(1)))
