"""Leaving a running table decently, and coming to it: seats change hands, clocks stand still, games end before their end."""

from __future__ import annotations

from db.rows import BallotRow, SeatRow
from host.follow import STAND_IN
from host.refusal import Refused
from host.table import Table
from rules.game import Event, Seat
from rules.text import Text, say, who

RESIGNED = "{seat} resigns. A stand-in plays on for this seat."
LEFT = "{seat} has left the server. A stand-in plays on for this seat."
GIVEN_UP = "{seat} has let the time run out {count} times in a row. A stand-in plays on for this seat."
ALONE = say("Too few people are left at this table, so the game ends here.")
AGREED = say("Everyone agreed to end the game here.")
PAUSED = say("The table pauses, as everyone agreed. No clock runs.")
RESUMED = "{seat} ends the pause. The clocks go on where they stood."


async def resign(table: Table, person: int, interaction: int) -> None:
    """Give one's seat to a stand-in, for good; raises `Refused`."""
    async with table.lock:
        seat = table.require_seat(person)
        await give_up(table, seat, say(RESIGNED, seat=who(seat)), interaction=interaction)


async def gone(table: Table, person: int) -> None:
    """This person has left the server."""
    async with table.lock:
        seat = table.seat_of(person)
        if seat is not None and table.row.status == "running":
            await give_up(table, seat, say(LEFT, seat=who(seat)))


async def give_up(table: Table, seat: Seat, why: Text, *, interaction: int | None = None) -> None:
    """A stand-in has this seat from now on; the game ends where fewer than two people are left. Whoever calls holds the lock."""
    seats = with_seat(table, table.seats[seat]._replace(standing="gone"))
    event = Event("gone", why)
    if sum(one.standing == "seated" for one in seats) < 2:
        await end(table, "alone", (event, Event("ended", ALONE)), seats=seats, interaction=interaction)
    else:
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
    row = table.row._replace(status="over", ending=why, seq=table.seq + 1, wake=None, paused=None)
    await table.change(row, seats=seats, clocks=(), remark=told, tell=True, ballot=ballot, interaction=interaction)


async def replace(table: Table, seat: Seat, person: int, name: str, ballot: BallotRow | None) -> None:
    """Somebody else has this seat from now on; whoever calls holds the lock."""
    old = table.seats[seat]
    new = SeatRow(seat, person, name, former=old.former or old.name)
    text = say("{name} takes over the seat of {former}.", name=name, former=old.name)
    await table.reseat(with_seat(table, new), (Event("replaced", text),), ballot=ballot)


async def pause(table: Table, ballot: BallotRow | None) -> None:
    """The clocks stand still; whoever calls holds the lock."""
    clocks = tuple(clock._replace(due=None, wake=None, shift="") for clock in table.clocks.values())
    row = table.row._replace(paused=table.now(), seq=table.seq + 1)
    await table.change(row, clocks=clocks, remark=(Event("paused", PAUSED),), tell=True, ballot=ballot)


async def resume(table: Table, person: int, interaction: int) -> None:
    """The clocks go on where they stood; raises `Refused`."""
    async with table.lock:
        seat, since = table.require_seat(person), table.row.paused
        if since is None:
            raise Refused(say("This table does not pause."))
        now = table.now()
        row = table.row._replace(paused=None, seq=table.seq + 1)
        began = {clock.seat: (clock.began + now - max(since, clock.began), clock.rung) for clock in table.clocks.values()}
        clocks = tuple([await table.clock(s, at, rung, row) for s, (at, rung) in began.items()])
        event = Event("resumed", say(RESUMED, seat=who(seat)))
        await table.change(row, clocks=clocks, remark=(event,), tell=True, interaction=interaction)


def with_seat(table: Table, changed: SeatRow) -> tuple[SeatRow, ...]:
    """The seats of a table, one of them changed."""
    return tuple(changed if seat.seat == changed.seat else seat for seat in table.seats)


def result_counts(seat: SeatRow) -> bool:
    """Does the result of this seat count for the person named there? Never for one who took it over, nor for a stand-in."""
    return seat.standing == "seated" and seat.person != STAND_IN and not seat.former
