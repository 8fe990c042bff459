"""Fill a database with as many tables and moves as a large community has: play some games, and copy their rows.

Of each game some tables run, and some are over. A copy differs in its id, server, channel and people alone, so moves and
states are as large as real ones. All messages are sent, so the outbox holds no more than that of a bot in service.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from bench.live.sent import send_all
from db.database import Database
from db.due import FOLLOW_ALL
from db.engines import open_database
from db.rows import SeatRow
from db.sqlite.driver import SqliteDatabase
from db.statement import Statement
from db.store import Store
from host.tables import Tables
from rules.game import AnyGame
from sandbox.founding import HOME_IDS, found
from sandbox.world import World
from trials.seeding import move_at_random, open_table

PATTERNS_PER_GAME = 3  # running tables of each game, and as many that are over
HALFWAY_MOVES = 20  # moves of people at running tables
ROWS_PER_STATEMENT = 20_000  # rows that one statement writes
FIRST_PERSON_ID, ID_STEP = 2 * 10**15, 10**6  # ids of people and places from here on; distance between two copies
FIRST_GUILD_ID, TABLES_PER_GUILD = 4 * 10**15, 20  # ids of servers and their channels from here on; tables on each server
FIRST_CLICK_ID = 3 * 10**15  # ids of the clicks that make the moves, from here on

NUMBERS_SQL = "WITH RECURSIVE copies (copy) AS (SELECT CAST($1 AS BIGINT) UNION ALL SELECT copy + 1 FROM copies WHERE copy < $2)"
COPIED_COLUMNS = {  # each table of the database behind those that its rows refer to, with what is its own in a copy
    "tables": {"id": "id + copy * $3", **dict.fromkeys(("host", "channel", "place"), f"{{}} + copy * {ID_STEP}")}
    | {"guild": f"guild + (id + copy * $3) / {TABLES_PER_GUILD} * {len(HOME_IDS)}"},
    "seats": {"table": '"table" + copy * $3', "person": f"person + copy * {ID_STEP}"},
    "clocks": {"table": '"table" + copy * $3'},
    "moves": {"table": '"table" + copy * $3', "person": f"person + copy * {ID_STEP}"},
    "states": {"table": '"table" + copy * $3'},
    "outbox": {"id": f"id + copy * {ID_STEP}", "table": '"table" + copy * $3', "queue": "NULL"},
}
KEY_COLUMNS = {"tables": "id"}
COLUMNS_SQL = {True: "SELECT name FROM pragma_table_info($1)", False: """SELECT column_name FROM information_schema.columns
           WHERE table_schema = 'public' AND table_name = $1 ORDER BY ordinal_position"""}  # fmt: skip
SIZE_SQL = {
    True: "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size",
    False: "SELECT sum(pg_total_relation_size(relid)) FROM pg_statio_user_tables",
}  # bytes
LOGGED_SQL = "SELECT count(*) FROM moves"
COUNT_MOVES_SQL = 'SELECT count(*) FROM moves WHERE "table" >= $1 AND "table" <= $2'


class Patterns(NamedTuple):
    """The ids of the tables that are copied, running ones first, and the total moves of each kind."""

    running: range
    over: range
    moves_running: int
    moves_over: int


async def fill(
    address: Path | str, tables: int, moves: int, games: Sequence[AnyGame], patterns: int = PATTERNS_PER_GAME
) -> tuple[list[int], int]:
    """Fill a database with about these numbers of running tables and moves; return the running ids, and the exact moves."""
    return await _fill(address, tables, moves, await _play(address, games, patterns))


async def _fill(address: Path | str, tables: int, moves: int, patterns: Patterns) -> tuple[list[int], int]:
    database = await open_database(address)
    try:
        stride = patterns.over.stop - 1
        copies = max(0, tables // len(patterns.running) - 1)
        await _copy(database, patterns.running, copies, stride)
        missing = moves - patterns.moves_running * (1 + copies) - patterns.moves_over
        older = max(0, -(-missing // patterns.moves_over))
        await _copy(database, patterns.over, older, stride)
        await database.run([Statement(sql) for sql in FOLLOW_ALL])
        await database.continue_ids_after("tables", stride * (1 + max(copies, older)))
        await database.continue_ids_after("outbox", ID_STEP * (1 + max(copies, older)))
        if isinstance(address, str):
            await database.all("ANALYZE")  # as a server does by itself before long
    finally:
        await database.close()
    running = [number + copy * stride for copy in range(1 + copies) for number in patterns.running]
    return running, patterns.moves_running * (1 + copies) + patterns.moves_over * (1 + older)


async def bytes_of_log_row(address: Path | str) -> float:
    """Return the bytes of a database with its indexes, for each row of the log of moves."""
    database = await open_database(address)
    try:
        ((size,),) = await database.all(SIZE_SQL[isinstance(database, SqliteDatabase)])
        ((rows,),) = await database.all(LOGGED_SQL)
    finally:
        await database.close()
    return float(size) / rows


def found_servers(world: World, tables: int) -> None:
    """Found the servers of the copied tables, with the bot on all of them."""
    for number in range(1 + (2 * tables) // TABLES_PER_GUILD):
        first = FIRST_GUILD_ID + number * len(HOME_IDS)
        found(world, f"Server {number + 1}", [str(first + each) for each in range(len(HOME_IDS))])


async def _play(address: Path | str, games: Sequence[AnyGame], count: int) -> Patterns:
    store, random = await Store.open(address), Random(1)
    tables = Tables(store, 1000, random)
    try:
        running = [await _played(tables, game, random, HALFWAY_MOVES) for game in games for _ in range(count)]
        over = [await _played(tables, game, random, None) for game in games for _ in range(count)]
    finally:
        await store.close()
    database = await open_database(address)
    try:
        ranges = [range(ids[0], ids[-1] + 1) for ids in (running, over)]
        ((first,),), ((second,),) = [await database.all(COUNT_MOVES_SQL, each[0], each[-1]) for each in ranges]
    finally:
        await database.close()
    return Patterns(ranges[0], ranges[1], first, second)


async def _played(tables: Tables, game: AnyGame, random: Random, most: int | None) -> int:
    """Play a table of two for ``most`` moves, or to its end with None; return its id."""
    people = [SeatRow(0, FIRST_PERSON_ID, "Host"), SeatRow(0, FIRST_PERSON_ID + 1, "Guest")]
    table = await open_table(tables, game.key, people, guild=FIRST_GUILD_ID, channel=FIRST_PERSON_ID)
    await tables.start(table.id, FIRST_PERSON_ID, FIRST_CLICK_ID + table.id)
    made = 0
    while table.position.to_act and (most is None or made < most):
        made += 1
        await move_at_random(table, random, FIRST_CLICK_ID + table.id * ID_STEP + made)
        await send_all(tables, table)
    return table.id


async def _copy(database: Database, ids: range, copies: int, stride: int) -> None:
    for name, own in COPIED_COLUMNS.items():
        columns = [row[0] for row in await database.all(COLUMNS_SQL[isinstance(database, SqliteDatabase)], name)]
        key = KEY_COLUMNS.get(name, '"table"')
        ((rows,),) = await database.all(f"SELECT count(*) FROM {name} WHERE {key} >= $1 AND {key} <= $2", ids[0], ids[-1])
        for first, last in _pages(copies, max(1, ROWS_PER_STATEMENT // max(1, rows))):
            values = (first, last, stride, ids[0], ids[-1])
            await database.run([Statement(_copying(name, key, columns, own), values)])


def _copying(name: str, key: str, columns: list[str], own: Mapping[str, str]) -> str:
    listed = ", ".join(f'"{column}"' for column in columns)
    made = ", ".join(own.get(column, '"{}"').format(column) for column in columns)
    return f"INSERT INTO {name} ({listed}) {NUMBERS_SQL} SELECT {made} FROM copies, {name} WHERE {key} >= $4 AND {key} <= $5"


def _pages(copies: int, each: int) -> Iterator[tuple[int, int]]:
    """Yield the first and the last number of each batch of copies, from 1 on."""
    return ((first, min(copies, first + each - 1)) for first in range(1, copies + 1, each))
