"""The store: all queries and changes of the games' database."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncGenerator, Callable, Sequence
from pathlib import Path
from time import perf_counter

from db import queries
from db.activity import Activity
from db.ballots import Ballots
from db.change import Change, open_table, statements_of
from db.counts import Counts
from db.database import Database, Row
from db.due import Due, follow
from db.engines import Sharing, open_database
from db.erasing import PersonalData
from db.forgetting import Forgetting
from db.hints import Hints
from db.ids import invalidate_ids
from db.outbox import Outbox
from db.people import People
from db.profiles import Profiles
from db.quotas import Quotas
from db.ratings import Ratings
from db.results import Results
from db.reviews import Reviews
from db.rows import ClockRow, DraftRow, MoveRow, RemarkRow, SeatRow, Snapshot, TableRow, move_of, unpack_state
from db.seasons import Seasons
from db.settings import Facts, Settings
from db.statement import Statement
from db.stored_names import StoredNames

MAX_LISTED_TABLES = 400  # open and running, of a channel or a page of a server
LAST = 2**62  # above all seqs and ids, and a limit that is none


class Store:
    """Queries and changes of one database. Each method that changes something is one transaction.

    Tables, people, servers ("guilds") and messages are ids. Times are seconds since 1970. A ``seq`` counts the moves and other
    steps of a table. A move that was not undone "stands". Queries raise `db.statement.Unread`, changes `db.statement.Unsaved`
    when the database fails.

    ``roles`` are those of this process among those that share the database. ``on_commit`` is called with the seconds that each
    change of a table took.
    """

    def __init__(self, database: Database) -> None:
        self._db = database
        self.roles = database.roles
        self.ballots = Ballots(database)
        self.outbox = Outbox(database)
        self.settings = Settings(database)
        self.facts = Facts(database)
        self.hints = Hints(database)
        self.reviews = Reviews(database)
        self.counts = Counts(database)
        self.activity = Activity(database)
        self.quotas = Quotas(database)
        self.results = Results(database)
        self.seasons = Seasons(database)
        self.ratings = Ratings(database)
        self.profiles = Profiles(database)
        self.due = Due(database)
        self.personal = PersonalData(database, self.settings)
        self.forgetting = Forgetting(database, self.settings)
        self.people = People(database)
        self.stored_names = StoredNames(database)
        self.on_commit: Callable[[float], None] = lambda _: None

    @classmethod
    async def open(cls, address: Path | str, *, standby: bool = False, shared: Sharing | None = None) -> Store:
        """Open and migrate a file or a server's database, as `open_database`.

        :raises db.errors.Unusable: when it cannot be used; then it is as it was.
        """
        return cls(await open_database(address, standby=standby, shared=shared))

    async def close(self) -> None:
        """Finish all changes, and let other processes use the database."""
        await self._db.close()

    async def until_taken_over(self) -> str:
        """Wait until another process has taken the place of this one, which saves nothing then; return a sentence about it."""
        return await self._db.until_taken_over()

    async def snapshot(self, table: int) -> Snapshot | None:
        """Return a table as of one moment, with the state after its newest move; None if there is no such table."""
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
        """Return the revision of a table, which rises with each change; None if there is no such table."""
        row = await self._db.one(queries.REVISION, table)
        return row[0] if row else None

    async def table_ids(self, after: int, most: int) -> list[int]:
        """Return up to ``most`` ids of tables above ``after``, ascending."""
        return [row[0] for row in await self._db.all(queries.TABLE_IDS, after, most)]

    async def living_in(self, channel: int) -> list[TableRow]:
        """Return the newest open and running tables that belong to a channel or have their board in it, oldest first."""
        return [TableRow(*row) for row in await self._db.all(queries.LIVING_IN, channel, MAX_LISTED_TABLES)][::-1]

    async def last_over_in(self, channel: int) -> int | None:
        """Return the newest ended table that belongs to a channel or has its board there; None if there is none."""
        return (await self._db.all(queries.LAST_OVER_IN, channel))[0][0]

    async def games(self) -> list[str]:
        """Return the keys of the games of all open and running tables."""
        return [row[0] for row in await self._db.all(queries.GAMES)]

    async def moves(self, table: int) -> list[MoveRow]:
        """Return the whole log, undone moves included, without states."""
        return [move_of(row) for row in await self._db.all(queries.MOVES, table)]

    async def moves_between(self, table: int, after: int, until: int) -> list[MoveRow]:
        """Return the moves with ``after`` < seq <= ``until``, undone ones included, without states."""
        return [move_of(row) for row in await self._db.all(queries.SOME_MOVES, table, after, until)]

    async def standing_moves(self, table: int) -> list[MoveRow]:
        """Return the moves that were not undone, oldest first, without states."""
        return [move_of(row) for row in await self._db.all(queries.STANDING_MOVES, table)]

    async def count_moves(self, table: int, seq: int) -> int:
        """Return the number of moves with seq <= ``seq``, undone ones included."""
        return (await self._db.all(queries.MOVES_UNTIL, table, seq))[0][0]

    async def seqs(self, table: int, until: int, first: int, most: int) -> list[int]:
        """Return up to ``most`` seqs <= ``until`` of moves, undone ones included, from the ``first`` on (counted from 0)."""
        return [row[0] for row in await self._db.all(queries.SEQS, table, until, most, first)]

    async def versions(self, table: int) -> frozenset[int]:
        """Return the versions of the rules by which the moves of a table were made."""
        return frozenset(row[0] for row in await self._db.all(queries.VERSIONS, table))

    async def last_moves(self, table: int, count: int) -> list[MoveRow]:
        """Return the newest moves that were not undone, newest first, with the states after them."""
        return [move_of(row) for row in await self._db.all(queries.LAST_MOVES, table, count)]

    async def untold_moves(self, table: int) -> list[MoveRow]:
        """Return the moves that stand after the newest board, sent or pending, oldest first, without states."""
        return [move_of(row) for row in await self._db.all(queries.UNTOLD, table)]

    async def newest_by(self, table: int, person: int) -> int:
        """Return the seq of a person's newest move that was not undone; 0 without such a move."""
        row = await self._db.one(queries.NEWEST_BY, table, person)
        return row[0] if row else 0

    async def moves_after(self, table: int, seq: int) -> list[MoveRow]:
        """Return the moves that stand with a higher seq, oldest first, without states."""
        return [move_of(row) for row in await self._db.all(queries.MOVES_AFTER, table, seq)]

    async def moves_since(self, table: int, seq: int) -> list[MoveRow]:
        """Return the moves that stand with this seq or a higher one, oldest first, with the states after them."""
        return [move_of(row) for row in await self._db.all(queries.MOVES_SINCE, table, seq)]

    async def state(self, table: int, seq: int) -> str | None:
        """Return the state after a move; None if it is not kept. Of ended tables only the last state is kept."""
        row = await self._db.one(queries.STATE, table, seq)
        return unpack_state(row[0]) if row else None

    async def states(self, table: int) -> dict[int, str]:
        """Return all stored states of a table, by the seq of the move that led to each."""
        return {seq: unpack_state(state) for seq, state in await self._db.all(queries.STATES, table)}

    async def seqs_with_states(self, table: int, after: int = -1, until: int = LAST) -> frozenset[int]:
        """Return the seqs of moves with ``after`` < seq <= ``until`` whose states are kept."""
        return frozenset(row[0] for row in await self._db.all(queries.KEPT, table, after, until))

    async def has_played(self, person: int, game: str, before: int) -> bool:
        """Return whether a person has a seat at a started table of this game with a lower id than ``before``."""
        return await self._db.one(queries.HAS_PLAYED, person, game, before) is not None

    async def clocks_of(self, person: int) -> list[ClockRow]:
        """Return the running turns of a person at all tables, oldest first."""
        return [ClockRow(*row) for row in await self._db.all(queries.CLOCKS_OF, person)]

    async def running_of(self, person: int) -> list[Snapshot]:
        """Return the newest running tables where a person has a seat, oldest first, with seats and clocks, without states."""
        return await self._tables_of(person, queries.TABLES_OF, queries.SEATS_OF, queries.ALL_CLOCKS_OF)

    async def open_of(self, person: int) -> list[Snapshot]:
        """Return the newest open tables where a person has a seat or a reserved one, oldest first."""
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
        """Return these tables with their seats and clocks, without states. Tables that do not exist are left out."""
        asked = [Statement(sql, (table,)) for table in tables for sql in (queries.TABLE, queries.SEATS, queries.CLOCKS)]
        found = await self._db.read(asked)
        return [_snapshot(*found[at : at + 3]) for at in range(0, len(found), 3) if found[at]]

    async def guilds(self) -> list[int]:
        """Return the servers that have open or running tables."""
        return [row[0] for row in await self._db.all(queries.GUILDS)]

    async def living_in_guild(self, guild: int, before: int = LAST) -> list[TableRow]:
        """Return up to `MAX_LISTED_TABLES` open and running tables of a server, the newest below ``before``, oldest first."""
        return [TableRow(*row) for row in await self._db.all(queries.LIVING_IN_GUILD, guild, before, MAX_LISTED_TABLES)][::-1]

    async def all_living_in_guild(self, guild: int) -> AsyncGenerator[TableRow]:
        """Yield all open and running tables of a server, read in pages."""
        before = LAST
        while batch := await self.living_in_guild(guild, before):
            before = batch[0].id
            for row in batch:
                yield row

    async def remarks(self, table: int, after: int = -1, until: int = LAST, most: int = LAST) -> list[RemarkRow]:
        """Return the newest ``most`` remarks with ``after`` < seq <= ``until``, oldest first."""
        found = [RemarkRow(*row) for row in await self._db.all(queries.REMARKS, table, after, until, most)]
        return sorted(found, key=lambda remark: (remark.at, remark.seq))

    async def remarks_with(self, table: int, kind: str, after: int, most: int) -> list[RemarkRow]:
        """Return the newest ``most`` remarks after a seq that may hold an event of this kind, oldest first."""
        return [RemarkRow(*row) for row in await self._db.all(queries.REMARKS_WITH, table, after, kind, most)][::-1]

    async def draft(self, table: int, person: int) -> DraftRow | None:
        """Return the draft of a person at a table, or None."""
        row = await self._db.one(queries.DRAFT, table, person)
        return DraftRow(*row) if row else None

    async def rematch(self, table: int) -> int | None:
        """Return the id of the table that was opened as a rematch of this table and not cancelled, or None."""
        row = await self._db.one(queries.REMATCH, table)
        return row[0] if row else None

    async def open_table(
        self,
        row: TableRow,
        seats: Sequence[SeatRow],
        interaction: int | None = None,
        *,
        lobby_answers: bool = True,
        limits: Sequence[Statement] = (),
    ) -> int:
        """Store a new table with its first seats, enqueue its lobby message, and return its id (that of ``row`` is ignored).

        :param interaction: the id of the click or command that opens it; None if none does.
        :param lobby_answers: the answer to that interaction may become the lobby message.
        :param limits: statements of `db.quotas` that check limits after it.
        :raises db.statement.Repeated: when the interaction was carried out already.
        :raises db.statement.Stale: when there is another rematch of the same table.
        :raises db.statement.Exceeded: when a limit of ``limits`` does not hold.
        """
        returned = await self._db.run([*open_table(row, seats, interaction, lobby_answers=lobby_answers), *limits])
        return next(rows[0][0] for rows in returned if rows)

    async def set_place(self, table: int, place: int) -> int:
        """Let the next board of a table appear in this channel or thread; return the new revision of the table."""
        (((revision,),),) = await self._db.run([Statement(queries.SET_PLACE, (table, place), touches=1)])
        return revision

    async def postpone(self, clock: ClockRow, wake: float) -> None:
        """Set when a running turn is checked again."""
        postpone = Statement(queries.POSTPONE, (clock.table, clock.seat, wake))
        await self._db.run([Statement(queries.RAISE, (clock.table,)), postpone, *follow(clock.table)])

    async def change(self, change: Change) -> None:
        """Carry out a change of a table.

        :raises db.statement.Stale: when the table has changed since ``change.before``.
        :raises db.statement.Repeated: when the interaction was carried out already.
        :raises db.statement.Exceeded: when a limit of ``change.limits`` does not hold.
        """
        began = perf_counter()
        await self._db.run(statements_of(change))
        self.on_commit(perf_counter() - began)

    async def put_draft(self, table: int, person: int, seq: int, path: str) -> bool:
        """Store the draft of a person; return False, and store nothing, if the table is not at this seq any more."""
        (kept,) = await self._db.run([Statement(queries.PUT_DRAFT, (table, person, seq, path))])
        return bool(kept)

    async def invalidate_ids(self, former: int, now: float, expiry: float) -> float:
        """After a restore, raise all ids and seqs, as `db.ids.invalidate_ids` says; return when the copy was made."""
        return await invalidate_ids(self._db, former, now, expiry)


def _snapshot(rows: Sequence[Row], seats: Sequence[Row], clocks: Sequence[Row], moves: Sequence[Row] = ()) -> Snapshot:
    seated, running = tuple(SeatRow(*seat) for seat in seats), tuple(ClockRow(*clock) for clock in clocks)
    return Snapshot(TableRow(*rows[0]), seated, running, next((move_of(move) for move in moves), None))
