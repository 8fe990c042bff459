"""Test a server that is away for a while."""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path

import asyncpg
import pytest

from cogs.shell.client import Parterre
from cogs.shell.errors import sentence_for
from db.rows import SeatRow, TableRow
from db.statement import Unread, Unsaved, Unsure
from db.store import Store
from host.tables import Tables
from tests.server import Server
from tests.server_proxy import ServerProxy
from trials.waiting import wait_until

ROOT = Path(__file__).parents[1]
HOLDER = """import asyncio, sys
from db.store import Store
from host.tables import Tables

async def hold():
    store = await Store.open(sys.argv[1], standby=True)
    await store.facts.put(**{sys.argv[2]: "was here"})
    print(sys.argv[2], flush=True)
    await asyncio.Event().wait()

asyncio.run(hold())
"""


async def opened(store: Store, channel: int) -> int:
    row = TableRow(0, "djinns", 1, "", 2, "open", 7, 1, channel, channel, 0, None, 0.0)
    return await store.open_table(row, [SeatRow(0, 7, "Ada")])


async def works(store: Store) -> bool:
    try:
        await store.facts.put(again="here")
    except Unsaved:
        return False
    return True


async def again(store: Store) -> None:
    """Wait until something can be saved."""
    await wait_until(lambda: works(store))


async def test_cogs_that_cannot_be_loaded_are_loaded_later(server: Server) -> None:
    store = await Store.open(server.address(server.new()))
    server.stop("INT")
    try:
        async with Parterre(Tables(store), emojis=False) as client:
            with pytest.raises(Unread):
                await client.load_cogs()
    finally:
        server.start()
    await again(store)
    async with Parterre(Tables(store), emojis=False) as client:
        await client.load_cogs()
    await store.close()


@pytest.mark.parametrize("how", ["INT", "QUIT"])
async def test_queries_fail_meanwhile_and_work_afterwards(server: Server, how: str) -> None:
    store = await Store.open(server.address(server.new()))
    table = await opened(store, 2)
    server.stop(how)
    try:
        for _ in range(3):
            with pytest.raises(Unsaved):
                await opened(store, 3)
            with pytest.raises(Unread) as caught:
                await store.snapshot(table)
            assert "Nothing was changed" not in str(sentence_for(caught.value)), "a job before it may have succeeded"
    finally:
        server.start()
    await again(store)
    assert [row.id for row in await store.living_in(2)] == [table]
    assert await store.living_in(3) == []
    await opened(store, 4)
    await store.close()


async def test_interrupted_job_is_rolled_back(server: Server) -> None:
    store = await Store.open(server.address(server.new()))
    jobs = [asyncio.create_task(opened(store, channel)) for channel in range(2, 22)]
    await asyncio.wait(jobs, return_when=asyncio.FIRST_COMPLETED)
    server.stop("QUIT")
    server.start()
    found = await asyncio.gather(*jobs, return_exceptions=True)
    await again(store)
    for channel, outcome in enumerate(found, start=2):
        tables = [row.id for row in await store.living_in(channel)]
        assert tables == ([] if isinstance(outcome, Unsaved) else [outcome])
    await store.close()


async def test_committed_job_counts_though_the_reply_was_lost(server: Server, line: ServerProxy) -> None:
    store = await Store.open(server.address(server.new(), folder=line.folder))
    line.commits = 1
    table = await opened(store, 2)
    assert line.commits == 0
    assert [row.id for row in await store.living_in(2)] == [table]
    await store.close()


async def test_doubtful_job_is_not_reported_as_failed(server: Server, line: ServerProxy, monkeypatch: pytest.MonkeyPatch) -> None:
    store = await Store.open(server.address(server.new(), folder=line.folder))
    monkeypatch.setattr("db.postgres.driver.COMMIT_CHECK_SECONDS", 0.0)
    line.commits = 1
    with pytest.raises(Unsure):
        await opened(store, 2)
    assert sentence_for(Unsure()) != sentence_for(Unsaved())
    await again(store)
    assert len(await store.living_in(2)) == 1
    await store.close()


