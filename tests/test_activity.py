"""Activity on a server: what counts for a week, which weeks are kept, and what is deleted with them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from db.activity import TABLES_AT_ONCE, WeekRow
from db.rows import SeatRow
from host.activity import WEEK, WEEKS, games_of, monday_of, read_weeks, week_of
from host.erasure import erase_person
from host.forgetting import forget_asked
from host.leaving import end_by_manager, resign
from host.tables import Tables
from host.undo import undo
from tests.people import ADA, BEN, CLEO, DAN, EVE, advance, clicks, move, play_until_turn_of, start_practice, start_table
from trials import seeding

GUILD = 1


def moment(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


async def weeks(tables: Tables) -> list[WeekRow]:
    return await read_weeks(tables.store, GUILD, tables.now())


async def this_week(tables: Tables) -> WeekRow:
    return (await weeks(tables))[-1]


@pytest.mark.parametrize(
    ("text", "monday"),
    [
        ("2026-11-27T15:00", "2026-11-23"),
        ("2026-11-23T00:00", "2026-11-23"),
        ("2026-11-22T23:59:59.999", "2026-11-16"),
        ("1970-01-05", "1970-01-05"),
        ("1970-01-01", "1969-12-29"),
        ("2027-01-03", "2026-12-28"),
    ],
)
def test_week_begins_on_monday_at_midnight_utc(text: str, monday: str) -> None:
    assert week_of(moment(text)) == moment(monday)


async def test_server_without_games_has_no_weeks(tables: Tables) -> None:
    assert await weeks(tables) == []
    await start_table(tables, 2, guild=GUILD + 1)
    assert await weeks(tables) == []


async def test_games_turns_and_people_are_counted(tables: Tables) -> None:
    table = await start_table(tables, 3, guild=GUILD)
    for minutes in (10, 20, 30):
        advance(tables, 60 * minutes)
        await move(table)
    (week,) = await weeks(tables)
    assert week._replace(week=0) == WeekRow(GUILD, 0, 1, 0, 3, 3, None, '{"djinns":1}')
    assert games_of(week) == {"djinns": 1}
    assert f"{monday_of(week):%A}" == "Monday"


async def test_median_time_is_that_of_five_people_or_more(tables: Tables) -> None:
    """Otherwise a manager who plays could tell how long somebody thought."""
    for minutes, people in ((5, (ADA, BEN)), (7, (CLEO, DAN))):
        await play_round(tables, people, minutes)
    week = await this_week(tables)
    assert (week.people, week.turns, week.seconds) == (4, 4, None)
    await play_round(tables, (ADA, EVE), 9)
    week = await this_week(tables)
    assert (week.people, week.turns, week.seconds) == (5, 6, 7 * 60)


async def play_round(tables: Tables, people: tuple[int, ...], minutes: int) -> None:
    """Start a game of people, each of whom takes this time for a turn."""
    seats = [SeatRow(seat, person, f"P{person}") for seat, person in enumerate(people)]
    table = await seeding.start_table(tables, "djinns", seats, guild=GUILD, click=next(clicks))
    for _ in people:
        advance(tables, 60 * minutes)
        await move(table)


async def test_computers_are_no_people_and_have_no_turns(tables: Tables) -> None:
    table = await start_practice(tables, computers=2)
    await play_until_turn_of(table, ADA)
    await move(table)
    await play_until_turn_of(table, ADA)
    week = await this_week(tables)
    assert (week.started, week.turns, week.people) == (1, 1, 1)


async def test_turn_that_was_taken_back_does_not_count(tables: Tables) -> None:
    table = await start_table(tables, 2, guild=GUILD)
    await play_until_turn_of(table, ADA)
    before = await this_week(tables)
    await move(table)
    assert (await this_week(tables)).turns == before.turns + 1
    await undo(table, ADA, next(clicks))
    assert await this_week(tables) == before


async def test_turn_counts_for_the_week_in_which_it_ends(tables: Tables) -> None:
    table = await start_table(tables, 2, guild=GUILD)
    advance(tables, WEEK)
    await move(table)
    before, now = await weeks(tables)
    assert (before.started, before.turns, before.people) == (1, 0, 0)
    assert (now.started, now.turns, now.people) == (0, 1, 1)


async def test_people_whose_game_ends_count_without_a_move(tables: Tables) -> None:
    table = await start_table(tables, 3, guild=GUILD)
    advance(tables, 3 * WEEK)
    await end_by_manager(table, CLEO, "Cleo", next(clicks))
    counted = [(week.started, week.ended, week.turns, week.people) for week in await weeks(tables)]
    assert counted == [(1, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 1, 0, 3)]


async def test_games_are_counted_beyond_one_page_and_people_once(tables: Tables) -> None:
    for _ in range(TABLES_AT_ONCE + 3):
        table = await start_table(tables, 2, guild=GUILD)
        await move(table)
        await end_by_manager(table, CLEO, "Cleo", next(clicks))
    week = await this_week(tables)
    assert (week.started, week.ended, week.turns) == (TABLES_AT_ONCE + 3,) * 3
    assert week.people == 2


async def test_weeks_that_are_over_are_kept_and_the_present_one_is_not(tables: Tables) -> None:
    await move(await start_table(tables, 2, guild=GUILD))
    advance(tables, week_of(tables.now()) + WEEK + 60 - tables.now())
    assert len(await weeks(tables)) == 1 + 1
    kept = await tables.store.activity.weeks(GUILD, 0)
    assert max(row.week for row in kept) == week_of(tables.now()) - 2 * WEEK  # the last one may still lack a change
    advance(tables, 3600)
    found = await weeks(tables)
    assert await tables.store.activity.weeks(GUILD, found[0].week) == found[:-1]
    await tables.store.activity.add(found[0]._replace(turns=999))
    assert await weeks(tables) == found


async def test_half_a_year_is_counted(tables: Tables) -> None:
    await start_table(tables, 2, guild=GUILD)
    advance(tables, (WEEKS - 1) * WEEK)
    assert len(await weeks(tables)) == WEEKS
    advance(tables, WEEK)
    assert await weeks(tables) == []


async def test_erased_people_are_no_people_and_kept_weeks_stay(tables: Tables) -> None:
    table = await start_table(tables, 2, guild=GUILD)
    await move(table)
    await move(table)
    await resign(table, BEN, next(clicks))
    advance(tables, 2 * WEEK)
    before = await weeks(tables)
    assert before[0].people == 2
    await move(await start_table(tables, 2, guild=GUILD))
    await erase_person(tables, ADA)
    await erase_person(tables, BEN)
    after = await weeks(tables)
    assert after[:-1] == before[:-1]
    assert (after[-1].people, after[-1].started) == (0, 1)


async def test_deletion_of_a_server_deletes_its_weeks(tables: Tables) -> None:
    await start_table(tables, 2, guild=GUILD)
    advance(tables, 2 * WEEK)
    await weeks(tables)
    assert await tables.store.activity.weeks(GUILD, 0)
    counted = await weeks(tables)
    await forget_asked(tables.store, GUILD, tables.now())
    assert await tables.store.activity.weeks(GUILD, 0) == []
    await tables.store.activity.add(counted[0])  # by a count that had begun before
    assert await tables.store.activity.weeks(GUILD, 0) == []
