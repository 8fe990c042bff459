"""One change of a table as a job: everything that belongs to it is carried out in one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from db.ballots import COUNT_AGAIN, settle
from db.due import DIGEST, follow, promise
from db.enqueue import (
    ARCHIVE,
    DROP_BOARD,
    REFRESH_BOARD,
    drop_notices,
    enqueue,
    enqueue_board,
    enqueue_card,
    enqueue_end_card,
    enqueue_first_lobby,
    enqueue_lobby,
    keep_former_place,
    settle_questions,
    strike_boards,
    update_overview,
    update_questions,
)
from db.hints import count_hint
from db.locks import lock_people
from db.people import add_people
from db.queries import OPEN_TABLE
from db.ratings import apply_step
from db.results import insert_result
from db.rows import (
    BallotRow,
    ClockRow,
    FinishRow,
    MoveRow,
    OutboxRow,
    RatingStepRow,
    ResultRow,
    SeatRow,
    TableRow,
    pack_state,
)
from db.seasons import count_game
from db.statement import LOCK_FREE, Later, Repeated, Statement, Value, insertion

DAY_SECONDS = 86_400.0
CHANGED_COLUMNS = (  # of tables
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
    "started",
    "ended",
    "rated",
)

FORGET_ANSWERED = f"""DELETE FROM answered WHERE interaction IN (
    SELECT interaction FROM answered WHERE at < $1 {LOCK_FREE})"""
INSERT_ANSWERED = "INSERT INTO answered (interaction, at) VALUES ($1, $2) ON CONFLICT (interaction) DO NOTHING"

RELOCATE = "UPDATE tables SET channel = $2, place = $3, board = NULL, lobby = NULL WHERE id = $1"
ADVANCE = f"""UPDATE tables SET {", ".join(f"{name} = ${n}" for n, name in enumerate(CHANGED_COLUMNS, start=3))}
              , revision = revision + 1 WHERE id = $1 AND revision = $2 AND status IN ('open', 'running')"""
DROP_DRAFTS = 'DELETE FROM drafts WHERE "table" = $1'
KEEP_DRAFTS = 'UPDATE drafts SET seq = $2 WHERE "table" = $1'
VOID_UNDO = "UPDATE ballots SET outcome = 'void' WHERE \"table\" = $1 AND kind = 'undo' AND outcome = '' AND id != $2"
VOID_BALLOTS = "UPDATE ballots SET outcome = 'void' WHERE \"table\" = $1 AND outcome = ''"
WAKE_BALLOTS = f"UPDATE ballots SET {COUNT_AGAIN} WHERE \"table\" = $1 AND outcome = ''"

UNDO_MOVE = 'UPDATE moves SET undone_at = $3 WHERE "table" = $1 AND seq = $2'
LOG_COLUMNS = tuple(name for name in MoveRow._fields if name != "state")
LOG_MOVE = insertion("moves", ("table", *LOG_COLUMNS))
LOG_STATE = insertion("states", ("table", "seq", "state"))
INSERT_REMARK = insertion("remarks", ("table", "seq", "at", "events"))
DROP_STATES = """DELETE FROM states WHERE "table" = $1
                 AND seq != (SELECT max(seq) FROM moves WHERE "table" = $1 AND undone_at IS NULL)"""

MARK_SEATS_PAST = 'UPDATE seats SET past = 1 WHERE "table" = $1'
DELETE_SEATS = 'DELETE FROM seats WHERE "table" = $1'
INSERT_SEAT = insertion("seats", ("table", *SeatRow._fields))
STOP_CLOCKS = 'DELETE FROM clocks WHERE "table" = $1'
START_CLOCK = insertion("clocks", ClockRow._fields)

DROP_OF_TURN = drop_notices('"table" = $1 AND seat = $2')
DROP_OF_IDLENESS = drop_notices("\"table\" = $1 AND subject = 'idle'")
DROP_OF_PLAY = drop_notices("\"table\" = $1 AND (seat IS NOT NULL OR subject IN ('invited', 'full'))")
DROP_OF_LOBBY = drop_notices("\"table\" = $1 AND subject = 'full'")
DROP_OF_FREED_SEATS = drop_notices(
    """"table" = $1 AND subject = 'invited'
       AND person NOT IN (SELECT person FROM seats WHERE "table" = $1 AND standing = 'reserved')"""
)


class Change(NamedTuple):
    """One change of a table. Fields that are None or empty change nothing.

    - ``before``, ``row``: the row of the table before and after. The columns of messages in it are ignored; the sender sets them.
    - ``now``: the time of the change, in seconds since 1970, as all times here.
    - ``interaction``: the id of the click or command that causes it; it is carried out once only.
    - ``seats``: all seats after it. ``clocks``: all running turns after it. ``stopped``: the seats whose turn it ends.
    - ``moves``: those it adds. ``undone``: the seqs of those it takes back.
    - ``story``: public events for the channel, a JSON list. A board tells them, ``wait`` seconds later at the earliest.
    - ``remark``: events for the log only, a JSON list.
    - ``people``: ids and names of people whom the change seats or names for the first time.
    - ``results``: of each seat, if it ends the game. ``finishes``: what it adds to the season of its people. ``ratings``: the
      steps of their ratings.
    - ``digest``: a person, and when their daily message is due at the latest.
    - ``notices``: rows to enqueue. ``ballot``: the ballot that it closes, with its outcome.
    - ``hint``: the seat that asked for a hint. ``limits``: statements that check limits after it.
    - ``lobby``: change the lobby message. ``refresh``: change the newest board, which has other deadlines now.
    - ``archive``: when the table's own thread is to be archived.
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
    people: tuple[tuple[int, str], ...] = ()
    results: tuple[ResultRow, ...] = ()
    finishes: tuple[FinishRow, ...] = ()
    ratings: tuple[RatingStepRow, ...] = ()
    notices: tuple[OutboxRow, ...] = ()
    digest: tuple[int, float] | None = None
    ballot: BallotRow | None = None
    hint: int | None = None
    limits: tuple[Statement, ...] = ()
    lobby: bool = False
    refresh: bool = False
    archive: float | None = None
    wait: float = 0.0


