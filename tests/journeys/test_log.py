"""The log, and the boards of the past."""

from __future__ import annotations

import re

import pytest

from sandbox.answer import Answer
from tests.playing import at_random
from trials.journey import Journey, said


async def test_the_log_and_the_boards_of_the_past(journey: Journey) -> None:
    await journey.begin(2)
    for _ in range(3):
        await journey.turn()
    seat, former = journey.mover, len(journey.boards)
    await journey.turn(typed=True)
    await seat.click("Take it back", on=await seat.click("Undo", on=journey.board))
    await journey.next_board(former + 1)
    log = await journey.dan.slash("log")
    assert log.ephemeral
    lines = log.text.splitlines()
    struck = [line.removeprefix("-# ").strip("*") for line in lines if "~~" in line]
    assert struck
    assert all(line.startswith("~~") and line.endswith("~~") for line in struck)
    undo = next(at for at, line in enumerate(lines) if "takes back the last move" in line)
    assert re.match(rf"-# \d+ · {seat.name} · <t:", lines[undo - 1])
    (looks,) = log.selects
    assert looks.placeholder.startswith("Look at the board after")
    numbers = [value for _, value in looks.options]
    past = await journey.dan.choose(looks.custom_id, numbers[2], on=log)
    assert f"The board after move {numbers[2]}" in past.text
    (picture,) = past.images
    assert picture != journey.board.images[0]
    again = await journey.dan.click("Back to the log", on=past)
    assert "~~" in again.text
    more = await seat.click("⋯", on=journey.board)
    own = await seat.click("Log", on=more)
    assert "undone" in own.text
    assert "`" in own.text  # one's own moves can be read as they are typed


def after_move(shown: Answer) -> int:
    """The move whose board is shown."""
    return int(shown.text.rpartition("The board after move ")[2].split("*")[0])


async def test_steps_end_at_the_first_board_and_at_the_newest(journey: Journey) -> None:
    await journey.under_way(turns=3)
    log = await journey.dan.slash("log")
    (looks,) = log.selects
    shown = await journey.dan.choose(looks.custom_id, looks.options[-1][1], on=log)
    assert open_steps(shown) == ["‹"]
    while "‹" in open_steps(shown):
        move = after_move(shown)
        shown = await journey.dan.click("‹", on=shown)
        assert after_move(shown) < move
    assert open_steps(shown) == ["›"]
    forged = await journey.dan.press(f"g1:step:{journey.tables[-1]}:1:0:999:on", shown)
    assert "no such move" in said(forged)


def open_steps(shown: Answer) -> list[str]:
    """The ways to other boards that can be pressed."""
    return [button.label for button in shown.buttons if button.label in ("‹", "›") and not button.disabled]


@pytest.mark.own_bot(started=False)
async def test_the_log_of_a_finished_game(journey: Journey) -> None:
    await journey.prepared(3, at_random("djinns"), lambda step: False, seed=4)
    final = await journey.dan.slash("board")
    assert final.images
    log = await journey.ada.slash("log")
    (looks,) = log.selects
    assert sum("(last move)" in label for label, _ in looks.options) == 1
    assert "won" in (await journey.ada.slash("board")).text
    first = await journey.ada.click("First", on=log)
    assert "page 1 of" in first.text
    (looks,) = first.selects
    past = await journey.ada.choose(looks.custom_id, looks.options[-1][1], on=first)
    assert past.images
    assert past.images != final.images
    move, picture = after_move(past), past.images
    one_on = await journey.ada.click("›", on=past)
    assert after_move(one_on) == move + 1
    assert one_on.images != picture
    again = await journey.ada.click("‹", on=one_on)
    assert (after_move(again), again.images) == (move, picture)
    back = await journey.ada.click("Back to the log", on=again)
    assert "page 1 of" in back.text
    on = await journey.ada.click("›", on=back)
    assert "page 2 of" in on.text
