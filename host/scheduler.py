"""Work that is due at a time: reminders, timeouts, closing tables that nobody uses, questions whose time is over.

Nothing is kept in memory: each call of `run_due` asks the table ``due`` what is due by now. So a call after a long stop does what
was missed, once. A turn that times out and is played by a stand-in is due in `host/thinking.py` from then on.
"""

from __future__ import annotations

import logging
from asyncio import Semaphore, gather
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from db.due import DIGEST, QUESTION, REMINDER, UNUSED, DueRow
from db.rows import ClockRow
from db.statement import Stale, Unsaved
from host.automatic import STEADY
from host.ballots import review
from host.deadlines import (
    ALL_REMINDERS,
    DAY,
    IDLE_CLOSING_SECONDS,
    IDLE_NOTICE_SECONDS,
    MINUTE,
    OPEN_TABLE_SECONDS,
    PACE_SECONDS,
    RETRY_SECONDS,
    Rest,
    count_passed,
    next_awake,
    next_digest,
    reminder_times,
)
from host.leaving import close_idle, give_up, with_time_out
from host.lobby import close
from host.log_context import log_about
from host.notices import digest_notice, notice
from host.rated import LATE_LOSS, MOVE_TO_KEEP, NO_CHANGE, people_who_leave_when_idle, time_out_action
from host.refusal import MovedOn, NoTable, Refused
from host.settings import PersonSettings, read_person_settings, update_person_settings
from host.step import Cause, TableStep
from host.table import Table, changing
from host.tables import Tables
from rules.game import Seat
from rules.text import Text, joined, say, say_n, who

BATCH_SIZE = 100  # rows of each kind in one call
AWAY_RETRY_SECONDS = MINUTE  # after which a table is tried again whose server is away
TABLES_AT_ONCE = 4

log = logging.getLogger(__name__)

D = TypeVar("D")
Work = Callable[[Table], Awaitable[bool | None]]

HALF = say("Half of your time for this move has passed.")
SOON = say("A tenth of your time for this move is left.")
LATE = say("Your time for this move is up. The table is waiting for you.")
EXPIRED = say_n(
    "Nobody started this table within {count} day. It is closed.",
    "Nobody started this table within {count} days. It is closed.",
    int(OPEN_TABLE_SECONDS / DAY),
)


def _idle_text(seconds: float) -> Text:
    return say_n("Nobody has moved here for {count} day.", "Nobody has moved here for {count} days.", int(seconds / DAY))


UNUSED_TEXT = joined(
    " ",
    _idle_text(IDLE_NOTICE_SECONDS),
    say_n(
        "This table will close in {count} day.",
        "This table will close in {count} days.",
        int(IDLE_CLOSING_SECONDS / DAY),
    ),
)
CLOSED = joined(" ", _idle_text(IDLE_NOTICE_SECONDS + IDLE_CLOSING_SECONDS), say("The table is closed."))


class Hindered(Unsaved):
    """The database failed for some of the due work. ``done`` are the tables at which other work succeeded."""

    def __init__(self, why: str, done: tuple[int, ...]) -> None:
        super().__init__(why)
        self.done = done


async def run_or_postpone(
    table: int, work: Callable[[], Awaitable[bool | None]], postpone: Callable[[], Awaitable[object]]
) -> bool:
    """Do due work at a table; return whether something was done. An error is logged, and the work postponed.

    Nothing is due at a table that was deleted meanwhile.
    Work that lost a race against another process, or that the database hindered, is not postponed: the next look tries it again.

    :param work: returns False if nothing was due.
    :raises Unsaved: when the database failed.
    """
    with log_about(table):
        try:
            return await work() is not False
        except Unsaved:
            raise
        except NoTable:
            log.info("table %d: it was deleted, so nothing is due", table)
        except MovedOn as error:
            log.warning("table %d: lost a race for due work (%s); retrying within a minute", table, error)
        except Exception as error:
            foreseen = isinstance(error, Refused)
            message = "table %d: due work failed (%s); retrying in %d minutes"
            level = logging.WARNING if foreseen else logging.ERROR
            log.log(level, message, table, error, RETRY_SECONDS / MINUTE, exc_info=not foreseen)
            await postpone()
        return False


