"""Test the plans of PostgreSQL for each statement, in a database of thousands of rows."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Iterator
from typing import Any

import asyncpg
import pytest
import pytest_asyncio

from db import due, outbox
from tests.server import Server
from tests.test_statements import MEANT, SMALL, STATEMENTS

TABLES, LIVING = 9000, 1500  # rows; how many of these run, each with clocks and a board that waits
FILL = f"""
INSERT INTO tables (game, version, variants, size, status, host, guild, channel, place, opened, wake)
    SELECT CASE n % 4 WHEN 0 THEN 'one' ELSE 'two' END, 1, '', 4,
           CASE WHEN n > {TABLES - LIVING} THEN 'running' ELSE 'over' END, n % 500, n % 50, n % 300, n, n,
           CASE WHEN n > {TABLES - LIVING} THEN n END FROM generate_series(1, {TABLES}) AS n;
INSERT INTO seats ("table", seat, person, name, past)
    SELECT id, seat, (id + seat) % 500, 'x', CASE status WHEN 'over' THEN 1 ELSE 0 END
    FROM tables, generate_series(0, 2) AS seat;
INSERT INTO moves ("table", seq, seat, path, events, version, made, person)
    SELECT id, n, n % 3, 'x', '[]', 1, n, n % 3 FROM tables, generate_series(1, 8) AS n;
INSERT INTO states ("table", seq, state) SELECT "table", seq, '\\x00' FROM moves WHERE seq > 4;
INSERT INTO remarks ("table", seq, at, events) SELECT "table", seq, seq, '[]' FROM moves WHERE seq > 4;
INSERT INTO drafts ("table", person, seq, path) SELECT "table", person, 1, '' FROM seats;
INSERT INTO hints ("table", seat, seq, person, used) SELECT "table", seat, seq, 7, 1 FROM moves WHERE seq > 4;
INSERT INTO reviews ("table", guild, version, asked) SELECT id, guild, '1', opened FROM tables WHERE status = 'over';
INSERT INTO clocks ("table", seat, began, wake, level)
    SELECT "table", seat, 1, 1, CASE WHEN seat = 0 AND "table" % 20 = 0 THEN 'steady' ELSE '' END FROM seats WHERE past = 0;
INSERT INTO due (kind, subject, at)
    SELECT CASE WHEN n % 9 = 0 THEN 'computer' ELSE 'reminder' END, n, n FROM generate_series(1, {LIVING}) AS n;
INSERT INTO ballots ("table", kind, subject, asker, expires, outcome)
    SELECT id, 'undo', '{{}}', 1, 1, CASE WHEN n = 0 AND status = 'running' THEN '' ELSE 'agreed' END
    FROM tables, generate_series(0, 3) AS n;
INSERT INTO votes (ballot, person, yes) SELECT id, 1, 1 FROM ballots;
INSERT INTO answered (interaction, at) SELECT n, n FROM generate_series(1, 20000) AS n;
INSERT INTO uses (kind, guild, person, about, at) SELECT 'hints', n % 50, n % 500, 0, n FROM generate_series(1, 20000) AS n;
INSERT INTO persons (id, settings) SELECT n, '{{}}' FROM generate_series(1, 5000) AS n;
INSERT INTO people (id, name, seen) SELECT n, 'x', n FROM generate_series(-25000, 25000) AS n;
INSERT INTO results ("table", seat, person, level, game, guild, seats, place, points, kinds, ended, reason, missed, finished,
                     rated, unrated_because, seconds)
    SELECT "table", seat, person, '', game, guild, 3, 1, 1, '{{}}', opened, '', 0, 1, 0, '', 1
    FROM seats JOIN tables ON id = "table" WHERE past = 1;
INSERT INTO seasons (guild, number, started, ended)
    SELECT n, season, season - 1, CASE WHEN season < 20 THEN season END
    FROM generate_series(1, 400) AS n, generate_series(1, 20) AS season;
INSERT INTO season_totals (guild, season, game, person, half_points, games, wins, seen)
    SELECT n % 50, n % 4 + 1, CASE n % 3 WHEN 0 THEN '' ELSE 'one' END, n, n % 100, 1, 0, n FROM generate_series(1, 20000) AS n;
INSERT INTO ratings (guild, game, person, mu, sigma, games, seen)
    SELECT n % 50, 'one', n, n % 40, 1, n % 20, n FROM generate_series(1, 20000) AS n;
INSERT INTO rating_steps ("table", seat, person, guild, game, ended, mu_before, sigma_before, mu, sigma, games)
    SELECT "table", seat, person, guild, game, ended, 25, 8, 25, 8, 1 FROM results;
