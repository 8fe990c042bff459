"""Test several processes that share one database of a server: roles, the end of silent ones, and the fence."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import asyncpg
import pytest

from db.engines import Sharing, preview_update
from db.errors import InUse, TooNew
from db.postgres.driver import PostgresDatabase
from db.postgres.membership import END_CONNECTIONS, RETURN_SECONDS, _compare_clocks, connection_names
from db.postgres.migrating import MIGRATIONS
from db.roles import CLERK, FREED, range_role
from db.settings import PUT_FACT
from db.statement import Statement, Unsaved
from db.store import Store
from tests.server import Server
from tests.server_proxy import ServerProxy
from tests.test_updates_on_a_server import migrations
from trials.waiting import wait_until

SHARED = Sharing("1.0")
UPTIME = f"SELECT now() - pg_postmaster_start_time() > interval '{RETURN_SECONDS} s'"


def newest() -> int:
    return max(int(script.name[:4]) for script in MIGRATIONS.glob("*.sql"))


async def opened(server: Server, name: str) -> Store:
    return await Store.open(server.address(name), shared=SHARED)


async def test_each_role_has_one_holder(server: Server) -> None:
    name = server.new()
    one, other = await opened(server, name), await opened(server, name)
    assert one.roles.process != other.roles.process
    took = await asyncio.gather(*(store.roles.take(CLERK) for store in (one, other, one, other)))
    assert took in ([True, False, True, False], [False, True, False, True])
    assert await one.roles.take(range_role(0))
    assert not await other.roles.take(range_role(0))
    assert await other.roles.take(range_role(1))
    told = await one.roles.processes()
    assert sorted(role for process in told for role in process.roles) == [CLERK, "range 0", "range 1"]
    assert {process.version for process in told} == {"1.0"}
    await one.close()
    assert await other.roles.take(range_role(0)), "the end of a process frees its roles at once"
    await other.close()


async def test_both_processes_save(server: Server) -> None:
    name = server.new()
    one, other = await opened(server, name), await opened(server, name)
    for number in range(5):
        await one.facts.put(one=str(number))
        await other.facts.put(other=str(number))
    assert (await other.facts.get("one"), await one.facts.get("other")) == ("4", "4")
    with pytest.raises(InUse):
        await Store.open(server.address(name))
    await one.close()
    await other.close()
    await (await Store.open(server.address(name))).close()


async def test_process_cut_off_is_ended_and_can_save_nothing(server: Server, line: ServerProxy) -> None:
    name = server.new()
    lost = await Store.open(server.address(name, folder=line.folder), shared=SHARED)
    other = await opened(server, name)
    assert await lost.roles.take(CLERK)
    line.cut()
    await wait_until(lambda: other.roles.take(CLERK))
    await line.mend()
    assert "ended this one" in await lost.until_taken_over()
    with pytest.raises(Unsaved):
        await lost.facts.put(a="b")
    assert not lost.roles.sure
    await lost.close()
    await other.facts.put(a="c")
    assert await other.facts.get("a") == "c"
    await other.close()


async def test_killed_process_hardly_delays_the_next_start(server: Server) -> None:
    name = server.new()
    await (await opened(server, name)).close()
    await wait_until(lambda: server.sql(UPTIME, name) == "t")
    server.sql(
        f"""INSERT INTO parterre_processes (process, name, version, heard) VALUES (1, 'killed', '1.0', now() - interval '9 s');
            INSERT INTO parterre_roles (role, process) VALUES ('{CLERK}', 1)""",
        name,
    )
    store = await opened(server, name)
    (began,) = [each.began for each in await store.roles.processes() if each.name != "killed"]
    await wait_until(lambda: store.roles.take(CLERK))
    (at,) = [each.roles[CLERK] for each in await store.roles.processes()]
    assert (at - began).total_seconds() < RETURN_SECONDS - 2
    await store.close()


async def test_only_connections_to_the_same_database_are_ended(server: Server) -> None:
    """A copy of a database names the same processes until it is made fit for use."""
    name, names = server.new(), connection_names(1)
    settings = {"application_name": names[1]}
    lost, elsewhere = [await asyncpg.connect(server.address(each), server_settings=settings) for each in (name, server.new())]
    other = await asyncpg.connect(server.address(name))
    assert await other.fetchval(END_CONNECTIONS, names) == 1
    await wait_until(lost.is_closed)
    assert await elsewhere.fetchval("SELECT 1") == 1
    for each in (elsewhere, other):
        await each.close()


async def test_fence_holds_though_the_process_has_not_noticed(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """A frozen process that wakes up still believes that it counts, until its next beat."""
    name = server.new()
    monkeypatch.setattr("db.postgres.membership.Membership.check_seconds", 3600.0)
    frozen = await opened(server, name)
    server.sql("UPDATE parterre_jobs SET ended = true", name)
    assert frozen.roles.sure
    with pytest.raises(Unsaved):
        await frozen.facts.put(a="b")
    assert "ended this one" in await frozen.until_taken_over()
    await frozen.close()


async def test_brief_cut_costs_no_role(server: Server, line: ServerProxy) -> None:
    name = server.new()
    store = await Store.open(server.address(name, folder=line.folder), shared=SHARED)
    other = await opened(server, name)
    assert await store.roles.take(CLERK)
    missed = list[str]()
    store.roles.listen("outbox", missed.append)
    line.lose()
    assert store.roles.sure, "nobody else can have ended it yet"
    await wait_until(lambda: "" in missed)
    await store.facts.put(a="b")
    assert not await other.roles.take(CLERK)
    await store.close()
    await other.close()


async def test_processes_agree_on_the_first_value(server: Server) -> None:
    name = server.new()
    stores = [await opened(server, name) for _ in range(3)]
    told = await asyncio.gather(*(store.roles.agree("shards", str(n)) for n, store in enumerate(stores)))
    assert len(set(told)) == 1
    for store in stores:
        await store.close()
    later = await opened(server, name)
    assert await later.roles.agree("shards", "9") == "9", "nobody is left who would disagree"
    await later.close()


async def test_turns_of_a_queue_are_apart(server: Server) -> None:
    name = server.new()
    stores = [await opened(server, name) for _ in range(2)]
    waits = sorted(await asyncio.gather(*(store.roles.wait_turn("identify 0", 100.0) for store in stores * 2)))
    assert waits == pytest.approx([0.0, 100.0, 200.0, 300.0], abs=40.0)
    assert await stores[0].roles.wait_turn("identify 1", 100.0) == 0.0
    for store in stores:
        await store.close()


async def test_newer_program_ends_older_ones(server: Server, tmp_path: Path) -> None:
    """An update that older programs do not support waits until they have stopped. ``ahead`` ends them instead."""
    name = server.new()
    older = await opened(server, name)
    newer = migrations(tmp_path / "newer", "ALTER TABLE facts ADD COLUMN more TEXT;", done=newest())
    with pytest.raises(InUse, match="--migrate-now"):
        await PostgresDatabase.share(server.address(name), migrations=newer)
    ahead = await PostgresDatabase.share(server.address(name), ahead=True, migrations=newer)
    assert "Update this program" in await older.until_taken_over()
    with pytest.raises(Unsaved):
        await older.facts.put(a="b")
    await older.close()
    with pytest.raises(TooNew):
        await opened(server, name)
    with pytest.raises(TooNew):
        await preview_update(server.address(name))
    await ahead.close()


async def test_older_program_goes_on_if_the_update_names_it(server: Server, tmp_path: Path) -> None:
    name, number = server.new(), newest()
    older = await opened(server, name)
    newer = migrations(tmp_path / "newer", f"-- oldest program: {number}\nALTER TABLE facts ADD COLUMN more TEXT;", done=number)
    ahead = await PostgresDatabase.share(server.address(name), ahead=True, migrations=newer)
    await ahead.run([Statement(PUT_FACT, ("a", "b"))])
    await older.facts.put(a="c")
    assert await preview_update(server.address(name)) is None
    again = await opened(server, name)
    assert await again.facts.get("a") == "c"
    for each in (again, older, ahead):
        await each.close()


async def test_free_roles_are_told(server: Server) -> None:
    name = server.new()
    one, other = await opened(server, name), await opened(server, name)
    heard = list[str]()
    other.roles.listen(FREED, heard.append)
    assert await one.roles.take(CLERK)
    await one.roles.give_up(CLERK)
    await wait_until(lambda: len(heard) == 1)
    await one.close()
    await wait_until(lambda: len(heard) == 2)
    await other.close()


async def test_wrong_clock_of_a_machine_is_told(caplog: pytest.LogCaptureFixture) -> None:
    for hours, words in ((-1, "60 minutes ahead of"), (2, "120 minutes behind"), (0, "")):
        caplog.clear()
        _compare_clocks(datetime.now(UTC) + timedelta(hours=hours))
        assert words in caplog.text
        assert bool(caplog.text) == bool(words)


async def test_notices_reach_all_processes(server: Server) -> None:
    name = server.new()
    one, other = await opened(server, name), await opened(server, name)
    heard = list[str]()
    end = other.roles.listen("persons", heard.append)
    server.sql("SELECT pg_notify('parterre', 'persons 7'), pg_notify('parterre', 'guilds 8')", name)
    await wait_until(lambda: heard == ["7"])
    end()
    other.roles.listen("guilds", heard.append)
    server.sql("SELECT pg_notify('parterre', 'persons 9'), pg_notify('parterre', 'guilds 10')", name)
    await wait_until(lambda: heard == ["7", "10"])
    await one.close()
    await other.close()
