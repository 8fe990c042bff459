"""Measure computer players: shares of wins, times of decisions, and the memory of a thinking process.

Shares of wins and mean places are followed by the ends of their 95 % intervals. A match ends as soon as its interval excludes
the goal, so the numbers of games differ. Times are processor times. Games among keen players tell how often the first player
wins, and the length of the longest game; a dead end would stop them with an error.
"""

from __future__ import annotations

import argparse
import asyncio
import os
from collections.abc import Container, Iterator, Sequence
from functools import partial
from random import Random
from statistics import mean
from time import process_time
from typing import Any, NamedTuple

from bench.rows import Row, quantile
from bench.stopwatch import late
from host import workers
from host.reviews import Task, review_game
from players.decision import decide
from players.evaluation import WEIGHTS
from players.hint import Hint, advise
from players.match import Player, make_player, match, mean_place, play_game, play_moves
from rules.choice import Path
from rules.game import DEALER, AnyGame, Seat, play_at_random, winners
from trials import options
from trials.program import mebibytes

PERCENT, KILO = 100, 1000
DUELS = (("keen", "random", 97), ("keen", "greedy", 70), ("keen", "steady", 60), ("steady", "gentle", 60))
GREEDY = {"djinns": 90, "hanging_gardens": 85, "ishtar": 75}  # goals of keen against greedy that are higher
SOON, LATE, WEIGHED, MEMORY, LAG = 0.5, 2.0, 20, 120, 50  # s, s, kB, MiB, ms
THINKING = 4  # computers at a time
DECISION_SECONDS = 60.0  # of processor time, at most
REVIEW_SECONDS, SCALED_MOVES, REVIEWED_GAMES = 60.0, 60, 20  # s of a review of so many turns; one of so many games is reviewed
HINTED_SHARE, HINTED_GAMES = 0.3, 10  # of decisions with a hint; one of so many games is played for hints


class Decision(NamedTuple):
    """The seat that decided, and the seconds of processor time."""

    seat: Seat
    spent: float


def arguments(asked: argparse.ArgumentParser) -> None:
    """Add options for the games, their number, and the parts."""
    options.add_seed(asked)
    options.add_games(asked)
    options.add_number(asked, "games", 100, "games of each row, at most")
    parts = (*PARTS, PROCESSES)
    asked.add_argument(
        "--part", action="append", choices=parts, metavar="PART", help=f"only this part; one of {', '.join(parts)}"
    )


def run(given: argparse.Namespace) -> Iterator[Row]:
    """Measure how well and how fast computers play, and the memory of their processes."""
    games, parts = options.games(given), given.part or (*PARTS, PROCESSES)
    yield from measured(games, given.games, given.seed, parts)
    if PROCESSES in parts:
        yield from processes(games)


def measured(games: Sequence[AnyGame], most: int, seed: int, parts: Container[str]) -> Iterator[Row]:
    """Measure how well and how fast the players of these games play, with at most ``most`` games for each row."""
    for game in games:
        for part, rows in PARTS.items():
            if part in parts:
                yield from rows(game, most, seed)


def _duels(game: AnyGame, most: int, seed: int) -> Iterator[Row]:
    """Play each level against weaker ones, at two seats."""
    for one, other, goal in DUELS:
        goal = max(goal, GREEDY.get(game.key, 0)) if other == "greedy" else goal
        *_, result = match(game, one, other, 2, most, seed, goal / PERCENT)
        low, high = result.interval
        name = f"{game.key}, 2 seats, {one} against {other}"
        yield Row(name, PERCENT * result.wins / result.games, "% won", goal)
        yield Row(f"{name}, the interval begins", PERCENT * low, "%")
        yield Row(f"{name}, the interval ends", PERCENT * high, "%")
        yield Row(f"{name}, games", result.games, "")


def _among_others(game: AnyGame, most: int, seed: int) -> Iterator[Row]:
    """Play a keen player at larger tables."""
    for seats in game.seats[1:]:
        *_, result = match(game, "keen", "greedy", seats, most, seed)
        name = f"{game.key}, {seats} seats, keen among greedy"
        own, theirs = mean_place(result.places, seats), mean_place(result.others_places, seats)
        for whose, (middle, low, high) in (("", own), (" of the others", theirs)):
            yield Row(f"{name}, mean place{whose}", middle, "")
            yield Row(f"{name}, mean place{whose}, the interval begins", low, "")
            yield Row(f"{name}, mean place{whose}, the interval ends", high, "")
        yield Row(f"{name}, places by which the intervals overlap", own[2] - theirs[1], "", 0)
        yield Row(f"{name}, games", result.games, "")


def _keen_games(game: AnyGame, most: int, seed: int) -> Iterator[Row]:
    """Play games among keen players."""
    keen, played, begun = make_player("keen", game, 2), list[list[Decision]](), 0.0
    for number in range(most):
        decisions = list[Decision]()
        end = play_game(game, [watched(keen, decisions)] * 2, frozenset(), seed + number)
        won = winners(game.scores(end))
        begun += (decisions[0].seat in won) / len(won)
        played.append(decisions)
    spent = [each.spent for decisions in played for each in decisions]
    yield Row(f"{game.key}, a keen decision, p50", quantile(spent, 0.5), "s", SOON)
    yield Row(f"{game.key}, a keen decision, p99", quantile(spent, 0.99), "s", LATE)
    yield Row(f"{game.key}, keen among themselves, won by who began", PERCENT * begun / most, "%")
    yield Row(f"{game.key}, keen among themselves, decisions of a game", mean(map(len, played)), "")
    yield Row(f"{game.key}, keen among themselves, decisions of the longest", max(map(len, played)), "")


