"""The server crashes again and again while the move of a player is committed: the answer is true each time."""

from __future__ import annotations

import asyncio
import os
import signal
from collections import Counter
from random import Random

import asyncpg
import pytest

from rules import GAMES
from sandbox.client import Person
from tests.server import Server
from trials.journey import Journey, said
from trials.waiting import wait_until

pytestmark = pytest.mark.process

CRASHES = 24
COMMIT_SECONDS = 0.05
SLOW_COMMIT = f"""CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_sleep({COMMIT_SECONDS}); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER waits AFTER INSERT ON moves DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait()"""
COMMITS = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query = 'COMMIT' AND wait_event = 'PgSleep'"
MADE = 'SELECT count(*) FROM moves WHERE "table" = ? AND person > 0'


async def crash(server: Server, database: str, after: float) -> None:
    """Kill the backend that commits the next move, ``after`` seconds later; then somebody else commits."""
    watcher = await asyncpg.connect(server.address(database))
    pid = await wait_until(lambda: watcher.fetchval(COMMITS), every=0)
    await asyncio.sleep(after)
    os.kill(pid, signal.SIGKILL)
    await wait_until(watcher.is_closed)
    await wait_until(lambda: _commits(server), every=0)


async def _commits(server: Server) -> bool:
    """Use numbers of transactions in another database; False while the server recovers."""
    try:
        other = await asyncpg.connect(server.address("postgres"))
        for _ in range(20):
            await other.fetchval("SELECT pg_current_xact_id()")
        await other.close()
    except (OSError, asyncpg.PostgresError):
        return False
    return True


def mover_at(journey: Journey) -> Person:
    """Return the player whose turn it is, whether or not a board tells."""
    (seat,) = GAMES[journey.game].to_act(journey.state)
    ((person,),) = journey.rows('SELECT person FROM seats WHERE "table" = ? AND seat = ?', journey.tables[-1], seat)
    return next(each for each in journey.people if int(each.id) == person)


async def back(person: Person) -> None:
    """Wait until the bot can save and read again."""
    await wait_until(lambda: person.complete("move", "move"))


@pytest.mark.trial
@pytest.mark.own_bot
async def test_no_answer_is_wrong_after_a_crash_at_commit(journey: Journey, server: Server) -> None:
    database = str(journey.bot.database).partition("?")[0].rpartition("/")[2]
    await journey.begin(2)
    server.sql(SLOW_COMMIT, database)
    random, outcomes = Random(1), Counter[tuple[str, int]]()
    while outcomes.total() < CRASHES:
        mover, before = mover_at(journey), journey.rows(MADE, journey.tables[-1])[0][0]
        await back(mover)
        preview = await journey.type_move(mover)
        crashing = asyncio.create_task(crash(server, database, random.uniform(0, 1.2 * COMMIT_SECONDS)))
        told = said(await mover.click("Confirm", on=preview))
        await crashing
        made = journey.rows(MADE, journey.tables[-1])[0][0] - before
        outcomes["Played" if "Played" in told else "cannot save" if "cannot save" in told else told, made] += 1
        while "Played" not in told:
            told = said(await mover.click("Confirm", on=preview))
    print(dict(outcomes))
    assert set(outcomes) <= {("Played", 1), ("cannot save", 0)}
    assert len(outcomes) == 2
