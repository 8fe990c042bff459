"""Measure replays and posters: the time of a replay in the background, its effect on clicks, and the sizes.

Replays of games of four are made as the bot makes them, in slices. Meanwhile somebody looks at other boards, and the lag of
the event loop is measured. Lags and times of questions are wall times, so they include other work of the machine.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterator
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

import render
from bench.rows import Row, quantile
from bench.stopwatch import MILLI, Stopwatch, Took, late
from cogs.board.final_picture import poster_of
from cogs.operations.drawing import Drawing
from cogs.play.films import Films
from cogs.shell.reader import Reader
from db.rows import MoveRow, SeatRow, TableRow
from host.codec import encode_story
from host.position import Position
from render.album import sketch_random_game
from render.poster import drawn
from render.teller import Teller
from rules.game import DEALER, AnyGame, play_at_random
from trials.options import add_games, add_number, games

SEATS = 4
LOOK_SECONDS = 0.25  # between two looks at a board
WORK, LAG, LARGEST, POSTER = 10, 50, 8000, 300  # s, ms, kB, kB


class Seen(NamedTuple):
    """The lags of the event loop, and the times of boards, in ms."""

    lags: list[float]
    boards: list[float]


def arguments(asked: argparse.ArgumentParser) -> None:
    """Add options for the games and the number of turns."""
    add_games(asked)
    add_number(asked, "turns", 60, "turns of each replay")
    asked.add_argument("--alone", type=float, default=3.0, metavar="S", help="seconds without a replay (default: 3)")


def run(given: argparse.Namespace) -> Iterator[Row]:
    """Measure the first turns of each game, and its poster."""
    for game in games(given):
        yield from asyncio.run(_game(game, given.turns, given.alone))


async def _game(game: AnyGame, turns: int, seconds: float) -> list[Row]:
    at, moves = _table(game, turns)
    sketches = [sketch_random_game(game, SEATS, number, 7, ()) for number in range(5, 25)]
    for sketch in sketches:
        render.drawn(sketch)
    alone = await _looking(asyncio.ensure_future(asyncio.sleep(seconds)), sketches)
    films = Films(Drawing())
    watch = Stopwatch()
    film = films.of(at, moves, Teller(at.names))
    meanwhile = await _looking(film.making, sketches)
    took, share = watch.took, turns / film.turns
    films.close()
    name = f"{game.key}, replay of {turns} turns"
    return [
        *_replayed(name, Took(took.wall * share, took.processor * share), len(film.making.result()) * share / MILLI),
        *_felt(game.key, meanwhile, alone),
        Row(f"{game.key}, poster of {SEATS}", _poster(at, moves), "kB", POSTER),
    ]


def _replayed(name: str, took: Took, size: float) -> Iterator[Row]:
    wall, processor = took.rows(f"{name}: in the background")
    yield wall._replace(target=WORK)
    yield processor
    yield Row(f"{name}: its file", size, "kB", LARGEST)


def _felt(key: str, meanwhile: Seen, alone: Seen) -> Iterator[Row]:
    yield Row(f"{key}, event-loop lag meanwhile, p99", quantile(meanwhile.lags, 0.99), "ms", LAG)
    yield Row(f"{key}, event-loop lag without it, p99", quantile(alone.lags, 0.99), "ms")
    for when, boards in (("meanwhile", meanwhile.boards), ("without it", alone.boards)):
        if boards:
            yield Row(f"{key}, a question's picture {when}, p50", median(boards), "ms")


async def _looking(work: asyncio.Future[Any], sketches: list[render.Sketch]) -> Seen:
    """Measure until the work is done."""
    seen = Seen([], [])
    looking = asyncio.create_task(_boards(seen, sketches))
    seen.lags.extend(await late(work))
    looking.cancel()
    return seen


async def _boards(seen: Seen, sketches: list[render.Sketch]) -> None:
    while True:
        for sketch in sketches:
            began = perf_counter()
            await asyncio.to_thread(render.drawn, sketch)
            seen.boards.append((perf_counter() - began) * MILLI)
            await asyncio.sleep(LOOK_SECONDS)


def _table(game: AnyGame, most: int) -> tuple[Position, list[MoveRow]]:
    """Return a table after ``most`` turns of random play, or at its end, and its moves."""
    state, moves, turns = game.setup(SEATS, frozenset()), list[MoveRow](), 0
    for seq, move in enumerate(play_at_random(game, state, Random(3)), 1):
        state = move.step.state
        moves.append(
            MoveRow(seq, move.seat, " ".join(move.path), encode_story(move.step.events), None, game.version, seq * 3600.0)
        )
        turns += not (DEALER in game.to_act(state) or game.mid_turn(state))
        if turns > most:
            break
    seats = tuple(SeatRow(seat, seat + 1, name) for seat, name in enumerate(("Amélie", "Gül", "Łukasz", "Zoë")))
    row = TableRow(
        1, game.key, game.version, "", SEATS, "running" if game.to_act(state) else "over", 1, 1, 1, 1, len(moves), None, 0.0
    )
    return Position(row, seats, {}, state, None), moves


def _poster(at: Position, moves: list[MoveRow]) -> float:
    return len(drawn(poster_of(at, moves, Reader(at.names)))) / MILLI
