"""Notices and look-ups of people, by the bot in this process on a sandbox, without the gateway."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import cast

import pytest
import pytest_asyncio
from discord.http import Route

from cogs.background.presence import Presence
from cogs.sender.notices import send_notice
from cogs.shell.client import Parterre
from cogs.shell.hosting import pass_on_hosting
from db.rows import SeatRow
from db.store import Store
from host.ballots import ask_pause
from host.deadlines import DAY
from host.lobby import Terms
from host.table import Table
from host.tables import Tables
from sandbox.guild_handle import GuildHandle
from sandbox.server import Sandbox
from tests.manual_clock import ManualClock
from tests.people import advance
from trials.seeding import start_table
from trials.waiting import SANDBOX_TIMEOUT_FACTOR, wait_until


@pytest_asyncio.fixture
async def sandbox(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Sandbox]:
    """A sandbox that this process takes for Discord."""
    made = await Sandbox.start(timeout_factor=SANDBOX_TIMEOUT_FACTOR)
    monkeypatch.setattr(Route, "BASE", made.api)
    yield made
    await made.close()


async def seated(tables: Tables, home: GuildHandle, seats: int = 3) -> Table:
    """Return a running table of people of the sandbox."""
    people = [SeatRow(0, int(person.id), name) for name, person in list(home.people.items())[:seats]]
    return await start_table(tables, "djinns", people, guild=int(home.guild.id), channel=int(home.channel_id("garden")))


async def presence_of(client: Parterre, sandbox: Sandbox) -> Presence:
    """Log in, and return the cog that looks people up on the sandbox's server."""
    await client.login(sandbox.token)
    client._connection._add_guild(await client.fetch_guild(int(sandbox.home.guild.id)))  # pyright: ignore[reportPrivateUsage]
    return cast("Presence", client.presence)


def looked_up(sandbox: Sandbox) -> list[int]:
    """Return the people whom Discord was asked about."""
    paths = [request["path"] for request in sandbox.requests]
    return [int(path.rpartition("/")[2]) for path in paths if "/members/" in path]


@pytest.mark.process
async def test_sent_question_is_paid_when_the_database_fails_after_it(sandbox: Sandbox, tmp_path: Path) -> None:
    store, home = await Store.open(tmp_path / "own.sqlite3"), sandbox.home
    tables = Tables(store, random=Random(1), now=ManualClock())
    table = await seated(tables, home)
    await ask_pause(table, table.position.seats[0].person)
    (row,) = [row for row in await store.outbox.claim("test", tables.now(), 9) if row.kind == "notice"]
    async with Parterre(tables) as client:
        await client.login(sandbox.token)
        held = home.hold("POST", "/messages")
        sending = asyncio.create_task(send_notice(client, row))
        await wait_until(lambda: held.hits == 1)
        await store.close()
        home.release(held)
        paid = await sending
    assert paid is not None
    assert str(paid.message) in {message["id"] for message in home.all_messages}


@pytest.mark.process
async def test_person_is_looked_up_once_a_day_also_by_two_at_once(sandbox: Sandbox, tables: Tables) -> None:
    table = await seated(tables, sandbox.home)
    (mover,) = table.position.to_act
    async with Parterre(tables) as client:
        presence = await presence_of(client, sandbox)
        for days in range(3):
            for _ in range(2):
                await asyncio.gather(*[presence.check_players(table) for _ in range(3)])
            assert looked_up(sandbox) == [mover.person] * (days + 1)
            advance(tables, DAY)


@pytest.mark.process
async def test_question_looks_up_only_the_people_asked(sandbox: Sandbox, tables: Tables) -> None:
    table = await seated(tables, sandbox.home)
    (mover,) = table.position.to_act
    others = [seat.person for seat in table.position.seats if seat.person != mover.person]
    async with Parterre(tables) as client:
        presence = await presence_of(client, sandbox)
        await presence.check_players(table)
        await ask_pause(table, mover.person)
        for _ in range(2):
            await presence.check_players(table, again=others)
    assert sorted(looked_up(sandbox)) == sorted([mover.person, *others, *others])


@pytest.mark.process
async def test_two_clicks_replace_a_missing_host_once(sandbox: Sandbox, tables: Tables) -> None:
    home = sandbox.home
    ada, ben = list(home.people.items())[:2]
    host, guest = (SeatRow(0, int(person.id), name) for name, person in (ada, ben))
    table = await tables.open(
        game="djinns", terms=Terms(size=2), host=host, guild=int(home.guild.id), channel=int(home.channel_id("garden"))
    )
    await tables.join(table.id, guest.person, guest.name)
    async with Parterre(tables) as client:
        presence = await presence_of(client, sandbox)
        home.person("Ada").leave()
        held = home.hold("GET", "/members/")  # discord.py asks the other one after it
        both = asyncio.gather(presence.check_players(table), pass_on_hosting(client, table, guest.person))
        await wait_until(lambda: held.hits == 1)
        home.release(held)
        await both
    assert table.position.row.host == guest.person


@pytest.mark.process
async def test_failed_look_up_is_tried_again(sandbox: Sandbox, tables: Tables) -> None:
    table = await seated(tables, sandbox.home)
    (mover,) = table.position.to_act
    async with Parterre(tables) as client:
        presence = await presence_of(client, sandbox)
        sandbox.home.fail("GET", "/members/", status=403, code=50001)
        for _ in range(3):
            await presence.check_players(table)
    assert looked_up(sandbox) == [mover.person] * 2
