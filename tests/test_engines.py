"""Test that both engines have the same tables and accept the same statements."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import asyncpg
import pytest
import pytest_asyncio

from db.postgres import migrating as postgres
from db.sqlite import migrating as sqlite
from db.sqlite.driver import SqliteDatabase
from tests.server import DRIVER_TABLES, Server
from tests.test_statements import STATEMENTS

KINDS = {"INTEGER": "bigint", "REAL": "double precision", "TEXT": "text", "BLOB": "bytea"}
COLUMNS = """SELECT table_name, column_name, data_type, is_nullable = 'NO', column_default
    FROM information_schema.columns WHERE table_schema = 'public' ORDER BY table_name, ordinal_position"""
INDEXES = """SELECT tables.relname, indexes.relname, indisunique, indisprimary,
      ARRAY(SELECT pg_get_indexdef(indexrelid, n + 1, true) FROM generate_series(0, indnkeyatts - 1) AS n),
      pg_get_expr(indpred, indrelid)
    FROM pg_index JOIN pg_class AS tables ON tables.oid = indrelid JOIN pg_class AS indexes ON indexes.oid = indexrelid
    WHERE tables.relnamespace = CAST('public' AS regnamespace)"""
REFERENCES = """SELECT CAST(CAST(conrelid AS regclass) AS text), CAST(CAST(confrelid AS regclass) AS text),
      ARRAY(SELECT attname FROM unnest(conkey) WITH ORDINALITY AS one(number, n)
            JOIN pg_attribute ON attrelid = conrelid AND attnum = number ORDER BY n)
    FROM pg_constraint WHERE contype = 'f'"""
CHECKS = """SELECT CAST(CAST(conrelid AS regclass) AS text), pg_get_constraintdef(oid) FROM pg_constraint
    WHERE contype = 'c' AND conrelid != 0"""


class Catalogue(NamedTuple):
    """The schema of a database, as it describes itself."""

    columns: list[tuple[str, str, str, bool, str | None]]
    keys: set[tuple[str, tuple[str, ...]]]
    indexes: set[tuple[str, bool, tuple[str, ...], str]]
    references: set[tuple[str, str, tuple[str, ...]]]
    checks: set[tuple[str, tuple[str, ...]]]


def plain(sql: str | None) -> str:
    """A default or a condition, as far as the engines write it alike."""
    words = re.sub(r"::[\w ]+|[()\s\"]", "", sql or "")
    return words.replace("<>", "!=").replace("=ANYARRAY[", "IN").replace("]", "").lower()


def words_in(check: str) -> tuple[str, ...]:
    """The literals of a condition."""
    return tuple(re.findall(r"'([^']*)'", check))


def of_file(path: Path) -> Catalogue:
    with closing(sqlite3.connect(path)) as db:
        named = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
        found = Catalogue([], set(), set(), set(), set())
        for (table,) in db.execute(named).fetchall():
            (sql,) = db.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchone()
            found.checks.update((table, words_in(check)) for check in re.findall(r"CHECK \(.*?\)\)", sql))
            key: dict[int, str] = {}
            for _, name, kind, not_null, default, place in db.execute(f'PRAGMA table_info("{table}")').fetchall():
                found.columns.append((table, name, KINDS[kind], bool(not_null or place), plain(default)))
                key[place] = name
            if named_by := tuple(key[n] for n in sorted(key) if n):
                found.keys.add((table, named_by))
            for _, name, unique, origin, _ in db.execute(f'PRAGMA index_list("{table}")').fetchall():
                (of,) = db.execute("SELECT sql FROM sqlite_master WHERE name = ?", (name,)).fetchone() or (None,)
                where = (of or "").partition(" WHERE ")[2].partition("--")[0]
                on = tuple(row[2] for row in db.execute(f'PRAGMA index_info("{name}")'))
                if origin != "pk":
                    found.indexes.add((name if origin == "c" else table, bool(unique), on, plain(where)))
            pointing: dict[tuple[int, str], list[str]] = {}
            for row in db.execute(f'PRAGMA foreign_key_list("{table}")').fetchall():
                pointing.setdefault((row[0], row[2]), []).append(row[3])
            found.references.update((table, to, tuple(names)) for (_, to), names in pointing.items())
    return found


async def of_server(address: str) -> Catalogue:
    found = Catalogue([], set(), set(), set(), set())
    connection = await asyncpg.connect(address)
    for table, name, kind, not_null, default in await connection.fetch(COLUMNS):
        if table not in DRIVER_TABLES:
            found.columns.append((table, name, kind, not_null, plain(default)))
    for table, name, unique, primary, on, where in await connection.fetch(INDEXES):
        if table in DRIVER_TABLES:
            continue
        names = tuple(each.strip('"') for each in on)
        if primary:
            found.keys.add((table, names))
        else:
            found.indexes.add((table if name.endswith("_key") else name, unique, names, plain(where)))
    references = [(table, to, tuple(names)) for table, to, names in await connection.fetch(REFERENCES)]
    found.references.update(reference for reference in references if reference[0] not in DRIVER_TABLES)
    found.checks.update((table, words_in(check)) for table, check in await connection.fetch(CHECKS))
    await connection.close()
    return found


async def test_both_engines_have_the_same_schema(server: Server, database: str, tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    await (await SqliteDatabase.open(path)).close()
    here, there = of_file(path), await of_server(server.address(database))
    assert sorted(here.columns) == sorted(there.columns)
    assert [column[:2] for column in here.columns] == [column[:2] for column in there.columns]  # in the same order
    assert here.keys == there.keys
    assert here.indexes == there.indexes
    assert here.references == there.references
    assert here.checks == there.checks


def test_migrations_come_in_pairs() -> None:
    """From the one on that makes the whole schema of a server's database."""
    first, *later = sorted(path.name for path in postgres.MIGRATIONS.glob("*.sql"))
    older = [path.name for path in sqlite.MIGRATIONS.glob("*.sql") if path.name[:4] > first[:4]]
    assert sorted(older) == later


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def connection(server: Server, database: str) -> AsyncIterator[asyncpg.Connection]:
    made = await asyncpg.connect(server.address(database))
    yield made
    await made.close()


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("name", STATEMENTS)
async def test_server_accepts_every_statement(connection: asyncpg.Connection, name: str) -> None:
    """A number is a BIGINT wherever it comes from, since ids of Discord are; a statement is a cast away from that."""
    prepared = await connection.prepare(STATEMENTS[name])
    assert {kind.name for kind in prepared.get_parameters()} <= {"int8", "float8", "text", "bytea"}, STATEMENTS[name]
    assert "numeric" not in {column.type.name for column in prepared.get_attributes()}, STATEMENTS[name]