def open_table(row: TableRow, seats: Sequence[SeatRow], interaction: int | None, *, lobby_answers: bool) -> list[Statement]:
    """Open a table with its first seats, and enqueue its lobby message. The first statement that returns rows returns its id."""
    first = [Statement(INSERT_SEAT, (Later.RETURNED_ID, *seat)) for seat in seats]
    people = [(seat.person, seat.name) for seat in seats if not seat.level]
    lobby = enqueue_first_lobby(row, answered=lobby_answers and interaction is not None)
    listed = update_overview(row.guild, row.opened)
    return [
        *record_interaction(interaction, row.opened),
        Statement(OPEN_TABLE, row[1:], touches=1),
        *first,
        *add_people(people, row.opened, Later.RETURNED_ID),
        lobby,
        listed,
        *follow(Later.RETURNED_ID),
    ]


def statements_of(change: Change) -> list[Statement]:
    """Return the statements that carry out a change, to be run as one job.

    The job raises `Stale` if the table has changed since ``before``, and `Repeated` if the interaction was carried out already.
    """
    job = [
        *record_interaction(change.interaction, change.now),
        _update_row(change),
        *add_people(change.people, change.now, change.row.id),
        *_move_elsewhere(change),
        *_update_drafts(change),
        *_log(change),
        *_replace_seats(change),
        *_replace_clocks(change),
    ]
    if change.ballot is not None:
        job.append(settle(change.ballot))
    if change.digest is not None:
        job.append(promise(DIGEST, *change.digest))
    if change.hint is not None:
        job.append(count_hint(change.row.id, change.hint, change.row.seq))
    if change.row.seq != change.before.seq and not change.row.warned:
        job += _all(DROP_OF_IDLENESS, change.row.id)
    if change.before.status == "open" and (change.seats is not None or change.row.status != "open"):
        job += _all(DROP_OF_LOBBY, change.row.id)
    job += (*_close(change), *map(insert_result, change.results), *_count_and_rate(change))
    return [*job, *_enqueue(change), *follow(change.row.id), *change.limits]


def _count_and_rate(change: Change) -> list[Statement]:
    """Change ratings and totals in the order in which `db.people.UPDATE` changes those of a person."""
    people = {one.person for one in (*change.finishes, *change.ratings)}
    rated = [statement for step in sorted(change.ratings, key=lambda step: step.person) for statement in apply_step(step)]
    counted = count_game(change.row.guild, change.row.game, change.row.ended or change.now, change.finishes)
    return [*lock_people(people), *rated, *counted]


