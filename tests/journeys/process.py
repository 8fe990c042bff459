"""The bot in a process that begins where its modules are loaded already: a start costs a third of what it does from nothing.

Such bots have the order of sets in common, and end without taking down the interpreter. So some journeys begin one from nothing,
and that anybody can start `bot.py` is tried in `test_local.py`, `test_exits.py` and `test_image.py`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess, SpawnProcess
from pathlib import Path

from bot import main

LOADED = "cogs.run"
READY = get_context("forkserver")  # a process of which each is a copy; it ends with the test worker
READY.set_forkserver_preload([__name__, LOADED])  # a fault would only make it slower; test_process.py looks
FRESH = get_context("spawn")


def start_bot(
    environment: Mapping[str, str], folder: Path, log: Path, parent: Connection, *, fresh: bool
) -> ForkServerProcess | SpawnProcess:
    """The bot with these settings, at work in a folder, until the other end of ``parent`` is closed.

    :param fresh: nothing is loaded yet.
    """
    context = FRESH if fresh else READY
    process = context.Process(target=_run, args=(dict(environment), folder, log, parent))
    process.start()
    return process


def _run(environment: dict[str, str], folder: Path, log: Path, parent: Connection) -> None:
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    os.dup2(parent.fileno(), 0)
    with log.open("ab") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    sys.argv = ["bot.py", "--until-eof"]
    sys.exit(main())
