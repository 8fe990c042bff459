"""How long after its start a bot has paid what it owes: a board of each of many tables, of all games in turn."""

from __future__ import annotations

import asyncio
import re
import shutil
import sys
from pathlib import Path
from time import monotonic

from bench.live.program import HERE, PATIENCE, ROOT, Program, new
from sandbox.founding import HOME_IDS
from sandbox.kinds import Json
from sandbox.reading import shown_of
from sandbox.server import Sandbox

TABLES = 50
STARTS = 10
LONGEST = 300.0  # seconds until it is given up
GUILD, CHANNEL, ADA, BEN = HOME_IDS[0], HOME_IDS[2], HOME_IDS[4], HOME_IDS[5]
BOARD = re.compile(r"/board-(\d+)-\d+\.png$")


async def measure(code: Path, folder: Path) -> list[list[float]]:
    """For each start the seconds from the program's beginning until each board was there; raises `TimeoutError`."""
    file = new(folder) / "owing.sqlite3"
    words = [str(HERE / "tables.py"), str(code), "owe", str(file), str(TABLES), ADA, BEN, GUILD, CHANNEL]
    owing = await asyncio.create_subprocess_exec(sys.executable, *words, cwd=ROOT)
    if await owing.wait():
        raise RuntimeError(f"{code} cannot fill a database")
    return [await _start(code, new(folder / str(number)), file) for number in range(STARTS)]


async def _start(code: Path, folder: Path, file: Path) -> list[float]:
    shutil.copy(file, folder / "parterre.sqlite3")
    sandbox = await Sandbox.start(patience=PATIENCE)
    program = Program(sandbox, folder, [str(code / "bot.py")])
    seen: dict[str, float] = {}

    def hear(event: str, data: Json) -> None:
        if event == "MESSAGE_CREATE":
            for item in shown_of(data):
                if match := BOARD.search(str(item["media"]["url"])):
                    seen.setdefault(match[1], monotonic())

    sandbox.world.listeners.append(hear)
    began = monotonic()
    try:
        await program.start({})
        if not await sandbox.world.pulse.until(lambda: len(seen) == TABLES, LONGEST):
            raise TimeoutError(f"{len(seen)} of {TABLES} boards came within {LONGEST:g} s")
    finally:
        await program.close()
    return sorted(at - began for at in seen.values())
