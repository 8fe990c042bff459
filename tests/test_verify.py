"""Test `bot.py verify`: it finds and names the faults of a copy."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from shutil import copy

import pytest
import pytest_asyncio

from cogs.operations.exits import Exit
from db.rows import pack_state
from db.sqlite.copying import back_up
from db.sqlite.migrating import MIGRATIONS
from rules import GAMES
from tests.people import PEOPLE, make_running_tables
from tests.program import run_bot_on
from tests.test_backup import FIRST


@pytest_asyncio.fixture
async def file(tmp_path: Path) -> Path:
    """A copy of a database where a table of each game runs; once somebody took a move back."""
    await make_running_tables(tmp_path / "parterre.sqlite3", *GAMES)
    back_up(tmp_path / "parterre.sqlite3", tmp_path / "copy.sqlite3")
    return tmp_path / "copy.sqlite3"


def verified(file: Path) -> tuple[int, list[str]]:
    """The status, and the lines that were printed; the file and its folder stay as they are."""
    before = {path: path.read_bytes() for path in file.parent.iterdir()}
    done = run_bot_on(file.with_name("none"), "verify", str(file))
    assert {path: path.read_bytes() for path in file.parent.iterdir()} == before
    assert "Traceback" not in done.stderr
    return done.returncode, [*done.stdout.splitlines(), *done.stderr.splitlines()]


async def test_sound_tables_are_replayed(file: Path) -> None:
    status, (line,) = verified(file)
    assert (status, line.split(" moves)")[1]) == (Exit.OK, ", of the others the newest position read; no findings.")
    schema = len(list(MIGRATIONS.glob("*.sql")))
    assert line.startswith(f"{file}: schema {schema}, {len(GAMES)} played tables, {len(GAMES)} of them replayed (")


def test_newest_position_is_read_for_older_rules(tmp_path: Path) -> None:
    status, (line,) = verified(Path(copy(FIRST, tmp_path / "old.sqlite3")))
    assert status == Exit.OK
    assert "schema 3, 76 played tables, 0 of them replayed (0 moves), of the others the newest position read; no findings" in line


def other_state(db: sqlite3.Connection, table: int) -> None:
    """The state after an earlier move lies where that of a later one belongs."""
    sql = 'SELECT seq, state FROM states JOIN moves USING ("table", seq) WHERE "table" = ? AND undone_at IS NULL ORDER BY seq'
    kept = db.execute(sql, (table,)).fetchall()
    db.execute('UPDATE states SET state = ? WHERE "table" = ? AND seq = ?', (kept[2][1], table, kept[-3][0]))


def skipped(db: sqlite3.Connection, table: int) -> None:
    db.execute('UPDATE moves SET undone_at = 1 WHERE "table" = ? AND seq = (SELECT min(seq) + 4 FROM moves)', (table,))


def without_state(db: sqlite3.Connection, table: int) -> None:
    db.execute('DELETE FROM states WHERE "table" = ?', (table,))


def nonsense(db: sqlite3.Connection, table: int) -> None:
    db.execute('UPDATE states SET state = ? WHERE "table" = ?', (pack_state('{"a": [}'), table))


def unknown_game(db: sqlite3.Connection, table: int) -> None:
    db.execute("UPDATE tables SET game = 'chess' WHERE id = ?", (table,))


def too_early(db: sqlite3.Connection, table: int) -> None:
    db.execute("UPDATE tables SET seq = 1 WHERE id = ?", (table,))


@pytest.mark.parametrize(
    ("harm", "finding"),
    [
        (other_state, "leads to another position than the one that is kept"),
        (skipped, "its moves cannot be made one after another|leads to another position"),
        (without_state, "its newest position is not there"),
        (nonsense, "it cannot be read by today's rules"),
        (unknown_game, "there is no game chess in this version"),
        (too_early, "is later than the table, which stands at 1"),
    ],
)
async def test_damaged_table_is_found(file: Path, harm: Callable[[sqlite3.Connection, int], None], finding: str) -> None:
    with closing(sqlite3.connect(file)) as db, db:
        harm(db, 2)
    status, lines = verified(file)
    assert status == Exit.FAILED
    assert [line for line in lines if line.startswith("Table ")] == [lines[0]]
    assert lines[0].startswith("Table 2: ")
    assert any(words in lines[0] for words in finding.split("|")), lines
    assert lines[-1].endswith("1 finding.")


async def test_row_without_a_table_is_found(file: Path) -> None:
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("INSERT INTO drafts (\"table\", person, seq, path) VALUES (99, ?, 1, '')", PEOPLE[:1])
    status, lines = verified(file)
    assert (status, len(lines)) == (Exit.FAILED, 2)
    assert "belongs to a row of tables that is not there" in lines[0]


def damaged(file: Path) -> None:
    with closing(sqlite3.connect(file)) as db:
        page = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'moves'").fetchone()[0]
        size = db.execute("PRAGMA page_size").fetchone()[0]
    with file.open("r+b") as bytes_:
        bytes_.seek((page - 1) * size)
        bytes_.write(b"\xff" * size)


def cut_short(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-50_000])


def of_another_program(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("CREATE TABLE songs (name TEXT)")


def newer(file: Path) -> None:
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA user_version = 99")


BAD = [
    (damaged, Exit.BAD_DATA, "{file} is damaged. Put a copy of it from a backup in its place."),
    (cut_short, Exit.BAD_DATA, "{file} is damaged. Put a copy of it from a backup in its place."),
    (of_another_program, Exit.BAD_DATA, "{file} is no database of Parterre. Point PARTERRE_DATABASE at another file."),
    (lambda file: file.write_text("a shopping list"), Exit.BAD_DATA, "{file} is no database of Parterre."),
    (lambda file: file.write_text(""), Exit.BAD_DATA, "{file} is empty."),
    (newer, Exit.BAD_DATA, "{file} was written by a newer version of Parterre (schema 99; "),
    (lambda file: file.unlink(), Exit.NO_INPUT, "There is no database {file}."),
]


@pytest.mark.parametrize(("harm", "status", "sentence"), BAD)
def test_unreadable_file_is_named_in_a_sentence(
    tmp_path: Path, harm: Callable[[Path], None], status: Exit, sentence: str
) -> None:
    file = Path(copy(FIRST, tmp_path / "copy.sqlite3"))
    harm(file)
    found, (line,) = verified(file)
    assert (found, line.startswith(sentence.format(file=file))) == (status, True), line
