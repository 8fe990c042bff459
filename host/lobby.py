"""An open table before its start: seats, reserved seats, and terms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from random import Random

from db.rows import OutboxRow, SeatRow, TableRow
from db.statement import Statement
from db.store import Store
from host.deadlines import PACE_SECONDS
from host.notices import notice
from host.people import by_id
from host.position import CANCELLED, OVER, Position
from host.quotas import quotas_of, run_within
from host.rated import ConsentNeeded, require_nobody_joined, require_rated_terms, require_ratings, time_out_action
from host.refusal import Refused
from host.settings import read_person_settings
from host.step import Cause, TableStep
from host.summary import IN_PRACTICE
from host.table import Table, changing
from rules.game import AnyGame
from rules.text import Text, joined, message, say, say_n

PACE_NAMES = {
    "live": say("live: 10 minutes a turn"),
    "quick": say("quick: 12 hours a turn"),
    "daily": say("daily: 24 hours a turn"),
    "relaxed": say("relaxed: 3 days a turn"),
    "untimed": say("untimed: as long as it takes"),
}
TIMEOUT_ACTIONS = {  # when the time for a turn is over
    "wait": say("the table waits"),
    "stand-in": say("the bot plays the turn as a stand-in"),
    "give-up": say("the bot plays; after 3 turns in a row the seat is given up"),
}
SEATINGS = ("joined", "random")
GUIDANCE = ("none", "first")  # first: first-time players get a line of the rules with each question
POINTS = ("shown", "hidden")  # whether the gain of an answer is shown before it is given
FULL_NOTICE_DELAY_SECONDS = 60.0  # a host who is watching starts within it
INVITATION = message(
    "{host} is keeping a seat for you at table {table}, {game}. Press **Join** there to take it, or **Leave** to give it up."
)
RATED_INVITATION = message(
    "{host} is keeping a seat for you at table {table}, {game}. It is a rated game: its result changes your rating. "
    "Press **Join** there to take the seat, or **Leave** to give it up."
)


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a table. An empty value, or None, means the default, or no change."""

    size: int | None = None
    pace: str = ""
    lapse: str = ""
    seating: str = ""
    points: str = ""
    guidance: str = ""
    language: str = ""
    hints: int | None = None
    rated: int | None = None

    @classmethod
    def of(cls, row: TableRow) -> Terms:
        """Return the terms in a table's row."""
        return cls(**{name: getattr(row, name) for name in cls.__slots__})


def require_open(at: Position) -> None:
    """Require that a table has not started.

    :raises Refused: when it has, or is closed.
    """
    if at.row.status != "open":
        raise Refused({"running": say("This game has already started."), "over": OVER}.get(at.row.status, CANCELLED))


@changing
async def join(table: Table, person: int, name: str, *, bounded: bool = False, rated: bool = True) -> None:
    """Take a free seat, or the one that is reserved for this person.

    :param bounded: whether the limits on tables count.
    :param rated: whether the person has read what joining a rated table means.
    :raises Refused: when the table is full or has started, the person sits there, or a limit is reached.
    :raises ConsentNeeded: when they must read that first.
    """
    at = table.position
    require_open(at)
    if at.seat_of(person) is not None:
        raise Refused(say("You are already at this table."))
    kept = any(seat.person == person for seat in at.seats)
    if not kept and len(at.seats) >= at.row.size:
        raise Refused(full_table_text(at))
    if at.row.rated and not rated:
        raise ConsentNeeded
    if bounded:
        await (await quotas_of(table)).require_running(person)
    others = [seat for seat in at.seats if seat.standing == "reserved" and seat.person != person]
    await seat_all(table, [*at.players, SeatRow(0, person, name), *others], *await _full_notices(table, len(at.players) + 1))


@changing
async def leave(table: Table, person: int) -> None:
    """Give up a seat, or a reservation. If the host leaves, the next person becomes host; without any, the table is closed.

    :raises Refused: when the person has neither, or the game has started.
    """
    at = table.position
    require_open(at)
    require_guest(at, person)
    others = [seat for seat in at.seats if seat.person != person]
    await (seat_all(table, others) if any(seat.person != person for seat in at.seated) else close(table))


@changing
async def start(table: Table, person: int, interaction: int, random: Random, bounded: Sequence[int] = ()) -> None:
    """Start the game with the seated players; reservations lapse.

    :param bounded: the people for whom the limits on tables count.
    :raises Refused: when this person is not the host, too few players sit there, or a limit is reached.
    """
    at = table.position
    require_ready(at, person)
    playing = list(at.players)
    if at.row.seating == "random":
        playing = random.sample(playing, len(playing))
    quotas = await quotas_of(table)
    hold = quotas.hold_start(table.id, playing, bounded)
    begin = partial(table.begin, number_seats(playing), interaction, hold)
    await run_within(partial(quotas.require_start, at, person, bounded), begin)


