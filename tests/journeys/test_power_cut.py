"""The power cut of a bot in the test's process ends its work at once, as the end of a process would."""

from __future__ import annotations

import asyncio

from sandbox.faults import Fault
from trials.journey import Journey

DAY = 86_400


async def cut_while_posting(journey: Journey) -> Fault:
    """Cut the power while the board of a move is being posted; return what holds the request."""
    mover = journey.mover
    preview = await journey.click_move(mover)
    held = journey.home.hold("POST", r"/channels/\d+/messages$")
    await mover.click("Confirm", on=preview)
    await journey.until(lambda: held.hits == 1)
    await journey.bot.kill()
    return held


async def test_bot_without_power_asks_and_saves_nothing(journey: Journey) -> None:
    await journey.begin(2, time_limit="daily")
    former = len(journey.boards)
    await cut_while_posting(journey)
    asked, rows = len(journey.sandbox.requests), journey.rows("SELECT * FROM outbox")
    journey.sandbox.advance(3 * DAY)
    await asyncio.sleep(DAY)
    assert journey.rows("SELECT * FROM outbox") == rows
    assert len(journey.sandbox.requests) == asked
    assert len(journey.boards) == former


async def test_bot_goes_on_from_its_database_after_a_power_cut(journey: Journey) -> None:
    await journey.begin(2)
    former = len(journey.boards)
    held = await cut_while_posting(journey)
    journey.home.release(held)
    await journey.bot.start()
    await journey.next_board(former)
    assert len(journey.boards) == former + 1
    assert journey.rows("SELECT count(*) FROM moves WHERE seat >= 0") == [(1,)]
    await journey.turn()
