"""Spectators: the buttons of a board show views, and the latest events."""

from __future__ import annotations

from cogs.play.more import RECENT_EVENTS
from trials.journey import Journey, said

LOOK = {"In words", "Log", "Rules"}


async def test_somebody_without_a_seat_looks_on(journey: Journey) -> None:
    await journey.begin(2)
    for _ in range(RECENT_EVENTS + 1):
        await journey.turn()
    for label in ("Your move", "Undo", "⋯"):
        panel = await journey.cleo.click(label, on=journey.board)
        assert panel.ephemeral
        assert ("You do not play at this table." in panel.text) == (label != "⋯")
        assert "In the last 24 hours" in panel.text
        assert panel.text.count("\n- ") == RECENT_EVENTS
        assert {button.label for button in panel.buttons} >= LOOK
        assert not {"Your move", "Undo", "Pause"}.intersection(button.label for button in panel.buttons)
    view = await journey.cleo.click("My view", on=journey.board)
    assert view.images
    assert {button.label for button in view.buttons} >= LOOK
    assert "Log of" in (await journey.cleo.click("Log", on=panel)).text


async def test_nothing_has_happened_today(journey: Journey) -> None:
    await journey.begin(2)
    await journey.turn()
    journey.sandbox.advance(25 * 3600)
    panel = await journey.cleo.click("Your move", on=journey.board)
    assert "No turn was played here in the last 24 hours." in panel.text
    waiting = journey.waiting
    assert "It is not your turn" in said(await waiting.click("Your move", on=journey.board))


async def test_a_seat_that_looks_for_somebody(journey: Journey) -> None:
    await journey.begin(3)
    await journey.cleo.click("Resign", on=await journey.cleo.slash("resign"))
    listed = await journey.dan.slash("game list", channel="garden")
    assert "a stand-in plays for Cleo: who takes over?" in listed.text
    assert not (await journey.ada.slash("game list", channel="garden")).buttons
    panel = await journey.dan.click("⋯", on=journey.board)
    assert "Play for Cleo · Djinns of the Lake" in [button.label for button in panel.buttons]
    assert "I have asked the others" in said(await journey.dan.click("Play for Cleo · Djinns of the Lake", on=listed))
    asked = journey.ada.read(await journey.home.wait_for(lambda m: "offers to take over" in str(m["components"])))
    assert "Dan offers to take over Cleo's seat." in asked.text
    assert {user["id"] for user in asked.message["mentions"]} == {journey.ada.id, journey.ben.id}
    await journey.ada.click("Agree", on=asked)
    await journey.until(lambda: "Dan takes over Cleo's seat" in journey.board.text)
    log = await journey.dan.slash("log")
    assert "Cleo resigns" in log.text  # not Dan, who has her seat now


async def test_the_moves_of_a_log_are_copied(journey: Journey) -> None:
    await journey.begin(2)
    for _ in range(3):
        await journey.turn()
    log = await journey.cleo.click("Log", on=await journey.cleo.click("⋯", on=journey.board))
    copied = await journey.cleo.click("Copy the moves", on=log)
    paths = [
        path for (path,) in journey.rows('SELECT path FROM moves WHERE "table" = ? AND seat >= 0 ORDER BY seq', *journey.tables)
    ]
    assert said(copied).split("```")[1].split("\n")[1:-1] == paths
    assert "Log of" in log.text
