"""A database with tables in it, made by any version of the code.

``python tables.py CODE fill FILE COUNT PERSON GUILD CHANNEL`` starts so many tables, all but the first of them strangers' on
other servers; ``python tables.py CODE play FOLDER`` prints how many bytes a move of each game takes, as JSON. The boards that
channels are owed are taken as posted. ``python tables.py CODE owe FILE COUNT ADA BEN GUILD CHANNEL`` starts tables of all games
between two people, and nothing is posted.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from host.tables import Tables

NEIGHBOURS = 20  # tables on one server
OWN = 10  # tables of the person who will ask, the first ones
STRANGER = 10**15  # ids of people from here on
OWED = ("posts", "outbox", "notices")  # tables of the database, as various versions call them
SIZES = ("page_count", "freelist_count", "page_size")
PLAYED, MOVES = 10, 20  # tables of a game, and moves of people at each: fewer than to the end of any


@asynccontextmanager
async def opened(file: Path) -> AsyncGenerator[Tables]:
    """The tables of a file."""
    from db.store import Store
    from host.tables import Tables

    store = await Store.open(file)
    try:
        yield Tables(store, 2 * PLAYED, Random(1))
    finally:
        await store.close()


async def started(tables: Tables, game: str, people: tuple[int, int], guild: int = 1, channel: int = 2) -> Any:
    """A running table of two."""
    from db.rows import SeatRow
    from host.lobby import Terms

    seat = SeatRow(0, people[0], "Host")
    table = await tables.open(game=game, terms=Terms(size=2), host=seat, guild=guild, channel=channel)
    await tables.join(table.id, people[1], "Guest")
    return await tables.start(table.id, people[0], STRANGER + table.id)


async def fill(file: Path, count: int, person: int, guild: int, channel: int) -> None:
    """Many running tables."""
    async with opened(file) as tables:
        for number in range(count):
            stranger, elsewhere = STRANGER + 2 * number, number // NEIGHBOURS
            people = person if number < OWN else stranger, stranger + 1
            await started(tables, "djinns", people, guild + elsewhere, channel + elsewhere)
    pay(file)


async def owe(file: Path, count: int, ada: int, ben: int, guild: int, channel: int) -> None:
    """Many running tables that owe their first boards."""
    from rules import GAMES

    async with opened(file) as tables:
        for number in range(count):
            await started(tables, sorted(GAMES)[number % len(GAMES)], (ada, ben), guild, channel)


async def play(file: Path, game: str) -> float:
    """Bytes of the file that a move of a person takes, with what follows by itself."""
    from rules.choice import sample

    random, moves = Random(1), 0
    async with opened(file) as tables:
        running = [await started(tables, game, (1, 2)) for _ in range(PLAYED)]
        before = size(file)
        for table in running * MOVES:
            at = getattr(table, "position", table)
            if at.to_act:
                person = at.to_act[0].person
                moves += 1
                await table.move(person, at.seq, sample(at.game.choices(at.view(person)), random)[0], moves)
                pay(file)
        return (size(file) - before) / moves


def pay(file: Path) -> None:
    """Nothing is owed to anybody any more."""
    with closing(sqlite3.connect(file)) as database, database:
        known = {row[0] for row in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        for name in known.intersection(OWED):
            database.execute(f"DELETE FROM {name}")


def size(file: Path) -> int:
    """Bytes that are in use, those that are not in the file itself yet included."""
    with closing(sqlite3.connect(file)) as database:
        pages, free, each = (database.execute(f"PRAGMA {of}").fetchone()[0] for of in SIZES)
    return (pages - free) * each


async def each_game(folder: Path) -> dict[str, float]:
    """What a move of each game takes."""
    from rules import GAMES

    return {game: await play(folder / f"{game}.sqlite3", game) for game in GAMES}


if __name__ == "__main__":
    sys.path[0], what, where = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    if what == "fill":
        count, person, guild, channel = map(int, sys.argv[4:])
        asyncio.run(fill(where, count, person, guild, channel))
    elif what == "owe":
        asyncio.run(owe(where, *map(int, sys.argv[4:])))
    else:
        print(json.dumps(asyncio.run(each_game(where))))
