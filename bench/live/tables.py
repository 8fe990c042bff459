"""Fill databases with running tables and pending boards, and measure the bytes that a move adds."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random

from db.rows import SeatRow
from db.store import Store
from host.table import Table
from host.tables import Tables
from rules import GAMES
from trials.seeding import move_at_random, open_table

NEIGHBOURS = 20  # tables on one server
OWN = 10  # the first tables, which belong to the person who will ask
STRANGER = 10**15  # ids of people from here on
TABLES_IN_MEMORY = 20
SIZES = ("page_count", "freelist_count", "page_size")


async def fill(file: Path, count: int, person: int, guild: int, channel: int) -> None:
    """Start many tables without pending messages; all but the first belong to strangers on other servers."""
    async with _opened(file) as tables:
        for number in range(count):
            stranger, elsewhere = STRANGER + 2 * number, number // NEIGHBOURS
            people = person if number < OWN else stranger, stranger + 1
            await _started(tables, "djinns", people, guild + elsewhere, channel + elsewhere)
    _pay(file)


async def owe(file: Path, count: int, people: tuple[int, int], guild: int, channel: int) -> None:
    """Start tables of all games in turn between two people; their first boards are pending."""
    async with _opened(file) as tables:
        for number in range(count):
            await _started(tables, sorted(GAMES)[number % len(GAMES)], people, guild, channel)


async def bytes_of_move(file: Path, game: str, count: int, moves: int) -> float:
    """Play ``moves`` of people at each of ``count`` tables; return the bytes of the file for each, with what follows it."""
    random, made = Random(1), 0
    async with _opened(file) as tables:
        running = [await _started(tables, game, (1, 2)) for _ in range(count)]
        before = _size(file)
        for table in running * moves:
            if table.position.to_act:
                made += 1
                await move_at_random(table, random, made)
                _pay(file)
        return (_size(file) - before) / made


@asynccontextmanager
async def _opened(file: Path) -> AsyncGenerator[Tables]:
    store = await Store.open(file)
    try:
        yield Tables(store, TABLES_IN_MEMORY, Random(1))
    finally:
        await store.close()


async def _started(tables: Tables, game: str, people: tuple[int, int], guild: int = 1, channel: int = 2) -> Table:
    seats = [SeatRow(0, person, name) for person, name in zip(people, ("Host", "Guest"), strict=True)]
    table = await open_table(tables, game, seats, guild=guild, channel=channel)
    return await tables.start(table.id, people[0], STRANGER + table.id)


def _pay(file: Path) -> None:
    """Empty the outbox, as if all of it were sent."""
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("DELETE FROM outbox")


def _size(file: Path) -> int:
    """Return the bytes in use, including those in the write-ahead log."""
    with closing(sqlite3.connect(file)) as database:
        pages, free, each = (database.execute(f"PRAGMA {of}").fetchone()[0] for of in SIZES)
    return (pages - free) * each
