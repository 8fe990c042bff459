"""Notices: sentences that a place or a person is owed; and those that more than one thing brings about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from db.rows import ClockRow, OutboxRow, SeatRow
from host.codec import decode, encode
from host.deadlines import awake
from host.settings import Person
from rules.game import Seat
from rules.text import Text, say, who

NEXT = say("You are next: it is the turn of the seat before yours.")
WAITING = say("## Waiting for you")
LEAST_FOR_NEXT = 3  # people; of two, the other is always next


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence for a place, or for a person, ``direct`` if they want direct messages."""

    text: Text
    direct: bool = False


def notice(
    table: int | None, subject: str, text: Text, *, seat: Seat | None = None, person: int | None = None, direct: bool = False
) -> OutboxRow:
    """A notice, not yet owed; ``seat`` is the one whose move makes it pointless, ``person`` the one who is pinged."""
    payload = encode(Notice(text, direct))
    return OutboxRow(0, table, None, "notice", subject, seat=seat, person=person, payload=payload)


def digest(person: int, at: float) -> OutboxRow:
    """What waits for somebody, told at this time in one message; there is one at a time, and what it says is found then."""
    told = notice(None, "digest", WAITING, person=person, direct=True)
    return told._replace(queue=f"digest:{person}", not_before=at)


def notice_of(row: OutboxRow) -> Notice:
    return decode(row.payload, Notice)


def departures(table: int, before: Mapping[Seat, ClockRow], clocks: Iterable[ClockRow]) -> tuple[OutboxRow, ...]:
    """Tell that the table waits for somebody who is away; once."""
    known = {seat: clock.away for seat, clock in before.items()}
    leaving = [clock for clock in clocks if clock.away is not None and clock.away != known.get(clock.seat)]
    return tuple(notice(table, "away", say("{seat} is away.", seat=who(clock.seat)), seat=clock.seat) for clock in leaving)


def next_up(
    table: int, seats: Sequence[SeatRow], acting: Seat, people: Mapping[int, Person], now: float
) -> tuple[OutboxRow, ...]:
    """Tell the person after this seat that they are next, if they want to know and do not rest."""
    order = [*seats[acting + 1 :], *seats[:acting]]
    following = next((seat for seat in order if seat.is_person), None)
    if following is None or sum(seat.is_person for seat in seats) < LEAST_FOR_NEXT:
        return ()
    person = people[following.person]
    if not person.next_up or awake(now, person.rest) > now:
        return ()
    return (notice(table, "next", NEXT, seat=acting, person=following.person, direct=True),)
