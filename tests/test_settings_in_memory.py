"""Test that settings in memory are those of the database."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path

import pytest
import pytest_asyncio

from db.roles import PERSON, SERVER, SoleProcess, Told
from db.settings import ADD, Settings
from db.sqlite.driver import SqliteDatabase
from db.statement import Stale, Statement
from tests.call_counts import count_calls

ADA, BEN = 1, 2
DARK, LIGHT = '{"theme":"dark"}', '{"theme":"light"}'


@pytest_asyncio.fixture
async def database(tmp_path: Path) -> AsyncIterator[SqliteDatabase]:
    database = await SqliteDatabase.open(tmp_path / "games.sqlite3")
    yield database
    await database.close()


async def test_settings_are_read_once(database: SqliteDatabase) -> None:
    settings = Settings(database)
    await settings.put("persons", ADA, DARK, None)
    with count_calls() as calls:
        for _ in range(3):
            assert await settings.get("persons", ADA) == DARK
            assert await settings.several("persons", [ADA, BEN]) == {ADA: DARK}
            assert await settings.get("guilds", ADA) is None
    coroutine = 2  # calls of one that waits once
    assert calls.of(SqliteDatabase.read) == 3 * coroutine  # Ada, Ben, and the server with Ada's id


async def test_change_counts_at_once(database: SqliteDatabase) -> None:
    settings = Settings(database)
    assert await settings.get("persons", ADA) is None
    await settings.put("persons", ADA, DARK, None)
    assert await settings.get("persons", ADA) == DARK


async def test_refused_change_reads_the_settings_again(database: SqliteDatabase) -> None:
    settings = Settings(database)
    assert await settings.get("persons", ADA) is None
    await database.run([Statement(ADD["persons"], (ADA, LIGHT))])
    with pytest.raises(Stale):
        await settings.put("persons", ADA, DARK, None)
    assert await settings.get("persons", ADA) == LIGHT


class OtherProcesses(SoleProcess):
    """Other processes, whose notices a test sends."""

    alone = False

    def __init__(self) -> None:
        super().__init__()
        self.sure = True
        self._told = defaultdict[str, list[Told]](list)

    def listen(self, subject: str, told: Told) -> Callable[[], None]:
        self._told[subject].append(told)
        return partial(self._told[subject].remove, told)

    def tell(self, subject: str, text: str) -> None:
        for told in self._told[subject]:
            told(text)


async def change_elsewhere(database: SqliteDatabase, settings: str) -> None:
    await database.run([Statement("UPDATE persons SET settings = $1", (settings,))])


@pytest.fixture
def others(database: SqliteDatabase) -> OtherProcesses:
    database.roles = roles = OtherProcesses()
    return roles


async def test_notice_makes_one_person_be_read_again(database: SqliteDatabase, others: OtherProcesses) -> None:
    settings = Settings(database)
    for person in (ADA, BEN):
        await settings.put("persons", person, DARK, None)
        assert await settings.get("persons", person) == DARK
    await change_elsewhere(database, LIGHT)
    others.tell(PERSON, f"{ADA}")
    others.tell(SERVER, f"{BEN}")
    assert await settings.several("persons", [ADA, BEN]) == {ADA: LIGHT, BEN: DARK}


async def test_empty_notice_makes_all_be_read_again(database: SqliteDatabase, others: OtherProcesses) -> None:
    settings = Settings(database)
    await settings.put("persons", ADA, DARK, None)
    assert await settings.get("persons", ADA) == DARK
    await change_elsewhere(database, LIGHT)
    others.tell(PERSON, "")
    assert await settings.get("persons", ADA) == LIGHT


async def test_notice_during_a_query_makes_its_answer_be_forgotten(database: SqliteDatabase, others: OtherProcesses) -> None:
    settings = Settings(database)
    await settings.put("persons", ADA, DARK, None)
    reading = asyncio.create_task(settings.get("persons", ADA))
    await asyncio.sleep(0)  # the query has begun
    others.tell(PERSON, f"{ADA}")
    await reading
    await change_elsewhere(database, LIGHT)
    assert await settings.get("persons", ADA) == LIGHT


async def test_memory_is_not_used_while_notices_may_be_missed(database: SqliteDatabase, others: OtherProcesses) -> None:
    settings = Settings(database)
    await settings.put("persons", ADA, DARK, None)
    assert await settings.get("persons", ADA) == DARK
    await change_elsewhere(database, LIGHT)
    others.sure = False
    assert await settings.get("persons", ADA) == LIGHT
    await change_elsewhere(database, DARK)
    assert await settings.get("persons", ADA) == DARK
