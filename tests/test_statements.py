"""Test that each statement of the store is a constant, and scans no table that grows."""

from __future__ import annotations

import ast
import asyncio
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from importlib import import_module
from pathlib import Path

import pytest

from db.statement import without_locks
from db.store import Store

DB = Path(__file__).parents[1] / "db"
VERBS = ("SELECT", "INSERT", "UPDATE", "DELETE")
GROWING = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('facts', 'guilds')"
ALIASES = {"own", "one", "older", "newer", "known", "target", "put", "other"}  # of such tables in our statements
SENDERS = ("Statement", "all", "one", "_do", "_set")  # functions whose first argument is SQL
ONLY_ON_SERVERS = "pg_advisory_xact_lock"  # in statements that only lock: SQLite does not carry these out
ALONE = {"copying"}  # modules that work on all rows, while no bot runs
RESTORE = "it runs once after a restore, before the bot starts"
# Indexes that hold only what waits, or runs.
SMALL = {"tables_living", "outbox_due", "outbox_in_hand", "ballots_open"}
MEANT = {  # statements that walk along an index of all rows, and why that is short
    "change.FORGET_ANSWERED.0": "it deletes each row that it meets",
    "settings.OF_PEOPLE.0": "the same, at the start: its LIMIT ends it",
    "quotas.FORGET.0": "it deletes each row that it meets",
    "queries.TABLE_IDS.0": "rows come in the order of the index, so that its LIMIT ends it",
    "results.ENDED_TABLES.0": "the same",
    "ratings.NEXT_GROUP.0": "the same",
    "stored_names.HIGHEST.0": "the same",
    "stored_names.TABLES.0": "a page of ids",
    "erasing.ANYWHERE.3": "it holds what was used within an hour",
    "forgetting.DELETE_SERVER.0": "the same",
    "forgetting.DELETE_TABLE.15": "only the end of an index is looked at",
    "forgetting.DELETE_TABLE.19": "the same",
    "ids.HIGHEST_ID.0": "only the end of the index is looked at",
    "ids.HIGHEST_ID.1": "the same",
    "ids.HIGHEST_ID.2": "the same",
    "ids.NEWEST_MOMENT.0": RESTORE,
    "ids.STAY_OPEN.0": RESTORE,
    "due.FOLLOW_ALL.1": RESTORE,
    "ids.RAISE_SEQS_OF_DRAFTS.0": RESTORE,
    "ids.FORGET_DIGESTS.0": RESTORE,
    "ids.RELEASE_CLAIMS.0": RESTORE,
}


def texts(value: object) -> Iterator[str]:
    """The SQL in a constant."""
    if isinstance(value, str) and value.startswith(VERBS):
        yield value
    elif isinstance(value, (tuple, list)):
        for each in value:
            yield from texts(each)
    elif isinstance(value, dict):
        yield from texts(tuple(value.values()))


def statements() -> dict[str, str]:
    """Return the SQL of all constants of ``db``, by a name; without those of its engines, which ask about themselves."""
    found: dict[str, str] = {}
    for path in sorted(path for path in DB.glob("*.py") if path.stem not in ALONE):
        for name, value in vars(import_module(f"db.{path.stem}")).items():
            for number, sql in enumerate(texts(value)):
                found.setdefault(sql, f"{path.stem}.{name}.{number}")
    return {name: sql for sql, name in found.items()}


STATEMENTS = statements()


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    """A database of today in which nothing is."""
    path = tmp_path_factory.mktemp("empty") / "parterre.sqlite3"

    async def make() -> None:
        await (await Store.open(path)).close()

    asyncio.run(make())
    with closing(sqlite3.connect(path)) as made:
        yield made


def test_statements_are_constants() -> None:
    assert len(STATEMENTS) > 60
    for path in DB.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and node.args:
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                built = isinstance(node.args[0], (ast.Constant, ast.JoinedStr, ast.BinOp))
                assert not (called in SENDERS and built), f"{path.name}:{node.lineno}"


def walks(connection: sqlite3.Connection, sql: str) -> list[str]:
    """Return the steps of a statement's plan that pass all rows of a growing table, or all on one side of a value."""
    growing = {str(table) for (table,) in connection.execute(GROWING)} | ALIASES
    values: dict[str, None] = dict.fromkeys(re.findall(r"\$(\d+)", sql))
    returned = sql.startswith("INSERT") and " VALUES " in sql  # SQLite speaks of a scan for what RETURNING gives back
    return [
        step
        for step in (str(row[3]) for row in connection.execute(f"EXPLAIN QUERY PLAN {without_locks(sql)}", values))
        if step.startswith(("SCAN", "SEARCH")) and step.split(" ")[1] in growing
        if not (returned and step.startswith("SCAN"))
        if "AUTOMATIC" in step or not ("=?" in step or SMALL & set(step.split(" ")))
    ]


@pytest.mark.parametrize("name", STATEMENTS)
def test_no_statement_scans_a_growing_table(empty: sqlite3.Connection, name: str) -> None:
    sql = STATEMENTS[name]
    values: dict[str, None] = dict.fromkeys(re.findall(r"\$(\d+)", sql))
    assert list(values) == [str(n) for n in sorted(map(int, values))] or set(map(int, values)) == set(range(1, len(values) + 1))
    assert name in MEANT or ONLY_ON_SERVERS in sql or not walks(empty, sql), sql


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT 1 FROM tables WHERE tables.id < $1 AND game = $2 LIMIT 1",
        "SELECT 1 FROM tables WHERE id > $1",
        "SELECT * FROM moves WHERE made > $1",
        "SELECT * FROM seats WHERE name = $1",
        "SELECT * FROM answered WHERE at < $1 ORDER BY interaction LIMIT 1",
        'SELECT * FROM moves JOIN votes ON votes.person = moves.seat WHERE moves."table" = $1',
        'SELECT 1 FROM seats JOIN tables ON tables.id = seats."table" WHERE seats.person = $1 AND tables.id < $2',
    ],
)
def test_scans_and_open_ranges_are_noticed(empty: sqlite3.Connection, sql: str) -> None:
    assert walks(empty, sql)


def test_exceptions_are_needed(empty: sqlite3.Connection) -> None:
    assert all(walks(empty, STATEMENTS[name]) for name in MEANT)
