"""One running match: the only door through which a move is made."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from db.change import Change, Stale
from db.rows import BallotRow, ClockRow, MoveRow, NoticeRow, SeatRow, TableRow
from db.store import Store
from host.codec import decode_story, encode, encode_story
from host.deadlines import IDLE, PACES, ladder, moved_by
from host.follow import Made, events, follow, nothing, play_turn
from host.people import person_of
from host.position import Position
from host.refusal import MovedOn
from rules.choice import Path
from rules.game import Event, Move, Seat, play, told


class Table(Position):
    """A match in memory. Whoever changes something holds its lock."""

    def __init__(
        self,
        store: Store,
        row: TableRow,
        seats: tuple[SeatRow, ...],
        clocks: Iterable[ClockRow],
        newest: MoveRow | None,
        random: Random,
        now: Callable[[], float],
    ) -> None:
        super().__init__(row, seats, clocks, newest)
        self.store = store
        self.now = now
        self.lock = asyncio.Lock()
        self._random = random

    @property
    def busy(self) -> bool:
        """Is something being changed just now?"""
        return self.lock.locked()

    async def move(self, person: int, seq: int, path: Path, interaction: int) -> tuple[Event, ...]:
        """Make a move, and what follows by itself until a person must act again; returns what the person is told.

        :raises Refused: not this person's turn, or (`MovedOn`) made for an earlier position.
        :raises IllegalMove: not on offer.
        :raises db.change.Repeated: the interaction was carried out already.
        """
        async with self.lock:
            if seq != self.seq:
                raise MovedOn
            seat = self.acting_seat(person)
            first = Made(Move(seat, path, play(self.game, self.state, seat, path)), person)
            made = [first, *follow(self.game, first.move.step.state, self.seats, self._random)]
            seats = tuple(s._replace(strikes=0) if s.seat == seat else s for s in self.seats)
            await self._commit(made, seats=seats, interaction=interaction)
            return told(events(made), seat)

    async def begin(self, seats: tuple[SeatRow, ...], interaction: int) -> None:
        """Seat these people in this order, set up, and let the dealer deal; whoever calls holds the lock."""
        state = self.game.setup(len(seats), frozenset(self.row.variants.split()))
        made = list(follow(self.game, state, seats, self._random)) or [nothing(state)]
        await self._commit(made, seats=seats, interaction=interaction)

    async def play_for(
        self, seat: Seat, seats: tuple[SeatRow, ...], remark: Sequence[Event], notices: tuple[NoticeRow, ...]
    ) -> None:
        """A stand-in plays the turn of a seat; whoever calls holds the lock and says why."""
        made = list(play_turn(self.game, self.state, seat, seats, self._random))
        await self._commit(made, seats=seats, remark=remark, notices=notices)

    async def reseat(
        self,
        seats: tuple[SeatRow, ...],
        remark: Sequence[Event],
        *,
        ballot: BallotRow | None = None,
        interaction: int | None = None,
    ) -> None:
        """Other people, or stand-ins, have the seats from now on; whoever calls holds the lock and says why."""
        if made := list(follow(self.game, self.state, seats, self._random)):
            await self._commit(made, seats=seats, remark=remark, ballot=ballot, interaction=interaction)
        else:
            kept = {seat: clock for seat, clock in self.clocks.items() if seats[seat].person == self.seats[seat].person}
            clocks = await self._clocks(self.state, seats, kept)
            row = self.row._replace(seq=self.seq + 1)
            await self.change(row, seats=seats, clocks=clocks, remark=remark, tell=True, ballot=ballot, interaction=interaction)

    async def take_back(
        self,
        moves: Sequence[MoveRow],
        before: MoveRow,
        remark: Event,
        *,
        interaction: int | None = None,
        ballot: BallotRow | None = None,
    ) -> None:
        """Undo these newest moves, oldest first; the clock of the first goes on. Whoever calls holds the lock and may."""
        first, now = moves[0], self.now()
        running = self.clocks.get(first.seat)
        kept: dict[Seat, ClockRow] = {}
        if running and running.began == first.began:
            kept = {first.seat: running}
        elif first.began is not None:
            kept = {first.seat: await self.clock(first.seat, first.began + now - first.made, first.rung or 0)}
        state, _ = self.after(before)
        clocks = await self._clocks(state, self.seats, kept)
        row = self.row._replace(seq=self.seq + 1)
        undone = tuple(move.seq for move in moves)
        await self.change(row, undone=undone, clocks=clocks, remark=(remark,), tell=True, interaction=interaction, ballot=ballot)
        self.state, self.last = self.after(before)

    async def change(
        self,
        row: TableRow | None = None,
        *,
        seats: tuple[SeatRow, ...] | None = None,
        moves: tuple[MoveRow, ...] = (),
        undone: tuple[int, ...] = (),
        clocks: tuple[ClockRow, ...] | None = None,
        remark: Sequence[Event] = (),
        tell: bool = False,
        notices: tuple[NoticeRow, ...] = (),
        ballot: BallotRow | None = None,
        interaction: int | None = None,
    ) -> None:
        """One step from what the table shows now, all or nothing; see `db.change.Change`. Whoever calls holds the lock.

        :param remark: public events that are no moves, for the log; with ``tell`` the channel is owed a board that tells them
            and whatever moves it has not been told of.
        :raises MovedOn: the database has the last word on which position this is.
        :raises db.change.Repeated: the interaction was carried out already.
        """
        row = row or self.row
        kept = encode_story(remark) if remark else None
        story = await self._story(moves, remark) if tell else None
        done = Change(self.seq, row, self.now(), interaction, seats, moves, undone, clocks, story, kept, notices, ballot)
        try:
            await self.store.change(done)
        except Stale:
            raise MovedOn from None
        self.row = row._replace(board=self.row.board, place=self.row.place)  # the poster may have moved them meanwhile
        self.seats = self.seats if seats is None else seats
        self.clocks = self.clocks if clocks is None else {clock.seat: clock for clock in clocks}

    async def clock(self, seat: Seat, began: float, rung: int = 0, row: TableRow | None = None) -> ClockRow:
        """The clock of a seat's turn, as the terms in ``row`` and its person's rest have it."""
        row = row or self.row
        allowance = PACES[row.pace]
        if allowance is None or row.paused is not None:
            return ClockRow(self.id, seat, began, rung)
        rest = (await person_of(self.store, self.seats[seat].person)).rest
        times = ladder(began, allowance, rest)
        wake = times[rung] if rung < len(times) else None
        return ClockRow(self.id, seat, began, rung, due=times[-1], wake=wake, shift=moved_by(began, allowance, rest))

    async def _clocks(self, state: Any, seats: Sequence[SeatRow], kept: dict[Seat, ClockRow]) -> tuple[ClockRow, ...]:
        """Of every person who is to act in this state."""
        acting = [seat.seat for seat in seats if seat.seat in self.game.to_act(state) and seat.standing == "seated"]
        return tuple([kept[seat] if seat in kept else await self.clock(seat, self.now()) for seat in acting])

    async def _commit(
        self,
        made: list[Made],
        *,
        seats: tuple[SeatRow, ...],
        remark: Sequence[Event] = (),
        notices: tuple[NoticeRow, ...] = (),
        ballot: BallotRow | None = None,
        interaction: int | None = None,
    ) -> None:
        state, now = made[-1].move.step.state, self.now()
        running = bool(self.game.to_act(state))
        going_on = running and self.game.mid_turn(state)
        moved = {one.move.seat for one in made}
        kept = {seat: clock for seat, clock in self.clocks.items() if seat not in moved or going_on}
        rows = tuple(self._logged(one, seq, now) for seq, one in enumerate(made, start=self.seq + 1))
        wake = now + IDLE if running else None
        row = self.row._replace(seq=rows[-1].seq, status="running" if running else "over", wake=wake, warned=0)
        clocks = await self._clocks(state, seats, kept)
        await self.change(
            row,
            seats=seats,
            moves=rows,
            clocks=clocks,
            remark=remark,
            tell=not going_on,
            notices=notices,
            ballot=ballot,
            interaction=interaction,
        )
        self.state, self.last = state, rows[-1].person

    def _logged(self, made: Made, seq: int, now: float) -> MoveRow:
        move = made.move
        story, state = encode_story(move.step.events), encode(move.step.state)
        logged = MoveRow(seq, move.seat, " ".join(move.path), story, state, now, person=made.person)
        clock = self.clocks.get(move.seat) if made.person else None
        return logged._replace(began=clock.began, rung=clock.rung) if clock else logged

    async def _story(self, moves: Sequence[MoveRow], remark: Sequence[Event]) -> str:
        """What the channel has to be told."""
        untold = [event for move in await self.store.untold(self.id) for event in decode_story(move.events)]
        made = [event for move in moves for event in decode_story(move.events)]
        return encode_story(told([*untold, *remark, *made], None))
