"""Store the result of every seat when a game ends, however it ends."""

from __future__ import annotations

from random import Random

import pytest

from db.results import ThoughtMove
from db.rows import ResultRow, SeatRow
from host.deadlines import DAY, HOUR
from host.leaving import end_by_manager, pause, resign, resume
from host.lobby import Terms
from host.results import kinds_of, seconds_thought
from host.table import Table, changing
from host.tables import Tables
from host.undo import undo
from rules.game import Score, places, winners
from tests.people import ADA, BEN, CLEO, EVE, advance, clicks, move, run_all_due, start_practice, start_table

EQUAL = Score(7, ties=(1,))


async def play_to_the_end(table: Table) -> None:
    random = Random(4)
    while table.position.to_act:
        await move(table, random.randrange(1000))


async def results(table: Table) -> list[ResultRow]:
    return await table.store.results.of_table(table.id)


def test_equal_seats_share_a_place_and_ties_decide() -> None:
    assert places([Score(5), EQUAL, EQUAL, Score(7, ties=(0,))]) == (4, 1, 1, 3)


def test_seats_that_were_lost_come_last() -> None:
    assert places([Score(9), Score(5), Score(4)], last={0}) == (3, 1, 2)
    assert places([Score(9), Score(5), Score(4)], last={0, 1}) == (2, 3, 1)


@pytest.mark.parametrize("game", ["djinns", "schlossgarten", "ishtar", "hanging_gardens"])
async def test_game_that_ends_by_itself_has_a_result_for_each_seat(tables: Tables, game: str) -> None:
    began = tables.now()
    table = await start_table(tables, 3, game)
    assert (table.position.row.started, table.position.row.ended) == (began, None)
    advance(tables, HOUR)
    await move(table)
    advance(tables, 60)
    await play_to_the_end(table)
    at, found = table.position, await results(table)
    scores = at.game.scores(at.state)
    assert (at.row.started, at.row.ended) == (began, began + HOUR + 60)
    assert [(row.seat, row.person) for row in found] == [(seat.seat, seat.person) for seat in at.seats]
    assert {row.seat for row in found if row.place == 1} == {*winners(scores)}
    assert [row.points for row in found] == [score.points for score in scores]
    assert [sum(points for _, points in kinds_of(row)) for row in found] == [score.points for score in scores]
    assert {(row.game, row.guild, row.seats, row.ended, row.reason) for row in found} == {(game, 1, 3, at.row.ended, "")}
    assert all(row.finished and not row.missed and not row.rated and not row.unrated_because for row in found)
    assert sum(row.seconds for row in found) == pytest.approx(HOUR + 60)


async def test_position_in_memory_is_the_stored_one(tables: Tables) -> None:
    table = await start_table(tables, 2)
    await resign(table, BEN, next(clicks))
    kept = table.position
    again = await Tables(tables.store, now=tables.now).get(table.id)
    assert again.position == kept


async def test_resigned_players_come_last(tables: Tables) -> None:
    table = await start_table(tables, 3)
    await resign(table, BEN, next(clicks))
    await play_to_the_end(table)
    found = await results(table)
    assert [(row.finished, row.person) for row in found] == [(1, ADA), (0, BEN), (1, CLEO)]
    assert found[1].place == 3
    assert {found[0].place, found[2].place} <= {1, 2}


async def test_game_that_too_few_people_play_on_ends_with_results(tables: Tables) -> None:
    table = await start_table(tables, 2)
    await resign(table, ADA, next(clicks))
    found = await results(table)
    assert [(row.place, row.finished, row.reason) for row in found] == [(2, 0, "alone"), (1, 1, "alone")]


async def test_game_that_a_manager_ends_has_results(tables: Tables) -> None:
    table = await start_table(tables, 2)
    await end_by_manager(table, EVE, "Eve", next(clicks))
    assert {(row.place, row.finished, row.reason) for row in await results(table)} == {(1, 1, "managed")}


async def test_cancelled_table_has_no_results(tables: Tables) -> None:
    table = await tables.get((await start_table(tables, 2)).id + 0)
    opened = await tables.open(game="djinns", terms=Terms(size=2), host=SeatRow(0, ADA, "Ada"), guild=1, channel=2)
    await tables.cancel(opened.id, ADA)
    assert (opened.position.row.ended, await results(opened)) == (None, [])
    assert await results(table) == []


async def test_results_count_time_outs_and_no_thought_of_stand_ins(tables: Tables) -> None:
    table = await start_table(tables, 2, lapse="stand-in")
    late = table.position.to_act[0]
    advance(tables, 2 * DAY)
    await run_all_due(tables)
    await play_to_the_end(table)
    found = await results(table)
    assert [row.missed for row in found] == [int(row.seat == late.seat) for row in found]
    assert sum(row.seconds for row in found) == 0


async def test_computers_have_results(tables: Tables) -> None:
    table = await start_practice(tables)
    await play_to_the_end(table)
    assert [(row.person > 0, row.level) for row in await results(table)] == [(True, ""), (False, "gentle")]


async def test_pause_and_undo_count_as_no_thought(tables: Tables) -> None:
    @changing
    async def stop(table: Table) -> None:
        await pause(table)

    table = await start_table(tables, 2)
    first = table.position.to_act[0].person
    advance(tables, 10)
    await stop(table)
    advance(tables, DAY)
    await resume(table, first, next(clicks))
    advance(tables, 20)
    await move(table)
    advance(tables, 5)
    await undo(table, first, next(clicks))
    advance(tables, 7)
    await move(table)
    await end_by_manager(table, EVE, "Eve", next(clicks))
    assert {row.person: row.seconds for row in await results(table)}[first] == pytest.approx(37)


def test_moves_of_one_turn_count_once() -> None:
    seat = SeatRow(0, ADA, "Ada")
    moves = [
        ThoughtMove(0, ADA, 100, 110),
        ThoughtMove(0, ADA, 100, 130),  # the same turn
        ThoughtMove(1, BEN, 130, 150),
        ThoughtMove(0, ADA, 150, 151),
        ThoughtMove(0, ADA, 151, 153),  # a turn that follows at once
    ]
    assert seconds_thought(seat, moves) == 33


async def test_games_of_a_person_are_listed_newest_first(tables: Tables) -> None:
    ended: list[int] = []
    for _ in range(3):
        table = await start_table(tables, 2)
        await end_by_manager(table, EVE, "Eve", next(clicks))
        ended.append(table.id)
        advance(tables, 60)
    now = tables.now()
    assert [row.table for row in await tables.store.results.of_person(BEN, now, 2)] == ended[:0:-1]
    assert [row.table for row in await tables.store.results.of_person(BEN, now - 120, 9)] == ended[:1]
