"""Seasons: which games count, what they add to the totals of people, and that the totals follow from the results."""

from __future__ import annotations

from random import Random

import pytest

from db.rows import FinishRow, ResultRow, TotalRow
from db.statement import Stale, Statement
from db.store import Store
from host.erasure import erase_person
from host.leaving import end_by_manager, resign
from host.season_points import finishes_of
from host.season_totals import compare_totals, fill_totals
from host.tables import Tables
from tests.people import ADA, BEN, CLEO, EVE, advance, clicks, move, start_practice, start_table

GUILD = 1  # of the tables of `tests.people`


def result(seat: int, place: int, *, person: int = 0, level: str = "", finished: int = 1, reason: str = "") -> ResultRow:
    """Return the result of a seat, of a person by default."""
    return ResultRow(1, seat, person or 100 + seat, level, "djinns", GUILD, 4, place, 9, "{}", 1.0, reason, 0, finished)


def points(*rows: ResultRow) -> list[float]:
    return [one.half_points / 2 for one in finishes_of(rows)]


def test_people_get_points_by_place_and_share_them() -> None:
    assert points(result(0, 2), result(1, 1)) == [0, 6]
    assert points(result(0, 1), result(1, 3), result(2, 1)) == [4.5, 0, 4.5]
    assert points(result(0, 1), result(1, 2), result(2, 2), result(3, 2)) == [6, 2, 2, 2]
    assert [one.won for one in finishes_of([result(0, 1), result(1, 3), result(2, 1)])] == [1, 0, 1]


def test_computers_neither_give_nor_take_points() -> None:
    computers = (result(2, 1, person=-1, level="keen"), result(3, 2, person=-2, level="keen"))
    assert finishes_of([result(0, 4), result(1, 3), *computers]) == (FinishRow(100, 0, 0), FinishRow(101, 12, 1))
    assert finishes_of([result(0, 1), *computers]) == ()


def test_leavers_get_no_points() -> None:
    assert points(result(0, 1), result(1, 2), result(2, 3, finished=0), result(3, 3, finished=0)) == [6, 4, 0, 0]
    assert finishes_of([result(0, 1, finished=0), result(1, 1)])[0] == FinishRow(100, 0, 0)


@pytest.mark.parametrize("reason", ["agreed", "idle", "managed"])
def test_games_that_were_cut_short_do_not_count(reason: str) -> None:
    assert finishes_of([result(0, 1, reason=reason), result(1, 2, reason=reason)]) == ()


def test_erased_people_keep_their_place_without_a_line() -> None:
    assert finishes_of([result(0, 1, person=1), result(1, 2), result(2, 3)]) == (FinishRow(101, 6, 0), FinishRow(102, 0, 0))


async def totals(store: Store) -> dict[tuple[int, str, int], tuple[float, int, int]]:
    """Return points, games and wins by season, game and person."""
    found = await store.seasons.totals(GUILD)
    return {(row.season, row.game, row.person): (row.half_points / 2, row.games, row.wins) for row in found}


async def resigned(tables: Tables, seats: int = 2, game: str = "djinns") -> None:
    """Play a game that Ada wins, as the others resign."""
    table = await start_table(tables, seats, game)
    for person in (BEN, CLEO)[: seats - 1]:
        await resign(table, person, next(clicks))


async def test_end_of_a_game_counts_for_the_game_and_for_all(tables: Tables) -> None:
    await resigned(tables)
    await resigned(tables, 3, "ishtar")
    assert await totals(tables.store) == {
        (1, "djinns", ADA): (6, 1, 1),
        (1, "djinns", BEN): (0, 1, 0),
        (1, "ishtar", ADA): (6, 1, 1),
        (1, "ishtar", BEN): (0, 1, 0),
        (1, "ishtar", CLEO): (0, 1, 0),
        (1, "", ADA): (12, 2, 2),
        (1, "", BEN): (0, 2, 0),
        (1, "", CLEO): (0, 1, 0),
    }
    assert [(row.number, row.started, row.ended, row.games) for row in await tables.store.seasons.of_guild(GUILD, 5)] == [
        (1, 0.0, None, 2)
    ]


async def test_practice_and_ended_games_add_nothing(tables: Tables) -> None:
    table = await start_practice(tables)
    while table.position.to_act:
        await move(table)
    await end_by_manager(await start_table(tables, 2), EVE, "Eve", next(clicks))
    assert await totals(tables.store) == {}
    assert await tables.store.seasons.of_guild(GUILD, 5) == []


