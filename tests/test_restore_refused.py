"""`bot.py restore` changes nothing where it cannot be carried out, and loses nothing where it is."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from shutil import copy

import pytest

from cogs.operations.exits import Exit
from db.sqlite.copying import back_up
from tests.people import move, start_table
from tests.program import ROOT, run_bot_on
from tests.test_backup import FIRST, content
from tests.test_opening_the_file import SMALL_DISK
from tests.test_restore import House
from tests.test_verify import BAD
from trials.waiting import wait_until

UNREAD = (
    "No former database could be read: if there was one that is more than 1000 tables ahead, numbers of tables may be given again"
)


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


@contextmanager
def untouched(folder: Path) -> Iterator[None]:
    """Nothing in there changes, but that the lock of the database may lie beside it."""

    def there() -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.endswith((".lock", "-shm"))}

    before = there()
    yield
    assert there() == before


async def test_running_bot_is_not_disturbed(house: House) -> None:
    async with house.open() as tables:
        await start_table(tables, 2)
        back_up(house.database, house.copy)
        with untouched(house.database.parent):
            done = run_bot_on(house.database, "restore", str(house.copy))
        assert (done.returncode, done.stdout) == (Exit.DATABASE_IN_USE, "")
        assert done.stderr.startswith(f"Another Parterre uses {house.database} already.")
        await start_table(tables, 2)


async def test_the_database_itself_is_no_copy(house: House) -> None:
    async with house.open() as tables:
        await start_table(tables, 2)
    with untouched(house.database.parent):
        done = run_bot_on(house.database, "restore", str(house.database))
    assert (done.returncode, done.stderr) == (73, f"{house.database} is the database itself. Name a copy of it.\n")


@pytest.mark.parametrize(("harm", "status", "sentence"), BAD)
async def test_failing_restore_changes_nothing(house: House, harm: Callable[[Path], None], status: Exit, sentence: str) -> None:
    async with house.open() as tables:
        await start_table(tables, 2)
    back_up(house.database, house.copy)
    harm(house.copy)
    with untouched(house.database.parent):
        done = run_bot_on(house.database, "restore", str(house.copy))
    assert (done.returncode, done.stdout) == (status, "")
    assert done.stderr.startswith(sentence.format(file=house.copy)), done.stderr
    assert "Traceback" not in done.stderr


async def test_the_former_database_is_kept_whole(house: House, tmp_path: Path) -> None:
    """Even what a power cut has left in the log beside it."""
    async with house.open() as tables:
        await start_table(tables, 2)
        back_up(house.database, house.copy)
        table = await start_table(tables, 2)
        await move(table)
        cut = tmp_path / "cut"
        cut.mkdir()
        for end in ("", "-wal", "-shm"):
            copy(f"{house.database}{end}", cut / f"x{end}")
    done = run_bot_on(cut / "x", "restore", str(house.copy))
    assert (done.returncode, done.stderr) == (0, "")
    (kept,) = [path for path in cut.iterdir() if ".before-restore-" in path.name]
    assert f"What was there before is kept as {kept}." in done.stdout
    assert UNREAD not in done.stdout
    assert content(kept) == content(house.database)
    assert {path.name for path in cut.iterdir()} - {"x.lock"} == {"x", kept.name}
    assert run_bot_on(cut / "x", "verify", str(cut / "x")).returncode == 0


async def test_a_damaged_database_is_replaced_and_kept(house: House) -> None:
    async with house.open() as tables:
        table = await start_table(tables, 2)
    back_up(house.database, house.copy)
    house.database.write_bytes(b"\xff" * 5000)
    done = run_bot_on(house.database, "restore", str(house.copy))
    assert (done.returncode, done.stderr) == (0, "")
    assert UNREAD in done.stdout
    kept = min(path for path in house.database.parent.iterdir() if ".before-restore-" in path.name)
    assert kept.read_bytes() == b"\xff" * 5000
    async with house.open() as tables:
        assert (await tables.get(table.id)).position.to_act


async def test_restore_works_where_no_database_was(house: House, tmp_path: Path) -> None:
    async with house.open() as tables:
        await start_table(tables, 2)
    back_up(house.database, house.copy)
    other = tmp_path / "new" / "x.sqlite3"
    done = run_bot_on(other, "restore", str(house.copy))
    assert (done.returncode, done.stderr) == (0, "")
    assert "kept" not in done.stdout
    assert UNREAD in done.stdout
    with closing(sqlite3.connect(other)) as db:
        assert db.execute("SELECT count(*) FROM tables WHERE status = 'running'").fetchone() == (1,)


@pytest.mark.long
@pytest.mark.process
async def test_a_kill_in_the_middle_loses_nothing(house: House) -> None:
    """The database is the former one, and the next restore begins anew."""
    async with house.open() as tables:
        await start_table(tables, 2)
    copy(FIRST, house.copy)
    before, log = content(house.database), house.database.with_name(f"{house.database.name}.restoring-wal")
    environment = {**os.environ, "PARTERRE_DATABASE": str(house.database)}
    program = (sys.executable, str(ROOT / "bot.py"), "restore", str(house.copy))
    restoring = await asyncio.create_subprocess_exec(*program, cwd=ROOT, env=environment)
    await wait_until(log.exists)
    restoring.kill()
    assert await restoring.wait() < 0
    assert content(house.database) == before
    assert log.exists()
    again = run_bot_on(house.database, "restore", str(house.copy))
    assert (again.returncode, again.stderr) == (0, "")
    assert run_bot_on(house.database, "verify", str(house.database)).returncode == 0
    assert [path.name for path in house.database.parent.iterdir() if "restoring" in path.name] == []


@pytest.mark.parametrize("limit", [20_000, FIRST.stat().st_size + 20_000])
async def test_a_full_disk_leaves_the_database_as_it_is(house: House, limit: int) -> None:
    """It is full while the copy is made, or while it is brought up to date."""
    async with house.open() as tables:
        await start_table(tables, 2)
    copy(FIRST, house.copy)
    with untouched(house.database.parent):
        done = run_bot_on(house.database, "restore", str(house.copy), before=SMALL_DISK.replace("8192", str(limit)))
    assert (done.returncode, done.stdout) == (Exit.DISK_FAILS, ""), done.stdout
    assert len(done.stderr.splitlines()) == 1, done.stderr
