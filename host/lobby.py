"""An open table before its start: who sits there, whose seats are kept, what is agreed on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from random import Random

from db.rows import OutboxRow, SeatRow, TableRow
from db.statement import Statement
from host.deadlines import PACES
from host.notices import notice
from host.outline import IN_PRACTICE
from host.position import CANCELLED, OVER, Position
from host.quotas import quotas_of, within
from host.refusal import Refused
from host.settings import person_of
from host.step import Cause, TableStep
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
LAPSES = {  # what happens when the time for a turn is over
    "wait": say("the table waits"),
    "stand-in": say("the bot plays the turn as a stand-in"),
    "give-up": say("the bot plays; after 3 turns in a row the seat is given up"),
}
SEATINGS = ("joined", "random")
GUIDANCE = ("none", "first")  # with each question a line of the rules, for those who play the game for the first time
POINTS = ("shown", "hidden")  # those that an answer brings, before it is given
SOON = 60.0  # seconds in which a host who looks on starts by themselves
INVITATION = message(
    "{host} keeps a seat for you at table {table}, {game}. Press **Join** there to take it, or **Leave** to let it go."
)


@dataclass(frozen=True, slots=True)
class Terms:
    """What a table agrees on before its start; what is empty is as usual, or stays as it is."""

    size: int | None = None
    pace: str = ""
    lapse: str = ""
    seating: str = ""
    points: str = ""
    guidance: str = ""
    language: str = ""
    hints: int | None = None

    @classmethod
    def of(cls, row: TableRow) -> Terms:
        """What a table has agreed on."""
        return cls(**{name: getattr(row, name) for name in cls.__slots__})


def require_open(at: Position) -> None:
    """Has the table not started yet? Raises `Refused`."""
    if at.row.status != "open":
        raise Refused({"running": say("This game has started already."), "over": OVER}.get(at.row.status, CANCELLED))


@changing
async def join(table: Table, person: int, name: str, *, bounded: bool = False) -> None:
    """Take a free seat, or the one kept for this person; with ``bounded`` limits count. Raises `Refused`."""
    at = table.position
    require_open(at)
    if at.seat_of(person) is not None:
        raise Refused(say("You sit at this table already."))
    kept = any(seat.person == person for seat in at.seats)
    if not kept and len(at.seats) >= at.row.size:
        raise Refused(full(at))
    if bounded:
        await (await quotas_of(table)).require_running(person)
    others = [seat for seat in at.seats if seat.standing == "reserved" and seat.person != person]
    await seat_all(table, [*at.players, SeatRow(0, person, name), *others], *await _full_now(table, len(at.players) + 1))


@changing
async def leave(table: Table, person: int) -> None:
    """Give one's seat up, or let the one go that was kept; the next person becomes host, an empty table is cancelled."""
    at = table.position
    require_open(at)
    require_guest(at, person)
    others = [seat for seat in at.seats if seat.person != person]
    await (seat_all(table, others) if any(seat.person != person for seat in at.seated) else close(table))


@changing
async def start(table: Table, person: int, interaction: int, random: Random, bounded: Sequence[int] = ()) -> None:
    """Begin to play, without those who have not taken their seats; raises `Refused`.

    :param bounded: the people for whom the limits on tables count.
    """
    at = table.position
    require_ready(at, person)
    playing = list(at.players)
    if at.row.seating == "random":
        playing = random.sample(playing, len(playing))
    quotas = await quotas_of(table)
    hold = quotas.hold_start(table.id, playing, bounded)
    begin = partial(table.begin, numbered(playing), interaction, hold)
    await within(partial(quotas.require_start, at, person, bounded), begin)


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
        here = say_n(
            "{count} sits here. Others can press **Join**, or else **Add a computer**.",
            "{count} sit here. Others can press **Join**, or else **Add a computer**.",
            count,
        )
        raise Refused(joined(" ", needed, here))


@changing
async def cancel(table: Table, person: int, *, admin: bool = False) -> None:
    """Close the table; its host may, and who manages the server; raises `Refused`."""
    at = table.position
    require_open(at)
    if not admin:
        require_host(at, person)
    await close(table)


async def close(table: Table, why: str = "", *notices: OutboxRow) -> None:
    """The table ends before its game has begun; whoever calls holds the lock."""
    at = table.position
    row = at.row._replace(status="cancelled", ending=why, seq=at.seq + 1, wake=None)
    await table.change(TableStep(row, notices=notices))


@changing
async def agree(table: Table, host: int, terms: Terms) -> None:
    """Other terms, for all to see before the start; raises `Refused`."""
    at = table.position
    require_open(at)
    require_host(at, host)
    row = with_terms(at.row, terms)
    check_terms(at.game, row)
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
async def reserve(table: Table, host: int, person: int, name: str, *, bounded: bool = False) -> None:
    """Keep a free seat for somebody, and send them an invitation.

    :param bounded: whether the limits on invitations count.
    :raises Refused: when the game has started, no seat is free, this person has one, or a limit is reached.
    """
    at = table.position
    require_open(at)
    require_host(at, host)
    if known := next((seat for seat in at.seats if seat.person == person), None):
        raise Refused(say("{name} has a seat at this table already.", name=at.called[known.seat]))
    if len(at.seats) >= at.row.size:
        raise Refused(full(at))
    direct = (await person_of(table.store, person)).direct
    told = notice(table.id, "invited", invitation(at), person=person, direct=direct)
    quotas, kept = await quotas_of(table), reserved(person, name)
    counted, seats = [person] if bounded else [], numbered([*at.seats, kept])
    keep = partial(seat_all, table, seats, told, hold=quotas.hold_invitations(host, counted))
    await within(partial(quotas.require_invitations, host, seats, counted), keep)


