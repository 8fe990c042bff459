"""Foresee the update of an older database on a server without changing it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from shutil import copy

import asyncpg
import pytest

from cogs.operations.exits import Exit
from cogs.upkeep import NextStart, next_start
from db.copying import PAGING_COLUMNS
from db.errors import NotMigrated
from db.ids import TABLES_WITH_IDS
from db.postgres.driver import PostgresDatabase
from db.postgres.migrating import MIGRATIONS, preview_update
from tests.program import run_bot_on
from tests.server import Server
from tests.test_copying import filled, goes_on

TABLES = "SELECT string_agg(tablename, ' ' ORDER BY tablename) FROM pg_tables WHERE schemaname = 'public'"
SCHEMA = "SELECT schema FROM parterre"
FIELDS = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"


def migrations(folder: Path, *further: str, done: int = 15) -> Path:
    """Ours up to this number, and these after them."""
    folder.mkdir()
    for script in MIGRATIONS.glob("*.sql"):
        if int(script.name[:4]) <= done:
            copy(script, folder)
    for number, sql in enumerate(further, start=done + 1):
        (folder / f"{number:04}_further.sql").write_text(sql)
    return folder


async def older(server: Server, folder: Path) -> str:
    """The name of a database of an earlier day, which holds a row."""
    name = server.new()
    await (await PostgresDatabase.open(server.address(name), migrations(folder / "older"))).close()
    server.sql("INSERT INTO facts VALUES ('a', 'b')", name)
    return name


async def test_update_is_tried_and_rolled_back(server: Server, tmp_path: Path) -> None:
    name = await older(server, tmp_path)
    before = server.sql(TABLES, name)
    done = run_bot_on(server.address(name), "--check")
    assert (done.returncode, done.stderr) == (Exit.OK, "")
    new = ", ".join(sorted(script.stem for script in MIGRATIONS.glob("*.sql") if int(script.name[:4]) > 15))
    assert f"The server's database will be brought up to date at the next start: {new} (2 rows, " in done.stdout
    assert "(tried, and taken back). First make a copy by pg_dump" in done.stdout
    assert (server.sql(SCHEMA, name), server.sql(TABLES, name)) == ("15", before)


async def of_an_earlier_day(file: Path, address: str) -> None:
    """Fill a database of an older schema with the rows of this file, as far as it has their columns."""
    connection = await asyncpg.connect(address)
    there = {row["table_name"] for row in await connection.fetch(FIELDS)}
    with closing(sqlite3.connect(file)) as db:
        for table in (name for name in PAGING_COLUMNS if name in there):
            known = {row[1] for row in db.execute(f"PRAGMA table_info({table})")}
            columns = [row["column_name"] for row in await connection.fetch(FIELDS) if row["table_name"] == table]
            fields = [name for name in columns if name in known]
            names, marks = (", ".join(form.format(f, n) for n, f in enumerate(fields, 1)) for form in ('"{0}"', "${1}"))
            rows = db.execute(f"SELECT {names} FROM {table}").fetchall()
            await connection.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", rows)
    for table in TABLES_WITH_IDS:
        await connection.execute(
            f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), coalesce(max(id), 0) + 1, false) FROM {table}"
        )
    await connection.close()


async def test_games_under_way_go_on(server: Server, tmp_path: Path) -> None:
    name, file = await older(server, tmp_path), tmp_path / "games.sqlite3"
    server.sql("DELETE FROM facts", name)
    states = await filled(file)
    await of_an_earlier_day(file, server.address(name))
    assert server.sql(SCHEMA, name) == "15"
    await goes_on(server.address(name), states)
    assert server.sql(SCHEMA, name) == max(script.name for script in MIGRATIONS.glob("*.sql"))[2:4]
    done = run_bot_on(server.address(name), "verify", server.address(name))
    assert (done.returncode, done.stderr) == (Exit.OK, "")
    assert "3 of them replayed" in done.stdout


async def test_running_bot_is_not_blocked(server: Server, tmp_path: Path) -> None:
    name = await older(server, tmp_path)
    running = await PostgresDatabase.open(server.address(name), tmp_path / "older")
    update = await preview_update(server.address(name))
    assert update is not None
    assert (update.tried, update.seconds) == (False, update.size / 5e6)
    told = (await next_start(server.address(name))).told
    assert "by its size, as somebody uses it now" in told
    await running.close()


async def test_trial_does_not_wait_for_readers(server: Server, tmp_path: Path) -> None:
    """As pg_dump does while it copies."""
    name = await older(server, tmp_path)
    scripts = migrations(tmp_path / "newer", "ALTER TABLE facts ADD COLUMN more TEXT;")
    reader = await asyncpg.connect(server.address(name))
    async with reader.transaction():
        await reader.fetch("SELECT * FROM facts")
        update = await preview_update(server.address(name), scripts)
    await reader.close()
    assert update is not None
    assert not update.tried


async def test_failing_migration_is_a_finding(server: Server, tmp_path: Path) -> None:
    name = await older(server, tmp_path)
    with pytest.raises(NotMigrated, match="0016_further fails"):
        await preview_update(server.address(name), migrations(tmp_path / "newer", "DELETE FROM nothing;"))
    assert server.sql(SCHEMA, name) == "15"


async def test_new_and_current_databases_are_recognized(server: Server) -> None:
    address = server.address(server.new())
    assert await next_start(address) == NextStart("The server's database will be made at the first start.")
    await (await PostgresDatabase.open(address)).close()
    assert await next_start(address) == NextStart("The server's database is up to date.")


async def test_a_database_that_cannot_be_used_is_a_finding(server: Server) -> None:
    name = server.new()
    server.sql("CREATE TABLE parterre (schema BIGINT NOT NULL); INSERT INTO parterre VALUES (99)", name)
    for there, words in ((name, "newer version of Parterre"), ("castles", "There is no database")):
        told, _, (finding,) = await next_start(server.address(there))
        assert not told
        assert words in finding
