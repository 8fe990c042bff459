"""Boards and questions that processes of their own draw."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path

import pytest

from trials.journey import Journey

pytestmark = pytest.mark.process

PNG = b"\x89PNG"


def drawers(bot: int) -> list[int]:
    """The processes that a bot has begun to work for it."""
    children = [int(child) for path in Path(f"/proc/{bot}/task").glob("*/children") for child in told(path).split()]
    return [child for child in children if b"spawn_main" in told(Path(f"/proc/{child}/cmdline"))]


def told(path: Path) -> bytes:
    """Return the file's bytes, or none for a process or thread that has just ended."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return path.read_bytes()
    return b""


@pytest.mark.long
@pytest.mark.own_bot(started=False)
async def test_killed_drawer_costs_no_picture(journey: Journey) -> None:
    journey.bot.settings["PARTERRE_DRAWING"] = "1"
    await journey.bot.start()
    assert journey.bot.running
    board = await journey.begin(2)
    for _ in range(2):
        (drawer,) = drawers(journey.bot.pid)
        assert board.images[0].startswith(PNG)
        os.kill(drawer, signal.SIGKILL)
        question = await journey.mover.click("Your move", on=board)
        assert question.images[0].startswith(PNG)
        board = await journey.turn()
        assert drawers(journey.bot.pid) != [drawer]
    assert "a worker was killed" in journey.bot.log
    assert "no picture" not in journey.bot.log
