"""Tables played to an interesting point by the house itself, the database included."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import count
from random import Random

from db.rows import SeatRow
from host.table import Table
from host.tables import Tables
from rules.choice import Path
from rules.game import play
from rules.hanging_gardens import GAME
from tests.hanging_gardens.keen import keen_move

FIRST = 10**6  # of the interactions that play it


async def started(tables: Tables, people: list[SeatRow], *, guild: int = 1, channel: int = 2) -> Table:
    """A table of these people that has just begun."""
    table = await tables.open(game=GAME.key, size=len(people), variants=(), host=people[0], guild=guild, channel=channel)
    for person in people[1:]:
        await tables.join(table.id, person.person, person.name)
    return await tables.start(table.id, people[0].person, FIRST)


async def play_until_six(table: Table, random: Random) -> Path:
    """Everybody plays keenly; returns the first move that builds on six or more, not yet made."""
    async for path in _keenly(table, random):
        (seat,) = table.to_act
        if GAME.mid_turn(play(GAME, table.state, seat.seat, path).state):
            return path
    raise AssertionError("nobody built on six; another seed will do")


async def play_to_the_end(table: Table, random: Random) -> None:
    """A whole game of keen players."""
    async for _ in _keenly(table, random):
        pass


async def _keenly(table: Table, random: Random) -> AsyncIterator[Path]:
    """The moves of keen players, each made after it was looked at."""
    interactions = count(FIRST + 1)
    while table.to_act:
        (seat,) = table.to_act
        path = keen_move(table.view(seat.person), random)
        yield path
        await table.move(seat.person, table.seq, path, next(interactions))
