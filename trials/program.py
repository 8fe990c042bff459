"""A program in a process of its own, which takes a sandbox for Discord."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import Process
from collections.abc import Sequence
from pathlib import Path

from sandbox.local import environment_of
from sandbox.server import Sandbox


async def start_program(sandbox: Sandbox, words: Sequence[str], folder: Path, log: Path, *, at: Path, **settings: str) -> Process:
    """Start ``python`` with these words and settings; it need not be connected yet.

    :param folder: of its database.
    :param log: the file to which everything that it prints is added.
    :param at: the folder in which it works.
    """
    own = environment_of(sandbox.token, sandbox.world.origin, folder)
    environment = {**os.environ, **own, "PARTERRE_EMOJIS": "off", **settings}  # so that it asks Discord the same in each run
    with log.open("ab") as file:
        return await asyncio.create_subprocess_exec(sys.executable, *words, cwd=at, env=environment, stdout=file, stderr=file)


async def end_program(process: Process, seconds: float) -> bool:
    """End a program in good order; kill it if that takes longer, and return whether it did not."""
    process.terminate()
    try:
        async with asyncio.timeout(seconds):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()
        return False
    return True
