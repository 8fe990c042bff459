"""What happens when time passes: reminders, time-outs, tables that nobody comes back to.

Nothing is kept in memory: each look asks the database what is due by now, so that a look after a long stop does what was missed,
once.
"""

from __future__ import annotations

from typing import NamedTuple

from db.rows import BallotRow, ClockRow, NoticeRow
from host.codec import encode
from host.deadlines import DAY, EXPIRY, FAREWELL, IDLE, LAST, PACES, awake, ladder, reached
from host.leaving import GIVEN_UP, end, give_up, with_seat
from host.people import person_of
from host.table import Table
from host.tables import Tables
from rules.game import Event, Seat
from rules.text import Text, say, who

DAYS = {"open": int(EXPIRY / DAY), "idle": int(IDLE / DAY), "left": int(FAREWELL / DAY)}
HALF = say("Half of your time for this move is over.")
SOON = say("A tenth of your time for this move is left.")
LATE = say("Your time for this move is over. The table waits for you.")
PLAYED = say("Your time for this move was over. A stand-in has played your turn.")
EXPIRED = say("Nobody started this table within {open} days. It is closed.", open=DAYS["open"])
UNUSED = say(
    "Nobody has moved here for {idle} days. In {left} days this table will be closed.", idle=DAYS["idle"], left=DAYS["left"]
)
CLOSED = say("Nobody has moved here for {days} days. The table is closed.", days=DAYS["idle"] + DAYS["left"])


class Look(NamedTuple):
    """The tables at which something was done, and the questions whose time was over."""

    tables: tuple[int, ...]
    ballots: tuple[BallotRow, ...]


async def look(tables: Tables) -> Look:
    """Do whatever is due by now."""
    now, store = tables.now(), tables.store
    done: list[int] = []
    for clock in await store.clocks_to_wake(now):
        await ring(await tables.get(clock.table), clock.seat)
        done.append(clock.table)
    for table in await store.tables_to_wake(now):
        await tend(await tables.get(table))
        done.append(table)
    expired = [one for one in await store.ballots.expired(now) if await store.ballots.settle(one.id, "expired")]
    return Look(tuple(dict.fromkeys(done)), tuple(one._replace(outcome="expired") for one in expired))


async def ring(table: Table, seat: Seat) -> None:
    """Tell a seat what its clock says, or let happen what was agreed on for the end; never while its person rests."""
    async with table.lock:
        clock, now = table.clocks.get(seat), table.now()
        allowance = PACES[table.row.pace]
        if clock is None or clock.wake is None or clock.wake > now or allowance is None:
            return
        rest = (await person_of(table.store, table.seats[seat].person)).rest
        morning = awake(now, rest)
        times = ladder(clock.began, allowance, rest)
        rung = reached(times, now)
        if morning > now:
            await _set_clock(table, clock._replace(wake=morning))
        elif rung == LAST:
            await _time_out(table, clock)
        elif rung > clock.rung:
            told = None if clock.muted else (HALF, SOON)[rung - 1]
            await _set_clock(table, clock._replace(rung=rung, wake=times[rung]), told)
        else:  # the person's rest has changed since
            await _set_clock(table, await table.clock(seat, clock.began, clock.rung))


async def tend(table: Table) -> None:
    """Close what nobody comes back to, with a notice before a game ends by it."""
    async with table.lock:
        row, now = table.row, table.now()
        if row.wake is None or row.wake > now:
            return
        if row.status == "open":
            notice = _notice(table, "closed", EXPIRED)
            await table.change(row._replace(status="cancelled", seq=table.seq + 1, wake=None), notices=(notice,))
        elif row.warned:
            await end(table, "idle", (Event("ended", CLOSED),))
        else:
            await table.change(row._replace(warned=1, wake=now + FAREWELL), notices=(_notice(table, "idle", UNUSED),))


async def _time_out(table: Table, clock: ClockRow) -> None:
    """The end of a turn that was not made."""
    seat = table.seats[clock.seat]
    if table.row.lapse == "wait":
        await _set_clock(table, clock._replace(rung=LAST, wake=None), LATE)
        return
    late = seat._replace(strikes=seat.strikes + 1)
    if table.row.lapse == "give-up" and late.strikes >= table.row.strikes:
        await give_up(table, seat.seat, say(GIVEN_UP, seat=who(seat.seat), count=late.strikes))
        return
    event = Event("late", say("The time of {seat} is over. A stand-in plays this turn.", seat=who(seat.seat)))
    await table.play_for(seat.seat, with_seat(table, late), (event,), (_notice(table, "played", PLAYED, person=seat.person),))


async def _set_clock(table: Table, changed: ClockRow, told: Text | None = None) -> None:
    person = table.seats[changed.seat].person
    direct = told is not None and (await person_of(table.store, person)).direct
    notice = _notice(table, "reminder", told, seat=changed.seat, person=person, direct=direct) if told else None
    clocks = tuple((table.clocks | {changed.seat: changed}).values())
    await table.change(clocks=clocks, notices=(notice,) if notice else ())


def _notice(
    table: Table, kind: str, text: Text, *, seat: Seat | None = None, person: int | None = None, direct: bool = False
) -> NoticeRow:
    return NoticeRow(0, table.id, None, kind, seat, person, int(direct), encode(text))
