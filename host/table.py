"""A table in memory, and the only way to change it.

A `Table` holds the `Position` that this process saw last. Code that changes it is decorated with `changing`: it decides from
``table.position`` and hands one `TableStep` to `Table.change`, which writes everything in one transaction. If another process
was faster, nothing is written, and the work is done again from the new position.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from db.rows import MoveRow, OutboxRow, SeatRow
from db.statement import Stale, Statement
from db.store import Store
from host.automatic import STAND_IN, MadeMove, Seeds, deal_moves, events_of, opening_move
from host.clocks import ClockMaker
from host.codec import encode, encode_story
from host.notices import next_up_notices
from host.outbox import hints_event
from host.position import Position, state_after
from host.refusal import MovedOn, NoTable, Refused
from host.results import with_results
from host.settings import read_people_settings
from host.step import NO_CAUSE, Cause, TableStep
from rules import GAMES
from rules.choice import Path
from rules.game import Event, visible_to

CHANGE_ATTEMPTS = 50  # of one change; ends of rated games at different tables forestall each other, too, as they share ratings

P = ParamSpec("P")
R = TypeVar("R")


def changing(work: Callable[Concatenate[Table, P], Awaitable[R]]) -> Callable[Concatenate[Table, P], Awaitable[R]]:
    """Let ``work(table, …)`` change a table: hold its lock, and repeat the work when another process was faster.

    The work must read ``table.position`` in each attempt. It must not call another function that is `changing` for the same
    table: the lock is not re-entrant.

    :raises MovedOn: when other processes were faster in every attempt.
    """

    @wraps(work)
    async def alone(table: Table, *args: P.args, **kwargs: P.kwargs) -> R:
        async with table.lock:
            for _ in range(CHANGE_ATTEMPTS):
                try:
                    return await work(table, *args, **kwargs)
                except Stale:
                    await table.reload()
            raise MovedOn

    return alone


class Table:
    """A table in memory. `host.tables.Tables` makes it, and keeps one for each id.

    ``position`` is the table as this process saw it last; `confirm` brings it up to date. ``lock`` is held by code that changes
    the table. ``now`` returns seconds since 1970. Methods marked "caller holds the lock" are for `changing` functions.
    """

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
        """Read the position again if the database has a newer one.

        :raises Refused: when the table does not exist any more.
        """
        if await self.store.revision(self.id) != self.position.row.revision:
            await self.reload()

    async def reload(self) -> None:
        """Read the position from the database.

        :raises Refused: when the table does not exist any more.
        """
        self._advance(await load(self.store, self.id))

    def apply_row_change(self, revision: int, **changed: float | None) -> None:
        """Take over columns of the table's row that were written elsewhere and led to this revision.

        Does nothing where this process has missed an earlier revision: the next `confirm` reads all of it.
        """
        if revision == self.position.row.revision + 1:
            self._advance(replace(self.position, row=self.position.row._replace(revision=revision, **changed)))

    async def clock_maker(self, seats: Sequence[SeatRow] = ()) -> ClockMaker:
        """Return a maker of clocks that knows the settings of everybody seated now, and on these seats."""
        people = (seat.person for seat in (*self.position.seats, *seats) if not seat.level)
        return ClockMaker(await read_people_settings(self.store, people), self.now())

    def _advance(self, position: Position) -> None:
        """Keep the newer position: a read that finished later may have begun earlier."""
        if position.row.revision > self.position.row.revision:
            self.position = position

    @changing
    async def move(self, person: int, seq: int, path: Path, interaction: int) -> tuple[Event, ...]:
        """Make a person's move, or several that follow at once (`rules.turn`); then the dealer's moves until a seat must act.

        :param seq: the table's seq when the person decided.
        :param path: the keys of all answers, of one move after the other.
        :return: the events that this person may see.
        :raises Refused: when it is not this person's turn; `MovedOn`, when the table has another seq.
        :raises IllegalMove: when the path is not on offer.
        :raises db.statement.Repeated: when this interaction was carried out already.
        """
        at = self.position
        if seq != at.seq:
            raise MovedOn
        seat = at.acting_seat(person)
        made = [MadeMove(move, person) for move in at.moves_of(person, path)]
        made += self.deal(made[-1].move.step.state, at.moves + len(made))
        seats = tuple(s._replace(strikes=0) if s.seat == seat else s for s in at.seats)
        await self._commit(made, seats, cause=Cause(interaction))
        return visible_to(events_of(made), seat)

    async def begin(self, seats: tuple[SeatRow, ...], interaction: int, limits: Sequence[Statement] = ()) -> None:
        """Seat these players in this order, set the game up, and make the dealer's first moves. Caller holds the lock.

        :raises db.statement.Exceeded: when one of the limits would not hold.
        """
        at = self.position
        state = at.game.setup(len(seats), frozenset(at.row.variants.split()))
        await self._commit(self.deal(state, 0) or [opening_move(state)], seats, cause=Cause(interaction, limits=limits))

    def deal(self, state: Any, moves: int) -> list[MadeMove]:
        """Return the dealer's moves from this state until a seat must act.

        :param moves: the number of moves that led to this state. The same number draws the same again, also after an undo.
        """
        return deal_moves(self.position.game, state, self._seeds(self.id, moves))

    async def make(
        self, made: list[MadeMove], seats: tuple[SeatRow, ...], remarks: Sequence[Event], notices: tuple[OutboxRow, ...]
    ) -> None:
        """Make the turn of a computer or stand-in, decided at this position. Caller holds the lock.

        :param seats: all seats after it.
        :param remarks: the reason, for the log and the board.
        """
        await self._commit(made, seats, remarks, notices)

    async def reseat(self, seats: tuple[SeatRow, ...], remarks: Sequence[Event], cause: Cause = NO_CAUSE) -> None:
        """Give seats to other people or to stand-ins. Caller holds the lock.

        A clock goes on where the same person keeps the seat; each other turn begins anew.

        :param remarks: the reason, for the log and the board.
        """
        at = self.position
        row = at.after_activity(self.now())
        kept = {seat: clock for seat, clock in at.clocks.items() if _same_player(seats[seat], at.seats[seat])}
        clocks = (await self.clock_maker(seats)).for_state(row, seats, at.state, kept)
        await self.change(TableStep(row, seats, clocks=clocks, remarks=remarks, posts_board=True, cause=cause))

    async def take_back(self, moves: Sequence[MoveRow], before: MoveRow, remark: Event, cause: Cause = NO_CAUSE) -> None:
        """Undo the newest moves. Caller holds the lock, and has checked that they may be undone.

        The clock of the turn that is reached goes on with the time that it had left.

        :param moves: the newest moves, oldest first.
        :param before: the move before them.
        """
        at, row = self.position, self.position.after_activity(self.now())
        state = state_after(at.game, before)
        maker = await self.clock_maker()
        clocks = maker.for_state(row, at.seats, state, {**at.clocks, **maker.before_moves(at, moves)})
        newest = (state, before.person)
        await self.change(
            TableStep(row, undone=moves, newest=newest, clocks=clocks, remarks=(remark,), posts_board=True, cause=cause)
        )

    async def change(self, step: TableStep) -> None:
        """Write one step in one transaction, and update ``position`` to the result. Caller holds the lock.

        The last step of a game also says how many hints each player took, and stores the results.

        :raises db.statement.Stale: when the table has changed since ``position`` was read; `changing` tries again.
        :raises db.statement.Repeated: when the interaction was carried out already.
        :raises db.statement.Exceeded: when one of the limits would not hold.
        """
        at, now = self.position, self.now()
        if step.row_after(at).status == "over":
            step = step.with_remarks(await hints_event(self.store, self.id, step.seats or at.seats))
            step = await with_results(self.store, at, step, now)
        unshown = await self.store.untold_moves(self.id) if step.posts_board else []
        await self.store.change(step.to_rows(at, now, unshown))
        self._advance(step.position_after(at))

    async def _commit(
        self,
        made: list[MadeMove],
        seats: tuple[SeatRow, ...],
        remarks: Sequence[Event] = (),
        notices: tuple[OutboxRow, ...] = (),
        cause: Cause = NO_CAUSE,
    ) -> None:
        """Write moves that were made, with the clocks after them; a board is posted unless the turn goes on."""
        at, state, now = self.position, made[-1].move.step.state, self.now()
        running = bool(at.game.to_act(state))
        going_on = running and at.game.mid_turn(state)
        moved = {one.move.seat for one in made}
        kept = {seat: clock for seat, clock in at.clocks.items() if seat not in moved or going_on}
        rows = tuple(_logged(at, one, seq, now) for seq, one in enumerate(made, start=at.seq + 1))
        began = now if at.row.status == "open" else at.row.started
        row = at.after_activity(now)._replace(seq=rows[-1].seq, status="running", started=began)
        if not running:
            row = row._replace(status="over", wake=None, paused=None)
        maker = await self.clock_maker(seats)
        clocks = maker.for_state(row, seats, state, kept)
        if len(clocks) == 1 and clocks[0].seat not in kept and not clocks[0].level:
            notices = (*notices, *next_up_notices(self.id, seats, clocks[0].seat, maker.people, now))
        newest = (state, rows[-1].person)
        await self.change(
            TableStep(
                row,
                seats,
                rows,
                newest=newest,
                clocks=clocks,
                remarks=remarks,
                posts_board=not going_on,
                notices=notices,
                cause=cause,
            )
        )


async def load(store: Store, table: int) -> Position:
    """Read a table's position from the database.

    :raises NoTable: when there is no such table.
    :raises Refused: when this program does not know its game or its stored state.
    """
    snapshot = await store.snapshot(table)
    if snapshot is None or not snapshot.row.game:  # `db.forgetting` may keep an empty row
        raise NoTable
    if snapshot.row.game not in GAMES:
        raise Refused(NoTable().text)
    return Position.of(snapshot)


def _logged(at: Position, made: MadeMove, seq: int, now: float) -> MoveRow:
    """Return a move as it is logged; a person's with the clock that it stops, so that an undo can restore it."""
    move = made.move
    story, state = encode_story(move.step.events), encode(move.step.state)
    logged = MoveRow(seq, move.seat, " ".join(move.path), story, state, at.game.version, now, person=made.person)
    clock = at.clocks.get(move.seat) if made.person is not None and made.person > STAND_IN else None
    if clock is None:
        return logged
    still = 0.0 if at.row.paused is None else now - max(at.row.paused, clock.began)
    return logged._replace(began=clock.began + still, rung=clock.rung)


def _same_player(seat: SeatRow, before: SeatRow) -> bool:
    """Return whether the same person plays a seat as before, so that their turn goes on."""
    return (seat.person, seat.is_person) == (before.person, before.is_person)
