"""Challenge, in the menu of a person: a table for two where a seat is kept."""

from __future__ import annotations

from sandbox.sight import permit
from sandbox.world import BOT_ID
from trials.journey import Journey, is_board, said


async def test_somebody_is_challenged(journey: Journey) -> None:
    asked = await journey.ada.on_person("Challenge", journey.ben)
    assert asked.ephemeral
    assert "Choose a game to play with **Ben**." in asked.text
    lobby = await journey.ada.choose("Choose a game", "Ishtar: Gardens of Babylon", on=asked)
    assert not lobby.ephemeral
    assert "1. Ada (host)\n2. *kept for Ben*" in lobby.text
    assert [user["id"] for user in lobby.message["mentions"]] == [journey.ben.id]
    await journey.ben.click("Join", on=lobby)
    await journey.ada.click("Start", on=lobby)
    await journey.home.wait_for(lambda m: "to move" in str(m["components"]) and m["channel_id"] == lobby.message["id"])


async def test_challenge_refuses_oneself_programs_and_strangers(journey: Journey) -> None:
    assert "not for a bot or yourself" in said(await journey.ada.on_person("Challenge", journey.ada))
    asked = await journey.ada.on_person("Challenge", journey.ben)
    assert "no game called" in said(await journey.ada.press(f"l1:challenge:{journey.ben.id}", asked, values=["chess"]))
    for person in (BOT_ID, "17"):
        told = said(await journey.ada.press(f"l1:challenge:{person}", asked, values=["djinns"]))
        assert "not for a bot" in told or "for people on this server" in told
    journey.ben.leave()
    assert "for people on this server" in said(await journey.ada.on_person("Challenge", journey.ben))
    assert journey.tables == []


async def test_nobody_is_invited_to_a_channel_they_cannot_see(journey: Journey) -> None:
    ada, dan, garden = journey.ada, journey.dan, journey.home.channel_id("garden")
    permit(journey.sandbox.world, journey.home.place("garden"), dan.id, {"view_channel": False})
    unseen = f"Dan cannot see <#{garden}>"
    assert unseen in said(await ada.slash("game new", game="djinns", seats=3, invite=dan.id))
    assert unseen in said(await ada.on_person("Challenge", dan))
    lobby = await journey.open(2)
    panel = await ada.click("Seats…", on=lobby)
    panel = await ada.choose("Seats", "3", on=panel)
    assert unseen in said(await ada.choose("Keep a seat", dan.id, on=panel))
    await ada.click("Start", on=lobby)
    journey.look_at((await journey.home.wait_for(is_board))["channel_id"])
    assert unseen in said(await ada.slash("replace", by=dan.id))
    assert len(journey.tables) == 1
