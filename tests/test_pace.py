"""Requests come no faster than Discord takes them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import discord
import pytest
import pytest_asyncio
from discord.http import Route

from cogs.shell.client import Parterre
from cogs.shell.pace import MOST
from host.tables import Tables
from sandbox.rates import ALL
from sandbox.server import Sandbox

MANY = ALL + 30


@pytest_asyncio.fixture
async def strict(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Sandbox]:
    """A sandbox that refuses what is too many."""
    made = await Sandbox.start()
    made.world.rates.strict = True
    monkeypatch.setattr(Route, "BASE", made.api)
    yield made
    await made.close()


async def test_what_comes_all_at_once_is_spread(strict: Sandbox, tables: Tables) -> None:
    ada = int(strict.home.person("Ada").id)
    async with Parterre(tables) as client:
        await client.login(strict.token)
        found = await asyncio.gather(*[client.http.get_user(ada) for _ in range(MANY)])
    assert len(found) == MANY
    assert {request["status"] for request in strict.requests} == {200}


async def test_answers_to_people_are_never_held_back(strict: Sandbox, tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.shell.pace.SECOND", 1e6)  # which does not go by
    route = Route("GET", "/webhooks/{webhook_id}/{webhook_token}", webhook_id=1, webhook_token="none")
    async with Parterre(tables) as client:
        await client.login(strict.token)
        asked = [asyncio.create_task(client.http.get_user(int(strict.home.person("Ada").id))) for _ in range(MOST)]
        await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
        with pytest.raises(discord.NotFound):
            await client.http.request(route)
        assert [task for task in asked if not task.done()]
        for task in asked:
            task.cancel()
        await asyncio.wait(asked)