UPDATE tables SET started = opened, ended = CASE status WHEN 'over' THEN opened + 8 END;
INSERT INTO activity (guild, week, started, ended, turns, people, seconds, games)
    SELECT n % 200, n, 1, 1, 9, 2, 60, '{{}}' FROM generate_series(1, 10000) AS n;
INSERT INTO guilds (id, settings) SELECT n, '{{}}' FROM generate_series(1, 5000) AS n;
INSERT INTO appearances (person, "table") SELECT DISTINCT person, "table" FROM seats;
INSERT INTO facts (name, value) SELECT n, '' FROM generate_series(1, 5) AS n;
INSERT INTO outbox ("table", guild, kind, queue, ballot, target, message, attempted)
    SELECT id, guild, CASE n WHEN 0 THEN 'board' ELSE 'notice' END, 'q:' || id || ':' || n,
           CASE n WHEN 0 THEN id END, CASE WHEN n < 2 THEN id END, CASE WHEN n > 0 OR status = 'over' THEN id END,
           CASE WHEN n > 0 OR status = 'over' THEN 1 END
    FROM tables, generate_series(0, 3) AS n;
"""
FIXED = {"facts"}  # tables that do not grow
WAITING = {*SMALL, "outbox_waiting", "outbox_by_guild"}  # indexes of what waits, or runs
CHECKED = {
    "queries.COMPUTERS.0",  # asked before a start alone, by ``--check``
    "due.FOLLOW_ALL.0",  # after a backup was restored
    "ratings.OF_GAME.0",  # asked by ``bot.py ratings`` alone
    "erasing.ANYWHERE.4",  # these read the messages that are about no table, when somebody exports or erases their data
    "erasing.EXPORT_ANYWHERE.3",
}
WALKED = ("Index Scan", "Index Only Scan", "Bitmap Index Scan")


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def filled(server: Server) -> AsyncIterator[asyncpg.Connection]:
    """A database of today with thousands of closed tables and a few that run."""
    from db.postgres.driver import PostgresDatabase

    name = server.new()
    await (await PostgresDatabase.open(server.address(name))).close()
    connection = await asyncpg.connect(server.address(name))
    await connection.execute(FILL)
    await connection.execute("ANALYZE")
    await connection.execute("SET plan_cache_mode = force_generic_plan")  # one for any values, as a statement kept for long has
    yield connection
    await connection.close()


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A step of a plan and all below it."""
    yield plan
    for below in plan.get("Plans", ()):
        yield from nodes(below)


def walks(plan: dict[str, Any]) -> list[str]:
    """Return the steps that pass all rows of a growing table, or all on one side of a value."""
    found: list[str] = []
    for node in nodes(plan):
        kind, relation, index = node["Node Type"], node.get("Relation Name"), node.get("Index Name")
        closed = re.search(r"(?<![<>!])= ", node.get("Index Cond", ""))
        if kind == "Seq Scan" and relation not in FIXED:
            found.append(f"{kind} on {relation}")
        if kind in WALKED and index not in WAITING and not closed:
            found.append(f"{kind} by {index}: {node.get('Index Cond', 'all')}")
    return found


async def plan_of(connection: asyncpg.Connection, sql: str) -> dict[str, Any]:
    count = len(set(re.findall(r"\$(\d+)", sql)))
    await connection.execute(f"PREPARE asked AS {sql}")
    try:
        given = f"({', '.join(['NULL'] * count)})" if count else ""
        return json.loads(await connection.fetchval(f"EXPLAIN (FORMAT JSON) EXECUTE asked{given}"))[0]["Plan"]
    finally:
        await connection.execute("DEALLOCATE asked")


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("name", STATEMENTS)
async def test_no_statement_scans_a_growing_table(filled: asyncpg.Connection, name: str) -> None:
    plan = await plan_of(filled, STATEMENTS[name])
    assert name in {*MEANT, *CHECKED} or not walks(plan), json.dumps(plan, indent=1)


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("claim", [outbox.CLAIM, due.CLAIM])
async def test_no_claim_scans_a_growing_table(filled: asyncpg.Connection, claim: str) -> None:
    plan = await plan_of(filled, claim)
    assert not walks(plan), json.dumps(plan, indent=1)


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    "sql",
    [
        "SELECT 1 FROM tables WHERE tables.id < $1 AND game = $2 LIMIT 1",
        "SELECT * FROM moves WHERE made > $1",
        "SELECT * FROM seats WHERE name = $1",
        "SELECT * FROM answered WHERE at < $1",
    ],
)
async def test_scans_and_open_ranges_are_noticed(filled: asyncpg.Connection, sql: str) -> None:
    assert walks(await plan_of(filled, sql))