async def run_due(
    tables: Tables, is_here: Callable[[int], bool] = lambda _: True, found: Mapping[str, Sequence[DueRow]] | None = None
) -> tuple[int, ...]:
    """Do what is due by now, at several tables at once; return the tables at which something was done.

    Each call does at most `BATCH_SIZE` rows of each kind, so that people are answered in between after a long stop. An error at
    one table is logged, and stops nothing else.

    :param is_here: returns whether a server is connected. At tables of others, the work is postponed for a minute.
    :param found: what is due by kind; by default the database is asked.
    :raises Hindered: when the database failed, after everything else was tried.
    """
    due = found if found is not None else await tables.store.due.all_by(tables.now(), BATCH_SIZE)
    outcomes: list[tuple[int, bool | Unsaved]] = []
    for kind, work in WORK.items():
        rows = due.get(kind, ())
        did = await _run_each(partial(_run_at_table, tables, is_here, work), rows)
        outcomes += zip((row.subject for row in rows), did, strict=True)
    done = tuple(dict.fromkeys(table for table, outcome in outcomes if outcome is True))
    digests = await _run_each(partial(_enqueue_digest, tables), due.get(DIGEST, ()))
    for outcome in (*(outcome for _, outcome in outcomes), *digests):
        if isinstance(outcome, Unsaved):
            raise Hindered(str(outcome), done) from outcome
    return done


async def _enqueue_digest(tables: Tables, row: DueRow) -> bool:
    """Enqueue the daily message to a person; the sender drops it if they do not want it any more."""
    try:
        await tables.store.due.enqueue(row, digest_notice(row.subject))
    except Stale:  # they have deleted their data, or another process was faster
        return False
    return True


async def _run_at_table(tables: Tables, is_here: Callable[[int], bool], work: Work, row: DueRow) -> bool:
    """Return whether something was done at a table. If its server is away, the work is postponed for a minute."""
    now, due = tables.now(), tables.store.due

    async def run_where_it_is() -> bool | None:
        found = await find_due_table(tables, row)
        if is_here(found.position.row.guild):
            return await work(found)
        await due.postpone(row, now + AWAY_RETRY_SECONDS)
        return False

    return await run_or_postpone(row.subject, run_where_it_is, lambda: due.postpone(row, now + RETRY_SECONDS))


async def find_due_table(tables: Tables, row: DueRow) -> Table:
    """Return the table of due work. If there is no such table, the row is wrong and dropped.

    :raises NoTable: when there is none.
    """
    try:
        return await tables.get(row.subject)
    except NoTable:
        await tables.store.due.drop(row.kind, row.subject)
        raise


async def _run_each(work: Callable[[D], Awaitable[bool]], due: Sequence[D]) -> list[bool | Unsaved]:
    """Do each piece, few at a time so that people are answered in between; return each outcome, or how the database failed.

    :raises Exception: any other error, after all were tried.
    """
    room, outcomes = Semaphore(TABLES_AT_ONCE), list[bool | Unsaved]()

    async def in_turn(each: D) -> bool:
        async with room:
            return await work(each)

    for outcome in await gather(*map(in_turn, due), return_exceptions=True):
        if not isinstance(outcome, (bool, Unsaved)):
            raise outcome
        outcomes.append(outcome)
    return outcomes


async def remind(table: Table) -> bool:
    """Send the reminders that the clocks of a table ask for, or end their turns; return whether one asked for it."""
    asked = [seat for seat in tuple(table.position.clocks) if await _remind_seat(table, seat)]
    if not asked:
        await table.store.due.correct(REMINDER, table.id)
    return bool(asked)


@changing
async def _remind_seat(table: Table, seat: Seat) -> bool:
    """Send the reminder that a seat's clock asks for, or end its turn; never while its person rests."""
    at = table.position
    clock, now = at.clocks.get(seat), table.now()
    if clock is None or clock.wake is None or clock.wake > now or clock.level:
        return False
    maker, allowance = await table.clock_maker(), PACE_SECONDS[at.row.pace]
    rest, clock = maker.people[at.seats[seat].person].rest, maker.refresh(at, clock)
    reminders = count_passed(() if allowance is None else reminder_times(clock.began, allowance, rest), now)
    if (morning := next_awake(now, rest)) > now:
        await _set_clock(table, clock._replace(wake=morning))
    elif reminders == ALL_REMINDERS > clock.rung:
        await _time_out(table, clock)
    elif reminders > clock.rung:
        reminded = maker.refresh(at, clock._replace(rung=reminders))
        await _set_clock(table, reminded, "reminder", (HALF, SOON)[reminders - 1])
    else:  # the rest has ended or changed
        await _set_clock(table, clock)
    return True


