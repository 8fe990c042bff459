"""Test that only `bot.py restore` makes a database of pg_restore fit for use, and that it changes no other one."""

from __future__ import annotations

from pathlib import Path

import pytest
import pytest_asyncio

from cogs.operations.exits import STATUSES, Exit
from cogs.upkeep import next_start, restore_on_server
from db.copying import copy_database
from db.engines import Sharing
from db.errors import Damaged, InUse, NotRestored, Restored, Unusable
from db.roles import CLERK
from db.store import Store
from tests.people import start_table
from tests.program import run_bot_on
from tests.server import TOOLS, Server
from tests.test_restore import HouseOnAServer

pytestmark = TOOLS
NONE = Path("none.sqlite3")


@pytest_asyncio.fixture
async def house(server: Server) -> HouseOnAServer:
    """A house with a table, and a copy."""
    made = HouseOnAServer(server)
    async with made.open() as tables:
        await start_table(tables, 2)
    made.back_up()
    return made


def dumped(house: HouseOnAServer, address: str) -> list[str]:
    """Return all rows of a database."""
    name = address.partition("@/")[2].partition("?")[0]
    tables = house.server.sql("SELECT string_agg(tablename, ' ' ORDER BY 1) FROM pg_tables WHERE schemaname = 'public'", name)
    return [house.server.sql(f"SELECT * FROM {table} ORDER BY 1", name) for table in tables.split()]


async def test_bot_refuses_a_database_made_by_pg_restore(house: HouseOnAServer, tmp_path: Path) -> None:
    address = house.loaded()
    before = dumped(house, address)
    with pytest.raises(Restored, match=r"Have bot\.py restore make it fit for use"):
        await Store.open(address)
    with pytest.raises(Restored):
        await copy_database(address, tmp_path / "x.sqlite3")
    assert "was made by pg_restore" in (await next_start(address)).findings[0]
    assert dumped(house, address) == before
    done = run_bot_on(str(house.database), "verify", address)
    assert (done.returncode, done.stderr) == (Exit.OK, "")
    done = run_bot_on(str(house.database), "restore", address)
    assert (done.returncode, done.stderr) == (Exit.OK, "")
    assert done.stdout.startswith("The server's database is fit for use, as it was at ")
    assert "1 running tables will say so" in done.stdout
    assert "former" not in done.stdout
    await (await Store.open(address)).close()


async def test_a_database_in_use_is_not_restored(house: HouseOnAServer) -> None:
    address = str(house.database)
    before = dumped(house, address)
    with pytest.raises(NotRestored, match="was not made by pg_restore") as caught:
        await restore_on_server(address, NONE, house.clock)
    assert STATUSES[type(caught.value)] == Exit.NOT_WRITABLE
    assert dumped(house, address) == before
    async with house.open():
        before = dumped(house, address)  # the start has noted its process
        with pytest.raises(InUse):
            await restore_on_server(address, NONE, house.clock)
        assert dumped(house, address) == before
    await house.restore()
    with pytest.raises(NotRestored):
        await restore_on_server(str(house.database), NONE, house.clock)


@pytest.mark.parametrize(
    ("sql", "sentence"),
    [
        ("SELECT 1", "is empty. Have pg_restore bring a dump there first."),
        ("CREATE TABLE songs (name TEXT)", "holds tables of something else than Parterre."),
        ("CREATE TABLE parterre AS SELECT 99 AS schema", "was written by a newer version of Parterre"),
        ("CREATE TABLE parterre (schema BIGINT)", "was never restored to its end."),
    ],
)
async def test_unusable_database_gives_one_sentence(server: Server, sql: str, sentence: str) -> None:
    name = server.new()
    server.sql(sql, name)
    with pytest.raises(Unusable) as caught:
        await restore_on_server(server.address(name), NONE, lambda: 0.0)
    assert sentence in str(caught.value)
    assert STATUSES[type(caught.value)] == Exit.BAD_DATA


async def test_failure_in_the_middle_changes_nothing(house: HouseOnAServer) -> None:
    address = house.loaded()
    name = address.partition("@/")[2].partition("?")[0]
    house.server.sql("ALTER TABLE remarks RENAME TO remarked", name)
    before = dumped(house, address)
    with pytest.raises(Damaged, match="was never restored to its end"):
        await restore_on_server(address, NONE, house.clock)
    assert dumped(house, address) == before
    house.server.sql("ALTER TABLE remarked RENAME TO remarks", name)
    assert await restore_on_server(address, NONE, house.clock) == Exit.OK


async def test_dump_without_a_mark_can_be_restored(house: HouseOnAServer, capsys: pytest.CaptureFixture[str]) -> None:
    """A bot would begin on it, and it can be restored."""
    address = house.loaded()
    house.server.sql("COMMENT ON TABLE parterre IS NULL", address.partition("@/")[2].partition("?")[0])
    assert await restore_on_server(address, NONE, house.clock) == Exit.OK
    assert "No former database could be read" in capsys.readouterr().out
    with pytest.raises(NotRestored):
        await restore_on_server(address, NONE, house.clock)


def test_file_cannot_replace_a_database_of_a_server(server: Server, tmp_path: Path) -> None:
    done = run_bot_on(server.address("games"), "restore", str(tmp_path / "x.sqlite3"))
    assert done.returncode == Exit.CONFIGURATION
    assert done.stderr.startswith("The games are on a PostgreSQL server: go back to a dump by pg_restore and bot.py restore")


async def test_processes_of_a_dump_are_forgotten(house: HouseOnAServer) -> None:
    name = str(house.database).partition("@/")[2].partition("?")[0]
    house.server.sql("INSERT INTO parterre_processes (process, name, version) VALUES (1, 'former', '1.0')", name)
    house.server.sql("INSERT INTO parterre_roles (role, process) VALUES ('clerk', 1)", name)
    house.back_up()
    await house.restore()
    store = await Store.open(house.database, shared=Sharing("1.0"))
    assert await store.roles.take(CLERK)
    await store.close()
