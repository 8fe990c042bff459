"""Test the store on a real SQLite file."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Coroutine, Generator
from contextlib import closing, suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from db.change import Change
from db.errors import NotMigrated
from db.rows import MoveRow, SeatRow, TableRow
from db.sqlite.driver import SqliteDatabase
from db.sqlite.migrating import MIGRATIONS
from db.statement import Repeated, Stale, Unsaved
from db.store import Store
from tests.sending import pending_board, row_of, snapshot_of


async def opened(store: Store) -> int:
    return await store.open_table(TableRow(0, "djinns", 1, "", 2, "open", 7, 1, 2, 2, 0, None, 0.0), [SeatRow(0, 7, "Ada")])


def moves(*seqs: int) -> tuple[MoveRow, ...]:
    return tuple(MoveRow(seq, 0, f"move {seq}", "[]", f'"state {seq}"', 1) for seq in seqs)


async def commit(store: Store, table: int, made: tuple[MoveRow, ...], interaction: int, **more: object) -> None:
    """These moves, after which the table's status and story are as given; from the position of now, if no other is given."""
    row = await row_of(store, table)
    before = more.pop("before", row)
    after = row._replace(seq=made[-1].seq, status=str(more.pop("status", "running")))
    await store.change(Change(before, after, 5.0, interaction, moves=made, **{"story": "[]"} | more))


