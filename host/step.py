"""A step of a table: what one change does, decided before it is written to the database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from db.change import Change
from db.rows import BallotRow, ClockRow, MoveRow, OutboxRow, RatingStepRow, ResultRow, SeatRow, TableRow
from db.statement import Statement
from host.automatic import STAND_IN
from host.codec import encode_story
from host.deadlines import ARCHIVE_DELAY_SECONDS
from host.notices import away_notices
from host.outbox import board_story, shown_deadlines
from host.position import Position
from host.season_points import finishes_of
from rules.game import Event, Seat

COMPUTERS_TURN_SECONDS = 20.0  # a board waits for so long to be posted together with the moves of computers


@dataclass(frozen=True, slots=True)
class Cause:
    """The origin of a step, and the limits that must hold after it.

    ``interaction`` is Discord's id of a click or command, which is carried out once. ``ballot`` is a question that the step
    settles. ``limits`` are statements of `host.quotas` that fail where a limit is exceeded.
    """

    interaction: int | None = None
    ballot: BallotRow | None = None
    limits: Sequence[Statement] = ()


NO_CAUSE = Cause()


@dataclass(frozen=True, slots=True)
class TableStep:
    """One step of a table. A field with its default changes nothing.

    ``row``: the table's row after the step; its board and revision are ignored.
    ``seats``: all seats after it. If the host has none of them, the first seated person becomes host.
    ``moves``, ``undone``: moves made, and moves taken back, oldest first.
    ``newest``: the state after the step, and the person of its newest move.
    ``clocks``: all clocks that run after it; () stops all.
    ``remarks``: events for the log that are no moves.
    ``posts_board``: queue a board that shows the remarks and every move that no board has shown.
    ``notices``: messages to queue. ``digest``: a person, and when their daily message is due at the latest.
    ``hint``: the seat that takes a hint.
    ``cause``: the origin of the step, and the limits that it must keep.
    ``named``: ids and names of people without a seat whom its texts name.
    ``results``: of each seat, if the step ends the game. ``ratings``: the changes of ratings that these bring.
    """

    row: TableRow | None = None
    seats: tuple[SeatRow, ...] | None = None
    moves: tuple[MoveRow, ...] = ()
    undone: Sequence[MoveRow] = ()
    newest: tuple[Any, int | None] | None = None
    clocks: tuple[ClockRow, ...] | None = None
    remarks: Sequence[Event] = ()
    posts_board: bool = False
    notices: tuple[OutboxRow, ...] = ()
    digest: tuple[int, float] | None = None
    hint: Seat | None = None
    cause: Cause = NO_CAUSE
    named: tuple[tuple[int, str], ...] = ()
    results: tuple[ResultRow, ...] = ()
    ratings: tuple[RatingStepRow, ...] = ()

    def row_after(self, at: Position) -> TableRow:
        """Return the row that the table has after this step."""
        row = self.row or at.row
        return row if self.seats is None else row._replace(host=_next_host(self.seats, row.host))

    def position_after(self, at: Position) -> Position:
        """Return the position to which this step leads from ``at``."""
        row = self.row_after(at)
        clocks = at.clocks.values() if self.clocks is None and row.status in ("open", "running") else self.clocks or ()
        state, last = self.newest or (at.state, at.last)
        return Position(
            row._replace(revision=at.row.revision + 1),
            at.seats if self.seats is None else self.seats,
            {clock.seat: clock for clock in clocks},
            state,
            last,
            at.moves + len(self.moves) - len(self.undone),
            at.by_people + _count_by_people(self.moves) - _count_by_people(self.undone),
        )

    def with_remarks(self, remarks: Sequence[Event]) -> TableStep:
        """Return the step with more remarks."""
        return replace(self, remarks=(*self.remarks, *remarks))

    def to_rows(self, at: Position, now: float, unshown: Sequence[MoveRow]) -> Change:
        """Return this step as the rows that the database writes.

        :param at: the position from which the step was decided.
        :param now: seconds since 1970.
        :param unshown: earlier moves that no board has shown.
        """
        row, clocks = self.row_after(at), self.clocks
        moved = clocks is not None and shown_deadlines(clocks) != shown_deadlines(at.clocks.values())
        computers_play = row.paused is None and bool(clocks) and all(clock.level for clock in clocks or ())
        return Change(
            before=at.row,
            row=row,
            now=now,
            interaction=self.cause.interaction,
            seats=None if self.seats == at.seats else self.seats,
            moves=self.moves,
            undone=tuple(move.seq for move in self.undone),
            clocks=clocks,
            stopped=() if clocks is None else _finished_turns(at.clocks, clocks),
            story=board_story(unshown, self.remarks, self.moves) if self.posts_board else None,
            remark=encode_story(self.remarks) if self.remarks else None,
            people=(*self.named, *_newcomers(at.seats, self.seats or ())),
            results=self.results,
            finishes=finishes_of(self.results),
            ratings=self.ratings,
            notices=(*self.notices, *away_notices(row.id, at.clocks, clocks or ())),
            digest=self.digest,
            ballot=self.cause.ballot,
            hint=self.hint,
            limits=tuple(self.cause.limits),
            lobby=at.row.status == "open",
            refresh=moved and row.paused == at.row.paused,
            archive=now + ARCHIVE_DELAY_SECONDS if row.status == "over" else None,
            wait=COMPUTERS_TURN_SECONDS if computers_play else 0.0,
        )


def _newcomers(before: Sequence[SeatRow], seats: Sequence[SeatRow]) -> Iterator[tuple[int, str]]:
    """Yield id and name of each person who gets a seat."""
    known = {seat.person for seat in before}
    return ((seat.person, seat.name) for seat in seats if seat.person not in known and not seat.level)


def _count_by_people(moves: Iterable[MoveRow]) -> int:
    """Count the moves of people and stand-ins, as the database does."""
    return sum(move.person is not None and move.person >= STAND_IN for move in moves)


def _finished_turns(before: Mapping[Seat, ClockRow], clocks: Iterable[ClockRow]) -> tuple[Seat, ...]:
    """Return the seats whose turns have ended when these clocks run."""
    running = {(clock.seat, clock.began) for clock in clocks}
    return tuple(seat for seat, clock in before.items() if (seat, clock.began) not in running)


def _next_host(seats: Sequence[SeatRow], host: int) -> int:
    """Return the host, or the first seated person if the host has no seat any more."""
    seated = [seat.person for seat in seats if seat.is_person]
    return host if host in seated or not seated else seated[0]
