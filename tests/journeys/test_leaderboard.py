"""/leaderboard: everybody by season points, by pages; people appear by name only if they let others see their results."""

from __future__ import annotations

from random import Random

import pytest

from db.rows import SeatRow
from db.statement import Statement
from db.store import Store
from host.deadlines import DAY
from host.leaving import resign
from host.season_totals import fill_totals
from host.servers import set_server_settings
from host.settings import set_person_settings
from host.tables import Tables
from trials.journey import Journey, said
from trials.seeding import start_table

pytestmark = pytest.mark.own_bot(started=False)
TOTAL = """INSERT INTO season_totals (guild, season, game, person, half_points, games, wins, seen)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"""
PERSON = "INSERT INTO people (id, name, seen) VALUES ($1, $2, $3)"
RATING = """INSERT INTO ratings (guild, game, person, mu, sigma, games, seen)
    VALUES ($1, 'djinns', $2, $3, 2, $4, $5)"""


async def won(journey: Journey, store: Store, winner: int, loser: int, *, click: int, game: str = "djinns") -> None:
    """Play a game that one of the people wins, as the other one resigns."""
    tables, home = Tables(store, random=Random(3)), journey.home
    seats = [SeatRow(n, int(journey.people[who].id), journey.people[who].name) for n, who in enumerate((winner, loser))]
    where = {"guild": int(home.guild.id), "channel": int(home.channel_id("garden"))}
    table = await start_table(tables, game, seats, **where, click=10 * click)
    await resign(table, seats[1].person, 10 * click + 5)


async def show_results(journey: Journey, store: Store, *people: int) -> None:
    for who in people:
        await set_person_settings(store, int(journey.people[who].id), profile="results")


async def crowd(journey: Journey, store: Store, count: int, *, seen: float = 2e9) -> None:
    """Store some people with half a point more each."""
    await fill_totals(store)  # else the bot does, and finds no results for these
    for number in range(count):
        person = 7 * 10**16 + number
        row = (int(journey.home.guild.id), 1, "", person, 100 + number, 5, 1, seen)
        await store._db.run([Statement(PERSON, (person, f"Guest {number}", seen)), Statement(TOTAL, row)])


async def rate(journey: Journey, store: Store, count: int) -> None:
    """Turn ratings on, and store settled ratings of some people, and of Ben one that needs 3 more games."""
    await set_server_settings(store, int(journey.home.guild.id), None, ratings=True)
    for number in range(count):
        row = (int(journey.home.guild.id), 7 * 10**16 + number, 30 - number / 10, 9, 2e9)
        await store._db.run([Statement(RATING, row)])
    await store._db.run([Statement(RATING, (int(journey.home.guild.id), int(journey.ben.id), 25, 5, 2e9))])


async def test_leaderboard_names_people_with_open_profiles_alone(journey: Journey) -> None:
    store = await journey.bot.open_store()
    await won(journey, store, 0, 1, click=1)
    await won(journey, store, 0, 2, click=2, game="ishtar")
    await show_results(journey, store, 0)
    await store.close()
    await journey.bot.start()
    shown = await journey.ben.slash("leaderboard")
    assert shown.ephemeral
    assert shown.images[0].startswith(b"\x89PNG")
    assert shown.alt == [
        "Leaderboard · season 1 · all games. 1. Ada, points: 12, games: 2, wins: 2. 2. a player, points: 0, games: 1, wins: 0. "
        "2. a player, points: 0, games: 1, wins: 0."
    ]
    assert "**Your place: 2 of 3** · points: 0, games: 1, wins: 0" in shown.text
    of_game = await journey.cleo.slash("leaderboard", game="djinns")
    assert "Djinns of the Lake" in of_game.alt[0]
    assert "You have no line here yet." in of_game.text
    for answer in (shown, of_game):
        assert not {"Ben", "Cleo"} & {word for text in (answer.text, *answer.alt) for word in text.replace(".", " ").split()}


async def test_everybody_is_on_a_page_and_equals_share_a_place(journey: Journey) -> None:
    store = await journey.bot.open_store()
    await won(journey, store, 0, 1, click=1)
    await crowd(journey, store, 23)
    await store._db.run([Statement("UPDATE season_totals SET half_points = 110 WHERE half_points BETWEEN 108 AND 112")])
    await store.close()
    await journey.bot.start()
    page = await journey.ada.click("›", on=await journey.ada.slash("leaderboard"))
    assert page.text.count("**10.**") == 0
    assert page.text.count("11.") == 5
    last = await journey.ada.click("Last", on=page)
    assert "**24.** **you** · points: 6, games: 1, wins: 1" in last.text
    assert "**25.** a player" in last.text
    assert "Your place: 24 of 25" in last.text


async def test_people_not_seen_for_60_days_are_left_out(journey: Journey) -> None:
    store = await journey.bot.open_store()
    await won(journey, store, 0, 1, click=1)
    now = Tables(store).now()
    await crowd(journey, store, 3, seen=now - 61 * DAY)
    await store.close()
    await journey.bot.start()
    assert "Your place: 1 of 2" in (await journey.ada.slash("leaderboard")).text


async def test_bad_seasons_and_games_get_one_sentence(journey: Journey) -> None:
    await journey.bot.start()
    assert "No game has counted here yet." in said(await journey.ada.slash("leaderboard"))
    assert said(await journey.ada.slash("leaderboard", season=7)) == "There is no season 7 on this server. The newest one is 1."
    assert "There is no game called “chess”." in said(await journey.ada.slash("leaderboard", game="chess"))


async def test_buttons_show_the_season_once_ratings_are_off(journey: Journey) -> None:
    store = await journey.bot.open_store()
    await rate(journey, store, 12)
    await store.close()
    await journey.bot.start()
    first = await journey.ada.slash("leaderboard", game="djinns")
    assert "## Leaderboard · ratings" in first.text
    assert "Your rating appears after 8 more rated games." in first.text
    assert "Your rating appears after 3 more rated games." in (await journey.ben.slash("leaderboard", game="djinns")).text
    second = await journey.ada.press("t1:leaders:djinns:0:1:on", first)
    assert "**11.** a player · rating: 1660" in second.text
    await journey.ada.submit(await journey.ada.click("Leaderboard…", on=await journey.ada.slash("setup")), Ratings="off")
    for button in ("t1:leaders:djinns:0:1:on", "t1:leaders:djinns:0:0:first"):
        shown = await journey.ada.press(button, first)
        assert "## Leaderboard · season 1" in shown.text
        assert "rating:" not in shown.text


async def test_button_for_ratings_of_all_games_shows_the_season(journey: Journey) -> None:
    store = await journey.bot.open_store()
    await rate(journey, store, 1)
    await store.close()
    await journey.bot.start()
    shown = await journey.ada.press("t1:leaders:all:0:0:on", await journey.ada.slash("leaderboard"))
    assert "## Leaderboard · season 1\n-# all games" in shown.text


async def test_game_without_settled_ratings_shows_the_season(journey: Journey) -> None:
    store = await journey.bot.open_store()
    await rate(journey, store, 0)
    await won(journey, store, 0, 1, click=1)
    await store.close()
    await journey.bot.start()
    shown = await journey.ada.slash("leaderboard", game="djinns")
    assert "Nobody has played 8 rated games yet." in shown.text
    assert "**Your place: 1 of 2** · points: 6, games: 1, wins: 1" in shown.text
    assert "Nobody has played" not in (await journey.ada.slash("leaderboard")).text
    assert "Leaderboard · season 1" in (await journey.ada.press("t1:leaders:djinns:0:1:on", shown)).text
