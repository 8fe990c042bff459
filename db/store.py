"""The store: every question the house asks of its database, and every change it makes to it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from db.ballots import Ballots
from db.change import Change, carry_out
from db.connection import Connection
from db.notices import Notices
from db.rows import ClockRow, DraftRow, MoveRow, PostRow, RemarkRow, SeatRow, TableRow
from db.settings import Settings

COLUMNS = ", ".join(TableRow._fields)
SEAT = ", ".join(SeatRow._fields)
MOVE = ", ".join(MoveRow._fields)


class Store:
    """Text and numbers in and out; each method that changes something is one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection
        self.ballots = Ballots(connection)
        self.notices = Notices(connection)
        self.settings = Settings(connection)

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
        rows = await self._db.all(f'SELECT {SEAT} FROM seats WHERE "table" = ? ORDER BY seat', table)
        return tuple(SeatRow(*row) for row in rows)

    async def moves(self, table: int) -> list[MoveRow]:
        """The whole log, undone moves included."""
        sql = f'SELECT {MOVE} FROM moves WHERE "table" = ? ORDER BY seq'
        return [MoveRow(*row) for row in await self._db.all(sql, table)]

    async def last_moves(self, table: int, count: int) -> list[MoveRow]:
        """The newest moves that stand, newest first."""
        sql = f"""SELECT {MOVE} FROM moves
                 WHERE "table" = ? AND undone_at IS NULL ORDER BY seq DESC LIMIT ?"""
        return [MoveRow(*row) for row in await self._db.all(sql, table, count)]

    async def untold(self, table: int) -> list[MoveRow]:
        """The moves that stand since the newest post, paid or owed, oldest first."""
        sql = f"""SELECT {MOVE} FROM moves
                 WHERE "table" = ?1 AND undone_at IS NULL AND seq > (SELECT coalesce(max(seq), 0) FROM posts WHERE "table" = ?1)
                 ORDER BY seq"""
        return [MoveRow(*row) for row in await self._db.all(sql, table)]

    async def newest_by(self, table: int, person: int) -> int:
        """The seq of this person's newest move that stands; 0 if there is none."""
        sql = 'SELECT coalesce(max(seq), 0) FROM moves WHERE "table" = ? AND person = ? AND undone_at IS NULL'
        row = await self._db.one(sql, table, person)
        return row[0] if row else 0

    async def moves_after(self, table: int, seq: int) -> list[MoveRow]:
        """The moves that stand after this one, oldest first."""
        sql = f'SELECT {MOVE} FROM moves WHERE "table" = ? AND undone_at IS NULL AND seq > ? ORDER BY seq'
        return [MoveRow(*row) for row in await self._db.all(sql, table, seq)]

    async def clocks(self, table: int) -> list[ClockRow]:
        return [ClockRow(*row) for row in await self._db.all('SELECT * FROM clocks WHERE "table" = ? ORDER BY seat', table)]

    async def clocks_of(self, person: int) -> list[ClockRow]:
        """The running turns of a person, at all tables."""
        sql = """SELECT clocks.* FROM clocks JOIN seats USING ("table", seat)
                 WHERE person = ? AND standing = 'seated' ORDER BY began"""
        return [ClockRow(*row) for row in await self._db.all(sql, person)]

    async def clocks_to_wake(self, now: float) -> list[ClockRow]:
        """Those with a reminder, or their end, to tell."""
        return [ClockRow(*row) for row in await self._db.all("SELECT * FROM clocks WHERE wake <= ? ORDER BY wake", now)]

    async def tables_to_wake(self, now: float) -> list[int]:
        """Those at which nothing has happened for long."""
        return [row[0] for row in await self._db.all("SELECT id FROM tables WHERE wake <= ? ORDER BY wake", now)]

    async def tables_of(self, person: int, statuses: Sequence[str]) -> list[TableRow]:
        """The tables where a person has a seat, oldest first."""
        columns, marks = ", ".join(f"t.{name}" for name in TableRow._fields), ", ".join("?" * len(statuses))
        sql = f"""SELECT {columns} FROM tables t JOIN seats s ON s."table" = t.id
                  WHERE s.person = ? AND t.status IN ({marks}) ORDER BY t.id"""
        return [TableRow(*row) for row in await self._db.all(sql, person, *statuses)]

    async def guilds(self, statuses: Sequence[str]) -> list[int]:
        """The servers that have tables."""
        marks = ", ".join("?" * len(statuses))
        return [row[0] for row in await self._db.all(f"SELECT DISTINCT guild FROM tables WHERE status IN ({marks})", *statuses)]

    async def tables_in_guild(self, guild: int, statuses: Sequence[str]) -> list[TableRow]:
        """The tables of a server, oldest first."""
        marks = ", ".join("?" * len(statuses))
        sql = f"SELECT {COLUMNS} FROM tables WHERE guild = ? AND status IN ({marks}) ORDER BY id"
        return [TableRow(*row) for row in await self._db.all(sql, guild, *statuses)]

    async def remarks(self, table: int) -> list[RemarkRow]:
        """What happened around a table besides moves, oldest first."""
        return [
            RemarkRow(*row) for row in await self._db.all('SELECT * FROM remarks WHERE "table" = ? ORDER BY at, rowid', table)
        ]

    async def draft(self, table: int, person: int) -> DraftRow | None:
        row = await self._db.one('SELECT seq, path FROM drafts WHERE "table" = ? AND person = ?', table, person)
        return DraftRow(*row) if row else None

    async def owed(self, table: int) -> PostRow | None:
        sql = 'SELECT "table", seq, story, trouble FROM posts WHERE "table" = ? AND message IS NULL'
        row = await self._db.one(sql, table)
        return PostRow(*row) if row else None

    async def rematch(self, table: int) -> int | None:
        """The table where the people of this one play again, if it was not cancelled."""
        row = await self._db.one("SELECT id FROM tables WHERE rematch_of = ? AND status != 'cancelled'", table)
        return row[0] if row else None

    async def tables_owed(self) -> list[int]:
        return [row[0] for row in await self._db.all('SELECT "table" FROM posts WHERE message IS NULL')]

    async def last_story(self, table: int) -> str | None:
        """What the newest post told, paid or not."""
        row = await self._db.one('SELECT story FROM posts WHERE "table" = ? ORDER BY seq DESC LIMIT 1', table)
        return row[0] if row else None

    # Changing

    async def open_table(self, row: TableRow, seats: Sequence[SeatRow]) -> int:
        """A new table with its first seats; the id of the row given does not count."""
        fields = TableRow._fields[1:]
        async with self._db.transaction() as db:
            sql = f"INSERT INTO tables ({', '.join(fields)}) VALUES ({', '.join('?' * len(fields))})"
            cursor = await db.execute(sql, row[1:])
            table = cursor.lastrowid
            assert table is not None
            sql = f'INSERT INTO seats ("table", {SEAT}) VALUES (?, {", ".join("?" * len(SeatRow._fields))})'
            await db.executemany(sql, [(table, *seat) for seat in seats])
        return table

    async def set_place(self, table: int, place: int) -> None:
        async with self._db.transaction() as db:
            await db.execute("UPDATE tables SET place = ?, board = NULL WHERE id = ?", (place, table))

    async def set_board(self, table: int, message: int) -> None:
        async with self._db.transaction() as db:
            await db.execute("UPDATE tables SET board = ? WHERE id = ?", (message, table))

    async def set_lobby(self, table: int, message: int) -> None:
        """The message that offers the seats of an open table."""
        async with self._db.transaction() as db:
            await db.execute("UPDATE tables SET lobby = ?1, board = ?1 WHERE id = ?2", (message, table))

    async def put_off(self, clock: ClockRow, wake: float) -> None:
        """When the house looks at this clock again."""
        async with self._db.transaction() as db:
            await db.execute('UPDATE clocks SET wake = ? WHERE "table" = ? AND seat = ?', (wake, clock.table, clock.seat))

    async def set_wake(self, table: int, wake: float | None) -> None:
        """When the house looks at this table again."""
        async with self._db.transaction() as db:
            await db.execute("UPDATE tables SET wake = ? WHERE id = ?", (wake, table))

    async def change(self, change: Change) -> None:
        """One step of a table; raises `Stale` and `Repeated`."""
        async with self._db.transaction() as db:
            await carry_out(db, change)

    async def put_draft(self, table: int, person: int, seq: int, path: str) -> None:
        async with self._db.transaction() as db:
            sql = "INSERT INTO drafts VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET seq = excluded.seq, path = excluded.path"
            await db.execute(sql, (table, person, seq, path))

    async def paid(self, post: PostRow, message: int) -> None:
        """The post is in the channel; its message carries the living buttons now."""
        async with self._db.transaction() as db:
            sql = "UPDATE posts SET message = ?, trouble = '' WHERE \"table\" = ? AND seq = ?"
            await db.execute(sql, (message, post.table, post.seq))
            await db.execute('DELETE FROM posts WHERE "table" = ? AND seq < ?', (post.table, post.seq))
            await db.execute("UPDATE tables SET board = ? WHERE id = ?", (message, post.table))

    async def owe_again(self, table: int) -> None:
        """The newest post has lost its message."""
        async with self._db.transaction() as db:
            sql = """UPDATE posts SET message = NULL
                     WHERE "table" = ?1 AND seq = (SELECT max(seq) FROM posts WHERE "table" = ?1)"""
            await db.execute(sql, (table,))

    async def set_trouble(self, post: PostRow, trouble: str) -> None:
        async with self._db.transaction() as db:
            sql = 'UPDATE posts SET trouble = ? WHERE "table" = ? AND seq = ?'
            await db.execute(sql, (trouble, post.table, post.seq))
