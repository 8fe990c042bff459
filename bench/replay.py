"""What remains of a game: how long a replay takes in the background, what clicks feel of that meanwhile, and how large it is.

Replays of games of four are made as the bot makes them, in slices; times are those of the clock, so whatever else the machine
does is in them. Meanwhile somebody looks at other boards, and the event loop is asked how late it is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

import render
from bench.lag import MILLI, late
from bench.rows import Row, quantile
from cogs.channel.drawing import Drawing
from cogs.channel.poster import poster_of
from cogs.play.films import Films
from cogs.shell.reader import Reader
from db.rows import MoveRow, SeatRow, TableRow
from host.codec import encode_story
from host.position import Position
from render.__main__ import sketched
from render.poster import drawn
from render.teller import Teller
from rules import GAMES
from rules.game import DEALER, AnyGame, play_at_random

SEATS = 4
TURNS = 60
LOOK = 0.25  # seconds between two looks at a board
ALONE = 3.0  # seconds
WORK, LAG, LARGEST, POSTER = 10, 50, 8000, 300  # s, ms, kB, kB


class Seen(NamedTuple):
    """What somebody has felt of it: how late the event loop was, and how long boards took, in ms."""

    lags: list[float]
    boards: list[float]


def run() -> list[Row]:
    """All games: their first 60 turns, and their posters."""
    return [row for key in GAMES for row in asyncio.run(_game(GAMES[key]))]


async def _game(game: AnyGame) -> list[Row]:
    at, moves = _table(game)
    sketches = [sketched(game, SEATS, number, 7, ()) for number in range(5, 25)]
    for sketch in sketches:
        render.drawn(sketch)
    alone = await _looking(asyncio.ensure_future(asyncio.sleep(ALONE)), sketches)
    films = Films(Drawing())
    began = perf_counter()
    film = films.of(at, moves, Teller(at.names))
    meanwhile = await _looking(film.making, sketches)
    spent, share = perf_counter() - began, TURNS / film.turns
    films.close()
    return list(_rows(game.key, spent * share, len(film.making.result()) * share / MILLI, meanwhile, alone, _poster(at, moves)))


def _rows(key: str, spent: float, size: float, meanwhile: Seen, alone: Seen, poster: float) -> Iterator[Row]:
    yield Row(f"{key}, replay of {TURNS} turns: in the background", spent, "s", WORK)
    yield Row(f"{key}, replay of {TURNS} turns: its file", size, "kB", LARGEST)
    yield Row(f"{key}, event-loop lag meanwhile, p99", quantile(meanwhile.lags, 0.99), "ms", LAG)
    yield Row(f"{key}, event-loop lag without it, p99", quantile(alone.lags, 0.99), "ms")
    yield Row(f"{key}, a question's picture meanwhile, p50", median(meanwhile.boards), "ms")
    yield Row(f"{key}, a question's picture without it, p50", median(alone.boards), "ms")
    yield Row(f"{key}, poster of {SEATS}", poster, "kB", POSTER)


async def _looking(work: asyncio.Future[Any], sketches: list[render.Sketch]) -> Seen:
    """Until the work is done."""
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
            await asyncio.sleep(LOOK)


def _table(game: AnyGame) -> tuple[Position, list[MoveRow]]:
    """A table of random moves after so many turns, or at its end."""
    state, moves, turns = game.setup(SEATS, frozenset()), list[MoveRow](), 0
    for seq, move in enumerate(play_at_random(game, state, Random(3)), 1):
        state = move.step.state
        moves.append(
            MoveRow(seq, move.seat, " ".join(move.path), encode_story(move.step.events), None, game.version, seq * 3600.0)
        )
        turns += not (DEALER in game.to_act(state) or game.mid_turn(state))
        if turns > TURNS:
            break
    seats = tuple(SeatRow(seat, seat + 1, name) for seat, name in enumerate(("Amélie", "Gül", "Łukasz", "Zoë")))
    row = TableRow(
        1, game.key, game.version, "", SEATS, "running" if game.to_act(state) else "over", 1, 1, 1, 1, len(moves), None, 0.0
    )
    return Position(row, seats, {}, state, None), moves


def _poster(at: Position, moves: list[MoveRow]) -> float:
    return len(drawn(poster_of(at, moves, Reader(at.names)))) / MILLI
