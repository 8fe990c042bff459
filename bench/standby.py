"""Measure takeovers: the time until a second bot replaces a killed one on a PostgreSQL database, and lost moves.

Two bots use one database, and people play several tables by clicks. The active bot gets SIGKILL, every other time during one of
its requests; the other one takes over, and a new one stands by. At the end the database is compared with the answers that people
got, and verified.
"""

from __future__ import annotations

import argparse
import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from pathlib import Path
from random import Random
from statistics import median

from bench.live.engines import Engine, engines
from bench.live.seating import groups, sit_down
from bench.live.takeovers import TABLES, Confirmed, Takeovers
from bench.rows import Row
from db.engines import examine
from db.store import Store
from host.verification import verify_tables
from sandbox.server import Sandbox
from trials.options import add_games, add_keep, add_number, add_postgres, add_seed, folder
from trials.waiting import SANDBOX_TIMEOUT_FACTOR

TAKEOVER_SECONDS = 60.0  # from a kill to the next turn, at most
PEOPLE = 2  # at a table
# Moves that one click has confirmed together have one time.
MOVES = 'SELECT "table", count(DISTINCT made) FROM moves WHERE person > 0 GROUP BY "table"'
CARRIED_OUT = "SELECT interaction FROM answered ORDER BY interaction"


def arguments(asked: argparse.ArgumentParser) -> None:
    """Add options for the kills, the games and the server."""
    add_seed(asked)
    add_games(asked)
    add_number(asked, "kills", 10, "kills of the bot that plays")
    add_postgres(asked)
    add_keep(asked, "the logs of the bots")


def run(given: argparse.Namespace) -> list[Row]:
    """Kill bots, and count lost and doubled moves."""
    with folder(given.keep) as kept, engines(["postgres"], kept, given.postgres) as (server,):
        return asyncio.run(_measured(given, kept, server))


async def _measured(given: argparse.Namespace, kept: Path, server: Engine) -> list[Row]:
    address, count = str(server.new()), TABLES + given.kills
    sandbox = await Sandbox.start(timeout_factor=SANDBOX_TIMEOUT_FACTOR)
    try:
        seated = groups(sandbox, count, PEOPLE * count, given.seed, given.game or ())
        await sit_down(seated, address)
        takeovers = Takeovers(sandbox, seated, kept, address, Random(given.seed))
        await takeovers.carry_out(given.kills)
        return [*_times(takeovers), *await _held_against(takeovers, address)]
    finally:
        await sandbox.close()


def _times(takeovers: Takeovers) -> Iterator[Row]:
    yield Row("kills", len(takeovers.seconds), "")
    yield Row("from a kill to the next turn, median", median(takeovers.seconds), "s")
    yield Row("from a kill to the next turn, longest", max(takeovers.seconds), "s", TAKEOVER_SECONDS)


async def _held_against(takeovers: Takeovers, address: str) -> list[Row]:
    """Compare the database with the clicks of people and their answers."""
    async with examine(address) as found:
        carried_out = {interaction for (interaction,) in await found.database.all(CARRIED_OUT)}
        made = Counter[int](dict(await found.database.all(MOVES)))
        findings = [*found.faults, *[each async for each in verify_tables(Store(found.database)) if each.finding]]
    rows = judged(list(takeovers.confirmed()), carried_out, made)
    return [*rows, Row("boards sent twice", takeovers.boards_twice(), "", 0), Row("findings of verify", len(findings), "", 0)]


def judged(sent: Sequence[Confirmed], carried_out: Set[int], made: Counter[int]) -> list[Row]:
    """Count lost and doubled moves, by the interactions that the database knows and its moves of each table."""
    told = {each.position for each in sent if each.told}  # a second click has the same answer, and does nothing
    done = {each.position for each in sent if each.interaction in carried_out}
    meant = Counter(table for table, _ in done)
    return [
        Row("moves made", made.total(), ""),
        Row("of them not answered, as the bot was killed", len(done - told), ""),
        Row("moves lost, though told as played", len(told - done) + (meant - made).total(), "", 0),
        Row("moves doubled", (made - meant).total(), "", 0),
    ]
