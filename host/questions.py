"""Kinds of questions that players put to the others at a table.

Each kind is a class. Its fields say what is asked; they are stored as JSON in ``ballots.subject``, and its ``kind`` in
``ballots.kind``. Its methods say who votes, when a question has lost its sense, what the votes decide, and how to carry it out.
`host.ballots` puts questions, counts votes and closes questions of all kinds alike.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from db.rows import BallotRow, SeatRow
from host.codec import decode
from host.leaving import AGREED, AT_WILL, end, pause, replace_player, seats_after_takeover
from host.lobby import Terms, with_terms
from host.position import Position
from host.quotas import quotas_of
from host.rated import HANDED_OVER, NO_CHANGE
from host.step import Cause, TableStep
from host.table import Table
from host.undo import moves_since, undone_event
from rules.game import Event, Seat
from rules.text import Text, message, say

TERMS = say("Everyone agreed to new terms. The current turn starts over.")
TERMS_ALONE = say("New terms apply from now on. The current turn starts over.")
LANGUAGE = message("Everyone agreed to a new language for this table: {language}")
LANGUAGE_ALONE = message("This table now has another language: {language}")


@dataclass(frozen=True, kw_only=True)
class Question(ABC):
    """A question of any kind. Two are equal if they ask the same, whenever they were put.

    ``asked`` is the time when it was put, in seconds since 1970. ``silence`` says that voters were told then that no answer
    counts as a yes. ``prolonged`` says that they were given more time after an outage. Questions that earlier versions stored
    may lack fields, so each has a default.
    """

    kind: ClassVar[str]
    reminder: ClassVar[Text]  # tells the asker which of their questions was answered

    asked: float = field(default=0.0, compare=False)
    silence: bool = field(default=True, compare=False)
    prolonged: bool = field(default=False, compare=False)

    @property
    def newcomer(self) -> int:
        """Return the person who would take over a seat, 0 if nobody would."""
        return 0

    @property
    def people(self) -> tuple[tuple[int, str], ...]:
        """Return ids and names of people without a seat whom the question names."""
        return ()

    @property
    def rated_note(self) -> Text | None:
        """Return a sentence to add in a rated game."""
        return None

    def voters(self, at: Position, asker: int) -> tuple[int, ...]:
        """Return the people who may answer: all seated people but the asker. Without any, the answer is yes at once."""
        return tuple(seat.person for seat in at.seated if seat.person != asker)

    def still_applies(self, at: Position, asker: int) -> bool:
        """Return whether the question still makes sense; else it is closed as void."""
        return at.seat_of(asker) is not None

    def silence_agrees(self, at: Position, asker: int) -> bool:
        """Return whether the answer is yes if nobody votes in time."""
        return False

    def is_open_as(self, other: Question) -> bool:
        """Return whether the open question ``other`` prevents this question from being put."""
        return self.kind == other.kind

    def decide(self, at: Position, asker: int, votes: Mapping[int, bool]) -> str:
        """Return the outcome of these votes by person: ``agreed``, ``declined``, or empty while votes are missing."""
        voters = self.voters(at, asker)
        answers = [votes.get(person) for person in voters]
        return "declined" if False in answers else "agreed" if all(answers) else ""

    def seats_for_limits(self, at: Position) -> tuple[SeatRow, ...]:
        """Return the table's seats after the change if the limits on tables count for a newcomer, else none."""
        return ()

    async def require_within_limits(self, table: Table, asker: int) -> None:
        """Require that a newcomer may play at one more table.

        :param asker: the person who reads the refusal.
        :raises Refused: when they play at too many.
        """
        if seats := self.seats_for_limits(table.position):
            await (await quotas_of(table)).require_takeover(seats, self.newcomer, asker)

    @abstractmethod
    async def carry_out(self, table: Table, asker: int, cause: Cause) -> None:
        """Carry out the answer yes to this question. Caller holds the lock.

        :param cause: with the ballot that this settles; without one, nobody had to be asked.
        :raises db.statement.Exceeded: when a limit would not hold any more.
        """


@dataclass(frozen=True)
class Undo(Question):
    """Take back the move with seq ``back_to`` and all later ones."""

    kind = "undo"
    reminder = say("You asked to take a move back.")

    back_to: int = 0

    def voters(self, at: Position, asker: int) -> tuple[int, ...]:
        """Return the seated people but the asker; without any, the people who may come back to a seat."""
        return super().voters(at, asker) or tuple(seat.person for seat in at.may_return)

    def silence_agrees(self, at: Position, asker: int) -> bool:
        """Return whether only people who let their time run out may vote, and were told that silence is a yes."""
        return self.silence and all(seat.person == asker for seat in at.seated)

    async def carry_out(self, table: Table, asker: int, cause: Cause) -> None:
        moves, before = await moves_since(table, self.back_to)
        await table.take_back(moves, before, undone_event(table.position.require_seat(asker), moves), cause)


@dataclass(frozen=True)
class Pause(Question):
    """Stop the clocks until somebody resumes."""

    kind = "pause"
    reminder = say("You asked for a pause.")

    def still_applies(self, at: Position, asker: int) -> bool:
        return at.row.paused is None and super().still_applies(at, asker)

    async def carry_out(self, table: Table, asker: int, cause: Cause) -> None:
        await pause(table, cause)