def require_ready(at: Position, person: int) -> None:
    """Require that this person may start the table, and that enough players sit there.

    :raises Refused: when they may not, or too few sit there.
    """
    require_open(at)
    require_host(at, person)
    least, count = min(at.game.seats), len(at.players)
    if count < least:
        needed = say_n(
            "{game} needs at least {count} player.", "{game} needs at least {count} players.", least, game=at.game.title
        )
        raise Refused(joined(" ", needed, _taken(at, count)))


def _taken(at: Position, count: int) -> Text:
    """Return how many seats are taken at a table that cannot start yet, and how more get taken."""
    if at.row.rated:
        return say_n(
            "{count} seat is taken. Others can press **Join**.", "{count} seats are taken. Others can press **Join**.", count
        )
    return say_n(
        "{count} seat is taken. Others can press **Join**, or you can press **Add a computer**.",
        "{count} seats are taken. Others can press **Join**, or you can press **Add a computer**.",
        count,
    )


@changing
async def cancel(table: Table, person: int, *, admin: bool = False) -> None:
    """Close an open table.

    :param admin: whether the person manages the server.
    :raises Refused: when the game has started, or the person is neither host nor manager.
    """
    at = table.position
    require_open(at)
    if not admin:
        require_host(at, person)
    await close(table)


async def close(table: Table, why: str = "", *notices: OutboxRow) -> None:
    """Close a table before its game has begun. Caller holds the lock.

    :param why: the ending that is stored, if any.
    """
    at = table.position
    row = at.row._replace(status="cancelled", ending=why, seq=at.seq + 1, wake=None)
    await table.change(TableStep(row, notices=notices))


@changing
async def change_terms(table: Table, host: int, terms: Terms) -> None:
    """Change the terms of an open table.

    :raises Refused: when they do not fit the game or the seats, the game has started, or this person is not the host.
    """
    at = table.position
    require_open(at)
    require_host(at, host)
    row = with_terms(at.row, terms)
    check_terms(at.game, row)
    require_rated_terms(row, at.seats)
    if row.rated > at.row.rated:
        require_nobody_joined(at)
        await require_ratings(table.store, row)
    if row.size < len(at.seats):
        raise Refused(
            say_n(
                "{count} seat is taken or kept for somebody. Free a kept seat or remove a computer first.",
                "{count} seats are taken or kept for somebody. Free a kept seat or remove a computer first.",
                len(at.seats),
            )
        )
    await table.change(TableStep(row))


@changing
async def reserve_seat(table: Table, host: int, person: int, name: str, *, bounded: bool = False) -> None:
    """Reserve a free seat for a person, and invite them.

    :param bounded: whether the limits on invitations count.
    :raises Refused: when the game has started, no seat is free, this person has one, or a limit is reached.
    """
    at = table.position
    require_open(at)
    require_host(at, host)
    if known := next((seat for seat in at.seats if seat.person == person), None):
        raise Refused(say("{name} already has a seat at this table.", name=at.called[known.seat]))
    if len(at.seats) >= at.row.size:
        raise Refused(full_table_text(at))
    direct = (await read_person_settings(table.store, person)).direct
    told = notice(table.id, "invited", invitation_text(at), person=person, direct=direct)
    quotas, kept = await quotas_of(table), reserved_seat(person, name)
    counted, seats = [person] if bounded else [], number_seats([*at.seats, kept])
    keep = partial(seat_all, table, seats, told, hold=quotas.hold_invitations(host, counted))
    await run_within(partial(quotas.require_invitations, host, seats, counted), keep)


@changing
async def free_seat(table: Table, host: int, person: int) -> None:
    """Take back a reservation.

    :raises Refused: when there is none for this person, the game has started, or ``host`` is not the host.
    """
    at = table.position
    require_open(at)
    require_host(at, host)
    others = [seat for seat in at.seats if seat.person != person or seat.standing != "reserved"]
    if len(others) == len(at.seats):
        raise Refused(say("No seat is kept for this person."))
    await seat_all(table, others)


def reserved_seat(person: int, name: str) -> SeatRow:
    """Return a seat that is reserved for a person, not yet numbered."""
    return SeatRow(0, person, name, standing="reserved")


def invitation_text(at: Position) -> Text:
    """Return the invitation to a reserved seat."""
    host = next(seat.seat for seat in at.seats if seat.person == at.row.host)
    return say(RATED_INVITATION if at.row.rated else INVITATION, host=by_id(at, host), table=at.id, game=at.game.title)


def require_host(at: Position, person: int) -> None:
    """Require that a person hosts the table.

    :raises Refused: when somebody else does.
    """
    if person != at.row.host:
        raise Refused(say("Only {host}, who hosts this table, can do that.", host=_host_name(at)))


