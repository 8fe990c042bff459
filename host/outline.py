"""A table without its board: who sits there, and whose turns run. What lists of tables show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from db.rows import ClockRow, SeatRow, Snapshot, TableRow
from rules import GAMES
from rules.game import AnyGame, Seat
from rules.names import EMBLEM, UNKNOWN, call, filter_name, tell_apart
from rules.text import Text, nameless, verbatim

COMPUTERS = tuple(f"{EMBLEM} {genus}" for genus in ("Acanthus", "Buxus", "Taxus"))  # genera of a parterre, alike in all languages
IN_PRACTICE = 2  # hints are allowed (1) or not (0), or, where nothing else is chosen, in practice alone


def told_names(seats: Sequence[SeatRow]) -> tuple[str, ...]:
    """Return what seats are called, by the names that are kept: those of people are filtered, and told apart by their seats."""
    return tell_apart(seat.name if seat.level else _seen(seat.name) for seat in seats)


def newcomer_name(at: Outline, seat: Seat, name: str) -> Text:
    """Return what somebody with this name will be called on a seat of the table."""
    seats = [one._replace(name=name, level="") if one.seat == seat else one for one in at.seats]
    return call(told_names(seats), seat)


def former_name(seat: SeatRow) -> Text:
    """Return what the person or computer was called that had a seat first."""
    name = seen_name(seat.former)
    return verbatim(name) if name else nameless(seat.seat)


def seen_name(name: str) -> str:
    """Return a name that was kept of a person, or of a computer; empty if nobody can see it."""
    return name if name in COMPUTERS else _seen(name)


def _seen(name: str) -> str:
    """Return a person's name; nothing if nobody can see it, and for the sign that is kept in place of such a name."""
    return "" if name == UNKNOWN else filter_name(name)


def is_forsaken(row: TableRow) -> bool:
    """Return whether a game stands still because the bot lost its server, or its channel was deleted."""
    return row.status == "running" and row.paused is not None and row.wake is None


@dataclass(frozen=True)
class Outline:
    """A table at one moment, as far as no state is needed to know it."""

    row: TableRow
    seats: tuple[SeatRow, ...]
    clocks: Mapping[Seat, ClockRow]

    @classmethod
    def of_rows(cls, snapshot: Snapshot) -> Outline:
        """As the database holds it; the game must be one of ours."""
        return cls(snapshot.row, snapshot.seats, {clock.seat: clock for clock in snapshot.clocks})

    @property
    def id(self) -> int:
        return self.row.id

    @property
    def seq(self) -> int:
        return self.row.seq

    @property
    def game(self) -> AnyGame:
        return GAMES[self.row.game]

    @property
    def points_shown(self) -> bool:
        """Is it told in advance how many points an answer brings?"""
        return self.row.points == "shown"

    @property
    def practice(self) -> bool:
        """Does one person play with computers alone?"""
        return len(self.seats) > 1 and sum(not seat.level for seat in self.seats) == 1

    @property
    def hints_allowed(self) -> bool:
        """As was chosen before the start, else while it is practice."""
        return self.practice if self.row.hints == IN_PRACTICE else bool(self.row.hints)

    @property
    def names(self) -> tuple[str, ...]:
        """Return a different name for each seat; empty for a name that nobody can see."""
        return told_names(self.seats)

    @property
    def called(self) -> tuple[Text, ...]:
        """Return the names for a text about several tables, or one that is kept."""
        return tuple(call(self.names, seat.seat) for seat in self.seats)

    @property
    def seated(self) -> tuple[SeatRow, ...]:
        """The seats that a person plays."""
        return tuple(seat for seat in self.seats if seat.is_person)

    @property
    def players(self) -> tuple[SeatRow, ...]:
        """The seats of people and computers, without those that are only kept for somebody, or left to a stand-in."""
        return tuple(seat for seat in self.seats if seat.standing == "seated")

    @property
    def computers(self) -> tuple[SeatRow, ...]:
        """The seats of computers."""
        return tuple(seat for seat in self.players if seat.level)

    @property
    def stood_in(self) -> tuple[SeatRow, ...]:
        """The seats of a running game that a stand-in plays: somebody may take them over."""
        return tuple(seat for seat in self.seats if seat.standing == "gone") if self.row.status == "running" else ()

    @property
    def may_return(self) -> tuple[SeatRow, ...]:
        """Those of them whose people let the time run out, and may have them back."""
        return tuple(seat for seat in self.stood_in if seat.strikes)

    @property
    def to_act(self) -> tuple[SeatRow, ...]:
        """Whose turn it is, which are those whose clocks run; nobody when the game is over."""
        return tuple(seat for seat in self.seats if seat.seat in self.clocks) if self.row.status == "running" else ()

    def acts(self, person: int) -> bool:
        """Is it this person's turn?"""
        return any(seat.person == person for seat in self.to_act)

    def seat_of(self, person: int) -> Seat | None:
        return next((seat.seat for seat in self.seated if seat.person == person), None)
