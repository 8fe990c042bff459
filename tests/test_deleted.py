"""Channels and roles that were chosen in /setup and deleted since do not count, and are cleared."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio

from cogs.server.deleted import clear_deleted
from cogs.shell.client import Parterre
from cogs.shell.server_choices import without_deleted
from host.servers import ServerSettings, may_open, read_server_settings, set_server_settings
from host.tables import Tables
from rules.text import say
from sandbox.objects import make_role
from tests.cached_guild import CachedGuild
from tests.sending import pending_notices

TOLD = say("Something was chosen.")


@pytest_asyncio.fixture
async def there(tables: Tables) -> AsyncIterator[CachedGuild]:
    async with Parterre(tables, emojis=False) as client:
        yield CachedGuild(client)


async def test_deleted_role_and_channel_shut_nobody_out(there: CachedGuild) -> None:
    role, garden = there.add_role(make_role("77", "Gardeners", 0)), int(there.channel("garden")["id"])
    chosen = ServerSettings(channels=(int(there.channel("terrace")["id"]),), roles=(role,))
    assert without_deleted(there.known, chosen) == chosen
    there.delete_channel("terrace")
    there.delete_role(role)
    may_open(without_deleted(there.known, chosen), garden, [])


async def test_other_roles_still_count(there: CachedGuild) -> None:
    roles = tuple(there.add_role(make_role(number, number, 0)) for number in ("77", "78"))
    there.delete_role(77)
    assert without_deleted(there.known, ServerSettings(roles=roles)).roles == (78,)


async def test_nothing_counts_as_deleted_in_an_outage(there: CachedGuild) -> None:
    chosen = ServerSettings(channels=(5,), roles=(6,), log=7)
    there.known.unavailable = True
    assert without_deleted(there.known, chosen) == chosen


async def test_deleted_choices_are_cleared_and_told_once(there: CachedGuild, tables: Tables) -> None:
    log = int(there.channel("terrace")["id"])
    await set_server_settings(tables.store, there.id, TOLD, roles=(5,), channels=(6, 7), log=log)
    cleared = " ".join(map(str, await clear_deleted(tables.store, there.known)))
    assert "1 role that could open tables was deleted" in cleared
    assert "2 channels for tables were deleted" in cleared
    assert await read_server_settings(tables.store, there.id) == ServerSettings(log=log)
    assert [row.place for row in await pending_notices(tables.store, "setup")] == [log, log]
    assert await clear_deleted(tables.store, there.known) == ()


async def test_no_message_is_queued_for_a_deleted_channel(there: CachedGuild, tables: Tables) -> None:
    await set_server_settings(tables.store, there.id, TOLD, log=there.delete_channel("terrace"))
    told = len(await pending_notices(tables.store, "setup"))
    assert "Changes are no longer posted" in str(await clear_deleted(tables.store, there.known))
    assert (await read_server_settings(tables.store, there.id)).log is None
    assert len(await pending_notices(tables.store, "setup")) == told