def _host_name(at: Position) -> Text:
    """Return the name of an open table's host."""
    return next(at.called[seat.seat] for seat in at.seats if seat.person == at.row.host)


def require_guest(at: Position, person: int) -> None:
    """Require that a person has a seat or a reservation at an open table.

    :raises Refused: when they have neither.
    """
    if all(seat.person != person for seat in at.seats):
        raise Refused(say("You are not at this table."))


def check_terms(rules: AnyGame, row: TableRow) -> None:
    """Check that the size and the options in a table's row fit its game.

    :raises Refused: when they do not.
    """
    if row.size not in rules.seats:
        least, most = min(rules.seats), max(rules.seats)
        raise Refused(say("{game} is for {least} to {most} players.", game=rules.title, least=least, most=most))
    known = tuple(variant.key for variant in rules.variants)
    for variant in sorted(set(row.variants.split()) - set(known)):
        if not known:
            raise Refused(say("{game} has no options.", game=rules.title))
        told = say("“{option}” is not an option of {game}. Options: {known}.", option=variant[:40], game=rules.title, known=known)
        raise Refused(told)


async def row_with_terms(store: Store, rules: AnyGame, row: TableRow, terms: Terms, seats: Sequence[SeatRow]) -> TableRow:
    """Return the row of a new table with its terms.

    :raises Refused: when the terms do not fit the game or the server, or there are more players than seats.
    """
    row = with_terms(row, terms)
    check_terms(rules, row)
    if len(seats) > row.size:
        people = sum(not seat.level for seat in seats)
        told = say(
            "There are more computers than free seats: people take {people} of {size} seats.", size=row.size, people=people
        )
        raise Refused(told)
    require_rated_terms(row, seats)
    await require_ratings(store, row)
    return row._replace(hints=IN_PRACTICE) if terms.hints is None else row


def with_terms(row: TableRow, terms: Terms) -> TableRow:
    """Return a table's row with other terms; empty terms change nothing. An untimed table always waits.

    :raises Refused: when a term is not on offer.
    """
    new = row._replace(**{name: value for name, value in asdict(terms).items() if value not in ("", None)})
    require_one_of(new.seating, SEATINGS)
    require_one_of(new.points, POINTS)
    require_one_of(new.guidance, GUIDANCE)
    require_one_of(new.pace, tuple(PACE_SECONDS))
    require_one_of(new.lapse, tuple(TIMEOUT_ACTIONS))
    return new._replace(lapse="wait") if PACE_SECONDS[new.pace] is None else new


def terms_text(row: TableRow) -> Text:
    """Return the time limit of a table, and what happens at its end."""
    return say("{pace}; when time is up: {lapse}", pace=PACE_NAMES[row.pace], lapse=TIMEOUT_ACTIONS[time_out_action(row)])


def require_one_of(given: str, known: Sequence[str]) -> None:
    """Require that a value is on offer.

    :raises Refused: when it is not.
    """
    if given not in known:
        raise Refused(say("“{given}” is not possible here. You can choose: {known}.", given=given[:40], known=tuple(known)))


def full_table_text(at: Position) -> Text:
    """Return why nobody can join this table."""
    kept = tuple(at.called[seat.seat] for seat in at.seats if seat.standing == "reserved")
    if kept:
        return say("No seat of this table is free; some are kept for {names}.", names=kept)
    return say_n("The seat of this table is taken.", "All {count} seats of this table are taken.", at.row.size)


def number_seats(seats: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
    """Return these players with seat numbers from 0, in this order."""
    return tuple(seat._replace(seat=number) for number, seat in enumerate(seats))


async def _full_notices(table: Table, seated: int) -> tuple[OutboxRow, ...]:
    """Return a notice to the host that the last seat was taken. It lapses if the table starts or changes within a minute."""
    row = table.position.row
    if seated < row.size:
        return ()
    direct = (await read_person_settings(table.store, row.host)).direct
    text = say("All seats of table {table} are taken. Press **Start** there when you are ready.", table=table.id)
    told = notice(table.id, "full", text, person=row.host, direct=direct)
    return (told._replace(not_before=table.now() + FULL_NOTICE_DELAY_SECONDS),)


async def seat_all(
    table: Table, seats: Sequence[SeatRow], *notices: OutboxRow, level: str | None = None, hold: Sequence[Statement] = ()
) -> None:
    """Seat these players in this order. Caller holds the lock.

    :param level: the playing strength of computers that are added later.
    :param hold: limits that must hold after it.
    """
    row = table.position.row
    row = row if level is None else row._replace(level=level)
    await table.change(TableStep(row, number_seats(seats), notices=notices, cause=Cause(limits=hold)))
