"""Computers that think while the program is killed."""

from __future__ import annotations

import pytest

from trials.journey import Journey

MADE = 'SELECT seq, person FROM moves WHERE "table" = ? AND person < 0 ORDER BY seq'
OWED = "SELECT count(*) FROM clocks WHERE level != ''"


async def turn(journey: Journey) -> None:
    """Ada's whole turn, until the computer is to move; nothing is waited for."""
    preview = await journey.click_move(journey.ada)
    while True:
        on = "Your turn continues after that" in preview.text
        done = await journey.ada.click("Confirm", on=preview)
        assert "Played" in done.text, done.text
        if not on:
            assert "is replying: see the next board" in done.text
            assert "is thinking" not in done.text
            return
        preview = await journey.answer(journey.ada, done)


@pytest.mark.long
@pytest.mark.process
@pytest.mark.own_bot
async def test_killed_while_a_computer_thinks_its_move_is_made_once(journey: Journey) -> None:
    lobby = await journey.ada.slash("game new", game=journey.game, computers=1)
    await journey.ada.click("Start", on=lobby)
    message = await journey.home.wait_for(lambda m: "b1:move:" in str(m) and journey.ada.mention in str(m))
    journey.look_at(message["channel_id"])
    for _ in range(2):
        known, former = journey.rows(MADE, journey.tables[-1]), len(journey.boards)
        await turn(journey)
        await journey.bot.kill()
        await journey.bot.start()
        board = await journey.next_board(former)
        assert journey.ada.mention in board.text
        assert len(journey.boards) == former + 1
        made = journey.rows(MADE, journey.tables[-1])
        assert made[: len(known)] == known
        assert len(made) > len(known)
        assert journey.rows(OWED) == [(0,)]
        assert "thinking failed" not in journey.bot.log
