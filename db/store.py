"""The store: every question the house asks of its database, and every change it makes to it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncGenerator, Callable, Sequence
from pathlib import Path
from time import perf_counter

from db import queries
from db.ballots import Ballots
from db.change import Change, opening, statements
from db.database import Database, Row
from db.engines import opened
from db.facts import Facts
from db.hints import Hints
from db.lifting import lift
from db.outbox import Outbox
from db.quotas import Quotas
from db.rows import ClockRow, DraftRow, MoveRow, RemarkRow, SeatRow, Snapshot, TableRow
from db.settings import Settings
from db.statement import Statement, Value
from db.states import move_of, unpacked
from db.tally import Tally

LISTED = 400  # open and running tables of a place that are found at once
LAST = 2**62  # a seq after all others, and a number of rows that is no limit


class Store:
    """Text and numbers in and out; each method that changes something is one transaction."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self.ballots = Ballots(database)
        self.outbox = Outbox(database)
        self.settings = Settings(database)
        self.facts = Facts(database)
        self.hints = Hints(database)
        self.tally = Tally(database)
        self.quotas = Quotas(database)
        self.on_commit: Callable[[float], None] = lambda _: None  # told how many seconds each step of a table took

    @classmethod
    async def open(cls, address: Path | str, *, standby: bool = False) -> Store:
        """Open a file, or a server's database, and bring it up to date; raises `db.opening.Unusable`.

        :param standby: while another process uses it, wait.
        """
        return cls(await opened(address, standby=standby))

    async def close(self) -> None:
        await self._db.close()

    async def taken_over(self) -> None:
        """Wait until another process has taken the database over, if that can be; then nothing is saved any more."""
        await self._db.taken_over()

    async def snapshot(self, table: int) -> Snapshot | None:
        """All that makes a table's position, as it is at one moment."""
        one = (table,)
        asked = [
            (queries.TABLE, one),
            (queries.SEATS, one),
            (queries.CLOCKS, one),
            (queries.LAST_MOVES, (table, 1)),
            (queries.STANDING, one),
        ]
        found = await self._db.read([Statement(*query) for query in asked])
        if not found[0]:
            return None
        moves, by_people = found[4][0]
        return _snapshot(*found[:4])._replace(moves=moves, by_people=by_people)

    async def revision(self, table: int) -> int | None:
        """How often this table has changed; None if there is none."""
        row = await self._db.one(queries.REVISION, table)
        return row[0] if row else None

    async def table_ids(self, after: int, most: int) -> list[int]:
        """At most so many of all tables after this one, oldest first."""
        return [row[0] for row in await self._db.all(queries.TABLE_IDS, after, most)]

    async def living_in(self, channel: int) -> list[TableRow]:
        """Return the newest open and running tables of a channel, or with their board there, oldest first."""
        return [TableRow(*row) for row in await self._db.all(queries.LIVING_IN, channel, LISTED)][::-1]

    async def last_over_in(self, channel: int) -> int | None:
        """Return the newest table of a channel, or with its board there, that is over."""
        return (await self._db.all(queries.LAST_OVER_IN, channel))[0][0]

    async def games(self) -> list[str]:
        """The games of open and running tables."""
        return [row[0] for row in await self._db.all(queries.GAMES)]

    async def moves(self, table: int) -> list[MoveRow]:
        """The whole log, undone moves included; without states."""
        return [move_of(row) for row in await self._db.all(queries.MOVES, table)]

    async def some_moves(self, table: int, after: int, until: int) -> list[MoveRow]:
        """The moves after one seq, up to and with another, undone ones included; without states."""
        return [move_of(row) for row in await self._db.all(queries.SOME_MOVES, table, after, until)]

    async def standing(self, table: int) -> list[MoveRow]:
        """Return the moves that stand, oldest first, without states: no more than a game has."""
        return [move_of(row) for row in await self._db.all(queries.STANDING_MOVES, table)]

    async def moves_until(self, table: int, seq: int) -> int:
        """Count the moves up to this seq, undone ones included."""
        return (await self._db.all(queries.MOVES_UNTIL, table, seq))[0][0]

    async def seqs(self, table: int, until: int, first: int, most: int) -> list[int]:
        """Return the seqs of some moves up to and with one, undone ones included, from a number on (from 0)."""
        return [row[0] for row in await self._db.all(queries.SEQS, table, until, most, first)]

    async def versions(self, table: int) -> frozenset[int]:
        """Those of the rules by which its moves were made."""
        return frozenset(row[0] for row in await self._db.all(queries.VERSIONS, table))

    async def last_moves(self, table: int, count: int) -> list[MoveRow]:
        """The newest moves that stand, newest first, with the states after them."""
        return [move_of(row) for row in await self._db.all(queries.LAST_MOVES, table, count)]

    async def untold(self, table: int) -> list[MoveRow]:
        """The moves that stand since the newest post, paid or owed, oldest first; without states."""
        return [move_of(row) for row in await self._db.all(queries.UNTOLD, table)]

    async def undone(self, table: int, seq: int) -> list[int]:
        """The seqs of the moves from this one on that were taken back."""
        return [row[0] for row in await self._db.all(queries.UNDONE, table, seq)]

    async def newest_by(self, table: int, person: int) -> int:
        """The seq of this person's newest move that stands; 0 if there is none."""
        row = await self._db.one(queries.NEWEST_BY, table, person)
        return row[0] if row else 0

    async def moves_after(self, table: int, seq: int) -> list[MoveRow]:
        """The moves that stand after this one, oldest first; without states."""
        return [move_of(row) for row in await self._db.all(queries.MOVES_AFTER, table, seq)]

    async def moves_since(self, table: int, seq: int) -> list[MoveRow]:
        """The moves that stand from this one on, oldest first, with the states after them."""
        return [move_of(row) for row in await self._db.all(queries.MOVES_SINCE, table, seq)]

    async def state(self, table: int, seq: int) -> str | None:
        """The state after a move, if it is kept."""
        row = await self._db.one(queries.STATE, table, seq)
        return unpacked(row[0]) if row else None

    async def states(self, table: int) -> dict[int, str]:
        """All states that are kept, by the seqs of the moves before them."""
        return {seq: unpacked(state) for seq, state in await self._db.all(queries.STATES, table)}

    async def kept(self, table: int, after: int = -1, until: int = LAST) -> frozenset[int]:
        """Return which of the moves after one seq, up to and with another, have their states kept."""
        return frozenset(row[0] for row in await self._db.all(queries.KEPT, table, after, until))

    async def has_played(self, person: int, game: str, before: int) -> bool:
        """Did they sit at a table of this game that was opened before this one and has started?"""
        return await self._db.one(queries.HAS_PLAYED, person, game, before) is not None

    async def clocks_of(self, person: int) -> list[ClockRow]:
        """The running turns of a person, at all tables."""
        return [ClockRow(*row) for row in await self._db.all(queries.CLOCKS_OF, person)]

    async def clocks_to_wake(self, now: float, most: int) -> list[ClockRow]:
        """At most so many of those with a reminder, or their end, to tell."""
        return [ClockRow(*row) for row in await self._db.all(queries.CLOCKS_TO_WAKE, now, most)]

    async def tables_to_wake(self, now: float, most: int) -> list[int]:
        """At most so many of those at which nothing has happened for long."""
        return [row[0] for row in await self._db.all(queries.TABLES_TO_WAKE, now, most)]

    async def running_of(self, person: int) -> list[Snapshot]:
        """Return the newest running tables where a person sits, oldest first, with their seats and clocks; without states."""
        return await self._tables_of(person, queries.TABLES_OF, queries.SEATS_OF, queries.ALL_CLOCKS_OF)

    async def open_of(self, person: int) -> list[Snapshot]:
        """Return the newest open tables where a person has a seat, or one is kept for them, oldest first."""
        return await self._tables_of(person, queries.OPEN_TABLES_OF, queries.OPEN_SEATS_OF)

    async def _tables_of(self, person: int, *queries: str) -> list[Snapshot]:
        rows, seats, *more = await self._db.read([Statement(sql, (person,)) for sql in queries])
        seated: defaultdict[int, list[SeatRow]] = defaultdict(list)
        for table, *seat in seats:
            seated[table].append(SeatRow(*seat))
        running: defaultdict[int, list[ClockRow]] = defaultdict(list)
        for clock in more[0] if more else ():
            running[clock[0]].append(ClockRow(*clock))
        tables = [TableRow(*row) for row in rows[::-1]]
        return [Snapshot(row, tuple(seated[row.id]), tuple(running[row.id]), None) for row in tables]

    async def outlines(self, tables: Sequence[int]) -> list[Snapshot]:
        """These tables, with their seats and clocks; without states."""
        asked = [Statement(sql, (table,)) for table in tables for sql in (queries.TABLE, queries.SEATS, queries.CLOCKS)]
        found = await self._db.read(asked)
        return [_snapshot(*found[at : at + 3]) for at in range(0, len(found), 3) if found[at]]

    async def guilds(self) -> list[int]:
        """The servers that have open or running tables."""
        return [row[0] for row in await self._db.all(queries.GUILDS)]

    async def living_in_guild(self, guild: int, before: int = LAST) -> list[TableRow]:
        """Return the newest open and running tables of a server with a lower id than ``before``, oldest first."""
        return [TableRow(*row) for row in await self._db.all(queries.LIVING_IN_GUILD, guild, before, LISTED)][::-1]

    async def all_living_in_guild(self, guild: int) -> AsyncGenerator[TableRow]:
        """Yield all open and running tables of a server, a batch at a time."""
        before = LAST
        while batch := await self.living_in_guild(guild, before):
            before = batch[0].id
            for row in batch:
                yield row

    async def remarks(self, table: int, after: int = -1, until: int = LAST, most: int = LAST) -> list[RemarkRow]:
        """Return the newest remarks with a seq after one, up to and with another, oldest first."""
        found = [RemarkRow(*row) for row in await self._db.all(queries.REMARKS, table, after, until, most)]
        return sorted(found, key=lambda remark: (remark.at, remark.seq))

    async def remarks_with(self, table: int, kind: str, after: int, most: int) -> list[RemarkRow]:
        """Return the newest remarks after this seq that may hold an event of this kind, oldest first."""
        return [RemarkRow(*row) for row in await self._db.all(queries.REMARKS_WITH, table, after, kind, most)][::-1]

    async def draft(self, table: int, person: int) -> DraftRow | None:
        row = await self._db.one(queries.DRAFT, table, person)
        return DraftRow(*row) if row else None

    async def rematch(self, table: int) -> int | None:
        """The table where the people of this one play again, if it was not cancelled."""
        row = await self._db.one(queries.REMATCH, table)
        return row[0] if row else None

    async def open_table(
        self,
        row: TableRow,
        seats: Sequence[SeatRow],
        interaction: int | None = None,
        *,
        lobby_answers: bool = True,
        within: Sequence[Statement] = (),
    ) -> int:
        """Store a new table with its first seats, queue its lobby message, and return its id (that of ``row`` does not count).

        :param interaction: the click or command that opens it, if there is one.
        :param lobby_answers: may the answer to that interaction be the lobby message?
        :param within: what must hold once it is open.
        :raises db.statement.Repeated: the interaction was carried out already.
        :raises db.statement.Stale: there is another rematch of the same table.
        """
        returned = await self._db.run([*opening(row, seats, interaction, lobby_answers=lobby_answers), *within])
        return next(rows[0][0] for rows in returned if rows)

    async def set_place(self, table: int, place: int) -> int:
        """Where its board is from now on; the revision of the table after it."""
        return await self._raised(queries.SET_PLACE, table, place)

    async def postpone(self, clock: ClockRow, wake: float) -> None:
        """When the house looks at this clock again."""
        postpone = Statement(queries.POSTPONE, (clock.table, clock.seat, wake))
        await self._db.run([postpone, Statement(queries.RAISE, (clock.table,))])

    async def claim_turns(self, now: float, until: float, most: int) -> list[ClockRow]:
        """Take at most so many turns that no person plays; from ``until`` on others may, if they are still owed."""
        if await self._db.one(queries.TURN_OWED, now) is None:
            return []
        (rows,) = await self._db.run([Statement(queries.CLAIM_TURNS, (now, until, most))])
        return [ClockRow(*row) for row in rows]

    async def release_turn(self, clock: ClockRow, now: float) -> None:
        """It is still owed, and others may take it now."""
        await self._do(queries.RELEASE_TURN, clock.table, clock.seat, clock.began, now)

    async def release_turns(self, now: float) -> None:
        """Whoever has taken some is gone: others may take them now."""
        await self._do(queries.RELEASE_TURNS, now)

    async def set_wake(self, table: int, wake: float | None) -> int:
        """When the house looks at this table again; the revision of the table after it."""
        return await self._raised(queries.SET_WAKE, table, wake)

    async def change(self, change: Change) -> None:
        """One step of a table; raises `Stale` and `Repeated`."""
        began = perf_counter()
        await self._db.run(statements(change))
        self.on_commit(perf_counter() - began)

    async def put_draft(self, table: int, person: int, seq: int, path: str) -> bool:
        """False if the table is not at this seq any more: then what may have been begun since stays."""
        (kept,) = await self._db.run([Statement(queries.PUT_DRAFT, (table, person, seq, path))])
        return bool(kept)

    async def lift(self, former: int, now: float, expiry: float) -> float:
        """After a restore, raise what buttons and messages carry, as `db.lifting` tells; when the copy was made."""
        return await lift(self._db, former, now, expiry)

    async def _raised(self, sql: str, table: int, value: Value) -> int:
        (((revision,),),) = await self._db.run([Statement(sql, (table, value), touches=1)])
        return revision

    async def _do(self, sql: str, *values: Value) -> None:
        await self._db.run([Statement(sql, values)])


def _snapshot(rows: Sequence[Row], seats: Sequence[Row], clocks: Sequence[Row], moves: Sequence[Row] = ()) -> Snapshot:
    seated, running = tuple(SeatRow(*seat) for seat in seats), tuple(ClockRow(*clock) for clock in clocks)
    return Snapshot(TableRow(*rows[0]), seated, running, next((move_of(move) for move in moves), None))
