"""A database file that cannot be used is refused with one sentence and an exit status, and left as it is."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import time

import pytest

from cogs.operations.exits import STATUSES, Exit
from cogs.upkeep import restore
from db.errors import Damaged, InUse, NotMigrated, NotWritable, TooNew, Unusable
from db.postgres.migrating import missing_scripts
from db.sqlite import migrating
from db.sqlite.copying import back_up
from db.sqlite.driver import SqliteDatabase
from db.sqlite.migrating import MIGRATIONS
from db.store import Store
from tests.program import ROOT, run_bot

NOBODY = 65534
SMALL_DISK = """import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))
"""


def started(path: Path, before: str = "") -> subprocess.CompletedProcess[str]:
    """Start the bot on this file in a process of its own."""
    return run_bot(before=before, DISCORD_TOKEN="x", PARTERRE_DATABASE=str(path))


async def refusal(path: Path, migrations: Path = MIGRATIONS) -> Unusable:
    with pytest.raises(Unusable) as caught:
        await SqliteDatabase.open(path, migrations)
    return caught.value


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder of somebody who is not root, as whom the test runs if it can; with the migrations, as ours may be root's alone."""
    with tempfile.TemporaryDirectory() as made:
        shutil.copytree(MIGRATIONS, Path(made) / "migrations")
        if os.geteuid():
            yield Path(made)
            return
        for path in (Path(made), *Path(made).rglob("*")):
            os.chown(path, NOBODY, NOBODY)
        os.seteuid(NOBODY)
        try:
            yield Path(made)
        finally:
            os.seteuid(0)


async def test_file_in_use_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    store = await Store.open(path)
    assert (
        str(await refusal(path)) == f"Another Parterre uses {path} already. Two cannot share one file: end the other one first."
    )
    with closing(sqlite3.connect(path)) as db:  # this drops SQLite's own locks
        db.execute("SELECT * FROM tables").fetchall()
    assert isinstance(await refusal(path), InUse)
    await store.facts.put(still="written")
    await store.close()
    again = await Store.open(path)
    assert await again.facts.get("still") == "written"
    await again.close()


async def test_a_second_process_ends_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    store = await Store.open(path)
    other = started(path)
    await store.close()
    assert (other.returncode, other.stdout) == (Exit.DATABASE_IN_USE, "")
    assert other.stderr.splitlines()[-1].startswith("Another Parterre uses ")
    assert "Traceback" not in other.stderr


def test_every_reason_has_an_exit_status() -> None:
    assert set(Unusable.__subclasses__()) == set(STATUSES)


@contextmanager
def untouched(path: Path) -> Generator[None]:
    before = path.read_bytes()
    yield
    assert path.read_bytes() == before


async def assert_refused(path: Path, kind: type[Unusable], words: str, migrations: Path = MIGRATIONS) -> None:
    with untouched(path):
        wrong = await refusal(path, migrations)
    assert isinstance(wrong, kind)
    assert words in str(wrong)


async def test_folder_is_refused(tmp_path: Path) -> None:
    wrong = await refusal(tmp_path)
    assert isinstance(wrong, NotWritable)
    assert "is a folder" in str(wrong)


async def test_file_of_another_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    path.write_text("a shopping list " * 100)
    await assert_refused(path, Damaged, "is no database")


def damage(path: Path, table: str) -> None:
    """The first page of this table holds nonsense."""
    with closing(sqlite3.connect(path)) as db, db:
        page = db.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()[0]
        size = db.execute("PRAGMA page_size").fetchone()[0]
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)


async def test_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    await (await Store.open(path)).close()
    damage(path, "tables")
    await assert_refused(path, Damaged, "is damaged")


async def test_large_file_is_checked_only_before_a_migration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, newer = tmp_path / "x.sqlite3", tmp_path / "migrations"
    await (await Store.open(path)).close()
    damage(path, "remarks")
    monkeypatch.setattr(migrating, "PAGE_CHECK_LIMIT_BYTES", path.stat().st_size - 1)
    await (await SqliteDatabase.open(path)).close()
    shutil.copytree(MIGRATIONS, newer)
    (newer / "9999_newer.sql").write_text("ALTER TABLE tables ADD COLUMN newer INTEGER;")
    with pytest.raises(Damaged, match="is damaged"):
        await SqliteDatabase.open(path, newer)


async def test_newer_schema_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "newer.sqlite3"
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 99")
    await assert_refused(path, TooNew, "newer version of Parterre")


async def test_read_only_file_is_refused(folder: Path) -> None:
    path, migrations = folder / "x.sqlite3", folder / "migrations"
    await (await SqliteDatabase.open(path, migrations)).close()
    path.chmod(0o444)
    await assert_refused(path, NotWritable, "must not be written", migrations)


