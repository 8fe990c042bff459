"""Messages in doubt, posted although Discord answered an error: the bot finds them, posts none twice, deletes outdated ones."""

from __future__ import annotations

import pytest

from sandbox.kinds import EPHEMERAL
from tests.journeys.clocks import Clocks
from tests.journeys.test_outbox import POST, confirm, question
from trials.journey import Journey


def pending(journey: Journey) -> list[str]:
    """Return the kinds of pending messages, except a card, which rests for minutes."""
    query = "SELECT kind FROM outbox WHERE guild = ? AND message IS NULL AND not_before IS NOT NULL"
    return [kind for (kind,) in journey.rows(query, journey.home.guild.id) if kind != "lobby"]


def in_hand(journey: Journey) -> bool:
    """Return whether the bot is sending a message now."""
    claimed = "SELECT 1 FROM outbox WHERE guild = ? AND message IS NULL AND claimed_until IS NOT NULL"
    return bool(journey.rows(claimed, journey.home.guild.id))


@pytest.mark.both
@pytest.mark.own_bot
async def test_board_in_doubt_is_found_in_a_busy_channel(journey: Journey) -> None:
    await journey.begin(2)
    former = len(journey.boards)
    failed = journey.home.fail_after("POST", POST, status=503)
    failed.done = lambda: journey.sandbox.advance(600)
    await confirm(journey)
    await journey.until(lambda: failed.hits == 1)
    for word in range(60):
        await journey.ada.say(f"{word}")
    await journey.until(lambda: not pending(journey))
    assert len(journey.boards) == former + 1
    await journey.turn()
    assert len(journey.boards) == former + 2


@pytest.mark.parametrize("direct", [False, True])
async def test_reminder_in_doubt_is_not_repeated_elsewhere(journey: Journey, clocks: Clocks, direct: bool) -> None:
    await journey.begin(2, time_limit="daily")
    home, mover = journey.home, journey.mover
    if direct:
        await mover.slash("settings", reminders="direct")
        place = str(home.world.direct(mover.id)["id"])
    else:
        home.permit("garden", send_messages_in_threads=False)
        place = home.channel_id("garden")
    failed = home.fail_after("POST", rf"/channels/{place}/messages$", status=503)
    failed.done = lambda: home.close_dms(mover.name) if direct else home.permit("garden", send_messages_in_threads=None)
    clocks.pass_hours(12)
    await journey.until(lambda: failed.hits == 1)
    await clocks.all_sent()
    await journey.until(lambda: "Half of your time" in str(home.all_messages))
    await clocks.all_sent()
    assert str(home.all_messages).count("Half of your time") == 1


async def test_reminder_in_doubt_is_deleted_after_its_table_moved(journey: Journey, clocks: Clocks) -> None:
    await journey.begin(2, time_limit="daily")
    home, thread = journey.home, journey.place
    failed = home.fail_after("POST", rf"/channels/{thread}/messages$", status=503)
    failed.done = lambda: home.archive(thread, archived=False, locked=True)
    clocks.pass_hours(12)
    await journey.until(lambda: failed.hits == 1)
    assert "Half of your time" in str(home.all_messages)
    board = await journey.board_in_channel()
    assert "The thread of this table is locked" in board.text
    await journey.turn()
    await clocks.all_sent()
    assert "Half of your time" not in str(home.all_messages)


async def test_unsent_reminder_follows_its_table(journey: Journey, clocks: Clocks) -> None:
    await journey.begin(2, time_limit="daily")
    thread, (table,) = journey.place, journey.tables
    tables = await journey.ada.click("Tables…", on=await journey.ada.slash("setup"))
    panel = await journey.ada.choose("Choose a table", str(table), on=tables)
    failed = journey.home.fail("POST", rf"/channels/{thread}/messages$", status=503, times=1000)
    clocks.pass_hours(12)
    await journey.until(lambda: failed.hits > 0)
    await journey.ada.choose("Move it", journey.home.channel_id("terrace"), on=panel)
    failed.times = 0
    await journey.home.wait_for(lambda m: "moved this table here" in str(m["components"]))
    await clocks.all_sent()
    told = [message["channel_id"] for message in journey.home.all_messages if "Half of your time" in str(message["components"])]
    assert told
    assert thread not in told


async def test_board_in_doubt_is_posted_once_though_its_table_moved(journey: Journey) -> None:
    await journey.begin(2)
    thread, (table,) = journey.place, journey.tables
    panel = await journey.ada.choose(
        "Choose a table", str(table), on=await journey.ada.click("Tables…", on=await journey.ada.slash("setup"))
    )
    failed = journey.home.fail_after("POST", rf"/channels/{thread}/messages$", status=503)
    story = (await confirm(journey)).splitlines()[1]
    await journey.until(lambda: failed.hits == 1)
    await journey.ada.choose("Move it", journey.home.channel_id("terrace"), on=panel)
    await journey.home.wait_for(lambda m: "moved this table here" in str(m["components"]))
    journey.sandbox.advance(120)
    await journey.until(lambda: not pending(journey))
    public = [message for message in journey.home.all_messages if not message["flags"] & EPHEMERAL]
    assert [message["channel_id"] for message in public if story in journey.ada.read(message).text] == [thread]


@pytest.mark.both
@pytest.mark.own_bot
async def test_answered_question_in_doubt_is_asked_once(journey: Journey) -> None:
    await journey.begin(3, time_limit="untimed")
    journey.home.fail_after("POST", POST, status=503)
    broken = journey.home.fail("*", POST, status=503, times=1000)
    asked = await question(journey)
    await journey.ben.click("Agree", on=asked)
    assert "1 of 2 agree" in asked.text
    await journey.until(lambda: broken.hits > 0 and not in_hand(journey))
    broken.times = 0
    journey.sandbox.advance(600)
    await journey.until(lambda: not pending(journey))
    assert str(journey.home.all_messages).count("q1:yes") == 1
