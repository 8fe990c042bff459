"""Update an older database: foreseen by --check, copied first, and unchanged if a migration fails."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from shutil import copy

import pytest

from db.errors import NotMigrated
from db.sqlite.driver import SqliteDatabase
from db.sqlite.migrating import MIGRATIONS, preview_update
from tests.program import ROOT, run_bot_on
from tests.test_backup import FIRST, content
from trials.waiting import wait_until

OPEN = """import asyncio, sys
from pathlib import Path
from db.sqlite.driver import SqliteDatabase
asyncio.run(SqliteDatabase.open(Path(sys.argv[1]), Path(sys.argv[2])))"""
ENDLESS = """CREATE TABLE long (a BLOB) STRICT;
INSERT INTO long WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT randomblob(1000) FROM n;"""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database of an earlier day."""
    return Path(copy(FIRST, tmp_path / "parterre.sqlite3"))


def further(folder: Path, *scripts: str) -> Path:
    """Our migrations, and these after them."""
    folder.mkdir()
    for script in MIGRATIONS.glob("*.sql"):
        copy(script, folder)
    for number, script in enumerate(scripts, start=len(list(folder.iterdir())) + 1):
        (folder / f"{number:04}_further.sql").write_text(script)
    return folder


async def test_a_database_is_kept_as_it_was_before(database: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    (kept,) = [database.with_name(f"{database.name}.before-{name[:4]}") for name in names(database)[:1]]
    await (await SqliteDatabase.open(database)).close()
    assert content(kept) == content(FIRST)
    assert f"kept the former database as {kept}" in caplog.text
    kept.unlink()
    await (await SqliteDatabase.open(database)).close()
    assert not kept.exists()


def names(database: Path) -> tuple[str, ...]:
    update = preview_update(database)
    assert update is not None
    return update.migrations


async def test_a_failing_migration_leaves_the_old_schema_whole(database: Path, tmp_path: Path) -> None:
    before = content(database)
    folder = further(tmp_path / "migrations", "DELETE FROM seats;", "DELETE FROM nothing;")
    with pytest.raises(NotMigrated, match="It is as it was"):
        await SqliteDatabase.open(database, folder)
    assert content(database) == before


@pytest.mark.process
async def test_a_kill_in_the_middle_leaves_the_old_schema_whole(database: Path, tmp_path: Path) -> None:
    before, journal = content(database), database.with_name(f"{database.name}-journal")
    folder = further(tmp_path / "migrations", ENDLESS)
    program = await asyncio.create_subprocess_exec(sys.executable, "-c", OPEN, database, folder, cwd=ROOT)
    try:
        await wait_until(lambda: journal.exists() and database.stat().st_size > FIRST.stat().st_size)
    finally:
        program.kill()
    assert await program.wait() < 0
    assert content(database) == before
    await (await SqliteDatabase.open(database)).close()


def test_check_foresees_the_update(database: Path, tmp_path: Path) -> None:
    before = database.read_bytes()
    told = run_bot_on(database, "--check").stdout
    assert all(name in told for name in ("0014_guidance", "0015_language"))
    assert f"kept as {database.name}.before-" in told
    assert database.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == [database.name]


@pytest.mark.long
async def test_check_is_silent_about_a_current_database(database: Path) -> None:
    await (await SqliteDatabase.open(database)).close()
    assert preview_update(database) is None
    assert f"{database} is up to date." in run_bot_on(database, "--check").stdout


@pytest.mark.long
def test_check_announces_a_new_database(tmp_path: Path) -> None:
    assert "will be made at the first start" in run_bot_on(tmp_path / "x.sqlite3", "--check").stdout
    assert list(tmp_path.iterdir()) == []


@pytest.mark.long
def test_an_empty_file_is_a_new_database(tmp_path: Path) -> None:
    empty = tmp_path / "x.sqlite3"
    empty.touch()
    told = run_bot_on(empty, "--check")
    assert (told.returncode, "will be made at the first start" in told.stdout) == (0, True)


def test_a_database_that_cannot_be_used_is_a_finding(tmp_path: Path) -> None:
    path = tmp_path / "newer.sqlite3"
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 99")
    found = run_bot_on(path, "--check", "--json")
    assert found.returncode == 1
    assert [finding for finding in json.loads(found.stdout)["findings"] if "newer version of Parterre" in finding]
