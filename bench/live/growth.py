"""What the bot keeps in memory after a whole game of each kind, played by the demonstration, and what in its file."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from contextlib import suppress
from pathlib import Path

from bench.live.program import HERE, new

OVER = b"All games are over"
REST = 15.0  # seconds


async def grown(code: Path, folder: Path) -> dict[str, float]:
    """Bytes of the database that a move takes, by game."""
    words = [str(HERE / "tables.py"), str(code), "play", str(new(folder))]
    playing = await asyncio.create_subprocess_exec(sys.executable, *words, stdout=asyncio.subprocess.PIPE)
    told, _ = await playing.communicate()
    found: dict[str, float] = json.loads(told)
    return found


async def taken(code: Path, folder: Path) -> tuple[float, float]:
    """MiB at rest after the games, and at most meanwhile; 0 where nothing tells."""
    words = [str(code / "bot.py"), "--demo", "--speed", "1000", "--port", "0"]
    with (new(folder) / "log").open("wb") as log:
        demo = await asyncio.create_subprocess_exec(
            sys.executable, *words, cwd=folder, stdout=asyncio.subprocess.PIPE, stderr=log
        )
    assert demo.stdout is not None
    async for line in demo.stdout:
        if OVER in line:
            break
    await asyncio.sleep(REST)
    found = _now(demo.pid)
    with suppress(ProcessLookupError):
        demo.terminate()
    await demo.wait()
    return found or (0.0, 0.0)


def _now(parent: int) -> tuple[float, float] | None:
    """What the bot, which is the child of the sandbox's program, takes now, and took at most."""
    with suppress(OSError, TypeError, ValueError):
        (child,) = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        return mebibytes(int(child), "VmRSS"), mebibytes(int(child), "VmHWM")
    return None


def mebibytes(process: int, what: str) -> float:
    """What a process takes, ``VmRSS``, or took at most, ``VmHWM``; raises `OSError`, `ValueError`."""
    found = re.search(rf"{what}:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    if not found:
        raise ValueError(what)
    return int(found[1]) / 1024
