"""Whole games between people, from /game new to the last board."""

from __future__ import annotations

import re

import pytest

from tests.greedy import GREEDY
from trials.journey import Journey, said
from trials.screen import says_over


def buttons(answer: object) -> list[str]:
    return [b.label for b in answer.buttons]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("seats", "typed"), [pytest.param(2, False, marks=pytest.mark.long), pytest.param(3, True, marks=pytest.mark.long), (4, None)]
)
async def test_a_whole_game(journey: Journey, seats: int, typed: bool | None) -> None:
    first = await journey.begin(seats)
    assert first.images[0].startswith(b"\x89PNG")
    assert "may" not in first.text
    for number in range(260):
        if says_over(journey.board.text):
            break
        await journey.turn(typed=number % 2 == 0 if typed is None else typed)
    assert re.search(r"\bwins with\b|share the victory", journey.board.text)
    assert "Your move" not in buttons(journey.board)
    await journey.until(lambda: not any(board.buttons for board in journey.boards[:-1]))
    assert all(board.images for board in journey.boards)


@pytest.mark.long
@pytest.mark.parametrize(("game", "seats"), [("ishtar", 2), ("schlossgarten", 4)])
async def test_a_whole_game_of_keen_players_by_clicks(journey: Journey, game: str, seats: int) -> None:
    journey.game = game
    await journey.begin(seats)
    board = await journey.play_out(GREEDY[game], typed=False)
    assert "wins with" in board.text or "share the victory" in board.text


@pytest.mark.both
async def test_the_table_lives_in_a_thread_named_after_its_people(journey: Journey) -> None:
    board = await journey.begin(2)
    thread = journey.sandbox.world.channels[board.message["channel_id"]]
    assert thread["name"] == "Djinns of the Lake · Ada, Ben"
    assert f"<#{thread['id']}>" in journey.ada.read(journey.home.messages(journey.home.channel_id("garden"))[-1]).text


async def test_table_lives_in_the_channel_without_thread_permission(journey: Journey) -> None:
    journey.home.permit("garden", create_public_threads=False)
    board = await journey.begin(2)
    assert board.message["channel_id"] == journey.home.channel_id("garden")
    lobby = await journey.open(2)
    refused = await journey.ada.click("Start", on=lobby)
    assert "A game is already running here" in (refused.text + "".join(f.text for f in refused.followups))


async def test_only_those_to_move_are_pinged(journey: Journey) -> None:
    board = await journey.begin(3)
    assert [m["id"] for m in board.message["mentions"]] == [journey.mover.id]


async def test_every_answer_is_private_but_the_board(journey: Journey) -> None:
    await journey.begin(2)
    panel = await journey.mover.click("Your move", on=journey.board)
    assert panel.ephemeral
    view = await journey.dan.click("My view", on=journey.board)
    assert view.ephemeral
    assert view.images
    more = await journey.dan.click("⋯", on=journey.board)
    words = await journey.dan.click("In words", on=more)
    assert words.ephemeral
    assert "1: " in words.text


async def test_undo_takes_back_ones_own_last_move_only(journey: Journey) -> None:
    await journey.under_way()
    mover, former = journey.mover, len(journey.boards)
    await journey.turn()
    other = journey.mover
    asking = await other.slash("undo")
    assert "The others have to agree" in asking.text
    assert buttons(asking) == ["Ask the others", "Close"]
    offer = await mover.slash("undo")
    assert "Take back your last move?" in offer.text
    assert journey.mover is other, "nothing happens before the answer"
    take_back = next(button.custom_id for button in offer.buttons if button.label == "Take it back")
    undone = await mover.click("Take it back", on=offer)
    assert "taken back" in undone.text
    assert "Your last move is taken back" not in said(await mover.press(take_back, undone)), "it shows what is next"
    board = await journey.next_board(former + 1)
    assert "takes back the last move" in board.text
    assert journey.mover is mover
    await journey.turn()
    assert journey.mover is other


async def test_back_and_start_over_change_the_draft(journey: Journey) -> None:
    await journey.under_way()
    mover = journey.mover
    preview = await journey.click_move(mover)
    earlier = await mover.click("Back", on=preview)
    assert "Confirm" not in buttons(earlier)
    fresh = await mover.click("Start over", on=await journey.click_move(mover))
    assert "Which stack do you move from?" in fresh.text
    assert "These points are the most you can get." in fresh.text
    assert "So far" not in fresh.text


async def test_leave_cancel_list_help_setup(journey: Journey) -> None:
    lobby = await journey.open(3)
    assert "Ben" in lobby.text
    left = await journey.ben.click("Leave", on=lobby)
    assert "Ben" not in left.text
    listed = await journey.dan.slash("game list")
    assert "Djinns of the Lake" in listed.text
    assert "/game new" in (await journey.dan.slash("help")).text
    cancelled = await journey.ada.slash("game cancel")
    assert "cancelled" in cancelled.text
    await journey.until(lambda: "was cancelled" in lobby.text)
    journey.home.permit("terrace", attach_files=False)
    told = await journey.ada.slash("setup")
    assert "no tables. Missing: Attach Files" in told.text


async def test_blind_markers_are_chosen_before_the_layout(journey: Journey) -> None:
    board = await journey.begin(2, options="blind-markers")
    assert "domes are laid" not in board.text
    for _ in range(2):  # the first chooser's, and the other's two; the last djinn is given
        board = await journey.turn()
    assert "domes are laid" in board.text
