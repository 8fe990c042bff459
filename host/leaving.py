"""Leaving a running table decently, and coming to it: seats change hands, clocks stand still, games end before their end."""

from __future__ import annotations

from db.rows import SeatRow, TableRow
from host.codec import decode_story
from host.deadlines import IDLE
from host.lobby import close
from host.mentions import command
from host.mentions import place as mention_place
from host.notices import notice
from host.outline import is_forsaken, told_names
from host.position import Position
from host.refusal import Refused
from host.step import NO_CAUSE, Cause, TableStep
from host.table import Table, changing
from rules.game import Event, Seat
from rules.text import Text, message, nameless, say, who

PAUSE = "paused"  # the kind of event with which people pause a table
REMARKS_READ = 20  # with such an event, the newest

PLAYS_ON = say("A stand-in plays on for this seat. With {replace} somebody else can take it over.", replace=command("replace"))
BACK = message("{seat} is back and plays this seat again.")
TAKEN_OVER = message("{name} takes over the seat of {former}.")
COMPUTER_LEAVES = message("{name} plays instead of the computer {computer} from now on.")
NO_STAND_IN = say(
    "No stand-in plays for you here. Somebody who sits at this table can propose you with {replace}.", replace=command("replace")
)
ALONE = say("Too few people are left at this table, so the game ends here.")
AGREED = say("Everyone agreed to end the game here.")
AT_WILL = say("The game is ended here, as nobody else is left to be asked.")
PAUSED = say("The table pauses, as everyone agreed. No clock runs.")
PAUSED_ALONE = say("The table pauses. No clock runs.")
HOMELESS = message(
    "The channel of table {table}, {game}, was deleted. The game is kept and its clocks stand still. "
    "Ask somebody who manages the server to move the table to another channel: {setup}, then **Tables…**."
)
GOES_ON = say("The clocks go on where they stood.")
RETURNED = say("I am on this server again. The clocks go on where they stood.")


@changing
async def resign(table: Table, person: int, interaction: int) -> None:
    """Give one's seat to a stand-in, for good; raises `Refused`."""
    at = table.position
    seat = at.require_seat(person)
    await give_up(table, _for_good(at.seats[seat]), say("{seat} resigns.", seat=who(seat)), Cause(interaction))


@changing
async def gone(table: Table, person: int) -> bool:
    """This person has left the server; False if they had no seat to lose."""
    at = table.position
    seat = at.seat_of(person)
    if seat is None or at.row.status != "running":
        return False
    await give_up(table, _for_good(at.seats[seat]), say("{seat} has left the server.", seat=who(seat)))
    return True


async def give_up(table: Table, seat: SeatRow, why: Text, cause: Cause = NO_CAUSE) -> None:
    """A stand-in has this seat from now on; the game ends where too few people are left. Whoever calls holds the lock.

    :param seat: with the time-outs that led to it, after which its person may come back; with none, it is given up for good.
    """
    seats = with_seat(table.position, seat._replace(standing="gone"))
    event = Event("gone", why)
    if last_but_one(table.position):
        await end(table, "alone", (event, Event("ended", ALONE)), seats=seats, cause=cause)
    else:
        await table.reseat(seats, (event, Event("stand-in", PLAYS_ON)), cause)


def last_but_one(at: Position) -> bool:
    """Does the game end when one more person leaves? One may go on alone with computers, these never without anybody."""
    return len(at.seated) <= (1 if any(seat.level for seat in at.seats) else 2)


def require_given_up(at: Position, person: int) -> SeatRow:
    """The seat that this person may have back from a stand-in; raises `Refused`."""
    seat = at.given_up(person)
    if seat is None:
        raise Refused(NO_STAND_IN)
    return seat


@changing
async def come_back(table: Table, person: int, interaction: int) -> None:
    """Play one's seat again that time-outs gave to a stand-in; raises `Refused`."""
    at = table.position
    seat = require_given_up(at, person)
    event = Event("back", say(BACK, seat=who(seat.seat)))
    seats = with_seat(at, seat._replace(standing="seated", strikes=0))
    await table.reseat(seats, (event,), Cause(interaction))


