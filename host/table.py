"""One running match: the only door through which a move is made."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from db.change import Change
from db.rows import BallotRow, ClockRow, MoveRow, NoticeRow, SeatRow, TableRow
from db.statement import Stale
from db.store import Store
from host.codec import decode_story, encode, encode_story
from host.deadlines import AFTERGLOW, IDLE, PACES, away_until, begun_for, ladder, moved_by, next_trip
from host.follow import Made, events, follow, nothing, play_turn
from host.notices import departures, next_up
from host.position import NO_TABLE, Position, Stored
from host.refusal import MovedOn, Refused
from host.settings import person_of
from rules import GAMES
from rules.choice import Path
from rules.game import Event, Move, Seat, play, told


class Table(Position):
    """A match in memory. Whoever changes something holds its lock."""

    def __init__(
        self,
        store: Store,
        stored: Stored,
        random: Random,
        now: Callable[[], float],
    ) -> None:
        super().__init__(stored)
        self.store = store
        self.now = now
        self.lock = asyncio.Lock()
        self._random = random

    async def move(self, person: int, seq: int, path: Path, interaction: int) -> tuple[Event, ...]:
        """Make a move, and what follows by itself until a person must act again; returns what the person is told.

        :raises Refused: not this person's turn, or (`MovedOn`) made for an earlier position.
        :raises IllegalMove: not on offer.
        :raises db.statement.Repeated: the interaction was carried out already.
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
            await self.change(
                self.stirred(), seats=seats, clocks=clocks, remark=remark, tell=True, ballot=ballot, interaction=interaction
            )

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
        state, _ = self.after(before)
        clocks = await self._clocks(state, self.seats, self.clocks | await self._clocks_before(moves))
        undone = tuple(move.seq for move in moves)
        await self.change(
            self.stirred(), undone=undone, clocks=clocks, remark=(remark,), tell=True, interaction=interaction, ballot=ballot
        )
        self.state, self.last = self.after(before)

    async def _clocks_before(self, moves: Sequence[MoveRow]) -> dict[Seat, ClockRow]:
        """The clocks that these newest moves have stopped, with as much time left as there was: undoing earns none."""
        stop = self.now() if self.row.paused is None else self.row.paused
        ended: dict[Seat, MoveRow] = {}  # by seat: the last move of its first turn that is undone
        going: Seat | None = None  # whose such turn goes on with the next move
        for move in moves:
            if move.began is not None and (move.seat not in ended or move.seat == going):
                ended[move.seat] = move
                going = move.seat
            if not self.game.mid_turn(self.after(move)[0]):
                going = None
        return {
            seat: await self.clock(seat, move.began + stop - move.made, move.rung or 0)
            for seat, move in ended.items()
            if move.began is not None and seat != going
        }

    def stirred(self) -> TableRow:
        """The row after people have done something: older buttons are stale, and the wait for moves begins anew."""
        return self.row._replace(seq=self.seq + 1, wake=self.now() + IDLE, warned=0)

    async def begun(self, row: TableRow) -> tuple[ClockRow, ...]:
        """The clocks of all who are to act, begun now with the terms in ``row``."""
        return await self._clocks(self.state, self.seats, {}, row)

    def stopped(self) -> tuple[ClockRow, ...]:
        """The running clocks, standing still."""
        return tuple(clock._replace(due=None, wake=None, shift="") for clock in self.clocks.values())

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
        :raises MovedOn: the database has the last word on which position this is; it is shown from now on.
        :raises db.statement.Repeated: the interaction was carried out already.
        """
        row = row or self.row
        if seats is not None:
            row = row._replace(host=_host_among(seats, row.host))
            seats = None if seats == self.seats else seats
        kept = encode_story(remark) if remark else None
        story = await self._story(moves, remark) if tell else None
        notices = (*notices, *departures(self.id, self.clocks, clocks or ()))
        over = () if clocks is None else _over(self.clocks, clocks)
        done = Change(self.seq, row, self.now(), interaction, seats, moves, undone, clocks, over, story, kept, notices, ballot)
        try:
            await self.store.change(done)
        except Stale:
            self.show(await stored(self.store, self.id))
            raise MovedOn from None
        here = self.row  # the poster may have moved its messages meanwhile
        self.row = row._replace(place=here.place, board=here.board, lobby=here.lobby)
        self.seats = self.seats if seats is None else seats
        self.clocks = self.clocks if clocks is None else {clock.seat: clock for clock in clocks}

    async def clock(
        self, seat: Seat, began: float, rung: int = 0, row: TableRow | None = None, person: int | None = None
    ) -> ClockRow:
        """The clock of a seat's turn, as the terms in ``row`` and the rest of its person have it."""
        row, person = row or self.row, person or self.seats[seat].person
        clock = ClockRow(self.id, seat, began, rung)
        if row.paused is not None:
            return clock
        rest, now, allowance = (await person_of(self.store, person)).rest, self.now(), PACES[row.pace]
        trip = next_trip(now, rest)
        wakes = [] if trip is None else [trip]
        if allowance is not None:
            times = ladder(began, allowance, rest)
            wakes += times[rung : rung + 1]
            clock = clock._replace(due=times[-1], shift=moved_by(began, allowance, rest))
        return clock._replace(wake=min(wakes, default=None), away=away_until(now, rest))

    async def again(self, clock: ClockRow) -> ClockRow:
        """A running clock as its person's rest has it now; the end that was told is never cut."""
        began, allowance = clock.began, PACES[self.row.pace]
        if clock.due is not None and allowance is not None:
            rest = (await person_of(self.store, self.seats[clock.seat].person)).rest
            began = begun_for(clock.due, began, allowance, rest)
        fresh = await self.clock(clock.seat, began, clock.rung)
        return fresh._replace(shift=fresh.shift or clock.shift, muted=clock.muted, nudged=clock.nudged)

    async def _clocks(
        self, state: Any, seats: Sequence[SeatRow], kept: dict[Seat, ClockRow], row: TableRow | None = None
    ) -> tuple[ClockRow, ...]:
        """Of every person who is to act in this state."""
        acting = [seat for seat in seats if seat.seat in self.game.to_act(state) and seat.standing == "seated"]
        now = self.now()
        return tuple([kept.get(seat.seat) or await self.clock(seat.seat, now, row=row, person=seat.person) for seat in acting])

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
        row = self.stirred()._replace(seq=rows[-1].seq, status="running")
        if not running:
            row = row._replace(status="over", wake=now + AFTERGLOW, paused=None)
        clocks = await self._clocks(state, seats, kept)
        if len(clocks) == 1 and clocks[0].seat not in kept:
            notices = (*notices, *await next_up(self.store, self.id, seats, clocks[0].seat, now))
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
        path, version = " ".join(move.path), self.game.version
        logged = MoveRow(seq, move.seat, path, story, state, version, now, person=made.person)
        clock = self.clocks.get(move.seat) if made.person else None
        if clock is None:
            return logged
        still = 0.0 if self.row.paused is None else now - max(self.row.paused, clock.began)
        return logged._replace(began=clock.began + still, rung=clock.rung)

    async def _story(self, moves: Sequence[MoveRow], remark: Sequence[Event]) -> str:
        """What the channel has to be told."""
        untold = [event for move in await self.store.untold(self.id) for event in decode_story(move.events)]
        made = [event for move in moves for event in decode_story(move.events)]
        return encode_story(told([*untold, *remark, *made], None))


async def stored(store: Store, table: int) -> Stored:
    """What the database holds of this table; raises `Refused` if there is none that can be played."""
    row = await store.table(table)
    if row is None or row.game not in GAMES:
        raise Refused(NO_TABLE)
    newest = next(iter(await store.last_moves(table, 1)), None)
    return Stored(row, await store.seats(table), await store.clocks(table), newest)


def _over(before: Mapping[Seat, ClockRow], clocks: Sequence[ClockRow]) -> tuple[Seat, ...]:
    """The seats whose turns are over when these clocks run."""
    running = {(clock.seat, clock.began) for clock in clocks}
    return tuple(seat for seat, clock in before.items() if (seat, clock.began) not in running)


def _host_among(seats: Sequence[SeatRow], host: int) -> int:
    """Who hosts the table from now on: the first person who sits there when the host does not any more."""
    seated = [seat.person for seat in seats if seat.standing == "seated"]
    return host if host in seated or not seated else seated[0]
