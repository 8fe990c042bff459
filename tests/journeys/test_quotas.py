"""Limits on what one person may use: what others notice of them."""

from __future__ import annotations

from sandbox.kinds import Json
from trials.journey import Journey, said


async def test_only_the_first_undo_of_an_hour_pings(journey: Journey) -> None:
    await journey.under_way(2, turns=6)
    person, other = journey.mover, journey.waiting
    pings: list[str] = []

    def hear(event: str, data: Json) -> None:  # an edit takes mentions away
        if event == "MESSAGE_CREATE" and data["channel_id"] == journey.place:
            pings.extend(user["id"] for user in data["mentions"] if user["id"] == other.id)

    journey.home.world.listeners.append(hear)
    for undos in range(3):
        await journey.turn()
        assert len(pings) == min(undos, 1) + 1
        former = len(journey.boards)
        asked = await person.slash("undo")
        await person.click("Take it back", on=asked)
        await journey.next_board(former)
    journey.home.world.listeners.remove(hear)


async def test_refusal_at_a_limit_names_the_way_on(journey: Journey) -> None:
    ben, cleo, dan = journey.ben, journey.cleo, journey.dan
    lobby = await ben.slash("game new", game="djinns", seats=2, invite=dan.id)
    again = said(await ben.slash("game new", game="djinns", seats=2, invite=dan.id))
    assert "You have invited Dan within the last hour. You can invite Dan again <t:" in again
    for _ in range(2):
        await ben.slash("game new", game="djinns", seats=2)
    assert "Start or cancel one first" in said(await ben.slash("game new", game="djinns", seats=2))
    await cleo.slash("game new", game="djinns", seats=2)
    await ben.click("Cancel", on=lobby)
    await ben.slash("game new", game="djinns", seats=2)
    for _ in range(4):
        await journey.ada.slash("game new", game="djinns", seats=2)
    assert len(journey.tables) == 3 + 1 + 1 + 4
