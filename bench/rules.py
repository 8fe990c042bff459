"""The rules: random play beside python-chess, what is asked while a person chooses, and the size of a state."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from random import Random
from time import perf_counter, process_time
from typing import Any

import chess

from bench.rows import Row, quantile
from rules import GAMES
from rules.choice import complete, walk
from rules.game import DEALER, AnyGame, asking, play_at_random

PLAYED = 200  # games for each number
ROUNDS = 5  # of which the median counts, so that a neighbour on the machine does not
FAST = 10_000  # moves a second
SOON = 5.0  # ms, of the slowest in a hundred
MILLI = 1000
TYPED = ("", "7", "7 2 ")


def run() -> list[Row]:
    """Everything about the rules."""
    return [*_speed(), *_patience(), _size()]


def _rate(play: Callable[[Random], int], seed: int) -> float:
    """Moves a second of processor time."""
    random, started = Random(seed), process_time()
    moves = sum(play(random) for _ in range(PLAYED // ROUNDS))
    return moves / (process_time() - started)


def _speed() -> Iterator[Row]:
    plays = {f"{g.key}, {seats} seats": partial(_persons, g, seats) for g in GAMES.values() for seats in g.seats}
    others = [_rate(_chess, seed) for seed in range(ROUNDS)]
    yield Row("python-chess, random legal play", quantile(others, 0.5), "moves/s")
    for name, play in plays.items():
        pairs = [(_rate(play, seed), _rate(_chess, seed)) for seed in range(ROUNDS)]
        yield Row(f"{name}, random play", quantile([own for own, _ in pairs], 0.5), "moves/s", FAST)
        yield Row(f"{name}, beside python-chess", quantile([own / other for own, other in pairs], 0.5), "×")


def _persons(game: AnyGame, seats: int, random: Random) -> int:
    return sum(move.seat != DEALER for move in play_at_random(game, game.setup(seats, frozenset()), random))


def _chess(random: Random) -> int:
    board = chess.Board()
    while not board.is_game_over() and board.ply() < 200:
        board.push(random.choice(list(board.legal_moves)))
    return board.ply()


def _positions(game: AnyGame) -> Iterator[tuple[Any, int]]:
    """Where persons stand in random games of every seat count, with who acts."""
    for number in range(PLAYED):
        state = game.setup(game.seats[number % len(game.seats)], frozenset())
        for place, move in enumerate(play_at_random(game, state, Random(number))):
            if move.seat != DEALER and place % 8 == number % 8:
                yield state, move.seat
            state = move.step.state


def _patience() -> Iterator[Row]:
    for game in GAMES.values():
        times: dict[str, list[float]] = {}
        for state, seat in _positions(game):
            ask = asking(game, state, seat)
            times.setdefault("options with labels", []).append(_timed(lambda ask=ask: _options(ask)))
            for text in TYPED:
                spent = _timed(lambda ask=ask, text=text: complete(ask, text))
                times.setdefault(f"autocomplete of “{text}”", []).append(spent)
        for name, spent in times.items():
            yield Row(f"{game.key}, {name}, p50", quantile(spent, 0.5), "ms")
            yield Row(f"{game.key}, {name}, p99", quantile(spent, 0.99), "ms", SOON)


def _options(ask: Callable[[], Any]) -> None:
    prompt = walk(ask, ()).prompt
    assert prompt is not None
    for option in prompt.options:
        option.shown()


def _timed(do: Callable[[], Any]) -> float:
    started = perf_counter()
    do()
    return (perf_counter() - started) * MILLI


def _size() -> Row:
    largest = 0
    for game in GAMES.values():
        for number in range(PLAYED):
            *_, last = play_at_random(game, game.setup(game.seats[-1], frozenset()), Random(number))
            largest = max(largest, len(json.dumps(asdict(last.step.state))))
    return Row("state at the end of a game, largest", largest / MILLI, "kB of JSON")
