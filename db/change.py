"""One step of a table in the database: whatever belongs to it happens together or not at all."""

from __future__ import annotations

from sqlite3 import IntegrityError
from typing import NamedTuple

import aiosqlite

from db.rows import BallotRow, ClockRow, MoveRow, NoticeRow, SeatRow, TableRow

DAY = 86_400.0
STEERED = ("status", "host", "size", "seq", "pace", "lapse", "strikes", "seating", "paused", "ending", "wake", "warned")


class Stale(Exception):
    """The table has changed since it was read."""


class Repeated(Exception):
    """This interaction has been carried out already."""


class Change(NamedTuple):
    """What one step does to a table; what is None or empty stays as it is.

    ``before`` is the table's seq when the step was worked out, ``row`` the table after it, but for its place and board, which are
    the poster's. ``clocks`` are all that run after it. ``story`` (public events, a JSON list) is owed to the channel, ``remark``
    (the same) kept for the log. ``ballot`` is one that is settled by it. ``interaction`` is the click that caused it, if any.
    """

    before: int
    row: TableRow
    now: float
    interaction: int | None = None
    seats: tuple[SeatRow, ...] | None = None
    moves: tuple[MoveRow, ...] = ()
    undone: tuple[int, ...] = ()
    clocks: tuple[ClockRow, ...] | None = None
    story: str | None = None
    remark: str | None = None
    notices: tuple[NoticeRow, ...] = ()
    ballot: BallotRow | None = None


async def carry_out(db: aiosqlite.Connection, change: Change) -> None:
    """Do it inside the transaction of the caller.

    :raises Stale: if the table has changed meanwhile.
    :raises Repeated: if the interaction was carried out already.
    """
    table = change.row.id
    if change.interaction is not None:
        await _answer(db, change.interaction, change.now)
    await _advance(db, change)
    await _log(db, table, change)
    if change.seats is not None:
        await db.execute('DELETE FROM seats WHERE "table" = ?', (table,))
        await _insert(db, "seats", [(table, *seat) for seat in change.seats], ("table", *SeatRow._fields))
        kept = """SELECT person FROM seats WHERE "table" = ?1 AND standing = 'reserved'"""
        await _drop(db, f"\"table\" = ?1 AND kind = 'invited' AND person NOT IN ({kept})", (table,))
        await db.execute("UPDATE ballots SET wake = 0 WHERE \"table\" = ? AND outcome = ''", (table,))  # others have to agree now
    if change.clocks is not None:
        await _set_clocks(db, table, change.clocks)
    if change.ballot is not None:
        sql = "UPDATE ballots SET outcome = ? WHERE id = ? AND outcome = ''"
        if (await db.execute(sql, (change.ballot.outcome, change.ballot.id))).rowcount != 1:
            raise Stale
    if change.row.seq != change.before and not change.row.warned:
        await _drop(db, "\"table\" = ? AND kind = 'idle'", (table,))
    await add_notices(db, change.notices)
    if change.story is not None:
        await _owe(db, table, change.row.seq, change.story)
    if change.row.status in ("over", "cancelled"):
        await _close(db, table, change.row)


async def add_notices(db: aiosqlite.Connection, notices: tuple[NoticeRow, ...]) -> None:
    """Owe them; their ids are given here. What somebody was told before of the same turn is pointless from now on."""
    for notice in notices:
        await _drop(db, '"table" = ? AND seat = ? AND person = ?', (notice.table, notice.seat, notice.person))
    await _insert(db, "notices", [tuple(notice[1:]) for notice in notices], NoticeRow._fields[1:])


async def _drop(db: aiosqlite.Connection, which: str, values: tuple[object, ...]) -> None:
    """Notices that are pointless by now: what is owed is owed no more, what is sent is to be taken away."""
    await db.execute(f"DELETE FROM notices WHERE {which} AND message IS NULL", values)
    await db.execute(f"UPDATE notices SET stale = 1 WHERE {which}", values)