def _all(statements: Iterable[str], *values: Value) -> list[Statement]:
    return [Statement(sql, values) for sql in statements]


def record_interaction(interaction: int | None, now: float) -> list[Statement]:
    """Note that an interaction is carried out; the job raises `Repeated` if it was before. Discord repeats none after a day."""
    if interaction is None:
        return []
    answer = Statement(INSERT_ANSWERED, (interaction, now), touches=1, otherwise=Repeated)
    return [Statement(FORGET_ANSWERED, (now - DAY_SECONDS,)), answer]


def _update_row(change: Change) -> Statement:
    steered: list[Value] = [getattr(change.row, name) for name in CHANGED_COLUMNS]
    return Statement(ADVANCE, (change.row.id, change.before.revision, *steered), touches=1)


def _move_elsewhere(change: Change) -> list[Statement]:
    row = change.row
    if row.channel == change.before.channel and row.place == change.before.place:
        return []
    return [keep_former_place(row.id), Statement(RELOCATE, (row.id, row.channel, row.place))]


def _update_drafts(change: Change) -> list[Statement]:
    table = change.row.id
    if change.moves or change.undone:
        agreed = change.ballot.id if change.ballot is not None else 0
        return [Statement(DROP_DRAFTS, (table,)), Statement(VOID_UNDO, (table, agreed))]
    return [Statement(KEEP_DRAFTS, (table, change.row.seq))] if change.row.seq != change.before.seq else []


def _log(change: Change) -> list[Statement]:
    table = change.row.id
    undone = [Statement(UNDO_MOVE, (table, seq, change.now), touches=1) for seq in change.undone]
    made = [Statement(LOG_MOVE, (table, *(getattr(move, name) for name in LOG_COLUMNS))) for move in change.moves]
    made += [Statement(LOG_STATE, (table, move.seq, pack_state(move.state))) for move in change.moves if move.state is not None]
    remarks = [] if change.remark is None else [Statement(INSERT_REMARK, (table, change.row.seq, change.now, change.remark))]
    return [*undone, *made, *remarks]


def _replace_seats(change: Change) -> list[Statement]:
    """Replace the seats, and check the open ballots again, as other people may have to vote now."""
    if change.seats is None:
        return []
    table = change.row.id
    stored = (seat._replace(former="") if seat.predecessor else seat for seat in change.seats)  # whose name is in ``people``
    seats = [Statement(INSERT_SEAT, (table, *seat)) for seat in stored]
    return [*_all((DELETE_SEATS,), table), *seats, *_all((*DROP_OF_FREED_SEATS, WAKE_BALLOTS), table)]


def _replace_clocks(change: Change) -> list[Statement]:
    """Replace the clocks, and cancel the notices about turns that are over."""
    if change.clocks is None:
        return []
    cancelled = [statement for seat in change.stopped for statement in _all(DROP_OF_TURN, change.row.id, seat)]
    return [*cancelled, *_all((STOP_CLOCKS,), change.row.id), *(Statement(START_CLOCK, clock) for clock in change.clocks)]


def _close(change: Change) -> list[Statement]:
    row = change.row
    if row.status not in ("over", "cancelled"):
        return []
    last = DROP_BOARD if row.status == "cancelled" else DROP_STATES
    return _all((MARK_SEATS_PAST, DROP_DRAFTS, STOP_CLOCKS, *DROP_OF_PLAY, VOID_BALLOTS, last), row.id)


def _enqueue(change: Change) -> list[Statement]:
    """Enqueue the messages that follow from the change."""
    table, now = change.row.id, change.now
    job = [*enqueue(*change.notices), *settle_questions(table, now), *strike_boards(table, change.undone, now)]
    if change.seats is not None:
        job.append(update_questions(table, now))
    if change.story is not None:
        job += enqueue_board(table, change.row.seq, change.story, now, change.wait)
    elif change.refresh:
        job.append(Statement(REFRESH_BOARD, (table, now)))
    if change.lobby:
        job += enqueue_lobby(table, now)
    elif change.story is not None or change.refresh:
        job.append(enqueue_card(table, now))
    if change.before.status == "running" and change.row.status == "over":
        job.append(enqueue_end_card(table, now))
    if change.archive is not None:
        job.append(Statement(ARCHIVE, (table, change.archive)))
    return [*job, update_overview(change.row.guild, now)]
