"""The whole bot under load: real processes on a sandbox each, beside a bare bot as their peer.

Ten tables are played at once by clicks; people pause for a random while between two clicks. Times of answers are seen
from the sandbox, so its own work and the wire are in them; another version of the bot (``--against``) and the peer meet the
same machine in turn. What happens inside is seen by stop-watches that fit any version, see `bench.live.watched`.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median

from bench.live import growth, load, restart, turns
from bench.live.load import Measured
from bench.live.program import ROOT, Program
from bench.rows import Row, quantile

CONFIRM = "p1:confirm"


def run(against: Path | None = None) -> list[Row]:
    """The rows of this version, and then of the other one."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_run([ROOT, *([against.resolve()] if against else [])], Path(folder)))


async def _run(codes: Sequence[Path], folder: Path) -> list[Row]:
    found: list[list[Row]] = [list(rows) for rows in await _under_load(codes, folder)]
    for number, (rows, code) in enumerate(zip(found, codes, strict=True)):
        rows += await _growth(code, folder / f"growth-{number}")
    own, *others = found
    return own + [row._replace(name=f"the other: {row.name}", target=None) for rows in others for row in rows]


async def _growth(code: Path, folder: Path) -> list[Row]:
    moves = await growth.grown(code, folder / "file")
    kept, most = await growth.taken(code, folder / "memory")
    few, many = await turns.measure(code, folder / "turns")
    last = [boards[-1] for boards in await restart.measure(code, folder / "restart")]
    return [
        Row("file, a move, mean of all games", sum(moves.values()) / len(moves) / 1000, "kB", 1.6),
        *(Row(f"file, a move of {game}", size / 1000, "kB") for game, size in moves.items()),
        Row("memory after all four games", kept, "MiB", 250),
        Row("memory meanwhile, at most", most, "MiB"),
        Row(f"/turns with {turns.MANY:,} tables, p50", many, "ms"),
        Row(f"/turns with {turns.MANY:,} tables ÷ with {turns.FEW}", many / few, "×", 1.2),
        Row(f"from a start to the last of {restart.TABLES} boards owed, p50", median(last), "s"),
        Row(f"from a start to the last of {restart.TABLES} boards owed, p99", quantile(last, 0.99), "s", 10),
    ]


async def _under_load(codes: Sequence[Path], folder: Path) -> list[list[Row]]:
    async with AsyncExitStack() as programs:
        peer = await Program.peer(folder / "peer")
        programs.push_async_callback(peer.close)
        bots: list[Program] = []
        for number, code in enumerate(codes):
            bots.append(await Program.bot(code, folder / f"load-{number}"))
            programs.push_async_callback(bots[-1].close)
        seen, alone = await load.play(bots, peer)
    return [list(_rows(bot, its, alone)) for bot, its in zip(bots, seen, strict=True)]


def _rows(bot: Program, its: Measured, alone: Measured) -> Iterator[Row]:
    lines = bot.seen(its.since, its.until)
    lags = [lag for line in lines for lag in line.get("lag", ())]
    confirmed = [line for line in lines if line.get("click", "").startswith(CONFIRM)]
    yield Row("requests a move, all kinds", its.requests / its.moves, "", 8)
    yield Row("clicks a move", len(its.answers) / its.moves, "")
    for share, name, target in ((0.5, "p50", 1.3), (0.99, "p99", 1.5)):
        answer, peers = quantile(its.answers, share), quantile(alone.answers, share)
        yield Row(f"private answer with {load.TABLES} tables, {name}", answer, "ms")
        yield Row(f"private answer of the bare bot, {name}", peers, "ms")
        yield Row(f"private answer ÷ the bare bot's, {name}", answer / peers, "×", target)
    yield Row("answers counted", len(its.answers), "")
    yield Row("a confirmed move's reads and its transaction, p50", median(line["asked"] for line in confirmed), "ms", 3)
    yield Row("calls of the database for that, p50", median(line["hops"] for line in confirmed), "")
    yield Row(f"event-loop lag with {load.TABLES} tables, p99", quantile(lags, 0.99), "ms", 50)