async def end(
    table: Table,
    why: str,
    told: tuple[Event, ...],
    *,
    seats: tuple[SeatRow, ...] | None = None,
    cause: Cause = NO_CAUSE,
) -> None:
    """The game is over before its end; whoever calls holds the lock."""
    at = table.position
    row = at.row._replace(status="over", ending=why, seq=at.seq + 1, wake=None, paused=None)
    await table.change(TableStep(row, seats, clocks=(), remarks=told, posts_board=True, cause=cause))


@changing
async def end_by_manager(table: Table, name: str, interaction: int) -> None:
    """Whoever manages the server, called ``name``, ends a running game; raises `Refused`."""
    table.position.require_running()
    told = say("{name}, who manages this server, ends the game here.", name=name)
    await end(table, "managed", (Event("ended", told),), cause=Cause(interaction))


@changing
async def move_elsewhere(table: Table, channel: int, place: int, card: int | None, name: str, interaction: int) -> None:
    """The game goes on in another channel, or in a thread of it; where it was, the way there is told. Raises `Refused`.

    :param card: the message above that thread, if there is one.
    """
    at = table.position
    at.require_running()
    if place == at.row.place:
        raise Refused(say("This table is played there already."))
    row = at.after_activity(table.now())._replace(channel=channel, place=place, board=None, lobby=card)
    way = say("Table {table} goes on in {place}.", table=table.id, place=mention_place(place))
    told = notice(table.id, "moved", way)._replace(place=at.row.place)
    moved = Event("moved", say("{name}, who manages this server, moved this table here.", name=name))
    if is_forsaken(at.row):  # nobody reads anything where it was
        await _reach_again(table, row, moved, resumed=GOES_ON, cause=Cause(interaction))
    else:
        await table.change(TableStep(row, remarks=(moved,), posts_board=True, notices=(told,), cause=Cause(interaction)))


async def replace_player(table: Table, seat: Seat, person: int, name: str, cause: Cause = NO_CAUSE) -> None:
    """Give this seat to somebody else. Caller holds the lock.

    :raises db.statement.Exceeded: when one of the limits would not hold.
    """
    at = table.position
    old, seats = at.seats[seat], taken_over(at, seat, person, name)
    if old.person == person:
        text = say(BACK, seat=who(seat))
    else:
        called = told_names(seats)[seat] or nameless(seat)
        text = say(TAKEN_OVER, name=called, former=at.names[seat] or nameless(seat))
        if old.level:
            text = say(COMPUTER_LEAVES, name=called, computer=old.name)
    await table.reseat(seats, (Event("replaced", text),), cause)


def taken_over(at: Position, seat: Seat, person: int, name: str) -> tuple[SeatRow, ...]:
    """Return the seats of a table once a person has taken over one of them, or is back there."""
    old = at.seats[seat]
    back = old._replace(standing="seated", strikes=0)
    return with_seat(at, back if old.person == person else SeatRow(seat, person, name, former=old.former or old.name))


def names_changed(event: Event) -> tuple[str, str] | None:
    """Return the new and the former name of a seat that somebody took over by this event; empty for one that nobody can see."""
    former = {TAKEN_OVER: "former", COMPUTER_LEAVES: "computer"}.get(event.text.message)
    if former is None:
        return None
    name, known = (value if isinstance(value, str) else "" for value in map(dict(event.text.params).get, ("name", former)))
    return name, known


async def pause(table: Table, cause: Cause = NO_CAUSE) -> None:
    """Stop the clocks until somebody resumes. Caller holds the lock."""
    at, now = table.position, table.now()
    row = at.after_activity(now)._replace(paused=now)
    told = Event(PAUSE, PAUSED if cause.ballot else PAUSED_ALONE)
    await table.change(TableStep(row, clocks=at.stopped(), remarks=(told,), posts_board=True, cause=cause))


