"""Every statement of the store: known beforehand, and never a walk through all rows of a table that grows."""

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

from db.store import Store

DB = Path(__file__).parents[1] / "db"
VERBS = ("SELECT", "INSERT", "UPDATE", "DELETE")
GROWING = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('facts', 'guilds')"
ALIASES = {"own", "one", "older", "newer", "known", "target", "put"}  # of such tables in our statements
ENGINES = ("holding", "inspecting", "postgres", "server", "sqlite", "transaction")  # what they are asked about themselves
SENDERS = ("Statement", "all", "one", "_do", "_raised")  # what takes SQL first
ALONE = {"copying", "lifting"}  # modules that work while no bot runs, and on all that there is
SMALL = {"tables_living", "outbox_due"}  # indexes of what waits, or runs


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
    """All SQL of the constants of ``db``, by a name."""
    found: dict[str, str] = {}
    for path in sorted(path for path in DB.glob("*.py") if path.stem not in {*ENGINES, *ALONE}):
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
    for path in DB.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and node.args:
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                built = isinstance(node.args[0], (ast.Constant, ast.JoinedStr, ast.BinOp))
                assert not (called in SENDERS and built), f"{path.name}:{node.lineno}"


@pytest.mark.parametrize("name", STATEMENTS)
def test_no_statement_walks_through_a_table_that_grows(empty: sqlite3.Connection, name: str) -> None:
    sql = STATEMENTS[name]
    values: dict[str, None] = dict.fromkeys(re.findall(r"\$(\d+)", sql))
    assert list(values) == [str(n) for n in sorted(map(int, values))] or set(map(int, values)) == set(range(1, len(values) + 1))
    plan = empty.execute(f"EXPLAIN QUERY PLAN {sql}", values).fetchall()
    growing = {str(table) for (table,) in empty.execute(GROWING)}
    for step in (str(row[3]) for row in plan):
        returned = sql.startswith("INSERT") and " VALUES " in sql  # SQLite speaks of a scan for what RETURNING gives back
        walks = step.startswith("SCAN") and step.split(" ")[1] in growing | ALIASES and not returned
        assert not walks or step.rsplit(" ", 1)[-1] in SMALL, f"{step}: {sql}"
