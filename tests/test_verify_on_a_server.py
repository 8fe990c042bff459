"""Test `bot.py verify postgresql://…`: it finds and names the faults of a database, also while a bot uses it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs.operations.exits import STATUSES, Exit
from cogs.upkeep import verify
from db.copying import PAGING_COLUMNS
from db.errors import InUse, Unusable
from db.postgres.driver import PostgresDatabase
from db.postgres.migrating import MIGRATIONS
from db.store import Store
from tests.people import make_running_tables
from tests.program import run_bot_on
from tests.server import Server
from tests.test_updates_on_a_server import SCHEMA, TABLES, older

PLAYED = ("djinns", "ishtar")
NEWEST = max(int(script.name[:4]) for script in MIGRATIONS.glob("*.sql"))


async def found(address: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    status = await verify(address)
    return status, capsys.readouterr().out.splitlines()


async def test_sound_database_is_replayed_while_a_bot_uses_it(server: Server) -> None:
    name = server.new()
    await make_running_tables(server.address(name), *PLAYED)
    before = [server.sql(f"SELECT * FROM {table} ORDER BY 1, 2", name) for table in PAGING_COLUMNS]
    running = await Store.open(server.address(name))
    done = run_bot_on("none.sqlite3", "verify", server.address(name))
    await running.close()
    assert (done.returncode, done.stderr) == (Exit.OK, "")
    (line,) = done.stdout.splitlines()
    assert f"{name}: schema {NEWEST}, 2 played tables, 2 of them replayed (" in line.replace(str(server.folder), "")
    assert line.endswith(" moves), of the others the newest position read; no findings.")
    assert [server.sql(f"SELECT * FROM {table} ORDER BY 1, 2", name) for table in PAGING_COLUMNS] == before


HARM = """UPDATE tables SET game = 'chess' WHERE id = 1;
    UPDATE moves SET undone_at = 1 WHERE "table" = 2 AND seq = (SELECT min(seq) + 4 FROM moves WHERE "table" = 2);
    DROP INDEX tables_by_place;
    DROP TRIGGER outbox_row_added ON outbox;
    ALTER TABLE seats DROP CONSTRAINT seats_pkey;
    SET session_replication_role = replica;
    INSERT INTO drafts ("table", person, seq, path) VALUES (99, 1, 1, '')"""


async def test_every_fault_is_found(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    name = server.new()
    await make_running_tables(server.address(name), *PLAYED)
    server.sql(HARM, name)
    status, lines = await found(server.address(name), capsys)
    assert status == Exit.FAILED
    about = server.address(name).partition("@")[2].partition("?")[0]
    assert lines[:5] == [
        f"{about} lacks its index seats_pkey.",
        f"{about} lacks its index tables_by_place.",
        f"{about} lacks its rule seats_pkey of seats.",
        f"{about} lacks its trigger outbox_row_added of outbox.",
        "1 rows of drafts belong to rows of tables that are not there.",
    ]
    assert lines[5] == "Table 1: there is no game chess in this version of the program."
    assert lines[6].startswith("Table 2: its moves ") or " leads to another position than the one that is kept" in lines[6]
    assert lines[7].endswith("; 7 findings.")


async def test_older_database_is_verified_and_stays_as_it_is(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = await older(server, tmp_path)
    before = server.sql(TABLES, name)
    status, (line,) = await found(server.address(name), capsys)
    assert (status, "schema 15, 0 played tables" in line) == (Exit.OK, True)
    assert (server.sql(SCHEMA, name), server.sql(TABLES, name)) == ("15", before)
    running = await PostgresDatabase.open(server.address(name), tmp_path / "older")
    with pytest.raises(InUse):
        await verify(server.address(name))
    await running.close()


@pytest.mark.parametrize(
    ("sql", "sentence"),
    [
        ("SELECT 1", "is empty."),
        ("CREATE TABLE songs (name TEXT)", "holds tables of something else than Parterre."),
        ("CREATE TABLE parterre (schema BIGINT)", "was never restored to its end."),
        ("CREATE TABLE parterre AS SELECT 99 AS schema", "was written by a newer version of Parterre"),
        (
            f"CREATE TABLE parterre AS SELECT {NEWEST} AS schema",
            "is damaged, or was",
        ),
    ],
)
async def test_unreadable_file_is_named_in_a_sentence(server: Server, sql: str, sentence: str) -> None:
    name = server.new()
    server.sql(sql, name)
    with pytest.raises(Unusable) as caught:
        await verify(server.address(name))
    assert sentence in str(caught.value)
    assert (STATUSES[type(caught.value)], str(caught.value).count("\n")) == (Exit.BAD_DATA, 0)
