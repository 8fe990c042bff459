"""A table without its board: who sits there, and whose turns run. Lists of tables need no more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from db.personal import is_former
from db.rows import ClockRow, SeatRow, Snapshot, TableRow
from rules import GAMES
from rules.game import AnyGame, Seat
from rules.names import EMBLEM, UNKNOWN, call, filter_name, tell_apart
from rules.text import FORMER_NAME, Text, called

# Genera of garden plants, the same in all languages.
COMPUTERS = tuple(f"{EMBLEM} {genus}" for genus in ("Acanthus", "Buxus", "Taxus"))
IN_PRACTICE = 2  # value of ``hints``: allowed in practice only; 1: allowed, 0: not allowed


def displayed_names(seats: Sequence[SeatRow]) -> tuple[str, ...]:
    """Return the names of seats as they are shown: names of people are filtered, and equal ones get different marks."""
    return tell_apart(seat.name if seat.level else visible_person(seat.name) for seat in seats)


def former_name(seat: SeatRow) -> Text:
    """Return the name of the person or computer that had a seat first."""
    return called(visible_name(seat.former), seat.seat)


def visible_name(name: str) -> str:
    """Return a stored name as it is shown; empty if it has no visible sign."""
    return name if name in COMPUTERS else visible_person(name)


def visible_person(name: str) -> str:
    """Return a person's name as it is shown; empty if nothing of it is visible, or it is a placeholder."""
    return "" if name == UNKNOWN else name if name == FORMER_NAME else filter_name(name)


def is_unreachable(row: TableRow) -> bool:
    """Return whether a game stands still because the bot left its server, or its channel was deleted."""
    return row.status == "running" and row.paused is not None and row.wake is None


@dataclass(frozen=True)
class TableSummary:
    """A table at one moment, without the state of its game. ``clocks`` are the running turns, by seat."""

    row: TableRow
    seats: tuple[SeatRow, ...]
    clocks: Mapping[Seat, ClockRow]

    @classmethod
    def of_rows(cls, snapshot: Snapshot) -> TableSummary:
        """Return the summary of a table that the rows of the database describe. Its game must be one of `GAMES`."""
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
        """Return whether the points that an answer brings are shown before it is given."""
        return self.row.points == "shown"

    @property
    def practice(self) -> bool:
        """Return whether one person plays with computers only."""
        return len(self.seats) > 1 and sum(not seat.level for seat in self.seats) == 1

    @property
    def hints_allowed(self) -> bool:
        """Return whether hints are allowed: never in rated games, else as the terms say, else in practice only."""
        if self.row.rated:
            return False
        return self.practice if self.row.hints == IN_PRACTICE else bool(self.row.hints)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return a different name for each seat; empty for a name that is not visible."""
        return displayed_names(self.seats)

    @property
    def called(self) -> tuple[Text, ...]:
        """Return the names as texts, for a sentence that is stored or mentions several tables."""
        return tuple(call(self.names, seat.seat) for seat in self.seats)

    @property
    def seated(self) -> tuple[SeatRow, ...]:
        """Return the seats that people play."""
        return tuple(seat for seat in self.seats if seat.is_person)

    @property
    def players(self) -> tuple[SeatRow, ...]:
        """Return the seats of people and computers, without reserved seats and those of stand-ins."""
        return tuple(seat for seat in self.seats if seat.standing == "seated")

    @property
    def computers(self) -> tuple[SeatRow, ...]:
        """Return the seats of computers."""
        return tuple(seat for seat in self.players if seat.level)

    @property
    def stood_in(self) -> tuple[SeatRow, ...]:
        """Return the seats of a running game that a stand-in plays; other people may take them over."""
        return tuple(seat for seat in self.seats if seat.standing == "gone") if self.row.status == "running" else ()

    @property
    def may_return(self) -> tuple[SeatRow, ...]:
        """Return the seats that a stand-in plays because a person's time ran out; that person may come back."""
        return tuple(seat for seat in self.stood_in if seat.strikes and not is_former(seat.person))

    @property
    def to_act(self) -> tuple[SeatRow, ...]:
        """Return the seats whose turn it is; none when the game is over."""
        return tuple(seat for seat in self.seats if seat.seat in self.clocks) if self.row.status == "running" else ()

    def acts(self, person: int) -> bool:
        """Return whether it is this person's turn."""
        return any(seat.person == person for seat in self.to_act)

    def seat_of(self, person: int) -> Seat | None:
        return next((seat.seat for seat in self.seated if seat.person == person), None)
