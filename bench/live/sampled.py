"""Profile the bot by samples: ``python -m bench.live.sampled CODE NOTES`` runs ``CODE/bot.py`` and writes notes to a file.

Each hundredth of a second of processor time counts for the innermost function of our own on the stack, or else for the
innermost library; for another thread, if the event loop waits. A line of the file is ``{"at": …, "samples": {…}}``: all
samples so far, with the monotonic clock.
"""

from __future__ import annotations

import json
import signal
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from types import FrameType

from trials.loop_watch import run_bot

STEP = 0.01  # seconds of processors
LINE = 1.0  # seconds between two lines
NOT_OWN = ("/bot.py", "/sampled.py", "/loop_watch.py")  # files that start the bot
FRAMES: Callable[[], dict[int, FrameType]] = getattr(sys, "_current_frames")  # noqa: B009
WAITING = {"select", "wait", "_worker", "get", "_connection_worker_thread", "run", "poll", "_recv", "accept", "sleep"}


class Sampler:
    """Sample from now on; the main thread is that of the event loop."""

    def __init__(self, code: Path, notes: Path) -> None:
        self._code = f"{code}/"
        self._notes = notes.open("w", encoding="utf-8")
        self._samples = Counter[str]()
        self._main = threading.get_ident()
        self._written = monotonic()
        signal.signal(signal.SIGPROF, self.look)
        signal.setitimer(signal.ITIMER_PROF, STEP, STEP)

    def close(self) -> None:
        """Stop sampling."""
        signal.setitimer(signal.ITIMER_PROF, 0)
        self._notes.close()

    def look(self, _signal: int, frame: FrameType | None) -> None:
        """Count the code that runs now, and write the counts once a second. A timer calls this."""
        if frame is not None and frame.f_code.co_name not in WAITING:
            self._samples[f"loop: {self._name(frame)}"] += 1
        else:
            self._samples[self._of_other_threads()] += 1
        if monotonic() > self._written + LINE:
            self._written = monotonic()
            self._notes.write(json.dumps({"at": self._written, "samples": self._samples}) + "\n")
            self._notes.flush()

    def _of_other_threads(self) -> str:
        frames = FRAMES()
        # Our own frame would refer to itself by this name and so become garbage, with everything that the other threads hold now.
        # A thread's message to a worker is a buffer with a view of it, and Python cannot collect both together.
        del frames[self._main]
        busy = next((each for each in frames.values() if each.f_code.co_name not in WAITING), None)
        return f"thread: {self._name(busy)}" if busy else "waits"

    def _name(self, frame: FrameType) -> str:
        own = next((each for each in _outwards(frame) if self._is_own(each)), None)
        if own is not None:
            return f"{own.f_code.co_filename.removeprefix(self._code)} {own.f_code.co_qualname}"
        return f"({_library(frame)})"

    def _is_own(self, frame: FrameType) -> bool:
        path = frame.f_code.co_filename
        return path.startswith(self._code) and "/.venv/" not in path and not path.endswith(NOT_OWN)


def _outwards(frame: FrameType | None) -> Iterator[FrameType]:
    while frame is not None:
        yield frame
        frame = frame.f_back


def _library(frame: FrameType) -> str:
    """Return the package of a function in site-packages, or its module or package in the standard library."""
    path = Path(frame.f_code.co_filename)
    parts = path.parts
    where = "site-packages" if "site-packages" in parts else next((part for part in parts if part.startswith("python3")), "")
    after = parts[parts.index(where) + 1 :] if where else parts[-1:]
    return after[0].removesuffix(".py") if after else path.name


def main(code: Path, notes: Path) -> None:
    """Run the program as its command line would."""
    Sampler(code.resolve(), notes)
    run_bot(code)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
