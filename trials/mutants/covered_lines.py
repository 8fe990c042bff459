"""A plugin of pytest that writes down which lines of some folders each test runs, and the processor time that each test takes.

It needs Python 3.12, and is loaded by itself into any checkout: its folder is on ``PYTHONPATH``, and it imports nothing of ours.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import defaultdict
from pathlib import Path
from types import CodeType
from typing import Any

FOLDERS = tuple(f"{Path.cwd() / name}{os.sep}" for name in os.environ.get("COVERED_FOLDERS", "").split())
RESULT = Path(os.environ.get("COVERED_RESULT", os.devnull))

running: set[tuple[str, int]] = set()  # lines of the test that runs now
failed: set[str] = set()
seconds: dict[str, float] = {}  # of each test that passed, in the order in which they ran
tests_of_line: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
began = 0.0


def pytest_configure(config: Any) -> None:
    """Have Python report each line of the folders, once for each test."""
    for mark in ("process", "browser"):
        config.addinivalue_line("markers", f"{mark}: which the checkout may lack")
    assert sys.version_info >= (3, 12), "sys.monitoring came with Python 3.12"
    events = sys.monitoring.events

    def start(code: CodeType, _: int) -> Any:
        if code.co_filename.startswith(FOLDERS):
            sys.monitoring.set_local_events(sys.monitoring.COVERAGE_ID, code, events.LINE)
        return sys.monitoring.DISABLE

    def line(code: CodeType, number: int) -> Any:
        running.add((code.co_filename, number))
        return sys.monitoring.DISABLE

    sys.monitoring.use_tool_id(sys.monitoring.COVERAGE_ID, "covered lines")
    sys.monitoring.register_callback(sys.monitoring.COVERAGE_ID, events.PY_START, start)
    sys.monitoring.register_callback(sys.monitoring.COVERAGE_ID, events.LINE, line)
    sys.monitoring.set_events(sys.monitoring.COVERAGE_ID, events.PY_START)


def pytest_runtest_logstart() -> None:
    """Begin a test."""
    global began
    assert sys.version_info >= (3, 12)
    running.clear()
    sys.monitoring.restart_events()
    began = time.process_time()


def pytest_runtest_logreport(report: Any) -> None:
    """Note which tests fail or are skipped."""
    if not report.passed:
        failed.add(report.nodeid)


def pytest_runtest_logfinish(nodeid: str) -> None:
    """Keep the lines of a test that passed."""
    if nodeid in failed:
        return
    number = len(seconds)
    seconds[nodeid] = round(time.process_time() - began, 4)
    for place in running:
        tests_of_line[place].append(number)


def pytest_sessionfinish() -> None:
    """Write ``{"tests": {name: seconds}, "failed": [names], "lines": {"rules/x.py:12": [numbers of tests]}}``."""
    assert sys.version_info >= (3, 12)
    sys.monitoring.set_events(sys.monitoring.COVERAGE_ID, 0)
    lines = {f"{Path(name).relative_to(Path.cwd())}:{line}": tests for (name, line), tests in sorted(tests_of_line.items())}
    RESULT.write_text(json.dumps({"tests": seconds, "failed": sorted(failed), "lines": lines}), encoding="utf-8")
