"""Lines of the log say which table they are about."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from cogs.operations.logs import JsonFormatter, TextFormatter
from host.log_context import current_work, log_about

BROKEN = "broken"
ROOT = Path(__file__).parents[1]
UNCAUGHT = """
import asyncio, gc, logging, sys, threading, warnings
from cogs.operations.logs import set_up_logging
from tests.test_logs import fail, fail_unseen

async def fail_in_the_loop():
    asyncio.get_running_loop().call_soon(fail, "in the loop")
    await asyncio.sleep(0)

set_up_logging(logging.INFO, sys.argv[1])
fail_unseen()
asyncio.run(fail_in_the_loop())
warnings.warn("a warning")
fail("at the end")
"""
WORKER = """
import asyncio, logging, sys
from contextlib import closing
from functools import partial
from cogs.operations.logs import set_up_logging
from host.workers import Workers
from tests.test_logs import fail_unseen

async def main():
    with closing(Workers(1, prepare=partial(set_up_logging, logging.INFO, sys.argv[1]))) as workers:
        await workers.run(fail_unseen)

if __name__ == "__main__":
    asyncio.run(main())
"""


def fail(where: str) -> None:
    raise ValueError(where)


class Unfinished:
    """Fails where nobody can catch it."""

    def __del__(self) -> None:
        fail("in a finalizer")


def fail_unseen() -> None:
    """Fail in a finalizer, and in a thread."""
    Unfinished()
    thread = threading.Thread(target=fail, args=("in a thread",), name="the thread")
    thread.start()
    thread.join()


def logged(program: str, form: str) -> tuple[int, str]:
    """The status of a program of its own, and what it logged."""
    done = subprocess.run([sys.executable, "-c", program, form], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


@pytest.fixture
def log(tmp_path: Path) -> logging.Logger:
    """A logger that writes text to one file, and JSON to another."""
    made = logging.Logger("a.b")
    for form in (TextFormatter, JsonFormatter):
        handler = logging.FileHandler(tmp_path / form.__name__, encoding="utf-8")
        handler.setFormatter(form())
        made.addHandler(handler)
    return made


def written(log: logging.Logger) -> list[str]:
    """The text and the JSON."""
    found: list[str] = []
    for handler in log.handlers:
        assert isinstance(handler, logging.FileHandler)
        handler.close()
        found.append(Path(handler.baseFilename).read_text(encoding="utf-8"))
    return found


def test_a_line_about_nothing(log: logging.Logger) -> None:
    log.info("a line %d “long”", 1)
    text, lines = written(log)
    assert text.endswith(" INFO     a.b: a line 1 “long”\n")
    told = json.loads(lines)
    assert told.pop("time").endswith("+00:00")
    assert told == {"level": "INFO", "logger": "a.b", "message": "a line 1 “long”"}


def test_a_line_about_a_table(log: logging.Logger) -> None:
    with log_about() as work:
        assert current_work() is work
        work.about(3, 17, 1)
        log.warning("here")
    log.warning("and not there")
    text, lines = written(log)
    assert " a.b: here table=3 seq=17 seat=1 ms=" in text
    assert text.endswith("and not there\n")
    told, other = map(json.loads, lines.splitlines())
    assert (told["table"], told["seq"], told["seat"]) == (3, 17, 1)
    assert told["ms"] >= 0
    assert "table" not in other


def test_an_error_keeps_its_traceback(log: logging.Logger) -> None:
    with log_about(3):
        try:
            raise ValueError(BROKEN)
        except ValueError:
            log.exception("here")
    text, lines = written(log)
    assert " a.b: here table=3 ms=" in text.splitlines()[0]
    assert text.endswith("ValueError: broken\n")
    (line,) = lines.splitlines()
    assert json.loads(line)["error"].endswith("ValueError: broken")


async def test_context_of_the_log_is_inherited_by_new_tasks() -> None:
    async def learn() -> None:
        current_work().about(3, 17)

    async def other() -> None:
        with log_about(4):
            await asyncio.sleep(0)
            assert current_work().table == 4

    with log_about() as work:
        await asyncio.gather(learn(), other())
        assert (work.table, work.seq, work.seat) == (3, 17, None)
    assert current_work().fields == {}


UNSEEN = {
    "Exception ignored in Unfinished.__del__": "ValueError: in a finalizer",
    "the thread stops after an unexpected error": "ValueError: in a thread",
}
AT_THE_END = {"The program stops after an unexpected error": "ValueError: at the end"}


def test_errors_that_nobody_catches_are_logged_as_json() -> None:
    status, told = logged(UNCAUGHT, "json")
    assert status == 1
    *failed, loop, warning, ended = map(json.loads, told.splitlines())
    errors = {each["message"]: each["error"].splitlines()[-1] for each in (*failed, ended)}
    assert errors == UNSEEN | AT_THE_END
    assert (loop["logger"], loop["error"].splitlines()[-1]) == ("asyncio", "ValueError: in the loop")
    assert warning["logger"] == "py.warnings"
    assert "UserWarning: a warning" in warning["message"]


def test_errors_that_nobody_catches_are_logged_as_text() -> None:
    status, told = logged(UNCAUGHT, "text")
    assert status == 1
    for message in (*UNSEEN, *AT_THE_END):
        assert re.search(rf"^[-\d]+ [:\d]+ (ERROR   |CRITICAL) cogs\.operations\.logs: {message}$", told, re.MULTILINE)
    assert told.count("Traceback") == len(UNSEEN) + len(AT_THE_END) + 1


def test_errors_that_nobody_catches_in_a_worker_are_logged() -> None:
    status, told = logged(WORKER, "json")
    assert status == 0
    assert {each["message"]: each["error"].splitlines()[-1] for each in map(json.loads, told.splitlines())} == UNSEEN
