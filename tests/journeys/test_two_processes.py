"""Two processes on one PostgreSQL server, with a range of shards each, serve the people of all servers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from sandbox.server import Sandbox
from sandbox.shards import Shard
from tests.journeys.clocks import Clocks
from tests.journeys.test_overview import choose, shows
from tests.server import program
from trials.faults.fleet import Fleet, fleet
from trials.journey import Journey, said
from trials.options import ROOT
from trials.process_bot import ProcessBot
from trials.waiting import SANDBOX_TIMEOUT_FACTOR

pytestmark = [
    pytest.mark.process,
    pytest.mark.long,
    pytest.mark.skipif(program("initdb") is None, reason="no PostgreSQL on this machine"),
]


@pytest_asyncio.fixture(loop_scope="session")
async def bots(tmp_path: Path) -> AsyncIterator[Fleet]:
    """Two processes that share two shards."""
    sandbox = await Sandbox.start(clock=tmp_path / "clock", timeout_factor=SANDBOX_TIMEOUT_FACTOR)
    starts = sandbox.world.session_starts
    starts.recommended = starts.max_concurrency = 2
    async with fleet(sandbox, tmp_path, ROOT, processes=2, ranges=2) as made:
        await made.start()
        yield made
    await sandbox.close()


async def test_processes_serve_each_others_servers(bots: Fleet) -> None:
    bot = ProcessBot(bots.sandbox, bots.folder, database=bots.database)
    both = [Journey(bot, home) for home in (bots.sandbox.home, bots.sandbox.found("Orchard Club", Shard(0, 2)))]
    for each in both:
        await choose(each, "terrace")
        for person in each.people[:2]:
            await person.slash("settings", reminders="direct")
        await each.begin(2, time_limit="daily")
        await each.turn()
        assert "Running: 1" in said(await each.ada.go("dm").slash("turns"))
    Clocks(both[0]).pass_hours(12)
    for each in both:
        await Clocks(each).told_directly(each.mover, "Half of your time")
        await shows(each, "to move")
        each.home.archive(each.place, archived=False, locked=True)
        assert "so the game continues here" in (await each.board_in_channel()).text
    acted = defaultdict[str, set[str]](set)  # by what was done: the processes that did it
    for request in bots.sandbox.requests:
        acted[f"{request['method']} {request['path'].split('/')[-1]}"].add(request["_host"])
    assert len(acted["POST callback"]) == 2
    assert len(acted["POST messages"]) == 1
    for each in both:
        each.home.remove_bot()
        await each.until(lambda home=each: home.of_tables("paused")[-1] is not None)