async def test_a_new_file_has_every_migration_and_the_settings(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "parterre.sqlite3"
    store = await Store.open(path)
    await store.close()
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone()[0] == len(list(MIGRATIONS.glob("*.sql")))
        assert db.execute("PRAGMA journal_mode").fetchone()[0] == "wal"


def test_migrations_are_numbered_without_gaps() -> None:
    scripts = sorted(path.name for path in MIGRATIONS.glob("*.sql"))
    assert [int(name[:4]) for name in scripts] == list(range(1, len(scripts) + 1))


async def test_migrations_run_all_or_none(tmp_path: Path) -> None:
    folder = tmp_path / "migrations"
    folder.mkdir()
    (folder / "0001_good.sql").write_text("CREATE TABLE one (a INTEGER) STRICT;")
    (folder / "0002_bad.sql").write_text("CREATE TABLE two (a INTEGER) STRICT; CREATE TABLE two (a INTEGER) STRICT;")
    path = tmp_path / "x.sqlite3"
    with pytest.raises(NotMigrated, match="0002_bad fails"):
        await SqliteDatabase.open(path, folder)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT name FROM sqlite_master").fetchall() == []
        assert db.execute("PRAGMA user_version").fetchone()[0] == 0


async def test_a_commit_writes_moves_post_and_interaction_together(store: Store) -> None:
    table = await opened(store)
    await store.put_draft(table, 7, 0, "7 2")
    await commit(store, table, moves(1, 2), 100, story='[{"a":1}]')
    row = await row_of(store, table)
    assert (row.seq, row.status) == (2, "running")
    assert [m.seq for m in await store.last_moves(table, 5)] == [2, 1]
    assert await store.draft(table, 7) is None
    owed = await pending_board(store, table)
    assert owed is not None
    assert (owed.seq, owed.payload, owed.guild) == (2, '[{"a":1}]', 1)


async def test_a_stale_commit_changes_nothing(store: Store) -> None:
    table = await opened(store)
    before = await row_of(store, table)
    await commit(store, table, moves(1), 100)
    with pytest.raises(Stale):
        await commit(store, table, moves(2), 101, before=before)
    assert len(await store.moves(table)) == 1
    await commit(store, table, moves(2), 101)  # the refused interaction is not spent


async def test_an_interaction_counts_once(store: Store) -> None:
    table = await opened(store)
    await commit(store, table, moves(1), 100)
    with pytest.raises(Repeated):
        await commit(store, table, moves(2), 100)
    assert len(await store.moves(table)) == 1


async def test_a_newer_post_tells_the_story_of_the_one_it_replaces(store: Store) -> None:
    table = await opened(store)
    await commit(store, table, moves(1), 100, story='[{"a":1}]')
    await commit(store, table, moves(2), 101, story='[{"b":2}]')
    owed = await pending_board(store, table)
    assert owed is not None
    assert (owed.seq, owed.payload) == (2, '[{"a":1}, {"b":2}]')
    await store.outbox.mark_sent(owed, 2, 555)
    assert await pending_board(store, table) is None
    row = await row_of(store, table)
    assert row.board == 555


async def test_undo_keeps_the_move_in_the_log(store: Store) -> None:
    table = await opened(store)
    await commit(store, table, moves(1), 100)
    await commit(store, table, moves(2), 101)
    before = await row_of(store, table)
    await store.change(Change(before, before._replace(seq=3), 6.0, 102, undone=(2,)))
    assert [m.seq for m in await store.last_moves(table, 5)] == [1]
    assert [m.undone_at for m in await store.moves(table)] == [None, 6.0]
    row = await row_of(store, table)
    assert row.seq == 3


async def test_an_ended_table_keeps_its_paths_and_its_last_state(store: Store) -> None:
    table = await opened(store)
    await commit(store, table, moves(1, 2), 100)
    await commit(store, table, moves(3), 101, status="over")
    log = await store.moves(table)
    assert [m.path for m in log] == ["move 1", "move 2", "move 3"]
    assert await store.seqs_with_states(table) == {3}
    assert await store.state(table, 3) == '"state 3"'
    with pytest.raises(Stale):
        await commit(store, table, moves(4), 102)


async def test_one_person_has_one_seat(store: Store) -> None:
    table = await opened(store)
    row = await row_of(store, table)
    with pytest.raises((sqlite3.IntegrityError, asyncpg.UniqueViolationError)):
        await store.change(Change(row, row, 1.0, seats=(SeatRow(0, 7, "Ada"), SeatRow(1, 7, "Ada"))))
    assert (await snapshot_of(store, table)).seats == (SeatRow(0, 7, "Ada"),)


async def test_games_lists_living_tables_only(store: Store) -> None:
    table = await opened(store)
    assert await store.games() == ["djinns"]
    row = await row_of(store, table)
    await store.change(Change(row, row._replace(status="cancelled", seq=1), 1.0))
    assert await store.games() == []


async def test_undone_moves_of_an_ended_table_keep_no_state(store: Store) -> None:
    table = await opened(store)
    await commit(store, table, moves(1, 2, 3), 100)
    row = await row_of(store, table)
    await store.change(Change(row, row._replace(seq=4), 6.0, undone=(3,)))
    row = row._replace(seq=4, revision=row.revision + 1)
    await store.change(Change(row, row._replace(seq=5, status="over"), 6.0))
    assert await store.seqs_with_states(table) == {2}


class CancelledAt:
    """Some work that is cancelled when it waits for the n-th time."""

    def __init__(self, wait: int, work: Coroutine[Any, Any, None]) -> None:
        self._wait, self._work = wait, work

    def __await__(self) -> Generator[Any, None, None]:
        step = partial(self._work.send, None)
        for wait in count():
            try:
                waited_for = step()
            except StopIteration:
                return
            if wait == self._wait:
                waited_for.cancel()
            try:
                yield waited_for
                step = partial(self._work.send, None)
            except BaseException as error:
                step = partial(self._work.throw, error)


@pytest.mark.parametrize("wait", range(12))
async def test_cancelled_change_is_done_whole_or_not_at_all(store: Store, wait: int) -> None:
    table = await opened(store)
    with suppress(asyncio.CancelledError):
        await CancelledAt(wait, commit(store, table, moves(1, 2), 100))
    row = await row_of(store, table)
    assert [move.seq for move in await store.moves(table)] == ([1, 2] if row.seq else [])
    assert (await pending_board(store, table) is None) == (row.seq == 0)
    await commit(store, table, moves(3), 101)


async def test_draft_for_an_earlier_position_is_not_stored(store: Store) -> None:
    table = await opened(store)
    assert await store.put_draft(table, 7, 0, "7")
    await commit(store, table, moves(1), 100)
    assert not await store.put_draft(table, 7, 0, "7 2")
    assert await store.draft(table, 7) is None
    assert await store.put_draft(table, 7, 1, "8")
    assert not await store.put_draft(table, 7, 0, "7 2")
    assert await store.draft(table, 7) == (1, "8")
    assert await store.put_draft(table, 7, 1, "8 3")
    assert await store.draft(table, 7) == (1, "8 3")


async def test_miscounting_statement_rolls_back_its_job(store: Store) -> None:
    table = await opened(store)
    row = await row_of(store, table)
    with pytest.raises(Stale, match="UPDATE moves SET undone_at"):
        await store.change(Change(row, row._replace(seq=1), 1.0, undone=(7,)))
    assert await row_of(store, table) == row


@pytest.mark.sqlite
@pytest.mark.parametrize("hindrance", ["PRAGMA max_page_count = 1", "PRAGMA query_only = ON"])
async def test_failed_write_changes_nothing_and_works_later(store: Store, hindrance: str) -> None:
    table = await opened(store)
    before = await store.snapshot(table)
    await store._db.all(hindrance)
    long = "x" * 2**20
    with pytest.raises(Unsaved, match=r"full|readonly"):
        await store.put_draft(table, 7, 0, long)
    assert await store.snapshot(table) == before
    assert await store.draft(table, 7) is None
    await store._db.all("PRAGMA max_page_count = 1000000")
    await store._db.all("PRAGMA query_only = OFF")
    await store.put_draft(table, 7, 0, long)
    assert await store.draft(table, 7) == (0, long)
