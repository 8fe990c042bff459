"""Processor time is that of this process, of children that run, and of children that have ended."""

from __future__ import annotations

import subprocess
import sys
from time import process_time

from bench.stopwatch import Stopwatch

WORK = 0.1  # seconds of a processor
BUSY = f"from time import process_time\nwhile process_time() < {WORK}: pass\nprint('done', flush=True)\ninput()"


def test_work_of_this_process_counts() -> None:
    watch, began = Stopwatch(), process_time()
    while process_time() < began + WORK:
        pass
    assert watch.took.processor >= WORK
    assert watch.took.wall >= WORK


def test_work_of_children_counts_before_and_after_their_end() -> None:
    watch = Stopwatch()
    with subprocess.Popen([sys.executable, "-c", BUSY], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "done\n"
        assert watch.took.processor >= WORK - 0.02  # the system tells it in ticks
        child.communicate("\n")
    assert watch.took.processor >= WORK - 0.02
