"""Litestream beside the bot: its example fits the service, and what it leaves in the database is in nobody's way."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import yaml

from cogs.operations.exits import Exit
from db.store import Store
from tests.program import ROOT, run_bot_on

ITS_OWN = """CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER);
CREATE TABLE _litestream_lock (id INTEGER);"""


def test_the_example_names_the_database_of_the_service() -> None:
    (database,) = yaml.safe_load((ROOT / "deploy" / "litestream.yml").read_text())["dbs"]
    assert f"Environment=PARTERRE_DATABASE={database['path']}\n" in (ROOT / "deploy" / "parterre.service").read_text()


async def test_litestreams_tables_and_open_log_do_no_harm(tmp_path: Path) -> None:
    path, copy = tmp_path / "parterre.sqlite3", tmp_path / "copy.sqlite3"
    store = await Store.open(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as litestream:
        litestream.executescript(ITS_OWN)
        litestream.execute("BEGIN")
        litestream.execute("SELECT count(*) FROM _litestream_seq").fetchone()
        await store.facts.put(still="written")
        await store.close()
        for words in (("backup", str(copy)), ("verify", str(copy))):
            assert run_bot_on(path, *words).returncode == Exit.OK
    assert run_bot_on(path, "restore", str(copy)).returncode == Exit.OK
    again = await Store.open(path)
    assert await again.facts.get("still") == "written"
    await again.close()
