"""Who draws: threads of the bot, or processes of their own; what the event loop and those who click feel of it.

First boards that are owed all at once, in this process; then two bots under the load of `bench.live.load`, which meet the same
machine in turn.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing
from pathlib import Path
from time import perf_counter

from bench.lag import late
from bench.live import load
from bench.live.growth import mebibytes
from bench.live.load import Measured
from bench.live.program import ROOT, Program
from bench.rows import Row, quantile
from cogs.channel.drawing import Drawing
from render import Sketch, drawn
from render.__main__ import sketched
from rules import GAMES

WHO = {0: "threads", 1: "a process"}  # by PARTERRE_DRAWING
TOGETHER, ROUNDS = 20, 5  # pictures, all at once, so often
SPAWNED = b"spawn_main"  # in the command line of a process that works for a bot


def run() -> list[Row]:
    """The loop, then the bots."""
    with tempfile.TemporaryDirectory() as folder:
        return [*asyncio.run(_together()), *asyncio.run(_under_load(Path(folder)))]


async def _together() -> list[Row]:
    found: list[Row] = []
    for count, who in WHO.items():
        with closing(Drawing(count)) as drawing:
            await asyncio.gather(*(drawing.draw(drawn, each) for each in _boards(0)))  # so that sprites are painted
            lags, spent = list[float](), list[float]()
            for number in range(1, ROUNDS + 1):
                sketches = _boards(2 * number + count)
                began = perf_counter()
                lags += await late(asyncio.gather(*(drawing.draw(drawn, each) for each in sketches)))
                spent.append(perf_counter() - began)
        name = f"{TOGETHER} boards at once, {who} drawing"
        found.append(Row(f"{name}: event-loop lag, p99", quantile(lags, 0.99), "ms"))
        found.append(Row(f"{name}: all of them, at best", min(spent), "s"))
    return found


def _boards(seed: int) -> list[Sketch]:
    """Of all games in turn, in the middle, none of them drawn before."""
    games = list(GAMES.values())
    return [sketched(games[n % len(games)], 4, 20 + n, seed, ()) for n in range(TOGETHER)]


async def _under_load(folder: Path) -> list[Row]:
    async with AsyncExitStack() as programs:
        peer = await Program.peer(folder / "peer")
        programs.push_async_callback(peer.close)
        bots: list[Program] = []
        for count in WHO:
            bots.append(await Program.bot(ROOT, folder / str(count), PARTERRE_DRAWING=str(count)))
            programs.push_async_callback(bots[-1].close)
        seen, _ = await load.play(bots, peer)
        return [row for bot, its, who in zip(bots, seen, WHO.values(), strict=True) for row in _rows(bot, its, who)]


def _rows(bot: Program, its: Measured, who: str) -> Iterator[Row]:
    lags = [lag for line in bot.seen(its.since, its.until) for lag in line.get("lag", ())]
    for share, name in ((0.5, "p50"), (0.99, "p99")):
        yield Row(f"{load.TABLES} tables, {who} drawing: private answer, {name}", quantile(its.answers, share), "ms")
    yield Row(f"{load.TABLES} tables, {who} drawing: event-loop lag, p99", quantile(lags, 0.99), "ms")
    yield Row(f"{load.TABLES} tables, {who} drawing: answers counted", len(its.answers), "")
    yield Row(f"{load.TABLES} tables, {who} drawing: memory of the bot", mebibytes(bot.process, "VmHWM"), "MiB")
    for child in _working_for(bot.process):
        yield Row(f"{load.TABLES} tables, {who} drawing: memory of who draws", mebibytes(child, "VmHWM"), "MiB", 250)


def _working_for(bot: int) -> Iterator[int]:
    for told in Path(f"/proc/{bot}/task").glob("*/children"):
        for child in told.read_text().split():
            if SPAWNED in Path(f"/proc/{child}/cmdline").read_bytes():
                yield int(child)
