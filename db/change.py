"""One step of a table in the database: whatever belongs to it happens together or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from db.ballots import settling
from db.hints import using
from db.owing import (
    ARCHIVE,
    DROP_BOARD,
    REFRESH_BOARD,
    dropping,
    leaving_place,
    opening_lobby,
    owing,
    owing_board,
    owing_card,
    owing_end,
    owing_lobby,
    settling_questions,
    striking,
)
from db.queries import FIRST_SEAT, OPEN_TABLE
from db.rows import BallotRow, ClockRow, MoveRow, OutboxRow, SeatRow, TableRow
from db.statement import Repeated, Statement, Value, insertion
from db.states import packed

DAY = 86_400.0
STEERED = (
    "status",
    "host",
    "size",
    "seq",
    "pace",
    "lapse",
    "strikes",
    "seating",
    "points",
    "guidance",
    "language",
    "hints",
    "level",
    "paused",
    "ending",
    "wake",
    "warned",
)

FORGET_ANSWERED = "DELETE FROM answered WHERE at < $1"
ANSWER = "INSERT INTO answered (interaction, at) VALUES ($1, $2) ON CONFLICT (interaction) DO NOTHING"

RELOCATE = "UPDATE tables SET channel = $2, place = $3, board = NULL, lobby = NULL WHERE id = $1"
ADVANCE = f"""UPDATE tables SET {", ".join(f"{name} = ${n}" for n, name in enumerate(STEERED, start=3))}
              , revision = revision + 1 WHERE id = $1 AND revision = $2 AND status IN ('open', 'running')"""
DROP_DRAFTS = 'DELETE FROM drafts WHERE "table" = $1'
KEEP_DRAFTS = 'UPDATE drafts SET seq = $2 WHERE "table" = $1'
VOID_UNDO = "UPDATE ballots SET outcome = 'void' WHERE \"table\" = $1 AND kind = 'undo' AND outcome = '' AND id != $2"
VOID_ALL = "UPDATE ballots SET outcome = 'void' WHERE \"table\" = $1 AND outcome = ''"
WAKE_BALLOTS = "UPDATE ballots SET wake = 0 WHERE \"table\" = $1 AND outcome = ''"

UNDO_MOVE = 'UPDATE moves SET undone_at = $3 WHERE "table" = $1 AND seq = $2'
LOGGED = tuple(name for name in MoveRow._fields if name != "state")
LOG_MOVE = insertion("moves", ("table", *LOGGED))
LOG_STATE = insertion("states", ("table", "seq", "state"))
REMARK = insertion("remarks", ("table", "seq", "at", "events"))
DROP_STATES = """DELETE FROM states WHERE "table" = $1
                 AND seq != (SELECT max(seq) FROM moves WHERE "table" = $1 AND undone_at IS NULL)"""

PAST = 'UPDATE seats SET past = 1 WHERE "table" = $1'
EMPTY_SEATS = 'DELETE FROM seats WHERE "table" = $1'
SEAT = insertion("seats", ("table", *SeatRow._fields))
STOP_CLOCKS = 'DELETE FROM clocks WHERE "table" = $1'
START_CLOCK = insertion("clocks", ClockRow._fields)

OF_TURN = dropping('"table" = $1 AND seat = $2')
OF_IDLENESS = dropping("\"table\" = $1 AND subject = 'idle'")
OF_PLAY = dropping("\"table\" = $1 AND (seat IS NOT NULL OR subject IN ('invited', 'full'))")
OF_LOBBY = dropping("\"table\" = $1 AND subject = 'full'")
OF_FREED_SEATS = dropping(
    """"table" = $1 AND subject = 'invited'
       AND person NOT IN (SELECT person FROM seats WHERE "table" = $1 AND standing = 'reserved')"""
)


class Change(NamedTuple):
    """What one step does to a table; what is None or empty stays as it is.

    ``before`` is the table's row from which the step was worked out, ``row`` the one after it, but for its board, which is
    the poster's. ``clocks`` are all that run after it, ``stopped`` the seats whose turn is over by it. ``story`` (public
    events, a JSON list) is owed to the channel, ``remark`` (the same) kept for the log. ``ballot`` is one that is settled by it.
    ``interaction`` is the click that caused it, if any; ``hint`` is the seat that has asked for one; ``within`` must hold after
    it. With ``lobby`` the message of the open table is owed, with ``refresh`` the newest board shows other deadlines. At
    ``archive`` the table's own thread is closed. For ``wait`` seconds the story may be told together with what follows.
    """

    before: TableRow
    row: TableRow
    now: float
    interaction: int | None = None
    seats: tuple[SeatRow, ...] | None = None
    moves: tuple[MoveRow, ...] = ()
    undone: tuple[int, ...] = ()
    clocks: tuple[ClockRow, ...] | None = None
    stopped: tuple[int, ...] = ()
    story: str | None = None
    remark: str | None = None
    notices: tuple[OutboxRow, ...] = ()
    ballot: BallotRow | None = None
    hint: int | None = None
    within: tuple[Statement, ...] = ()
    lobby: bool = False
    refresh: bool = False
    archive: float | None = None
    wait: float = 0.0


def opening(row: TableRow, seats: Sequence[SeatRow], interaction: int | None, *, lobby_answers: bool) -> list[Statement]:
    """Return what opens a table with its first seats and queues its lobby message; the first rows returned hold its id."""
    first = [Statement(FIRST_SEAT, (row.guild, row.host, *seat), touches=1) for seat in seats]
    lobby = opening_lobby(row, answered=lobby_answers and interaction is not None)
    return [*answered(interaction, row.opened), Statement(OPEN_TABLE, row[1:], touches=1), *first, lobby]


def statements(change: Change) -> list[Statement]:
    """What carries it out; `Stale` if the table has changed meanwhile, `Repeated` if the interaction was carried out already."""
    job = [
        *answered(change.interaction, change.now),
        _advanced(change),
        *_relocated(change),
        *_drafts(change),
        *_logged(change),
        *_seated(change),
        *_clocked(change),
    ]
    if change.ballot is not None:
        job.append(settling(change.ballot))
    if change.hint is not None:
        job.append(using(change.row.id, change.hint, change.row.seq))
    if change.row.seq != change.before.seq and not change.row.warned:
        job += _all(OF_IDLENESS, change.row.id)
    if change.before.status == "open" and (change.seats is not None or change.row.status != "open"):
        job += _all(OF_LOBBY, change.row.id)
    return [*job, *_closed(change), *_owed(change), *change.within]


def _all(statements: Iterable[str], *values: Value) -> list[Statement]:
    return [Statement(sql, values) for sql in statements]


def answered(interaction: int | None, now: float) -> list[Statement]:
    """This click or command is carried out, if there is one; `Repeated` if it was already."""
    if interaction is None:
        return []
    answer = Statement(ANSWER, (interaction, now), touches=1, otherwise=Repeated)
    return [Statement(FORGET_ANSWERED, (now - DAY,)), answer]


def _advanced(change: Change) -> Statement:
    steered: list[Value] = [getattr(change.row, name) for name in STEERED]
    return Statement(ADVANCE, (change.row.id, change.before.revision, *steered), touches=1)


def _relocated(change: Change) -> list[Statement]:
    row = change.row
    if row.channel == change.before.channel and row.place == change.before.place:
        return []
    return [leaving_place(row.id), Statement(RELOCATE, (row.id, row.channel, row.place))]


def _drafts(change: Change) -> list[Statement]:
    table = change.row.id
    if change.moves or change.undone:
        agreed = change.ballot.id if change.ballot is not None else 0
        return [Statement(DROP_DRAFTS, (table,)), Statement(VOID_UNDO, (table, agreed))]
    return [Statement(KEEP_DRAFTS, (table, change.row.seq))] if change.row.seq != change.before.seq else []


def _logged(change: Change) -> list[Statement]:
    table = change.row.id
    undone = [Statement(UNDO_MOVE, (table, seq, change.now), touches=1) for seq in change.undone]
    made = [Statement(LOG_MOVE, (table, *(getattr(move, name) for name in LOGGED))) for move in change.moves]
    made += [Statement(LOG_STATE, (table, move.seq, packed(move.state))) for move in change.moves if move.state is not None]
    told = [] if change.remark is None else [Statement(REMARK, (table, change.row.seq, change.now, change.remark))]
    return [*undone, *made, *told]


def _seated(change: Change) -> list[Statement]:
    """Other people sit there; those who are asked something may be others now, too."""
    if change.seats is None:
        return []
    table = change.row.id
    seats = [Statement(SEAT, (table, *seat)) for seat in change.seats]
    return [*_all((EMPTY_SEATS,), table), *seats, *_all((*OF_FREED_SEATS, WAKE_BALLOTS), table)]


def _clocked(change: Change) -> list[Statement]:
    """Other clocks run; what was said about a turn that is over is pointless."""
    if change.clocks is None:
        return []
    pointless = [statement for seat in change.stopped for statement in _all(OF_TURN, change.row.id, seat)]
    return [*pointless, *_all((STOP_CLOCKS,), change.row.id), *(Statement(START_CLOCK, clock) for clock in change.clocks)]


def _closed(change: Change) -> list[Statement]:
    row = change.row
    if row.status not in ("over", "cancelled"):
        return []
    last = DROP_BOARD if row.status == "cancelled" else DROP_STATES
    return _all((PAST, DROP_DRAFTS, STOP_CLOCKS, *OF_PLAY, VOID_ALL, last), row.id)


def _owed(change: Change) -> list[Statement]:
    """What Discord is owed by it."""
    table, now = change.row.id, change.now
    job = [*owing(*change.notices), *settling_questions(table, now), *striking(table, change.undone, now)]
    if change.story is not None:
        job += owing_board(table, change.row.seq, change.story, now, change.wait)
    elif change.refresh:
        job.append(Statement(REFRESH_BOARD, (table, now)))
    if change.lobby:
        job += owing_lobby(table, now)
    elif change.story is not None or change.refresh:
        job.append(owing_card(table, now))
    if change.before.status == "running" and change.row.status == "over":
        job.append(owing_end(table, now))
    if change.archive is not None:
        job.append(Statement(ARCHIVE, (table, change.archive)))
    return job
