"""The supervisor runs a real program that records its starts and its end."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from shlex import quote

import pytest
import pytest_asyncio

from sandbox.supervisor import RESTART_PAUSES, Supervisor
from trials.waiting import wait_until

PROGRAM = """
import os, signal, sys
def end(*_):
    open("ended", "w").close()
    sys.exit(0)
signal.signal(signal.SIGTERM, end)
with open("starts", "a") as file:
    file.write(f"{os.getpid()}\\n")
while True:
    signal.pause()
"""
NEVER = (1e6,)  # seconds


@pytest.fixture
def pauses() -> Sequence[float]:
    return RESTART_PAUSES


@pytest_asyncio.fixture
async def supervisor(tmp_path: Path, pauses: Sequence[float]) -> AsyncIterator[Supervisor]:
    path = tmp_path / "program.py"
    path.write_text(PROGRAM.replace('"starts"', repr(str(tmp_path / "starts"))).replace('"ended"', repr(str(tmp_path / "ended"))))
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nexec {quote(sys.executable)} "$@"\n')
    python.chmod(0o755)
    made = Supervisor([str(python), str(path)], os.environ, pauses)
    await made.start()
    yield made
    await made.close()


def starts(folder: Path) -> list[int]:
    path = folder / "starts"
    return [int(line) for line in path.read_text().splitlines()] if path.exists() else []


async def test_killed_program_starts_again(supervisor: Supervisor, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    await wait_until(lambda: len(starts(tmp_path)) == 1)
    supervisor.kill()
    await wait_until(lambda: len(starts(tmp_path)) == 2)
    assert "ended by itself (SIGKILL); it starts again in 1 s" in caplog.text
    await wait_until(lambda: supervisor.pid == starts(tmp_path)[1])
    assert not (tmp_path / "ended").exists()


async def test_restart_ends_the_program_in_good_order(supervisor: Supervisor, tmp_path: Path) -> None:
    await wait_until(lambda: len(starts(tmp_path)) == 1)
    await supervisor.restart()
    assert (tmp_path / "ended").exists()
    await wait_until(lambda: len(starts(tmp_path)) == 2)


@pytest.mark.parametrize("pauses", [NEVER])
async def test_restart_does_not_wait_for_the_pause(supervisor: Supervisor, tmp_path: Path) -> None:
    for count in (1, 2):
        await wait_until(lambda count=count: starts(tmp_path)[count - 1 :] == [supervisor.pid])
        supervisor.kill()
        await wait_until(lambda: supervisor.pid is None)
        await supervisor.restart()
    await wait_until(lambda: len(starts(tmp_path)) == 3)


@pytest.mark.parametrize("pauses", [NEVER])
async def test_restart_during_a_start_is_not_lost(supervisor: Supervisor, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    supervisor.kill()
    await wait_until(lambda: supervisor.pid is None)
    await supervisor.restart()
    while "starts again\n" not in caplog.text:  # noqa: ASYNC110 (not a moment later: it starts now)
        await asyncio.sleep(0)
    await supervisor.restart()
    await wait_until(lambda: caplog.text.count("starts again\n") == 2)


@pytest.mark.parametrize("pauses", [(0.0,)])
async def test_failed_start_is_retried(supervisor: Supervisor, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    await wait_until(lambda: len(starts(tmp_path)) == 1)
    (tmp_path / "python").rename(tmp_path / "away")
    supervisor.kill()
    await wait_until(lambda: caplog.text.count("the bot could not be started") >= 2)
    (tmp_path / "away").rename(tmp_path / "python")
    await wait_until(lambda: len(starts(tmp_path)) == 2)


async def test_closed_supervisor_starts_nothing(supervisor: Supervisor, tmp_path: Path) -> None:
    await wait_until(lambda: len(starts(tmp_path)) == 1)
    await supervisor.close()
    assert (tmp_path / "ended").exists()
    assert supervisor.pid is None
    assert len(starts(tmp_path)) == 1