async def _answer(db: aiosqlite.Connection, interaction: int, now: float) -> None:
    await db.execute("DELETE FROM answered WHERE at < ?", (now - DAY,))
    try:
        await db.execute("INSERT INTO answered VALUES (?, ?)", (interaction, now))
    except IntegrityError:
        raise Repeated from None


async def _advance(db: aiosqlite.Connection, change: Change) -> None:
    table = change.row.id
    fields = ", ".join(f"{name} = ?" for name in STEERED)
    values = [getattr(change.row, name) for name in STEERED]
    sql = f"UPDATE tables SET {fields} WHERE id = ? AND seq = ? AND status IN ('open', 'running')"
    if (await db.execute(sql, (*values, table, change.before))).rowcount != 1:
        raise Stale
    if change.moves or change.undone:
        await db.execute('DELETE FROM drafts WHERE "table" = ?', (table,))
        sql = "UPDATE ballots SET outcome = 'void' WHERE \"table\" = ? AND kind = 'undo' AND outcome = '' AND id IS NOT ?"
        await db.execute(sql, (table, change.ballot and change.ballot.id))
    elif change.row.seq != change.before:
        await db.execute('UPDATE drafts SET seq = ? WHERE "table" = ?', (change.row.seq, table))


async def _log(db: aiosqlite.Connection, table: int, change: Change) -> None:
    stamped = [(change.now, table, seq) for seq in change.undone]
    await db.executemany('UPDATE moves SET undone_at = ? WHERE "table" = ? AND seq = ?', stamped)
    await _insert(db, "moves", [(table, *move) for move in change.moves], ("table", *MoveRow._fields))
    if change.remark is not None:
        await db.execute("INSERT INTO remarks VALUES (?, ?, ?, ?)", (table, change.row.seq, change.now, change.remark))


async def _set_clocks(db: aiosqlite.Connection, table: int, clocks: tuple[ClockRow, ...]) -> None:
    """Replace the clocks; what was said about a turn whose clock has stopped is pointless."""
    sql = 'SELECT seat, began FROM clocks WHERE "table" = ?'
    running = {(clock.seat, clock.began) for clock in clocks}
    for seat, began in await db.execute_fetchall(sql, (table,)):
        if (seat, began) not in running:
            await _drop(db, '"table" = ? AND seat = ?', (table, seat))
    await db.execute('DELETE FROM clocks WHERE "table" = ?', (table,))
    await _insert(db, "clocks", [tuple(clock) for clock in clocks], ClockRow._fields)


async def _owe(db: aiosqlite.Connection, table: int, seq: int, story: str) -> None:
    """One post is owed at most: a newer one tells the story of the one it replaces, too."""
    sql = 'DELETE FROM posts WHERE "table" = ? AND message IS NULL RETURNING story'
    earlier = await (await db.execute(sql, (table,))).fetchone()
    if earlier:
        story = f"[{', '.join(filter(None, (earlier[0][1:-1], story[1:-1])))}]"
    await db.execute('INSERT INTO posts ("table", seq, story) VALUES (?, ?, ?)', (table, seq, story))


async def _close(db: aiosqlite.Connection, table: int, row: TableRow) -> None:
    await db.execute('DELETE FROM drafts WHERE "table" = ?', (table,))
    await db.execute('DELETE FROM clocks WHERE "table" = ?', (table,))
    await _drop(db, "\"table\" = ? AND (seat IS NOT NULL OR kind = 'invited')", (table,))
    await db.execute("UPDATE ballots SET outcome = 'void' WHERE \"table\" = ? AND outcome = ''", (table,))
    if row.status == "cancelled":
        await db.execute('DELETE FROM posts WHERE "table" = ? AND message IS NULL', (table,))
    else:
        sql = """UPDATE moves SET state = NULL WHERE "table" = ?1
                 AND seq != (SELECT max(seq) FROM moves WHERE "table" = ?1 AND undone_at IS NULL)"""
        await db.execute(sql, (table,))


async def _insert(db: aiosqlite.Connection, table: str, rows: list[tuple[object, ...]], fields: tuple[str, ...]) -> None:
    columns, marks = ", ".join(f'"{name}"' for name in fields), ", ".join("?" * len(fields))
    await db.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", rows)
