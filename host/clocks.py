"""Make the clocks of a table's turns from its terms and from the times at which its people rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from db.rows import ClockRow, MoveRow, SeatRow, TableRow
from host.automatic import level_of
from host.deadlines import (
    ALL_REMINDERS,
    LEAST_TURN_SECONDS,
    PACE_SECONDS,
    Rest,
    away_until,
    count_passed,
    delay_reason,
    earliest_beginning,
    earliest_end,
    end_after,
    next_trip,
    reminder_times,
    time_left,
    without_days_taken_back,
)
from host.position import Position, state_after
from host.settings import PersonSettings
from rules import GAMES
from rules.game import Seat


class ClockMaker:
    """Makes `ClockRow`s for one moment. It changes nothing; callers write the rows.

    ``people`` are the settings of everybody seated, by person. ``now`` is in seconds since 1970.
    """

    def __init__(self, people: Mapping[int, PersonSettings], now: float) -> None:
        self.people = people
        self._now = now

    def new_clock(self, row: TableRow, seat: SeatRow, began: float, reminders_sent: int = 0) -> ClockRow:
        """Return the clock of a seat's turn. A turn of a computer or stand-in is due at once; a paused clock is never due.

        :param row: the table's row, with its terms.
        :param began: when the turn began, in seconds since 1970.
        :param reminders_sent: stored as ``rung``; it says which reminder comes next.
        """
        clock = ClockRow(row.id, seat.seat, began, reminders_sent, level=level_of(seat))
        if row.paused is not None:
            return clock
        if clock.level:
            return clock._replace(wake=self._now)
        rest, now, allowance = self.people[seat.person].rest, self._now, PACE_SECONDS[row.pace]
        trip = next_trip(now, rest)
        wakes = [] if trip is None else [trip]
        if allowance is not None:
            times = reminder_times(began, allowance, rest)
            wakes += times[reminders_sent : reminders_sent + 1]
            clock = clock._replace(due=times[-1], shift=delay_reason(began, allowance, rest))
        return clock._replace(wake=min(wakes, default=None), away=away_until(now, rest))

    def refresh(self, at: Position, clock: ClockRow) -> ClockRow:
        """Return a running clock, updated to its person's present settings. It never ends earlier than the announced end."""
        seat, began, allowance = at.seats[clock.seat], clock.began, PACE_SECONDS[at.row.pace]
        if clock.level:
            return clock
        if clock.due is not None and allowance is not None:
            began = earliest_beginning(clock.due, began, allowance, self.people[seat.person].rest)
        fresh = self.new_clock(at.row, seat, began, clock.rung)
        return fresh._replace(shift=fresh.shift or clock.shift, muted=clock.muted, nudged=clock.nudged)

    def after_rest_change(self, at: Position, clock: ClockRow, before: Rest) -> ClockRow:
        """Return a running clock after its person changed their rest.

        The turn keeps the time that it has left. Days away that were taken back do not count any more, but the turn lasts at
        least another hour, unless it would have ended sooner anyway.

        :param before: their rest until now.
        """
        allowance, now = PACE_SECONDS[at.row.pace], self._now
        if clock.level or clock.due is None or allowance is None or clock.due <= now:
            return self.refresh(at, clock)
        rest = self.people[at.seats[clock.seat].person].rest
        end = end_after(now, time_left(now, clock.due, before), rest)
        if not set(before.away) <= set(rest.away):
            end = min(end, reminder_times(clock.began, allowance, without_days_taken_back(before, rest, now))[-1])
        end = max(end, min(clock.due, earliest_end(now, rest)))
        fresh = self.refresh(at, clock._replace(due=end))
        if end <= clock.began + allowance + LEAST_TURN_SECONDS:
            return fresh._replace(shift=delay_reason(fresh.began, allowance, rest))  # not what moved the end before
        return fresh

    def extend_all(self, at: Position, since: float) -> tuple[ClockRow, ...]:
        """Return the running clocks after an outage: each person has as much time as they had left, and at least an hour.

        :param since: when the outage began, in seconds since 1970.
        """
        going_on = (each for each in at.clocks.values() if each.due is not None and each.rung < ALL_REMINDERS and not each.level)
        later = {clock.seat: self._resume(at.row, at.seats[clock.seat], clock, since, at_least=True) for clock in going_on}
        return tuple(later.get(clock.seat, clock) for clock in at.clocks.values())

    def for_state(
        self, row: TableRow, seats: Sequence[SeatRow], state: Any, kept: Mapping[Seat, ClockRow]
    ) -> tuple[ClockRow, ...]:
        """Return a clock for each seat that must act in this state: its clock in ``kept``, else a new clock."""
        to_act, now = GAMES[row.game].to_act(state), self._now
        return tuple([kept.get(seat.seat) or self.new_clock(row, seat, now) for seat in seats if seat.seat in to_act])

    def restart_all(self, at: Position, row: TableRow) -> tuple[ClockRow, ...]:
        """Return new clocks for all seats that must act, with the terms in ``row``."""
        return self.for_state(row, at.seats, at.state, {})

    def before_moves(self, at: Position, moves: Sequence[MoveRow]) -> dict[Seat, ClockRow]:
        """Return the clocks that these undone moves had stopped, each with the time that was left then: an undo gains no time."""
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
            seat: self.new_clock(at.row, at.seats[seat], move.began + stop - move.made, move.rung or 0)
            for seat, move in ended.items()
            if move.began is not None and seat != going
        }

    def resume_all(self, at: Position, row: TableRow, since: float, *, at_least: bool = False) -> tuple[ClockRow, ...]:
        """Return the clocks after a pause, with as much time left as there was when it began.

        :param since: when the pause began, in seconds since 1970.
        :param at_least: give each turn an hour at least.
        """
        clocks: list[ClockRow] = []
        for old in at.clocks.values():
            clock = self._resume(row, at.seats[old.seat], old, since, at_least=at_least)
            clocks.append(clock._replace(level=old.level, due=None, wake=self._now) if old.level else clock)
        return tuple(clocks)

    def _resume(self, row: TableRow, seat: SeatRow, old: ClockRow, since: float, *, at_least: bool) -> ClockRow:
        """Return a clock that goes on now with the time that it had left at ``since``; days away are not counted twice."""
        now, allowance, since = self._now, PACE_SECONDS[row.pace], max(since, old.began)
        began, reminders_sent = old.began + now - since, old.rung
        if allowance is not None and not old.level and old.rung < ALL_REMINDERS:
            rest = self.people[seat.person].rest
            due = reminder_times(old.began, allowance, rest)[-1] if old.due is None else old.due
            end = end_after(now, time_left(since, due, rest), rest)
            began = earliest_beginning(max(end, earliest_end(now, rest)) if at_least else end, began, allowance, rest)
            passed = count_passed(reminder_times(began, allowance, rest), now)
            reminders_sent = min(reminders_sent, passed)  # those of the added time are sent again
        clock = self.new_clock(row, seat, began, reminders_sent)
        return clock._replace(muted=old.muted, nudged=old.nudged)
