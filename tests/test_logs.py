"""Lines of the log say which table they are about."""

from __future__ import annotations

import asyncio
import json
import logging
from pathlib import Path

import pytest

from cogs.operations.logs import JsonFormatter, TextFormatter
from host.log_context import present, working

BROKEN = "broken"


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
    with working() as work:
        assert present() is work
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
    with working(3):
        try:
            raise ValueError(BROKEN)
        except ValueError:
            log.exception("here")
    text, lines = written(log)
    assert " a.b: here table=3 ms=" in text.splitlines()[0]
    assert text.endswith("ValueError: broken\n")
    (line,) = lines.splitlines()
    assert json.loads(line)["error"].endswith("ValueError: broken")


async def test_tasks_that_are_begun_meanwhile_share_it_and_others_do_not() -> None:
    async def learn() -> None:
        present().about(3, 17)

    async def other() -> None:
        with working(4):
            await asyncio.sleep(0)
            assert present().table == 4

    with working() as work:
        await asyncio.gather(learn(), other())
        assert (work.table, work.seq, work.seat) == (3, 17, None)
    assert present().fields == {}
