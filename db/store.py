"""The store: every question the house asks of its database, and every change it makes to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from sqlite3 import IntegrityError

import aiosqlite

from db.connection import Connection
from db.rows import DraftRow, MoveRow, PostRow, SeatRow, TableRow

COLUMNS = ", ".join(TableRow._fields)
DAY = 86_400.0


class Stale(Exception):
    """The table has changed since it was read."""


class Repeated(Exception):
    """This interaction has been carried out already."""


class Store:
    """Text and numbers in and out; each method that changes something is one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    @classmethod
    async def open(cls, path: Path) -> Store:
        """Open the file and bring it up to date; raises `db.connection.TooNew`."""
        return cls(await Connection.open(path))

    async def close(self) -> None:
        await self._db.close()

    # Reading

    async def table(self, table: int) -> TableRow | None:
        row = await self._db.one(f"SELECT {COLUMNS} FROM tables WHERE id = ?", table)
        return TableRow(*row) if row else None

    async def tables_in(self, channel: int, statuses: Sequence[str]) -> list[TableRow]:
        """The tables opened in a channel, or with their board there, oldest first."""
        marks = ", ".join("?" * len(statuses))
        sql = f"SELECT {COLUMNS} FROM tables WHERE (channel = ? OR place = ?) AND status IN ({marks}) ORDER BY id"
        return [TableRow(*row) for row in await self._db.all(sql, channel, channel, *statuses)]

    async def games(self, statuses: Sequence[str]) -> list[str]:
        """The games that are played at some table."""
        marks = ", ".join("?" * len(statuses))
        rows = await self._db.all(f"SELECT DISTINCT game FROM tables WHERE status IN ({marks}) ORDER BY game", *statuses)
        return [row[0] for row in rows]

    async def seats(self, table: int) -> tuple[SeatRow, ...]:
        rows = await self._db.all('SELECT seat, person, name FROM seats WHERE "table" = ? ORDER BY seat', table)
        return tuple(SeatRow(*row) for row in rows)

    async def moves(self, table: int) -> list[MoveRow]:
        """The whole log, undone moves included."""
        sql = 'SELECT seq, seat, path, events, state, undone_at FROM moves WHERE "table" = ? ORDER BY seq'
        return [MoveRow(*row) for row in await self._db.all(sql, table)]

    async def last_moves(self, table: int, count: int) -> list[MoveRow]:
        """The newest moves that stand, newest first."""
        sql = """SELECT seq, seat, path, events, state, undone_at FROM moves
                 WHERE "table" = ? AND undone_at IS NULL ORDER BY seq DESC LIMIT ?"""
        return [MoveRow(*row) for row in await self._db.all(sql, table, count)]

    async def untold(self, table: int) -> list[MoveRow]:
        """The moves that stand since the newest post, paid or owed, oldest first."""
        sql = """SELECT seq, seat, path, events, state, undone_at FROM moves
                 WHERE "table" = ?1 AND undone_at IS NULL AND seq > (SELECT coalesce(max(seq), 0) FROM posts WHERE "table" = ?1)
                 ORDER BY seq"""
        return [MoveRow(*row) for row in await self._db.all(sql, table)]

    async def draft(self, table: int, person: int) -> DraftRow | None:
        row = await self._db.one('SELECT seq, path FROM drafts WHERE "table" = ? AND person = ?', table, person)
        return DraftRow(*row) if row else None

    async def owed(self, table: int) -> PostRow | None:
        sql = 'SELECT "table", seq, story, trouble FROM posts WHERE "table" = ? AND message IS NULL'
        row = await self._db.one(sql, table)
        return PostRow(*row) if row else None

    async def tables_owed(self) -> list[int]:
        return [row[0] for row in await self._db.all('SELECT "table" FROM posts WHERE message IS NULL')]

    async def last_story(self, table: int) -> str | None:
        """What the newest post told, paid or not."""
        row = await self._db.one('SELECT story FROM posts WHERE "table" = ? ORDER BY seq DESC LIMIT 1', table)
        return row[0] if row else None

    # Changing

    async def open_table(self, row: TableRow, host_name: str) -> int:
        """A new table with its host in the first seat; the id of the row given does not count."""
        fields = TableRow._fields[1:]
        async with self._db.transaction() as db:
            sql = f"INSERT INTO tables ({', '.join(fields)}) VALUES ({', '.join('?' * len(fields))})"
            cursor = await db.execute(sql, row[1:])
            table = cursor.lastrowid
            assert table is not None
            await db.execute("INSERT INTO seats VALUES (?, 0, ?, ?)", (table, row.host, host_name))
        return table

    async def set_seats(self, table: int, host: int, seats: Iterable[SeatRow]) -> None:
        """Who sits at an open table now."""
        async with self._db.transaction() as db:
            await db.execute('DELETE FROM seats WHERE "table" = ?', (table,))
            await db.executemany("INSERT INTO seats VALUES (?, ?, ?, ?)", [(table, *seat) for seat in seats])
            await db.execute("UPDATE tables SET host = ? WHERE id = ?", (host, table))

    async def cancel(self, table: int) -> None:
        async with self._db.transaction() as db:
            await db.execute("UPDATE tables SET status = 'cancelled', seq = seq + 1 WHERE id = ?", (table,))
            await db.execute('DELETE FROM drafts WHERE "table" = ?', (table,))
            await db.execute('DELETE FROM posts WHERE "table" = ? AND message IS NULL', (table,))

    async def set_place(self, table: int, place: int) -> None:
        async with self._db.transaction() as db:
            await db.execute("UPDATE tables SET place = ?, board = NULL WHERE id = ?", (place, table))

    async def set_board(self, table: int, message: int) -> None:
        async with self._db.transaction() as db:
            await db.execute("UPDATE tables SET board = ? WHERE id = ?", (message, table))

    async def commit(
        self, table: int, seq: int, moves: Sequence[MoveRow], status: str, story: str | None, interaction: int, now: float
    ) -> None:
        """A person's move with the dealer's after it, and the post that is owed for them, if any.

        :param seq: of the table when the move was worked out; the last of the moves is its new one.
        :param story: the public events to tell, as a JSON list; None while a turn goes on.
        :raises Stale: if the table has changed meanwhile.
        :raises Repeated: if the interaction was carried out already.
        """
        async with self._db.transaction() as db:
            await _answer(db, interaction, now)
            await _advance(db, table, seq, moves[-1].seq, status)
            rows = [(table, m.seq, m.seat, m.path, m.events, m.state, now) for m in moves]
            sql = 'INSERT INTO moves ("table", seq, seat, path, events, state, made) VALUES (?, ?, ?, ?, ?, ?, ?)'
            await db.executemany(sql, rows)
            if story is not None:
                await _owe(db, table, moves[-1].seq, story)
            if status == "over":
                sql = 'UPDATE moves SET state = NULL WHERE "table" = ? AND seq < ?'
                await db.execute(sql, (table, moves[-1].seq))

    async def undo(self, table: int, seq: int, undone: int, story: str, interaction: int, now: float) -> None:
        """Stamp a move as undone; raises as `commit` does."""
        async with self._db.transaction() as db:
            await _answer(db, interaction, now)
            await _advance(db, table, seq, seq + 1, "running")
            await db.execute('UPDATE moves SET undone_at = ? WHERE "table" = ? AND seq = ?', (now, table, undone))
            await _owe(db, table, seq + 1, story)

    async def put_draft(self, table: int, person: int, seq: int, path: str) -> None:
        async with self._db.transaction() as db:
            sql = "INSERT INTO drafts VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET seq = excluded.seq, path = excluded.path"
            await db.execute(sql, (table, person, seq, path))

    async def paid(self, post: PostRow, message: int) -> None:
        """The post is in the channel; its message carries the living buttons now."""
        async with self._db.transaction() as db:
            sql = "UPDATE posts SET message = ?, trouble = '' WHERE \"table\" = ? AND seq = ?"
            await db.execute(sql, (message, post.table, post.seq))
            await db.execute("UPDATE tables SET board = ? WHERE id = ?", (message, post.table))

    async def set_trouble(self, post: PostRow, trouble: str) -> None:
        async with self._db.transaction() as db:
            sql = 'UPDATE posts SET trouble = ? WHERE "table" = ? AND seq = ?'
            await db.execute(sql, (trouble, post.table, post.seq))


