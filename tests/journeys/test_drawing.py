"""Boards and questions that processes of their own draw."""

from __future__ import annotations

import os
import signal

import pytest

from trials.journey import Journey
from trials.program import worker_processes

pytestmark = pytest.mark.process

PNG = b"\x89PNG"


@pytest.mark.long
@pytest.mark.own_bot(started=False)
async def test_killed_drawer_costs_no_picture(journey: Journey) -> None:
    journey.bot.settings["PARTERRE_DRAWING"] = "1"
    await journey.bot.start()
    assert journey.bot.running
    board = await journey.begin(2)
    for _ in range(2):
        (drawer,) = worker_processes(journey.bot.pid)
        assert board.images[0].startswith(PNG)
        os.kill(drawer, signal.SIGKILL)
        question = await journey.mover.click("Your move", on=board)
        assert question.images[0].startswith(PNG)
        board = await journey.turn()
        assert worker_processes(journey.bot.pid) != [drawer]
    assert "a worker was killed" in journey.bot.log
    assert "no picture" not in journey.bot.log
