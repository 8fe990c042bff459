"""Measure the rules: random play beside python-chess, the options of a prompt, completions,
refusals, and the size of a state.

Times are processor times, so that other work of the machine does not count.
"""

from __future__ import annotations

import argparse
import gc
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from time import process_time
from typing import Any, NamedTuple

import chess

from bench.rows import Row, quantile
from host.codec import encode
from rules.choice import Conversation, Path, Prompt, walk
from rules.game import DEALER, AnyGame, Move, conversation, play_at_random
from rules.text import Text
from rules.typed import complete
from trials.options import add_games, add_number, games

ROUNDS = 5  # of which the median counts
MILLI = 1000
REFUSING = 10  # questions of each game that are given wrong answers
WRONG = 10  # answers to each of these
GENERAL = 1.0  # % of the refusals that may be the general sentence


class Target(NamedTuple):
    """The targets of a game.

    ``speed``: moves of random play a second; ``soon``: ms for the options of a prompt with their labels, and for
    completing typed text, of the slowest in a hundred; ``state``: kB of JSON; ``typed``: beginnings of a move.
    """

    speed: int
    soon: float
    state: float
    typed: tuple[str, ...]


TARGETS = {
    "djinns": Target(10_000, 5.0, 8, ("", "7", "7 2-")),
    "hanging_gardens": Target(1_500, 20.0, 8, ("", "card-1 ", "card-1 up b")),
    "schlossgarten": Target(1_500, 50.0, 8, ("",)),
    "ishtar": Target(800, 50.0, 12, ("",)),
}


OTHERS = Target(1_000, 50.0, 12, ("",))


def arguments(asked: argparse.ArgumentParser) -> None:
    """Add options for the games and their number."""
    add_games(asked)
    add_number(asked, "games", 200, "games for each number")


def run(given: argparse.Namespace) -> Iterator[Row]:
    """Measure random play, prompts, refusals and sizes."""
    for part in (_speed, _prompts, _refusals, _sizes):
        yield from part(games(given), given.games)


def _each(played: Sequence[AnyGame]) -> Iterator[AnyGame]:
    """Yield the games to measure, each after a garbage collection.

    Objects from before are frozen. Else a full collection walks the caches of earlier games, and one question of hundreds
    takes 90 ms longer.
    """
    for game in played:
        gc.collect()
        gc.freeze()
        yield game
    gc.unfreeze()


def _target(game: AnyGame) -> Target:
    return TARGETS.get(game.key, OTHERS)


def _rate(play: Callable[[Random], int], seed: int, count: int) -> float:
    """Return the moves a second of processor time."""
    random, started = Random(seed), process_time()
    moves = sum(play(random) for _ in range(max(1, count // ROUNDS)))
    return moves / (process_time() - started)


def _speed(played: Sequence[AnyGame], count: int) -> Iterator[Row]:
    others = [_rate(_chess, seed, count) for seed in range(ROUNDS)]
    yield Row("python-chess, random legal play", quantile(others, 0.5), "moves/s")
    for game in _each(played):
        for seats in game.seats:
            play = partial(_persons, game, seats)
            pairs = [(_rate(play, seed, count), _rate(_chess, seed, count)) for seed in range(ROUNDS)]
            name = f"{game.key}, {seats} seats, random play"
            yield Row(name, quantile([own for own, _ in pairs], 0.5), "moves/s", _target(game).speed)
            yield Row(f"{name} beside python-chess", quantile([own / other for own, other in pairs], 0.5), "×")


def _persons(game: AnyGame, seats: int, random: Random) -> int:
    return sum(move.seat != DEALER for move in play_at_random(game, game.setup(seats, frozenset()), random))


def _chess(random: Random) -> int:
    board = chess.Board()
    while not board.is_game_over() and board.ply() < 200:
        board.push(random.choice(list(board.legal_moves)))
    return board.ply()


def _positions(game: AnyGame, count: int) -> Iterator[tuple[Any, Move[Any]]]:
    """Yield positions of random games of every seat count, each with the move that a person makes there."""
    for number in range(count):
        state = game.setup(game.seats[number % len(game.seats)], frozenset())
        for place, move in enumerate(play_at_random(game, state, Random(number))):
            if move.seat != DEALER and place % 8 == number % 8:
                yield state, move
            state = move.step.state


def _prompts(played: Sequence[AnyGame], count: int) -> Iterator[Row]:
    for game in _each(played):
        target, times = _target(game), dict[str, list[float]]()
        for state, move in _positions(game, count):
            ask = conversation(game, state, move.seat)
            worst = max(_timed(partial(_options, ask, move.path[:at])) for at in range(len(move.path)))
            times.setdefault("options with labels of the worst prompt of a move", []).append(worst)
            for text in target.typed:
                spent = _timed(partial(complete, ask, text))
                times.setdefault(f"autocomplete of “{text}”", []).append(spent)
        for name, spent in times.items():
            yield Row(f"{game.key}, {name}, p50", quantile(spent, 0.5), "ms")
            yield Row(f"{game.key}, {name}, p99", quantile(spent, 0.99), "ms", target.soon)


def _options(ask: Conversation[Any], path: Path) -> None:
    prompt = walk(ask, path).prompt
    assert prompt is not None
    for option in prompt.options:
        option.shown()


def _timed(do: Callable[[], Any]) -> float:
    started = process_time()
    do()
    return (process_time() - started) * MILLI


def _refusals(played: Sequence[AnyGame], count: int) -> Iterator[Row]:
    """Yield the share of general sentences: a question is given answers on offer elsewhere that begin none of its own."""
    for game in played:
        asked = [each for state, move in _positions(game, count) for each in _questions(game, state, move)]
        elsewhere = defaultdict[str, set[str]](set)
        for prompt in asked:
            elsewhere[prompt.key].update(option.key for option in prompt.options)
        random, reasons = Random(0), list[Text | None]()
        for prompt in random.sample(asked, min(len(asked), REFUSING * count)):
            here = [option.key for option in prompt.options]
            wrong = sorted(each for each in elsewhere[prompt.key] if not any(key.startswith(each) for key in here))
            reasons += map(prompt.why_not, random.sample(wrong, min(WRONG, len(wrong))))
        yield Row(f"{game.key}, wrong answers refused", len(reasons), "")
        if reasons:
            yield Row(f"{game.key}, of these by the general sentence", 100 * reasons.count(None) / len(reasons), "%", GENERAL)


def _questions(game: AnyGame, state: Any, move: Move[Any]) -> tuple[Prompt[Any], ...]:
    return walk(conversation(game, state, move.seat), move.path).answered


def _sizes(played: Sequence[AnyGame], count: int) -> Iterator[Row]:
    for game in played:
        for seats in game.seats:
            ends = (_end(game, seats, number) for number in range(max(1, count // 2)))
            largest = max(len(encode(end)) for end in ends)
            name = f"{game.key}, {seats} seats, state at the end, largest"
            yield Row(name, largest / MILLI, "kB of JSON", _target(game).state)


def _end(game: AnyGame, seats: int, seed: int) -> Any:
    *_, last = play_at_random(game, game.setup(seats, frozenset()), Random(seed))
    return last.step.state
