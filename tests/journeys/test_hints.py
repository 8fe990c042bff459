"""Hint: good moves in the private panel, looked at before they are confirmed, and told to the others in the log."""

from __future__ import annotations

from itertools import count

import pytest

from rules import GAMES
from sandbox.answer import Answer
from sandbox.client import Person
from tests.playing import at_random
from trials.journey import Journey, is_board, said
from trials.screen import is_preview

every_game = pytest.mark.parametrize("key", GAMES)
own_bot = pytest.mark.own_bot(started=False)


async def under_way(journey: Journey, key: str = "djinns", *, hints: bool = True) -> None:
    """The middle of a game for two."""
    journey.game, made = key, count()
    await journey.prepared(2, at_random(key), lambda _: next(made) == 21, 3, hints=hints)


async def hint(journey: Journey) -> tuple[Person, Answer]:
    """Return the player to move, and the answer to their request for a hint."""
    mover = journey.mover
    panel = await mover.click("Your move", on=journey.board)
    (button,) = (each.custom_id for each in panel.buttons if each.custom_id.startswith("p1:hint"))
    return mover, await mover.press(button, panel)


@pytest.mark.short("djinns")
@own_bot
@every_game
async def test_a_hint_is_looked_at_and_confirmed(journey: Journey, key: str) -> None:
    await under_way(journey, key)
    mover, shown = await hint(journey)
    assert shown.ephemeral
    assert "Good moves, and why" in shown.text
    numbers = [button.label for button in shown.buttons if button.custom_id.startswith("p1:hinted")]
    assert numbers == ["1", "2", "3"][: len(numbers)] != []
    assert len(shown.images) == len(shown.alt) == 1
    assert all(shown.alt)
    preview = await mover.click(numbers[-1], on=shown)
    assert is_preview(preview)
    assert "Your move would be" in preview.text
    assert "Start over" not in [button.label for button in preview.buttons]
    assert not journey.rows("SELECT 1 FROM drafts WHERE path = ''")
    played = await mover.click("Confirm", on=preview)
    assert "Played" in played.text
    log = await journey.dan.slash("log")
    assert log.text.count(f"{mover.name} used a hint.") == 1


@own_bot
async def test_moves_without_a_common_picture_are_shown_one_at_a_time(journey: Journey) -> None:
    await under_way(journey, "hanging_gardens")
    mover, first = await hint(journey)
    assert first.text.count("**1 of ") == 1
    assert "**2 of " not in first.text
    steps = {button.label: button for button in first.buttons if button.custom_id.startswith("p1:hintat")}
    assert [steps[label].disabled for label in "‹›"] == [True, False]
    text, images = first.text, first.images
    second = await mover.click("›", on=first)
    assert second.message["id"] == first.message["id"]
    assert "**2 of " in second.text
    assert second.images != images
    assert (await mover.click("‹", on=second)).text == text
    second = await mover.click("›", on=second)
    assert "Your move would be" in (await mover.click("2", on=second)).text
    assert journey.rows("SELECT sum(used) FROM hints") == [(1,)]


@own_bot
async def test_hint_stands_below_the_question_and_stays_the_same(journey: Journey) -> None:
    await under_way(journey)
    mover = journey.mover
    panel = await mover.click("Your move", on=journey.board)
    assert "The log tells everybody that you took one." in panel.text
    shown = await mover.click("3 hints", on=panel)
    assert shown.message["id"] != panel.message["id"]
    assert "Closed" in (await mover.click("Close", on=shown)).text
    again = await mover.click("3 hints", on=panel)
    assert "and why" in again.text
    once_more = await mover.click("Your move", on=journey.board)
    assert [button.label for button in once_more.buttons if button.custom_id.startswith("p1:hint")] == ["Hint"]
    assert "The log tells everybody" not in once_more.text
    shown = await mover.click("Hint", on=once_more)
    assert shown.text == again.text
    await journey.bot.stop()
    await journey.bot.start()
    assert journey.rows("SELECT sum(used) FROM hints") == [(1,)]
    assert (await hint(journey))[1].text == shown.text
    assert journey.rows("SELECT sum(used) FROM hints") == [(1,)]


@own_bot
async def test_refused_hint_says_why(journey: Journey) -> None:
    await under_way(journey)
    mover, waiting, board = journey.mover, journey.waiting, journey.board
    ((table, seq),) = journey.rows("SELECT id, seq FROM tables")
    assert "It is not your turn" in said(await waiting.press(f"p1:hint:{table}:{seq}:0", board))
    assert "You have no seat" in said(await journey.dan.press(f"p1:hint:{table}:{seq}:0", board))
    assert "not been given this hint" in said(await mover.press(f"p1:hinted:{table}:{seq}:0:0", board))
    assert "not been given this hint" in said(await mover.press(f"p1:hintat:{table}:{seq}:0:1", board))
    assert "no other move" in said(await mover.press(f"p1:hint:{table}:{seq}:77", board))
    assert "moved on" in said(await mover.press(f"p1:hint:{table}:{seq - 1}:0", board))
    assert "moved on" in said(await mover.press(f"p1:hintat:{table}:{seq - 1}:0:0", board))
    assert not journey.rows("SELECT 1 FROM hints")


@own_bot
async def test_hint_button_is_missing_where_hints_are_off(journey: Journey) -> None:
    await under_way(journey, hints=False)
    mover = journey.mover
    panel = await mover.click("Your move", on=journey.board)
    assert not [button for button in panel.buttons if button.custom_id.startswith("p1:hint")]
    ((table, seq),) = journey.rows("SELECT id, seq FROM tables")
    assert "only in practice games" in said(await mover.press(f"p1:hint:{table}:{seq}:0", panel))


async def test_practice_games_allow_hints(journey: Journey) -> None:
    lobby = await journey.ada.slash("game new", game="djinns", computers=1)
    await journey.ada.click("Start", on=lobby)
    message = await journey.home.wait_for(lambda m: is_board(m) and journey.ada.mention in str(m["components"]))
    journey.look_at(message["channel_id"])
    panel = await journey.ada.click("Your move", on=journey.ada.read(message))
    shown = await journey.ada.click("3 hints", on=panel)
    assert "practice games" not in said(shown)


async def test_host_may_allow_hints(journey: Journey) -> None:
    await journey.begin(2, hints=True)
    panel = await journey.mover.click("Your move", on=journey.board)
    assert [button.label for button in panel.buttons if button.custom_id.startswith("p1:hint")] == ["3 hints"]


async def test_hint_says_when_no_move_stands_out(journey: Journey) -> None:
    await journey.begin(2, hints=True)
    panel = await journey.mover.click("Your move", on=journey.board)
    shown = await journey.mover.click("3 hints", on=panel)
    assert shown.ephemeral
    assert "no move stands out here" in said(shown)
    assert not shown.images
    assert not journey.rows('SELECT 1 FROM hints WHERE "table" = ?', *journey.tables)
    assert "hint" not in (await journey.dan.slash("log")).text
    again = await journey.mover.click("Your move", on=journey.board)
    assert [button.label for button in again.buttons if button.custom_id.startswith("p1:hint")] == ["3 hints"]
