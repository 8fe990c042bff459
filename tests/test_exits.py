"""The program ends with a status that says why, and with one sentence."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from cogs.operations.exits import Exit
from cogs.operations.folder import claim_folder
from db.sqlite.opening import lock_database
from sandbox.local import DATABASE, FORGOTTEN
from tests.program import ROOT, run_bot


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"PARTERRE_LOG": "loud"}, "PARTERRE_LOG: one of DEBUG, INFO, WARNING, ERROR is expected, and not “loud”."),
        ({"PARTERRE_LOG_FORMAT": "xml"}, "PARTERRE_LOG_FORMAT: one of text, json is expected, and not “xml”."),
        ({"PARTERRE_METRICS": "9765"}, "PARTERRE_METRICS: an address and a port are expected, such as 127.0.0.1:9765"),
        ({"PARTERRE_METRICS": "127.0.0.1:99999"}, "PARTERRE_METRICS: an address and a port are expected"),
        ({"PARTERRE_METRICS": "192.0.2.1:9765"}, "PARTERRE_METRICS: port 9765 of 192.0.2.1 cannot be listened on"),
        ({"PARTERRE_EMOJIS": "none"}, "PARTERRE_EMOJIS: one of on, off is expected, and not “none”."),
        ({"PARTERRE_TABLES": "0"}, "PARTERRE_TABLES: a number from 1 is expected"),
        ({"PARTERRE_SHARDS": "few"}, "PARTERRE_SHARDS: auto or a number from 1 is expected, and not “few”."),
        ({"PARTERRE_SHARDS": "0"}, "PARTERRE_SHARDS: auto or a number from 1 is expected, and not “0”."),
        ({"PARTERRE_RANGES": "0"}, "PARTERRE_RANGES: a number from 1 is expected, and not “0”."),
        ({"PARTERRE_RANGES": "2"}, "PARTERRE_RANGES: only one process can use a file."),
        ({"PARTERRE_WORKERS": "many"}, "PARTERRE_WORKERS: a number from 0 to 64 is expected"),
        ({"PARTERRE_DRAWING": "65"}, "PARTERRE_DRAWING: a number from 0 to 64 is expected"),
        ({"PARTERRE_API": "http://127.0.0.1:1"}, "PARTERRE_API and PARTERRE_GATEWAY belong together"),
    ],
)
def test_a_setting_that_cannot_be_meant(tmp_path: Path, settings: dict[str, str], words: str) -> None:
    database = tmp_path / "x.sqlite3"
    found = run_bot(DISCORD_TOKEN="x", PARTERRE_DATABASE=str(database), **settings)
    assert found.returncode == Exit.CONFIGURATION
    assert found.stderr.startswith(words)
    assert found.stderr.count("\n") == 1
    assert not database.exists()


def test_the_check_names_every_setting_that_cannot_be_meant() -> None:
    checked = run_bot("--check", "--json", PARTERRE_LOG="loud", PARTERRE_TABLES="few")
    assert checked.returncode == Exit.CONFIGURATION
    assert [finding.split(":")[0] for finding in json.loads(checked.stdout)["findings"]] == ["PARTERRE_LOG", "PARTERRE_TABLES"]


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"PARTERRE_RANGES": "2"}, "PARTERRE_RANGES: only one process can use a file."),
        (
            {"PARTERRE_RANGES": "3", "PARTERRE_SHARDS": "2", "PARTERRE_DATABASE": "postgresql://parterre@127.0.0.1:1/games"},
            "PARTERRE_RANGES: 3 ranges are too many for 2 shards.",
        ),
    ],
)
def test_check_finds_ranges_that_do_not_fit(tmp_path: Path, settings: dict[str, str], words: str) -> None:
    checked = run_bot("--check", "--json", **{"PARTERRE_DATABASE": str(tmp_path / "x.sqlite3")} | settings)
    assert checked.returncode == Exit.CONFIGURATION
    assert json.loads(checked.stdout)["findings"][0].startswith(words)


def test_an_option_that_there_is_not() -> None:
    program = [sys.executable, str(ROOT / "bot.py"), "--fly"]  # in an interpreter that begins with nothing, as anybody's
    assert subprocess.run(program, capture_output=True, check=False).returncode == Exit.USAGE


@pytest.mark.long
def test_a_port_of_metrics_that_is_in_use(tmp_path: Path) -> None:
    database = tmp_path / "x.sqlite3"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        found = run_bot(DISCORD_TOKEN="x", PARTERRE_DATABASE=str(database), PARTERRE_METRICS=address)
        checked = run_bot("--check", "--json", PARTERRE_METRICS=address)
    assert found.returncode == checked.returncode == Exit.PORT_IN_USE
    assert found.stderr.endswith("is used by a program that runs already. Choose another.\n")
    assert found.stderr.count("\n") == 1
    assert not database.exists()
    assert json.loads(checked.stdout)["findings"] == [found.stderr.strip()]


def test_a_port_of_the_sandbox_that_is_in_use() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        found = run_bot("--sandbox", "--port", str(taken.getsockname()[1]))
    assert found.returncode == Exit.PORT_IN_USE
    assert "is not free" in found.stderr
    assert found.stderr.endswith("Start bot.py with --port N, or --port 0 for a free one.\n")
    assert found.stderr.count("\n") == 1


def test_sandbox_deletes_no_database_that_a_bot_uses(tmp_path: Path) -> None:
    folder = tmp_path / "var" / "sandbox"
    folder.mkdir(parents=True)
    used = [folder / name for name in ("parterre.sqlite3", "parterre.sqlite3-wal", "clock")]
    for path in used:
        path.write_text("in use")
    with closing(lock_database(used[0])):
        found = run_bot("--sandbox", "--port", "0", folder=tmp_path)
    assert found.returncode == Exit.DATABASE_IN_USE
    assert found.stderr == f"Another sandbox uses {folder}. End it first, or start bot.py in another folder.\n"
    assert all(path.exists() for path in used)


def test_sandbox_says_that_it_cannot_make_its_folder(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("a file")
    found = run_bot("--sandbox", "--port", "0", folder=tmp_path)
    assert found.returncode == Exit.NOT_WRITABLE
    assert found.stderr.endswith(" cannot be made (Not a directory).\n")
    assert found.stderr.count("\n") == 1


def test_new_sandbox_forgets_the_games_of_the_former(tmp_path: Path) -> None:
    for name in ("parterre.sqlite3", "parterre.sqlite3-wal", "parterre.sqlite3.before-0002", "clock", "mine.txt"):
        (tmp_path / name).touch()
    with claim_folder(tmp_path, DATABASE, FORGOTTEN):
        pass
    assert {path.name for path in tmp_path.iterdir()} == {"mine.txt", "parterre.sqlite3.lock", "sandbox.lock"}
