"""Measure the start of the bot on an empty database: from the start of its process until it is connected and ready."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import monotonic

from bench.live.processes import spent
from bench.live.program import new
from bench.rows import Row
from sandbox.server import Sandbox
from trials.options import ROOT, add_number, folder
from trials.program import Program
from trials.waiting import SANDBOX_TIMEOUT_FACTOR

GOAL = 1.0  # s


def arguments(asked: argparse.ArgumentParser) -> None:
    """Add the number of starts."""
    add_number(asked, "starts", 9, "starts")


def run(given: argparse.Namespace) -> Iterator[Row]:
    """Start the bot again and again, each time on a new database."""
    with folder(None) as kept:
        took = asyncio.run(_starts(kept, given.starts))
    yield Row("start until ready, p50", median(wall for wall, _ in took), "s", GOAL)
    yield Row("start until ready, quickest", min(wall for wall, _ in took), "s")
    yield Row("start until ready, processor, p50", median(processor for _, processor in took), "s")


async def _starts(kept: Path, count: int) -> list[tuple[float, float]]:
    """Return the seconds of wall and processor time of each start."""
    took: list[tuple[float, float]] = []
    for number in range(count):
        sandbox = await Sandbox.start(timeout_factor=SANDBOX_TIMEOUT_FACTOR)
        program = Program(sandbox, new(kept / str(number)), [str(ROOT / "bot.py"), "--discord"])
        began = monotonic()
        await program.start()
        took.append((monotonic() - began, spent(program.pid)))
        await program.stop()
        await sandbox.close()
    return took
