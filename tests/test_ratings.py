"""Ratings change when a rated game ends, by who stayed and who left, and can be read as a leaderboard."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from random import Random

import pytest

from db.due import ERASE
from db.ratings import apply_step
from db.rows import ResultRow, SeatRow
from db.statement import Stale
from host.ballots import ask_end, ask_pause, ask_replace, vote
from host.computers import add_computer, new_computers
from host.deadlines import DAY
from host.hints import require_hints
from host.leaving import end_by_manager, resign
from host.lobby import Terms, change_terms, reserved_seat, terms_text
from host.rated import ALREADY_JOINED, CONSENT, LATE_LOSS, MOVE_TO_KEEP, NO_COMPUTERS, NO_HINTS, people_who_leave_when_idle
from host.rating_steps import changes_ratings
from host.ratings import count_lines, read_history, read_lines, read_own_line, read_rating, read_ratings
from host.refusal import Refused
from host.scheduler import keep_open
from host.servers import set_server_settings
from host.settings import set_person_settings
from host.stored_ratings import compare_ratings
from host.stored_results import compare_results
from host.summary import TableSummary
from host.table import Table
from host.tables import Tables
from standings.ratings import SHOWN_AFTER_GAMES, Rating
from tests.people import ADA, BEN, CLEO, DAN, EVE, advance, clicks, move, run_all_due, start_table
from tests.sending import pending_notices, text_of

GAME = "djinns"
GAMES_AT_ONCE = 12  # that end in the same moment


@pytest.fixture
async def rated(tables: Tables) -> Tables:
    """Tables of a server where ratings are on."""
    await set_server_settings(tables.store, 1, None, ratings=True)
    return tables


async def start_rated(tables: Tables, *people: int, lapse: str = "wait", pace: str = "daily") -> Table:
    host, *others = people or (ADA, BEN)
    terms = Terms(size=len(others) + 1, pace=pace, lapse=lapse, rated=1)
    table = await tables.open(game=GAME, terms=terms, host=SeatRow(0, host, str(host)), guild=1, channel=2)
    for person in others:
        await tables.join(table.id, person, str(person))
    return await tables.start(table.id, host, next(clicks))


async def play_to_the_end(table: Table, seed: int = 4) -> list[ResultRow]:
    random = Random(seed)
    while table.position.to_act:
        await move(table, random.randrange(1000))
    return await table.store.results.of_table(table.id)


async def mus(tables: Tables, *people: int) -> list[float]:
    return [(await read_rating(tables.store, 1, GAME, person)).mu for person in people]


async def refused(work: object) -> str:
    with pytest.raises(Refused) as error:
        await work  # type: ignore[misc]
    return str(error.value.text)


async def test_better_places_bring_higher_ratings(rated: Tables) -> None:
    found = await play_to_the_end(await start_rated(rated, ADA, BEN, CLEO))
    assert all(row.rated and not row.unrated_because for row in found)
    order = [row.person for row in sorted(found, key=lambda row: row.place)]
    ratings = await mus(rated, *order)
    assert ratings == sorted(ratings, reverse=True)
    assert ratings[0] > Rating().mu > ratings[-1]


async def test_history_ends_with_the_present_rating(rated: Tables) -> None:
    for seed in range(3):
        advance(rated, 60)
        await play_to_the_end(await start_rated(rated), seed)
    steps = await read_history(rated.store, 1, GAME, BEN, 2)
    assert [step.rating.games for step in steps] == [2, 3]
    assert steps[-1].rating == await read_rating(rated.store, 1, GAME, BEN)
    assert await read_ratings(rated.store, 1, BEN) == {GAME: steps[-1].rating}
    assert await read_ratings(rated.store, 2, BEN) == {}


async def test_unrated_games_change_nothing(rated: Tables) -> None:
    found = await play_to_the_end(await start_table(rated, 2))
    assert {(row.rated, row.unrated_because) for row in found} == {(0, "")}
    assert await mus(rated, ADA, BEN) == [Rating().mu] * 2


async def test_resigning_ranks_last(rated: Tables) -> None:
    table = await start_rated(rated, ADA, BEN, CLEO)
    await resign(table, BEN, next(clicks))
    found = await play_to_the_end(table)
    assert [(row.rated, row.finished) for row in found] == [(1, 1), (1, 0), (1, 1)]
    ada, ben, cleo = await mus(rated, ADA, BEN, CLEO)
    assert ben < min(ada, cleo)


async def test_leavers_share_the_last_place(rated: Tables) -> None:
    table = await start_rated(rated, ADA, BEN, CLEO, DAN)
    await resign(table, BEN, next(clicks))
    await resign(table, CLEO, next(clicks))
    await play_to_the_end(table)
    ada, ben, cleo, dan = await mus(rated, ADA, BEN, CLEO, DAN)
    assert ben == cleo < min(ada, dan)


async def test_resigning_from_a_game_of_two_loses_it(rated: Tables) -> None:
    table = await start_rated(rated)
    await resign(table, ADA, next(clicks))
    ada, ben = await mus(rated, ADA, BEN)
    assert ada < ben


@pytest.mark.parametrize("lapse", ["give-up", "stand-in"])
async def test_losing_a_seat_by_time_outs_ranks_last(rated: Tables, lapse: str) -> None:
    table = await start_rated(rated, ADA, BEN, lapse=lapse)
    for _ in range(60):
        if table.position.row.status == "over":
            break
        advance(rated, 2 * DAY)
        await run_all_due(rated)
        if table.position.acts(BEN):
            await move(table)
    assert [(row.finished, row.reason) for row in await rated.store.results.of_table(table.id)] == [(0, "alone"), (1, "alone")]
    ada, ben = await mus(rated, ADA, BEN)
    assert ada < ben


async def test_rated_tables_say_that_a_seat_is_given_up(rated: Tables) -> None:
    row = (await start_rated(rated, lapse="stand-in")).position.row
    assert "after 3 turns in a row the seat is given up" in str(terms_text(row))
    assert "after 3 turns in a row" not in str(terms_text(row._replace(rated=0)))


async def close_idle_table(tables: Tables, pace: str, *people: int, paused: bool = False) -> Table:
    """Let nobody move at a new rated table until it is closed."""
    table = await start_rated(tables, *people, pace=pace)
    if paused:
        await vote(table, await ask_pause(table, people[0]), people[1], yes=True)
    for _ in range(40):
        advance(tables, DAY)
        await run_all_due(tables)
    assert table.position.row.ending == "idle"
    return table


@pytest.mark.parametrize("pace", ["untimed", "daily"])
async def test_never_moving_again_ranks_last(rated: Tables, pace: str) -> None:
    table = await close_idle_table(rated, pace, ADA, BEN, CLEO)
    found = await rated.store.results.of_table(table.id)
    late = [row.person for row in found if not row.finished]
    assert len(late) == 1
    assert all(row.rated for row in found)
    others = [person for person in (ADA, BEN, CLEO) if person not in late]
    assert (await mus(rated, *late))[0] < min(await mus(rated, *others))
    assert [each.differing_people for each in [one async for one in compare_ratings(rated.store)]] == [0]
    assert [one.differences async for one in compare_results(rated.store)] == [()]
    assert await rated.store.seasons.totals(1) == []


async def test_nobody_is_rated_where_all_were_to_act(rated: Tables) -> None:
    table = await start_rated(rated, pace="untimed")
    at = table.position
    clock = next(iter(at.clocks.values()))
    both = TableSummary(at.row, at.seats, {seat: clock._replace(seat=seat) for seat in (0, 1)})
    assert [seat.person for seat in people_who_leave_when_idle(at)] == [at.to_act[0].person]
    assert people_who_leave_when_idle(both) == ()
    assert not changes_ratings("idle", both.seats)


async def test_paused_games_that_are_closed_are_unrated(rated: Tables) -> None:
    table = await close_idle_table(rated, "daily", ADA, BEN, paused=True)
    assert {row.unrated_because for row in await rated.store.results.of_table(table.id)} == {"idle"}


async def test_only_waiting_people_keep_a_rated_table_open(rated: Tables) -> None:
    table = await start_rated(rated, pace="untimed")
    advance(rated, 23 * DAY)
    await run_all_due(rated)
    late = table.position.to_act[0].person
    assert await refused(keep_open(table, late, next(clicks))) == str(MOVE_TO_KEEP)
    assert str(LATE_LOSS) in text_of((await pending_notices(rated.store, "idle"))[-1])
    await keep_open(table, ADA + BEN - late, next(clicks))
    assert not table.position.row.warned


async def test_replaced_people_rank_last_and_newcomers_are_not_rated(rated: Tables) -> None:
    table = await start_rated(rated, ADA, BEN, CLEO)
    ballot = await ask_replace(table, BEN, 1, EVE, "Eve")
    for person in (EVE, ADA):
        await vote(table, ballot, person, yes=True)
    found = await play_to_the_end(table)
    assert [(row.person, row.rated, row.unrated_because) for row in found] == [
        (ADA, 1, ""),
        (EVE, 0, "replaced"),
        (CLEO, 1, ""),
    ]
    ada, ben, cleo, eve = await mus(rated, ADA, BEN, CLEO, EVE)
    assert ben < min(ada, cleo)
    assert eve == Rating().mu
    assert [step.table for step in await read_history(rated.store, 1, GAME, BEN, 9)] == [table.id]


async def test_host_needs_the_yes_of_a_replaced_opponent(rated: Tables) -> None:
    table = await start_rated(rated)
    ballot = await ask_replace(table, ADA, 1, EVE, "Eve")
    assert (await vote(table, ballot, EVE, yes=True)).outcome == ""
    assert (await vote(table, ballot, BEN, yes=False)).outcome == "declined"
    assert table.position.seats[1].person == BEN


async def test_host_replaces_an_opponent_with_their_yes(rated: Tables) -> None:
    table = await start_rated(rated)
    ballot = await ask_replace(table, ADA, 1, EVE, "Eve")
    assert (await vote(table, ballot, BEN, yes=True)).outcome == ""
    assert (await vote(table, ballot, EVE, yes=True)).outcome == "agreed"
    assert table.position.seats[1].person == EVE


async def test_majority_needs_the_yes_of_a_replaced_opponent(rated: Tables) -> None:
    table = await start_rated(rated, ADA, BEN, CLEO)
    ballot = await ask_replace(table, BEN, 2, EVE, "Eve")
    for person in (EVE, ADA):
        assert (await vote(table, ballot, person, yes=True)).outcome == ""
    assert (await vote(table, ballot, CLEO, yes=False)).outcome == "declined"


@pytest.mark.parametrize("asker", [ADA, CLEO])
async def test_seat_that_was_lost_needs_no_yes_of_its_former_player(rated: Tables, asker: int) -> None:
    table = await start_rated(rated, ADA, BEN, CLEO)
    await resign(table, BEN, next(clicks))
    ballot = await ask_replace(table, asker, 1, EVE, "Eve")
    await vote(table, ballot, EVE, yes=True)
    if asker != ADA:
        await vote(table, ballot, ADA, yes=True)
    assert table.position.seats[1].person == EVE


async def test_agreed_end_is_unrated_and_needs_everybody(rated: Tables) -> None:
    table = await start_rated(rated, ADA, BEN, CLEO)
    ballot = await ask_end(table, ADA)
    await vote(table, ballot, BEN, yes=True)
    assert table.position.row.status == "running"
    await vote(table, ballot, CLEO, yes=True)
    assert {(row.rated, row.unrated_because) for row in await rated.store.results.of_table(table.id)} == {(0, "agreed")}
    assert await mus(rated, ADA, BEN, CLEO) == [Rating().mu] * 3


async def test_end_by_a_manager_is_unrated(rated: Tables) -> None:
    table = await start_rated(rated)
    await end_by_manager(table, EVE, "Eve", next(clicks))
    assert {row.unrated_because for row in await rated.store.results.of_table(table.id)} == {"managed"}


async def test_ratings_are_off_until_a_manager_turns_them_on(tables: Tables) -> None:
    assert "not rated on this server" in await refused(start_rated(tables))


async def test_computers_cannot_play_rated_games(rated: Tables) -> None:
    terms, host = Terms(size=2, rated=1), SeatRow(0, ADA, "Ada")
    opening = rated.open(game=GAME, terms=terms, host=host, guild=1, channel=2, computers=new_computers(1, ""))
    assert await refused(opening) == str(NO_COMPUTERS)
    table = await rated.open(game=GAME, terms=terms, host=host, guild=1, channel=2)
    assert await refused(add_computer(table, ADA)) == str(NO_COMPUTERS)
    await change_terms(table, ADA, Terms(rated=0))
    await add_computer(table, ADA)
    assert await refused(change_terms(table, ADA, Terms(rated=1))) == str(NO_COMPUTERS)


async def test_rated_games_have_no_hints(rated: Tables) -> None:
    host = SeatRow(0, ADA, "Ada")
    opening = rated.open(game=GAME, terms=Terms(size=2, rated=1, hints=1), host=host, guild=1, channel=2)
    assert await refused(opening) == str(NO_HINTS)
    table = await start_rated(rated)
    with pytest.raises(Refused) as error:
        require_hints(table.position, table.position.to_act[0].person)
    assert error.value.text == NO_HINTS


async def test_table_becomes_rated_only_before_somebody_joins(rated: Tables) -> None:
    host = SeatRow(0, ADA, "Ada")
    table = await rated.open(game=GAME, terms=Terms(size=3), host=host, guild=1, channel=2, invited=[reserved_seat(CLEO, "Cleo")])
    await change_terms(table, ADA, Terms(rated=1))
    await change_terms(table, ADA, Terms(rated=0))
    await rated.join(table.id, BEN, "Ben")
    assert await refused(change_terms(table, ADA, Terms(rated=1))) == str(ALREADY_JOINED)


async def test_nobody_joins_a_rated_table_unread(rated: Tables) -> None:
    table = await rated.open(game=GAME, terms=Terms(size=2, rated=1), host=SeatRow(0, ADA, "Ada"), guild=1, channel=2)
    assert await refused(rated.join(table.id, BEN, "Ben", rated=False)) == str(CONSENT)


@pytest.mark.parametrize("on", [True, False])
async def test_rematch_is_rated_while_ratings_are_on(rated: Tables, on: bool) -> None:
    table = await start_rated(rated)
    await resign(table, BEN, next(clicks))
    await set_server_settings(rated.store, 1, None, ratings=on)
    again, _ = await rated.rematch(table.id, ADA, "Ada")
    assert bool(again.position.row.rated) is on


async def test_rating_that_changed_meanwhile_is_computed_again(rated: Tables) -> None:
    first, second = await start_rated(rated), await start_rated(rated)
    steps_of = rated.store.ratings.steps_of_table
    await resign(first, BEN, next(clicks))
    steps = await steps_of(first.id)
    with pytest.raises(Stale):
        await rated.store._db.run(apply_step(steps[0]._replace(table=second.id)))
    await resign(second, BEN, next(clicks))
    assert [(step.games, step.mu_before) for step in await steps_of(second.id)] == [(2, step.mu) for step in steps]


async def test_games_that_end_at_once_are_all_rated(rated: Tables) -> None:
    tables = [await start_rated(rated) for _ in range(GAMES_AT_ONCE)]
    await asyncio.gather(*(resign(table, BEN, next(clicks)) for table in tables))
    steps = [step for table in tables for step in await rated.store.ratings.steps_of_table(table.id)]
    for person in (ADA, BEN):
        own = sorted((step for step in steps if step.person == person), key=lambda step: step.games)
        assert [step.games for step in own] == [*range(1, GAMES_AT_ONCE + 1)]
        assert all((two.mu_before, two.sigma_before) == (one.mu, one.sigma) for one, two in pairwise(own))
        assert (await read_rating(rated.store, 1, GAME, person)) == Rating(own[-1].mu, own[-1].sigma, GAMES_AT_ONCE)


async def test_leaderboard_lists_settled_people_best_first(rated: Tables) -> None:
    store, now = rated.store, rated.now
    for number in range(SHOWN_AFTER_GAMES):
        assert await read_lines(store, 1, GAME, now(), 0, 10) == []
        table = await start_rated(rated, ADA, BEN, CLEO)
        for person in (CLEO, BEN) if number else (BEN, CLEO):
            await resign(table, person, next(clicks))
    lines = await read_lines(store, 1, GAME, now(), 0, 10)
    assert [(line.place, line.person) for line in lines] == [(1, ADA), (2, CLEO), (2, BEN)]
    assert await read_lines(store, 1, GAME, now(), 2, 10) == lines[2:]
    assert await count_lines(store, 1, GAME, now()) == 3
    assert await read_own_line(store, 1, GAME, now(), BEN) == lines[2]
    assert await read_own_line(store, 1, GAME, now(), EVE) is None
    await set_person_settings(store, ADA, on_leaderboards=False)
    await store.due.put(ERASE, CLEO, now())
    assert [line.person for line in await read_lines(store, 1, GAME, now(), 0, 10)] == [None, None, BEN]
    own = await read_own_line(store, 1, GAME, now(), ADA)
    assert own is not None
    assert own.person == ADA


async def test_leaderboard_hides_long_absent_people(rated: Tables) -> None:
    store = rated.store
    for _ in range(SHOWN_AFTER_GAMES):
        await resign(await start_rated(rated), BEN, next(clicks))
    advance(rated, 61 * DAY)
    assert await count_lines(store, 1, GAME, rated.now()) == 0
    await store.people.update(BEN, "Ben", rated.now())
    lines = await read_lines(store, 1, GAME, rated.now(), 0, 10)
    assert [(line.place, line.person) for line in lines] == [(1, BEN)]