@changing
async def resume(table: Table, person: int, interaction: int) -> None:
    """The clocks go on where they stood; raises `Refused`."""
    at = table.position
    seat = at.require_seat(person)
    if at.row.paused is None:
        raise Refused(say("This table does not pause."))
    if is_forsaken(at.row):
        raise Refused(_homeless(at))
    told = say("{seat} ends the pause. The clocks go on where they stood.", seat=who(seat))
    await _go_on(table, at.after_activity(table.now()), Event("resumed", told), cause=Cause(interaction))


@changing
async def forsake(table: Table) -> None:
    """The house cannot reach this table's server any more: nothing is told, the clocks and the wait for moves stand still."""
    at = table.position
    if at.row.status == "open":
        await close(table)
    elif at.row.status == "running" and at.row.paused is None:
        await table.change(TableStep(at.row._replace(paused=table.now(), wake=None), clocks=at.stopped()))


@changing
async def lose_channel(table: Table) -> None:
    """Let the clocks of a table stand still, as its channel is deleted, and tell its people directly; close an open table."""
    at = table.position
    if at.row.status == "open":
        await close(table)
    elif at.row.status == "running" and not is_forsaken(at.row):
        told = tuple(notice(table.id, "homeless", _homeless(at), person=seat.person, direct=True) for seat in at.seated)
        row = at.row._replace(paused=at.row.paused or table.now(), wake=None)
        await table.change(TableStep(row, clocks=at.stopped(), notices=told))


def _homeless(at: Position) -> Text:
    return say(HOMELESS, table=at.id, game=at.game.title, setup=command("setup"))


@changing
async def find_again(table: Table) -> bool:
    """Let a table go on that the bot can reach again; False if it was not forsaken."""
    at = table.position
    if not is_forsaken(at.row):
        return False
    await _reach_again(table, at.after_activity(table.now()), resumed=RETURNED)
    return True


async def _reach_again(table: Table, row: TableRow, *told: Event, resumed: Text, cause: Cause = NO_CAUSE) -> None:
    """Let the clocks of a forsaken table go on, with this row otherwise; a pause by its people lasts until they end it."""
    if await _paused_by_people(table):
        row = row._replace(wake=table.now() + IDLE)
        await table.change(TableStep(row, remarks=told, posts_board=True, cause=cause))
    else:
        await _go_on(table, row, *told, Event("resumed", resumed), cause=cause, at_least=True)


async def _paused_by_people(table: Table) -> bool:
    """Return whether the people of a table paused it, as its log tells, before the bot lost its place."""
    paused = table.position.row.paused
    remarks = await table.store.remarks_with(table.id, PAUSE, -1, REMARKS_READ)
    newest = max((one.at for one in remarks if any(event.kind == PAUSE for event in decode_story(one.events))), default=None)
    return paused is not None and newest is not None and newest >= paused


async def _go_on(table: Table, row: TableRow, *told: Event, cause: Cause = NO_CAUSE, at_least: bool = False) -> None:
    """Let the clocks go on that stand still at present, with this row otherwise. The caller holds the lock."""
    at, now = table.position, table.now()
    assert at.row.paused is not None
    row = row._replace(paused=None, wake=now + IDLE)
    clocks = (await table.clock_maker()).resumed(at, row, at.row.paused, at_least=at_least)
    await table.change(TableStep(row, clocks=clocks, remarks=told, posts_board=True, cause=cause))


def with_seat(at: Position, changed: SeatRow) -> tuple[SeatRow, ...]:
    """The seats of a table, one of them changed."""
    return tuple(changed if seat.seat == changed.seat else seat for seat in at.seats)


def result_counts(seat: SeatRow) -> bool:
    """Does the result of this seat count for the person named there? Never for one who took it over, nor what plays by itself."""
    return seat.is_person and not seat.former


def _for_good(seat: SeatRow) -> SeatRow:
    return seat._replace(strikes=0)
