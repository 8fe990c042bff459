"""Leaving a running table, and coming back: seats change hands, clocks stop and go on, games end early."""

from __future__ import annotations

from dataclasses import replace

from db.rows import SeatRow, TableRow
from host.codec import decode_story
from host.deadlines import IDLE_NOTICE_SECONDS
from host.lobby import close
from host.mentions import command
from host.mentions import place as mention_place
from host.notices import notice
from host.people import person_of
from host.position import Position
from host.rated import ENDED_UNRATED, people_who_leave_when_idle
from host.rating_steps import changes_ratings
from host.refusal import Refused
from host.step import NO_CAUSE, Cause, TableStep
from host.summary import is_unreachable
from host.table import Table, changing
from rules.game import Event, Seat
from rules.text import Param, Text, message, named, renamed, say, who

PAUSE_KIND = "paused"  # of the event with which people pause a table
REMARK_LIMIT = 20  # of the newest such remarks that are read

PLAYS_ON = say(
    "A stand-in keeps playing for this seat. Somebody else can take it over with {replace}.", replace=command("replace")
)
BACK = message("{seat} is back and plays this seat again.")
TAKEN_OVER = message("{name} takes over {former}'s seat.")
COMPUTER_LEAVES = message("{name} plays instead of the computer {computer} from now on.")
NO_STAND_IN = say(
    "No stand-in plays for you here. A player of this table can propose you with {replace}.", replace=command("replace")
)
ALONE = say("Too few people are left at this table, so the game ends here.")
AGREED = say("Everyone agreed to end the game here.")
AT_WILL = say("The game ends here, as there is nobody else to ask.")
PAUSED = say("Everyone agreed to pause the table. The clocks have stopped.")
PAUSED_ALONE = say("The table is paused. The clocks have stopped.")
HOMELESS = message(
    "The channel of table {table}, {game}, was deleted. The game is safe and its clocks have stopped. Ask somebody who "
    "manages the server to move the table to another channel: {setup}, then **Tables…**."
)
GOES_ON = say("The clocks continue where they stopped.")
RETURNED = say("I am back on this server. The clocks continue where they stopped.")


@changing
async def resign(table: Table, person: int, interaction: int) -> None:
    """Give a person's seat to a stand-in for good. The game ends if too few people are left.

    :raises Refused: when they have no seat, or the game does not run.
    """
    at = table.position
    seat = at.require_seat(person)
    await give_up(table, _without_strikes(at.seats[seat]), say("{seat} resigns.", seat=who(seat)), Cause(interaction))


@changing
async def member_left(table: Table, person: int) -> bool:
    """Give the seat of a person who left the server to a stand-in; return False if they had none."""
    at = table.position
    seat = at.seat_of(person)
    if seat is None or at.row.status != "running":
        return False
    await give_up(table, _without_strikes(at.seats[seat]), say("{seat} has left the server.", seat=who(seat)))
    return True


@changing
async def leave_for_good(table: Table, person: int) -> None:
    """Give the seat of a person to a stand-in for good, without asking anybody; the game ends only if nobody else is left.

    :raises Refused: when they have no seat, or the game does not run.
    """
    at = table.position
    seat = at.require_seat(person)
    seats = with_seat(at, _without_strikes(at.seats[seat])._replace(standing="gone"))
    event = Event("gone", say("{seat} has left the game.", seat=who(seat)))
    if len(at.seated) == 1:
        await end(table, "alone", (event, Event("ended", ALONE)), seats=seats)
    else:
        await table.reseat(seats, (event, Event("stand-in", PLAYS_ON)), NO_CAUSE)


async def give_up(table: Table, seat: SeatRow, why: Text, cause: Cause = NO_CAUSE) -> None:
    """Give a seat to a stand-in, or end the game if too few people are left. Caller holds the lock.

    :param seat: the seat as it was played. If it has strikes, its person may come back; without any, it is given up for good.
    :param why: the reason, for the log and the board.
    """
    seats = with_seat(table.position, seat._replace(standing="gone"))
    event = Event("gone", why)
    if ends_when_one_leaves(table.position):
        await end(table, "alone", (event, Event("ended", ALONE)), seats=seats, cause=cause)
    else:
        await table.reseat(seats, (event, Event("stand-in", PLAYS_ON)), cause)


def ends_when_one_leaves(at: Position) -> bool:
    """Return whether the game ends if one more person leaves. One person may go on with computers, nobody may not."""
    return len(at.seated) <= (1 if any(seat.level for seat in at.seats) else 2)


def require_given_up(at: Position, person: int) -> SeatRow:
    """Return the seat that this person may take back from a stand-in.

    :raises Refused: when there is none.
    """
    seat = at.given_up(person)
    if seat is None:
        raise Refused(NO_STAND_IN)
    return seat


