"""The host with its clock, people who play, and a sender that notes each message as posted."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from itertools import count
from random import Random
from typing import Any, ParamSpec, TypeVar, cast

from db.rows import OutboxRow, SeatRow
from db.store import Store
from host.ballots import vote, voters
from host.codec import encode
from host.deadlines import DAY, HOUR
from host.lobby import Terms
from host.outbox import Shown
from host.table import Table
from host.tables import Tables
from host.thinking import play_turn
from host.workers import Workers
from rules import GAMES
from rules.choice import sample
from rules.game import random_move
from tests.manual_clock import ManualClock
from tests.people import run_all_due

P = ParamSpec("P")
R = TypeVar("R")

SEED = 3
START = 2_000_000_000.0  # later than any day on which a bot plays on: its clock can only be moved forward
GUILD, CHANNEL, THREAD = 1_180_000_000_000_000_007, 1_180_000_000_000_000_019, 1_180_000_000_000_000_100
FIRST = 390_000_000_000_000_000  # of the persons' ids, as large as Discord's
NAMES = ("Ada", "Ben [the] *Great*", "Cléo 🌷", "_dan_", "Eve", "Fred")
ADA, BEN, CLEO, DAN, EVE, FRED = PEOPLE = tuple(SeatRow(0, FIRST + 7 * n, name) for n, name in enumerate(NAMES))


Handle = Callable[[OutboxRow], Awaitable[object]]


class Dice(Workers):
    """Think of any legal move, and of three hints, without a clock or a process."""

    async def run_later(self, function: Callable[P, R], *values: P.args, **named: P.kwargs) -> R:
        game, _, view, _, _, course, _ = cast("tuple[Any, ...]", values)
        return cast("R", sample(GAMES[game].choices(view), Random(course))[0])

    async def run(self, function: Callable[P, R], *values: P.args, **named: P.kwargs) -> R:
        return cast("R", ((), (), ()))


class Driver:
    """Carry out all that happens, in an order that a seed decides."""

    def __init__(self, store: Store) -> None:
        self.now, self.random = ManualClock(START), Random(SEED)
        self.tables = Tables(store, random=Random(SEED), now=self.now, workers=Dice())
        self.clicks, self.messages = count(1_200_000_000_000_000_000, 11), count(1_300_000_000_000_000_000, 13)
        self.troubles: dict[int | None, Handle] = {}  # tables to which Discord takes no message any more

    async def opened(self, game: str, size: int | None = None, host: SeatRow = ADA, guild: int = GUILD, **terms: Any) -> Table:
        agreed: dict[str, Any] = {"size": size, "pace": "daily", "lapse": "wait"} | terms
        beside = {name: agreed.pop(name) for name in ("variants", "invited", "computers") if name in agreed}
        channel = CHANNEL + 2 * (guild - GUILD)
        table = await self.tables.open(game=game, terms=Terms(**agreed), host=host, guild=guild, channel=channel, **beside)
        await self.tables.set_lobby(table, next(self.messages), table.position.row.revision)
        return table

    async def begun(self, game: str, seats: int, moves: int = 0, **terms: Any) -> Table:
        """Begin a table in a thread of its own and make that many moves."""
        table = await self.opened(game, seats, **terms)
        for person in PEOPLE[1 : seats - len(table.position.computers)]:
            await self.tables.join(table.id, person.person, person.name)
        await self.tables.start(table.id, ADA.person, next(self.clicks))
        if table.position.row.guild == GUILD:
            await self.tables.move_to(table, THREAD + table.id)
        for _ in range(moves):
            await self.move(table)
        return table

    async def move(self, table: Table) -> None:
        """Make the next move, by a person where one is to act, some seconds later; the channel sees it."""
        self.now.forward(5)
        await self.pay()
        await self.play_by_itself(table)
        if table.position.to_act:
            path = self.path(table)
            await table.move(table.position.to_act[0].person, table.position.seq, path, next(self.clicks))

    async def play_by_itself(self, table: Table) -> None:
        """Make the turns of computers and stand-ins."""
        while owed := [clock.seat for clock in table.position.clocks.values() if clock.level and clock.wake is not None]:
            assert await play_turn(self.tables.workers, table, owed[0])

    def path(self, table: Table) -> tuple[str, ...]:
        return random_move(table.position.game, table.position.state, table.position.to_act[0].seat, self.random).path

    async def wait(self, hours: float, step: float = HOUR) -> None:
        """Let time pass, and the host do what is due."""
        end = self.now() + hours * HOUR
        while self.now() < end:
            self.now.forward(min(step, end - self.now()))
            await run_all_due(self.tables)
            await self.pay()

    async def pay(self) -> None:
        """Pay all that is due, except at tables in trouble."""
        while rows := await self.tables.store.outbox.claim("driver", self.now(), 100):
            for row in rows:
                await self.troubles.get(row.table, self._post)(row)

    async def _post(self, row: OutboxRow) -> None:
        """Note the message of a row as posted, in the table's place or to a person, or as changed."""
        outbox, table = self.tables.store.outbox, await self.tables.get(row.table) if row.table is not None else None
        at = table.position.row if table is not None else None
        if row.kind not in ("board", "notice") and not (row.kind == "lobby" and at is not None and at.lobby is None):
            await outbox.mark_done(row)
            return
        place = at.place if at is not None and row.kind != "lobby" else CHANNEL
        names = table.position.names if table is not None else ()
        picture = Shown(f"board-{row.table}-{row.seq}.png", "The board", names=names)
        await self.tables.mark_sent(row, place, next(self.messages), encode(picture) if row.kind == "board" else "")

    async def refuse(self, row: OutboxRow) -> None:
        """Discord refuses it."""
        again = self.now() + DAY
        await self.tables.store.outbox.mark_failed(row, again, "refused", surely_unsent=True, refused=self.now())

    async def agree(self, table: Table, ballot: int) -> None:
        """Have everybody who is asked say yes."""
        row = await table.store.ballots.get(ballot)
        assert row is not None
        for person in voters(table.position, row):
            if not (row := await table.store.ballots.get(ballot)) or row.outcome:
                break
            await vote(table, ballot, person, yes=True)
