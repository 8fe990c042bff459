"""Tables in obfuscated channels are found by the right people: payloads of the sandbox, read by a real discord.py."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
import pytest_asyncio

from cogs.shell.client import Interaction, Parterre
from cogs.shell.visibility import is_seen_by_all_here, may_see, may_see_from_elsewhere
from db.rows import SeatRow, TableRow
from host.lobby import Terms
from host.tables import Tables
from sandbox import asking
from sandbox.founding import describe_guild
from sandbox.kinds import COMMAND, PRIVATE_THREAD, Json
from sandbox.server import Sandbox
from sandbox.sight import as_heard, permit

VOICE, FORUM = 2, 15


class Scene:
    """A server of the sandbox, as the bot hears of it without any network."""

    def __init__(self, client: Parterre) -> None:
        self.client = client
        self.home = Sandbox().home
        self.world = self.home.world
        state = client._connection  # pyright: ignore[reportPrivateUsage]
        self._state, self._parsers = state, state.parsers
        state.user = discord.ClientUser(state=state, data=self.world.bot)  # pyright: ignore[reportArgumentType]
        self.world.listeners.append(self._hear)
        self.connect()

    def connect(self) -> None:
        """Tell the bot of the server anew."""
        self._parsers["GUILD_CREATE"](json.loads(json.dumps(describe_guild(self.world, self.home.guild))))

    def _hear(self, event: str, data: Json) -> None:
        heard = as_heard(self.world, event, data)
        if heard is not None and event in self._parsers:
            self._parsers[event](json.loads(json.dumps(heard)))

    def asked(self, name: str, place: str) -> Interaction:
        """Return the interaction of a command that somebody types in a place."""
        person = self.home.person(name)
        made = asking.make_interaction(self.world, person.id, place, COMMAND, {"id": "1", "name": "turns", "type": 1})
        payload: Any = json.loads(json.dumps(made.payload))
        return discord.Interaction(data=payload, state=self._state)

    async def table(self, tables: Tables, place: str) -> TableRow:
        """A table in a place."""
        host = SeatRow(0, int(self.home.person("Ada").id), "Ada")
        at = await tables.open(game="djinns", terms=Terms(size=2), host=host, guild=int(self.home.guild.id), channel=int(place))
        return at.position.row


@pytest_asyncio.fixture
async def scene(tables: Tables) -> AsyncIterator[Scene]:
    async with Parterre(tables) as client:
        yield Scene(client)


async def seen(scene: Scene, row: TableRow, name: str, place: str, *, own: bool) -> bool:
    return await may_see(scene.asked(name, scene.home.channel_id(place)), row, own=own)


async def test_players_find_their_table_where_the_bot_lost_view(scene: Scene, tables: Tables) -> None:
    row = await scene.table(tables, scene.home.channel_id("garden"))
    assert await seen(scene, row, "Dan", "terrace", own=False)
    scene.home.permit("garden", view_channel=False)
    assert await seen(scene, row, "Ben", "terrace", own=True)
    scene.connect()
    assert await seen(scene, row, "Ben", "terrace", own=True)
    assert await may_see_from_elsewhere(scene.asked("Ben", scene.home.channel_id("terrace")), row)
    assert not await seen(scene, row, "Dan", "terrace", own=False)
    assert await seen(scene, row, "Dan", "garden", own=False)  # Discord lets them in
    assert not await is_seen_by_all_here(scene.asked("Ben", scene.home.channel_id("terrace")), row)
    scene.home.permit("garden", view_channel=None)
    assert await seen(scene, row, "Dan", "terrace", own=False)
    assert await is_seen_by_all_here(scene.asked("Ben", scene.home.channel_id("terrace")), row)


async def test_overwrites_count_where_the_bot_has_view(scene: Scene, tables: Tables) -> None:
    row, garden = await scene.table(tables, scene.home.channel_id("garden")), scene.home.place("garden")
    role = scene.home.add_role("Gardeners", "Cleo")
    permit(scene.world, garden, scene.home.guild.id, {"view_channel": False})
    permit(scene.world, garden, role, {"view_channel": True})
    scene.home.permit("garden", view_channel=True)
    assert await seen(scene, row, "Cleo", "terrace", own=False)
    assert not await seen(scene, row, "Dan", "terrace", own=True)  # Discord says that they may not look there


async def test_a_thread_shows_the_tables_of_its_hidden_channel(scene: Scene, tables: Tables) -> None:
    garden = scene.home.channel_id("garden")
    row, thread = await scene.table(tables, garden), scene.home.open_thread("garden", "club")
    scene.home.permit("garden", view_channel=False)
    assert await may_see(scene.asked("Dan", thread), row, own=False)
    assert await is_seen_by_all_here(scene.asked("Dan", thread), row)
    inside = await scene.table(tables, thread)
    assert await seen(scene, inside, "Dan", "garden", own=False)


async def test_a_private_thread_is_found_by_its_seats_alone(scene: Scene, tables: Tables) -> None:
    thread = scene.world.new_thread(scene.home.place("garden"), "secret", PRIVATE_THREAD, 1440)
    row = await scene.table(tables, str(thread["id"]))
    for view in (None, False):
        scene.home.permit("garden", view_channel=view)
        assert await seen(scene, row, "Ben", "garden", own=True)
        assert await seen(scene, row, "Ben", "terrace", own=True)
        assert not await seen(scene, row, "Dan", "garden", own=False)
        assert not await is_seen_by_all_here(scene.asked("Dan", scene.home.channel_id("garden")), row)


@pytest.mark.parametrize("kind", [VOICE, FORUM])
async def test_channel_without_its_usual_keys_is_survived(scene: Scene, kind: int) -> None:
    bare: Json = {"id": "77", "type": kind, "guild_id": scene.home.guild.id, "position": 3, "name": None}
    nulls = dict.fromkeys(("permission_overwrites", "available_tags", "topic", "parent_id", "flags", "rate_limit_per_user"))
    for event in ("CHANNEL_CREATE", "CHANNEL_UPDATE"):
        scene.client._connection.parsers[event]({**bare, **nulls})  # pyright: ignore[reportPrivateUsage]
        assert scene.client.get_channel(77) is not None
    told = {**describe_guild(scene.world, scene.home.guild), "channels": [{**bare, **nulls, "id": "78"}, bare]}
    scene.client._connection.parsers["GUILD_CREATE"](json.loads(json.dumps(told)))  # pyright: ignore[reportPrivateUsage]
    assert scene.client.get_channel(78) is not None
