"""The overview of /setup: a message in a chosen channel that lists the tables of the server."""

from __future__ import annotations

import pytest

from sandbox.answer import Answer
from sandbox.kinds import Json
from sandbox.sight import permit
from trials.journey import Journey

MINUTE = 61
TITLE = "Tables of this server"


def overviews(journey: Journey, channel: str = "terrace") -> list[Json]:
    messages = journey.home.messages(journey.home.channel_id(channel))
    return [message for message in messages if TITLE in str(message["components"]) and not message["_reader"]]


async def choose(journey: Journey, channel: str | None) -> Answer:
    form = await journey.ada.click("Places…", on=await journey.ada.slash("setup"))
    return await journey.ada.submit(form, List_all_tables_in=[journey.home.channel_id(channel)] if channel else [])


async def shows(journey: Journey, words: str, channel: str = "terrace") -> Answer:
    def found() -> list[Answer]:
        return [answer for m in overviews(journey, channel) if words in (answer := journey.ada.read(m)).text]

    await journey.until(lambda: bool(found()))
    return found()[0]


async def test_overview_follows_the_tables_of_the_server(journey: Journey) -> None:
    await choose(journey, "terrace")
    assert not (await shows(journey, "No tables here.")).message["mentions"]
    lobby = await journey.ada.slash("game new", game="djinns", seats=2)
    journey.sandbox.advance(MINUTE)
    listed = await shows(journey, "Free seats")
    await journey.ben.click("Join", on=listed)
    message = next(m for m in journey.home.messages(journey.place) if m["id"] == lobby.message["id"])
    await journey.until(lambda: "2. Ben" in journey.ada.read(message).text)
    await journey.ada.click("Start", on=lobby)
    journey.sandbox.advance(MINUTE)
    assert "to move" in (await shows(journey, "### Running")).text
    assert len(overviews(journey)) == 1


async def test_overview_changes_once_a_minute(journey: Journey) -> None:
    await choose(journey, "terrace")
    listed = await shows(journey, "No tables here.")
    await journey.under_way(turns=3)
    path = f"/messages/{listed.message['id']}"
    journey.sandbox.advance(MINUTE)
    await shows(journey, "### Running")
    waiting = "SELECT count(*) FROM outbox WHERE guild = ? AND kind = 'overview-update'"
    await journey.until(lambda: journey.rows(waiting, journey.home.guild.id) == [(0,)])
    assert len(journey.requests("PATCH", path)) == 1


@pytest.mark.parametrize("where", [None, "garden"])
async def test_overview_leaves_the_channel_that_is_given_up(journey: Journey, where: str | None) -> None:
    await choose(journey, "terrace")
    await shows(journey, TITLE)
    await choose(journey, where)
    await journey.until(lambda: not overviews(journey))
    if where:
        await shows(journey, TITLE, where)


async def test_deleted_overview_comes_back(journey: Journey) -> None:
    await choose(journey, "terrace")
    former = await shows(journey, TITLE)
    journey.home.delete_message(former.message)
    await journey.ada.slash("game new", game="djinns", seats=2)
    journey.sandbox.advance(MINUTE)
    await shows(journey, "Free seats")


async def test_overview_hides_tables_that_some_readers_cannot_see(journey: Journey) -> None:
    await choose(journey, "terrace")
    garden, world = journey.home.place("garden"), journey.sandbox.world
    permit(world, garden, journey.home.guild.id, {"view_channel": False})
    permit(world, garden, journey.ada.id, {"view_channel": True})
    journey.home.permit("garden", view_channel=True)
    await journey.ada.slash("game new", game="djinns", seats=2)
    journey.sandbox.advance(MINUTE)
    assert "Free seats" not in (await shows(journey, TITLE)).text
