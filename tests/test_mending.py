"""Refused messages are retried when a permission comes back, by each event that may tell of it, and not for other changes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import discord
import pytest
import pytest_asyncio

from cogs.sender import sender
from cogs.server.mending import Mending
from cogs.shell.client import Parterre
from db.rows import SeatRow, TableRow
from host.tables import Tables
from sandbox import founding
from sandbox.kinds import Json
from sandbox.objects import make_role
from sandbox.permissions import BITS
from sandbox.sight import permit
from sandbox.world import BOT_ID, World
from tests.sending import add_move, pending_rows, send_all
from trials.waiting import POLL_SECONDS, WAIT_SECONDS

pytestmark = pytest.mark.virtual

LATER = 3600.0  # seconds


class Server:
    """A server as discord.py knows it, with a board that it has refused; events come as from the gateway."""

    def __init__(self, client: Parterre, tables: Tables) -> None:
        self.client, self.store, self.now = client, tables.store, tables.now
        self.world = World()
        self.guild = founding.found(self.world, "Garden Club")
        self.state: Any = client._connection
        self.state.user = discord.ClientUser(state=self.state, data=self.world.bot)  # type: ignore[arg-type]
        self.state._add_guild_from_data(founding.describe_guild(self.world, self.guild))

    async def refuse(self) -> None:
        row = TableRow(0, "djinns", 1, "", 2, "open", 7, 1, 2, 2, 0, None, self.now())
        table = await self.store.open_table(row._replace(guild=int(self.guild.id)), [SeatRow(0, 7, "Ada")])
        await send_all(self.store, self.now())
        await add_move(self.store, table)
        for owed in await self.store.outbox.claim("me", self.now(), 20):
            await self.store.outbox.mark_failed(owed, self.now() + LATER, "403", surely_unsent=True, refused=self.now())

    async def retried(self) -> bool:
        """Return whether the board is due, after all events were handled."""
        await asyncio.sleep(POLL_SECONDS)
        return [row.not_before for row in await pending_rows(self.store)] != [self.now() + LATER]

    def channel(self, **changes: bool | None) -> None:
        before = deepcopy(self.world.place(self.guild, "garden"))
        permit(self.world, before, BOT_ID, changes)
        self.state.parse_channel_update(before)

    def role(self, role: Json, *, permissions: int) -> None:
        self.state.parse_guild_role_update({"guild_id": self.guild.id, "role": {**role, "permissions": str(permissions)}})

    def member(self, *roles: str) -> None:
        self.state.parse_guild_member_update(
            {"guild_id": self.guild.id, **self.world.member(self.guild, BOT_ID), "roles": list(roles)}
        )


@pytest_asyncio.fixture
async def there(tables: Tables) -> Any:
    async with Parterre(tables, emojis=False) as client:
        await sender.setup(client)
        await client.add_cog(Mending(client))
        server = Server(client, tables)
        server.channel(send_messages_in_threads=False)
        await server.refuse()
        yield server


SPEAK = BITS["send_messages_in_threads"]
BACK: dict[str, Callable[[Server], None]] = {
    "channel": lambda there: there.channel(send_messages_in_threads=None),
    "everyone": lambda there: there.role(there.guild.roles[0], permissions=int(there.guild.roles[0]["permissions"]) | 1 << 40),
    "own role": lambda there: there.role(there.guild.roles[1], permissions=int(there.guild.roles[1]["permissions"]) | 1 << 40),
    "roles of the bot": lambda there: there.member(),
}


@pytest.mark.parametrize("event", BACK)
async def test_permission_that_comes_back_is_used_at_once(there: Server, event: str) -> None:
    BACK[event](there)
    async with asyncio.timeout(WAIT_SECONDS):
        while not await there.retried():
            pass


ELSE: dict[str, Callable[[Server], None]] = {
    "less in the channel": lambda there: there.channel(send_messages=False, send_messages_in_threads=False),
    "less for everyone": lambda there: there.role(there.guild.roles[0], permissions=0),
    "a foreign role": lambda there: there.role(make_role("77", "Gardeners", 0), permissions=SPEAK),
    "the same roles": lambda there: there.member(*there.guild.roles_of[BOT_ID]),
}


@pytest.mark.parametrize("event", ELSE)
async def test_other_changes_retry_nothing(there: Server, event: str) -> None:
    there.state.parse_guild_role_create({"guild_id": there.guild.id, "role": make_role("77", "Gardeners", 0)})
    ELSE[event](there)
    for _ in range(10):  # until listeners have heard of it
        await asyncio.sleep(0)
    assert not there.client._tasks
