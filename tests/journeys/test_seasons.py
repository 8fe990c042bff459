"""Seasons… of /setup: a season ends by a click or with the month, its final table is posted once, and it stays readable."""

from __future__ import annotations

import asyncio

import pytest

from host.deadlines import DAY
from sandbox.answer import Answer
from sandbox.kinds import Json
from trials.journey import Journey, said

TITLE = "Season 1 has ended"


async def count_a_game(journey: Journey) -> None:
    """Let Ada win a game, as Ben resigns."""
    await journey.begin(2)
    await journey.ben.click("Resign", on=await journey.ben.slash("resign"))


async def choose(journey: Journey, *, monthly: bool = False) -> Answer:
    """Let a manager choose the channel for final tables; return the page of the seasons."""
    page = await journey.ada.click("Seasons…", on=await journey.ada.slash("setup"))
    form = await journey.ada.click("Change…", on=page)
    channel = [journey.home.channel_id("terrace")]
    return await journey.ada.submit(form, Seasons_end="monthly" if monthly else "by-hand", Post_the_final_table_in=channel)


def final_tables(journey: Journey) -> list[Json]:
    messages = journey.home.messages(journey.home.channel_id("terrace"))
    return [message for message in messages if TITLE in str(message["components"])]


async def posted(journey: Journey) -> Answer:
    await journey.until(lambda: bool(final_tables(journey)))
    (message,) = final_tables(journey)
    return journey.ada.read(message)


async def test_manager_ends_a_season_and_its_table_is_posted_and_kept(journey: Journey) -> None:
    page = await choose(journey)
    assert "**Season 1** running since the first game · 0 games count" in page.text
    assert "**Seasons end** when a manager ends them" in page.text
    assert [b.label for b in page.buttons if b.disabled] == ["End this season…"]
    journey.look_at(journey.home.channel_id("garden"))
    await count_a_game(journey)
    journey.look_at(journey.home.channel_id("garden"))
    page = await journey.ada.click("Seasons…", on=await journey.ada.slash("setup"))
    ask = await journey.ada.click("End this season…", on=page)
    assert "season 2 begins with no points" in ask.text
    assert "**Season 2**" in (await journey.ada.click("End it", on=ask)).text
    assert said(await journey.ada.press("s1:closed:1", ask)) == "Season 1 has ended already."
    table = await posted(journey)
    assert table.images[0].startswith(b"\x89PNG")
    assert table.alt == [
        "Leaderboard · season 1 · all games. 1. a player, points: 6, games: 1, wins: 1. "
        "2. a player, points: 0, games: 1, wins: 0."
    ]
    assert "1 game counts · 2 people" in table.text
    assert not table.message["mentions"]
    assert "No game has counted here yet." in (await journey.ada.slash("leaderboard")).text
    assert "**Your place: 1 of 2**" in (await journey.ada.slash("leaderboard", season=1)).text
    offered = await journey.ada.complete("leaderboard", "season", "")
    assert [choice["value"] for choice in offered] == [2, 1]
    assert offered[1]["name"].startswith("Season 1, until ")


async def test_season_ends_with_the_month(journey: Journey) -> None:
    await choose(journey, monthly=True)
    journey.look_at(journey.home.channel_id("garden"))
    await count_a_game(journey)
    journey.sandbox.advance(32 * DAY)
    assert "1 game counts" in (await posted(journey)).text


@pytest.mark.own_bot
async def test_of_two_managers_one_ends_the_season(journey: Journey) -> None:
    await choose(journey)
    journey.look_at(journey.home.channel_id("garden"))
    await count_a_game(journey)
    journey.look_at(journey.home.channel_id("garden"))
    pages = [await journey.ada.slash("setup") for _ in range(2)]
    asks = [await journey.ada.press("s1:close:1", page) for page in pages]
    answers = await asyncio.gather(*(journey.ada.click("End it", on=ask) for ask in asks))
    assert sorted("ended already" in answer.text for answer in answers) == [False, True]
    await posted(journey)
