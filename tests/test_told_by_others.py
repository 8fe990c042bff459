"""Test that a process sees at once what another one has changed in the database that they share."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random
from typing import NamedTuple

import pytest
import pytest_asyncio

from db.engines import Sharing
from db.roles import OUTBOX, PERSON
from db.statement import Unread
from db.store import Store
from host.tables import Tables
from tests.manual_clock import ManualClock
from tests.people import ADA, move, start_table
from tests.sending import add_move, open_table
from tests.server import Server
from tests.server_proxy import ServerProxy
from trials.waiting import wait_until

SHARED = Sharing("1.0")
DARK, LIGHT = '{"theme":"dark"}', '{"theme":"light"}'


class Both(NamedTuple):
    """Two processes. ``line`` is the way of ``one`` to the server; ``told`` are ids of people in its notices."""

    one: Store
    other: Store
    line: ServerProxy
    told: list[str]

    async def keep_dark(self) -> None:
        """Let the other process store settings of Ada, and the first one keep them in memory."""
        await self.other.settings.put("persons", ADA, DARK, None)
        await wait_until(lambda: self.told)
        assert await self.one.settings.get("persons", ADA) == DARK

    async def until_one_reads(self, settings: str | None) -> None:
        """Wait until the first process reads these settings of Ada."""

        async def reads() -> bool:
            try:
                return await self.one.settings.get("persons", ADA) == settings
            except Unread:
                return False

        await wait_until(reads)


@pytest_asyncio.fixture
async def both(server: Server, line: ServerProxy) -> AsyncIterator[Both]:
    name = server.new()
    one = await Store.open(server.address(name, folder=line.folder), shared=SHARED)
    other = await Store.open(server.address(name), shared=SHARED)
    told = list[str]()
    one.roles.listen(PERSON, told.append)
    yield Both(one, other, line, told)
    await one.close()
    await other.close()


async def test_settings_of_another_process_are_seen(both: Both) -> None:
    assert await both.one.settings.get("persons", ADA) is None
    await both.other.settings.put("persons", ADA, DARK, None)
    await both.until_one_reads(DARK)
    await both.other.settings.put("persons", ADA, LIGHT, DARK)
    await both.until_one_reads(LIGHT)
    await both.other._db.all("DELETE FROM persons")
    await both.until_one_reads(None)


async def test_settings_changed_during_a_broken_connection_are_seen(both: Both) -> None:
    await both.keep_dark()
    both.line.cut()
    await wait_until(lambda: not both.one.roles.sure)
    await both.other.settings.put("persons", ADA, LIGHT, DARK)
    await both.line.mend()
    await wait_until(lambda: both.one.roles.sure)
    assert await both.one.settings.get("persons", ADA) == LIGHT


async def test_settings_changed_during_a_reconnection_are_seen(both: Both) -> None:
    await both.keep_dark()
    both.line.lose()
    await both.other.settings.put("persons", ADA, LIGHT, DARK)
    await both.until_one_reads(LIGHT)


async def test_unsure_process_reads_settings_each_time(both: Both, monkeypatch: pytest.MonkeyPatch) -> None:
    await both.keep_dark()
    await both.other._db.all("DROP TRIGGER settings_of_person_changed ON persons")  # so no notice comes
    monkeypatch.setattr("db.postgres.membership.SURE_SECONDS", 0.0)
    await both.other.settings.put("persons", ADA, LIGHT, DARK)
    assert await both.one.settings.get("persons", ADA) == LIGHT


async def test_message_queued_by_another_process_is_told(both: Both) -> None:
    told = list[str]()
    both.one.roles.listen(OUTBOX, told.append)
    await add_move(both.other, await open_table(both.other))
    await wait_until(lambda: told)


async def test_move_of_another_process_is_seen_and_not_overtaken(both: Both) -> None:
    clock = ManualClock()
    here, there = (Tables(store, random=Random(1), now=clock) for store in (both.one, both.other))
    table = await start_table(here, 2)
    same = await there.get(table.id)
    for _ in range(6):
        await move(table)
        await move(await there.get(table.id))
        await here.get(table.id)
        assert table.position == same.position
