"""Finished games stay within reach from /turns: results, poster, log, replay and rematch."""

from __future__ import annotations

from trials.journey import Journey, said


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
    assert [button.label for button in game.buttons] == ["My view", "Rematch", "Replay", "⋯", "Log", "Back"]
    assert "resigns" in said(await ada.click("Log", on=game))
    assert "you left the game" in (await ben.click("Finished games", on=await ben.slash("turns"))).text
