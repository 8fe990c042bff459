"""What happens when time passes: reminders, time-outs, tables that nobody comes back to.

A turn whose time is over, if a stand-in plays it, is owed from then on (`host/thinking.py`).

Nothing is kept in memory: each look asks the database what is due by now, so that a look after a long stop does what was missed,
once.
"""

from __future__ import annotations

from asyncio import Semaphore, gather
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from db.rows import ClockRow
from db.statement import Unsaved
from host.automatic import STEADY
from host.ballots import review
from host.deadlines import DAY, EXPIRY, FAREWELL, IDLE, LAST, MINUTE, PACES, POSTPONED, Rest, awake, ladder, next_digest, reached
from host.leaving import end, give_up
from host.lobby import close
from host.notices import digest, notice
from host.postponing import or_postponed
from host.refusal import Refused
from host.settings import Person, change, person_of
from host.step import Cause, TableStep
from host.table import Table, changing
from host.tables import Tables
from rules.game import Event, Seat
from rules.text import Text, joined, say, say_n, who

BATCH = 100  # of each kind, in one look
SOON_AGAIN = MINUTE  # until a table is looked at again whose server is away
AT_ONCE = 4  # tables at which something due is done, or a person's clock is set anew

D = TypeVar("D")
Work = Callable[[Table], Awaitable[bool | None]]

HALF = say("Half of your time for this move is over.")
SOON = say("A tenth of your time for this move is left.")
LATE = say("Your time for this move is over. The table waits for you.")
EXPIRED = say_n(
    "Nobody started this table within {count} day. It is closed.",
    "Nobody started this table within {count} days. It is closed.",
    int(EXPIRY / DAY),
)


def _unused(seconds: float) -> Text:
    return say_n("Nobody has moved here for {count} day.", "Nobody has moved here for {count} days.", int(seconds / DAY))


UNUSED = joined(
    " ",
    _unused(IDLE),
    say_n("In {count} day this table will be closed.", "In {count} days this table will be closed.", int(FAREWELL / DAY)),
)
CLOSED = joined(" ", _unused(IDLE + FAREWELL), say("The table is closed."))


class Hindered(Unsaved):
    """The database hindered something that is due; at the tables in ``done`` something else was done."""

    def __init__(self, why: str, done: tuple[int, ...]) -> None:
        super().__init__(why)
        self.done = done


async def run_due(tables: Tables, is_here: Callable[[int], bool] = lambda _: True) -> tuple[int, ...]:
    """Do what is due by now, several tables at once, and return those at which something was done.

    At most a batch of each kind, so that nobody waits for all of it after a long stop: the next look does more. What fails at a
    table is logged and postponed, and stops nothing else.

    :param is_here: tells whether a server is there; at tables of others nothing happens yet.
    :raises Hindered: if the database hindered something, when all the rest was tried: the next look tries it again.
    """
    now, store = tables.now(), tables.store
    tried = partial(_tried, tables, is_here)

    async def clock_due(clock: ClockRow) -> bool:
        return await tried(clock.table, lambda table: remind(table, clock.seat), lambda at: store.postpone(clock, at))

    async def table_due(table: int) -> bool:
        return await tried(table, close_unused, lambda at: store.set_wake(table, at))

    async def question_due(table: int) -> bool:
        return await tried(table, review, lambda at: store.ballots.postpone(table, at))

    clocks = await store.clocks_to_wake(now, BATCH)
    outcomes = list(zip((clock.table for clock in clocks), await _all(clock_due, clocks), strict=True))
    idle = await store.tables_to_wake(now, BATCH)
    outcomes += zip(idle, await _all(table_due, idle), strict=True)
    asked = await store.ballots.tables_to_wake(now, BATCH)
    outcomes += zip(asked, await _all(question_due, asked), strict=True)
    done = tuple(dict.fromkeys(table for table, outcome in outcomes if outcome is True))
    for _, outcome in outcomes:
        if isinstance(outcome, Unsaved):
            raise Hindered(str(outcome), done) from outcome
    return done


async def _tried(
    tables: Tables, is_here: Callable[[int], bool], table: int, work: Work, postpone: Callable[[float], Awaitable[object]]
) -> bool:
    """Return whether something was done at a table; where its server is away, the look at it is postponed for a short time."""
    now = tables.now()

    async def where_it_is() -> bool | None:
        found = await tables.get(table)
        if is_here(found.position.row.guild):
            return await work(found)
        await postpone(now + SOON_AGAIN)
        return False

    return await or_postponed(table, where_it_is, lambda: postpone(now + POSTPONED))


async def _all(work: Callable[[D], Awaitable[bool]], due: Sequence[D]) -> list[bool | Unsaved]:
    """Do each, few at a time so that people are answered in between; return what came of each, or how the database failed.

    :raises Exception: any other error, when all were tried.
    """
    room, outcomes = Semaphore(AT_ONCE), list[bool | Unsaved]()

    async def in_turn(each: D) -> bool:
        async with room:
            return await work(each)

    for outcome in await gather(*map(in_turn, due), return_exceptions=True):
        if not isinstance(outcome, (bool, Unsaved)):
            raise outcome
        outcomes.append(outcome)
    return outcomes


