"""Read the bot's database for the checker: the only module of this trial that knows its tables and columns."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import asyncpg

from cogs.shell.reader import Reader
from db.engines import examine
from db.rows import MoveRow, SeatRow, unpack_state
from db.sqlite.copying import read_only_uri
from host.codec import decode_state, decode_story, encode
from host.people import fill_in
from host.summary import displayed_names
from rules import GAMES
from rules.choice import IllegalMove
from rules.game import DEALER, AnyGame, Event, play, visible_to

OWED = """SELECT kind || ' ' || subject || ' ' || id || ' of table ' || coalesce("table", 0) || ', ' || tries || ' tries: '
    || trouble FROM outbox WHERE message IS NULL AND not_before IS NOT NULL"""
RESTING = "kind = 'lobby' AND tries = 0 AND not_before > :now AND message IS NULL"
RESTS = f'SELECT "table" FROM outbox WHERE {RESTING}'
SOON_SECONDS = 10.0  # before it is due work counts as due
TABLES = "SELECT id, game, variants, status, guild, seq, opened, paused, ending FROM tables ORDER BY id"
DUE = """SELECT 'the turn of seat ' || seat || ' at table ' || "table" FROM clocks WHERE level != '' AND wake IS NOT NULL
    UNION ALL SELECT 'the clock of seat ' || seat || ' at table ' || "table" FROM clocks WHERE level = '' AND wake <= :now
    UNION ALL SELECT 'a look at table ' || id FROM tables WHERE wake <= :now
    UNION ALL SELECT 'a look at question ' || id FROM ballots WHERE outcome = '' AND wake <= :now
    UNION ALL SELECT kind || ' of ' || subject FROM due WHERE at <= :now
    UNION ALL SELECT 'the missing due row of table ' || "table" FROM clocks WHERE wake IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM due WHERE subject = clocks."table"
                        AND kind = CASE level WHEN '' THEN 'reminder' ELSE 'computer' END)
    UNION ALL SELECT 'the missing due row of table ' || id FROM tables WHERE wake IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM due WHERE subject = tables.id AND kind = 'unused')"""
SEATS = 'SELECT person, name, standing, level FROM seats WHERE "table" = :table ORDER BY seat'
MOVES = """SELECT seq, seat, path, events, state, version, made, undone_at, person
    FROM moves LEFT JOIN states USING ("table", seq) WHERE "table" = :table ORDER BY seq"""
REMARKS = 'SELECT at, events FROM remarks WHERE "table" = :table ORDER BY at, seq'
PEOPLE = "SELECT id, name FROM people"
CLOCKS = 'SELECT seat, began, rung, muted FROM clocks WHERE "table" = :table'
HAS_ROLES = "SELECT CAST(to_regclass('parterre_roles') AS TEXT)"
ROLES = """SELECT role, name, CAST(extract(epoch FROM since) AS FLOAT)
    FROM parterre_roles JOIN parterre_processes USING (process) ORDER BY since"""
FAILURES = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)  # while a server is restarted
OPEN_QUESTIONS = "SELECT id FROM ballots WHERE outcome = ''"


class Seat(NamedTuple):
    """A seat of a table, and the person who has it."""

    person: str
    name: str
    standing: str
    level: str

    @property
    def is_person(self) -> bool:
        """Return whether a person plays the seat, not a computer or stand-in."""
        return self.standing == "seated" and not self.level


class Remark(NamedTuple):
    """An event at a table besides moves: its time, its kinds, and the lines that boards show of it."""

    at: float
    kinds: frozenset[str]
    lines: tuple[str, ...]


class Clock(NamedTuple):
    """The clock of a seat whose turn it is."""

    seat: int
    began: float
    rung: int
    muted: int


class Table(NamedTuple):
    """A table with its seats, moves, clocks and remarks. ``people`` has names by id, also of people without a seat."""

    id: int
    game: str
    variants: str
    status: str
    guild: int
    seq: int
    opened: float
    paused: float | None
    ending: str
    seats: tuple[Seat, ...]
    moves: tuple[MoveRow, ...]
    clocks: tuple[Clock, ...]
    people: Mapping[int, str] = {}
    remarks: tuple[Remark, ...] = ()

    @property
    def rules(self) -> AnyGame:
        """Return the rules of the table's game."""
        return GAMES[self.game]

    @property
    def standing(self) -> list[MoveRow]:
        """Return the moves that were not undone."""
        return [move for move in self.moves if move.undone_at is None]

    @property
    def happened(self) -> list[float]:
        """Return the times of events that no person caused: moves of computers and stand-ins, and remarks."""
        return [move.made for move in self.moves if (move.person or 0) <= 0] + [remark.at for remark in self.remarks]

    @property
    def started(self) -> bool:
        """Return whether a move was made."""
        return bool(self.moves)

    def follows(self) -> bool:
        """Return whether its log can be replayed."""
        try:
            return bool(list(self.states()))
        except IllegalMove:
            return False

    def states(self) -> Iterator[tuple[MoveRow, Any]]:
        """Replay the game; yield each standing move with the state after it.

        :raises IllegalMove: if the log cannot be replayed.
        """
        state = self.rules.setup(len(self.seats), frozenset(self.variants.split()))
        for move in self.standing:
            if move.path or move.seat != DEALER:  # a game without a dealer begins with nothing
                state = play(self.rules, state, move.seat, tuple(move.path.split())).state
            yield move, state

    def finished(self) -> tuple[list[MoveRow], Any]:
        """Return the standing moves of complete turns, and the state after the last one."""
        moves, done, last = list[MoveRow](), 0, None
        for move, state in self.states():
            moves.append(move)
            if not self.rules.mid_turn(state) and DEALER not in self.rules.to_act(state):
                done, last = len(moves), state
        return moves[:done], last

    def differs(self, move: MoveRow, state: Any) -> bool:
        """Return whether the stored state after a move differs from this one."""
        return move.state is not None and encode(decode_state(self.rules, move.state, move.version)) != encode(state)

    def story(self, move: MoveRow) -> list[str]:
        """Return the public lines about a move."""
        return self._told(visible_to(decode_story(move.events), None))

    def remark(self, at: float, events: str) -> Remark:
        """Return a remark from its stored row."""
        public = visible_to(decode_story(events), None)
        return Remark(at, frozenset(event.kind for event in public), tuple(self._told(public)))

    def _told(self, events: Iterable[Event]) -> list[str]:
        names = displayed_names([SeatRow(n, 0, seat.name, level=seat.level) for n, seat in enumerate(self.seats)])
        seated = {int(seat.person): name for seat, name in zip(self.seats, names, strict=True)}
        reader = Reader(names)
        return [reader.markdown(fill_in(event.text, None, {**self.people, **seated})) for event in events]

    def to_act(self, state: Any) -> set[str]:
        """Return the ids of the people who are to move."""
        acting = self.rules.to_act(state) - {DEALER} if self.status == "running" else ()
        return {self.seats[seat].person for seat in acting if self.seats[seat].is_person}