def _weight(game: AnyGame, _most: int, _seed: int) -> Iterator[Row]:
    """Measure the size of the trained weights."""
    path = WEIGHTS / f"{game.key}.json"
    yield Row(f"{game.key}, weights", path.stat().st_size / KILO if path.exists() else 0.0, "kB", WEIGHED)


def _hints(game: AnyGame, most: int, seed: int) -> Iterator[Row]:
    """Ask for hints in games among as many gentle players as may play, which play as variedly as people."""
    seats, spent, given = max(game.seats), list[float](), list[Hint]()
    gentle = make_player("gentle", game, seats)

    def asking(view: Any, seat: Seat, random: Random) -> Path:
        if not len(spent) or random.random() < HINTED_SHARE:
            started = process_time()
            groups = advise(game.key, seats, view, seat, "1", DECISION_SECONDS, trained=True, points=True)
            spent.append(process_time() - started)
            given.extend(hint for group in groups for hint in group.moves)
        return gentle(view, seat, random)

    for number in range(-(-most // HINTED_GAMES)):
        play_game(game, [asking] * seats, frozenset(), seed + number)
    yield Row(f"{game.key}, {seats} seats, a hint, p50", quantile(spent, 0.5), "s", SOON)
    yield Row(f"{game.key}, {seats} seats, a hint, p99", quantile(spent, 0.99), "s", LATE)
    yield Row(f"{game.key}, {seats} seats, hinted moves", len(given), "")
    yield Row(f"{game.key}, {seats} seats, hinted moves with a reason", PERCENT * mean(bool(h.facts) for h in given), "%")


def _reviews(game: AnyGame, most: int, seed: int) -> Iterator[Row]:
    """Review games of gentle players, with all moves judged, in a process as the bot does."""
    played = [_task(game, seed + number) for number in range(-(-most // REVIEWED_GAMES))]
    spent, found, memory = asyncio.run(_reviewed(played))
    moves = [len(task.judged) for task in played]
    scaled = [seconds * SCALED_MOVES / count for seconds, count in zip(spent, moves, strict=True)]
    yield Row(f"{game.key}, a review, moves", mean(moves), "")
    yield Row(f"{game.key}, a review, processor time", max(spent), "s", REVIEW_SECONDS)
    yield Row(f"{game.key}, a review of {SCALED_MOVES} turns, processor time", max(scaled), "s", REVIEW_SECONDS)
    yield Row(f"{game.key}, a review, turning points", mean(found), "")
    yield Row(f"{game.key}, a review, memory of its process", memory, "MiB", MEMORY)


def _task(game: AnyGame, seed: int) -> Task:
    """Return the work on the review of a game at two seats."""
    players = [make_player("gentle", game, 2)] * 2
    moves = tuple((move.seat, move.path) for move in play_moves(game, players, frozenset(), seed))
    judged = frozenset(number for number, (seat, _) in enumerate(moves) if seat != DEALER)
    return Task(game.key, 2, frozenset(), moves, judged, trained=True)


async def _reviewed(tasks: Sequence[Task]) -> tuple[list[float], list[int], float]:
    """Return the processor time and the number of turning points of each review, and the memory of the process in MiB."""
    pool, spent, found = workers.Workers(1), list[float](), list[int]()
    for task in tasks:
        before = await pool.run(process_time)
        found.append(len((await review_game(pool, task, _unreported)).found))
        spent.append(await pool.run(process_time) - before)
    memory = await pool.run(peak)
    pool.close()
    return spent, found, memory


async def _unreported(_done: int, _pieces: int) -> None:
    """Ignore the progress of a review."""


PARTS = {"duels": _duels, "tables": _among_others, "keen": _keen_games, "hints": _hints, "reviews": _reviews, "weights": _weight}
PROCESSES = "processes"


def watched(player: Player, decisions: list[Decision]) -> Player:
    """Return a player that notes the decisions of another one."""

    def move(view: Any, seat: Seat, random: Random) -> Path:
        started = process_time()
        path = player(view, seat, random)
        decisions.append(Decision(seat, process_time() - started))
        return path

    return move


def processes(games: Sequence[AnyGame]) -> Iterator[Row]:
    """Measure the event-loop lag while computers think, and the memory of the largest of their processes."""
    lags, memory = asyncio.run(_thinking(games))
    yield Row(f"event-loop lag while {THINKING} computers think, p99", quantile(lags, 0.99), "ms", LAG)
    yield Row("memory of a process that thinks, at most", memory, "MiB", MEMORY)


async def _thinking(games: Sequence[AnyGame]) -> tuple[list[float], float]:
    asked, pool = [each for game in games for each in _positions(game)], workers.Workers(workers.default_count())
    thinking = asyncio.gather(*[pool.run(partial(decide, trained=True), *each) for each in asked])
    found = await late(thinking)
    await thinking
    memory = max(await asyncio.gather(*[pool.run(peak) for _ in range(pool.count)]))
    pool.close()
    return found, memory


def _positions(game: AnyGame) -> Iterator[tuple[str, int, Any, Seat, str, str, float]]:
    """Yield the arguments of `decide` for four decisions of a random game."""
    start, found = game.setup(2, frozenset()), list[tuple[Any, Seat]]()
    for move in play_at_random(game, start, Random(1)):
        found += [(game.view(move.step.state, seat), seat) for seat in game.to_act(move.step.state) if seat != DEALER]
    for view, seat in found[len(found) // THINKING // 2 :: max(1, len(found) // THINKING)]:
        yield game.key, 2, view, seat, "keen", "1", DECISION_SECONDS


def peak() -> float:
    """Return the peak memory of this process in MiB; ``ru_maxrss`` would include the memory of its parent at the fork."""
    return mebibytes(os.getpid(), "VmHWM")
