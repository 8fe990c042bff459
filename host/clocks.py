"""The clocks of a table's turns, as its terms and the rest of its people have them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from db.rows import ClockRow, MoveRow, SeatRow, TableRow
from host.automatic import level_of
from host.deadlines import PACES, away_until, begun_for, ladder, moved_by, next_trip
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

    def resumed(self, at: Position, row: TableRow, since: float) -> tuple[ClockRow, ...]:
        """Those that stood still since then, going on from where they stood."""
        now = self._now
        clocks: list[ClockRow] = []
        for old in at.clocks.values():
            began = old.began + now - max(since, old.began)
            clock = self.clock(row, at.seats[old.seat], began, old.rung)
            owed = {"level": old.level, "due": None, "wake": now} if old.level else {}
            clocks.append(clock._replace(muted=old.muted, nudged=old.nudged, **owed))
        return tuple(clocks)
