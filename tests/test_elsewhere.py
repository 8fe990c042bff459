"""Servers of other processes are asked for at Discord, and kept for a while."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import discord
import pytest
import pytest_asyncio

from cogs.discord_api import servers
from cogs.discord_api.shards import ShardPlan
from cogs.shell.client import Parterre
from host.tables import Tables
from sandbox.guild_handle import GuildHandle
from sandbox.server import Sandbox
from sandbox.shards import Shard


@pytest_asyncio.fixture
async def client(sandbox: Sandbox, tables: Tables) -> AsyncIterator[Parterre]:
    """A bot that runs the first of two shards."""
    sandbox.world.session_starts.recommended = 2
    async with Parterre(tables, plan=ShardPlan(ranges=2)) as made:
        await made.http.static_login(sandbox.token)
        await made.plan_shards()
        yield made


@pytest.fixture
def there(sandbox: Sandbox) -> GuildHandle:
    """A server of the other shard."""
    return sandbox.found("Other Club", Shard(1, 2))


def asked(sandbox: Sandbox) -> list[str]:
    """Return the requests about servers so far, without their ids."""
    return ["/".join(r["path"].split("/")[5:]) for r in sandbox.requests if "/guilds/" in r["path"]]


async def test_server_elsewhere_has_roles_and_visible_channels(sandbox: Sandbox, client: Parterre, there: GuildHandle) -> None:
    there.permit("terrace", view_channel=False)
    there.locale = "de"
    found = await client.servers.find(int(there.guild.id))
    assert found is not None
    assert [role.id for role in found.roles] == [int(role["id"]) for role in there.guild.roles]
    assert [channel.id for channel in found.channels] == [int(there.channel_id("garden"))]
    assert found.preferred_locale is discord.Locale.german
    assert not client.is_mine(found.id)
    assert client.get_guild(found.id) is None


async def test_simultaneous_questions_share_the_answer(sandbox: Sandbox, client: Parterre, there: GuildHandle) -> None:
    number = int(there.guild.id)
    first, *others = await asyncio.gather(*(client.servers.find(number) for _ in range(5)))
    assert first is not None
    assert all(other is first for other in others)
    assert asked(sandbox) == ["", "channels"]
    assert await client.servers.find(number, anew=True) is not first
    assert len(asked(sandbox)) == 4


async def test_server_that_refuses_the_bot_is_asked_for_again(sandbox: Sandbox, client: Parterre, there: GuildHandle) -> None:
    number = int(there.guild.id)
    there.remove_bot()
    assert await client.servers.find(number) is None
    assert not client.is_gone(number)
    there.invite_bot()
    assert await client.servers.find(number) is not None
    there.disband()
    assert await client.servers.find(number) is not None  # kept
    assert await client.servers.find(number, anew=True) is None
    assert await client.servers.find(number) is None


async def test_outage_is_no_refusal(sandbox: Sandbox, client: Parterre, there: GuildHandle) -> None:
    there.reset("GET", "/channels$", times=9)
    with pytest.raises(aiohttp.ClientError):
        await client.servers.find(int(there.guild.id))


async def test_as_many_servers_are_kept_as_allowed(
    sandbox: Sandbox, client: Parterre, there: GuildHandle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "SERVERS_KEPT", 2)
    first, *others = [there, *(sandbox.found(f"Club {number}", Shard(1, 2)) for number in range(2))]
    for each in (first, *others, others[0], others[1]):
        await client.servers.find(int(each.guild.id))
    assert len(asked(sandbox)) == 6
    await client.servers.find(int(first.guild.id))
    assert len(asked(sandbox)) == 8


async def test_connected_own_shard_asks_nothing(sandbox: Sandbox, client: Parterre) -> None:
    own = int(sandbox.found("Club", Shard(0, 2)).guild.id)
    assert client.is_mine(own)
    client.known_shards.add(0)
    assert await client.servers.find(own) is None
    assert client.is_gone(own)
    assert not asked(sandbox)
