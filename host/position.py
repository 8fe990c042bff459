"""A table at one moment with its board: whose turn it is, and which moves are legal. Nothing is changed here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, NamedTuple

from db.rows import ClockRow, MoveRow, SeatRow, Snapshot, TableRow
from host.codec import decode_state
from host.deadlines import IDLE_NOTICE_SECONDS
from host.mentions import command
from host.refusal import Refused
from host.summary import TableSummary, is_unreachable
from rules import GAMES
from rules.choice import Conversation, IllegalMove, Option, Path, Progress, Prompt, answer_forced, back, walk
from rules.game import AnyGame, Event, Move, Outcome, Seat, Turn, conversation, refuser, unfinished, visible_to
from rules.text import say, who
from rules.turn import split_turn, turn_conversation
from rules.typed import Synonyms, parse
from rules.wording import without_gain

NOT_SEATED = say("You have no seat at this table.")
STOOD_IN = say("A stand-in is playing your seat. Press **⋯** under the board, then **I am back**, to play it yourself again.")
TOO_LATE = say("Your time for this move is up. A stand-in is about to play this turn.")
OVER = say("This game is over. {new} opens another table.", new=command("game new"))
CANCELLED = say("This table was cancelled. {new} opens another one.", new=command("game new"))
NOT_STARTED = say("This game has not started yet.")
KEPT_DRAFTS = 4  # of a position: each click asks several times about the draft before it and the one after it


class Preview(NamedTuple):
    """The outcome of a move before it is made: view and events as its player may see them, and whether their turn goes on."""

    view: Any
    story: tuple[Event, ...]
    goes_on: bool


class Resumed(NamedTuple):
    """The progress of a draft, and its last answers that are not legal any more after an update of the rules."""

    progress: Progress[Any]
    dropped: Path


@dataclass(frozen=True)
class Position(TableSummary):
    """A table at one moment, with its board. Picture, buttons and texts of one message are made from one position.

    ``state`` is None before the start. ``last`` is the person of the newest move. ``moves`` counts the moves without undone ones,
    ``by_people`` those of people and stand-ins among them.
    """

    state: Any
    last: int | None
    moves: int = 0
    by_people: int = 0

    @classmethod
    def of(cls, snapshot: Snapshot) -> Position:
        """Return the position that the rows of the database describe. Its game must be one of `GAMES`."""
        row, seats, clocks, newest, moves, by_people = snapshot
        state, last = (None, None) if newest is None else (state_after(GAMES[row.game], newest), newest.person)
        return cls(row, seats, {clock.seat: clock for clock in clocks}, state, last, moves, by_people)

    @property
    def to_act(self) -> tuple[SeatRow, ...]:
        """Return the seats whose turn it is; none when the game is over."""
        acting = self.game.to_act(self.state) if self.row.status == "running" else frozenset[Seat]()
        return tuple(seat for seat in self.seats if seat.seat in acting)

    @property
    def mid_turn(self) -> bool:
        """Return whether the acting seat is within a turn, which is posted when it is complete."""
        return bool(self.to_act) and self.game.mid_turn(self.state)

    def given_up(self, person: int) -> SeatRow | None:
        """Return the seat that this person may take back from a stand-in, or None."""
        return next((seat for seat in self.may_return if seat.person == person), None)

    def watches(self, person: int) -> bool:
        """Return whether a person is a spectator: without a seat at the table, and without a seat to come back to."""
        return self.seat_of(person) is None and self.given_up(person) is None

    def view(self, person: int | None) -> Any:
        """Return the view of the board for a person; with None, the public view."""
        view = self.game.view(self.state, None if person is None else self.seat_of(person))
        return self.game.stopped(view) if self.row.status == "over" else view

    def require_seat(self, person: int) -> Seat:
        """Return the person's seat at the running game.

        :raises Refused: when they have none, or the game does not run.
        """
        seat = self.seat_of(person)
        if seat is None:
            raise Refused(STOOD_IN if self.given_up(person) else NOT_SEATED)
        self.require_running()
        return seat

    def require_over(self) -> None:
        """Require that the game is over.

        :raises Refused: when it is not.
        """
        if self.row.status != "over":
            raise Refused(say("This game is not over yet."))

    def require_running(self) -> None:
        """Require that the game runs.

        :raises Refused: when it does not.
        """
        if self.row.status != "running":
            raise Refused({"cancelled": CANCELLED, "open": NOT_STARTED}.get(self.row.status, OVER))

    def acting_seat(self, person: int) -> Seat:
        """Return the seat of a person whose turn it is.

        :raises Refused: when it is not their turn.
        """
        seat = self.require_seat(person)
        if seat not in self.game.to_act(self.state):
            waiting = tuple(who(s.seat) for s in self.to_act)
            raise Refused(say("It is not your turn: the table is waiting for {seats}.", seats=waiting))
        if seat in self.clocks and self.clocks[seat].level:
            raise Refused(TOO_LATE)
        return seat

    def conversation(self, person: int) -> Conversation[Any]:
        """Return the conversation of the acting person about a move and those that follow at once (`rules.turn`)."""
        return turn_conversation(self.game, self.state, self.acting_seat(person))

    def read(self, person: int, text: str, synonyms: Synonyms | None = None) -> Progress[Any]:
        """Read a typed move of the acting person, in keys or in the words of their language.

        :raises IllegalMove: when it is not on offer.
        """
        reason = refuser(self.game, self.state, self.acting_seat(person))
        return parse(self.conversation(person), text, reason, synonyms)

    def drafted(self, person: int, path: Path) -> Progress[Any]:
        """Return the question or the move that a draft leads to.

        As in `resume`, answers that are not legal any more are left out, and forced answers are given.
        """
        return self.resume(person, path).progress

    def resume(self, person: int, path: Path) -> Resumed:
        """Continue a draft: keep its longest beginning that is still legal, and give forced answers."""
        kept, key = self._resumed, (person, path)
        if key not in kept:
            found = self._continue(person, path)
            if len(kept) >= KEPT_DRAFTS:
                del kept[next(iter(kept))]
            kept[key] = found
        return kept[key]

    @cached_property
    def _resumed(self) -> dict[tuple[int, Path], Resumed]:
        """Return the newest results of `resume`, by its arguments."""
        return {}

    def _continue(self, person: int, path: Path) -> Resumed:
        asked, dropped = self.conversation(person), list[str]()
        while path:
            try:
                return Resumed(_label_once(answer_forced(asked, path)), tuple(dropped))
            except IllegalMove:
                path, dropped = path[:-1], [path[-1], *dropped]
        return Resumed(_label_once(answer_forced(asked, path)), tuple(dropped))

    def back(self, person: int, path: Path) -> Path:
        """Return the path without the person's last answer, and without forced answers after the one before."""
        return back(self.conversation(person), path)

    def answers(self, person: int, path: Path) -> Progress[Any]:
        """Return the question or the move that exactly this path leads to, without forced answers.

        :raises IllegalMove: when it is not on offer.
        """
        known = self._resumed.get((person, path))
        if known is not None and known.progress.path == path:
            return known.progress
        return walk(self.conversation(person), path)

    def best_turns(self, person: int, path: Path) -> tuple[Turn, ...]:
        """Return complete turns that go on from this path and gain most points at once; none where the table hides points."""
        chosen = () if path == self.drafted(person, ()).path else path
        return self.game.best_turns(self.view(person), chosen) if self.points_shown else ()

    def moves_of(self, person: int, path: Path) -> tuple[Move[Any], ...]:
        """Return the moves that a path makes, at least one.

        :raises IllegalMove: when it is not on offer, or ends within a move.
        """
        at = self.answers(person, path)
        made = split_turn(self.game, self.state, self.acting_seat(person), path)
        if at.prompt is not None and (not made or sum(len(move.path) for move in made) < len(path)):
            raise unfinished(at.prompt)
        return made

    def first_move(self, person: int, path: Path) -> Path | None:
        """Return the draft of one move with forced answers; None if it is unfinished. Earlier versions confirmed it alone."""
        try:
            at = answer_forced(conversation(self.game, self.state, self.acting_seat(person)), path)
        except IllegalMove:
            return None
        return at.path if at.prompt is None else None

    def drafted_view(self, person: int, path: Path) -> Any:
        """Return the view of the acting person after these answers: the board after each move that they complete."""
        seat = self.acting_seat(person)
        made = split_turn(self.game, self.state, seat, path)
        return self.game.view(made[-1].step.state if made else self.state, seat)

    def preview(self, person: int, path: Path) -> Preview:
        """Return the outcome of a complete path.

        :raises IllegalMove: when it is not on offer.
        """
        seat = self.acting_seat(person)
        *earlier, last = self.moves_of(person, path)
        before = earlier[-1].step.state if earlier else self.state
        outcome = Outcome(self.game.view(last.step.state, seat), visible_to(last.step.events, seat))
        view, events = self.game.preview(self.game.view(before, seat), outcome, self.points_shown)
        events = (*(event for move in earlier for event in visible_to(move.step.events, seat)), *events)
        story = events if self.points_shown else tuple(replace(each, text=without_gain(each.text)) for each in events)
        return Preview(view, story, self.game.mid_turn(last.step.state))

    def after_activity(self, now: float) -> TableRow:
        """Return the table's row after people did something: older buttons are stale, and the time without moves begins anew.

        At an unreachable table that time does not run.
        """
        return self.row._replace(seq=self.seq + 1, wake=None if is_unreachable(self.row) else now + IDLE_NOTICE_SECONDS, warned=0)

    def stopped(self) -> tuple[ClockRow, ...]:
        """Return the running clocks of the table as stopped clocks."""
        return tuple(clock._replace(due=None, wake=None, shift="") for clock in self.clocks.values())


def _label_once(at: Progress[Any]) -> Progress[Any]:
    """Return the progress with options that make their labels once: buttons, menus and pictures look several times."""
    if at.prompt is None:
        return at
    options = tuple(Option(one.key, one.value, one.label and cache(one.label)) for one in at.prompt.options)
    prompt: Prompt[Any] = at.prompt._replace(options=options)
    return at._replace(prompt=prompt)


def state_after(game: AnyGame, move: MoveRow) -> Any:
    """Return the state after a logged move."""
    assert move.state is not None
    return decode_state(game, move.state, move.version)
