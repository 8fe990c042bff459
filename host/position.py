"""Where a match stands: who sits there, whose turn it is, what is on offer. A value; nothing is changed here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from db.rows import ClockRow, MoveRow, SeatRow, Snapshot, TableRow
from host.codec import decode_state
from host.deadlines import IDLE
from host.mentions import command
from host.outline import Outline, is_forsaken
from host.refusal import Refused
from rules import GAMES
from rules.choice import IllegalMove, Path, Progress, answer_forced, back, walk
from rules.game import AnyGame, Event, Outcome, Seat, Turn, conversation, play, read, visible_to
from rules.text import say, who
from rules.typed import Synonyms
from rules.wording import without_gain

NO_TABLE = say("There is no such table.")
NOT_SEATED = say("You have no seat at this table.")
STOOD_IN = say("A stand-in plays your seat. Press ⋯ under the board, and I am back there, to play it yourself again.")
TOO_LATE = say("The time for your move is over. A stand-in is about to play this turn.")
OVER = say("This game is over. {new} opens another table.", new=command("game new"))
CANCELLED = say("This table was cancelled. {new} opens another one.", new=command("game new"))
NOT_STARTED = say("This game has not started yet.")


class Preview(NamedTuple):
    """What a person would see and be told, before the dealer moves; does the turn go on after that?"""

    view: Any
    story: tuple[Event, ...]
    goes_on: bool


class Resumed(NamedTuple):
    """The progress of a draft, and its last answers that an update of the rules took off the offer."""

    progress: Progress[Any]
    dropped: Path


@dataclass(frozen=True)
class Position(Outline):
    """A table at one moment, with its board. Whatever belongs together, such as picture and buttons, is made from one of these.

    ``state`` is None before the start; ``last`` is the person who made the newest of the moves that stand. There are ``moves``
    of these, ``by_people`` of them made by people and stand-ins.
    """

    state: Any
    last: int | None
    moves: int = 0
    by_people: int = 0

    @classmethod
    def of(cls, snapshot: Snapshot) -> Position:
        """As the database holds it; the game must be one of ours."""
        row, seats, clocks, newest, moves, by_people = snapshot
        state, last = (None, None) if newest is None else (state_after(GAMES[row.game], newest), newest.person)
        return cls(row, seats, {clock.seat: clock for clock in clocks}, state, last, moves, by_people)

    @property
    def to_act(self) -> tuple[SeatRow, ...]:
        """Whose turn it is; nobody when the game is over."""
        acting = self.game.to_act(self.state) if self.row.status == "running" else frozenset[Seat]()
        return tuple(seat for seat in self.seats if seat.seat in acting)

    @property
    def mid_turn(self) -> bool:
        """Does the seat to act go on with a turn that the channel is told of when it is complete?"""
        return bool(self.to_act) and self.game.mid_turn(self.state)

    def given_up(self, person: int) -> SeatRow | None:
        """The seat that a stand-in plays because this person let the time run out: they may have it back."""
        return next((seat for seat in self.may_return if seat.person == person), None)

    def watches(self, person: int) -> bool:
        """Does this person look on, without a seat, or one to come back to?"""
        return self.seat_of(person) is None and self.given_up(person) is None

    def view(self, person: int | None) -> Any:
        """What a person may see; with None, what is public."""
        view = self.game.view(self.state, None if person is None else self.seat_of(person))
        return self.game.stopped(view) if self.row.status == "over" else view

    def require_seat(self, person: int) -> Seat:
        """The person's seat at the running game; raises `Refused`."""
        seat = self.seat_of(person)
        if seat is None:
            raise Refused(STOOD_IN if self.given_up(person) else NOT_SEATED)
        self.require_running()
        return seat

    def require_running(self) -> None:
        """Does the game run? Raises `Refused`."""
        if self.row.status != "running":
            raise Refused({"cancelled": CANCELLED, "open": NOT_STARTED}.get(self.row.status, OVER))

    def acting_seat(self, person: int) -> Seat:
        """The person's seat; raises `Refused` unless it is that seat's turn."""
        seat = self.require_seat(person)
        if seat not in self.game.to_act(self.state):
            waiting = tuple(who(s.seat) for s in self.to_act)
            raise Refused(say("It is not your turn: the table waits for {seats}.", seats=waiting))
        if seat in self.clocks and self.clocks[seat].level:
            raise Refused(TOO_LATE)
        return seat

    def read(self, person: int, text: str, synonyms: Synonyms | None = None) -> Progress[Any]:
        """Typed text of the person to act, in keys or in the words that they are shown."""
        return read(self.game, self.state, self.acting_seat(person), text, synonyms)

    def drafted(self, person: int, path: Path) -> Progress[Any]:
        """Return where a draft leads when forced answers are given, as `resume` does."""
        return self.resume(person, path).progress

    def resume(self, person: int, path: Path) -> Resumed:
        """Go on with a draft: keep the longest beginning that is still legal, and give forced answers."""
        asked, dropped = conversation(self.game, self.state, self.acting_seat(person)), list[str]()
        while path:
            try:
                return Resumed(answer_forced(asked, path), tuple(dropped))
            except IllegalMove:
                path, dropped = path[:-1], [path[-1], *dropped]
        return Resumed(answer_forced(asked, path), tuple(dropped))

    def back(self, person: int, path: Path) -> Path:
        return back(conversation(self.game, self.state, self.acting_seat(person)), path)

    def answers(self, person: int, path: Path) -> Progress[Any]:
        """Where exactly this path leads; raises `IllegalMove`."""
        return walk(conversation(self.game, self.state, self.acting_seat(person)), path)

    def best_turns(self, person: int) -> tuple[Turn, ...]:
        """The complete turns that bring most points at once; none where points are not told in advance."""
        return self.game.best_turns(self.view(person)) if self.points_shown else ()

    def preview(self, person: int, path: Path) -> Preview:
        """What would come of a complete path."""
        seat = self.acting_seat(person)
        step = play(self.game, self.state, seat, path)
        outcome = Outcome(self.game.view(step.state, seat), visible_to(step.events, seat))
        view, events = self.game.preview(self.game.view(self.state, seat), outcome, self.points_shown)
        story = events if self.points_shown else tuple(replace(each, text=without_gain(each.text)) for each in events)
        return Preview(view, story, self.game.mid_turn(step.state))

    def after_activity(self, now: float) -> TableRow:
        """Return the row after people have done something: older buttons are stale, and the wait for moves begins anew.

        At a forsaken table nobody waits for moves.
        """
        return self.row._replace(seq=self.seq + 1, wake=None if is_forsaken(self.row) else now + IDLE, warned=0)

    def stopped(self) -> tuple[ClockRow, ...]:
        """The running clocks, standing still."""
        return tuple(clock._replace(due=None, wake=None, shift="") for clock in self.clocks.values())


def state_after(game: AnyGame, move: MoveRow) -> Any:
    """The state after a logged move."""
    assert move.state is not None
    return decode_state(game, move.state, move.version)
