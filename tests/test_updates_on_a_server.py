"""What an update will do to an older database on a server is told before, and changes nothing."""

from __future__ import annotations

from pathlib import Path
from shutil import copy

import asyncpg
import pytest

from cogs.upkeep import next_start
from db.exits import Exit
from db.opening import NotMigrated
from db.postgres import PostgresDatabase
from db.server import MIGRATIONS
from db.transaction import foreseen
from tests.server import Server
from tests.test_backup import bot

TABLES = "SELECT string_agg(tablename, ' ' ORDER BY tablename) FROM pg_tables WHERE schemaname = 'public'"
SCHEMA = "SELECT schema FROM parterre"


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


async def test_what_a_start_will_do_is_tried_and_taken_back(server: Server, tmp_path: Path) -> None:
    name = await older(server, tmp_path)
    before = server.sql(TABLES, name)
    done = bot(server.address(name), "--check")
    assert (done.returncode, done.stderr) == (Exit.OK, "")
    new = ", ".join(sorted(script.stem for script in MIGRATIONS.glob("*.sql") if int(script.name[:4]) > 15))
    assert f"The server's database will be brought up to date at the next start: {new} (2 rows, " in done.stdout
    assert "(tried, and taken back). First make a copy by pg_dump" in done.stdout
    assert (server.sql(SCHEMA, name), server.sql(TABLES, name)) == ("15", before)


async def test_a_bot_that_runs_is_not_hindered(server: Server, tmp_path: Path) -> None:
    name = await older(server, tmp_path)
    running = await PostgresDatabase.open(server.address(name), tmp_path / "older")
    update = await foreseen(server.address(name))
    assert update is not None
    assert (update.tried, update.seconds) == (False, update.size / 5e6)
    told, _ = await next_start(server.address(name))
    assert "by its size, as somebody uses it now" in told
    await running.close()


async def test_nobody_waits_behind_who_reads_a_table(server: Server, tmp_path: Path) -> None:
    """As pg_dump does while it copies."""
    name = await older(server, tmp_path)
    scripts = migrations(tmp_path / "newer", "ALTER TABLE facts ADD COLUMN more TEXT;")
    reader = await asyncpg.connect(server.address(name))
    async with reader.transaction():
        await reader.fetch("SELECT * FROM facts")
        update = await foreseen(server.address(name), scripts)
    await reader.close()
    assert update is not None
    assert not update.tried


async def test_a_migration_that_will_fail_is_a_finding(server: Server, tmp_path: Path) -> None:
    name = await older(server, tmp_path)
    with pytest.raises(NotMigrated, match="0016_further fails"):
        await foreseen(server.address(name), migrations(tmp_path / "newer", "DELETE FROM nothing;"))
    assert server.sql(SCHEMA, name) == "15"


async def test_what_is_new_or_up_to_date_is_told(server: Server) -> None:
    address = server.address(server.new())
    assert await next_start(address) == ("The server's database will be made at the first start.", [])
    await (await PostgresDatabase.open(address)).close()
    assert await next_start(address) == ("The server's database is up to date.", [])


async def test_a_database_that_cannot_be_used_is_a_finding(server: Server) -> None:
    name = server.new()
    server.sql("CREATE TABLE parterre (schema BIGINT NOT NULL); INSERT INTO parterre VALUES (99)", name)
    for there, words in ((name, "newer version of Parterre"), ("castles", "There is no database")):
        told, (finding,) = await next_start(server.address(there))
        assert not told
        assert words in finding
