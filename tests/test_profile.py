"""Profiles: what is counted from results, of which games, and who may see it."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest

from db.due import ERASE
from db.profiles import PlayedGame, SampledResult
from host.codec import encode
from host.deadlines import HOUR
from host.erasure import erase_person
from host.leaving import end_by_manager, resign
from host.personal_export import export_person
from host.profile import (
    SAMPLE_PEOPLE,
    Encounters,
    Group,
    Streaks,
    Tally,
    encounters_of,
    kind_means,
    read_games,
    read_games_for,
    read_sample,
    read_share,
    read_turn_seconds,
    server_means,
    streaks_of,
    tallies_of,
)
from host.settings import set_person_settings, update_person_settings
from host.tables import Tables
from rules.text import Text
from rules.wording import decimal
from tests.people import ADA, BEN, CLEO, EVE, advance, clicks, move, play_until_turn_of, start_practice, start_table

TWO, THREE = Group("djinns", 2), Group("djinns", 3)
numbers = count(1)


def game(
    place: int = 1, *, seats: int = 2, points: int = 10, reason: str = "", winners: int = 1, computers: int = 0
) -> PlayedGame:
    """A game that a person played to its end, unless a reason says otherwise."""
    kinds = encode({"towers": points})
    return PlayedGame(next(numbers), 2, "djinns", seats, place, points, kinds, 0.0, reason, 1, winners, computers)


def test_games_count_by_number_of_seats() -> None:
    found = tallies_of([game(1), game(2, points=5), game(1, winners=2), game(3, seats=3)])
    assert found == [Tally(TWO, 3, 2, 1, pytest.approx(4 / 3), pytest.approx(25 / 3), 10), Tally(THREE, 1, 0, 0, 3, 10, 10)]


def test_games_with_computers_count_apart_without_a_mean_place() -> None:
    assert tallies_of([game(1, computers=1), game(2)]) == [
        Tally(TWO, 1, 0, 0, 2, 10, 10),
        Tally(Group("djinns", 0), 1, 1, 0, None, 10, 10),
    ]


def test_game_that_was_ended_early_has_no_place_and_no_points() -> None:
    assert tallies_of([game(1, reason="managed")]) == [Tally(TWO, 1, 0, 0, None, None, None)]


def test_game_that_others_left_is_won_but_has_no_points() -> None:
    assert tallies_of([game(1, reason="alone")]) == [Tally(TWO, 1, 1, 0, 1, None, None)]


def test_first_place_of_a_leaver_is_no_win() -> None:
    assert tallies_of([game(1, reason="alone")._replace(finished=0)])[0].wins == 0


def test_games_that_this_version_lacks_are_left_out() -> None:
    assert tallies_of([game()._replace(game="chess")]) == []


def test_streaks_count_wins_against_people_only() -> None:
    newest_first = [game(1), game(1, computers=1), game(1), game(2), game(1), game(1, reason="idle"), game(1), game(1), game(2)]
    assert streaks_of(newest_first) == Streaks(2, 3)
    assert streaks_of([game(2), game(1)]) == Streaks(0, 1)
    assert streaks_of([]) == Streaks(0, 0)


def test_means_by_kind_are_of_complete_games() -> None:
    assert kind_means([game(points=4), game(points=7), game(points=99, reason="alone")]) == {Text("towers"): 5.5}
    assert kind_means([]) == {}


def sampled(person: int, points: int, **changed: object) -> SampledResult:
    """A result of a game in channel 2, at a table of its own."""
    found = SampledResult(next(numbers), 2, person, 2, encode({"towers": points}), "", "", 1)
    return found._replace(**changed)


def test_mean_of_a_server_needs_several_other_people() -> None:
    sample = [sampled(100 + n, n) for n in range(SAMPLE_PEOPLE)]
    assert server_means(sample, TWO, ADA, {2}) == {Text("towers"): 2}
    assert server_means(sample, TWO, 100, {2}) == {}
    assert server_means(sample, THREE, ADA, {2}) == {}
    assert server_means([*sample[1:], sampled(1, 9)], TWO, ADA, {2}) == {}  # an erased person counts as nobody


def test_mean_of_a_server_counts_people_in_seen_channels() -> None:
    sample = [sampled(100 + n, 6) for n in range(SAMPLE_PEOPLE)]
    unseen, computer = sampled(200, 99, channel=3), sampled(-1, 99, level="keen")
    against = sampled(201, 99, table=computer.table)
    assert server_means([*sample, unseen, computer, against], TWO, ADA, {2}) == {Text("towers"): 6}
    assert server_means(sample, TWO, ADA, {3}) == {}


def test_decimals_have_one_digit() -> None:
    assert [str(decimal(number)) for number in (1, 2.05, 9.96, -0.5, -0.01)] == ["1.0", "2.0", "10.0", "−0.5", "0.0"]


async def test_games_are_read_with_their_company(tables: Tables) -> None:
    table = await start_table(tables, 3)
    await end_by_manager(table, EVE, "Eve", next(clicks))
    advance(tables, HOUR)
    elsewhere = await start_table(tables, 2, guild=7, channel=8)
    await resign(elsewhere, BEN, next(clicks))
    practice = await start_practice(tables)
    await end_by_manager(practice, EVE, "Eve", next(clicks))
    found = await read_games_for(tables.store, BEN, ADA, 0)
    assert [one._replace(points=0, kinds="", ended=0.0) for one in found] == [
        PlayedGame(practice.id, 2, "djinns", 2, 1, 0, "", 0.0, "managed", 1, 2, 1, None),
        PlayedGame(elsewhere.id, 8, "djinns", 2, 1, 0, "", 0.0, "alone", 1, 1, 0, 2),
        PlayedGame(table.id, 2, "djinns", 3, 1, 0, "", 0.0, "managed", 1, 3, 0, 1),
    ]
    assert await read_games(tables.store, ADA, 7) == [found[1]._replace(channel=0, reader=None)]
    assert encounters_of(found) == [Encounters(TWO, 1, 0, 1)]
    assert encounters_of(await read_games_for(tables.store, ADA, BEN, 7)) == [Encounters(TWO, 1, 1, 0)]
    assert encounters_of(await read_games_for(tables.store, CLEO, ADA, 0)) == []
    sample = await read_sample(tables.store, 1, "djinns")
    assert {(one.table, one.person > 0, bool(one.level)) for one in sample if one.table == practice.id} == {
        (practice.id, True, False),
        (practice.id, False, True),
    }
    assert {one.table for one in sample} == {practice.id, table.id}


async def test_time_of_turns_is_the_median_of_the_newest_games(tables: Tables) -> None:
    table = await start_table(tables, 2)
    for seconds in (10, 40, 1000):
        await play_until_turn_of(table, ADA)
        advance(tables, seconds)
        await move(table)
    await end_by_manager(table, EVE, "Eve", next(clicks))
    games = await read_games(tables.store, ADA, 1)
    assert await read_turn_seconds(tables.store, ADA, games) == pytest.approx(40)
    assert await read_turn_seconds(tables.store, CLEO, []) is None


async def test_profile_is_hidden_by_default_and_during_erasure(tables: Tables) -> None:
    store = tables.store
    assert await read_share(store, ADA) == "nothing"
    await set_person_settings(store, ADA, profile="everything")
    assert await read_share(store, ADA) == "everything"
    (exported,) = (await export_person(store, ADA))["rows"]["persons"]
    assert '"profile":"everything"' in exported["settings"]
    await update_person_settings(store, BEN, lambda before: replace(before, profile="friends"))  # of a later version
    assert await read_share(store, BEN) == "nothing"
    await store.due.put(ERASE, ADA, tables.now())
    assert await read_share(store, ADA) == "nothing"
    await erase_person(tables, ADA)
    assert await read_share(store, ADA) == "nothing"
