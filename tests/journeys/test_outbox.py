"""The outbox while Discord is slow, refuses, forgets or is cut off: messages arrive once and in order, or the bot says so."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest

from host.outbox import JITTER_SHARE, RETRY_PAUSES_SECONDS
from sandbox import commands
from sandbox.answer import Answer
from sandbox.client import Unanswered
from sandbox.faults import Fault
from tests.journeys.clocks import Clocks
from trials.journey import Journey, is_board

POST, THREAD = r"/channels/\d+/messages$", r"/messages/\d+/threads"
EDIT = r"/channels/\d+/messages/\d+$"
DAY = 86_400


def living(journey: Journey) -> list[Answer]:
    """The boards with buttons."""
    return [board for board in journey.boards if board.buttons]


async def confirm(journey: Journey) -> str:
    """The mover moves, whatever becomes of the board; what came of it."""
    mover = journey.mover
    done = await mover.click("Confirm", on=await journey.click_move(mover))
    assert "Played" in done.text
    return done.text


async def question(journey: Journey) -> Answer:
    """Ask the others to pause; return the message of the ballot."""
    await journey.ada.slash("pause")
    return journey.ada.read(await journey.home.wait_for(lambda m: "q1:yes" in str(m["components"])))


@pytest.mark.own_bot
async def test_failed_edit_of_a_question_is_retried_on_schedule(journey: Journey, clocks: Clocks) -> None:
    await journey.begin(2, time_limit="untimed")
    asked = await question(journey)
    await clocks.all_sent()
    refused = journey.home.fail("PATCH", rf"/messages/{asked.message['id']}$", code=50013, times=3)
    passed = 2 * DAY + 1.0
    for tries, pause in enumerate(RETRY_PAUSES_SECONDS[:3], 1):
        journey.sandbox.advance(passed)
        before = clocks.now.timestamp()
        again = await clocks.postponed("settle", tries)
        assert before + pause * (1 - JITTER_SHARE) <= again <= clocks.now.timestamp() + pause * (1 + JITTER_SHARE)
        passed = pause * (1 + JITTER_SHARE)
    assert refused.hits == 3
    assert asked.buttons
    journey.sandbox.advance(passed)
    await journey.until(lambda: "not everyone answered" in asked.text and not asked.buttons)


@pytest.mark.own_bot
async def test_a_limit_of_minutes_on_a_board_is_waited_for(journey: Journey, clocks: Clocks) -> None:
    await journey.begin(2)
    former = len(journey.boards)
    limited = journey.home.limit("POST", POST, retry_after=45)
    before = clocks.now.timestamp()
    await confirm(journey)
    assert await clocks.postponed("board") >= before + 45
    assert limited.hits == 1
    journey.sandbox.advance(60)
    await journey.next_board(former)
    assert journey.mover


@pytest.mark.own_bot
async def test_a_slow_edit_stops_no_clock(journey: Journey, clocks: Clocks) -> None:
    await journey.begin(2, time_limit="untimed")
    await question(journey)
    held = journey.home.hold("PATCH", EDIT, times=9)
    journey.sandbox.advance(2 * DAY + 1)
    await journey.until(lambda: held.hits > 0)
    await clocks.another_look()
    journey.home.release(held)


async def test_rate_limited_threads_do_not_delay_the_start(journey: Journey) -> None:
    lobby = await journey.open(2)
    journey.home.limit("POST", THREAD, retry_after=400)
    done = await journey.ada.click("Start", on=lobby)
    board = await journey.home.wait_for(is_board)
    assert board["channel_id"] == journey.place
    assert "broke" not in "".join(note.text for note in done.followups)


@pytest.mark.process
@pytest.mark.both
@pytest.mark.own_bot
async def test_after_a_kill_one_board_has_buttons(journey: Journey) -> None:
    await journey.begin(2)
    held = journey.home.hold("PATCH", EDIT, times=9)
    for _ in range(2):
        await journey.turn()
        await journey.bot.kill()
        await journey.bot.start()
    journey.home.release(held)
    await journey.until(lambda: len(living(journey)) == 1)
    assert living(journey)[0].message == journey.board.message


async def test_an_old_board_says_nothing_that_is_no_longer_true(journey: Journey) -> None:
    first = await journey.begin(2)
    assert "to move" in first.text
    asked = len(journey.requests("GET", "/messages"))
    for _ in range(2):
        await journey.turn()
    await journey.until(lambda: len(living(journey)) == 1)
    assert all("to move" not in board.text for board in journey.boards[:-1])
    assert "The 32 domes are laid around the lake." in first.text
    assert first.images
    assert first.alt
    assert len(journey.requests("GET", "/messages")) == asked


async def test_undone_stories_are_struck_through(journey: Journey) -> None:
    await journey.begin(2)
    former, mover = len(journey.boards), journey.mover
    told = (await confirm(journey)).splitlines()[1:]
    board = await journey.next_board(former)
    assert told[0] in board.text
    await mover.click("Take it back", on=await mover.slash("undo"))
    struck = told[0].strip("*")
    await journey.until(lambda: f"**~~{struck}~~**" in board.text and not board.buttons)


async def test_undo_keeps_the_picture_description_of_a_retired_board(journey: Journey) -> None:
    await journey.begin(2)
    mover, other = journey.mover, journey.waiting
    await journey.turn()
    board, described = journey.boards[-1], journey.boards[-1].alt
    await journey.turn()
    stored = "SELECT shown FROM outbox WHERE kind = 'board' AND message IS NOT NULL ORDER BY id"
    await journey.until(lambda: [bool(json.loads(row[0])["alt"]) for row in journey.rows(stored)] == [False, False, True])
    await mover.click("Ask", on=await mover.slash("undo"))
    asked = journey.ada.read(await journey.home.wait_for(lambda m: "q1:yes" in str(m["components"])))
    await other.click("Agree", on=asked)
    await journey.until(lambda: "~~" in board.text and not board.buttons)
    assert board.alt == described != []
    assert board.images


async def test_deleted_board_is_noticed_when_its_deadline_changes(journey: Journey, clocks: Clocks) -> None:
    board = await journey.begin(2, time_limit="daily")
    mover = journey.mover
    journey.home.delete_message(board.message)
    await mover.slash("settings", zone="UTC", quiet=clocks.around_now())
    again = await journey.next_board(0)
    assert "quiet hours" in again.text


async def test_outdated_reminder_is_not_sent_after_an_outage(journey: Journey, clocks: Clocks) -> None:
    await journey.begin(2, time_limit="daily")
    broken = journey.home.fail("POST", POST, status=503, times=1000)
    clocks.pass_hours(12)
    await journey.until(lambda: "(notice reminder" in journey.bot.log)
    await confirm(journey)
    broken.times = 0
    journey.sandbox.advance(120)
    await clocks.all_sent()
    sent = [request for request in journey.requests("POST", "/messages") if request["status"] == 200]
    assert "Half of your time" not in str(sent)
    assert "Half of your time" in str(journey.requests("POST", "/messages"))


@pytest.mark.own_bot
async def test_moved_table_is_named_at_its_new_place_only(journey: Journey) -> None:
    board = await journey.begin(2)
    thread = journey.place
    journey.home.archive(thread, archived=True, locked=True)
    there = await journey.board_in_channel()
    assert f"Djinns of the Lake** · table {journey.tables[0]}" in there.text
    journey.home.archive(thread, archived=False, locked=False)
    journey.sandbox.advance(3600)
    await journey.until(lambda: "to move" not in board.text and not board.buttons)


@pytest.mark.both
@pytest.mark.own_bot
async def test_events_during_a_slow_post_are_shown_once(journey: Journey) -> None:
    await journey.begin(2)
    former = len(journey.boards)
    held = journey.home.hold("POST", POST)
    first = (await confirm(journey)).splitlines()[1]
    await journey.until(lambda: held.hits == 1)
    ada = await journey.ada.slash("resign")
    await journey.ada.click("Resign", on=ada)
    journey.home.release(held)
    await journey.until(lambda: "The game ended early" in journey.board.text)
    boards = journey.boards[former:]
    assert [first in board.text for board in boards] == [True, False]
    assert ["Ada resigns" in board.text for board in boards] == [False, True]


@pytest.mark.both
async def test_a_table_is_opened_once_though_the_command_comes_twice(journey: Journey) -> None:
    given = {"game": "djinns", "seats": 2}
    asked = commands.ask_command(journey.home.world, journey.ada.id, journey.place, "game new", given)
    await journey.ada.send(asked, None, twice=True)
    await journey.ada.slash("game list")
    assert len(journey.tables) == 1


@pytest.mark.own_bot
async def test_table_gets_a_lobby_after_a_late_answer(journey: Journey) -> None:
    late = journey.sandbox.world.faults.add(Fault("POST", "/callback", code=10062))
    with pytest.raises(Unanswered):
        await journey.ada.slash("game new", game="djinns", seats=2, timeout=0.1)
    await journey.until(lambda: late.hits == 1)
    journey.sandbox.advance(20)
    message = await journey.home.wait_for(lambda m: "l1:join:1" in str(m["components"]))
    await journey.ben.click("Join", on=message)
    await journey.until(lambda: "2. Ben" in journey.ada.read(message).text)
    assert not [m for m in journey.home.messages("garden") if "l1:join:1" in str(m["components"]) and m["id"] != message["id"]]


async def test_board_of_an_older_version_keeps_its_picture(journey: Journey) -> None:
    first, table = await journey.begin(2), journey.tables[0]
    posted = """SELECT 1 FROM outbox WHERE kind = 'board' AND message IS NOT NULL AND "table" = ?"""
    await journey.until(lambda: journey.rows(posted, table) != [])
    with closing(sqlite3.connect(journey.bot.database)) as database, database:
        database.execute("""UPDATE outbox SET shown = '' WHERE kind = 'board' AND "table" = ?""", (table,))
    await journey.turn()
    await journey.until(lambda: not first.buttons)
    assert first.images
    edits = [each for each in journey.requests("PATCH", first.message["id"]) if not each["files"]]
    assert edits
    assert all(each["body"]["attachments"] for each in edits)