@changing
async def free(table: Table, host: int, person: int) -> None:
    """Keep a seat no longer; raises `Refused`."""
    at = table.position
    require_open(at)
    require_host(at, host)
    others = [seat for seat in at.seats if seat.person != person or seat.standing != "reserved"]
    if len(others) == len(at.seats):
        raise Refused(say("No seat is kept for this person."))
    await seat_all(table, others)


def reserved(person: int, name: str) -> SeatRow:
    """A seat that is kept for somebody."""
    return SeatRow(0, person, name, standing="reserved")


def invitation(at: Position) -> Text:
    """What somebody is told whose seat is kept."""
    return say(INVITATION, host=_host(at), table=at.id, game=at.game.title)


def require_host(at: Position, person: int) -> None:
    """Only the host may do this before the start; raises `Refused`."""
    if person != at.row.host:
        raise Refused(say("Only {host}, who hosts this table, can do that.", host=_host(at)))


def _host(at: Position) -> Text:
    """Return what the host of an open table is called."""
    return next(at.called[seat.seat] for seat in at.seats if seat.person == at.row.host)


def require_guest(at: Position, person: int) -> None:
    """Only who has a seat, or for whom one is kept, may do this before the start; raises `Refused`."""
    if all(seat.person != person for seat in at.seats):
        raise Refused(say("You do not sit at this table."))


def check_terms(rules: AnyGame, row: TableRow) -> None:
    """Can a table be held like this? Raises `Refused`."""
    if row.size not in rules.seats:
        least, most = min(rules.seats), max(rules.seats)
        raise Refused(say("{game} is for {least} to {most} players.", game=rules.title, least=least, most=most))
    known = tuple(variant.key for variant in rules.variants)
    for variant in sorted(set(row.variants.split()) - set(known)):
        if not known:
            raise Refused(say("{game} has no options.", game=rules.title))
        told = say("“{option}” is no option of {game}. Options: {known}.", option=variant[:40], game=rules.title, known=known)
        raise Refused(told)


def agreed(rules: AnyGame, row: TableRow, terms: Terms, seats: Sequence[SeatRow]) -> TableRow:
    """A new table with its terms, at which there is a seat for all of these; raises `Refused`."""
    row = with_terms(row, terms)
    check_terms(rules, row)
    if len(seats) > row.size:
        people = sum(not seat.level for seat in seats)
        told = say("There are more computers than free seats. Seats: {size}, for people: {people}.", size=row.size, people=people)
        raise Refused(told)
    return row._replace(hints=IN_PRACTICE) if terms.hints is None else row


def with_terms(row: TableRow, terms: Terms) -> TableRow:
    """A table with other terms; what is empty stays as it is, an untimed table waits. Raises `Refused`."""
    new = row._replace(**{name: value for name, value in asdict(terms).items() if value not in ("", None)})
    one_of(new.seating, SEATINGS)
    one_of(new.points, POINTS)
    one_of(new.guidance, GUIDANCE)
    one_of(new.pace, tuple(PACES))
    one_of(new.lapse, tuple(LAPSES))
    return new._replace(lapse="wait") if PACES[new.pace] is None else new


def one_of(given: str, known: Sequence[str]) -> None:
    """Is this one of the values on offer? Raises `Refused`."""
    if given not in known:
        raise Refused(say("“{given}” is not on offer. There are: {known}.", given=given[:40], known=tuple(known)))


def full(at: Position) -> Text:
    """Why nobody can come to this table."""
    kept = tuple(at.called[seat.seat] for seat in at.seats if seat.standing == "reserved")
    if kept:
        return say("No seat of this table is free; some are kept for {names}.", names=kept)
    return say_n("The seat of this table is taken.", "All {count} seats of this table are taken.", at.row.size)


def numbered(seats: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
    """These people and computers in this order, on the first seats."""
    return tuple(seat._replace(seat=number) for number, seat in enumerate(seats))


async def _full_now(table: Table, seated: int) -> tuple[OutboxRow, ...]:
    """The host is told that the last seat is taken, unless the table starts or changes soon."""
    row = table.position.row
    if seated < row.size:
        return ()
    direct = (await person_of(table.store, row.host)).direct
    text = say("All seats of table {table} are taken. Press **Start** there when you are ready.", table=table.id)
    told = notice(table.id, "full", text, person=row.host, direct=direct)
    return (told._replace(not_before=table.now() + SOON),)


async def seat_all(
    table: Table, seats: Sequence[SeatRow], *notices: OutboxRow, level: str | None = None, hold: Sequence[Statement] = ()
) -> None:
    """These people and computers in this order; whoever calls holds the lock.

    :param level: of computers that are added later.
    :param hold: what must hold after that.
    """
    row = table.position.row
    row = row if level is None else row._replace(level=level)
    await table.change(TableStep(row, numbered(seats), notices=notices, cause=Cause(limits=hold)))