async def test_read_only_folder_is_refused(folder: Path) -> None:
    folder.chmod(0o555)  # noqa: ASYNC240
    for path in (folder / "x.sqlite3", folder / "deep" / "x.sqlite3"):
        assert isinstance(await refusal(path, folder / "migrations"), NotWritable)


@pytest.mark.parametrize("hindrance", ["no folder", "no file", "no right to look", "no right to read"])
async def test_no_database_is_opened_without_migrations(folder: Path, hindrance: str) -> None:
    path, migrations = folder / "x.sqlite3", folder / "migrations"
    await (await SqliteDatabase.open(path, migrations)).close()
    if hindrance.startswith("no right"):
        (migrations if "look" in hindrance else min(migrations.iterdir())).chmod(0)
    else:
        shutil.rmtree(migrations)
        if hindrance == "no file":
            migrations.mkdir()
    await assert_refused(path, NotMigrated, f"The migrations of Parterre in {migrations} cannot be read (", migrations)
    assert isinstance(await refusal(folder / "new.sqlite3", migrations), NotMigrated)
    with pytest.raises(NotMigrated):
        missing_scripts(1, "the server's", migrations)


async def _new(path: Path) -> None:
    await (await Store.open(path)).close()


WITHOUT_MIGRATIONS = """import sys
from db import migration
migration.FOLDER = migration.Path("/nowhere")
import bot
sys.exit(bot.main())"""


@pytest.mark.parametrize("words", [(), ("--check",), ("verify", "x.sqlite3")])
def test_program_ends_with_a_status_without_migrations(tmp_path: Path, words: tuple[str, ...]) -> None:
    path = tmp_path / "x.sqlite3"
    asyncio.run(_new(path))
    given = [str(path) if word == path.name else word for word in words]
    program = [sys.executable, "-c", WITHOUT_MIGRATIONS, *given]  # an interpreter that has not read the folder's name yet
    known = {**os.environ, "DISCORD_TOKEN": "x", "PARTERRE_DATABASE": str(path)}
    with untouched(path):
        found = subprocess.run(program, cwd=ROOT, env=known, capture_output=True, text=True, check=False)
    assert found.returncode == Exit.NOT_MIGRATED, found.stderr
    assert found.stderr.splitlines()[-1].startswith("The migrations of Parterre in ")
    assert "Traceback" not in found.stderr


@pytest.fixture
def everybody_may_read() -> Iterator[None]:
    """New files are made as on most machines."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.usefixtures("everybody_may_read")
async def test_new_files_are_private(tmp_path: Path) -> None:
    path, copy, other = tmp_path / "x.sqlite3", tmp_path / "copy.sqlite3", tmp_path / "other.sqlite3"
    store = await Store.open(path)
    await store.facts.put(written="now")
    back_up(path, copy)
    made = {file.name: oct(file.stat().st_mode & 0o777) for file in tmp_path.iterdir()}  # noqa: ASYNC240
    await store.close()
    copy.chmod(0o644)
    await restore(copy, other, time)
    assert oct(other.stat().st_mode & 0o777) == "0o600"
    assert set(made.values()) == {"0o600"}
    assert made.keys() >= {"x.sqlite3", "x.sqlite3-wal", "x.sqlite3-shm", "x.sqlite3.lock", "copy.sqlite3"}


@pytest.mark.usefixtures("everybody_may_read")
async def test_a_file_keeps_the_mode_that_its_owner_chose(tmp_path: Path) -> None:
    path, copy = tmp_path / "x.sqlite3", tmp_path / "copy.sqlite3"
    await (await Store.open(path)).close()
    path.chmod(0o660)
    store = await Store.open(path)
    await store.facts.put(written="now")
    back_up(path, copy)
    modes = {oct(file.stat().st_mode & 0o777) for file in tmp_path.iterdir() if ".lock" not in file.name}  # noqa: ASYNC240
    await store.close()
    copy.chmod(0o600)
    await restore(copy, path, time)
    assert modes == {oct(path.stat().st_mode & 0o777)} == {"0o660"}


def test_full_disk_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    found = started(path, SMALL_DISK)
    assert found.returncode == Exit.DISK_FAILS, found.stderr
    assert found.stderr.splitlines()[-1] == f"{path} cannot be written: the disk is full, or it fails."
    assert "Traceback" not in found.stderr


async def test_new_file_is_logged_as_a_fresh_start(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    path = tmp_path / "deep" / "x.sqlite3"
    for told in (1, 0):
        caplog.clear()
        await (await Store.open(path)).close()
        assert caplog.text.count("starting without any games") == told
