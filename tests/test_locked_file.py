"""Test errors of SQLite while the bot runs: it cannot save, and reads go on."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import pytest
import pytest_asyncio

from cogs.shell.errors import UNSAVED, sentence_for
from db.sqlite import driver
from db.sqlite.driver import SqliteDatabase
from db.sqlite.opening import FILE_ERRORS, lock_database
from db.statement import Statement, Unsaved
from db.store import Store
from trials.waiting import WAIT_SECONDS, wait_until

T = TypeVar("T")

FAULTS = "ERROR INTERNAL ABORT NOMEM INTERRUPT NOTFOUND EMPTY SCHEMA TOOBIG CONSTRAINT MISMATCH MISUSE AUTH FORMAT RANGE"
EXTENDED = ("BUSY_SNAPSHOT", "IOERR_FSYNC", "READONLY_DBMOVED", "CANTOPEN_ISDIR", "CORRUPT_INDEX")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "x.sqlite3"


@pytest_asyncio.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(path)
    yield opened
    await opened.close()


@pytest.fixture
def other(store: Store, path: Path) -> Iterator[sqlite3.Connection]:
    """Another program that has the file locked."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        yield connection


@pytest.mark.process
async def test_long_lock_raises_unsaved(store: Store, other: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "LOCK_SECONDS", 0.05)
    with pytest.raises(Unsaved, match="locked") as caught:
        await store.facts.put(written="not now")
    assert sentence_for(caught.value) is UNSAVED
    other.execute("ROLLBACK")
    assert await store.facts.get("written") is None
    await store.facts.put(written="later")
    assert await store.facts.get("written") == "later"


@pytest.mark.process
async def test_reads_go_on_while_writes_wait_for_a_lock(
    store: Store, other: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driver, "LOCK_SECONDS", WAIT_SECONDS)
    other.execute("INSERT INTO facts (name, value) VALUES ('theirs', 'first')")
    writings = [asyncio.create_task(store.facts.put(ours=str(n))) for n in range(3)]
    for _ in range(5):
        assert await store.facts.get("theirs") is None
        assert await store.games() == []
    assert not any(writing.done() for writing in writings)
    other.execute("COMMIT")
    await asyncio.gather(*writings)
    assert await store.facts.get("theirs") == "first"
    assert await store.facts.get("ours") in ("0", "1", "2")


@pytest.mark.process
async def test_cancelled_caller_stops_no_waiting_job(
    store: Store, other: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driver, "LOCK_SECONDS", WAIT_SECONDS)
    writing = asyncio.create_task(store.facts.put(written="all the same"))
    await store.games()
    writing.cancel()
    other.execute("ROLLBACK")
    await wait_until(writing.done)
    assert writing.cancelled()
    assert await store.facts.get("written") == "all the same"


class Failing:
    """A connection of which all that is asked fails with this error."""

    def __init__(self, name: str) -> None:
        self._error = sqlite3.OperationalError("it fails")
        self._error.sqlite_errorname = name

    async def do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        raise self._error

    async def close(self) -> None: ...


@pytest.mark.parametrize("name", [*FILE_ERRORS, *(f"SQLITE_{name}" for name in EXTENDED)])
async def test_every_file_error_raises_unsaved(name: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "LOCK_SECONDS", 0.0)
    database = SqliteDatabase(Failing(name), lock_database(path))
    job = [Statement("DELETE FROM facts")]
    for asked in (database.run(job), database.read(job), database.all("SELECT 1"), database.one("SELECT 1")):
        with pytest.raises(Unsaved, match="it fails"):
            await asked
    await database.close()


async def test_bugs_are_not_raised_as_unsaved(path: Path) -> None:
    database = SqliteDatabase(Failing("SQLITE_ERROR"), lock_database(path))
    with pytest.raises(sqlite3.OperationalError):
        await database.run([])
    await database.close()


def test_every_error_code_of_sqlite_is_classified() -> None:
    judged = {f"SQLITE_{name}" for name in FAULTS.split()} | set(FILE_ERRORS)
    assert sorted(getattr(sqlite3, name) for name in judged) == [*range(1, 27)]  # all primary ones, each once
