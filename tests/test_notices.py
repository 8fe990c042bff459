"""Test the notices by which a server's database tells processes of changes: of due messages, computers' turns, and settings."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from random import Random

import asyncpg
import pytest_asyncio

from db.due import COMPUTER, REMINDER
from db.store import Store
from host.deadlines import MINUTE
from host.notices import notice
from host.tables import Tables
from host.thinking import claim_turns
from rules.text import say
from tests.manual_clock import ManualClock
from tests.people import move, start_practice
from tests.sending import NOW, add_move, enqueue, open_table
from tests.server import Server

ADA, SERVER = 11, 7
END = "end"


class Listener:
    """A connection that hears notices."""

    def __init__(self, connection: asyncpg.Connection) -> None:
        self._connection = connection
        self._heard = asyncio.Queue[str]()

    async def begin(self) -> None:
        await self._connection.add_listener("parterre", lambda *heard: self._heard.put_nowait(heard[-1]))

    async def heard(self) -> list[str]:
        """Return the notices since the last call, in order."""
        await self._connection.execute(f"SELECT pg_notify('parterre', '{END}')")
        found = list[str]()
        while (text := await self._heard.get()) != END:
            found.append(text)
        return found


@pytest_asyncio.fixture
async def store(server: Server) -> AsyncIterator[Store]:
    made = await Store.open(server.address(server.new()))
    yield made
    await made.close()


@pytest_asyncio.fixture
async def listener(server: Server, store: Store) -> AsyncIterator[Listener]:
    ((database,),) = await store._db.all("SELECT current_database()")
    connection = await asyncpg.connect(server.address(database))
    made = Listener(connection)
    await made.begin()
    yield made
    await connection.close()


async def test_message_to_send_is_told_once_a_transaction(store: Store, listener: Listener) -> None:
    table = await open_table(store)
    await listener.heard()
    one, other = (notice(table, "closed", say("{text}", text=text)) for text in ("one", "other"))
    await enqueue(store, one, other)
    assert await listener.heard() == ["outbox"]


async def test_claimed_sent_and_failed_messages_are_not_told(store: Store, listener: Listener) -> None:
    await enqueue(store, notice(await open_table(store), "closed", say("closed")))
    await listener.heard()
    row, *_ = await store.outbox.claim("me", NOW, 20)
    assert await listener.heard() == []
    await store.outbox.mark_failed(row, NOW + 60, "trouble", surely_unsent=True)
    assert await listener.heard() == []
    row, *_ = await store.outbox.claim("me", NOW + 60, 20)
    await store.outbox.mark_sent(row, 2, 1000)
    assert await listener.heard() == []


async def test_earlier_retry_is_told(store: Store, listener: Listener) -> None:
    table = await open_table(store)
    await add_move(store, table)
    (row,) = [row for row in await store.outbox.claim("me", NOW, 20) if row.kind == "board"]
    await store.outbox.mark_failed(row, NOW + 600, "trouble", surely_unsent=True)
    await listener.heard()
    await store.outbox.retry_now(f"board:{table}", NOW + 1)
    assert await listener.heard() == ["outbox"]
    await store.outbox.retry_now(f"board:{table}", NOW + 1)
    assert await listener.heard() == []


async def test_turn_of_a_computer_is_told_and_its_claim_is_not(store: Store, listener: Listener) -> None:
    clock = ManualClock()
    tables = Tables(store, random=Random(1), now=clock)
    table = await start_practice(tables)
    await listener.heard()
    await move(table)
    assert "computers" in await listener.heard()
    clock.forward(MINUTE)
    assert await claim_turns(tables, 1)
    assert await listener.heard() == []
    await store.due.release_all(COMPUTER, tables.now())
    assert await listener.heard() == ["computers"]


async def test_other_due_work_is_not_told(store: Store, listener: Listener) -> None:
    await store.due.put(REMINDER, 1, NOW)
    await store.due.drop(REMINDER, 1)
    assert await listener.heard() == []


async def test_each_change_of_settings_is_told_with_the_id(store: Store, listener: Listener) -> None:
    settings = store.settings
    await settings.put("persons", ADA, "{}", None)
    await settings.put("persons", ADA, '{"theme":"dark"}', "{}")
    await settings.put("guilds", SERVER, "{}", None)
    assert await listener.heard() == [f"persons {ADA}", f"persons {ADA}", f"guilds {SERVER}"]
    await store._db.all("DELETE FROM persons")
    assert await listener.heard() == [f"persons {ADA}"]
