"""The host with its clock, people who play, and somebody who notes that what Discord is owed was sent."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import Any

from db.rows import SeatRow
from db.store import Store
from host.ballots import vote, voters
from host.deadlines import DAY, HOUR
from host.lobby import Terms
from host.table import Table
from host.tables import Tables
from rules.game import random_move
from tests.paying import pay_one
from tests.people import pass_time
from tests.tables import ManualClock

SEED = 1957
GUILD, CHANNEL, THREAD = 1_180_000_000_000_000_007, 1_180_000_000_000_000_019, 1_180_000_000_000_000_100
FIRST = 390_000_000_000_000_000  # of the persons' ids, as large as Discord's
NAMES = ("Ada", "Ben [the] *Great*", "Cléo 🌷", "_dan_", "Eve", "Fred")
ADA, BEN, CLEO, DAN, EVE, FRED = PEOPLE = tuple(SeatRow(0, FIRST + 7 * n, name) for n, name in enumerate(NAMES))


class Driver:
    """All that happens goes through it, in an order that a seed decides."""

    def __init__(self, store: Store) -> None:
        self.now, self.random = ManualClock(), Random(SEED)
        self.tables = Tables(store, random=Random(SEED), now=self.now)
        self.clicks, self.messages = count(1_200_000_000_000_000_000, 11), count(1_300_000_000_000_000_000, 13)
        self.in_debt: set[int | None] = set()  # tables that nothing is sent to any more

    async def opened(self, game: str, size: int | None = None, host: SeatRow = ADA, **terms: Any) -> Table:
        agreed = {"size": size, "pace": "daily", "lapse": "wait"} | terms
        beside = {name: agreed.pop(name) for name in ("variants", "invited") if name in agreed}
        table = await self.tables.open(game=game, terms=Terms(**agreed), host=host, guild=GUILD, channel=CHANNEL, **beside)
        await self.tables.set_lobby(table, next(self.messages), table.position.row.revision)
        return table

    async def begun(self, game: str, seats: int, moves: int = 0, **terms: Any) -> Table:
        """A table in a thread of its own where so many moves have been made."""
        table = await self.opened(game, seats, **terms)
        for person in PEOPLE[1:seats]:
            await self.tables.join(table.id, person.person, person.name)
        await self.tables.start(table.id, ADA.person, next(self.clicks))
        await self.tables.move_to(table, THREAD + table.id)
        for _ in range(moves):
            await self.move(table)
        return table

    async def move(self, table: Table) -> None:
        """Whoever is to act moves, some seconds later, and the channel sees it."""
        self.now.forward(5)
        await self.pay()
        if table.position.to_act:
            path = self.path(table)
            await table.move(table.position.to_act[0].person, table.position.seq, path, next(self.clicks))

    def path(self, table: Table) -> tuple[str, ...]:
        return random_move(table.position.game, table.position.state, table.position.to_act[0].seat, self.random).path

    async def wait(self, hours: float, step: float = HOUR) -> None:
        """Time passes, and the host does what is due."""
        end = self.now() + hours * HOUR
        while self.now() < end:
            self.now.forward(min(step, end - self.now()))
            await pass_time(self.tables)
            await self.pay()

    async def pay(self) -> None:
        """Whatever is due, but at the tables in debt, where Discord refuses everything."""
        outbox = self.tables.store.outbox
        while rows := await outbox.claim("driver", self.now(), 100):
            for row in rows:
                if row.table in self.in_debt:
                    await outbox.failed(row, self.now() + DAY, "refused", surely_unsent=True, refused=self.now())
                else:
                    await pay_one(self.tables.store, row, next(self.messages))

    async def agree(self, table: Table, ballot: int) -> None:
        """Everybody who is asked says yes."""
        row = await table.store.ballots.get(ballot)
        assert row is not None
        for person in voters(table.position, row):
            if not (row := await table.store.ballots.get(ballot)) or row.outcome:
                break
            await vote(table, ballot, person, yes=True)
