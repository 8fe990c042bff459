"""What the others at a table are asked to agree to, and what happens when they do.

Pausing, ending early, other terms and undoing what concerns others need the yes of everyone else who sits there. A seat changes
hands when the newcomer says yes and so does the host, or else most of those who sit there.
"""

from __future__ import annotations

from dataclasses import dataclass

from db.rows import BallotRow, NoticeRow
from host.codec import decode, encode
from host.deadlines import DAY
from host.leaving import AGREED, end, pause, replace
from host.refusal import Refused
from host.table import Table
from host.undo import asked_back
from rules.game import Event, Seat
from rules.text import Text, say, who

EXPIRY = 2 * DAY
CLOSED = say("This question is closed.")


@dataclass(frozen=True, slots=True)
class Subject:
    """What a question is about: the newest moves since ``back_to`` (undo), a seat for ``person`` (replace), or other terms."""

    back_to: int = 0
    seat: Seat = 0
    person: int = 0
    name: str = ""
    pace: str = ""
    lapse: str = ""


def subject_of(ballot: BallotRow) -> Subject:
    return decode(ballot.subject, Subject)


async def ask(table: Table, kind: str, asker: int, subject: Subject, question: Text) -> int | None:
    """Put a question to the others; its id, or None where nobody needs to be asked and it was done at once.

    :raises Refused: if the asker does not sit there, or this is being asked already.
    """
    async with table.lock:
        table.require_seat(asker)
        if any(one.kind == kind for one in await table.store.ballots.open(table.id)):
            raise Refused(say("This has been asked already. The answer is still open."))
        row = BallotRow(0, table.id, kind, encode(subject), asker, table.seq, table.now() + EXPIRY)
        if _standing(table, row, {}) == "agreed":
            await _carry_out(table, row)
            return None
        person = subject.person if kind == "replace" else None
        notice = NoticeRow(0, table.id, None, "ballot", None, person, 0, encode(question))
        return await table.store.ballots.ask(row, notice)


async def vote(table: Table, ballot: int, person: int, *, yes: bool) -> BallotRow:
    """Somebody answers; the ballot as it is then, carried out if that settles it.

    :raises Refused: if the question is closed, or not put to this person.
    """
    async with table.lock:
        row = await table.store.ballots.get(ballot)
        if row is None or row.table != table.id or row.outcome or row.expires <= table.now():
            raise Refused(CLOSED)
        if person not in voters(table, row):
            raise Refused(say("This question is not put to you."))
        await table.store.ballots.vote(ballot, person, yes=yes)
        outcome = _standing(table, row, await table.store.ballots.votes(ballot))
        if outcome == "agreed":
            await _carry_out(table, row)
        elif outcome:
            await table.store.ballots.settle(ballot, outcome)
        return row._replace(outcome=outcome)


async def withdraw(table: Table, ballot: int, person: int) -> BallotRow:
    """The asker takes the question back; raises `Refused`."""
    row = await table.store.ballots.get(ballot)
    if row is None or row.table != table.id or row.asker != person:
        raise Refused(say("Only who has asked can take a question back."))
    if not await table.store.ballots.settle(ballot, "withdrawn"):
        raise Refused(CLOSED)
    return row._replace(outcome="withdrawn")


def voters(table: Table, ballot: BallotRow) -> tuple[int, ...]:
    """The persons whose answer is asked for."""
    others = tuple(seat.person for seat in table.seated if seat.person != ballot.asker)
    if ballot.kind != "replace":
        return others
    subject = subject_of(ballot)
    leaving = table.seats[subject.seat].person
    return (subject.person, *(person for person in others if person not in (leaving, subject.person)))


def _standing(table: Table, ballot: BallotRow, votes: dict[int, bool]) -> str:
    """``agreed``, ``declined``, or nothing yet."""
    asked = voters(table, ballot)
    yes = {person for person in asked if votes.get(person)}
    no = {person for person in asked if votes.get(person) is False}
    if ballot.kind != "replace":
        return "declined" if no else "agreed" if len(yes) == len(asked) else ""
    newcomer, *others = asked
    if newcomer in no or 2 * len(no) > len(others) + 1:
        return "declined"
    consent = ballot.asker == table.row.host or 2 * (len(yes - {newcomer}) + 1) > len(others) + 1
    return "agreed" if newcomer in yes and consent else ""


async def _carry_out(table: Table, ballot: BallotRow) -> None:
    subject, settled = subject_of(ballot), ballot._replace(outcome="agreed")
    kept = settled if ballot.id else None
    if ballot.kind == "undo":
        await _undo(table, ballot, subject, kept)
    elif ballot.kind == "pause":
        await pause(table, kept)
    elif ballot.kind == "end":
        await end(table, "agreed", (Event("ended", AGREED),), ballot=kept)
    elif ballot.kind == "replace":
        await replace(table, subject.seat, subject.person, subject.name, kept)
    else:
        await _change_terms(table, subject, kept)


async def _undo(table: Table, ballot: BallotRow, subject: Subject, kept: BallotRow | None) -> None:
    moves, before = await asked_back(table, subject.back_to)
    seat = table.seat_of(ballot.asker)
    assert seat is not None
    text = say("{seat} takes back {move}, as the others agreed.", seat=who(seat), move=moves[0].path)
    await table.take_back(moves, before, Event("undone", text), ballot=kept)


async def _change_terms(table: Table, subject: Subject, kept: BallotRow | None) -> None:
    row = table.row._replace(seq=table.seq + 1, pace=subject.pace or table.row.pace, lapse=subject.lapse or table.row.lapse)
    clocks = tuple([await table.clock(one.seat, one.began, one.rung, row) for one in table.clocks.values()])
    event = Event("terms", say("Everyone agreed to other terms of time."))
    await table.change(row, clocks=clocks, remark=(event,), tell=True, ballot=kept)
