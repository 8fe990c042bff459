"""Copy a database to another one, where the games go on."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from cogs.operations.exits import Exit
from db.copying import PAGING_COLUMNS, copy_database
from db.errors import Damaged, NotEmpty
from db.store import Store
from host.tables import Tables
from tests.manual_clock import ManualClock
from tests.people import move, start_table
from tests.program import run_bot, run_bot_on
from tests.sending import send_all
from tests.server import Server
from tests.test_backup import FIRST
from tests.test_opening_the_file import SMALL_DISK

OWN = {"sqlite_sequence", "sqlite_stat1", "parterre"}


async def filled(address: Path | str) -> dict[int, object]:
    """Games under way in this database: their states."""
    tables = Tables(await Store.open(address), random=Random(1), now=ManualClock())
    states: dict[int, object] = {}
    for game in ("djinns", "ishtar"):
        table = await start_table(tables, 3, game)
        for number in range(5):
            await move(table, number)
        states[table.id] = table.position.state
    await send_all(tables.store, tables.now())
    await tables.store.close()
    return states


async def goes_on(address: Path | str, states: dict[int, object]) -> None:
    """The games are as they were, go on, and no id is given a second time."""
    tables = Tables(await Store.open(address), random=Random(2), now=ManualClock())
    for number, state in states.items():
        table = await tables.get(number)
        assert table.position.state == state
        await move(table)
        assert table.position.state != state
    assert (await start_table(tables, 2)).id == max(states) + 1
    await tables.store.close()


def test_all_tables_are_copied(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    shutil.copy(FIRST, path)
    run_bot("copy", str(path), str(tmp_path / "y.sqlite3"))
    with closing(sqlite3.connect(path)) as db:
        assert {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")} - OWN == {*PAGING_COLUMNS}


async def test_file_is_copied_to_a_file(tmp_path: Path) -> None:
    one, other = tmp_path / "one.sqlite3", tmp_path / "other.sqlite3"
    states = await filled(one)
    rows = await copy_database(one, other)
    assert rows["tables"] == 2
    assert rows["moves"] >= 10
    await goes_on(other, states)
    with pytest.raises(NotEmpty, match="not empty"):
        await copy_database(one, other)
    await goes_on(one, states)


async def test_file_is_copied_to_a_server_and_back(server: Server, tmp_path: Path) -> None:
    one, there, back = tmp_path / "one.sqlite3", server.address(server.new()), tmp_path / "back.sqlite3"
    states = await filled(one)
    rows = await copy_database(one, there)
    assert await copy_database(there, back) == rows
    for address in (there, back, one):
        await goes_on(address, states)
    with pytest.raises(NotEmpty):
        await copy_database(back, there)


async def test_outbox_gives_no_id_again_after_a_copy(server: Server, tmp_path: Path) -> None:
    one, there, back = tmp_path / "one.sqlite3", server.address(server.new()), tmp_path / "back.sqlite3"
    await filled(one)
    newest: list[int] = []
    for address, to in ((one, there), (there, back), (back, None)):
        store = await Store.open(address)
        newest.append(await store._db.highest_given_id("outbox"))
        await store._db.all("DELETE FROM outbox")  # the number is kept all the same
        await store.close()
        if to is not None:
            await copy_database(address, to)
    assert newest == [newest[0]] * 3
    assert newest[0] > 0


async def test_unfinished_copy_cannot_be_opened(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    store = await Store.open(path)
    await store.facts.put(**{"unfinished copy": ""})
    await store.close()
    with pytest.raises(Damaged, match="never finished"):
        await Store.open(path)


async def test_differing_copy_cannot_be_opened(tmp_path: Path) -> None:
    one, other = tmp_path / "one.sqlite3", tmp_path / "other.sqlite3"
    await filled(one)
    await (await Store.open(other)).close()
    with closing(sqlite3.connect(other, isolation_level=None)) as db:  # a database that keeps something else than it is given
        db.execute("CREATE TRIGGER changed AFTER INSERT ON moves BEGIN UPDATE moves SET path = 'x' WHERE seq = new.seq; END")
    with pytest.raises(Damaged, match="moves differs"):
        await copy_database(one, other)
    with pytest.raises(Damaged, match="never finished"):
        await Store.open(other)


async def test_full_disk_gives_one_sentence_and_no_usable_copy(tmp_path: Path) -> None:
    one, other = tmp_path / "one.sqlite3", tmp_path / "other.sqlite3"
    shutil.copy(FIRST, one)
    await (await Store.open(one)).close()
    await (await Store.open(other)).close()
    room = SMALL_DISK.replace("8192", str(other.stat().st_size))
    done = run_bot_on(one, "copy", str(one), str(other), before=room)
    assert (done.returncode, done.stdout) == (Exit.DISK_FAILS, ""), done.stderr
    assert done.stderr.startswith("The copy is not finished: ")
    assert len(done.stderr.splitlines()) == 1, done.stderr
    with pytest.raises(Damaged, match="never finished"):
        await Store.open(other)


def test_command_line_copies_a_frozen_database(server: Server, tmp_path: Path) -> None:
    path, name = tmp_path / "first.sqlite3", server.new()
    shutil.copy(FIRST, path)
    done = run_bot("copy", str(path), server.address(name))
    assert (done.returncode, done.stderr.count("Traceback")) == (Exit.OK, 0), done.stderr
    assert done.stdout.startswith("All is there, and the same: ")
    with closing(sqlite3.connect(path)) as db:
        for table in PAGING_COLUMNS:
            counted = f'SELECT count(*) FROM "{table}"'
            assert server.sql(counted, name) == str(db.execute(counted).fetchone()[0])
    again = run_bot("copy", str(path), server.address(name))
    assert (again.returncode, again.stderr.splitlines()[-1].split(":")[0]) == (Exit.NOT_WRITABLE, "The target is not empty")
    assert run_bot("copy", str(tmp_path / "none.sqlite3"), server.address(name)).returncode == Exit.NO_INPUT
