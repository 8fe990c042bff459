"""Seasons end when a manager says so or with the month, once, and their final table is queued by the same transaction."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest

from db.due import SEASON_END
from db.rows import SeasonRow
from host.forgetting import forget_asked
from host.leaderboard import read_season
from host.leaving import resign
from host.notices import notice_of
from host.refusal import Refused
from host.seasons import end_due_seasons, end_season, next_month, schedule_end
from host.servers import BY_HAND, MONTHLY, set_server_settings
from host.tables import Tables
from rules.text import say
from tests.people import BEN, advance, clicks, start_table
from tests.sending import pending_notices

GUILD, FINALS, LOG = 1, 77, 78
TOLD = say("Mia ended season 1.")


def at(day: str) -> float:
    return datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()


async def count_a_game(tables: Tables) -> None:
    await resign(await start_table(tables, 2), BEN, next(clicks))


async def choose(tables: Tables, when: str = BY_HAND) -> None:
    statements = schedule_end(GUILD, when, tables.now())
    await set_server_settings(tables.store, GUILD, None, statements, seasons=when, finals=FINALS, log=LOG)


async def seasons(tables: Tables) -> list[SeasonRow]:
    return await tables.store.seasons.of_guild(GUILD, 10)


async def finals(tables: Tables) -> list[tuple[str, int | None]]:
    return [(str(notice_of(row).text), row.place) for row in await pending_notices(tables.store, "season")]


@pytest.mark.parametrize(
    ("now", "then"),
    [("2026-11-27T15:00", "2026-12-01"), ("2026-12-01", "2027-01-01"), ("2028-02-29T23:59", "2028-03-01")],
)
def test_months_begin_at_midnight_utc(now: str, then: str) -> None:
    assert next_month(at(now)) == at(then)


async def test_manager_ends_a_season_and_both_channels_are_told(tables: Tables) -> None:
    await count_a_game(tables)
    await choose(tables)
    advance(tables, 60)
    await end_season(tables.store, GUILD, 1, tables.now(), TOLD, [])
    assert [(row.number, row.ended, row.games) for row in await seasons(tables)] == [(2, None, 0), (1, tables.now(), 1)]
    assert await finals(tables) == [("## Season 1 has ended", FINALS)]
    assert [row.place for row in await pending_notices(tables.store, "setup")] == [LOG]


async def test_two_managers_cannot_end_a_season_twice(tables: Tables) -> None:
    await count_a_game(tables)
    await choose(tables)
    ends = (end_season(tables.store, GUILD, 1, tables.now(), TOLD, []) for _ in range(2))
    outcomes = await asyncio.gather(*ends, return_exceptions=True)
    assert sorted(str(outcome) for outcome in outcomes) == ["None", "Season 1 has ended already."]
    assert len(await seasons(tables)) == 2
    assert len(await finals(tables)) == 1


async def test_seasons_without_games_and_unknown_ones_cannot_be_ended(tables: Tables) -> None:
    with pytest.raises(Refused, match="No game has counted in season 1 yet"):
        await end_season(tables.store, GUILD, 1, tables.now(), TOLD, [])
    with pytest.raises(Refused, match="There is no season 4 on this server"):
        await end_season(tables.store, GUILD, 4, tables.now(), TOLD, [])
    assert await seasons(tables) == []


async def test_season_ends_with_the_month_if_games_counted(tables: Tables) -> None:
    await choose(tables, MONTHLY)
    first = next_month(tables.now())
    assert await tables.store.due.at(SEASON_END, GUILD) == first
    assert not await end_due_seasons(tables.store, first - 1)
    assert not await end_due_seasons(tables.store, first)  # no game has counted: the season goes on
    second = next_month(first)
    assert await tables.store.due.at(SEASON_END, GUILD) == second
    await count_a_game(tables)
    assert await end_due_seasons(tables.store, second + 5)
    assert not await end_due_seasons(tables.store, second + 5)
    assert [(row.number, row.ended) for row in await seasons(tables)] == [(2, None), (1, second + 5)]
    assert await tables.store.due.at(SEASON_END, GUILD) == next_month(second)
    assert len(await finals(tables)) == 1


async def test_server_that_fails_keeps_no_other_waiting(tables: Tables) -> None:
    await count_a_game(tables)
    await choose(tables, MONTHLY)
    end, broken = next_month(tables.now()), 99
    await tables.store.settings.put("guilds", broken, "no settings", None)
    await tables.store.due.put(SEASON_END, broken, end - 1)
    assert await end_due_seasons(tables.store, end)
    assert [row.number for row in await seasons(tables)] == [2, 1]
    assert await tables.store.due.by(end, SEASON_END, 10) == [broken]


async def test_month_ends_no_season_that_managers_end_by_hand(tables: Tables) -> None:
    await count_a_game(tables)
    await choose(tables, MONTHLY)
    await choose(tables, BY_HAND)
    assert await tables.store.due.at(SEASON_END, GUILD) is None
    await tables.store.due.put(SEASON_END, GUILD, 0.0)  # as if the choice had come in between
    assert not await end_due_seasons(tables.store, tables.now())
    assert await tables.store.due.at(SEASON_END, GUILD) is None
    assert (await read_season(tables.store, GUILD)).ended is None


async def test_forgotten_server_has_no_season_that_is_due(tables: Tables) -> None:
    await count_a_game(tables)
    await choose(tables, MONTHLY)
    await forget_asked(tables.store, GUILD, tables.now())
    assert await tables.store.due.at(SEASON_END, GUILD) is None
    assert await seasons(tables) == []
    assert await tables.store.seasons.totals(GUILD) == []


@pytest.mark.parametrize("number", [-1, 0, 2, 2**70])
async def test_season_that_never_was_is_refused(tables: Tables, number: int) -> None:
    with pytest.raises(Refused, match="There is no season"):
        await read_season(tables.store, GUILD, number)
