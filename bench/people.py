"""Measure people and results: ends of games, ratings, commands and deletions with few and with a million results.

The same games are played in one process on two databases of each engine: one with a few hundred results, the other one with as
many as the options say. Deletions are also killed again and again, and go on in the next process.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time

from bench.live import profiles
from bench.live.engines import CHOICES, Engine, engines
from bench.live.many_results import BUSY_PERSON, add_moves, fill
from bench.live.ratings import measure_ratings
from bench.live.seasons import measure_seasons
from bench.live.weeks import measure_weeks
from bench.rows import Row, quantile
from db.rows import SeatRow
from db.store import Store
from host.erasure import ERASE, erase_person
from host.leaving import resign
from host.personal_export import is_known
from host.tables import Tables
from trials.options import ROOT, add_keep, add_number, add_postgres, add_seed, folder
from trials.seeding import move_at_random, open_table

FEW = 300  # results of the small database
PLAYERS = (SeatRow(0, 10**15, "Ada"), SeatRow(1, 10**15 + 1, "Ben"))
MILLI = 1000
ENDED, TURNS, TURNS_MS, DELETED_SECONDS, CLICKS = 1.3, 2.0, 50.0, 5.0, 1.5  # targets
ERASING = """import asyncio, sys
from db.store import Store
from host.erasure import finish_erasures
from host.tables import Tables
async def main():
    store = await Store.open(sys.argv[1] if "://" in sys.argv[1] else __import__("pathlib").Path(sys.argv[1]))
    print("ready", flush=True)
    await finish_erasures(Tables(store))
    await store.close()
