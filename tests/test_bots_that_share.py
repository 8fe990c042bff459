"""Start the bot several times on one database of a server: the processes divide the work, and hand it over."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from aiohttp import ClientSession

from sandbox.server import Sandbox
from sandbox.shards import Shard
from tests.server import Server
from trials.options import ROOT
from trials.program import Program
from trials.waiting import wait_until

pytestmark = [pytest.mark.process, pytest.mark.long]

ADDRESS = re.compile(r"health and metrics at (http://\S+)")
ROLE = re.compile(r'^parterre_role\{role="(.*)"\} 1', re.MULTILINE)
BOTH = {Shard(0, 2), Shard(1, 2)}


class Bot(Program):
    """One of the processes; the sandbox may still hear others when this one is gone."""

    async def gone(self) -> None:
        await self.ended()

    async def told(self, path: str) -> tuple[int, str]:
        """Return the answer of its port for health and metrics; an empty one while nobody listens."""
        found = ADDRESS.search(self.log)
        if found is None:
            return 0, ""
        async with ClientSession() as session, session.get(f"{found[1]}{path}") as response:
            return response.status, await response.text()

    async def roles(self) -> list[str]:
        return sorted(ROLE.findall((await self.told("/metrics"))[1])) if self.running else []


@pytest_asyncio.fixture
async def bots(server: Server, tmp_path: Path) -> AsyncIterator[list[Bot]]:
    """Three processes for two ranges of two shards, not yet started."""
    sandbox = await Sandbox.start()
    sandbox.world.session_starts.recommended = sandbox.world.session_starts.max_concurrency = 2
    sandbox.found("Other Club", Shard(1, 2))
    settings = {
        "PARTERRE_DATABASE": server.address(server.new()),
        "PARTERRE_RANGES": "2",
        "PARTERRE_METRICS": "127.0.0.1:0",
        "PARTERRE_DRAWING": "0",
        "PARTERRE_WORKERS": "0",
    }
    made = list[Bot]()
    for number in range(3):
        folder = tmp_path / str(number)
        folder.mkdir()
        made.append(Bot(sandbox, folder, [str(ROOT / "bot.py"), "--discord"], settings))
    yield made
    for bot in made:
        await bot.stop()
    await sandbox.close()
    assert "Traceback" not in "".join(bot.log for bot in made)


async def divided(bots: list[Bot]) -> None:
    """Wait until the processes have all roles, and all shards are connected."""
    sandbox = bots[0].sandbox

    async def have_all() -> bool:
        roles = sorted([role for bot in bots for role in await bot.roles()])
        spare = sum(bot.running for bot in bots) - 2
        return roles == ["clerk", "range 0", "range 1", *["stand-by"] * spare]

    await wait_until(have_all)
    await wait_until(lambda: sandbox.gateway_state.open_shards == BOTH)


async def the_one_with(bots: list[Bot], role: str) -> Bot:
    return next(iter([bot for bot in bots if role in await bot.roles()]))


async def test_processes_divide_the_work_and_hand_it_over(bots: list[Bot]) -> None:
    sandbox = bots[0].sandbox
    for bot in bots:
        await bot.spawn()
    await divided(bots)
    await sandbox.wait_commands()
    clerk, spare = await the_one_with(bots, "clerk"), await the_one_with(bots, "stand-by")
    (part,) = {*await clerk.roles()} - {"clerk"}
    assert await clerk.told("/readyz") == (200, "ok\nshards connected: 1 of 1\n")

    await clerk.stop()
    await divided(bots)
    assert part in await spare.roles()
    now = await the_one_with(bots, "clerk")
    await now.kill()
    await wait_until(lambda: len(sandbox.gateway_state.open_shards) == 1)
    (left,) = [bot for bot in bots if bot.running]

    async def has_taken_over() -> bool:
        roles = await left.roles()
        return roles[0] == "clerk" and roles[1].startswith("range")

    await wait_until(has_taken_over)
    assert sandbox.world.session_starts.too_soon == 0
    registered = [each for each in sandbox.requests if each["method"] == "PUT" and each["path"].endswith("/commands")]
    assert len(registered) == 1
