"""Measure the memory of the bot after the demonstration has played a whole game of each kind."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from pathlib import Path

from bench.live.program import new
from trials.options import ROOT
from trials.program import mebibytes

OVER = b"All games are over"


async def taken(folder: Path, rest: float) -> tuple[float, float]:
    """Run a demonstration; return the bot's memory ``rest`` seconds after its games, and the peak, in MiB.

    Both are 0 where the system does not tell.

    :raises RuntimeError: if the demonstration ends early.
    """
    words = [str(ROOT / "bot.py"), "--demo", "--speed", "1000", "--port", "0"]
    with (new(folder) / "log").open("wb") as log:
        demo = await asyncio.create_subprocess_exec(
            sys.executable, *words, cwd=folder, stdout=asyncio.subprocess.PIPE, stderr=log
        )
    assert demo.stdout is not None
    async for line in demo.stdout:
        if OVER in line:
            break
    else:
        raise RuntimeError(f"the demonstration ended with status {await demo.wait()}: {(folder / 'log').read_text()[-400:]}")
    await asyncio.sleep(rest)
    found = _memory_of_child(demo.pid)
    with suppress(ProcessLookupError):
        demo.terminate()
    await demo.wait()
    return found or (0.0, 0.0)


def _memory_of_child(parent: int) -> tuple[float, float] | None:
    """Return the memory and its peak of the bot, the only child of the sandbox's program, in MiB; None without `/proc`."""
    with suppress(OSError):
        (child,) = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        return mebibytes(int(child), "VmRSS"), mebibytes(int(child), "VmHWM")
    return None
