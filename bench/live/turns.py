"""Measure ``/turns`` with few tables, all in memory, and with many, none in memory; the two bots take turns."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from time import monotonic

from bench.live import tables
from bench.live.program import NotingProgram, new
from sandbox.founding import HOME_IDS

FEW = 20
ALL, ONE = "200", "1"  # tables that a bot keeps in memory
GUILD, CHANNEL, ADA = (int(HOME_IDS[each]) for each in (0, 2, 4))


async def measure(folder: Path, many: int, rounds: int) -> tuple[float, float]:
    """Return the median ms from the command's arrival until its answer is sent, with few tables and with ``many``."""
    async with AsyncExitStack() as programs:
        bots: list[NotingProgram] = []
        for name, count, kept in (("few", FEW, ALL), ("many", many, ONE)):
            file = new(folder / name) / "parterre.sqlite3"
            await tables.fill(file, count, ADA, GUILD, CHANNEL)
            bots.append(await NotingProgram.bot(file.parent, PARTERRE_TABLES=kept))
            programs.push_async_callback(bots[-1].close)
        began = monotonic()
        for _ in range(rounds):
            for bot in bots:
                await bot.sandbox.home.person("Ada").slash("turns")
    held = [[line["held"] for line in bot.notes_between(began, monotonic()) if line.get("click") == "turns"] for bot in bots]
    return median(held[0]), median(held[1])
