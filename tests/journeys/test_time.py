"""Deadlines, reminders, nudges and time-outs, as people meet them."""

from __future__ import annotations

import re

import pytest

from tests.journeys.clocks import Clocks
from trials.journey import Journey


async def test_the_board_says_by_when_and_reminders_do_not_pile_up(journey: Journey, clocks: Clocks) -> None:
    board = await journey.begin(2, time_limit="daily")
    mover = journey.mover
    assert f"{mover.mention} to move · due <t:" in board.text
    clocks.pass_hours(12)
    half = await clocks.told("Half of your time")
    assert mover.mention in half.text
    assert "due <t:" in half.text
    assert f"/{journey.place}/{board.message['id']}" in half.text
    clocks.pass_hours(10)
    await clocks.told("A tenth of your time")
    await clocks.none_left("Half of your time")
    await journey.turn()
    await clocks.none_left("A tenth of your time")


async def test_an_untimed_table_says_nothing_of_time(journey: Journey) -> None:
    board = await journey.begin(2, time_limit="untimed")
    assert "due" not in board.text


@pytest.mark.long
@pytest.mark.process
@pytest.mark.own_bot
async def test_killed_before_reminders_were_due_they_come_once(journey: Journey, clocks: Clocks) -> None:
    await journey.begin(2, {"timeout": "wait"}, time_limit="daily")
    mover = journey.mover
    clocks.pass_hours(21.58)
    await clocks.told("Half of your time")
    await clocks.all_sent()
    await journey.bot.kill()
    clocks.pass_hours(0.03)  # a longer outage would give the time back
    await journey.bot.start()
    await clocks.told("A tenth of your time")
    clocks.pass_hours(2.28)
    await clocks.another_look()
    await clocks.all_sent()
    await journey.bot.kill()
    clocks.pass_hours(0.03)
    await journey.bot.start()
    late = await clocks.told("Your time for this move is up")
    await clocks.all_sent()
    await clocks.none_left("A tenth of your time")
    assert not clocks.reading("Half of your time")
    await journey.bot.kill()
    await journey.bot.start()
    await clocks.another_look()
    assert len(clocks.reading("Your time for this move is up")) == 1
    panel = await mover.click("Your move", on=late)
    assert panel.ephemeral


async def test_a_reminder_waits_for_discord_and_for_the_end_of_a_rest(journey: Journey, clocks: Clocks) -> None:
    await journey.begin(2, time_limit="daily")
    journey.home.lose("POST", r"/channels/\d+/messages")
    clocks.pass_hours(12)
    await clocks.told("Half of your time")
    failing = journey.home.fail("POST", r"/channels/\d+/messages", status=500, times=1000)
    clocks.pass_hours(10)
    await journey.until(lambda: failing.times < 998)
    await journey.mover.slash("settings", quiet=clocks.around_now())
    await journey.bot.kill()
    failing.times = 0
    await journey.bot.start()
    await clocks.another_look()
    assert not clocks.reading("A tenth of your time")
    clocks.pass_hours(4.1)
    await clocks.told("A tenth of your time")
    await clocks.another_look()
    assert len(clocks.reading("A tenth of your time")) == 1


async def test_reminder_finds_another_place_while_there_is_one(journey: Journey, clocks: Clocks) -> None:
    await journey.begin(2, time_limit="daily")
    mover = journey.mover
    journey.home.delete_channel(journey.place)
    journey.look_at(journey.home.channel_id("garden"))
    clocks.pass_hours(12)
    assert mover.mention in (await clocks.told("Half of your time")).text
    await clocks.all_sent()
    journey.home.delete_channel("garden")
    await clocks.told_directly(mover, "was deleted. The game is safe and its clocks have stopped.")
    assert journey.rows('SELECT due FROM clocks WHERE "table" = ?', journey.tables[-1]) == [(None,)]
    await clocks.all_sent()


async def test_forbidden_reminder_is_retried_for_a_day(journey: Journey, clocks: Clocks) -> None:
    await journey.begin(2, {"timeout": "wait"}, time_limit="daily")
    journey.home.permit("garden", send_messages_in_threads=False)
    clocks.pass_hours(12)
    await journey.until(lambda: any("Half of your time" in str(m) for m in journey.home.messages("garden")))
    await clocks.all_sent()
    journey.home.permit("garden", send_messages=False)
    clocks.pass_hours(13)  # the end of the turn: no later reminder takes the place of this one
    await journey.until(lambda: "retrying later: Forbidden" in journey.bot.log)
    clocks.pass_hours(24)
    await journey.until(lambda: "gave up: Forbidden" in journey.bot.log)


