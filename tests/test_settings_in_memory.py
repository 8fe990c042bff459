"""Test that settings in memory are those of the database."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

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
