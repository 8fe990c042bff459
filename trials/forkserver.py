"""Start the bot in a process that has its modules loaded already: that costs a third of a start from nothing.

Such bots share the order of sets, and end without taking down the interpreter. So some journeys start a bot from nothing,
and `test_local.py`, `test_exits.py` and `test_image.py` try that anybody can start `bot.py`.
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

PRELOADED_MODULE = "cogs.run"
PRELOADED = get_context("forkserver")  # its server ends with the test worker
PRELOADED.set_forkserver_preload([__name__, PRELOADED_MODULE])  # a fault here would only make starts slower; a test looks
UNLOADED = get_context("spawn")


def start_bot(
    environment: Mapping[str, str], folder: Path, log: Path, parent: Connection, *, fresh: bool
) -> ForkServerProcess | SpawnProcess:
    """Start the bot with this environment in a folder; it stops when the other end of ``parent`` is closed.

    :param fresh: start from nothing instead of from loaded modules.
    """
    context = UNLOADED if fresh else PRELOADED
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
