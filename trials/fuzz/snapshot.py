"""Take snapshots of the bot's database: seats, terms, questions and settings; and compare two of them."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import closing
from itertools import filterfalse
from pathlib import Path
from typing import NamedTuple

from db import queries
from db.personal import FORMER_PERSON, FORMER_STRANGER
from db.rows import MoveRow, unpack_state
from db.sqlite.copying import read_only_uri
from host.replay import without_undone
from host.servers import MONTHLY
from sandbox.kinds import mapping

TABLES = """SELECT id, game, status, host, guild, channel, place, seq, pace, lapse, size, seating, points, guidance, language,
    rated, paused IS NOT NULL, warned FROM tables WHERE game != ''"""  # of a deleted table an empty row may stay
TERMS = ("pace", "lapse", "size", "seating", "points", "guidance", "language", "rated")
SEATS = 'SELECT "table", seat, person, name, standing, strikes, level FROM seats'
CLOCKS = 'SELECT "table", seat, muted, nudged FROM clocks'
BALLOTS = """SELECT id, "table", kind, asker, outcome, subject FROM ballots WHERE kind != ''"""
MOVES = """SELECT "table", seq, seat, path, person, made, undone_at FROM moves
    WHERE made >= :since OR undone_at >= :since ORDER BY seq"""
STATES = 'SELECT "table", seq, state, version FROM states JOIN moves USING ("table", seq) WHERE seq >= ? AND "table" = ?'

BEFORE = """SELECT state, version FROM moves LEFT JOIN states USING ("table", seq)
    WHERE "table" = ? AND seq < ? AND (undone_at IS NULL OR undone_at > ?) ORDER BY seq DESC LIMIT 1"""


class Seat(NamedTuple):
    """A seat of a table, and the person who has it."""

    seat: int
    person: int
    name: str
    standing: str
    strikes: int
    level: str


class Clock(NamedTuple):
    """The clock of a seat whose turn it is."""

    seat: int
    muted: int
    nudged: float | None


class Table(NamedTuple):
    """Everything about a table that inputs can change."""

    id: int
    game: str
    status: str
    host: int
    guild: int
    channel: int
    place: int
    seq: int
    pace: str
    lapse: str
    size: int
    seating: str
    points: str
    guidance: str
    language: str
    rated: int
    paused: bool
    warned: int
    seats: tuple[Seat, ...]
    clocks: tuple[Clock, ...]

    @property
    def people(self) -> set[int]:
        """Return everybody who has, had or reserved a seat."""
        return {seat.person for seat in self.seats if not seat.level}

    @property
    def computers(self) -> dict[int, str]:
        """Return the levels of the computer players, by person."""
        return {seat.person: seat.level for seat in self.seats if seat.level}

    def seat_of(self, person: int) -> int | None:
        """Return the seat of a person who plays; None for others."""
        return next((seat.seat for seat in self.seats if seat.person == person and seat.standing == "seated"), None)


class Ballot(NamedTuple):
    """A question to the others at a table."""

    id: int
    table: int
    kind: str
    asker: int
    outcome: str
    newcomer: int


class Logged(NamedTuple):
    """A move in the log of a table."""

    table: int
    seq: int
    seat: int
    path: str
    person: int | None
    made: float
    undone: float | None


class Snapshot(NamedTuple):
    """The database at one moment; `moves` were made or undone since an earlier one."""

    tables: Mapping[int, Table]
    ballots: Mapping[int, Ballot]
    votes: Mapping[tuple[int, int], int]
    drafts: Mapping[tuple[int, int], tuple[int, str]]
    persons: Mapping[int, str]
    guilds: Mapping[int, str]
    moves: tuple[Logged, ...]
    seasons: frozenset[tuple[int, int]] = frozenset()  # those that have ended, by server and number


class Change(NamedTuple):
    """A difference between two snapshots: its table, and the person that it concerns."""

    kind: str
    table: int
    subject: int
    what: str


class SnapshotReader:
    """Read a database that the bot is using."""

    def __init__(self, database: Path) -> None:
        self._address = read_only_uri(database)

    def facts(self, since: float) -> Snapshot:
        """Return a snapshot with the moves since a moment, in seconds since 1970."""
        with closing(sqlite3.connect(self._address, uri=True, timeout=60)) as found:
            found.execute("BEGIN")
            return _facts(found, since)

    def states(self, table: int, first: int) -> list[tuple[int, str, int]]:
        """Return the states of a table from a seq on, with the versions of the rules that made them."""
        with closing(sqlite3.connect(self._address, uri=True, timeout=60)) as found:
            return [(seq, unpack_state(state), version) for _, seq, state, version in found.execute(STATES, (first, table))]

    def played(self, table: int) -> tuple[str, list[MoveRow]] | None:
        """Return the variants of a table, separated by spaces, and its standing moves; None if it was deleted."""
        with closing(sqlite3.connect(self._address, uri=True, timeout=60)) as found:
            found.execute("BEGIN")
            row = found.execute("SELECT variants FROM tables WHERE id = ? AND game != ''", (table,)).fetchone()
            return (row[0], without_undone(MoveRow(*row) for row in found.execute(queries.MOVES, {"1": table}))) if row else None

    def before(self, move: Logged) -> tuple[str, int] | None:
        """Return the state before a move, with its version; None if it is no longer stored."""
        with closing(sqlite3.connect(self._address, uri=True, timeout=60)) as found:
            row = found.execute(BEFORE, (move.table, move.seq, move.made)).fetchone()
        return (unpack_state(row[0]), row[1]) if row and row[0] is not None else None


def _facts(found: sqlite3.Connection, since: float) -> Snapshot:
    seats, clocks = defaultdict[int, list[Seat]](list), defaultdict[int, list[Clock]](list)
    for row in found.execute(SEATS):
        seats[row[0]].append(Seat._make(row[1:]))
    for row in found.execute(CLOCKS):
        clocks[row[0]].append(Clock._make(row[1:]))
    tables = [Table._make((*row, tuple(seats[row[0]]), tuple(clocks[row[0]]))) for row in found.execute(TABLES)]
    ballots = [Ballot._make((*row[:5], json.loads(row[5]).get("person", 0))) for row in found.execute(BALLOTS)]
    return Snapshot(
        {table.id: table for table in tables},
        {ballot.id: ballot for ballot in ballots},
        {(ballot, person): yes for ballot, person, yes in found.execute("SELECT ballot, person, yes FROM votes")},
        {(table, who): (seq, path) for table, who, seq, path in found.execute('SELECT "table", person, seq, path FROM drafts')},
        dict(found.execute("SELECT id, settings FROM persons").fetchall()),
        dict(found.execute("SELECT id, settings FROM guilds").fetchall()),
        tuple(Logged(*row) for row in found.execute(MOVES, {"since": since})),
        frozenset(found.execute("SELECT guild, number FROM seasons WHERE ended IS NOT NULL").fetchall()),
    )


def changes(before: Snapshot, after: Snapshot, since: float, seeded: set[int]) -> Iterator[Change]:
    """Yield the changes between two snapshots, without tables that were seeded in between."""
    for number in before.tables.keys() - after.tables.keys():
        yield Change("deleted", number, 0, f"table {number} was deleted")
    for number, table in after.tables.items():
        if number in seeded:
            continue
        if (was := before.tables.get(number)) is None and is_erased(table.host):
            continue
        if was is None:
            yield Change("table", number, table.host, f"table {number} of {table.game} was opened")
        elif was != table:
            yield from _of_table(was, table)
    for move in after.moves:
        if move.table not in seeded:
            yield from _of_move(move, since)
    yield from _of_questions(before, after)
    for (table, person), draft in after.drafts.items():
        kept = before.drafts.get((table, person))
        if draft[1] and (kept is None or kept[1] != draft[1]):  # other events at the table raise its seq
            yield Change("draft", table, person, f"the draft of {person} at table {table}")
    for person in changed(before.persons, after.persons):
        yield Change("settings", 0, person, f"the settings of {person}")
    for guild in changed(before.guilds, after.guilds):
        was, now = (mapping(json.loads(each.guilds.get(guild, "{}"))) for each in (before, after))
        for name in now:
            if name in was and was[name] != now[name]:
                yield Change(f"server {name}", 0, guild, f"{name} of server {guild}: {now[name]}, was {was[name]}")
    for guild, number in after.seasons - before.seasons:
        if mapping(json.loads(before.guilds.get(guild, "{}"))).get("seasons") != MONTHLY:  # the month may have ended
            yield Change("season", 0, guild, f"season {number} of server {guild} has ended")


def changed(before: Mapping[int, str], after: Mapping[int, str]) -> list[int]:
    """Return the keys whose values differ."""
    return [key for key in {*before, *after} if before.get(key) != after.get(key)]


def _of_table(was: Table, now: Table) -> Iterator[Change]:
    at, waiting = now.id, was.status == "open"
    if was.status != now.status:
        yield Change(now.status, at, 0, f"table {at} is {now.status}, was {was.status}")
    terms = [name for name in TERMS if getattr(was, name) != getattr(now, name)]
    if terms:
        yield Change("terms before" if waiting else "terms", at, 0, f"{', '.join(terms)} of table {at}")
    if was.paused != now.paused and now.status == "running":
        yield Change("paused" if now.paused else "resumed", at, 0, f"table {at} pauses, or goes on")
    if waiting:
        yield from _of_guests(was, now)
    else:
        yield from _of_seats(was, now)
    for clock in now.clocks if now.status == "running" else ():
        before = next((each for each in was.clocks if each.seat == clock.seat), Clock(clock.seat, 0, None))
        person = now.seats[clock.seat].person
        if clock.muted and not before.muted:
            yield Change("muted", at, person, f"no more reminders of {person} at table {at}")
        if clock.nudged is not None and clock.nudged != before.nudged:
            yield Change("nudged", at, person, f"{person} was nudged at table {at}")


def _of_guests(was: Table, now: Table) -> Iterator[Change]:
    """Yield changes of the guests of a table that was open before; it may have started since."""
    standing = {seat.person: seat.standing for seat in was.seats}
    if was.computers != now.computers:
        yield Change("computers", now.id, 0, f"at table {now.id} other computers play: {now.computers}")
    for seat in now.seats:
        before = standing.get(seat.person)
        if seat.level or before == seat.standing or is_erased(seat.person):
            continue
        if seat.standing == "reserved" or before != "seated":
            kind = "reserved" if seat.standing == "reserved" else "joined"
            yield Change(kind, now.id, seat.person, f"{seat.person} has a seat at table {now.id}: {seat.standing}")
        if _has_gone(seat):
            yield Change("gone", now.id, seat.person, f"{seat.person} at table {now.id} is gone")
    for person in filterfalse(is_erased, was.people - now.people if now.status == "open" else ()):
        yield Change("left", now.id, person, f"{person} has lost the seat at table {now.id}")


def _has_gone(seat: Seat) -> bool:
    """Return whether the person left, instead of running out of time."""
    return seat.standing == "gone" and not seat.strikes


def _of_seats(was: Table, now: Table) -> Iterator[Change]:
    """Yield changes of the seats of a table that ran before."""
    for old, new in zip(was.seats, now.seats, strict=True):
        if old.person != new.person and is_erased(new.person):
            yield Change("erased", now.id, old.person, f"{old.person} is nobody at table {now.id} any more")
        elif old.person != new.person:
            yield Change("replaced", now.id, new.person, f"{new.person} has the seat of {old.person} at table {now.id}")
        elif old.standing != new.standing and (new.standing != "gone" or _has_gone(new)):
            kind = "back" if new.standing == "seated" else "gone"
            yield Change(kind, now.id, new.person, f"{new.person} at table {now.id} is {new.standing}")


def is_erased(person: int) -> bool:
    """Return whether this stands for a person who had their data deleted."""
    return FORMER_PERSON <= person <= FORMER_STRANGER


def _of_move(move: Logged, since: float) -> Iterator[Change]:
    if is_erased(move.person or 0):
        return
    if move.undone is not None and move.undone >= since and move.person is not None:
        kind = "undone" if move.person > 0 else "answer undone"
        yield Change(kind, move.table, move.person, f"move {move.seq} of {move.person} at table {move.table} was undone")
    elif move.undone is None and move.person is not None and move.person > 0:
        yield Change("moved", move.table, move.person, f"move {move.seq} of {move.person} at table {move.table}: {move.path}")


def _of_questions(before: Snapshot, after: Snapshot) -> Iterator[Change]:
    for number, ballot in after.ballots.items():
        was = before.ballots.get(number)
        if is_erased(ballot.asker):
            continue
        if was is None:
            told = f"{ballot.asker} asks at table {ballot.table}: {ballot.kind}"
            yield Change(f"asked to {ballot.kind}", ballot.table, ballot.asker, told)
        if ballot.outcome == "withdrawn" and (was is None or not was.outcome):
            yield Change("withdrawn", ballot.table, ballot.asker, f"question {number} was withdrawn")
    for (number, person), yes in after.votes.items():
        if before.votes.get((number, person)) != yes and number in after.ballots:
            table, own = after.ballots[number].table, after.ballots[number].asker == person
            told = f"{person} answers question {number} at table {table}: {yes}"
            yield Change("answered their own" if own else "voted", table, person, told)
