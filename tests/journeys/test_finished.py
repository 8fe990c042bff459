"""Finished games stay within reach from /turns: results, poster, log, replay and rematch."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

import pytest

from db.rows import SeatRow
from host.leaving import end_by_manager, resign
from host.tables import Tables
from rules.choice import Path, sample
from sandbox.sight import permit
from trials.journey import Journey, said
from trials.seeding import play_until, start_table


async def test_a_finished_game_is_found_from_turns(journey: Journey) -> None:
    ada, ben = journey.ada, journey.ben
    assert "Finished games" not in [button.label for button in (await ada.slash("turns")).buttons]
    await journey.begin(2)
    await ben.click("Resign", on=await ben.slash("resign"))
    page = await ada.click("Finished games", on=await ada.slash("turns"))
    assert "Djinns of the Lake" in page.text
    assert "place 1 of 2" in page.text
    assert "ended early" in page.text
    game = await ada.click("Show", on=page)
    assert "The game ended early" in game.text
    assert [button.label for button in game.buttons] == ["My view", "Rematch", "Replay", "Review", "⋯", "Log", "Back"]
    assert "resigns" in said(await ada.click("Log", on=game))
    assert "you left the game" in (await ben.click("Finished games", on=await ben.slash("turns"))).text


async def finished(journey: Journey, *places: str) -> None:
    """Start the bot with a finished game of Ada and Ben in each of these channels, the newest last."""
    store = await journey.bot.open_store()
    tables = Tables(store, random=Random(3))
    people = [SeatRow(seat, int(person.id), person.name) for seat, person in enumerate(journey.people[:2])]
    home = journey.home
    for click, place in enumerate(places, start=1):
        where = {"guild": int(home.guild.id), "channel": int(home.channel_id(place))}
        table = await start_table(tables, "djinns", people, **where, click=10 * click)
        await end_by_manager(table, 99, "Mia", 10 * click + 1)
    await store.close()
    await journey.bot.start()


@pytest.mark.own_bot(started=False)
async def test_finished_games_in_hidden_channels_take_no_room(journey: Journey) -> None:
    await finished(journey, "terrace", *["garden"] * 10)
    permit(journey.sandbox.world, journey.home.place("garden"), journey.ben.id, {"view_channel": False})
    ben = journey.ben.go("terrace")
    page = await ben.click("Finished games", on=await ben.slash("turns"))
    assert page.text.count("Djinns of the Lake") == 1
    assert [button.label for button in page.buttons] == ["Show", "Back"]


@pytest.mark.own_bot(started=False)
async def test_finished_games_are_shown_in_direct_messages(journey: Journey) -> None:
    await finished(journey, "garden")
    ada = journey.ada.go("dm")
    page = await ada.click("Finished games", on=await ada.slash("turns"))
    assert "The game ended early" in (await ada.click("Show", on=page)).text


@pytest.mark.own_bot(started=False)
async def test_end_of_a_shortened_list_says_so(journey: Journey, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("cogs.person.finished"), "MAX_RESULTS", 11)  # a bot may have loaded the module anew
    await finished(journey, *["garden"] * 12)
    page = await journey.ada.click("Finished games", on=await journey.ada.slash("turns"))
    assert "newest games" not in page.text
    page = await journey.ada.click("Last", on=page)
    assert "Only your 11 newest games are listed." in page.text
    assert page.text.count("Djinns of the Lake") == 1


@pytest.mark.own_bot(started=False)
async def test_place_and_points_where_a_stand_in_played_to_the_end(journey: Journey) -> None:
    store = await journey.bot.open_store()
    people = [SeatRow(seat, int(person.id), person.name) for seat, person in enumerate(journey.people[:3])]
    where = {"guild": int(journey.home.guild.id), "channel": int(journey.home.channel_id("garden"))}
    table = await start_table(Tables(store, random=Random(3)), "djinns", people, **where)
    game = table.position.game

    def choose(view: Any, random: Random) -> Path:
        return sample(game.choices(view), random)[0]

    last = await play_until(table, choose, lambda step: not game.to_act(step.state), Random(3))
    mover = table.position.to_act[0]
    left, stayed = [seat.seat for seat in table.position.seats if seat.seat != mover.seat]
    await resign(table, people[left].person, 98)
    await table.move(mover.person, table.position.seq, last, 99)
    points = [score.points for score in game.scores(table.position.state)]
    await store.close()
    await journey.bot.start()

    async def page(seat: int) -> str:
        person = journey.people[seat]
        return (await person.click("Finished games", on=await person.slash("turns"))).text

    assert f"you left the game · {points[left]} points by the stand-in" in await page(left)
    assert f"of 3, as players who left come last · {points[stayed]} points" in await page(stayed)
