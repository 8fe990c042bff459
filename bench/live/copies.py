"""Copy a database while people play."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import monotonic

from bench.live.engines import SQLITE
from trials.options import ROOT


def command(engine: str, address: Path | str, file: Path) -> list[str] | None:
    """Return the command that copies a database in use; None if the server's program is not installed."""
    if engine == SQLITE:
        return [sys.executable, str(ROOT / "bot.py"), "backup", str(file)]
    from tests.server import program  # needs development tools

    dump = program("pg_dump")
    return [dump, "-Fc", "-f", str(file), "-d", str(address)] if dump else None


async def played_through(words: list[str], address: Path | str, play: Callable[[int], Awaitable[None]]) -> float:
    """Play turns, at least one, until a copy is made; return the seconds that it took.

    :raises RuntimeError: if the copy fails.
    """
    environment, began, number = {**os.environ, "PARTERRE_DATABASE": str(address)}, monotonic(), 0
    copying = await asyncio.create_subprocess_exec(*words, env=environment, stdout=asyncio.subprocess.DEVNULL)

    async def ended() -> float:
        await copying.wait()
        return monotonic() - began

    made = asyncio.create_task(ended())
    try:
        while not number or not made.done():
            await play(number)
            number += 1
    finally:
        if copying.returncode is None:
            copying.kill()
        took = await made
    if copying.returncode:
        raise RuntimeError(f"no copy of {address}: {words[0]} ended with {copying.returncode}")
    return took