class DatabaseReader:
    """Read a database that bots may be using."""

    async def _all(self, sql: str, **values: object) -> Sequence[Sequence[Any]]:
        raise NotImplementedError

    async def integrity(self) -> list[str]:
        """Return the faults of the database itself."""
        raise NotImplementedError

    async def owed(self, now: float) -> list[str]:
        """Describe turns that nobody plays, due work, and pending messages; leave out cards that wait for their next change.

        Work that is due within `SOON_SECONDS` counts, so that nothing happens during the check.
        """
        soon = now + SOON_SECONDS
        found = [*await self._all(DUE, now=soon), *await self._all(f"{OWED} AND NOT ({RESTING})", now=soon)]
        return [str(row[0]) for row in found]

    async def resting(self, now: float) -> set[int]:
        """Return the tables whose cards may not be changed again yet."""
        return {int(row[0]) for row in await self._all(RESTS, now=now)}

    async def tables(self) -> list[Table]:
        """Return all tables of the database."""
        people = {int(person): str(name) for person, name in await self._all(PEOPLE)}
        return [await self._table(people, *row) for row in await self._all(TABLES)]

    async def _table(self, people: Mapping[int, str], table: int, *row: Any) -> Table:
        seats = tuple([Seat(str(person), *seat) for person, *seat in await self._all(SEATS, table=table)])
        moves = tuple([_logged(*each) for each in await self._all(MOVES, table=table)])
        clocks = tuple([Clock(*each) for each in await self._all(CLOCKS, table=table)])
        found = Table(table, *row, seats=seats, moves=moves, clocks=clocks, people=people)
        return found._replace(remarks=tuple([found.remark(*each) for each in await self._all(REMARKS, table=table)]))

    async def open_questions(self) -> set[int]:
        """Return the ids of the open questions."""
        return {int(row[0]) for row in await self._all(OPEN_QUESTIONS)}


class FileReader(DatabaseReader):
    """Read a file."""

    def __init__(self, database: Path) -> None:
        self._address = read_only_uri(database)

    async def _all(self, sql: str, **values: object) -> Sequence[Sequence[Any]]:
        with closing(sqlite3.connect(self._address, uri=True, timeout=30)) as found:
            return found.execute(sql, values).fetchall()

    async def integrity(self) -> list[str]:
        found = [str(row[0]) for row in await self._all("PRAGMA integrity_check")]
        found += [f"foreign key of {row[0]} {row[1]}" for row in await self._all("PRAGMA foreign_key_check")]
        return [] if found == ["ok"] else [each for each in found if each != "ok"]


class ServerReader(DatabaseReader):
    """Read a database of a PostgreSQL server."""

    def __init__(self, address: str) -> None:
        self._address = address

    async def _all(self, sql: str, **values: object) -> Sequence[Sequence[Any]]:
        for number, name in enumerate(values, 1):
            sql = sql.replace(f":{name}", f"${number}")
        connection = await asyncpg.connect(self._address)
        try:
            return [tuple(row) for row in await connection.fetch(sql, *values.values())]
        finally:
            await connection.close()

    async def roles(self) -> list[tuple[str, str, float]]:
        """Return the role, the process and the time since when it has it, in seconds since 1970, of each role."""
        if (await self._all(HAS_ROLES))[0][0] is None:
            return []
        return [(str(role), str(name), float(since)) for role, name, since in await self._all(ROLES)]

    async def integrity(self) -> list[str]:
        async with examine(self._address) as found:
            return list(found.faults)


def reader_of(database: Path | str) -> DatabaseReader:
    """Return a reader of a file or of a server's database."""
    return FileReader(database) if isinstance(database, Path) else ServerReader(database)


def _logged(seq: int, seat: int, path: str, events: str, state: bytes | None, *rest: Any) -> MoveRow:
    return MoveRow(seq, seat, path, events, None if state is None else unpack_state(state), *rest)
