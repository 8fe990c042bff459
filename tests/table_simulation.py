"""A table that lives through days: people move, undo, pause and rest; the bot restarts; reminders are sent."""

from __future__ import annotations

from collections import defaultdict
from itertools import count
from pathlib import Path
from random import Random

from db.rows import ClockRow, MoveRow, SeatRow
from db.store import Store
from host.deadlines import HOUR, Rest, next_awake
from host.leaving import resume
from host.lobby import Terms
from host.position import state_after
from host.refusal import Refused
from host.scheduler import change_rest
from host.settings import read_person_settings
from host.step import TableStep
from host.table import Table
from host.tables import Tables
from host.undo import moves_since, newest_move_of, undone_event
from rules.game import DEALER, random_move
from tests.manual_clock import ManualClock
from tests.people import run_all_due
from tests.sending import send_all, snapshot_of, text_of
from trials.inline import open_inline

PEOPLE = (SeatRow(0, 11, "Ada"), SeatRow(1, 22, "Ben"), SeatRow(2, 33, "Cleo"))
TO_MOVER = ("reminder", "late")


class TableSimulation:
    """Simulate a table, and check at every step what must always hold."""

    def __init__(self, folder: Path, game: str, lapse: str, seed: int) -> None:
        self.now = ManualClock()
        self._file, self._game, self._lapse = folder / "x.sqlite3", game, lapse
        self._random, self._interactions = Random(seed), count(1)
        self.told: list[tuple[float, str, int | None, str]] = []  # when, what kind, to whom, what
        self.in_turn: defaultdict[int, set[str]] = defaultdict(set)  # by seat: what was told in this turn
        self._made: list[tuple[MoveRow, set[str], float | None]] = []  # moves that stand; what was told and time left by then
        self._rested = False
        self._revision: int | None = None  # of the table, when its log was followed last

    async def open(self) -> TableSimulation:
        self.store = Store(await open_inline(self._file))
        self.tables = Tables(self.store, random=self._random, now=self.now)
        terms = Terms(size=3, pace="daily", lapse=self._lapse)
        table = await self.tables.open(game=self._game, terms=terms, host=PEOPLE[0], guild=1, channel=2)
        for person in PEOPLE[1:]:
            await self.tables.join(table.id, person.person, person.name)
        await self.tables.start(table.id, PEOPLE[0].person, next(self._interactions))
        self.id = table.id
        return self

    async def table(self) -> Table:
        return await self.tables.get(self.id)

    async def restart(self) -> None:
        """Restart as after a power cut, which may come between a message and the note that it was sent."""
        await self.store.close()
        self.store = Store(await open_inline(self._file))
        self.tables = Tables(self.store, random=self._random, now=self.now)

    async def close(self) -> None:
        await self.store.close()

    # What people do

    async def move(self) -> None:
        table = await self.table()
        if table.position.to_act:
            seat = table.position.to_act[0]
            path = random_move(table.position.game, table.position.state, seat.seat, self._random).path
            due = (await self.clocks())[seat.seat].due
            left = None if due is None else due - self.now()
            await table.move(seat.person, table.position.seq, path, next(self._interactions))
            await self.keep_log(left)

    async def undo(self, person: int) -> None:
        """Go back to this person's last move, as if all had agreed."""
        table = await self.table()
        try:
            back_to = await newest_move_of(table, person)
        except Refused:
            return
        async with table.lock:
            moves, before = await moves_since(table, back_to)
            await table.take_back(moves, before, undone_event(0, moves))
        earliest = {row.seat: left for row, _, left in reversed(self._made) if row.seq >= back_to}
        for seat, clock in (await self.clocks()).items():
            left = earliest.get(seat)
            if left is not None and clock.due is not None and not self._rested:
                assert clock.due - self.now() <= left + 0.001, "undoing has earned time"

    async def pause_or_resume(self) -> None:
        table = await self.table()
        if table.position.row.status != "running":
            return
        if table.position.row.paused is not None:
            await resume(table, PEOPLE[0].person, next(self._interactions))
            return
        async with table.lock:
            row = table.position.row._replace(paused=self.now(), seq=table.position.seq + 1)
            await table.change(TableStep(row, clocks=table.position.stopped(), posts_board=True))

    async def rest(self, person: int, rest: Rest) -> None:
        self._rested = True
        await change_rest(self.tables, person, lambda _: rest)

    # What the house does

    async def look(self) -> None:
        """Do and send once everything that is due."""
        before = await self.clocks()
        await run_all_due(self.tables)
        await self.keep_log()
        await self.send_notices()
        for seat, clock in (await self.clocks()).items():
            former = before.get(seat)
            if former and former.due is not None and clock.due is not None:
                assert clock.began != former.began or clock.due >= former.due

    async def send_notices(self) -> None:
        table = await self.table()
        acting = {seat.seat for seat in table.position.to_act}
        for notice in await send_all(self.store, self.now(), "notice"):
            text = text_of(notice)
            self.told.append((self.now(), notice.subject, notice.person, text))
            if notice.subject in TO_MOVER:
                assert notice.seat is not None
                assert notice.person is not None
                assert notice.seat in acting, "told after the move"
                assert text not in self.in_turn[notice.seat], "told twice"
                self.in_turn[notice.seat].add(text)
                rest = (await read_person_settings(self.store, notice.person)).rest
                assert next_awake(self.now(), rest) == self.now(), "told in somebody's rest"

    async def clocks(self) -> dict[int, ClockRow]:
        return {clock.seat: clock for clock in (await snapshot_of(self.store, self.id)).clocks}

    async def keep_log(self, left: float | None = None) -> None:
        """Follow the log: a new turn begins without reminders; a turn that was undone goes on where it was."""
        former, self._revision = self._revision, await self.store.revision(self.id)
        if self._revision == former:
            return
        rows = [row for row in await self.store.moves_since(self.id, 1) if row.seat != DEALER]
        standing = {row.seq for row in rows}
        while self._made and self._made[-1][0].seq not in standing:
            row, told, _ = self._made.pop()
            self.in_turn[row.seat] |= told
        table = await self.table()
        for seat in self.in_turn.keys() - {seat.seat for seat in table.position.to_act}:  # its turn was taken back, too
            self.in_turn[seat] = set()
        for row in rows[len(self._made) :]:
            self._made.append((row, set(self.in_turn[row.seat]), left if row.person else None))
            game = table.position.game
            if row.state is None or not game.mid_turn(state_after(game, row)):  # no states are kept of what is over
                self.in_turn[row.seat] = set()

    async def live(self, hours: int) -> None:
        """Let hours pass, and look once an hour."""
        for _ in range(hours):
            self.now.forward(HOUR)
            await self.look()
