"""Measure the time from a start until the bot has posted all pending boards, one for each of many tables."""

from __future__ import annotations

import shutil
from pathlib import Path
from time import monotonic

from bench.live import tables
from bench.live.program import new
from sandbox.founding import HOME_IDS
from sandbox.kinds import Json
from sandbox.server import Sandbox
from trials.options import ROOT
from trials.program import Program
from trials.screen import board_of
from trials.waiting import SANDBOX_TIMEOUT_FACTOR

OUTBOX_SECONDS = 300.0  # until the outbox must be empty
GUILD, CHANNEL, ADA, BEN = (int(HOME_IDS[each]) for each in (0, 2, 4, 5))


async def measure(folder: Path, owing: int, starts: int) -> list[list[float]]:
    """Return for each start the seconds until each board was posted.

    :raises TimeoutError: after `OUTBOX_SECONDS`.
    """
    file = new(folder) / "owing.sqlite3"
    await tables.owe(file, owing, (ADA, BEN), GUILD, CHANNEL)
    return [await _start(new(folder / str(number)), file, owing) for number in range(starts)]


async def _start(folder: Path, file: Path, owing: int) -> list[float]:
    shutil.copy(file, folder / "parterre.sqlite3")
    sandbox = await Sandbox.start(timeout_factor=SANDBOX_TIMEOUT_FACTOR)
    program = Program(sandbox, folder, [str(ROOT / "bot.py")])
    seen: dict[int, float] = {}

    def hear(event: str, data: Json) -> None:
        if event == "MESSAGE_CREATE" and (place := board_of(data)):
            seen.setdefault(place.table, monotonic())

    sandbox.world.listeners.append(hear)
    began = monotonic()
    try:
        await program.start()
        if not await sandbox.world.changes.wait_until(lambda: len(seen) == owing, OUTBOX_SECONDS):
            raise TimeoutError(f"{len(seen)} of {owing} boards came within {OUTBOX_SECONDS:g} s")
    finally:
        await program.stop()
        await sandbox.close()
    return sorted(at - began for at in seen.values())
