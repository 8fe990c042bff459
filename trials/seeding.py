"""Open and play tables straight in a database, without Discord."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path as File
from random import Random
from typing import Any

from db.rows import SeatRow
from db.store import Store
from host.lobby import Terms
from host.position import Position
from host.step import TableStep
from host.table import Table, changing
from host.tables import Tables
from rules.choice import Path, sample
from rules.game import Step, play
from trials.player import Choose

FIRST_CLICK_ID = 10**6  # ids of the interactions that play seeded tables, from here on

Stop = Callable[[Step[Any]], bool]


async def open_table(
    tables: Tables, game: str, people: Sequence[SeatRow], terms: Terms | None = None, *, guild: int = 1, channel: int = 2
) -> Table:
    """Open a table for these people, all of whom join it; the first one hosts."""
    host, *others = people
    terms = terms or Terms(size=len(people))
    table = await tables.open(game=game, terms=terms, host=host, guild=guild, channel=channel)
    for other in others:
        await tables.join(table.id, other.person, other.name)
    return table


async def start_table(
    tables: Tables,
    game: str,
    people: Sequence[SeatRow],
    *,
    guild: int = 1,
    channel: int = 2,
    language: str = "",
    hints: bool = False,
    click: int = FIRST_CLICK_ID,
) -> Table:
    """Open and start a table for these people.

    :param click: the id of the interaction that starts it.
    """
    terms = Terms(size=len(people), language=language)
    table = await open_table(tables, game, people, terms, guild=guild, channel=channel)
    table = await tables.start(table.id, people[0].person, click)
    if hints:
        await allow_hints(table)
    return table


async def started_position(game: str, names: Sequence[str]) -> Position:
    """Return a table that has just started, with people of these names; it is in no database."""
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(File(folder) / "started.sqlite3")
        people = [SeatRow(seat, seat + 1, name) for seat, name in enumerate(names)]
        at = (await start_table(Tables(store, random=Random(len(names))), game, people)).position
        await store.close()
    return at


@changing
async def begin(table: Table, click: int) -> None:
    """Start a table, however many run on its server."""
    await table.begin(table.position.seats, click)


@changing
async def allow_hints(table: Table) -> None:
    """Allow hints at a table that runs."""
    await table.change(TableStep(table.position.row._replace(hints=1)))


async def move_at_random(table: Table, random: Random, click: int) -> None:
    """Make a random move for somebody who is to move."""
    at = table.position
    person = at.to_act[0].person
    path, _ = sample(at.game.choices(at.view(person)), random)
    await table.move(person, at.seq, path, click)


async def play_until(table: Table, choose: Choose, stop: Stop, random: Random) -> Path:
    """Play moves that ``choose`` finds; return the first path that leads to a step where ``stop`` is true, not yet made."""
    for click in count(FIRST_CLICK_ID + 1):
        if not table.position.to_act:
            break
        (seat,) = table.position.to_act
        path = choose(table.position.view(seat.person), random)
        if stop(play(table.position.game, table.position.state, seat.seat, path)):
            return path
        await table.move(seat.person, table.position.seq, path, click)
    return ()