@dataclass(frozen=True)
class End(Question):
    """End the game as it stands."""

    kind = "end"
    reminder = say("You asked to end the game.")

    @property
    def rated_note(self) -> Text | None:
        return NO_CHANGE

    async def carry_out(self, table: Table, asker: int, cause: Cause) -> None:
        await end(table, "agreed", (Event("ended", AGREED if cause.ballot else AT_WILL),), cause=cause)


@dataclass(frozen=True)
class NewTerms(Question):
    """Change the time for a turn to this pace, and what happens at its end (``lapse``)."""

    kind = "terms"
    reminder = say("You asked to change the time limit.")

    pace: str = ""
    lapse: str = ""

    async def carry_out(self, table: Table, asker: int, cause: Cause) -> None:
        at = table.position
        row = with_terms(at.after_activity(table.now()), Terms(pace=self.pace, lapse=self.lapse))
        clocks, told = (await table.clock_maker()).restart_all(at, row), Event("terms", TERMS if cause.ballot else TERMS_ALONE)
        await table.change(TableStep(row, clocks=clocks, remarks=(told,), posts_board=True, cause=cause))


@dataclass(frozen=True)
class NewLanguage(Question):
    """Change the table's language to this code, which is called ``name``."""

    kind = "language"
    reminder = say("You asked to change the language of the table.")

    language: str = ""
    name: str = ""

    async def carry_out(self, table: Table, asker: int, cause: Cause) -> None:
        row = table.position.after_activity(table.now())._replace(language=self.language)
        told = say(LANGUAGE if cause.ballot else LANGUAGE_ALONE, language=self.name or self.language)
        await table.change(TableStep(row, remarks=(Event("language", told),), posts_board=True, cause=cause))


@dataclass(frozen=True)
class NewPlayer(Question):
    """Give a seat to ``person``, called ``name``, instead of ``leaver``.

    With ``bounded``, the limits on tables count for the person.
    """

    kind = "replace"
    reminder = say("You asked for a new player to take over a seat.")

    seat: Seat = 0
    leaver: int = 0
    person: int = 0
    name: str = ""
    bounded: bool = field(default=True, compare=False)

    @property
    def newcomer(self) -> int:
        return self.person

    @property
    def people(self) -> tuple[tuple[int, str], ...]:
        return ((self.person, self.name),)

    @property
    def rated_note(self) -> Text | None:
        return HANDED_OVER if self.person != self.leaver else None

    def voters(self, at: Position, asker: int) -> tuple[int, ...]:
        """Return the newcomer and, in a rated game, the leaver; the other seated people, too, unless the host asked."""
        others = () if asker == at.row.host else super().voters(at, asker)
        return tuple(dict.fromkeys(one for one in (*self.must_agree(at), *others) if one != asker))

    def must_agree(self, at: Position) -> tuple[int, ...]:
        """Return the people without whose yes nothing changes: the newcomer, and a leaver who would lose a rated game by it."""
        seat = at.seats[self.seat]
        loses = at.row.rated and seat.is_person and seat.person == self.leaver != self.person
        return (self.person, self.leaver) if loses else (self.person,)

    def still_applies(self, at: Position, asker: int) -> bool:
        """Return whether the former player still has the seat, and the newcomer has no other one."""
        return at.seats[self.seat].person == self.leaver and not has_seat(at, self.person, self.seat)

    def is_open_as(self, other: Question) -> bool:
        return isinstance(other, NewPlayer) and self.seat == other.seat

    def decide(self, at: Position, asker: int, votes: Mapping[int, bool]) -> str:
        """Return the outcome: it takes the yes of `must_agree`, and of the host or more than half of the seated people."""
        required, voters = {*self.must_agree(at)}, self.voters(at, asker)
        people, host = {seat.person for seat in at.seated}, at.row.host
        yes = {person for person in voters if votes.get(person)} | {asker}
        no = {person for person in voters if votes.get(person) is False}
        if required & no or (host in no and 2 * len(people - no) <= len(people)):
            return "declined"
        return "agreed" if required <= yes and (host in yes or 2 * len(yes & people) > len(people)) else ""

    def seats_for_limits(self, at: Position) -> tuple[SeatRow, ...]:
        """Return the seats after the change; none for players who come back, and for people without limits."""
        limited = self.bounded and self.person != self.leaver
        return seats_after_takeover(at, self.seat, self.person, self.name) if limited else ()

    async def carry_out(self, table: Table, asker: int, cause: Cause) -> None:
        seats = self.seats_for_limits(table.position)
        limits = (await quotas_of(table)).hold_player(table.id, seats, self.person) if seats else []
        await replace_player(table, self.seat, self.person, self.name, Cause(ballot=cause.ballot, limits=limits))


KINDS: dict[str, type[Question]] = {kind.kind: kind for kind in (Undo, Pause, End, NewTerms, NewLanguage, NewPlayer)}


def question_of(ballot: BallotRow) -> Question:
    """Return the question that a ballot holds."""
    return decode(ballot.subject, KINDS[ballot.kind])


def has_seat(at: Position, person: int, seat: Seat) -> bool:
    """Return whether a person has another seat at the table than ``seat``, or plays ``seat``."""
    return any(one.person == person for one in at.seats if one.seat != seat or one.standing == "seated")
