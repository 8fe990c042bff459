"""A backend crashes, or is lost, while it carries out COMMIT: people read the truth about it."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple

import asyncpg
import pytest

from db.statement import Unsaved, Unsure
from db.store import Store
from tests.server import Server
from tests.server_proxy import ServerProxy
from tests.test_server_away import again, opened
from trials.waiting import POLL_SECONDS, wait_until

LATCH = 7  # of the advisory lock for which every COMMIT waits that opens a table
SLOW_COMMIT = f"""CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_advisory_xact_lock_shared({LATCH}); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER waits AFTER INSERT ON tables DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait()"""
WAITS = """SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1 || '%'"""
USE_A_NUMBER = "SELECT pg_current_xact_id()"


class Scene(NamedTuple):
    """A bot's database whose COMMITs wait while ``watcher`` holds the latch."""

    server: Server
    line: ServerProxy
    store: Store
    watcher: asyncpg.Connection

    async def waiting(self, query: str) -> int:
        """Return the backend that waits for a lock in this query, as soon as there is one."""
        return await wait_until(lambda: self.watcher.fetchval(WAITS, query))

    async def crash(self, pid: int) -> None:
        """Kill this backend, by which the server ends all others and recovers; return when it has."""
        os.kill(pid, signal.SIGKILL)
        await wait_until(self.watcher.is_closed)
        await wait_until(self._answers)

    async def _answers(self) -> bool:
        try:
            await (await asyncpg.connect(self.server.address("postgres"))).close()
        except (OSError, asyncpg.PostgresError):
            return False
        return True


@pytest.fixture
def scene(server: Server, line: ServerProxy, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Awaitable[Scene]]:
    monkeypatch.setattr("db.postgres.driver.COMMIT_CHECK_PAUSE_SECONDS", POLL_SECONDS)

    async def made() -> Scene:
        name = server.new()
        store = await Store.open(server.address(name, folder=line.folder))
        server.sql(SLOW_COMMIT, name)
        watcher = await asyncpg.connect(server.address(name))
        await watcher.execute(f"SELECT pg_advisory_lock({LATCH})")
        return Scene(server, line, store, watcher)

    return made


@asynccontextmanager
async def opening(scene: Scene) -> AsyncGenerator[asyncio.Task[int]]:
    """A table is being opened in channel 2; its COMMIT waits."""
    yield asyncio.create_task(opened(scene.store, 2))
    await again(scene.store)
    await scene.store.close()
    await scene.watcher.close()


async def tables(scene: Scene) -> list[int]:
    return [row.id for row in await scene.store.living_in(2)]


@pytest.mark.parametrize("others", [True, False], ids=["others commit", "nobody else is there"])
async def test_job_lost_in_a_crash_is_not_reported_as_done(scene: Callable[[], Awaitable[Scene]], others: bool) -> None:
    """After recovery the number of the lost transaction is another's, or still "in the future"."""
    here = await scene()
    async with opening(here) as job:
        pid = await here.waiting("COMMIT")
        here.line.cut()
        await here.crash(pid)
        for _ in range(20 if others else 0):
            here.server.sql(USE_A_NUMBER)
        await here.line.mend()
        with pytest.raises(Unsaved) as told:
            await job
        assert not isinstance(told.value, Unsure)
        assert await tables(here) == []


async def test_job_done_before_a_crash_is_reported_as_done(scene: Callable[[], Awaitable[Scene]]) -> None:
    here = await scene()
    async with opening(here) as job:
        await here.waiting("COMMIT")
        here.line.commits = 1  # its answer gets lost
        await here.watcher.execute(f"SELECT pg_advisory_unlock({LATCH})")
        await wait_until(lambda: here.line.commits == 0)
        here.line.cut()
        await here.crash(await here.watcher.fetchval("SELECT pg_backend_pid()"))
        await here.line.mend()
        assert [await job] == await tables(here)


async def test_job_that_is_still_finishing_is_waited_for(scene: Callable[[], Awaitable[Scene]]) -> None:
    here = await scene()
    async with opening(here) as job:
        await here.waiting("COMMIT")
        here.line.cut()
        await here.line.mend()
        await here.waiting("UPDATE parterre_jobs SET at")
        await here.watcher.execute(f"SELECT pg_advisory_unlock({LATCH})")
        assert [await job] == await tables(here)


async def test_job_whose_backend_is_ended_while_finishing_is_undone(scene: Callable[[], Awaitable[Scene]]) -> None:
    here = await scene()
    async with opening(here) as job:
        pid = await here.waiting("COMMIT")
        await here.watcher.execute("SELECT pg_terminate_backend($1)", pid)
        with pytest.raises(Unsaved) as told:
            await job
        assert not isinstance(told.value, Unsure)
        assert await tables(here) == []


async def test_job_is_known_after_another_process_took_over(scene: Callable[[], Awaitable[Scene]]) -> None:
    here = await scene()
    async with opening(here) as job:
        await here.waiting("COMMIT")
        here.line.cut()
        other = await Store.open(here.server.address(await here.watcher.fetchval("SELECT current_database()")), standby=True)
        await other.facts.put(other="was here")
        await here.watcher.execute(f"SELECT pg_advisory_unlock({LATCH})")
        await other.close()
        await here.line.mend()
        assert [await job] == await tables(here)


async def test_one_row_is_kept_for_each_process(server: Server) -> None:
    name = server.new()
    for _ in range(3):
        store = await Store.open(server.address(name))
        for number in range(5):
            await store.facts.put(number=str(number))
        await store.close()
    assert server.sql("SELECT number FROM parterre_jobs", name).split() == ["5"] * 3
    server.sql("UPDATE parterre_jobs SET at = now() - interval '2 days'", name)
    await (await Store.open(server.address(name))).close()
    assert server.sql("SELECT number FROM parterre_jobs", name) == "0", "that of the last start"


async def test_move_is_on_the_disk_before_it_is_reported(server: Server) -> None:
    name = server.new()
    server.sql(f"ALTER DATABASE {name} SET synchronous_commit = off")
    store = await Store.open(server.address(name))
    assert await store._db.all("SELECT current_setting('synchronous_commit')") == [("on",)]
    await store.close()
