"""Leaving a running table decently, and coming to it: seats change hands, clocks stand still, games end before their end."""

from __future__ import annotations

from db.rows import BallotRow, ClockRow, SeatRow
from host.deadlines import AFTERGLOW
from host.lobby import close
from host.mentions import command
from host.refusal import Refused
from host.table import Table
from rules.game import Event, Seat
from rules.text import Text, say, who

RESIGNED = "{seat} resigns."
LEFT = "{seat} has left the server."
GIVEN_UP = "{seat} has let the time run out {count} times in a row."
PLAYS_ON = say("A stand-in plays on for this seat. With {replace} somebody else can take it over.", replace=command("replace"))
BACK = "{seat} is back and plays this seat again."
REPLACED = "{name} takes over the seat of {former}."
NO_STAND_IN = say(
    "No stand-in plays for you here. Somebody who sits at this table can propose you with {replace}.", replace=command("replace")
)
ALONE = say("Too few people are left at this table, so the game ends here.")
AGREED = say("Everyone agreed to end the game here.")
PAUSED = say("The table pauses, as everyone agreed. No clock runs.")
RESUMED = "{seat} ends the pause. The clocks go on where they stood."
RETURNED = say("I am on this server again. The clocks go on where they stood.")


async def resign(table: Table, person: int, interaction: int) -> None:
    """Give one's seat to a stand-in, for good; raises `Refused`."""
    async with table.lock:
        seat = table.require_seat(person)
        await give_up(table, _for_good(table.seats[seat]), say(RESIGNED, seat=who(seat)), interaction=interaction)


async def gone(table: Table, person: int) -> bool:
    """This person has left the server; False if they had no seat to lose."""
    async with table.lock:
        seat = table.seat_of(person)
        if seat is None or table.row.status != "running":
            return False
        await give_up(table, _for_good(table.seats[seat]), say(LEFT, seat=who(seat)))
        return True


async def give_up(table: Table, seat: SeatRow, why: Text, *, interaction: int | None = None) -> None:
    """A stand-in has this seat from now on; the game ends where fewer than two people are left. Whoever calls holds the lock.

    :param seat: with the time-outs that led to it, after which its person may come back; with none, it is given up for good.
    """
    seats = with_seat(table, seat._replace(standing="gone"))
    event = Event("gone", why)
    if last_but_one(table):
        await end(table, "alone", (event, Event("ended", ALONE)), seats=seats, interaction=interaction)
    else:
        await table.reseat(seats, (event, Event("stand-in", PLAYS_ON)), interaction=interaction)


def last_but_one(table: Table) -> bool:
    """Does the game end when one more person leaves?"""
    return len(table.seated) <= 2


async def come_back(table: Table, person: int, interaction: int) -> None:
    """Play one's seat again that time-outs gave to a stand-in; raises `Refused`."""
    async with table.lock:
        seat = table.given_up(person)
        if seat is None:
            raise Refused(NO_STAND_IN)
        event = Event("back", say(BACK, seat=who(seat.seat)))
        seats = with_seat(table, seat._replace(standing="seated", strikes=0))
        await table.reseat(seats, (event,), interaction=interaction)


async def end(
    table: Table,
    why: str,
    told: tuple[Event, ...],
    *,
    seats: tuple[SeatRow, ...] | None = None,
    ballot: BallotRow | None = None,
    interaction: int | None = None,
) -> None:
    """The game is over before its end; whoever calls holds the lock."""
    row = table.row._replace(status="over", ending=why, seq=table.seq + 1, wake=table.now() + AFTERGLOW, paused=None)
    await table.change(row, seats=seats, clocks=(), remark=told, tell=True, ballot=ballot, interaction=interaction)


async def replace(table: Table, seat: Seat, person: int, name: str, ballot: BallotRow) -> None:
    """Somebody else has this seat from now on; whoever calls holds the lock."""
    old = table.seats[seat]
    if old.person == person:
        changed, text = old._replace(standing="seated", strikes=0), say(BACK, seat=who(seat))
    else:
        changed = SeatRow(seat, person, name, former=old.former or old.name)
        text = say(REPLACED, name=name, former=old.name)
    await table.reseat(with_seat(table, changed), (Event("replaced", text),), ballot=ballot)


async def pause(table: Table, ballot: BallotRow) -> None:
    """The clocks stand still; whoever calls holds the lock."""
    row = table.stirred()._replace(paused=table.now())
    await table.change(row, clocks=table.stopped(), remark=(Event("paused", PAUSED),), tell=True, ballot=ballot)


async def resume(table: Table, person: int, interaction: int) -> None:
    """The clocks go on where they stood; raises `Refused`."""
    async with table.lock:
        seat = table.require_seat(person)
        if table.row.paused is None:
            raise Refused(say("This table does not pause."))
        await _go_on(table, table.row.paused, Event("resumed", say(RESUMED, seat=who(seat))), interaction)


async def forsake(table: Table) -> None:
    """The house cannot reach this table's server any more: nothing is told, the clocks and the wait for moves stand still."""
    async with table.lock:
        if table.row.status == "open":
            await close(table)
        elif table.row.status == "running" and table.row.paused is None:
            await table.change(table.row._replace(paused=table.now(), wake=None), clocks=table.stopped())


async def find_again(table: Table) -> bool:
    """The house is on this table's server again; False if the table was not forsaken."""
    async with table.lock:
        row = table.row
        if row.status != "running" or row.paused is None or row.wake is not None:
            return False
        await _go_on(table, row.paused, Event("resumed", RETURNED))
        return True


async def _go_on(table: Table, since: float, event: Event, interaction: int | None = None) -> None:
    now, row = table.now(), table.stirred()._replace(paused=None)
    clocks: list[ClockRow] = []
    for stopped in table.clocks.values():
        clock = await table.clock(stopped.seat, stopped.began + now - max(since, stopped.began), stopped.rung, row)
        clocks.append(clock._replace(muted=stopped.muted, nudged=stopped.nudged))
    await table.change(row, clocks=tuple(clocks), remark=(event,), tell=True, interaction=interaction)


def with_seat(table: Table, changed: SeatRow) -> tuple[SeatRow, ...]:
    """The seats of a table, one of them changed."""
    return tuple(changed if seat.seat == changed.seat else seat for seat in table.seats)


def result_counts(seat: SeatRow) -> bool:
    """Does the result of this seat count for the person named there? Never for one who took it over, nor for a stand-in."""
    return seat.standing == "seated" and not seat.former


def _for_good(seat: SeatRow) -> SeatRow:
    return seat._replace(strikes=0)
