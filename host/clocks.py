"""The clocks of a table's turns, as its terms and the rest of its people have them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from db.rows import ClockRow, MoveRow, SeatRow, TableRow
from host.automatic import level_of
from host.deadlines import (
    LAST,
    LEAST_TIME,
    PACES,
    Rest,
    away_until,
    begun_for,
    earliest_end,
    end_after,
    ladder,
    moved_by,
    next_trip,
    reached,
    time_left,
    without_days_taken_back,
)
from host.position import Position, state_after
from host.settings import Person
from rules import GAMES
from rules.game import Seat


class ClockMaker:
    """Made from what people have chosen, for now; nothing is changed here."""

    def __init__(self, people: Mapping[int, Person], now: float) -> None:
        self.people = people
        self._now = now

    def clock(self, row: TableRow, seat: SeatRow, began: float, rung: int = 0) -> ClockRow:
        """The clock of a seat's turn at a table with the terms in ``row``; a turn that no person plays is owed at once."""
        clock = ClockRow(row.id, seat.seat, began, rung, level=level_of(seat))
        if row.paused is not None:
            return clock
        if clock.level:
            return clock._replace(wake=self._now)
        rest, now, allowance = self.people[seat.person].rest, self._now, PACES[row.pace]
        trip = next_trip(now, rest)
        wakes = [] if trip is None else [trip]
        if allowance is not None:
            times = ladder(began, allowance, rest)
            wakes += times[rung : rung + 1]
            clock = clock._replace(due=times[-1], shift=moved_by(began, allowance, rest))
        return clock._replace(wake=min(wakes, default=None), away=away_until(now, rest))

    def again(self, at: Position, clock: ClockRow) -> ClockRow:
        """A running clock as its person's rest has it now; the end that was told is never cut. A turn that is owed stays so."""
        seat, began, allowance = at.seats[clock.seat], clock.began, PACES[at.row.pace]
        if clock.level:
            return clock
        if clock.due is not None and allowance is not None:
            began = begun_for(clock.due, began, allowance, self.people[seat.person].rest)
        fresh = self.clock(at.row, seat, began, clock.rung)
        return fresh._replace(shift=fresh.shift or clock.shift, muted=clock.muted, nudged=clock.nudged)

    def after_change(self, at: Position, clock: ClockRow, before: Rest) -> ClockRow:
        """Return a running clock after its person changed their rest: days away that they took back do not count any more.

        The turn keeps the time that it has left, but no more than it would have without these days.
        It ends no sooner than in an hour, unless it would have done so before.
        """
        allowance, now = PACES[at.row.pace], self._now
        if clock.level or clock.due is None or allowance is None or clock.due <= now:
            return self.again(at, clock)
        rest = self.people[at.seats[clock.seat].person].rest
        end = end_after(now, time_left(now, clock.due, before), rest)
        if not set(before.away) <= set(rest.away):
            end = min(end, ladder(clock.began, allowance, without_days_taken_back(before, rest, now))[-1])
        end = max(end, min(clock.due, earliest_end(now, rest)))
        fresh = self.again(at, clock._replace(due=end))
        if end <= clock.began + allowance + LEAST_TIME:
            return fresh._replace(shift=moved_by(fresh.began, allowance, rest))  # not what moved the end before
        return fresh

    def extended(self, at: Position, since: float) -> tuple[ClockRow, ...]:
        """Return the running clocks after nobody could play since then: people have the time that they had left, or an hour."""
        going_on = (clock for clock in at.clocks.values() if clock.due is not None and clock.rung < LAST and not clock.level)
        later = {clock.seat: self._gone_on(at.row, at.seats[clock.seat], clock, since, at_least=True) for clock in going_on}
        return tuple(later.get(clock.seat, clock) for clock in at.clocks.values())

    def running(self, row: TableRow, seats: Sequence[SeatRow], state: Any, kept: Mapping[Seat, ClockRow]) -> tuple[ClockRow, ...]:
        """Of every seat that is to act in this state: those that are kept, and else new ones."""
        to_act, now = GAMES[row.game].to_act(state), self._now
        return tuple([kept.get(seat.seat) or self.clock(row, seat, now) for seat in seats if seat.seat in to_act])

    def begun(self, at: Position, row: TableRow) -> tuple[ClockRow, ...]:
        """Of all who are to act, begun now with the terms in ``row``."""
        return self.running(row, at.seats, at.state, {})

    def before(self, at: Position, moves: Sequence[MoveRow]) -> dict[Seat, ClockRow]:
        """Those that these newest moves have stopped, with as much time left as there was: undoing earns none."""
        stop = self._now if at.row.paused is None else at.row.paused
        ended: dict[Seat, MoveRow] = {}  # by seat: the last move of its first turn that is undone
        going: Seat | None = None  # whose such turn goes on with the next move
        for move in moves:
            if move.began is not None and (move.seat not in ended or move.seat == going):
                ended[move.seat] = move
                going = move.seat
            if not at.game.mid_turn(state_after(at.game, move)):
                going = None
        return {
            seat: self.clock(at.row, at.seats[seat], move.began + stop - move.made, move.rung or 0)
            for seat, move in ended.items()
            if move.began is not None and seat != going
        }

    def resumed(self, at: Position, row: TableRow, since: float, *, at_least: bool = False) -> tuple[ClockRow, ...]:
        """Return the clocks that stood still since then, going on now; ``at_least``: each with an hour left at least."""
        clocks: list[ClockRow] = []
        for old in at.clocks.values():
            clock = self._gone_on(row, at.seats[old.seat], old, since, at_least=at_least)
            clocks.append(clock._replace(level=old.level, due=None, wake=self._now) if old.level else clock)
        return tuple(clocks)

    def _gone_on(self, row: TableRow, seat: SeatRow, old: ClockRow, since: float, *, at_least: bool) -> ClockRow:
        """Return a clock that goes on now with the time that it had left then; no days away are counted twice."""
        now, allowance, since = self._now, PACES[row.pace], max(since, old.began)
        began, rung = old.began + now - since, old.rung
        if allowance is not None and not old.level and old.rung < LAST:
            rest = self.people[seat.person].rest
            due = ladder(old.began, allowance, rest)[-1] if old.due is None else old.due
            end = end_after(now, time_left(since, due, rest), rest)
            began = begun_for(max(end, earliest_end(now, rest)) if at_least else end, began, allowance, rest)
            rung = min(rung, reached(ladder(began, allowance, rest), now))  # reminders of the time that was added
        clock = self.clock(row, seat, began, rung)
        return clock._replace(muted=old.muted, nudged=old.nudged)