async def test_reminders_as_direct_messages(journey: Journey, clocks: Clocks) -> None:
    await journey.begin(2, time_limit="daily")
    mover = journey.mover
    shown = await mover.slash("settings", reminders="direct")
    assert "as direct messages" in shown.text
    clocks.pass_hours(12)
    direct = await clocks.told_directly(mover, "Half of your time")
    assert not clocks.reading("Half of your time")
    assert mover.mention not in direct.text
    panel = await mover.go("dm").click("Your move", on=direct)
    assert panel.images
    stranger = await journey.waiting.press(f"b1:move:{journey.tables[0]}", direct)
    assert "not your turn" in stranger.text or "no such table" in stranger.text
    journey.home.close_dms(mover.name)
    clocks.pass_hours(10)
    here = await clocks.told("A tenth of your time")
    assert mover.mention in here.text
    await journey.until(lambda: not direct.exists)


async def test_a_nudge_is_heard_once_and_a_mute_is_respected(journey: Journey, clocks: Clocks) -> None:
    await journey.begin(2, time_limit="daily")
    mover, waiting = journey.mover, journey.waiting
    assert "Nudge" not in [b.label for b in (await mover.click("⋯", on=journey.board)).buttons]
    more = await waiting.click("⋯", on=journey.board)
    assert "will get a reminder" in (await waiting.click("Nudge", on=more)).text
    nudge = await clocks.told("is waiting for your move")
    assert mover.mention in nudge.text
    again = await waiting.press(f"n1:nudge:{journey.tables[0]}", journey.board.message)
    assert re.search(rf"{mover.name} has already been nudged\. You can do it again in (6 hrs|5 hrs, (59|58) mins)\.", again.text)
    clocks.pass_hours(6)
    assert "will get a reminder" in (await waiting.press(f"n1:nudge:{journey.tables[0]}", journey.board.message)).text
    await journey.until(lambda: not nudge.exists)
    muted = await mover.click("Mute for this turn", on=await clocks.told("is waiting for your move"))
    assert "nobody can nudge you" in muted.text
    clocks.pass_hours(7)
    refused = await waiting.press(f"n1:nudge:{journey.tables[0]}", journey.board.message)
    assert "wants no more reminders" in refused.text
    await clocks.another_look()
    assert not clocks.reading("Half of your time")
    await mover.slash("settings", zone="UTC", quiet=clocks.around_now())
    await journey.turn()
    while journey.mover is not mover:
        await journey.turn()
    resting = await waiting.press(f"n1:nudge:{journey.tables[0]}", journey.board.message)
    assert f"{mover.name} is away or has quiet hours now. You can nudge again in " in resting.text
    stranger = await journey.dan.press(f"n1:nudge:{journey.tables[0]}", journey.board.message)
    assert "no seat" in stranger.text


async def test_an_unused_table_can_be_kept(journey: Journey, clocks: Clocks) -> None:
    await journey.begin(2, time_limit="untimed")
    clocks.pass_hours(23 * 24)
    idle = await clocks.told("Nobody has moved here for 23 days")
    stranger = await journey.dan.press(f"n1:keep:{journey.tables[0]}", idle)
    assert "no seat" in stranger.text
    kept = await journey.waiting.click("Keep this table", on=idle)
    assert f"**{journey.waiting.name}** keeps this table open" in kept.text
    clocks.pass_hours(22 * 24)
    await clocks.another_look()
    assert not clocks.reading("will close")
    clocks.pass_hours(24)
    await clocks.told("Nobody has moved here for 23 days")
    await journey.turn()
    await clocks.none_left("will close")


@pytest.mark.parametrize("lapse", ["wait", "stand-in", "give-up"])
async def test_timeout_waits_stands_in_or_gives_up(journey: Journey, clocks: Clocks, lapse: str) -> None:
    await journey.begin(3, {"timeout": lapse}, time_limit="quick")
    mover = journey.mover
    for number in range(3):
        while lapse != "wait" and journey.mover is not mover:
            await journey.turn()
        former = len(journey.boards)
        clocks.pass_hours(12.5)
        if lapse == "wait":
            await clocks.told("The table is waiting for you")
            assert journey.mover is mover
            return
        board = await journey.next_board(former)
        if lapse == "give-up" and number == 2:
            assert "has let the time run out 3 times in a row" in board.text
        else:
            assert "A stand-in plays this turn" in board.text
            played = await clocks.told("A stand-in has played your turn")
            assert mover.mention in played.text
        assert journey.mover is not mover
