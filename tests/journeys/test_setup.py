"""/setup: choices count at once, appear in the log channel, and belong to managers alone."""

from __future__ import annotations

import json
from typing import Any

from host.quotas import QUOTAS
from trials.journey import Journey, is_board, said


def settings(journey: Journey) -> dict[str, Any]:
    found = journey.rows("SELECT settings FROM guilds WHERE id = ?", journey.home.guild.id)
    return json.loads(found[0][0]) if found else {}


async def told(journey: Journey, text: str) -> None:
    await journey.home.wait_for(
        lambda m: text in str(m["components"]) and m["channel_id"] == journey.home.channel_id("terrace") and not m["_reader"]
    )


async def test_every_setup_choice_takes_effect(journey: Journey) -> None:
    ada, ben = journey.ada, journey.ben
    garden, terrace = journey.home.channel_id("garden"), journey.home.channel_id("terrace")
    role = journey.home.add_role("Gardeners", "Ben")
    panel = await ada.slash("setup")
    assert panel.ephemeral
    form = await ada.click("Places…", on=panel)
    await ada.submit(form, Post_changes_to_these_settings_in=terrace)
    await told(journey, f"Ada chose <#{terrace}> for posts about changes to these settings")
    form = await ada.click("New tables…", on=panel)
    await ada.submit(form, Time_limit="quick", When_time_is_up="give-up", Running_tables="1")
    await told(journey, "Ada set the default time limit: quick: 12 hours a turn.")
    await journey.bot.kill()
    await journey.bot.start()
    form = await ada.click("Places…", on=panel)
    await ada.submit(form, Channels_for_tables=garden, Roles_that_may_open_tables=role, Place_of_a_table="channels")
    await told(journey, "Ada allowed these roles to open tables")
    assert "quick: 12 hours a turn · when time is up, the bot plays" in panel.text
    chosen = {"channels": [int(garden)], "roles": [int(role)], "pace": "quick", "lapse": "give-up", "threads": False, "most": 1}
    untouched: dict[str, object] = {"language": "", "theme": "light", "uploads_told": 0.0, "overview": None, "limits": {}}
    untouched |= {"ratings": False, "seasons": "by-hand", "finals": None}
    assert settings(journey) == {**chosen, **untouched, "log": int(terrace)}
    assert "one of these roles" in said(await ada.slash("game new", game="djinns"))
    assert f"played in <#{garden}>" in said(await ben.slash("game new", game="djinns", channel="terrace"))
    lobby = await ben.slash("game new", game="djinns", seats=2)
    assert "quick: 12 hours a turn" in lobby.text
    assert "the seat is given up" in lobby.text
    other = await ben.slash("game new", game="djinns", seats=2)
    for table in (lobby, other):
        await ada.click("Join", on=table)
    await ben.click("Start", on=lobby)
    board = await journey.home.wait_for(is_board)
    assert board["channel_id"] == garden
    assert "At most 1 game can run" in said(await ben.click("Start", on=other))
    await ada.press("s1:most", panel, values=["2"])  # in a menu of a former version
    assert "games are played in the channels" in said(await ben.click("Start", on=other))


async def test_setup_refuses_strangers_and_unoffered_values(journey: Journey) -> None:
    ada, ben = journey.ada, journey.ben
    journey.home.permit("terrace", attach_files=False)
    panel = await ada.slash("setup")
    assert "no tables. Missing: Attach Files." in panel.text
    page = await ada.click("Permissions", on=panel)
    assert f"✗ <#{journey.home.channel_id('terrace')}>: no tables. Missing: Attach Files." in page.text
    assert f"✓ <#{journey.home.channel_id('garden')}>: several tables, each in a thread" in page.text
    panel = await ada.click("Back", on=page)
    for what, value in (("pace", "live"), ("channels", journey.place), ("roles", "1"), ("log", journey.place), ("most", "5")):
        assert "Only people who can manage" in said(await ben.press(f"s1:{what}", panel, values=[value]))
    assert "Only people who can manage" in said(await ben.press("s1:permissions", panel))
    assert "is not possible here" in said(await ada.press("s1:pace", panel, values=["soon"]))
    assert "is not possible here" in said(await ada.press("s1:most", panel, values=["999999"]))
    assert "not a text channel" in said(await ada.press("s1:channels", panel, values=["12"]))
    assert "not a role" in said(await ada.press("s1:roles", panel, values=["x"]))
    assert "Attach Files" in said(await ada.press("s1:log", panel, values=[journey.home.channel_id("terrace")]))
    assert settings(journey) == {}


async def test_limits_are_changed_on_a_page_of_their_own(journey: Journey) -> None:
    ada, ben = journey.ada, journey.ben
    page = await ada.click("Limits…", on=await ada.slash("setup"))
    assert [select.custom_id for select in page.selects] == [f"s1:limits:{name}" for name in QUOTAS]
    assert "Only people who can manage" in said(await ben.press("s1:quotas", page))
    assert "Only people who can manage" in said(await ben.press("s1:limits:open", page, values=["0"]))
    assert "is not possible here" in said(await ada.press("s1:limits:open", page, values=["7"]))
    assert "is not possible here" in said(await ada.press("s1:limits:most", page, values=["5"]))
    assert settings(journey) == {}
    page = await ada.choose("s1:limits:open", "1", on=page)
    page = await ada.choose("s1:limits:practice", "0", on=page)
    assert settings(journey)["limits"] == {"open": 1, "practice": 0}
    await ben.slash("game new", game="djinns", seats=2)
    assert "You have 1 open table, which is the limit." in said(await ben.slash("game new", game="djinns", seats=2))
    assert "Settings of this server" in (await ada.click("Back", on=page)).text


async def test_managers_let_all_data_be_deleted(journey: Journey) -> None:
    ada, ben = journey.ada, journey.ben
    await ada.slash("game new", game="djinns", seats=2)
    await ada.press("s1:most", await ada.slash("setup"), values=["2"])
    page = await ada.click("Delete data…", on=await ada.slash("setup"))
    assert "Nobody can bring them back.\n1 table is open or running.\n-# Messages" in page.text
    assert "Only people who can manage" in said(await ben.press("s1:forgotten", page))
    assert "All data of this server is deleted" in said(await ada.click("Delete everything", on=page))
    assert settings(journey) == {}
    assert journey.rows("SELECT count(*) FROM tables WHERE guild = ?", journey.home.guild.id) == [(0,)]
    assert "All data of this server is deleted" in said(await ada.press("s1:forgotten", page))
