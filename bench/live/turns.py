"""How long ``/turns`` takes where few tables are played, all of them in memory, and where so many are that none is; in turn."""

from __future__ import annotations

import asyncio
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from time import monotonic

from bench.live.program import HERE, ROOT, Program, new
from sandbox.founding import HOME_IDS

FEW, MANY = 20, 10_000
IN_MEMORY = {FEW: "200", MANY: "1"}  # tables that the bot keeps there
ROUNDS = 40
GUILD, CHANNEL, ADA = HOME_IDS[0], HOME_IDS[2], HOME_IDS[4]


async def measure(code: Path, folder: Path) -> tuple[float, float]:
    """What a bot does from the command's arrival until its answer is sent, in ms, p50: with few tables, with many."""
    async with AsyncExitStack() as programs:
        bots: list[Program] = []
        for count in (FEW, MANY):
            bots.append(await _started(code, folder / str(count), count))
            programs.push_async_callback(bots[-1].close)
        began = monotonic()
        for _ in range(ROUNDS):
            for bot in bots:
                await bot.sandbox.home.person("Ada").slash("turns")
    few, many = ([line["held"] for line in bot.seen(began, monotonic()) if line.get("click") == "turns"] for bot in bots)
    return median(few), median(many)


async def _started(code: Path, folder: Path, count: int) -> Program:
    """A bot whose database holds so many tables."""
    file = new(folder) / "parterre.sqlite3"
    words = [str(HERE / "tables.py"), str(code), "fill", str(file), str(count), ADA, GUILD, CHANNEL]
    filling = await asyncio.create_subprocess_exec(sys.executable, *words, cwd=ROOT)
    if await filling.wait():
        raise RuntimeError(f"{code} cannot fill a database")
    return await Program.bot(code, folder, PARTERRE_TABLES=IN_MEMORY[count])
