"""Notices: sentences that are queued for a channel or a person."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from db.rows import ClockRow, OutboxRow, SeatRow
from host.codec import decode, encode
from host.deadlines import next_awake
from host.settings import PersonSettings
from rules.game import Seat
from rules.text import Text, say, who

NEXT = say("You are next: the turn before yours has begun.")
WAITING = say("## Waiting for you")
NEXT_UP_PLAYERS = 3  # at least; of two people, the other one is always next


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence for a channel or a person. ``direct``: as a direct message, if the person allows it."""

    text: Text
    direct: bool = False


def notice(
    table: int | None, subject: str, text: Text, *, seat: Seat | None = None, person: int | None = None, direct: bool = False
) -> OutboxRow:
    """Return a notice, not yet queued.

    :param subject: a key that decides its buttons and when it loses its sense.
    :param seat: the seat whose move makes it pointless.
    :param person: the person to ping.
    """
    payload = encode(Notice(text, direct))
    return OutboxRow(0, table, None, "notice", subject, seat=seat, person=person, payload=payload)


def digest_notice(person: int) -> OutboxRow:
    """Return the daily message to a person, not yet queued. A person has one at most; its content is found when it is sent."""
    return notice(None, "digest", WAITING, person=person, direct=True)._replace(queue=f"digest:{person}")


def notice_of(row: OutboxRow) -> Notice:
    return decode(row.payload, Notice)


def away_notices(table: int, before: Mapping[Seat, ClockRow], clocks: Iterable[ClockRow]) -> tuple[OutboxRow, ...]:
    """Return a notice for each person who is away and for whom the table begins to wait."""
    known = {seat: clock.away for seat, clock in before.items()}
    leaving = [clock for clock in clocks if clock.away is not None and clock.away != known.get(clock.seat)]
    return tuple(notice(table, "away", say("{seat} is away.", seat=who(clock.seat)), seat=clock.seat) for clock in leaving)


def next_up_notices(
    table: int, seats: Sequence[SeatRow], acting: Seat, people: Mapping[int, PersonSettings], now: float
) -> tuple[OutboxRow, ...]:
    """Return a notice to the person after this seat that they are next, if they want one and do not rest.

    Two people get none: the other one is always next.
    """
    order = [*seats[acting + 1 :], *seats[:acting]]
    following = next((seat for seat in order if seat.is_person), None)
    if following is None or sum(seat.is_person for seat in seats) < NEXT_UP_PLAYERS:
        return ()
    person = people[following.person]
    if not person.next_up or next_awake(now, person.rest) > now:
        return ()
    return (notice(table, "next", NEXT, seat=acting, person=following.person, direct=True),)