async def _answer(db: aiosqlite.Connection, interaction: int, now: float) -> None:
    await db.execute("DELETE FROM answered WHERE at < ?", (now - DAY,))
    try:
        await db.execute("INSERT INTO answered VALUES (?, ?)", (interaction, now))
    except IntegrityError:
        raise Repeated from None


async def _advance(db: aiosqlite.Connection, table: int, seq: int, to: int, status: str) -> None:
    sql = "UPDATE tables SET seq = ?, status = ? WHERE id = ? AND seq = ? AND status IN ('open', 'running')"
    if (await db.execute(sql, (to, status, table, seq))).rowcount != 1:
        raise Stale
    await db.execute('DELETE FROM drafts WHERE "table" = ?', (table,))


async def _owe(db: aiosqlite.Connection, table: int, seq: int, story: str) -> None:
    """One post is owed at most: a newer one tells the story of the one it replaces, too."""
    sql = 'DELETE FROM posts WHERE "table" = ? AND message IS NULL RETURNING story'
    earlier = await (await db.execute(sql, (table,))).fetchone()
    if earlier:
        story = f"[{', '.join(filter(None, (earlier[0][1:-1], story[1:-1])))}]"
    await db.execute('INSERT INTO posts ("table", seq, story) VALUES (?, ?, ?)', (table, seq, story))
