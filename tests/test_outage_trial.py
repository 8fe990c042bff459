"""Two hundred outages of the bot, the gateway, the program or one server: nobody loses a turn or a seat by them."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from random import Random

import pytest

from db.rows import SeatRow
from host.deadlines import DAY, MINUTE, PACE_SECONDS
from host.lobby import Terms
from host.outages import Outages
from host.scheduler import run_due
from host.step import TableStep
from host.table import Table
from host.tables import Tables
from rules.game import random_move
from tests.manual_clock import ManualClock
from tests.sending import pending_notices

OUTAGES = 200
SERVERS = (1, 2)
TABLES_EACH = 3
KINDS = ("stopped", "killed", "gateway", "server", "frozen")
SHORTEST, LONGEST = 5 * MINUTE + 1, 3 * DAY
PATIENT = 0.6  # of the looks at a turn: nobody moves
LOOKS_BETWEEN = 6  # between two outages
clicks = count(1)


@dataclass
class Turn:
    """A turn that runs, and for how many seconds its person could play so far."""

    usable: float = 0.0


@dataclass
class House:
    """Tables on two servers that live through outages, and what became of their turns."""

    tables: Tables
    random: Random
    machine: ManualClock = field(default_factory=ManualClock)
    running: dict[int, Turn] = field(default_factory=dict[int, Turn])
    played: list[float] = field(default_factory=list[float])  # shares of their time that people had when a stand-in took the turn
    lost: list[float] = field(default_factory=list[float])  # the same when the seat was given up
    extended: int = 0
    most_told: int = 0  # messages at a table about an outage

    def __post_init__(self) -> None:
        self.outages = Outages(self.tables, self.machine)

    async def fill(self) -> None:
        """Open tables until each server has enough."""
        for server in SERVERS:
            missing = TABLES_EACH - await self.tables.store.quotas.running_in(server)
            for _ in range(missing):
                await self._begin(server)

    async def _begin(self, server: int) -> None:
        pace = self.random.choice([pace for pace, allowance in PACE_SECONDS.items() if allowance is not None])
        lapse = self.random.choice(("stand-in", "give-up"))
        terms = Terms(size=2, pace=pace, lapse=lapse)
        table = await self.tables.open(game="djinns", terms=terms, host=SeatRow(0, 11, "Ada"), guild=server, channel=server)
        await self.tables.join(table.id, 22, "Ben")
        table = await self.tables.start(table.id, 11, next(clicks))
        async with table.lock:
            await table.change(TableStep(table.position.row._replace(strikes=1)))
        self.running[table.id] = Turn()

    async def look(self, here: tuple[int, ...] = SERVERS, *, heard: bool = True) -> None:
        """Do what the bot does every second, and judge what became of the turns."""
        if not heard:
            await self.outages.gateway_lost()
            return
        before = {notice.id for notice in await pending_notices(self.tables.store, "extended")}
        await self.outages.gateway_heard(frozenset(here))
        told = [notice.table for notice in await pending_notices(self.tables.store, "extended") if notice.id not in before]
        self.extended += len(told)
        self.most_told = max([self.most_told, *map(told.count, told)])
        await run_due(self.tables, here.__contains__)
        for number in list(self.running):
            await self._judge(await self.tables.get(number))

    async def _judge(self, table: Table) -> None:
        """Note a turn that a stand-in is to play, or a seat that was lost; such a table has served."""
        at, turn = table.position, self.running[table.id]
        had = turn.usable / (PACE_SECONDS[at.row.pace] or 1)
        owed = any(clock.level for clock in at.clocks.values())
        if at.row.status == "over" and at.row.ending:
            self.lost.append(had)
        elif owed:
            self.played.append(had)
        else:
            return
        del self.running[table.id]
        if owed:
            async with table.lock:
                await table.change(TableStep(at.row._replace(status="over", ending="served", wake=None), clocks=()))

    async def people_play(self, here: tuple[int, ...]) -> None:
        """Have some people move whose turn it is."""
        for number in list(self.running):
            table = await self.tables.get(number)
            at = table.position
            if at.row.guild in here and self.random.random() > PATIENT:
                seat = at.to_act[0]
                path = random_move(at.game, at.state, seat.seat, self.random).path
                await table.move(seat.person, at.seq, path, next(clicks))
                if not table.position.mid_turn:
                    self.running[number] = Turn()
                if table.position.row.status == "over":
                    del self.running[number]

    def passes(self, seconds: float, here: tuple[int, ...]) -> None:
        """Let time pass in which only people of these servers can play."""
        now = self.tables.now
        assert isinstance(now, ManualClock)
        now.forward(seconds)
        for number, turn in self.running.items():
            if self.server_of[number] in here:
                turn.usable += seconds

    @property
    def server_of(self) -> dict[int, int]:
        return {number: table.position.row.guild for number, table in self.tables._alive.items()}


async def suffer(house: House, kind: str, seconds: float) -> None:
    """Let an outage begin, last and end."""
    if kind == "server":
        here = (SERVERS[1],)
        await house.look(here)
        for _ in range(4):
            house.passes(seconds / 4, here)
            await house.look(here)
            await house.people_play(here)
    elif kind == "gateway":
        for _ in range(4):
            await house.look(heard=False)
            house.passes(seconds / 4, ())
    else:
        house.passes(seconds, ())
        house.machine.forward(seconds)
        if kind == "stopped":
            await house.outages.gateway_lost()
        if kind != "frozen":
            house.outages = Outages(house.tables, house.machine)
    await house.look()


@pytest.mark.long
async def test_no_turn_or_seat_is_lost_to_outages(tables: Tables) -> None:
    house = House(tables, Random(33))
    suffered = dict.fromkeys(KINDS, 0)
    for number in range(OUTAGES):
        await house.fill()
        for _ in range(house.random.randrange(LOOKS_BETWEEN)):
            house.passes(house.random.choice((20.0, 9 * MINUTE, 5 * 3600.0, 11 * 3600.0)), SERVERS)
            await house.look()
            await house.people_play(SERVERS)
        kind = KINDS[number % len(KINDS)]
        seconds = SHORTEST * (LONGEST / SHORTEST) ** house.random.random()
        await suffer(house, kind, seconds)
        suffered[kind] += 1
    early = [sum(had < 1 for had in each) for each in (house.played, house.lost)]
    print(
        f"\n{suffered}: {house.extended} messages of extended turns; without their time {early[0]} of {len(house.played)} turns"
    )
    print(f"were played by stand-ins, and {early[1]} of {len(house.lost)} seats were lost")
    assert early == [0, 0]
    assert house.played
    assert house.lost
    assert house.most_told == 1
