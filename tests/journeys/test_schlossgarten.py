"""Schlossgarten between people: a game by typing, with a hit, an overbuilding, and the goal of 21."""

from __future__ import annotations

import re
from functools import partial
from random import Random

import pytest

from rules.choice import Path
from rules.game import Step
from rules.schlossgarten import GAME
from rules.schlossgarten.state import State, View
from tests.playing import at_random
from tests.schlossgarten.builder import builder_move, in_short, overbuilding_move
from trials.journey import Journey
from trials.screen import says_over

pytestmark = pytest.mark.game("schlossgarten")
SEED = 1


@pytest.mark.long
@pytest.mark.own_bot(started=False)
async def test_two_people_type_in_short_from_a_hit_to_the_end(journey: Journey) -> None:
    """They build over each other's elements whenever they can, so the story goes as far as chance lets it."""
    path = await journey.prepared(2, at_random(GAME.key), partial(tells, "pawn_hit"), SEED)  # busy players never hit anybody
    board = await journey.play(lambda view, random: in_short(view, path), typed=True)
    assert " hits " in board.text
    board = await journey.play_out(build_over_in_short, typed=True)
    assert "wins with" in board.text or "share the victory" in board.text


def build_over_in_short(view: View, random: Random) -> Path:
    return in_short(view, overbuilding_move(view, random))


def tells(kind: str, step: Step[State]) -> bool:
    return kind in [event.kind for event in step.events]


@pytest.mark.own_bot(started=False)
@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("element_returned", " goes back into the supply"),
        ("over", " has reached the goal"),
    ],
)
async def test_a_typed_move_with_an_overbuilding_or_the_goal(journey: Journey, kind: str, told: str) -> None:
    path = await journey.prepared(2, builder_move, partial(tells, kind), SEED)
    former, mover = len(journey.boards), journey.mover
    preview = await mover.slash("move", move=" ".join(path))
    assert told in preview.text
    await mover.click("Confirm", on=preview)
    board = await journey.next_board(former)
    assert told in board.text
    assert says_over(board.text) == (kind == "over")


async def test_back_from_a_whole_turn_leads_to_where_it_was_chosen(journey: Journey) -> None:
    journey.game = "schlossgarten"
    await journey.begin(2)
    mover = journey.mover
    asked = await mover.click("Your move", on=journey.board)
    offered = [button.label for button in asked.buttons]
    preview = await mover.click(next(label for label in offered if label.startswith("A ")), on=asked)
    assert [button.label for button in preview.buttons] == ["Confirm", "Back", "Close"]
    again = await mover.click("Back", on=preview)
    assert [button.label for button in again.buttons] == offered


async def test_a_letter_at_a_tile_gives_the_answers_that_are_left(journey: Journey) -> None:
    journey.game = "schlossgarten"
    await journey.begin(2)
    mover = journey.mover
    asked = await mover.click("Your move", on=journey.board)
    asked = await mover.click(next(each.label for each in asked.buttons if each.label.startswith("card ")), on=asked)
    asked = await mover.click("1", on=asked)
    assert "dig" in asked.text
    preview = await mover.click(next(each.label for each in asked.buttons if each.label.startswith("A ")), on=asked)
    assert [button.label for button in preview.buttons] == ["Confirm", "Back", "Start over", "Close"]
    await mover.click("Confirm", on=preview)


async def test_private_knowledge_has_its_own_heading(journey: Journey) -> None:
    journey.game = "schlossgarten"
    await journey.begin(2)
    await journey.turn()
    await journey.turn()
    opened = await journey.mover.click("Your move", on=journey.board)
    assert re.search(r"-# Only you know this: You drew card", opened.text)
    assert "Last turn" not in opened.text
