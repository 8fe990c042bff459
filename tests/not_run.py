"""The last line of a test run: it names the tests that were left out, and why."""

from __future__ import annotations

import pytest

from tests.server import ON_SERVER, program
from trials.page import CHROMIUM


def left_out(marks: str) -> list[str]:
    """Return what a run with this expression of marks leaves out, and the reason or the command that runs it."""
    found: list[str] = []
    if "not long" in marks:
        found.append("long tests (make test-all)")
    if "not trial" in marks:
        found.append("trials (make test-trials)")
    if program("initdb") is None:
        found.append("tests on PostgreSQL (none is installed here)")
    elif not ON_SERVER:
        found.append("tests on PostgreSQL (make test-postgres)")
    if CHROMIUM is None and not ON_SERVER:
        found.append("tests of the sandbox's page (no Chromium is installed here)")
    return found


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """Print the line, once for all workers."""
    if hasattr(config, "workerinput") or config.option.collectonly or config.option.verbose < 0:
        return
    if found := left_out(config.option.markexpr):
        print(f"Not run: {', '.join(found)}.")
