"""Compare drawing in threads of the bot with drawing in a process: event-loop lag, and the time of answers.

First many boards are drawn at once, in this process; then two bots take the load of `bench.live.load` in turns.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing
from pathlib import Path

from bench.live import load
from bench.live.load import LoadFigures, LoadSettings
from bench.live.program import NotingProgram
from bench.rows import Row, quantile
from bench.stopwatch import Stopwatch, Took, late
from cogs.operations.drawing import Drawing
from render import Sketch, drawn
from render.album import sketch_random_game
from rules import GAMES
from trials.options import add_number
from trials.program import mebibytes, worker_processes

WHO = {0: "threads", 1: "a process"}  # by PARTERRE_DRAWING


def arguments(asked: argparse.ArgumentParser) -> None:
    """Ask how many boards, and for the load."""
    add_number(asked, "boards", 20, "boards that are drawn at once")
    add_number(asked, "rounds", 5, "times that they are drawn")
    load.arguments(asked)


def run(given: argparse.Namespace) -> Iterator[Row]:
    """Measure event-loop lag while boards are drawn, then answers of bots under load."""
    yield from asyncio.run(_together(given.boards, given.rounds))
    if given.tables:
        with tempfile.TemporaryDirectory() as folder:
            yield from asyncio.run(_under_load(Path(folder), LoadSettings.of(given)))


async def _together(boards: int, rounds: int) -> list[Row]:
    found: list[Row] = []
    for count, who in WHO.items():
        with closing(Drawing(count)) as drawing:
            await asyncio.gather(*(drawing.draw(drawn, each) for each in _boards(boards, 0)))  # paint the sprites
            lags, took = list[float](), list[Took]()
            for number in range(1, rounds + 1):
                sketches = _boards(boards, 2 * number + count)
                watch = Stopwatch()
                lags += await late(asyncio.gather(*(drawing.draw(drawn, each) for each in sketches)))
                took.append(watch.took)
        name = f"{boards} boards at once, {who} drawing"
        found.append(Row(f"{name}: event-loop lag, p99", quantile(lags, 0.99), "ms"))
        found += min(took).rows(f"{name}: all of them, at best")
    return found


def _boards(count: int, seed: int) -> list[Sketch]:
    """Return sketches from the middle of all games in turn, none of them drawn before."""
    games = list(GAMES.values())
    return [sketch_random_game(games[n % len(games)], 4, 20 + n, seed, ()) for n in range(count)]


async def _under_load(folder: Path, asked: LoadSettings) -> list[Row]:
    async with AsyncExitStack() as programs:
        bots: list[NotingProgram] = []
        for count in WHO:
            bots.append(await NotingProgram.bot(folder / str(count), PARTERRE_DRAWING=str(count)))
            programs.push_async_callback(bots[-1].close)
        seen, _ = await load.play(bots, None, asked)
        named = zip(bots, seen, WHO.values(), strict=True)
        return [row for bot, its, who in named for row in _rows(bot, its, f"{asked.tables} tables, {who} drawing")]


def _rows(bot: NotingProgram, its: LoadFigures, name: str) -> Iterator[Row]:
    lags = [lag for line in bot.notes_between(its.since, its.until) for lag in line.get("lag", ())]
    for share, told in ((0.5, "p50"), (0.99, "p99")):
        yield Row(f"{name}: private answer, {told}", quantile(its.answers, share), "ms")
    yield Row(f"{name}: processors for an answer", its.processor_of_answer, "ms")
    yield Row(f"{name}: event-loop lag, p99", quantile(lags, 0.99), "ms")
    yield Row(f"{name}: answers counted", len(its.answers), "")
    yield Row(f"{name}: memory of the bot", mebibytes(bot.pid, "VmHWM"), "MiB")
    for child in worker_processes(bot.pid):
        yield Row(f"{name}: memory of who draws", mebibytes(child, "VmHWM"), "MiB", 250)
