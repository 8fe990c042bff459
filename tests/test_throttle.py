"""Requests come no faster than Discord takes them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

import discord
import pytest
import pytest_asyncio
from discord.http import Route

from cogs.discord_api.throttle import REQUESTS_PER_SECOND, WINDOW_SECONDS, RequestThrottle, requests_per_second
from cogs.shell.client import Parterre
from host.tables import Tables
from sandbox.rates import BOT_REQUEST_LIMIT
from sandbox.server import Sandbox

MANY = BOT_REQUEST_LIMIT + 30


@pytest_asyncio.fixture
async def strict(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Sandbox]:
    """A sandbox that refuses what is too many."""
    made = await Sandbox.start()
    made.world.rates.strict = True
    monkeypatch.setattr(Route, "BASE", made.api)
    yield made
    await made.close()


async def asked(client: Parterre, number: int) -> int:
    """Discord's answers about a missing channel; each has a line of its own in discord.py."""
    with pytest.raises(discord.NotFound) as refused:
        await client.http.get_channel(number)
    return refused.value.status


def test_processes_share_the_limit() -> None:
    assert requests_per_second(1, clerk=True) == requests_per_second(1, clerk=False) == REQUESTS_PER_SECOND
    for processes in range(2, 50):
        clerk, other = requests_per_second(processes, clerk=True), requests_per_second(processes, clerk=False)
        assert clerk + (processes - 1) * other == pytest.approx(REQUESTS_PER_SECOND)
        assert clerk >= 2 * REQUESTS_PER_SECOND / 3
        assert other > 0


@pytest.mark.virtual
@pytest.mark.sqlite
async def test_throttle_follows_the_share_of_its_process() -> None:
    share, clock = [3.0], asyncio.get_running_loop().time
    throttle = RequestThrottle(lambda: share[0])

    async def pass_seconds(requests: int) -> float:
        before = clock()
        for _ in range(requests):
            await throttle.wait()
        return clock() - before

    assert await pass_seconds(31) == pytest.approx(10)
    share[0] = 30.0
    await throttle.wait()
    assert await pass_seconds(300) == pytest.approx(10)


@pytest.mark.process
async def test_simultaneous_requests_are_spread(strict: Sandbox, tables: Tables) -> None:
    async with Parterre(tables) as client:
        await client.login(strict.token)
        found = await asyncio.gather(*[asked(client, number) for number in range(MANY)])
    assert found == [404] * MANY
    assert 429 not in {request["status"] for request in strict.requests}


@pytest.mark.process
async def test_requests_delayed_by_a_busy_loop_are_spread() -> None:
    throttle, passed = RequestThrottle(), list[int]()

    async def wait(number: int) -> None:
        await throttle.wait()
        passed.append(number)

    waiting = [asyncio.create_task(wait(number)) for number in range(MANY)]
    await asyncio.sleep(0)
    time.sleep(WINDOW_SECONDS)  # noqa: ASYNC251
    for turns in range(1, 4):
        await asyncio.sleep(0)
        assert len(passed) <= 1 + turns
    for each in waiting:
        each.cancel()
    await asyncio.wait(waiting)
    assert passed == sorted(passed) != []


@pytest.mark.process
async def test_answers_to_people_are_never_held_back(strict: Sandbox, tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    route = Route("GET", "/webhooks/{webhook_id}/{webhook_token}", webhook_id=1, webhook_token="none")
    async with Parterre(tables) as client:
        await client.login(strict.token)
        await strict.wait_commands()  # no request of the start comes later
        monkeypatch.setattr("cogs.discord_api.throttle.WINDOW_SECONDS", 1e6)  # which does not go by
        assert await asked(client, 1) == 404
        held = asyncio.create_task(asked(client, 2))
        with pytest.raises(discord.NotFound):
            await client.http.request(route)
        assert not held.done()
        held.cancel()
        await asyncio.wait({held})
