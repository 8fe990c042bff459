"""The Hanging Gardens between people: whole games, and a stop between the hidden tile and the open one."""

from __future__ import annotations

import pytest

from rules.hanging_gardens import GAME
from sandbox.answer import Answer
from tests.hanging_gardens.keen import keen_move
from tests.journeys.house import Journey

TURNS = 60
SEED = 1


@pytest.fixture
def gardens(journey: Journey) -> Journey:
    journey.game = "hanging_gardens"
    return journey


@pytest.mark.long
@pytest.mark.parametrize(("seats", "typed"), [(3, False), (2, True)], ids=["three by clicks", "two by typing"])
async def test_a_whole_game(gardens: Journey, seats: int, typed: bool) -> None:
    board = await gardens.begin(seats)
    for _ in range(TURNS):
        assert board.images[0].startswith(b"\x89PNG")
        board = await gardens.turn(typed=typed)
    assert "The game is over" in board.text
    assert board.text.count(" shows ") == seats
    assert "wins with" in board.text or "share the victory" in board.text


async def test_every_garden_can_be_looked_at_closely(gardens: Journey) -> None:
    board = await gardens.begin(2)
    more = await gardens.dan.click("⋯", on=board)
    assert more.ephemeral
    closer = await gardens.dan.click("Ben's garden", on=more)
    assert "Ben's garden" in closer.text
    assert closer.images
    chosen = await gardens.dan.click("Back", on=closer)
    assert "What would you like to look at?" in chosen.text
    words = await gardens.dan.click("In words", on=closer)
    assert " 20: m o, n o" in words.text
    assert "card-1" in words.text


@pytest.mark.own_bot(started=False)
async def test_stopped_between_the_hidden_tile_and_the_open_one(gardens: Journey) -> None:
    path = await gardens.prepared(2, keen_move, lambda step: GAME.mid_turn(step.state), SEED)
    former, mover = len(gardens.boards), gardens.mover
    preview = await mover.slash("move", move=" ".join(path))
    assert "Confirm" in [b.label for b in preview.buttons]
    drawn = await mover.click("Confirm", on=preview)
    assert "Played" in drawn.text
    tile = _drawn(drawn)
    assert "Which tile do you take?" in drawn.text
    await gardens.bot.kill()
    await gardens.bot.start()
    assert len(gardens.boards) == former
    panel = await mover.click("Your move", on=gardens.board)
    assert _drawn(panel) == tile
    preview = await gardens.answer(mover, panel)
    done = await mover.click("Confirm", on=preview)
    assert "Played" in done.text
    board = await gardens.next_board(former)
    assert "draws a hidden tile" in board.text
    assert f"You drew {tile}" not in board.text
    assert board.text.index("draws a hidden tile") < board.text.index(" takes ")


@pytest.mark.own_bot(started=False)
async def test_a_finished_game_of_four_in_words(gardens: Journey) -> None:
    await gardens.prepared(4, keen_move, lambda step: False, SEED)
    more = await gardens.dan.click("⋯", on=gardens.board)
    words = await gardens.dan.click("In words", on=more)
    assert words.ephemeral
    last = await gardens.home.wait_for(lambda m: m["_reader"] == gardens.dan.id and " won." in str(m["components"]))
    text = "\n".join(gardens.dan.read(message).text for message in gardens.dan.visible() if message["_reader"])
    assert all(f"{person.name}: temples in hand" in text for person in gardens.people)
    assert text.count("points") >= 4
    assert gardens.dan.read(last).text.endswith(" won.")


def _drawn(answer: Answer) -> str:
    """The tile in “You drew …”."""
    return answer.text.split("You drew ")[1].split(".")[0]