async def test_games_count_for_the_season_in_which_they_end(tables: Tables) -> None:
    running = await start_table(tables, 2)
    await resigned(tables)
    advance(tables, 10)
    await tables.store.seasons.change(GUILD, 1, tables.now(), [])
    await resign(running, ADA, next(clicks))
    found = await totals(tables.store)
    assert (found[1, "", ADA], found[2, "", ADA], found[2, "", BEN]) == ((6, 1, 1), (0, 1, 0), (6, 1, 1))
    assert [(row.number, row.games) for row in await tables.store.seasons.of_guild(GUILD, 5)] == [(2, 1), (1, 1)]


async def test_a_season_ends_once(tables: Tables) -> None:
    await tables.store.seasons.change(GUILD, 1, 5.0, [])
    with pytest.raises(Stale):
        await tables.store.seasons.change(GUILD, 1, 6.0, [])
    assert [(row.number, row.started, row.ended) for row in await tables.store.seasons.of_guild(GUILD, 5)] == [
        (2, 5.0, None),
        (1, 0.0, 5.0),
    ]


async def test_game_counts_for_one_season_after_the_clock_went_back(tables: Tables) -> None:
    start = tables.now()
    await tables.store.seasons.change(GUILD, 1, start + 100, [])
    await tables.store.seasons.change(GUILD, 2, start - 100, [])
    assert [(row.started, row.ended) for row in await tables.store.seasons.of_guild(GUILD, 5)] == [
        (start + 100, None),
        (start + 100, start + 100),
        (0.0, start + 100),
    ]
    await resigned(tables)
    assert [(row.number, row.games) for row in await tables.store.seasons.of_guild(GUILD, 5)] == [(3, 0), (2, 0), (1, 1)]
    assert (await totals(tables.store))[1, "", ADA] == (6, 1, 1)
    assert [each async for each in compare_totals(tables.store)] == []


async def test_totals_are_computed_again_from_results(tables: Tables) -> None:
    for number in range(4):
        table = await start_table(tables, 2 + number % 2)
        while table.position.to_act:
            await move(table, Random(number).randrange(1000))
        if number == 1:
            advance(tables, 10)
            await tables.store.seasons.change(GUILD, 1, tables.now(), [])
    store, before = tables.store, await totals(tables.store)
    assert [each async for each in compare_totals(store)] == []
    await store._db.run([Statement("DELETE FROM season_totals WHERE person = $1", (BEN,))])
    await store._db.run([Statement("UPDATE seasons SET games = 7 WHERE number = 2")])
    assert [each async for each in compare_totals(store)] == [GUILD]
    assert await totals(store) != before
    assert [each async for each in compare_totals(store, rebuild=True)] == [GUILD]
    assert await totals(store) == before
    assert [row.games for row in await store.seasons.of_guild(GUILD, 5)] == [2, 2]


async def test_results_of_former_versions_count_for_the_first_season(tables: Tables) -> None:
    await resigned(tables)
    before = await totals(tables.store)
    for sql in ("DELETE FROM season_totals", "DELETE FROM seasons", "DELETE FROM facts WHERE name = 'season totals'"):
        await tables.store._db.run([Statement(sql)])
    await fill_totals(tables.store)
    assert await totals(tables.store) == before
    await tables.store._db.run([Statement("DELETE FROM season_totals")])
    await fill_totals(tables.store)  # once for each database
    assert await totals(tables.store) == {}


async def test_totals_are_not_replaced_after_a_game_has_counted(tables: Tables) -> None:
    await resigned(tables)
    before, stored = await tables.store.seasons.of_guild(GUILD, 5), await totals(tables.store)
    await resigned(tables)
    with pytest.raises(Stale):
        await tables.store.seasons.replace_totals(before, {1: 1}, [])
    assert (await totals(tables.store))[1, "", ADA][1] == stored[1, "", ADA][1] + 1


async def test_erased_person_has_no_totals(tables: Tables) -> None:
    await resigned(tables)
    await erase_person(tables, ADA)
    assert {person for _, _, person in await totals(tables.store)} == {BEN}
    assert [each async for each in compare_totals(tables.store)] == []
    before = await tables.store.seasons.of_guild(GUILD, 5)
    await tables.store.seasons.replace_totals(before, {1: 1}, [TotalRow(GUILD, 1, "", ADA, 12, 1, 1)])
    assert await totals(tables.store) == {}  # a total that was computed before the deletion is not stored
