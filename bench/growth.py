"""Measure growth with the number of tables and moves: time of answers, starts and transactions, memory, size of the database.

People play the same games on two bots in turns, move by move. One database holds nothing else; the other one has as many
running tables and moves as the options say, none of them in memory. On a busy machine trust processor time.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic, process_time, time
from typing import NamedTuple

from bench.live import copies, large_database
from bench.live.engines import CHOICES, POSTGRES, SQLITE, Engine, engines
from bench.live.processes import spent
from bench.live.program import new
from bench.live.rounds import Rounds
from bench.live.seating import MILLI, Click, Group, groups, sit_down
from bench.rows import NotMeasured, Row, quantile
from db.store import Store
from host.scheduler import BATCH_SIZE
from host.tables import Tables
from sandbox.server import Sandbox
from trials.options import ROOT, add_games, add_keep, add_number, add_postgres, add_seed, folder, games
from trials.program import Program, mebibytes
from trials.seeding import move_at_random
from trials.waiting import SANDBOX_TIMEOUT_FACTOR

GROWN, STARTED, MEMORY = 1.2, 3.0, 200.0  # ×, s, MiB
BOARD_SECONDS = 10.0  # from a turn to its board
LOG_ROW = 1.8  # kB
COMMITTED = {SQLITE: 3.0, POSTGRES: 8.0}  # ms
LOOKS = 300
EMPTY, FULL = "200", "1"  # tables in memory: all that are played, and none that is asked for next


class Place(NamedTuple):
    """An engine with two databases: one that is nearly empty, and one with many tables."""

    engine: Engine
    few: Path | str
    many: Path | str


def arguments(asked: argparse.ArgumentParser) -> None:
    """Add options for the size of the database and its engine."""
    add_seed(asked)
    add_games(asked)
    add_number(asked, "tables", 1000, "tables that run")
    add_number(asked, "moves", 100_000, "moves of running tables and others")
    add_number(asked, "patterns", large_database.PATTERNS_PER_GAME, "tables of each game that are played and then copied")
    add_number(asked, "seated", 40, "tables of two that are played by clicks on each bot")
    add_number(asked, "played", 200, "turns by clicks on each bot")
    add_number(asked, "starts", 3, "starts of each bot")
    asked.add_argument("--engine", action="append", choices=CHOICES, help="database engine (default: both)")
    add_postgres(asked)
    add_keep(asked, "the bots' logs and the files")


def run(given: argparse.Namespace) -> list[Row]:
    """Measure the available engines."""
    with folder(given.keep) as kept, engines(given.engine or list(CHOICES), kept, given.postgres) as found:
        return asyncio.run(_measured(given, kept, [Place(engine, engine.new(), engine.new()) for engine in found]))


async def _measured(given: argparse.Namespace, kept: Path, places: Sequence[Place]) -> list[Row]:
    rows: list[Row] = []
    running: list[int] = []
    for place in places:
        running, moves = await large_database.fill(place.many, given.tables, given.moves, games(given), given.patterns)
        rows.append(Row(f"{place.engine.name}: running tables", len(running), ""))
        rows.append(Row(f"{place.engine.name}: moves", moves, ""))
        size = await large_database.bytes_of_log_row(place.many) / 1000
        rows.append(Row(f"{place.engine.name}: database, for each row of the log", size, "kB", LOG_ROW))
        looked = await _looked(place.few), await _looked(place.many)
        rows.append(Row(f"{place.engine.name}: a look for due work, processor time", looked[1], "ms"))
        rows.append(Row(f"{place.engine.name}: a look for due work, many tables ÷ few", looked[1] / looked[0], "×"))
        rows += await _clicked(given, kept / place.engine.name, place)
    committed = await _committed(places, Random(given.seed).sample(running, min(len(running), given.played)))
    for place in places:
        name = place.engine.name
        rows.append(Row(f"{name}: a move's transaction, p50", median(committed[name]), "ms", COMMITTED[name]))
    return rows


async def _looked(address: Path | str) -> float:
    """Return the processor time of a look for due work at the present time, in milliseconds."""
    store = await Store.open(address)
    try:
        before = process_time()
        for _ in range(LOOKS):
            await store.due.all_by(time(), BATCH_SIZE)
        return MILLI * (process_time() - before) / LOOKS
    finally:
        await store.close()


@dataclass
class Side:
    """A bot with the tables that are played on it, and its figures."""

    program: Program
    seated: Sequence[Group]
    clicks: list[Click] = field(default_factory=list[Click])
    spent: float = 0.0
    memory: float = 0.0  # MiB when the first click was answered

    @property
    def resident(self) -> float:
        """Return the present memory of the bot in MiB."""
        return mebibytes(self.program.pid)

    async def start(self) -> float:
        """Start the bot; return the seconds until the first click is answered."""
        began = monotonic()
        await self.program.start()
        await self.seated[0].open()
        took, self.memory = monotonic() - began, self.resident
        return took

    async def turn(self, number: int) -> None:
        """Play the turn with this number, at the tables in rotation."""
        group = self.seated[number % len(self.seated)]
        before = spent(self.program.pid)
        self.clicks += await group.turn()
        await self.program.sandbox.world.changes.wait_until(lambda: group.can_move, BOARD_SECONDS)
        self.spent += spent(self.program.pid) - before


@asynccontextmanager
async def _side(folder: Path, address: Path | str, memory: str, given: argparse.Namespace) -> AsyncGenerator[Side]:
    """Yield a stopped bot that has posted its first boards."""
    sandbox = await Sandbox.start(timeout_factor=SANDBOX_TIMEOUT_FACTOR)
    large_database.found_servers(sandbox.world, given.tables)
    seated = groups(sandbox, given.seated, 2 * given.seated, given.seed, given.game or ())
    await sit_down(seated, address)
    settings = {"PARTERRE_DATABASE": str(address), "PARTERRE_TABLES": memory, "PARTERRE_SEED": str(given.seed)}
    program = Program(sandbox, new(folder), [str(ROOT / "bot.py")], settings)
    side, rounds = Side(program, seated), Rounds(sandbox, seated, 1)
    await program.start()
    try:
        await rounds.opened()
        await program.stop()
        yield side
    finally:
        await program.stop()
        await sandbox.close()


async def _clicked(given: argparse.Namespace, kept: Path, place: Place) -> list[Row]:
    async with AsyncExitStack() as sides:
        few = await sides.enter_async_context(_side(kept / "few", place.few, EMPTY, given))
        many = await sides.enter_async_context(_side(kept / "many", place.many, FULL, given))
        starts = [(await _restarted(few), await _restarted(many)) for _ in range(given.starts)]
        for number in range(given.played):
            for side in (few, many):
                await side.turn(number)
        memory = [side.resident for side in (few, many)]
        rows = list(_rows(place.engine.name, few, many, starts, memory))
        return [*rows, *[row async for row in _copied(place, many, kept / "copy")]]


async def _copied(place: Place, many: Side, file: Path) -> AsyncGenerator[Row]:
    """Measure answers while a copy of the database is made."""
    words, name, before = copies.command(place.engine.name, place.many, file), place.engine.name, len(many.clicks)
    if words is None:
        NotMeasured(f"a copy of {name} while people play, as there is no pg_dump").tell()
        return
    yield Row(f"{name}: a copy of it while people play", await copies.played_through(words, place.many, many.turn), "s")
    times = [[click.took for click in clicks] for clicks in (many.clicks[:before], many.clicks[before:])]
    for share, told, goal in ((0.5, "p50", None), (0.99, "p99", GROWN)):
        without, meanwhile = (quantile(each, share) for each in times)
        yield Row(f"{name}: click to private answer, {told}, meanwhile", meanwhile, "ms")
        yield Row(f"{name}: click to private answer, {told}, meanwhile ÷ before", meanwhile / without, "×", goal)
    yield Row(f"{name}: clicks meanwhile", len(times[1]), "")


async def _restarted(side: Side) -> float:
    await side.program.stop()
    return await side.start()


def _rows(name: str, few: Side, many: Side, starts: Sequence[tuple[float, float]], memory: Sequence[float]) -> Iterator[Row]:
    times = [[click.took for click in side.clicks] for side in (few, many)]
    for share, told, goal in ((0.5, "p50", None), (0.99, "p99", GROWN)):
        less, more = (quantile(each, share) for each in times)
        yield Row(f"{name}: click to private answer, {told}, with nothing else", less, "ms")
        yield Row(f"{name}: click to private answer, {told}", more, "ms")
        yield Row(f"{name}: click to private answer, {told} ÷ with nothing else", more / less, "×", goal)
    cost = [MILLI * side.spent / len(side.clicks) for side in (few, many)]
    yield Row(f"{name}: processor for a click", cost[1], "ms")
    yield Row(f"{name}: processor for a click ÷ with nothing else", cost[1] / cost[0], "×")
    yield Row(f"{name}: start until the first click is answered, with nothing else", median(less for less, _ in starts), "s")
    yield Row(f"{name}: start until the first click is answered", median(more for _, more in starts), "s", STARTED)
    yield Row(f"{name}: memory then, with nothing else", few.memory, "MiB")
    yield Row(f"{name}: memory then", many.memory, "MiB", MEMORY)
    yield Row(f"{name}: memory after all turns, with nothing else", memory[0], "MiB")
    yield Row(f"{name}: memory after all turns", memory[1], "MiB")


async def _committed(places: Sequence[Place], ids: Sequence[int]) -> dict[str, list[float]]:
    """Return for each engine the ms of a move's transaction at each of these tables; engines take turns."""
    found: dict[str, list[float]] = {}
    async with AsyncExitStack() as open_:
        sides: list[Tables] = []
        for place in places:
            store = await Store.open(place.many)
            open_.push_async_callback(store.close)
            taken = found.setdefault(place.engine.name, [])
            store.on_commit = lambda seconds, taken=taken: taken.append(seconds * MILLI)
            sides.append(Tables(store, len(ids), Random(1)))
        for number, one in enumerate(ids):
            for tables in sides:
                await move_at_random(await tables.get(one), Random(number), large_database.FIRST_CLICK_ID - 1 - number)
    return found