@changing
async def close_unused(table: Table) -> bool:
    """Close a table that nobody uses; return whether it was time for it. A running game gets a notice a week before."""
    at = table.position
    row, now = at.row, table.now()
    if row.wake is None or row.wake > now:
        await table.store.due.correct(UNUSED, table.id)
        return False
    if row.status == "open":
        await close(table, "idle", notice(table.id, "closed", EXPIRED))
    elif not at.clocks:  # it began before tables had clocks
        clocks = (await table.clock_maker()).restart_all(at, row)
        await table.change(TableStep(row._replace(wake=now + IDLE_NOTICE_SECONDS), clocks=clocks))
    elif row.warned:
        await close_idle(table, CLOSED)
    else:
        loss = (LATE_LOSS if people_who_leave_when_idle(at) else NO_CHANGE) if row.rated else None
        told = notice(
            table.id, "idle", joined(" ", UNUSED_TEXT, loss), seat=min(at.clocks, key=lambda seat: bool(at.clocks[seat].level))
        )
        await table.change(TableStep(row._replace(warned=1, wake=now + IDLE_CLOSING_SECONDS), notices=(told,)))
    return True


WORK: dict[str, Work] = {REMINDER: remind, UNUSED: close_unused, QUESTION: review}  # at a table, by kind


@changing
async def keep_open(table: Table, person: int, interaction: int) -> None:
    """Keep a table that is about to be closed because nobody moves.

    :raises Refused: when the person has no seat, or would rank last by it, or the table is not about to be closed.
    """
    at = table.position
    seat = at.require_seat(person)
    if not at.row.warned:
        raise Refused(say("This table stays open. You do not need to do anything."))
    if at.seats[seat] in people_who_leave_when_idle(at):
        raise Refused(MOVE_TO_KEEP)
    await table.change(TableStep(at.row._replace(warned=0, wake=table.now() + IDLE_NOTICE_SECONDS), cause=Cause(interaction)))


async def change_rest(tables: Tables, person: int, work: Callable[[Rest], Rest]) -> None:
    """Change the times at which a person does not play, and their running clocks.

    A turn gets the time that new days away take; days away that are taken back are not added any more.

    :param work: returns the new rest from the present one; its errors are raised.
    :raises Unsaved: when the database failed for one of the clocks.
    """
    before = Rest()

    def changed(chosen: PersonSettings) -> PersonSettings:
        nonlocal before
        before = chosen.rest
        return replace(chosen, rest=work(before))

    await update_person_settings(tables.store, person, changed)

    @changing
    async def adjust(table: Table, seat: Seat) -> None:
        at = table.position
        clock = at.clocks.get(seat)
        if clock is not None and at.seats[seat].person == person:
            await _set_clock(table, (await table.clock_maker()).after_rest_change(at, clock, before))

    later = tables.now() + RETRY_SECONDS

    async def adjusted(clock: ClockRow) -> bool:
        async def found() -> None:
            await adjust(await tables.get(clock.table), clock.seat)

        return await run_or_postpone(clock.table, found, lambda: tables.store.postpone(clock, later))

    for outcome in await _run_each(adjusted, await tables.store.clocks_of(person)):
        if isinstance(outcome, Unsaved):
            raise outcome


async def _time_out(table: Table, clock: ClockRow) -> None:
    """Do what the table's terms say when a turn is over: wait, let a stand-in play it, or give the seat up."""
    at = table.position
    seat = at.seats[clock.seat]
    if at.row.lapse == "wait":
        await _set_clock(table, (await table.clock_maker()).refresh(at, clock._replace(rung=ALL_REMINDERS)), "late", LATE)
        return
    late = with_time_out(seat)
    if time_out_action(at.row) == "give-up" and late.strikes >= at.row.strikes:
        why = say_n(
            "{seat} has let the time run out once.",
            "{seat} has let the time run out {count} times in a row.",
            late.strikes,
            seat=who(seat.seat),
        )
        await give_up(table, late, why)
        return
    await _set_clock(table, clock._replace(level=STEADY, rung=ALL_REMINDERS, wake=table.now()))


async def _set_clock(table: Table, changed: ClockRow, kind: str = "", told: Text | None = None) -> None:
    """Write a seat's clock, and send its person ``told`` unless they muted this turn.

    For people with a digest, the digest says it, if it comes before the end of the turn.
    """
    at = table.position
    clocks = tuple({**at.clocks, changed.seat: changed}.values())
    if told is None or changed.muted:
        await table.change(TableStep(clocks=clocks))
        return
    person = at.seats[changed.seat].person
    chosen, now = await read_person_settings(table.store, person), table.now()
    reminder = notice(table.id, kind, told, seat=changed.seat, person=person, direct=chosen.direct)
    later = next_digest(now, chosen.rest, person)
    in_time = changed.due is None or changed.rung == ALL_REMINDERS or later < changed.due
    if chosen.digest and in_time:
        await table.change(TableStep(clocks=clocks, digest=(person, later)))
    else:
        await table.change(TableStep(clocks=clocks, notices=(reminder,)))
