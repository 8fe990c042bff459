"""Compute results from stored games: for games without results, and to compare both."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from cogs.operations.exits import Exit
from db.rows import ResultRow, pack_state
from db.statement import Statement
from db.store import Store
from host.leaving import end_by_manager, resign
from host.stored_results import compare_results, compute_results, fill_results
from host.tables import Tables
from rules.game import places
from tests.manual_clock import ManualClock
from tests.people import ADA, BEN, EVE, clicks, move, start_table
from tests.program import run_bot_on
from tests.stored.frozen import FROZEN, Frozen

REPLACE_STATES = 'UPDATE states SET state = $2 WHERE "table" = $1'
DELETE_RESULTS = 'DELETE FROM results WHERE "table" = $1'


async def end_some_games(tables: Tables) -> list[int]:
    """End three games, each in another way; return their ids."""
    ends = [await start_table(tables, 2) for _ in range(3)]
    await end_by_manager(ends[0], EVE, "Eve", next(clicks))
    await resign(ends[1], BEN, next(clicks))
    while ends[2].position.to_act:
        await move(ends[2])
    return [table.id for table in ends]


async def stored(store: Store, tables: list[int]) -> list[ResultRow]:
    return [row for table in tables for row in await store.results.of_table(table)]


async def test_missing_results_are_as_those_that_the_game_stored(tables: Tables) -> None:
    store, ended = tables.store, await end_some_games(tables)
    await start_table(tables, 2)
    before = await stored(store, ended)
    for table in ended[1:]:
        await store._db.run([Statement(DELETE_RESULTS, (table,))])
    assert await fill_results(store) == 2
    assert await stored(store, ended) == before
    assert len(before) == 6


async def test_results_are_filled_once(tables: Tables) -> None:
    assert await fill_results(tables.store) == 0
    ended = await end_some_games(tables)
    await tables.store._db.run([Statement(DELETE_RESULTS, (ended[0],))])
    assert await fill_results(tables.store) == 0


@pytest.mark.parametrize("frozen", FROZEN, ids=[frozen.name for frozen in FROZEN])
async def test_games_of_earlier_versions_get_results(frozen: Frozen, frozen_store: Store) -> None:
    tables = Tables(frozen_store, random=Random(1), now=ManualClock())
    ended = [row[0] for row in frozen.asked("SELECT id FROM tables WHERE status = 'over' ORDER BY id")]
    assert await fill_results(tables.store) == len(ended) > 10
    for number in ended:
        at = (await tables.get(number)).position
        found = await tables.store.results.of_table(number)
        scores = at.game.scores(at.state)
        gone = [seat.seat for seat in at.seats if seat.standing == "gone"]
        assert [(row.seat, row.person, row.level) for row in found] == [(each.seat, each.person, each.level) for each in at.seats]
        assert [(row.place, row.points) for row in found] == [
            (place, score.points) for place, score in zip(places(scores, gone), scores, strict=True)
        ]
        assert {(row.game, row.guild, row.reason) for row in found} == {(at.row.game, at.row.guild, at.row.ending)}
        assert {row.ended for row in found} == {at.row.ended}
        assert at.row.started is not None
        assert at.row.ended is not None
        assert at.row.opened <= at.row.started <= at.row.ended
        spent = [row.seconds for row in found]
        assert all(0 <= seconds <= at.row.ended - at.row.started for seconds in spent)
    started = frozen.asked("SELECT id FROM tables WHERE status = 'running'")
    assert None not in [(await tables.get(row[0])).position.row.started for row in started]
    assert [each async for each in compare_results(tables.store) if each.differences or each.unreadable] == []


@pytest.mark.parametrize("frozen", FROZEN, ids=[frozen.name for frozen in FROZEN])
async def test_people_of_earlier_versions_are_known_by_id(frozen: Frozen, frozen_store: Store) -> None:
    seated = frozen.asked("SELECT DISTINCT person, name FROM seats WHERE person > 0")
    assert {(row[0], row[1]) for row in await frozen_store._db.all("SELECT id, name FROM people")} <= {*seated}
    assert len({person for person, _ in seated}) == (await frozen_store._db.all("SELECT count(*) FROM people"))[0][0]


async def test_game_that_is_not_understood_is_left_out(tables: Tables) -> None:
    ended = await end_some_games(tables)
    nonsense = pack_state('{"a": [}')
    await tables.store._db.run([Statement(DELETE_RESULTS, ended[:1]), Statement(REPLACE_STATES, (ended[0], nonsense))])
    assert await fill_results(tables.store) == 0
    (unreadable,) = [each async for each in compare_results(tables.store) if each.unreadable]
    assert unreadable.table == ended[0]


async def test_rebuilding_repairs_differences_and_keeps_ratings(tables: Tables) -> None:
    store, ended = tables.store, await end_some_games(tables)
    before = await stored(store, ended)
    changes = (
        ('UPDATE results SET points = 99, place = 2 WHERE "table" = $1 AND seat = 0', ended[0]),
        ("UPDATE results SET rated = 1, unrated_because = 'x' WHERE \"table\" = $1", ended[1]),
        ('DELETE FROM results WHERE "table" = $1 AND seat = 1', ended[2]),
        ('UPDATE results SET seat = 7 WHERE "table" = $1 AND seat = 0', ended[2]),
    )
    for sql, table in changes:
        await store._db.run([Statement(sql, (table,))])
    told = {each.table: each.differences for each in [one async for one in compare_results(store, rebuild=True)]}
    assert told == {
        ended[0]: (f"seat 0 has place 2 instead of 1, points 99 instead of {before[0].points}",),
        ended[1]: (),
        ended[2]: ("seat 7 has a result, but is not at the table", "seat 0 lacks its result", "seat 1 lacks its result"),
    }
    found = await stored(store, ended)
    assert [row._replace(rated=0, unrated_because="") for row in found] == before
    assert [row.rated for row in found] == [0, 0, 1, 1, 0, 0]
    assert await compute_results(store, ended[0]) == (*before[:2],)


def dump(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as db:
        return [*db.iterdump()]


@pytest.mark.sqlite
async def test_operator_compares_and_rebuilds_results(tmp_path: Path) -> None:
    file = tmp_path / "parterre.sqlite3"
    tables = Tables(await Store.open(file), random=Random(1), now=ManualClock())
    ended = await end_some_games(tables)
    await tables.store.close()
    assert run_bot_on(file, "results").stdout == "3 ended games: results of 0 differ; 0 cannot be read.\n"
    with closing(sqlite3.connect(file)) as db, db:
        db.execute('UPDATE results SET missed = 5 WHERE "table" = ? AND person = ?', (ended[0], ADA))
    line = f"Table {ended[0]}: seat 0 has missed 5 instead of 0.\n"
    before = dump(file)
    compared = run_bot_on(file, "results")
    assert (compared.returncode, compared.stdout) == (
        Exit.FAILED,
        f"{line}3 ended games: results of 1 differ; 0 cannot be read.\n",
    )
    assert dump(file) == before
    rebuilt = run_bot_on(file, "results", "--rebuild")
    told = f"{line}3 ended games: results of 1 differ and were stored anew; 0 cannot be read.\n"
    assert (rebuilt.returncode, rebuilt.stdout) == (Exit.OK, told)
    assert run_bot_on(file, "results").returncode == Exit.OK