async def test_lock_is_taken_again_unless_another_has_it(server: Server, line: ServerProxy) -> None:
    name = server.new()
    store = await Store.open(server.address(name, folder=line.folder))
    taken = asyncio.create_task(store.until_taken_over())
    line.cut()
    with pytest.raises(Unsaved):
        await opened(store, 2)
    await line.mend()
    await again(store)
    assert not taken.done()
    line.cut()
    other = await Store.open(server.address(name), standby=True)
    await line.mend()
    await taken
    with pytest.raises(Unsaved):
        await opened(store, 2)
    assert await store.living_in(2) == []  # which may be asked
    await store.close()
    await opened(other, 2)
    await other.close()


async def test_own_dead_connection_does_not_keep_the_lock(server: Server, line: ServerProxy) -> None:
    store = await Store.open(server.address(server.new(), folder=line.folder))
    taken = asyncio.create_task(store.until_taken_over())
    line.lose()
    await again(store)
    assert not taken.done()
    await opened(store, 2)
    taken.cancel()
    await store.close()


async def test_hanging_server_times_out(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("db.postgres.driver.TIMEOUT_SECONDS", 2.0)
    store = await Store.open(server.address(server.new()))
    table = await opened(store, 2)
    monkeypatch.setattr("db.postgres.leader.CONNECT_SECONDS", 1.0)
    with server.hanging():
        with pytest.raises(Unsaved):
            await opened(store, 3)
        with pytest.raises(Unsaved):
            await store.snapshot(table)
        await wait_until(lambda: "nothing is saved until it is back" in caplog.text)
    await again(store)
    assert await store.living_in(3) == []
    await opened(store, 4)
    await store.close()


async def test_lock_is_retried_after_any_error(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    name = server.new()
    store = await Store.open(server.address(name))
    server.sql(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
    server.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'parterre (holding%'")
    await wait_until(lambda: "again: ObjectNotInPrerequisiteStateError" in caplog.text)
    with pytest.raises(Unsaved):
        await opened(store, 2)
    server.sql(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
    await again(store)
    await opened(store, 2)
    await store.close()


async def test_standby_takes_over_from_a_killed_process(server: Server) -> None:
    address = server.address(server.new())
    pipe = asyncio.subprocess.PIPE
    processes = [
        await asyncio.create_subprocess_exec(sys.executable, "-c", HOLDER, address, name, cwd=ROOT, stdout=pipe)
        for name in ("one", "other", "third")
    ]
    said = [asyncio.create_task(process.stdout.readline()) for process in processes if process.stdout is not None]
    waiting = set(range(3))
    for held in range(3):
        await asyncio.wait([said[number] for number in waiting], return_when=asyncio.FIRST_COMPLETED)
        (holder,) = (number for number in waiting if said[number].done())  # one at a time
        waiting.discard(holder)
        assert len(waiting) == 2 - held
        processes[holder].send_signal(signal.SIGKILL)
        await processes[holder].wait()
    store = await Store.open(address, standby=True)
    assert [await store.facts.get(name) for name in ("one", "other", "third")] == ["was here"] * 3
    await store.close()


async def test_connection_is_not_used_after_a_timeout(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """The library may have lost track of it: "cannot switch to state …; another operation is in progress"."""
    monkeypatch.setattr("db.postgres.driver.TIMEOUT_SECONDS", 1.0)
    name = server.new()
    store = await Store.open(server.address(name))
    ((before,),) = await store._db.all("SELECT pg_backend_pid()")
    other = await asyncpg.connect(server.address(name))
    async with other.transaction():
        await other.execute("LOCK TABLE facts")
        with pytest.raises(Unsaved):
            await store.facts.put(a="b")
    ((after,),) = await store._db.all("SELECT pg_backend_pid()")
    assert before != after
    await store.facts.put(a="b")
    await other.close()
    await store.close()
