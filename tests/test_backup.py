"""Test `bot.py backup`: copies of a database."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from shutil import copy

import pytest

from cogs.operations.exits import Exit
from db.errors import Unusable
from db.sqlite.copying import back_up
from db.sqlite.opening import lock_beside
from db.store import Store
from tests.program import ROOT, run_bot_on
from tests.test_opening_the_file import SMALL_DISK

FIRST = Path(__file__).parent / "stored" / "first.sqlite3"


def content(path: Path) -> list[str]:
    """Return all rows of a database."""
    with closing(sqlite3.connect(path)) as db:
        return list(db.iterdump())


TELL_RIGHTS = """import os, sys
def tell(event, words):
    if event == "sqlite3.connect" and str(words[0]).endswith(".part"):
        print(oct(os.stat(words[0]).st_mode & 0o777))
os.umask(0)
sys.addaudithook(tell)
"""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database of an earlier day."""
    return Path(copy(FIRST, tmp_path / "parterre.sqlite3"))


async def test_a_backup_is_taken_while_the_bot_writes(database: Path) -> None:
    store = await Store.open(database)
    await store.facts.put(written="before")
    target = database.with_name("copy.sqlite3")
    done = run_bot_on(database, "backup", str(target))
    await store.facts.put(written="after")
    await store.close()
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{target} is a copy of {database}, ")
    again = await Store.open(target)
    assert await again.facts.get("written") == "before"
    await again.close()


async def test_backup_is_complete_in_one_file(database: Path) -> None:
    await (await Store.open(database)).close()
    target = database.with_name("copy.sqlite3")
    back_up(database, target)
    assert content(target) == content(database)
    assert {path.name for path in database.parent.glob("copy*")} == {"copy.sqlite3"}


@pytest.mark.parametrize("name", ["ein Garten é", "100%", "a%20b", "what?", "#1", "a&b=c"])
async def test_a_file_of_any_name_is_backed_up(tmp_path: Path, name: str) -> None:
    path, target = tmp_path / name / f"{name}.sqlite3", tmp_path / name / "copy.sqlite3"
    await (await Store.open(path)).close()
    back_up(path, target)
    assert content(target) == content(path)


def test_unfinished_copy_is_private(database: Path) -> None:
    database.chmod(0o640)
    target = database.with_name("copy.sqlite3")
    done = run_bot_on(database, "backup", str(target), before=TELL_RIGHTS)
    assert done.stdout.splitlines()[0] == "0o600"
    assert target.stat().st_mode & 0o777 == 0o640


def refusal(source: Path, target: Path) -> str:
    """Why no copy is made; nothing is changed by that."""
    here = {path: path.read_bytes() for path in source.parent.glob("*") if path.is_file()}
    with pytest.raises(Unusable) as caught:
        back_up(source, target)
    assert {path: path.read_bytes() for path in source.parent.glob("*") if path.is_file()} == here
    return str(caught.value)


def test_backup_never_replaces_a_file(database: Path) -> None:
    other, link = database.with_name("other"), database.with_name("link")
    other.write_text("a diary")
    link.symlink_to(database)
    for itself in (database, link):
        assert refusal(database, itself) == f"{itself} is the database itself. Name a file that is not there yet."
    assert refusal(database, other) == f"{other} is there already. Name a file that is not there yet."


def test_backup_leaves_an_unfinished_copy_of_another_process(database: Path) -> None:
    target, part = database.with_name("copy"), database.with_name("copy.part")
    part.write_text("half a copy")
    with closing(lock_beside(part)):
        found = refusal(database, target)
    assert found == f"Another process is writing {part}. Wait for it, or name another file."
    back_up(database, target)
    assert {path.name for path in database.parent.glob("copy*")} == {"copy"}


def test_a_backup_needs_a_database_and_a_folder(database: Path) -> None:
    nowhere, other = database.parent / "nowhere", database.with_name("other")
    assert refusal(nowhere / "x", other) == f"There is no database {nowhere / 'x'}."
    assert "cannot be written: its folder is not there" in refusal(database, nowhere / "x")
    other.write_text("a shopping list " * 100)
    assert "is no database of Parterre" in refusal(other, database.with_name("copy"))


def test_database_of_another_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "foreign.sqlite3"
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TABLE songs (name TEXT)")
    assert "is no database of Parterre" in refusal(path, tmp_path / "copy")


def test_a_full_disk_leaves_no_half_copy(database: Path) -> None:
    target = database.with_name("copy.sqlite3")
    done = run_bot_on(database, "backup", str(target), before=SMALL_DISK)
    assert (done.returncode, done.stdout) == (Exit.DISK_FAILS, "")
    assert done.stderr == f"There is no room for {target}, or its disk fails. Nothing of it is left there.\n"
    assert [path.name for path in database.parent.glob("copy*")] == []


def test_upkeep_imports_no_discord() -> None:
    """Nobody waits for libraries that talk to it."""
    program = "import sys, cogs.upkeep, cogs.copying; print({'aiohttp', 'discord', 'PIL'} & {*sys.modules})"
    told = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert told.stdout == "set()\n"
