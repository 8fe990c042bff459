"""Measure processes that write at different tables of one PostgreSQL database: attempts rolled back, and time of a move.

Each process plays tables of its own by random moves, with a draft before each, as fast as it can.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import NamedTuple

from bench.live.engines import Engine, engines
from bench.live.processes import below, spent_with_ended
from bench.rows import Row
from db.rows import SeatRow
from db.store import Store
from host.table import Table
from host.tables import Tables
from trials.options import add_number, add_postgres, add_seed
from trials.seeding import FIRST_CLICK_ID, begin, move_at_random, open_table

GAME, SEATS = "djinns", 2
CLICKS_OF_ONE = 10**6  # ids of interactions that each process may use
MOST_ROLLED_BACK = 1.0  # per cent of the attempts


class Written(NamedTuple):
    """The work of one process: moves, jobs, attempts at them, and seconds of processor and wall time for the moves."""

    moves: int
    jobs: int
    attempts: int
    processor: float
    wall: float


def arguments(asked: argparse.ArgumentParser) -> None:
    """Add options for the processes, their moves and the server."""
    add_seed(asked)
    add_number(asked, "processes", 2, "processes that write")
    add_number(asked, "moves", 400, "moves of each")
    add_postgres(asked)


def run(given: argparse.Namespace) -> Iterator[Row]:
    """Let one process write alone, then several at once."""
    with engines(["postgres"], Path(), given.postgres) as (server,):
        for number in sorted({1, given.processes}):
            yield from _measured(server, number, given.moves, given.seed)


def _measured(server: Engine, number: int, moves: int, seed: int) -> Iterator[Row]:
    address = str(server.new())
    asyncio.run(_make(address))
    before = _spent(server)
    with ProcessPoolExecutor(number, mp_context=get_context("spawn")) as pool:
        asked = [pool.submit(_write, address, writer, moves, seed) for writer in range(number)]
        written = [each.result() for each in asked]
    name = "1 process" if number == 1 else f"{number} processes"
    yield from _rows(name, written)
    if server.server:
        spent = (_spent(server) - before) / sum(each.moves for each in written)
        yield Row(f"{name}: server, processor time of a move", 1000 * spent, "ms")


async def _make(address: str) -> None:
    await (await Store.open(address)).close()


def _spent(server: Engine) -> float:
    """Return the seconds of processor time of our server, with connections that have ended."""
    return sum(map(spent_with_ended, set(below(server.server)))) if server.server else 0.0


def _rows(name: str, written: Sequence[Written]) -> Iterator[Row]:
    moves, attempts = sum(each.moves for each in written), sum(each.attempts for each in written)
    rolled_back = attempts - sum(each.jobs for each in written)
    yield Row(f"{name}: moves", moves / max(each.wall for each in written), "/s")
    yield Row(f"{name}: attempts rolled back", 100 * rolled_back / attempts, "%", MOST_ROLLED_BACK)
    yield Row(f"{name}: processor time of a move", 1000 * sum(each.processor for each in written) / moves, "ms")


def _write(address: str, writer: int, moves: int, seed: int) -> Written:
    """Play in a process of its own."""
    return asyncio.run(_play(address, writer, moves, Random(f"{seed} {writer}")))


async def _sit_down(tables: Tables, people: Sequence[SeatRow], click: int) -> Table:
    table = await open_table(tables, GAME, people, guild=people[0].person)
    await begin(table, click)
    return table


async def _play(address: str, writer: int, moves: int, random: Random) -> Written:
    from bench.live.counting import Counting  # asyncpg is an optional library

    counted = await Counting.join(address)
    tables, clicks = Tables(Store(counted), random=random), count(FIRST_CLICK_ID + writer * CLICKS_OF_ONE)
    people = [SeatRow(seat, 10 * writer + seat + 1, f"Person {seat}") for seat in range(SEATS)]
    table, done = await _sit_down(tables, people, next(clicks)), 0
    counted.jobs = counted.attempts = 0
    wall, processor = perf_counter(), process_time()
    while done < moves:
        if not table.position.to_act:
            table = await _sit_down(tables, people, next(clicks))
        await tables.store.put_draft(table.id, table.position.to_act[0].person, table.position.seq, "")
        await move_at_random(table, random, next(clicks))
        done += 1
    took = Written(done, counted.jobs, counted.attempts, process_time() - processor, perf_counter() - wall)
    await tables.store.close()
    return took
