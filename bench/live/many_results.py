"""Fill a database with the results of a large community: people, ended tables, their seats, and one result for each seat.

The ended tables have no moves, but for those of one person, whose data is deleted; `add_moves` stores those of the newest ones.
"""

from __future__ import annotations

from pathlib import Path

from db.engines import open_database
from db.sqlite.driver import SqliteDatabase
from db.statement import Statement

SEATS = 3  # of each table
TABLES_PER_STATEMENT = 10_000
FIRST_TABLE = 10**7  # ids of the filled tables, from here on
FIRST_PERSON = 5 * 10**17
GUILD = 6 * 10**17
BUSY_PERSON = FIRST_PERSON - 1  # who has some tables with moves
MOVES = 60  # of each of those tables
SECONDS_BETWEEN_ENDS = 60.0
STARTED = 1.7e9  # when the first game ended

NUMBERS = "WITH RECURSIVE numbers (n) AS (SELECT CAST($1 AS BIGINT) UNION ALL SELECT n + 1 FROM numbers WHERE n < $2)"
SEAT_NUMBERS = "(SELECT 0 AS seat UNION ALL SELECT 1 UNION ALL SELECT 2) AS places"
PERSON = f"{FIRST_PERSON} + (n * 7919 + seat * 104729) % $3"  # seats of one table differ for any number of people above 10
ENDED = f"{STARTED} + n * {SECONDS_BETWEEN_ENDS}"
PEOPLE = f"""INSERT INTO people (id, name, seen) {NUMBERS} SELECT {FIRST_PERSON} + n, 'Person ' || n, {STARTED} FROM numbers"""
TABLES = f"""INSERT INTO tables (id, game, version, variants, size, status, host, guild, channel, place, opened, started, ended)
    {NUMBERS} SELECT {FIRST_TABLE} + n, 'djinns', 1, '', {SEATS}, 'over', {FIRST_PERSON} + n % $3, {GUILD}, {GUILD}, {GUILD},
    {ENDED}, {ENDED}, {ENDED} FROM numbers"""
SEAT_ROWS = f"""INSERT INTO seats ("table", seat, person, name, past) {NUMBERS}
    SELECT {FIRST_TABLE} + n, seat, {PERSON}, 'Person ' || (n * 7919 + seat * 104729) % $3, 1 FROM numbers, {SEAT_NUMBERS}"""
APPEARANCES = f"""INSERT INTO appearances (person, "table") {NUMBERS}
    SELECT {PERSON}, {FIRST_TABLE} + n FROM numbers, {SEAT_NUMBERS}"""
RESULTS = f"""INSERT INTO results ("table", seat, person, level, game, guild, seats, place, points, kinds, ended, reason, missed,
        finished, rated, unrated_because, seconds) {NUMBERS}
    SELECT {FIRST_TABLE} + n, seat, {PERSON}, '', 'djinns', {GUILD}, {SEATS}, 1 + (seat + n) % {SEATS}, 10 + (n * 31 + seat) % 50,
    '{{"dream towers":10}}', {ENDED}, '', 0, 1, 1, '', 3600.0 FROM numbers, {SEAT_NUMBERS}"""

BUSY_NAME = "INSERT INTO people (id, name, seen) VALUES ($1, 'Busy Bee', $2)"
BUSY = (
    'UPDATE seats SET person = $1, name = \'Busy Bee\' WHERE "table" >= $2 AND "table" < $3 AND seat = 0',
    'UPDATE results SET person = $1 WHERE "table" >= $2 AND "table" < $3 AND seat = 0',
    'INSERT INTO appearances (person, "table") SELECT $1, id FROM tables WHERE id >= $2 AND id < $3',
)
BUSY_MOVES = f"""INSERT INTO moves ("table", seq, seat, path, events, version, made, person, began) {NUMBERS}
    SELECT {FIRST_TABLE} + n / {MOVES}, n % {MOVES} + 1, n % {SEATS}, '1-2-3 4 5', '[]', 1, 1.7e9, CASE n % {SEATS} WHEN 0 THEN $3
    ELSE {FIRST_PERSON} END, 1.7e9 FROM numbers"""

NEW_MOVES = f"""INSERT INTO moves ("table", seq, seat, path, events, version, made, person, began) {NUMBERS}
    SELECT {FIRST_TABLE} + n / {MOVES}, n % {MOVES} + 1, n % {SEATS}, '1-2-3 4 5', '[]', 1,
    {STARTED} + n / {MOVES} * {SECONDS_BETWEEN_ENDS} + n % {MOVES}, {FIRST_PERSON} + n % $3,
    {STARTED} + n / {MOVES} * {SECONDS_BETWEEN_ENDS} + n % {MOVES} - 0.5 FROM numbers"""


def end_of_last_game(results: int) -> float:
    """Return when the last of this number of results was stored, in seconds since 1970."""
    return STARTED + results // SEATS * SECONDS_BETWEEN_ENDS


async def fill(address: Path | str, people: int, results: int, busy: int) -> None:
    """Store about this number of results of this number of people, and ``busy`` tables of `BUSY_PERSON` among them."""
    database = await open_database(address)
    tables = results // SEATS
    try:
        await database.run([Statement(PEOPLE, (0, people - 1)), Statement(BUSY_NAME, (BUSY_PERSON, STARTED))])
        for first in range(0, tables, TABLES_PER_STATEMENT):
            last = min(tables, first + TABLES_PER_STATEMENT) - 1
            await database.run([Statement(sql, (first, last, people)) for sql in (TABLES, SEAT_ROWS, APPEARANCES, RESULTS)])
        await database.run([Statement(sql, (BUSY_PERSON, FIRST_TABLE, FIRST_TABLE + busy)) for sql in BUSY])
        await database.run([Statement(BUSY_MOVES, (0, busy * MOVES - 1, BUSY_PERSON))])
        if not isinstance(database, SqliteDatabase):
            await database.all("ANALYZE")  # as a server does by itself before long
    finally:
        await database.close()


async def add_moves(address: Path | str, people: int, results: int, new: int) -> None:
    """Store moves at the newest tables of a filled database.

    :param new: the number of these tables; they are none of the busy person's.
    """
    database, tables = await open_database(address), results // SEATS
    try:
        for first in range(tables - new, tables, TABLES_PER_STATEMENT // MOVES):
            last = min(tables, first + TABLES_PER_STATEMENT // MOVES)
            await database.run([Statement(NEW_MOVES, (first * MOVES, last * MOVES - 1, people))])
    finally:
        await database.close()
