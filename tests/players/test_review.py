"""Reviews of games: the points to expect, moves with a better one beside them, and what others may read of them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

from players import review
from players.forecast import load_forecast
from players.match import make_player, play_moves
from players.review import (
    LEAST_POINTS,
    POINTS_OF_SEAT,
    Decision,
    Outline,
    TurningPoint,
    choose_candidates,
    first_look,
    is_legal,
    largest,
    outline,
    review_version,
    second_look,
)
from rules import GAMES
from rules.game import DEALER, Seat, play
from rules.turn import split_turn

Move = tuple[Seat, tuple[str, ...]]
SEATS, SECONDS = 3, 60.0
KEYS = ("djinns", "hanging_gardens", "ishtar", "schlossgarten")


@cache
def played(key: str, level: str = "gentle", seed: int = 1) -> tuple[Move, ...]:
    """All moves of a game among computers of a level."""
    players = [make_player(level, GAMES[key], SEATS)] * SEATS
    return tuple((move.seat, move.path) for move in play_moves(GAMES[key], players, frozenset(), seed))


@cache
def course(key: str) -> Outline:
    moves = played(key)
    return outline(key, SEATS, frozenset(), moves, frozenset(n for n, (seat, _) in enumerate(moves) if seat != DEALER))


@cache
def points(key: str) -> tuple[TurningPoint, ...]:
    """The turning points of the second half of a game, where moves are few."""
    half = course(key).decisions[len(course(key).decisions) // 2 :]
    costs = [(decision, first_look(key, SEATS, decision, SECONDS, trained=True)) for decision in half]
    found = [second_look(key, SEATS, decision, SECONDS, trained=True) for decision in choose_candidates(costs)]
    return largest([point for point in found if point], course(key).turns)


def decision_of(key: str, point: TurningPoint) -> Decision:
    return next(each for each in course(key).decisions if each.move == point.move)


@pytest.mark.parametrize("key", KEYS)
def test_each_game_has_a_forecast(key: str) -> None:
    assert all(any(load_forecast(GAMES[key], seats).weights) for seats in GAMES[key].seats)


@pytest.mark.parametrize("key", KEYS)
def test_lines_end_at_the_final_points(key: str) -> None:
    found, state = course(key), GAMES[key].setup(SEATS, frozenset())
    for seat, path in played(key):
        state = play(GAMES[key], state, seat, path).state
    assert found.points[-1] == found.own[-1] == tuple(score.points for score in GAMES[key].scores(state))
    assert len(found.points) == len(found.own) == found.turns[-1] + 1


@pytest.mark.long
@pytest.mark.parametrize("key", KEYS)
def test_forecast_is_nearer_to_the_end_than_the_points_at_hand(key: str) -> None:
    """It is so from the first third of the game on, where seats have few points in most games."""
    found = course(key)
    third, end = found.points[len(found.points) // 3], found.points[-1]
    state, turn = GAMES[key].setup(SEATS, frozenset()), 0
    for number, (seat, path) in enumerate(played(key)):
        turn = found.turns[number]
        if turn > len(found.points) // 3:
            break
        state = play(GAMES[key], state, seat, path).state
    now = [score.points for score in GAMES[key].scores(state)]
    assert sum(abs(a - b) for a, b in zip(third, end, strict=True)) < 10 + sum(abs(a - b) for a, b in zip(now, end, strict=True))


@pytest.mark.short("djinns", "hanging_gardens")
@pytest.mark.parametrize("key", KEYS)
def test_turning_points_have_a_better_legal_move(key: str) -> None:
    assert points(key)
    for point in points(key):
        decision = decision_of(key, point)
        state = GAMES[key].possible(decision.view, Random(1))
        assert point.better != decision.path
        assert sum(len(move.path) for move in split_turn(GAMES[key], state, point.seat, point.better)) == len(point.better)
        assert point.cost >= LEAST_POINTS
        assert len(point.reasons.texts) <= 2


@pytest.mark.short("djinns", "hanging_gardens")
@pytest.mark.parametrize("key", KEYS)
def test_each_seat_has_few_turning_points(key: str) -> None:
    moves = [point.move for point in points(key)]
    assert moves == sorted(moves)
    assert all([point.seat for point in points(key)].count(seat) <= POINTS_OF_SEAT for seat in range(SEATS))


@pytest.mark.short("djinns", "hanging_gardens")
@pytest.mark.parametrize("key", KEYS)
def test_open_moves_are_legal_in_states_of_the_public_view(key: str) -> None:
    """Others may read of them: they name nothing that only their seat could know."""
    game = GAMES[key]
    for point in points(key):
        if point.open is None:
            continue
        decision = decision_of(key, point)
        states = [game.possible(decision.public, Random(f"other {number}")) for number in range(100)]
        fitting = [state for state in states if is_legal(game, state, point.seat, decision.path)]
        better = [state for state in fitting if split_turn(game, state, point.seat, point.better)]
        assert len(better) == len(fitting)


def test_move_is_private_if_too_few_states_fit_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few states prove little about what everybody could know."""
    point = next(each for each in points("djinns") if each.open is not None)
    monkeypatch.setattr(review, "OPEN_ATTEMPTS", review.OPEN_STATES - 1)
    found = second_look("djinns", SEATS, decision_of("djinns", point), SECONDS, trained=True)
    assert found
    assert found.open is None


def test_turn_has_one_turning_point() -> None:
    """In Ishtar a turn has several moves; the one that costs most stands for it."""
    first, second, other = (
        TurningPoint(move, 0, ("done",), cost, cost, False, review.Reasons(), None) for move, cost in enumerate((3.0, 5.0, 2.0))
    )
    assert largest([first, second, other], [1, 1, 2]) == (second, other)


def test_hidden_card_makes_a_move_private() -> None:
    """In Schlossgarten a better move with another card of the hand would show that card."""
    for point in points("schlossgarten"):
        card, other = point.better[0], decision_of("schlossgarten", point).path[0]
        if card.startswith("card-") and card != other:
            assert point.open is None


def test_version_changes_with_the_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = review_version(GAMES["ishtar"])
    monkeypatch.setattr(review, "WEIGHTS", tmp_path)
    assert review_version(GAMES["ishtar"]) != before
