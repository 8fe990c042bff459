"""Ratings computed anew from the results are those that the games brought, also after somebody was erased."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from cogs.operations.exits import Exit
from db.ratings import RatingRow
from db.rows import RatingStepRow, SeatRow
from db.store import Store
from host import stored_ratings
from host.ballots import ask_replace, vote
from host.erasure import erase_person
from host.leaving import resign
from host.lobby import Terms
from host.servers import set_server_settings
from host.stored_ratings import compare_ratings
from host.table import Table
from host.tables import Tables
from tests.erasing import ADA, BEN, CLEO, DAN, NAMES
from tests.manual_clock import ManualClock
from tests.people import advance, clicks, move
from tests.program import run_bot_on


async def start_rated(tables: Tables, *people: int) -> Table:
    host, *others = people
    terms = Terms(size=len(people), pace="daily", lapse="wait", rated=1)
    table = await tables.open(game="djinns", terms=terms, host=SeatRow(0, host, NAMES[host]), guild=1, channel=2)
    for person in others:
        await tables.join(table.id, person, NAMES[person])
    return await tables.start(table.id, host, next(clicks))


async def play_some(tables: Tables) -> None:
    """Play rated games: some to the end, one where somebody resigns, one where somebody is replaced."""
    await set_server_settings(tables.store, 1, None, ratings=True)
    for number, people in enumerate([(ADA, BEN), (BEN, CLEO, ADA), (CLEO, ADA), (ADA, BEN, CLEO)]):
        advance(tables, 60)
        table = await start_rated(tables, *people)
        if number == 2:
            await resign(table, ADA, next(clicks))
        if number == 3:
            ballot = await ask_replace(table, BEN, 1, DAN, NAMES[DAN])
            for person in (DAN, ADA):
                await vote(table, ballot, person, yes=True)
        random = Random(number)
        while table.position.to_act:
            await move(table, random.randrange(1000))


async def steps_of(store: Store) -> list[RatingStepRow]:
    return [step for table in range(1, 5) for step in await store.ratings.steps_of_table(table)]


async def ratings_of(store: Store, *people: int) -> dict[int, RatingRow]:
    return await store.ratings.of(1, "djinns", people)


async def differences(store: Store, *, rebuild: bool = False) -> list[tuple[int, int]]:
    """Return how many steps and people differ, of each server and game."""
    return [(each.differing_steps, each.differing_people) async for each in compare_ratings(store, rebuild=rebuild)]


@pytest.mark.parametrize("page", [4, 40_000])
async def test_computed_ratings_are_those_of_the_games(tables: Tables, page: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_ratings, "SEATS_AT_ONCE", page)
    await play_some(tables)
    (found,) = [each async for each in compare_ratings(tables.store)]
    assert found == (1, "djinns", 4, 3, 0, 0)


async def test_lost_and_wrong_ratings_are_stored_anew(tables: Tables) -> None:
    await play_some(tables)
    store = tables.store
    steps, ratings = await steps_of(store), await ratings_of(store, ADA, BEN, CLEO)
    wrong = ratings[CLEO]._replace(mu=1.0)
    await store.ratings.put([wrong, wrong._replace(person=99)], [ratings[BEN]])
    await store.ratings.put_steps([steps[0]._replace(mu=1.0)])
    assert await differences(store) == [(1, 3)]
    assert await differences(store, rebuild=True) == [(1, 3)]
    assert await steps_of(store) == steps
    assert await ratings_of(store, ADA, BEN, CLEO, 99) == ratings
    assert await differences(store) == [(0, 0)]


@pytest.mark.parametrize("person", [ADA, BEN, DAN])
async def test_erased_people_change_nothing_for_the_others(tables: Tables, person: int) -> None:
    await play_some(tables)
    others = {ADA, BEN, CLEO} - {person}
    before = await ratings_of(tables.store, *others)
    await erase_person(tables, person)
    assert await ratings_of(tables.store, *others, person) == before
    assert await tables.store.ratings.history(1, "djinns", person, 9) == []
    assert await differences(tables.store, rebuild=True) == [(0, 0)]
    assert await ratings_of(tables.store, *others, person) == before


async def test_person_erased_during_a_rated_game_is_not_rated(tables: Tables) -> None:
    await set_server_settings(tables.store, 1, None, ratings=True)
    table = await start_rated(tables, ADA, BEN, CLEO)
    await erase_person(tables, BEN)
    while table.position.to_act:
        await move(table)
    found = await tables.store.results.of_table(table.id)
    assert [(row.rated, row.unrated_because) for row in found] == [(1, ""), (0, "erased"), (1, "")]
    assert await differences(tables.store) == [(0, 0)]


async def test_operator_compares_and_recomputes_ratings(tmp_path: Path) -> None:
    file = tmp_path / "parterre.sqlite3"
    tables = Tables(await Store.open(file), random=Random(1), now=ManualClock())
    await play_some(tables)
    await tables.store.close()
    line = (
        "Server 1, djinns: 4 rated games of 3 people; ratings of {} people and {} changes of ratings differ.\n4 rated games in "
    )
    same = run_bot_on(file, "ratings")
    assert same.stdout.startswith(line.format(0, 0))
    assert same.returncode == Exit.OK
    with closing(sqlite3.connect(file)) as db:
        db.execute("DELETE FROM ratings")
        db.execute("DELETE FROM rating_steps")
        db.commit()
    compared = run_bot_on(file, "ratings")
    assert compared.stdout.startswith(line.format(3, 10))
    assert compared.returncode == Exit.FAILED
    stored = run_bot_on(file, "ratings", "--recompute")
    assert stored.stdout.endswith(" s. They were stored anew.\n")
    assert stored.returncode == Exit.OK
    assert run_bot_on(file, "ratings").returncode == Exit.OK