@changing
async def come_back(table: Table, person: int, interaction: int) -> None:
    """Let a person play their seat again, which a stand-in got because their time ran out.

    :raises Refused: when there is no such seat.
    """
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
    named: tuple[tuple[int, str], ...] = (),
    cause: Cause = NO_CAUSE,
) -> None:
    """End the game as it stands. Caller holds the lock.

    :param why: the ending that is stored: ``agreed``, ``alone``, ``idle`` or ``managed``.
    :param told: the reason, for the log and the board.
    :param seats: all seats after it, if they change.
    :param named: ids and names of people without a seat whom ``told`` names.
    """
    at = table.position
    row = at.row._replace(status="over", ending=why, seq=at.seq + 1, wake=None, paused=None)
    if row.rated and not changes_ratings(why, seats or at.seats):
        told = (*told, Event("unrated", ENDED_UNRATED))
    await table.change(TableStep(row, seats, clocks=(), remarks=told, posts_board=True, named=named, cause=cause))


async def close_idle(table: Table, why: Text) -> None:
    """Close a running table where nobody moves. In a rated game, people who were to act have left it. Caller holds the lock.

    :param why: the reason, for the log and the board.
    """
    at = table.position
    late = people_who_leave_when_idle(at)
    seats = tuple(seat._replace(standing="gone") if seat in late else seat for seat in at.seats)
    told = [Event("gone", say("{seat} did not move, and ranks last in this rated game.", seat=who(seat.seat))) for seat in late]
    await end(table, "idle", (*told, Event("ended", why)), seats=seats)


@changing
async def end_by_manager(table: Table, person: int, name: str, interaction: int) -> None:
    """End a running game for a person called ``name``, who manages the server.

    :raises Refused: when the game does not run.
    """
    table.position.require_running()
    told = say("{name}, who manages this server, ends the game here.", name=named(person))
    await end(table, "managed", (Event("ended", told),), named=((person, name),), cause=Cause(interaction))


@changing
async def move_table(
    table: Table, channel: int, place: int, card: int | None, manager: tuple[int, str], interaction: int
) -> None:
    """Move a running game to another channel, or to a thread of it, and post a link where it was.

    :param place: the channel or thread.
    :param card: the message above that thread, if there is one.
    :param manager: id and name of the person who moves it.
    :raises Refused: when the game does not run, or is played there already.
    """
    at = table.position
    at.require_running()
    if place == at.row.place:
        raise Refused(say("This table is already in that channel."))
    row = at.after_activity(table.now())._replace(channel=channel, place=place, board=None, lobby=card)
    way = say("Table {table} continues in {place}.", table=table.id, place=mention_place(place))
    told = notice(table.id, "moved", way)._replace(place=at.row.place)
    moved = Event("moved", say("{name}, who manages this server, moved this table here.", name=named(manager[0])))
    if is_unreachable(at.row):  # a link where it was would reach nobody
        await _resume_reachable(table, row, moved, resumed=GOES_ON, named=(manager,), cause=Cause(interaction))
    else:
        step = TableStep(row, remarks=(moved,), posts_board=True, notices=(told,), named=(manager,), cause=Cause(interaction))
        await table.change(step)


async def replace_player(table: Table, seat: Seat, person: int, name: str, cause: Cause = NO_CAUSE) -> None:
    """Give a seat to another person. Caller holds the lock.

    :raises db.statement.Exceeded: when one of the limits would not hold.
    """
    at = table.position
    old, seats = at.seats[seat], seats_after_takeover(at, seat, person, name)
    if old.person == person:
        text = say(BACK, seat=who(seat))
    else:
        text = say(TAKEN_OVER, name=named(person, seat), former=named(old.person, seat))
        if old.level:
            text = say(COMPUTER_LEAVES, name=named(person, seat), computer=old.name)
    await table.reseat(seats, (Event("replaced", text),), cause)


def seats_after_takeover(at: Position, seat: Seat, person: int, name: str) -> tuple[SeatRow, ...]:
    """Return the seats of a table after a person took over seat ``seat``, or came back to it."""
    old = at.seats[seat]
    if old.person == person:
        return with_seat(at, old._replace(standing="seated", strikes=0))
    first = old.predecessor or (0 if old.former or old.level else old.person)
    return with_seat(at, SeatRow(seat, person, name, former=old.former or old.name, predecessor=first))


def change_of_hands(event: Event) -> tuple[int | str, int | str] | None:
    """Return the new and the former player of a seat that changed hands by this event, or None.

    They are ids; names in texts of earlier versions, and of computers. A hidden name is empty.
    """
    former = {TAKEN_OVER: "former", COMPUTER_LEAVES: "computer"}.get(renamed(event.text).message)
    if former is None:
        return None
    params = dict(event.text.params)
    return _player(params.get("name")), _player(params.get(former))


def _player(value: Param | None) -> int | str:
    if isinstance(value, Text) and (person := person_of(value)) is not None:
        return person
    return value if isinstance(value, str) else ""


