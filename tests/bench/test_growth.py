"""The bench of growth fills a database, and its copied tables are tables like any other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from bench.live import large_database
from bench.live.engines import Engine, postgres, sqlite
from db.store import Store
from host.tables import Tables
from rules import GAMES
from tests.server import program
from trials.seeding import move_at_random


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.long)])
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


@pytest.mark.process
async def test_copied_tables_can_be_played(address: Path | str) -> None:
    running, moves = await large_database.fill(address, 7, 500, [GAMES["djinns"], GAMES["ishtar"]], patterns=1)
    assert len(running) == len(set(running)) == 6  # three times the patterns
    store = await Store.open(address)
    try:
        assert sum([len(await store.moves(table)) for table in await store.table_ids(0, 1000)]) == moves >= 500
        tables = Tables(store, 10, Random(1))
        first, last = await tables.get(running[0]), await tables.get(running[-2])
        assert last.position.state == first.position.state
        assert sorted(await store.due.of_table(last.id)) == await store.due.derived(last.id) != []
        assert {seat.person for seat in last.position.seats}.isdisjoint(seat.person for seat in first.position.seats)
        await move_at_random(last, Random(1), 1)
        assert last.position.seq > first.position.seq
        assert (await tables.get(running[0])).position.seq == first.position.seq
    finally:
        await store.close()