asyncio.run(main())
"""


def arguments(asked: argparse.ArgumentParser) -> None:
    """Add options for the size of the database and its engine."""
    add_seed(asked)
    add_number(asked, "people", 10_000, "people")
    add_number(asked, "results", 1_000_000, "results")
    add_number(asked, "busy", 1000, "games of the person whose data is deleted")
    add_number(asked, "new", 10_000, "newest games that get moves, for /server stats")
    add_number(asked, "rounds", 60, "games that end, and times that /turns and /profile are read, on each database")
    add_number(asked, "kills", 50, "kills of a process that deletes")
    asked.add_argument("--engine", action="append", choices=CHOICES, help="database engine (default: both)")
    add_postgres(asked)
    add_keep(asked, "the files")


def run(given: argparse.Namespace) -> Iterator[Row]:
    """Measure the available engines."""
    with folder(given.keep) as kept, engines(given.engine or list(CHOICES), kept, given.postgres) as found:
        for engine in found:
            yield from asyncio.run(_measured(given, engine))
            if given.kills:
                yield Row(
                    f"{engine.name}: kills of deletions, all of which were finished", asyncio.run(_killed(engine, given)), ""
                )


async def _measured(given: argparse.Namespace, engine: Engine) -> list[Row]:
    few, fewest, many = engine.new(), engine.new(), engine.new()
    await fill(few, 100, FEW, 10)
    await fill(fewest, profiles.FEW_PEOPLE, profiles.FEW, 1)
    await fill(many, given.people, given.results, given.busy)
    rows = list[Row]()
    async with _opened(few) as small, _opened(many) as large:
        ends = await _in_turns(given.rounds, [_ended(small, given.seed), _ended(large, given.seed)])
        turns = await _in_turns(given.rounds, [_turns(small), _turns(large)])
        async with _opened(fewest) as smallest:
            rows += await profiles.measure_profiles(engine.name, smallest.store, large.store, given.rounds)
            of_seasons = measure_seasons(smallest.store, large.store, given.rounds)
            rows += [row._replace(name=f"{engine.name}: {row.name}") async for row in of_seasons]
        rows += [row._replace(name=f"{engine.name}: {row.name}") async for row in measure_ratings(large.store, given.rounds)]
        alone, during, took = await _deleted(large, given.seed)
    await add_moves(many, given.people, given.results, given.new)
    async with _opened(many) as large:
        rows += await measure_weeks(engine.name, large.store, given.results)
    name = engine.name
    rows.append(Row(f"{name}: end of a game, processor time, p50", median(ends[1]), "ms"))
    rows.append(Row(f"{name}: end of a game, many results ÷ few", median(ends[1]) / median(ends[0]), "×", ENDED))
    rows.append(Row(f"{name}: rows of /turns, processor time, p50", median(turns[1]), "ms", TURNS_MS))
    rows.append(Row(f"{name}: rows of /turns, many results ÷ few", median(turns[1]) / median(turns[0]), "×", TURNS))
    rows.append(Row(f"{name}: deletion of a person with {given.busy} games", took, "s", DELETED_SECONDS))
    rows.append(Row(f"{name}: moves during a deletion ÷ others, p99", during / alone, "×", CLICKS))
    return rows


@asynccontextmanager
async def _opened(address: Path | str) -> AsyncGenerator[Tables]:
    store = await Store.open(address)
    try:
        yield Tables(store, random=Random(1))
    finally:
        await store.close()


async def _in_turns(rounds: int, works: Sequence[Callable[[], Awaitable[float]]]) -> list[list[float]]:
    """Do each work once a round; return their milliseconds."""
    took: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for number, work in enumerate(works):
            took[number].append(MILLI * await work())
    return took


def _ended(tables: Tables, seed: int) -> Callable[[], Awaitable[float]]:
    clicks = iter(range(10**9 * seed, 10**9 * (seed + 1)))

    async def end() -> float:
        table = await open_table(tables, "djinns", PLAYERS)
        await tables.start(table.id, PLAYERS[0].person, next(clicks))
        for _ in range(4):
            await move_at_random(table, Random(seed), next(clicks))
        before = process_time()
        await resign(table, PLAYERS[1].person, next(clicks))
        return process_time() - before

    return end


def _turns(tables: Tables) -> Callable[[], Awaitable[float]]:
    async def read() -> float:
        before = process_time()
        await tables.running_of(PLAYERS[0].person)
        await tables.open_of(PLAYERS[0].person)
        await tables.store.results.of_person(PLAYERS[0].person, 2.0**62, 1)
        return process_time() - before

    return read


async def _deleted(tables: Tables, seed: int) -> tuple[float, float, float]:
    """Return the p99 of a move in seconds before and during a deletion, and the seconds that the deletion took."""
    clicks, random = iter(range(10**12 * seed, 10**12 * (seed + 1))), Random(seed)

    async def moves(until: Callable[[int], bool]) -> list[float]:
        took = list[float]()
        table = await open_table(tables, "djinns", PLAYERS)
        await tables.start(table.id, PLAYERS[0].person, next(clicks))
        while until(len(took)):
            if not table.position.to_act:
                table = await open_table(tables, "djinns", PLAYERS)
                await tables.start(table.id, PLAYERS[0].person, next(clicks))
            began = perf_counter()
            await move_at_random(table, random, next(clicks))
            took.append(perf_counter() - began)
        return took

    alone = await moves(lambda count: count < 200)
    began = perf_counter()
    erasing = asyncio.create_task(erase_person(tables, BUSY_PERSON))
    during = await moves(lambda count: not count or not erasing.done())
    await erasing
    return quantile(alone, 0.99), quantile(during, 0.99), perf_counter() - began


async def _killed(engine: Engine, given: argparse.Namespace) -> int:
    """Kill processes that delete a person at random moments, until one finishes; return the number of kills."""
    random, kills, again = Random(given.seed), 0, 0
    while kills < given.kills:
        address, again = engine.new(), again + 1
        await fill(address, 100, 3 * given.busy, given.busy)
        async with _opened(address) as tables:
            await tables.store.due.put(ERASE, BUSY_PERSON, tables.now())
        while not await _erased(address, random.uniform(0.0, 1.0)):
            kills += 1
        async with _opened(address) as tables:
            assert not await is_known(tables.store, BUSY_PERSON)
    return kills


async def _erased(address: Path | str, seconds: float) -> bool:
    """Go on with a deletion in a process of its own, which is killed after some seconds; return whether it was finished."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", ERASING, str(address), cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    await process.stdout.readline()
    try:
        async with asyncio.timeout(seconds):
            return await process.wait() == 0
    except TimeoutError:
        with suppress(ProcessLookupError):  # it has just ended
            process.send_signal(signal.SIGKILL)
        return await process.wait() == 0
