"""The Hanging Gardens between people: whole games, and a stop between the hidden tile and the open one."""

from __future__ import annotations

import re

import pytest

from rules.hanging_gardens import GAME
from sandbox.answer import Answer
from tests.hanging_gardens.greedy import greedy_move
from trials.journey import Journey
from trials.screen import has_question, is_preview, says_over

pytestmark = pytest.mark.game("hanging_gardens")
TURNS = 60
SEED = 1


@pytest.mark.long
@pytest.mark.parametrize(("seats", "typed"), [(3, False), (2, True)], ids=["three by clicks", "two by typing"])
async def test_a_whole_game(journey: Journey, seats: int, typed: bool) -> None:
    board = await journey.begin(seats)
    for _ in range(TURNS):
        assert board.images[0].startswith(b"\x89PNG")
        board = await journey.turn(typed=typed)
    assert says_over(board.text)
    assert board.text.count(" shows ") == seats
    assert "wins with" in board.text or "share the victory" in board.text


async def test_every_garden_can_be_looked_at_closely(journey: Journey) -> None:
    board = await journey.begin(2)
    more = await journey.dan.click("⋯", on=board)
    assert more.ephemeral
    closer = await journey.dan.click("Ben's garden", on=more)
    assert "Ben's garden" in closer.text
    assert closer.images
    chosen = await journey.dan.click("Back", on=closer)
    assert "Tiles and cards" in [button.label for button in chosen.buttons]
    words = await journey.dan.click("In words", on=closer)
    assert " 20: m o, n o" in words.text
    assert "card-1" in words.text


async def test_question_of_another_turn_follows_below_the_new_board(journey: Journey) -> None:
    """A person who ends a round may begin the next one."""
    await journey.begin(2)
    mover = journey.mover
    while True:
        board = await journey.turn()
        if journey.mover is mover:
            break
        mover = journey.mover
    await journey.until(lambda: has_question(mover.panel))
    *_, result, question = (mover.read(message) for message in mover.visible() if message["_reader"] == mover.id)
    assert "Played" in result.text
    assert not has_question(result)
    assert int(result.message["id"]) < int(board.message["id"]) < int(question.message["id"])
    answered = await journey.answer(mover, question)
    assert has_question(answered) or is_preview(answered)


@pytest.mark.own_bot(started=False)
async def test_stopped_between_the_hidden_tile_and_the_open_one(journey: Journey) -> None:
    path = await journey.prepared(2, greedy_move, lambda step: GAME.mid_turn(step.state), SEED)
    former, mover = len(journey.boards), journey.mover
    preview = await mover.slash("move", move=" ".join(path))
    assert "Confirm" in [b.label for b in preview.buttons]
    drawn = await mover.click("Confirm", on=preview)
    assert "Played" in drawn.text
    tile = _drawn(drawn)
    assert "Which tile do you take?" in drawn.text
    await journey.bot.kill()
    await journey.bot.start()
    assert len(journey.boards) == former
    panel = await mover.click("Your move", on=journey.board)
    assert _drawn(panel) == tile
    preview = await journey.answer(mover, panel)
    done = await mover.click("Confirm", on=preview)
    assert "Played" in done.text
    board = await journey.next_board(former)
    assert "draws a hidden tile" in board.text
    assert f"Your hidden tile: {tile}" not in board.text
    assert board.text.index("draws a hidden tile") < board.text.index(" takes ")


@pytest.mark.own_bot(started=False)
async def test_a_finished_game_of_four_in_words(journey: Journey) -> None:
    await journey.prepared(4, greedy_move, lambda step: False, SEED)
    more = await journey.dan.click("⋯", on=journey.board)
    words = await journey.dan.click("In words", on=more)
    assert words.ephemeral
    last = await journey.home.wait_for(lambda m: m["_reader"] == journey.dan.id and " won." in str(m["components"]))
    text = "\n".join(journey.dan.read(message).text for message in journey.dan.visible() if message["_reader"])
    assert all(re.search(rf"{person.name}: \d temples? in hand", text) for person in journey.people)
    assert text.count("points") >= 4
    assert journey.dan.read(last).text.endswith(" won.")


def _drawn(answer: Answer) -> str:
    """The tile in “Your hidden tile: …”."""
    return answer.text.split("Your hidden tile: ")[1].split(".")[0]
