"""Names at a table: people cannot be taken for computers or for each other, and no name turns a line."""

from __future__ import annotations

import pytest

from rules.names import END, ISOLATE
from sandbox.answer import Answer
from trials.journey import Journey, is_board

HEBREW = "שרה"


def call_people(journey: Journey, *names: str) -> None:
    """Give the people other display names."""
    for person, name in zip(journey.people, names, strict=False):
        journey.sandbox.world.users[person.id]["global_name"] = name


async def begin_at(journey: Journey, lobby: Answer) -> Answer:
    """Start the table and look at its board."""
    await journey.ada.click("Start", on=lobby)
    message = await journey.home.wait_for(is_board)
    journey.look_at(message["channel_id"])
    return journey.ada.read(message)


@pytest.mark.own_bot
async def test_namesakes_are_numbered_at_a_table(journey: Journey) -> None:
    call_people(journey, "⚙ Alex", "alex", HEBREW)
    lobby = await journey.open(3)
    seats = ["1. Alex \\(1\\) (host)", "2. alex \\(2\\)", f"3. {ISOLATE}{HEBREW}{END}"]
    assert [line for line in journey.ada.read(lobby.message).text.splitlines() if line[:2] in ("1.", "2.", "3.")] == seats
    board = await begin_at(journey, lobby)
    assert f"Alex (1): 0 points. alex (2): 0 points. {ISOLATE}{HEBREW}{END}: 0 points." in board.alt[0]
    offered = await journey.ada.complete("replace", "seat", "")
    assert [choice["name"] for choice in offered] == ["Alex (1)", "alex (2)", f"{ISOLATE}{HEBREW}{END}"]
    turns = await journey.ben.slash("turns")
    assert "Alex \\(1\\)" in turns.text
    assert f"{ISOLATE}{HEBREW}{END}" in turns.text


@pytest.mark.own_bot
async def test_a_name_that_nobody_can_see_is_player_two(journey: Journey) -> None:
    call_people(journey, "Ada", "\ufe0f\u034f")
    lobby = await journey.open(2)
    assert "2. Player 2" in journey.ada.read(lobby.message).text
    board = await begin_at(journey, lobby)
    assert "Player 2: 0 points" in board.alt[0]
