"""One match: the only door through which it changes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from db.change import Change
from db.rows import BallotRow, ClockRow, MoveRow, OutboxRow, SeatRow, TableRow
from db.statement import Stale, Statement
from db.store import Store
from host.automatic import STAND_IN, Made, dealt, events, opening
from host.clocks import ClockMaker
from host.codec import encode, encode_story
from host.deadlines import AFTERGLOW
from host.notices import departures, next_up
from host.outbox import deadlines, hints_told, story
from host.position import NO_TABLE, Position, state_after
from host.refusal import MovedOn, Refused
from host.seeds import Seeds
from host.settings import people_of
from rules import GAMES
from rules.choice import Path
from rules.game import Event, Move, Seat, play, visible_to

THOUGHTFUL = 20.0  # seconds in which what computers do is told together with what was done before
TRIES = 5  # of a change, where others are always faster

P = ParamSpec("P")
R = TypeVar("R")


def changing(work: Callable[Concatenate[Table, P], Awaitable[R]]) -> Callable[Concatenate[Table, P], Awaitable[R]]:
    """Work that changes a table: done while nobody else changes it here, and once more where another process was faster.

    It decides by the table's position as it finds it when it begins.
    """

    @wraps(work)
    async def alone(table: Table, *args: P.args, **kwargs: P.kwargs) -> R:
        async with table.lock:
            for _ in range(TRIES):
                try:
                    return await work(table, *args, **kwargs)
                except Stale:
                    await table.reload()
            raise MovedOn

    return alone


class Table:
    """A match in memory: the position it was last seen at, and the lock that whoever changes it holds."""

    def __init__(self, store: Store, position: Position, seeds: Seeds, now: Callable[[], float]) -> None:
        self.store = store
        self.position = position
        self.now = now
        self.lock = asyncio.Lock()
        self._seeds = seeds

    @property
    def id(self) -> int:
        return self.position.id

    async def confirm(self) -> None:
        """Be where the database says, which other processes change, too; raises `Refused` if the table is not there."""
        if await self.store.revision(self.id) != self.position.row.revision:
            await self.reload()

    async def reload(self) -> None:
        """Read the position anew; raises `Refused` if the table is not there."""
        self._see(await load(self.store, self.id))

    def placed(self, revision: int, **changed: float | None) -> None:
        """Only the row has changed like this, in the database already; what else may have happened before is read when needed."""
        if revision == self.position.row.revision + 1:
            self._see(replace(self.position, row=self.position.row._replace(revision=revision, **changed)))

    async def clock_maker(self, seats: Sequence[SeatRow] = ()) -> ClockMaker:
        """What clocks are made from, for those who sit there, and who will have these seats."""
        people = (seat.person for seat in (*self.position.seats, *seats) if not seat.level)
        return ClockMaker(await people_of(self.store, people), self.now())

    def _see(self, position: Position) -> None:
        """What was read later may have been so earlier."""
        if position.row.revision > self.position.row.revision:
            self.position = position

    @changing
    async def move(self, person: int, seq: int, path: Path, interaction: int) -> tuple[Event, ...]:
        """Make a move, and let the dealer deal until a seat must act again; returns what the person is told.

        :raises Refused: not this person's turn, or (`MovedOn`) made for an earlier position.
        :raises IllegalMove: not on offer.
        :raises db.statement.Repeated: the interaction was carried out already.
        """
        at = self.position
        if seq != at.seq:
            raise MovedOn
        seat = at.acting_seat(person)
        first = Made(Move(seat, path, play(at.game, at.state, seat, path)), person)
        made = [first, *self.deal(first.move.step.state, at.moves + 1)]
        seats = tuple(s._replace(strikes=0) if s.seat == seat else s for s in at.seats)
        await self._commit(made, seats=seats, interaction=interaction)
        return visible_to(events(made), seat)

    async def begin(self, seats: tuple[SeatRow, ...], interaction: int, within: Sequence[Statement] = ()) -> None:
        """Seat these people in this order, set up, and let the dealer deal; whoever calls holds the lock."""
        at = self.position
        state = at.game.setup(len(seats), frozenset(at.row.variants.split()))
        await self._commit(self.deal(state, 0) or [opening(state)], seats=seats, interaction=interaction, within=within)

    def deal(self, state: Any, moves: int) -> list[Made]:
        """The dealer's moves after this state, to which so many moves have led; the same again after an undo."""
        return dealt(self.position.game, state, self._seeds(self.id, moves))

    async def make(
        self, made: list[Made], seats: tuple[SeatRow, ...], remark: Sequence[Event], notices: tuple[OutboxRow, ...]
    ) -> None:
        """A turn that no person plays, as it was thought of at this position; whoever calls holds the lock and says why."""
        await self._commit(made, seats=seats, remark=remark, notices=notices)

    async def reseat(
        self,
        seats: tuple[SeatRow, ...],
        remark: Sequence[Event],
        *,
        ballot: BallotRow | None = None,
        interaction: int | None = None,
        within: Sequence[Statement] = (),
    ) -> None:
        """Other people, or stand-ins, have the seats from now on; whoever calls holds the lock and says why."""
        at = self.position
        row = at.after_activity(self.now())
        kept = {seat: clock for seat, clock in at.clocks.items() if _player(seats[seat]) == _player(at.seats[seat])}
        clocks = (await self.clock_maker(seats)).running(row, seats, at.state, kept)
        await self.change(
            row,
            seats=seats,
            clocks=clocks,
            remark=remark,
            tell=True,
            ballot=ballot,
            interaction=interaction,
            within=within,
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
        at, row = self.position, self.position.after_activity(self.now())
        state = state_after(at.game, before)
        maker = await self.clock_maker()
        clocks = maker.running(row, at.seats, state, {**at.clocks, **maker.before(at, moves)})
        await self.change(
            row,
            undone=moves,
            shows=(state, before.person),
            clocks=clocks,
            remark=(remark,),
            tell=True,
            interaction=interaction,
            ballot=ballot,
        )

    async def change(
        self,
        row: TableRow | None = None,
        *,
        seats: tuple[SeatRow, ...] | None = None,
        moves: tuple[MoveRow, ...] = (),
        undone: Sequence[MoveRow] = (),
        shows: tuple[Any, int | None] | None = None,
        clocks: tuple[ClockRow, ...] | None = None,
        remark: Sequence[Event] = (),
        tell: bool = False,
        notices: tuple[OutboxRow, ...] = (),
        ballot: BallotRow | None = None,
        hint: Seat | None = None,
        interaction: int | None = None,
        within: Sequence[Statement] = (),
    ) -> None:
        """One step from the table's position to the next, all or nothing; see `db.change.Change`. Whoever calls holds the lock.

        :param shows: the state and the person of the newest move from now on, if that is another one.
        :param remark: public events that are no moves, for the log; with ``tell`` the channel is owed a board that tells them
            and whatever moves it has not been told of.
        :raises Stale: the table is not at this position any more.
        :raises db.statement.Repeated: the interaction was carried out already; `Exceeded`: ``within`` would not hold.
        """
        at, row = self.position, row or self.position.row
        if seats is not None:
            row = row._replace(host=_host_among(seats, row.host))
            seats = None if seats == at.seats else seats
        remark = (*remark, *(await hints_told(self.store, self.id, seats or at.seats) if row.status == "over" else ()))
        kept = encode_story(remark) if remark else None
        told_now = story(await self.store.untold(self.id), remark, moves) if tell else None
        notices = (*notices, *departures(self.id, at.clocks, clocks or ()))
        struck, over = _seqs(undone), () if clocks is None else _over(at.clocks, clocks)
        step = Change(at.row, row, self.now(), interaction, seats, moves, struck, clocks, over, told_now, kept, notices, ballot)
        await self.store.change(step._replace(hint=hint, within=tuple(within), **self._to_be_shown(row, clocks)))
        state, last = shows or (at.state, at.last)
        row, seated = row._replace(revision=at.row.revision + 1), at.seats if seats is None else seats
        left = at.clocks.values() if clocks is None and row.status in ("open", "running") else clocks or ()
        self._see(Position(row, seated, {clock.seat: clock for clock in left}, state, last, *_counted(at, moves, undone)))

    def _to_be_shown(self, row: TableRow, clocks: tuple[ClockRow, ...] | None) -> dict[str, Any]:
        """What messages have to show besides a new board."""
        at = self.position
        other = clocks is not None and deadlines(clocks) != deadlines(at.clocks.values()) and row.paused == at.row.paused
        archive = self.now() + AFTERGLOW if row.status == "over" else None
        wait = THOUGHTFUL if row.paused is None and _play_themselves(clocks) else 0.0
        return {"lobby": at.row.status == "open", "refresh": other, "archive": archive, "wait": wait}

    async def _commit(
        self,
        made: list[Made],
        *,
        seats: tuple[SeatRow, ...],
        remark: Sequence[Event] = (),
        notices: tuple[OutboxRow, ...] = (),
        ballot: BallotRow | None = None,
        interaction: int | None = None,
        within: Sequence[Statement] = (),
    ) -> None:
        at, state, now = self.position, made[-1].move.step.state, self.now()
        running = bool(at.game.to_act(state))
        going_on = running and at.game.mid_turn(state)
        moved = {one.move.seat for one in made}
        kept = {seat: clock for seat, clock in at.clocks.items() if seat not in moved or going_on}
        rows = tuple(_logged(at, one, seq, now) for seq, one in enumerate(made, start=at.seq + 1))
        row = at.after_activity(now)._replace(seq=rows[-1].seq, status="running")
        if not running:
            row = row._replace(status="over", wake=None, paused=None)
        maker = await self.clock_maker(seats)
        clocks = maker.running(row, seats, state, kept)
        if len(clocks) == 1 and clocks[0].seat not in kept and not clocks[0].level:
            notices = (*notices, *next_up(self.id, seats, clocks[0].seat, maker.people, now))
        await self.change(
            row,
            seats=seats,
            moves=rows,
            shows=(state, rows[-1].person),
            clocks=clocks,
            remark=remark,
            tell=not going_on,
            notices=notices,
            ballot=ballot,
            interaction=interaction,
            within=within,
        )


async def load(store: Store, table: int) -> Position:
    """Where the database says this table is; raises `Refused` if there is none that can be played."""
    snapshot = await store.snapshot(table)
    if snapshot is None or snapshot.row.game not in GAMES:
        raise Refused(NO_TABLE)
    return Position.of(snapshot)


def _logged(at: Position, made: Made, seq: int, now: float) -> MoveRow:
    """A move with what is to be known of the clock that it stops."""
    move = made.move
    story, state = encode_story(move.step.events), encode(move.step.state)
    logged = MoveRow(seq, move.seat, " ".join(move.path), story, state, at.game.version, now, person=made.person)
    clock = at.clocks.get(move.seat) if made.person is not None and made.person > STAND_IN else None
    if clock is None:
        return logged
    still = 0.0 if at.row.paused is None else now - max(at.row.paused, clock.began)
    return logged._replace(began=clock.began + still, rung=clock.rung)


def _seqs(moves: Sequence[MoveRow]) -> tuple[int, ...]:
    return tuple(move.seq for move in moves)


def _counted(at: Position, moves: Sequence[MoveRow], undone: Sequence[MoveRow]) -> tuple[int, int]:
    """Count the moves that stand after this position's, and those of them by people and stand-ins."""
    return at.moves + len(moves) - len(undone), at.by_people + _by_people(moves) - _by_people(undone)


def _by_people(moves: Sequence[MoveRow]) -> int:
    """Count the moves of people and stand-ins, as the database does."""
    return sum(move.person is not None and move.person >= STAND_IN for move in moves)


def _play_themselves(clocks: Sequence[ClockRow] | None) -> bool:
    """Are there turns to be made, but none of a person?"""
    return bool(clocks) and all(clock.level for clock in clocks or ())


def _player(seat: SeatRow) -> tuple[int, bool]:
    """Who plays this seat, so that a turn of theirs goes on."""
    return seat.person, seat.is_person


def _over(before: Mapping[Seat, ClockRow], clocks: Sequence[ClockRow]) -> tuple[Seat, ...]:
    """The seats whose turns are over when these clocks run."""
    running = {(clock.seat, clock.began) for clock in clocks}
    return tuple(seat for seat, clock in before.items() if (seat, clock.began) not in running)


def _host_among(seats: Sequence[SeatRow], host: int) -> int:
    """Who hosts the table from now on: the first person who sits there when the host does not any more."""
    seated = [seat.person for seat in seats if seat.is_person]
    return host if host in seated or not seated else seated[0]