@changing
async def remind(table: Table, seat: Seat) -> None:
    """Tell a seat what its clock says, or let happen what was agreed on for the end; never while its person rests."""
    at = table.position
    clock, now = at.clocks.get(seat), table.now()
    if clock is None or clock.wake is None or clock.wake > now or clock.level:
        return
    maker, allowance = await table.clock_maker(), PACES[at.row.pace]
    rest, clock = maker.people[at.seats[seat].person].rest, maker.again(at, clock)
    rung = reached(() if allowance is None else ladder(clock.began, allowance, rest), now)
    if (morning := awake(now, rest)) > now:
        await _set_clock(table, clock._replace(wake=morning))
    elif rung == LAST > clock.rung:
        await _time_out(table, clock)
    elif rung > clock.rung:
        await _set_clock(table, maker.again(at, clock._replace(rung=rung)), "reminder", (HALF, SOON)[rung - 1])
    else:  # the rest is over, or has changed
        await _set_clock(table, clock)


@changing
async def close_unused(table: Table) -> None:
    """Close what nobody comes back to, with a notice before a game ends by it."""
    at = table.position
    row, now = at.row, table.now()
    if row.wake is None or row.wake > now:
        return
    if row.status == "open":
        await close(table, "idle", notice(table.id, "closed", EXPIRED))
    elif not at.clocks:  # it began before there were clocks
        clocks = (await table.clock_maker()).begun(at, row)
        await table.change(TableStep(row._replace(wake=now + IDLE), clocks=clocks))
    elif row.warned:
        await end(table, "idle", (Event("ended", CLOSED),))
    else:
        told = notice(table.id, "idle", UNUSED, seat=min(at.clocks, key=lambda seat: bool(at.clocks[seat].level)))
        await table.change(TableStep(row._replace(warned=1, wake=now + FAREWELL), notices=(told,)))


@changing
async def keep_open(table: Table, person: int, interaction: int) -> None:
    """Somebody who sits there wants the table to stay although nobody moves; raises `Refused`."""
    at = table.position
    at.require_seat(person)
    if not at.row.warned:
        raise Refused(say("This table stays open. Nothing needs to be done."))
    await table.change(TableStep(at.row._replace(warned=0, wake=table.now() + IDLE), cause=Cause(interaction)))


async def change_rest(tables: Tables, person: int, work: Callable[[Rest], Rest]) -> None:
    """Change when somebody does not play, by what they have chosen so far; raises what ``work`` does.

    Running turns are given the time that this takes; days away that are taken back are no time of theirs any more.
    """
    before = Rest()

    def changed(chosen: Person) -> Person:
        nonlocal before
        before = chosen.rest
        return replace(chosen, rest=work(before))

    await change(tables.store, person, changed)

    @changing
    async def adjust(table: Table, seat: Seat) -> None:
        at = table.position
        clock = at.clocks.get(seat)
        if clock is not None and at.seats[seat].person == person:
            await _set_clock(table, (await table.clock_maker()).after_change(at, clock, before))

    later = tables.now() + POSTPONED

    async def adjusted(clock: ClockRow) -> bool:
        async def found() -> None:
            await adjust(await tables.get(clock.table), clock.seat)

        return await or_postponed(clock.table, found, lambda: tables.store.postpone(clock, later))

    for outcome in await _all(adjusted, await tables.store.clocks_of(person)):
        if isinstance(outcome, Unsaved):
            raise outcome


async def _time_out(table: Table, clock: ClockRow) -> None:
    """The end of a turn that was not made."""
    at = table.position
    seat = at.seats[clock.seat]
    if at.row.lapse == "wait":
        await _set_clock(table, (await table.clock_maker()).again(at, clock._replace(rung=LAST)), "late", LATE)
        return
    late = seat._replace(strikes=seat.strikes + 1)
    if at.row.lapse == "give-up" and late.strikes >= at.row.strikes:
        why = say_n(
            "{seat} has let the time run out once.",
            "{seat} has let the time run out {count} times in a row.",
            late.strikes,
            seat=who(seat.seat),
        )
        await give_up(table, late, why)
        return
    await _set_clock(table, clock._replace(level=STEADY, rung=LAST, wake=table.now()))


async def _set_clock(table: Table, changed: ClockRow, kind: str = "", told: Text | None = None) -> None:
    """Keep the clock as it is now, and tell its person, unless they have muted this turn."""
    at = table.position
    clocks = tuple({**at.clocks, changed.seat: changed}.values())
    if told is None or changed.muted:
        await table.change(TableStep(clocks=clocks))
        return
    person = at.seats[changed.seat].person
    chosen, now = await person_of(table.store, person), table.now()
    reminder = notice(table.id, kind, told, seat=changed.seat, person=person, direct=chosen.direct)
    later = next_digest(now, chosen.rest, person)
    in_time = changed.due is None or changed.rung == LAST or later < changed.due
    told_now = digest(person, later) if chosen.digest and in_time else reminder
    await table.change(TableStep(clocks=clocks, notices=(told_now,)))