async def pause(table: Table, cause: Cause = NO_CAUSE) -> None:
    """Stop the clocks until somebody resumes. Caller holds the lock."""
    at, now = table.position, table.now()
    row = at.after_activity(now)._replace(paused=now)
    told = Event(PAUSE_KIND, PAUSED if cause.ballot else PAUSED_ALONE)
    await table.change(TableStep(row, clocks=at.stopped(), remarks=(told,), posts_board=True, cause=cause))


@changing
async def resume(table: Table, person: int, interaction: int) -> None:
    """End a pause: the clocks go on where they stopped.

    :raises Refused: when the person has no seat, or the table is not paused, or the bot cannot reach its channel.
    """
    at = table.position
    seat = at.require_seat(person)
    if at.row.paused is None:
        raise Refused(say("This table is not paused."))
    if is_unreachable(at.row):
        raise Refused(_channel_deleted_text(at))
    told = say("{seat} ends the pause. The clocks continue where they stopped.", seat=who(seat))
    await table.change(await _resumed(table, at.after_activity(table.now()), (Event("resumed", told),), Cause(interaction)))


@changing
async def guild_lost(table: Table) -> None:
    """Stop a table whose server the bot has left; nothing is posted. An open table is closed."""
    at = table.position
    if at.row.status == "open":
        await close(table)
    elif at.row.status == "running" and at.row.paused is None:
        await table.change(TableStep(at.row._replace(paused=table.now(), wake=None), clocks=at.stopped()))


@changing
async def channel_deleted(table: Table) -> None:
    """Stop a table whose channel was deleted, and tell its people directly. An open table is closed."""
    at = table.position
    if at.row.status == "open":
        await close(table)
    elif at.row.status == "running" and not is_unreachable(at.row):
        text = _channel_deleted_text(at)
        told = tuple(notice(table.id, "homeless", text, person=seat.person, direct=True) for seat in at.seated)
        row = at.row._replace(paused=at.row.paused or table.now(), wake=None)
        await table.change(TableStep(row, clocks=at.stopped(), notices=told))


def _channel_deleted_text(at: Position) -> Text:
    return say(HOMELESS, table=at.id, game=at.game.title, setup=command("setup"))


@changing
async def guild_back(table: Table) -> bool:
    """Let a table go on when the bot can reach its server again; return False if it had not stopped for that."""
    at = table.position
    if not is_unreachable(at.row):
        return False
    await _resume_reachable(table, at.after_activity(table.now()), resumed=RETURNED)
    return True


async def _resume_reachable(
    table: Table,
    row: TableRow,
    *told: Event,
    resumed: Text,
    named: tuple[tuple[int, str], ...] = (),
    cause: Cause = NO_CAUSE,
) -> None:
    """Let a table go on that could not be reached; if its people had paused it, the pause lasts.

    :param row: the table's row after it.
    :param named: ids and names of people without a seat whom ``told`` names.
    """
    if await _paused_by_people(table):
        row = row._replace(wake=table.now() + IDLE_NOTICE_SECONDS)
        step = TableStep(row, remarks=told, posts_board=True, cause=cause)
    else:
        step = await _resumed(table, row, (*told, Event("resumed", resumed)), cause, at_least=True)
    await table.change(replace(step, named=named))


async def _paused_by_people(table: Table) -> bool:
    """Return whether people paused this table, according to its log, before the bot could not reach it any more."""
    paused = table.position.row.paused
    remarks = await table.store.remarks_with(table.id, PAUSE_KIND, -1, REMARK_LIMIT)
    newest = max((one.at for one in remarks if any(event.kind == PAUSE_KIND for event in decode_story(one.events))), default=None)
    return paused is not None and newest is not None and newest >= paused


async def _resumed(
    table: Table, row: TableRow, told: tuple[Event, ...], cause: Cause = NO_CAUSE, *, at_least: bool = False
) -> TableStep:
    """Return the step with which stopped clocks go on.

    :param row: the table's row after it.
    :param at_least: give each turn an hour at least.
    """
    at, now = table.position, table.now()
    assert at.row.paused is not None
    row = row._replace(paused=None, wake=now + IDLE_NOTICE_SECONDS)
    clocks = (await table.clock_maker()).resume_all(at, row, at.row.paused, at_least=at_least)
    return TableStep(row, clocks=clocks, remarks=told, posts_board=True, cause=cause)


def with_seat(at: Position, changed: SeatRow) -> tuple[SeatRow, ...]:
    """Return the seats of a table, with ``changed`` in place of the seat of that number."""
    return tuple(changed if seat.seat == changed.seat else seat for seat in at.seats)


def with_time_out(seat: SeatRow) -> SeatRow:
    """Return a seat after its person let the time for one more turn run out."""
    return seat._replace(strikes=seat.strikes + 1, missed=seat.missed + 1)


def result_counts(seat: SeatRow) -> bool:
    """Return whether a seat's result counts for the person named there: not for one who took it over, nor for computers."""
    return seat.is_person and not seat.changed_hands


def _without_strikes(seat: SeatRow) -> SeatRow:
    return seat._replace(strikes=0)
