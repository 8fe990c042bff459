"""Ishtar between people: four by typing, with a joker, all lower masteries and a reserved tree."""

from __future__ import annotations

from random import Random

import pytest

from rules.choice import Path
from rules.ishtar.state import View
from rules.ishtar.tiles import face
from tests.ishtar.keen import keen_move
from tests.journeys.house import Journey

pytestmark = pytest.mark.game("ishtar")
LOWER = ("m1", "m2", "m3", "m4", "m5")


@pytest.mark.long
@pytest.mark.dealer(1)
async def test_four_people_play_a_whole_game_by_typing(journey: Journey) -> None:
    used: set[str] = set()

    def watched(view: View, random: Random) -> Path:
        path = keen_move(view, random)
        used.update(path)
        if view.held and face(view.held)[1] == "J" and used.intersection(path, {"assistant", *LOWER}):
            used.add("joker")
        return path

    await journey.begin(4)
    board = await journey.play_out(watched, typed=True)
    assert " won." in board.text
    assert board.text.count(" points: trees ") == 4
    assert {"joker", *LOWER} <= used
    story = "".join(each.text for each in journey.boards)
    assert all(f"Mastery {number} for" in story for number in range(1, 6))
    assert "A tree is reserved" in story
