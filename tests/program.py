"""`bot.py` with the words of a command line, in a process that begins where its modules are loaded already."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from subprocess import CompletedProcess

import bot
from trials.forkserver import PRELOADED

ROOT = Path(__file__).parents[1]
OUTPUTS = ("stdout", "stderr")


def run_bot(*words: str, folder: Path | None = None, before: str = "", **settings: str) -> CompletedProcess[str]:
    """Run the bot with these words and settings until it ends; return its status and what it printed.

    It costs a twentieth of what an interpreter does that begins with nothing.

    :param folder: where it works; None for the present one.
    :param before: Python code that its process runs first.
    """
    with tempfile.TemporaryDirectory() as kept:
        files = [Path(kept, name) for name in OUTPUTS]
        known = {name: value for name, value in os.environ.items() if not name.startswith("PG")}  # of a developer's own server
        process = PRELOADED.Process(target=_run, args=(words, {**known, **settings}, folder or Path.cwd(), before, files))
        process.start()
        process.join()
        assert process.exitcode is not None
        return CompletedProcess(words, process.exitcode, *(file.read_text(encoding="utf-8") for file in files))


def run_bot_on(database: Path | str, *words: str, before: str = "") -> CompletedProcess[str]:
    """Do the same for this database: a file, or the address of one on a server."""
    return run_bot(*words, before=before, PARTERRE_DATABASE=str(database))


def _run(words: Sequence[str], environment: Mapping[str, str], folder: Path, before: str, files: Sequence[Path]) -> None:
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    for descriptor, file in enumerate(files, 1):
        with file.open("wb") as output:
            os.dup2(output.fileno(), descriptor)
    sys.argv = ["bot.py", *words]
    exec(before, {})
    sys.exit(bot.main())
