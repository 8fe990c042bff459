"""Schlossgarten between people: whole games by clicks and by typing, with a hit, an overbuilding, and the goal of 21."""

from __future__ import annotations

from random import Random

import pytest

from rules.choice import Path, sample
from rules.schlossgarten import GAME
from rules.schlossgarten.state import View
from tests.journeys.house import Journey
from tests.schlossgarten.busy import busy_move
from tests.tables import Choose

SEED = 1
MOST = 400  # turns


@pytest.fixture
def castle(journey: Journey) -> Journey:
    journey.game = "schlossgarten"
    return journey


@pytest.mark.timeout(400)
@pytest.mark.parametrize(("seats", "typed"), [(4, False), (2, True)], ids=["four by clicks", "two by typing"])
async def test_a_whole_game(castle: Journey, seats: int, typed: bool) -> None:
    board = await castle.begin(seats)
    for _ in range(MOST):
        if "The game is over" in board.text:
            break
        assert board.images[0].startswith(b"\x89PNG")
        board = await castle.play(busy_move, typed=typed)
    assert "won" in board.text


def at_random(view: View, random: Random) -> Path:
    """Busy players never hit anybody, random ones do."""
    return sample(GAME.choices(view), random)[0]


@pytest.mark.parametrize(
    ("kind", "told", "choose"),
    [
        ("pawn-hit", " hits ", at_random),
        ("element-returned", " goes back into the supply", busy_move),
        ("goal-reached", " has reached the goal", busy_move),
    ],
)
async def test_a_typed_move_with_a_hit_an_overbuilding_or_the_goal(castle: Journey, kind: str, told: str, choose: Choose) -> None:
    path = await castle.prepared(2, choose, lambda step: kind in [event.kind for event in step.events], SEED)
    former, mover = len(castle.boards), castle.mover
    preview = await mover.slash("move", move=" ".join(path))
    assert told in preview.text
    await mover.click("Confirm", on=preview)
    board = await castle.next_board(former)
    assert told in board.text
    assert ("The game is over" in board.text) == (kind == "goal-reached")
