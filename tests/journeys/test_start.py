"""The bot starts on Discord's bad days, and stops in good order: no person is needed, and who has clicked is answered."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cogs.shell.client import Parterre
from db.store import Store
from host.tables import Tables
from sandbox.answer import Unanswered
from sandbox.faults import Fault, rate_limited
from trials.inline import open_inline
from trials.journey import Journey


@pytest.mark.long  # it waits until the bot tries again
@pytest.mark.process
@pytest.mark.own_bot
async def test_login_is_retried_after_refusals(journey: Journey) -> None:
    board = await journey.begin(2)
    await journey.bot.kill()
    faults = journey.sandbox.world.faults
    limited = faults.add(rate_limited("GET", "^/users/@me$", times=1, retry_after=0.1, via=False))
    forbidden = faults.add(Fault("GET", "^/applications/@me$|^/oauth2/applications/@me$", status=403))
    broken = faults.add(Fault("GET", "^/users/@me$", skip=1, reset=True))
    await journey.bot.start()
    assert (limited.hits, forbidden.hits, broken.hits) == (1, 1, 1)
    assert len(journey.boards) == 1
    assert board.exists
    await journey.turn()


async def test_nothing_is_heard_after_the_end(tmp_path: Path) -> None:
    store = Store(await open_inline(tmp_path / "parterre.sqlite3"))
    async with Parterre(Tables(store)) as client:
        pass
    client.dispatch("ready")  # as discord.py does when it has waited for further servers
    await store.close()


async def test_refused_commands_are_registered_later(journey: Journey) -> None:
    await journey.begin(2)
    await journey.bot.stop()
    with closing(sqlite3.connect(journey.bot.database)) as db, db:
        db.execute("DELETE FROM facts WHERE name = 'commands'")
    refused = journey.sandbox.world.faults.add(Fault("PUT", "/commands$", status=403))
    known = len(journey.sandbox.requests)
    await journey.bot.start()
    await journey.turn()

    def told() -> bool:
        later = journey.sandbox.requests[known:]
        return any(request["method"] == "PUT" and request["status"] == 200 for request in later)

    await journey.until(told)
    assert refused.hits == 1


async def test_clicks_in_hand_are_answered_before_the_end(journey: Journey) -> None:
    board = await journey.begin(2)
    stopping: list[asyncio.Task[None]] = []

    def stop() -> None:
        stopping.append(asyncio.create_task(journey.bot.stop()))

    journey.sandbox.world.faults.add(Fault("POST", "/callback$", arrived=stop, delay=0.2))
    panel = await journey.mover.click("Your move", on=board)
    assert panel.ephemeral
    await asyncio.gather(*stopping)
    await journey.bot.start()


async def test_unanswered_click_at_shutdown_logs_no_traceback(journey: Journey) -> None:
    board = await journey.begin(2)
    journey.bot.clear_log()
    stopping: list[asyncio.Task[None]] = []

    def stop() -> None:
        stopping.append(asyncio.create_task(journey.bot.stop()))

    held = journey.sandbox.world.faults.add(Fault("POST", "/callback$", arrived=stop, held=True, lose=True))
    with pytest.raises(Unanswered):
        await journey.mover.click("Your move", on=board, timeout=0.1)
    await journey.until(lambda: bool(stopping))
    await asyncio.gather(*stopping)
    held.held = False
    assert "Traceback" not in journey.bot.log
    await journey.bot.start()
