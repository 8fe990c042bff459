"""People with long ids and rare names, tables where they play, and everything that the database stores."""

from __future__ import annotations

from db.copying import PAGING_COLUMNS
from db.rows import SeatRow
from host.lobby import Terms
from host.table import Table
from host.tables import Tables
from tests.people import clicks

ADA, BEN, CLEO, DAN = 900_000_000_000_000_011, 900_000_000_000_000_022, 900_000_000_000_000_033, 900_000_000_000_000_044
NAMES = {ADA: "Adalbertine", BEN: "Benvolio", CLEO: "Cleopatra", DAN: "Danielle"}


async def opened(tables: Tables, *people: int, size: int | None = None) -> Table:
    """Return a table that the first of these people has opened and the others have joined."""
    host = SeatRow(0, people[0], NAMES[people[0]])
    terms = Terms(size=size or len(people), pace="daily", lapse="wait")
    table = await tables.open(game="djinns", terms=terms, host=host, guild=1, channel=2)
    for person in people[1:]:
        await tables.join(table.id, person, NAMES[person])
    return table


async def started(tables: Tables, *people: int) -> Table:
    table = await opened(tables, *people)
    return await tables.start(table.id, people[0], next(clicks))


async def stored(tables: Tables) -> str:
    """Return all rows of the database as one text."""
    return repr({name: await tables.store._db.all(f"SELECT * FROM {name}") for name in PAGING_COLUMNS})
