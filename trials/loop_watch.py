"""Time the event loop of the bot: ``python loop_watch.py CODE NOTES`` runs ``CODE/bot.py`` and writes notes to a file.

The file holds lines of JSON. Moments (``at``) are those of the machine's monotonic clock, in seconds:

- ``{"step": 31.5, "what": "Tree._call", "at": …}``: the longest step of the event loop since the line before, in ms of
  processor time;
- ``{"opened": "/usr/share/zoneinfo/Europe/Berlin", "at": …}``: a file that the event loop's thread opened.

It uses asyncio alone, so that it can watch any version of the bot.
"""

from __future__ import annotations

import asyncio
import codecs
import json
import os
import runpy
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from time import monotonic, thread_time
from typing import Any, NamedTuple

EACH = 0.2  # seconds of which the longest step is noted
MILLI = 1000
MOST_STEP_MS = 100.0  # ms of processor time that a step may take
DATABASE = (".sqlite3", "-wal", "-shm", "-journal")  # ends of files that an engine opens where it is asked to


class Steps(NamedTuple):
    """The longest step of the event loop, in ms of processor time, what it did, and the files opened by steps."""

    longest: float = 0.0
    what: str = ""
    opened: tuple[str, ...] = ()

    @property
    def bad(self) -> bool:
        """Return whether a step took too long, or opened a file."""
        return self.longest > MOST_STEP_MS or bool(self.opened)

    @property
    def told(self) -> str:
        """Return lines for the report of a trial."""
        opened = [f"opened by the event loop: {path}" for path in self.opened]
        return "\n".join([*opened, f"longest step of the event loop: {self.longest:.0f} ms of processor time, {self.what}"])

    @classmethod
    def since(cls, notes: Path, moment: float) -> Steps:
        """Read the notes since a moment of the monotonic clock."""
        lines = notes.read_text(encoding="utf-8").splitlines() if notes.exists() else []
        late: list[dict[str, Any]] = [line for line in map(json.loads, lines) if line["at"] >= moment]
        steps = [(line["step"], line["what"]) for line in late if "step" in line]
        longest, what = max(steps, default=(0.0, ""))
        return cls(longest, what, tuple(dict.fromkeys(line["opened"] for line in late if "opened" in line)))


class Notes:
    """The file of notes; it is opened once, so that writing a note opens no file."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def write(self, **line: Any) -> None:
        """Write a line at once."""
        os.write(self._file, (json.dumps({"at": monotonic(), **line}) + "\n").encode())


class Loop:
    """Watch the thread that runs the event loop."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self._thread = 0  # that runs a step now
        self._longest, self._what, self._at = 0.0, "", 0.0  # of the steps that are not noted yet
        self._noted = monotonic()

    def watch_steps(self) -> None:
        """Measure every step of every event loop."""
        run: Callable[[asyncio.Handle], None] = getattr(asyncio.Handle, "_run")  # noqa: B009 - private

        def timed(handle: asyncio.Handle) -> None:
            what, began = getattr(handle, "_callback", None), thread_time()
            self._thread = threading.get_ident()
            try:
                run(handle)
            finally:
                self._thread = 0
                self._took((thread_time() - began) * MILLI, what)

        setattr(asyncio.Handle, "_run", timed)  # noqa: B010

    def watch_files(self) -> None:
        """Note each file that a step opens, except those of a database."""

        clock = os.environ.get("PARTERRE_CLOCK")  # on Discord there is none
        codecs.lookup("ascii")  # nor the codec of its file

        def heard(event: str, given: tuple[Any, ...]) -> None:
            if event == "open" and self._thread == threading.get_ident() and isinstance(given[0], (str, bytes)):
                path = os.fsdecode(given[0])
                if not path.endswith(DATABASE) and path != clock:
                    self._notes.write(opened=path)

        sys.addaudithook(heard)

    def _took(self, spent: float, what: Any) -> None:
        if spent > self._longest:
            self._longest, self._what, self._at = spent, _name(what), monotonic()
        if monotonic() - self._noted >= EACH:
            self._notes.write(step=self._longest, what=self._what, at=self._at)
            self._longest, self._noted = 0.0, monotonic()


def _name(callback: Any) -> str:
    """Return the name of a step: the coroutine of a task, or a function."""
    coroutine: Any = getattr(getattr(callback, "__self__", None), "get_coro", None)
    work = coroutine() if coroutine else callback
    return str(getattr(work, "__qualname__", work))


def run_bot(code: Path) -> None:
    """Run ``CODE/bot.py`` as its command line would."""
    program = str(code / "bot.py")
    sys.path[0], sys.argv = str(code), [program]
    runpy.run_path(program, run_name="__main__")


def main(code: Path, notes: Notes) -> None:
    """Run the bot with a watched event loop."""
    loop = Loop(notes)
    loop.watch_steps()
    loop.watch_files()
    run_bot(code)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Notes(Path(sys.argv[2])))
