"""A database is filled as the bench of growth wants it, and its copied tables are tables like any other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from bench import growth
from bench.live import crowd
from bench.live.engines import Engine, postgres, sqlite
from db.store import Store
from host.tables import Tables
from tests.server import program


@pytest.fixture(params=["sqlite", "postgres"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    if request.param == "sqlite":
        yield sqlite(tmp_path)
    elif program("initdb") is None:
        pytest.skip("PostgreSQL is not installed")
    else:
        with postgres(None) as server:
            assert server is not None
            yield server


@pytest.fixture
def address(engine: Engine) -> Path | str:
    return engine.new()


async def test_copied_tables_can_be_played(address: Path | str) -> None:
    running, moves = await crowd.fill(address, 40, 5000)
    assert len(running) == len(set(running)) == 36  # three times the patterns
    store = await Store.open(address)
    try:
        assert sum([len(await store.moves(table)) for table in await store.table_ids(0, 1000)]) == moves >= 5000
        tables = Tables(store, 10, Random(1))
        first, last = await tables.get(running[0]), await tables.get(running[-12])
        assert last.position.state == first.position.state
        assert {seat.person for seat in last.position.seats}.isdisjoint(seat.person for seat in first.position.seats)
        await crowd.step(last, Random(1), 1)
        assert last.position.seq > first.position.seq
        assert (await tables.get(running[0])).position.seq == first.position.seq
    finally:
        await store.close()


@pytest.mark.long
def test_what_grows_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert growth.main(["--tables", "24", "--moves", "100", "--played", "2", "--json"]) == 0
    rows = {row["name"]: row["value"] for row in json.loads(capsys.readouterr().out.splitlines()[0])}
    assert rows["SQLite: running tables"] == 24
    for name in ["click to private answer, p99 ÷ with nothing else", "start until the first click is answered", "memory then"]:
        assert rows[f"SQLite: {name}"] > 0
    assert rows["SQLite: a move's transaction, p50"] > 0
    assert rows["SQLite: a copy of it while people play"] > 0
    assert rows["SQLite: clicks meanwhile"] > 0
