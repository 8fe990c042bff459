"""A channel that the bot may not view any more: players keep their tables, and all goes on once it may."""

from __future__ import annotations

import json
import re

from sandbox.sight import HIDDEN_NAME
from trials.journey import Journey


async def listed(journey: Journey, name: str) -> list[str]:
    """The numbers of the tables of this server that somebody finds beside the channel where they are played."""
    told = await journey.home.person(name).go("terrace").slash("game list", everywhere=True)
    return re.findall(r"table (\d+)", told.text)


async def test_players_keep_their_table_while_view_is_denied(journey: Journey) -> None:
    await journey.begin(2)
    own, former, place, mover = [str(journey.tables[0])], len(journey.boards), journey.place, journey.mover
    preview = await journey.click_move(mover)
    journey.home.permit("garden", view_channel=False)
    assert "Played" in (await mover.click("Confirm", on=preview)).text
    await journey.until(lambda: "Missing Access" in journey.bot.log)
    assert "Running: 1" in (await journey.ben.go("terrace").slash("turns")).text
    assert "Running: 1" in (await journey.ben.go("dm").slash("turns")).text
    assert await listed(journey, "Ben") == own
    assert await listed(journey, "Dan") == []
    assert own[0] in (await journey.dan.go("garden").slash("game list", everywhere=True)).text
    assert "View Channels" in (await journey.ada.go("terrace").slash("setup")).text
    journey.home.permit("garden", view_channel=None)
    await journey.ben.go(place).slash("board")
    await journey.next_board(former)
    assert await listed(journey, "Dan") == own
    await journey.turn()
    assert HIDDEN_NAME not in json.dumps(journey.told)


async def test_archived_place_is_found_again_with_view(journey: Journey) -> None:
    thread = journey.home.open_thread("garden", "club")
    for person in journey.people:
        person.go(thread)
    await journey.begin(2)
    own = [str(journey.tables[0])]
    journey.home.archive(thread)
    journey.home.permit("garden", view_channel=False)
    assert await listed(journey, "Dan") == []
    assert await listed(journey, "Ben") == own
    journey.home.permit("garden", view_channel=None)
    assert await listed(journey, "Dan") == own
