"""Measure the bot as a program on a sandbox: answers under load, file, memory, /turns and restarts.

Under load, people play ten tables at once by clicks, with random pauses. A bare bot, the peer, takes turns with the bot for
comparison. The sandbox takes the times of answers, so they include its work and the wire. `bench.live.watched` measures inside
the bot. The other parts measure the growth of the file and of memory, ``/turns`` with many tables, and the time from a start
until pending boards are posted.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median

from bench.live import growth, load, restart, tables, turns
from bench.live.load import LoadFigures, LoadSettings
from bench.live.program import NotingProgram, new
from bench.rows import Row, quantile
from rules import GAMES
from trials.options import add_number

CONFIRM = "p1:confirm"


def arguments(asked: argparse.ArgumentParser) -> None:
    """Add options for the parts and their sizes."""
    asked.add_argument(
        "--part", action="append", choices=PARTS, metavar="PART", help=f"only this part; one of {', '.join(PARTS)}"
    )
    load.arguments(asked)
    add_number(asked, "moves", 20, "moves of people at each of ten tables of a game, for the file")
    asked.add_argument("--rest", type=float, default=15.0, metavar="S", help="seconds after the games (default: 15)")
    add_number(asked, "many", 10_000, "running tables, for /turns")
    add_number(asked, "rounds", 40, "times that /turns is sent")
    add_number(asked, "owing", 50, "tables that owe their boards at a start")
    add_number(asked, "starts", 10, "starts with them")


def run(given: argparse.Namespace) -> Iterator[Row]:
    """Measure the wanted parts."""
    for name in given.part or PARTS:
        with tempfile.TemporaryDirectory() as folder:
            yield from asyncio.run(_rows(PARTS[name](given, Path(folder))))


async def _rows(part: AsyncIterator[Row]) -> list[Row]:
    return [row async for row in part]


async def _under_load(given: argparse.Namespace, folder: Path) -> AsyncIterator[Row]:
    async with AsyncExitStack() as programs:
        peer = await NotingProgram.peer(folder / "peer")
        programs.push_async_callback(peer.close)
        bot = await NotingProgram.bot(folder / "bot")
        programs.push_async_callback(bot.close)
        (seen,), alone = await load.play([bot], peer, LoadSettings.of(given))
        for row in _loaded(bot, seen, alone, f"{given.tables} tables"):
            yield row


def _loaded(bot: NotingProgram, its: LoadFigures, alone: LoadFigures, tables: str) -> Iterator[Row]:
    lines = bot.notes_between(its.since, its.until)
    lags = [lag for line in lines for lag in line.get("lag", ())]
    confirmed = [line for line in lines if line.get("click", "").startswith(CONFIRM)]
    yield Row("requests a move, all kinds", its.requests / its.moves, "", 8)
    yield Row("clicks a move", len(its.answers) / its.moves, "")
    for share, name, target in ((0.5, "p50", 1.3), (0.99, "p99", 1.5)):
        answer, peers = quantile(its.answers, share), quantile(alone.answers, share)
        yield Row(f"private answer with {tables}, {name}", answer, "ms")
        yield Row(f"private answer of the bare bot, {name}", peers, "ms")
        yield Row(f"private answer ÷ the bare bot's, {name}", answer / peers, "×", target)
    yield Row("processors for an answer, all that the bot does included", its.processor_of_answer, "ms")
    yield Row("answers counted", len(its.answers), "")
    yield Row("a confirmed move's reads and its transaction, p50", median(line["asked"] for line in confirmed), "ms", 3)
    yield Row("calls of the database for that, p50", median(line["hops"] for line in confirmed), "")
    yield Row(f"event-loop lag with {tables}, p99", quantile(lags, 0.99), "ms", 50)


async def _file(given: argparse.Namespace, folder: Path) -> AsyncIterator[Row]:
    moves = {game: await tables.bytes_of_move(folder / f"{game}.sqlite3", game, 10, given.moves) for game in GAMES}
    yield Row("file, a move, mean of all games", sum(moves.values()) / len(moves) / 1000, "kB", 1.6)
    for game, size in moves.items():
        yield Row(f"file, a move of {game}", size / 1000, "kB")


async def _memory(given: argparse.Namespace, folder: Path) -> AsyncIterator[Row]:
    kept, most = await growth.taken(folder, given.rest)
    yield Row("memory after all four games", kept, "MiB", 250)
    yield Row("memory meanwhile, at most", most, "MiB")


async def _turns(given: argparse.Namespace, folder: Path) -> AsyncIterator[Row]:
    few, many = await turns.measure(folder, given.many, given.rounds)
    yield Row(f"/turns with {given.many:,} tables, p50", many, "ms")
    yield Row(f"/turns with {given.many:,} tables ÷ with {turns.FEW}", many / few, "×", 1.2)


async def _restart(given: argparse.Namespace, folder: Path) -> AsyncIterator[Row]:
    last = [boards[-1] for boards in await restart.measure(new(folder), given.owing, given.starts)]
    yield Row(f"from a start to the last of {given.owing} boards owed, p50", median(last), "s")
    yield Row(f"from a start to the last of {given.owing} boards owed, p99", quantile(last, 0.99), "s", 10)


Part = Callable[[argparse.Namespace, Path], AsyncIterator[Row]]
PARTS: dict[str, Part] = {"load": _under_load, "file": _file, "memory": _memory, "turns": _turns, "restart": _restart}
