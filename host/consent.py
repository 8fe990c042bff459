"""Consent of the others: what a question to them is about, whose answer it takes, and what the answers make of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from db.rows import BallotRow
from host.codec import decode, encode
from host.position import Position
from rules.game import Seat


@dataclass(frozen=True, slots=True)
class Subject:
    """What a question is about: the newest moves since ``back_to`` (undo), a seat for ``person`` instead of ``leaver`` (replace),
    other terms, or another language.

    When it was ``asked``, whether it was told then that ``silence`` is a yes, whether it was ``prolonged``, and whether limits
    on tables count for ``person`` (``bounded``), make it no other one; earlier versions did not keep this.
    """

    back_to: int = 0
    seat: Seat = 0
    leaver: int = 0
    person: int = 0
    name: str = ""
    pace: str = ""
    lapse: str = ""
    language: str = ""
    bounded: bool = field(default=True, compare=False)
    asked: float = field(default=0.0, compare=False)
    silence: bool = field(default=True, compare=False)
    prolonged: bool = field(default=False, compare=False)


def subject_of(ballot: BallotRow) -> Subject:
    return decode(ballot.subject, Subject)


def asking(at: Position, kind: str, asker: int, subject: Subject, now: float) -> BallotRow:
    """The question as it would be put now; its end is not known yet."""
    row = BallotRow(0, at.id, kind, encode(subject), asker, 0.0)
    return row._replace(subject=encode(replace(subject, asked=now, silence=silence_agrees(at, row))))


def voters(at: Position, ballot: BallotRow) -> tuple[int, ...]:
    """Whose answer is asked for; the newcomer first, unless it was they who asked. If the host asks, nobody else has to agree.

    Where nobody else sits there, a move is taken back only if those agree who may come back.
    """
    others = tuple(seat.person for seat in at.seated if seat.person != ballot.asker)
    if ballot.kind == "undo":
        return others or tuple(seat.person for seat in at.may_return)
    if ballot.kind != "replace":
        return others
    newcomer = subject_of(ballot).person
    asked = (newcomer,) if newcomer != ballot.asker else ()
    return (*asked, *(others if ballot.asker != at.row.host else ()))


def silence_agrees(at: Position, ballot: BallotRow) -> bool:
    """Is it agreed to where nobody answers in time? Whoever let the time run out here may say no, but holds nobody up.

    It is so only if those asked were told so, and none of them has come back since.
    """
    absent = ballot.kind == "undo" and all(seat.person == ballot.asker for seat in at.seated)
    return absent and subject_of(ballot).silence


def standing(at: Position, ballot: BallotRow, votes: dict[int, bool]) -> str:
    """What these votes make of it: ``agreed``, ``declined``, ``void`` where it concerns nobody any more, or nothing yet."""
    if not concerns(at, ballot):
        return "void"
    asked = voters(at, ballot)
    no = {person for person in asked if votes.get(person) is False}
    yes = {person for person in asked if votes.get(person)}
    if ballot.kind == "replace":
        return _standing_of_seat(at, subject_of(ballot).person, yes | {ballot.asker}, no)
    return "declined" if no else "agreed" if len(yes) == len(asked) else ""


def _standing_of_seat(at: Position, newcomer: int, yes: set[int], no: set[int]) -> str:
    people = {seat.person for seat in at.seated}
    consent = at.row.host in yes or 2 * len(yes & people) > len(people)
    hopeless = at.row.host in no and 2 * len(people - no) <= len(people)
    if newcomer in no or hopeless:
        return "declined"
    return "agreed" if newcomer in yes and consent else ""


def concerns(at: Position, ballot: BallotRow) -> bool:
    """Does it still make sense?"""
    if ballot.kind == "replace":
        subject = subject_of(ballot)
        return at.seats[subject.seat].person == subject.leaver and not sits(at, subject.person, subject.seat)
    return at.seat_of(ballot.asker) is not None and not (ballot.kind == "pause" and at.row.paused is not None)


def sits(at: Position, person: int, but: Seat) -> bool:
    """Has this person a seat here already, were it one that a stand-in plays? The seat they would come back to is none."""
    return any(one.person == person for one in at.seats if one.seat != but or one.standing == "seated")
