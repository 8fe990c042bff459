"""Power cuts, lost connections, deleted messages, withdrawn permissions: nothing that was acknowledged is lost."""

from __future__ import annotations

import sqlite3
from asyncio import Future, ensure_future
from contextlib import closing

import pytest

from sandbox.faults import Fault
from trials.journey import Journey, said


def moves(journey: Journey) -> int:
    return journey.rows('SELECT count(*) FROM moves WHERE "table" = ? AND seat >= 0', journey.tables[-1])[0][0]


@pytest.mark.process
@pytest.mark.both
@pytest.mark.own_bot(fresh=True)
async def test_killed_in_the_middle_of_a_draft(journey: Journey) -> None:
    await journey.begin(2)
    for _ in range(4):
        await journey.turn()
    mover = journey.mover
    panel = await mover.click("Your move", on=journey.board)
    picked = panel.buttons[0].custom_id
    step = await mover.click(custom_id=picked, on=panel)
    await journey.bot.kill()
    await journey.bot.start()
    again = await mover.click("Your move", on=journey.board)
    assert again.text == step.text
    preview = await journey.click_move(mover)
    done = await mover.click("Confirm", on=preview)
    assert "Played" in done.text


async def test_answers_that_an_update_made_void_are_named(journey: Journey) -> None:
    await journey.begin(2)
    mover = journey.mover
    panel = await mover.click("Your move", on=journey.board)
    step = await mover.click(custom_id=panel.buttons[0].custom_id, on=panel)
    with closing(sqlite3.connect(journey.bot.database)) as db, db:
        db.execute("UPDATE drafts SET path = path || ' chimney 7' WHERE \"table\" = ?", (journey.tables[-1],))
    again = await mover.click("Your move", on=journey.board)
    told = "The bot was updated, and these answers of yours are not possible any more: `chimney 7`. Please choose again."
    assert told in again.text
    assert again.text.endswith(step.text.splitlines()[-1])
    assert "Played" in (await mover.click("Confirm", on=again)).text


@pytest.mark.long
@pytest.mark.process
@pytest.mark.own_bot
async def test_locked_database_is_reported_and_can_be_read(journey: Journey) -> None:
    await journey.begin(2)
    mover = journey.mover
    with closing(sqlite3.connect(journey.bot.database, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        panel = await mover.click("Your move", on=journey.board)
        refused = await mover.click(custom_id=panel.buttons[0].custom_id, on=panel)
        assert "The bot cannot save at the moment. Nothing was changed; please try again later." in said(refused)
        assert "turn" in (await mover.slash("turns")).text
    await journey.turn()


@pytest.mark.long
@pytest.mark.process
@pytest.mark.both
@pytest.mark.own_bot
async def test_killed_right_after_a_move(journey: Journey) -> None:
    await journey.begin(2)
    former = len(journey.boards)
    mover = journey.mover
    preview = await journey.click_move(mover)
    confirm = preview.buttons[0].custom_id
    held = journey.home.hold("POST", r"/channels/\d+/messages")
    done = await mover.click("Confirm", on=preview)
    assert "Played" in done.text
    await journey.until(lambda: held.hits == 1)
    await journey.bot.kill()
    await journey.bot.start()
    await journey.next_board(former)
    assert moves(journey) == 1
    posted = len(journey.requests("POST", "/messages"))
    journey.home.release(held)  # what the power cut had interrupted comes through after all
    await journey.until(lambda: len(journey.requests("POST", "/messages")) > posted)
    assert len(journey.boards) == former + 1
    old = await mover.press(confirm, preview)
    assert "You have just played this" in old.text
    await journey.turn()


@pytest.mark.long
@pytest.mark.process
@pytest.mark.both
@pytest.mark.own_bot
async def test_an_interaction_replayed_after_a_resume_counts_once(journey: Journey) -> None:
    await journey.begin(2)
    former = len(journey.boards)
    mover = journey.mover
    await mover.click("Confirm", on=await journey.click_move(mover))
    await journey.next_board(former)
    journey.sandbox.rewind(3)
    await journey.sandbox.disconnect()
    await journey.until(lambda: journey.sandbox.gateway_state.resumes == 1)
    await journey.turn()  # asked after what was replayed; the second person chooses two djinns in a row
    assert moves(journey) == 1 + 2
    assert len(journey.boards) == former + 2


@pytest.mark.parametrize("readable", [True, False])
async def test_a_lost_answer_to_the_board_doubles_nothing(journey: Journey, readable: bool) -> None:
    await journey.begin(2)
    former = len(journey.boards)
    journey.home.permit("garden", read_message_history=readable)
    journey.home.lose("POST", r"/channels/\d+/messages")
    mover = journey.mover
    await mover.click("Confirm", on=await journey.click_move(mover))
    await journey.next_board(former)
    shown = "SELECT 1 FROM tables WHERE id = ? AND board = ?"
    await journey.until(lambda: bool(journey.rows(shown, journey.tables[-1], journey.board.message["id"])))
    assert len(journey.boards) == former + 1
    await journey.turn()
    assert len(journey.boards) == former + 2


async def test_a_failed_upload_is_tried_again(journey: Journey) -> None:
    await journey.begin(2)
    journey.home.fail("POST", r"/channels/\d+/messages", status=502, times=2)
    journey.home.limit("POST", r"/channels/\d+/messages")
    board = await journey.turn()
    assert board.images


async def test_a_deleted_board(journey: Journey) -> None:
    await journey.begin(2)
    mover = journey.mover
    journey.home.delete_message(journey.board.message)
    shown = await mover.slash("board")
    assert (await journey.next_board(0)).images
    panel = await mover.click("Your move", on=shown)
    preview = await mover.click(custom_id=panel.buttons[0].custom_id, on=panel)
    await mover.click("Confirm", on=preview)
    assert (await journey.next_board(1)).images
    await mover.slash("board")
    await journey.turn()
    assert len(journey.boards) == 3


async def test_a_channel_the_bot_may_no_longer_write_to(journey: Journey) -> None:
    await journey.begin(2)
    former, mover = len(journey.boards), journey.mover
    journey.home.permit("garden", send_messages_in_threads=False)
    done = await mover.click("Confirm", on=await journey.click_move(mover))
    assert "Played" in done.text
    await journey.until(lambda: journey.requests("POST", "/messages")[-1]["status"] == 403)
    assert len(journey.boards) == former
    shown = await mover.slash("board")
    assert shown.images
    journey.home.permit("garden", send_messages_in_threads=None)
    await mover.slash("board")
    await journey.next_board(former)
    await journey.turn()


async def test_a_deleted_thread_moves_the_table_to_its_channel(journey: Journey) -> None:
    await journey.begin(2)
    journey.home.delete_channel(journey.place)
    await journey.board_in_channel()
    await journey.turn()


async def test_an_archived_thread_wakes_up(journey: Journey) -> None:
    await journey.begin(2)
    journey.home.archive(journey.place)
    await journey.turn()
    await journey.turn()


@pytest.mark.long
@pytest.mark.process
@pytest.mark.own_bot
async def test_reconnecting_and_new_sessions(journey: Journey) -> None:
    await journey.begin(2)
    gateway = journey.sandbox.gateway_state
    journey.sandbox.reconnect()
    await journey.until(lambda: gateway.resumes == 1)
    await journey.turn()
    journey.sandbox.invalidate()
    await journey.until(lambda: gateway.identifies == 2)
    await journey.turn()


@pytest.mark.long
@pytest.mark.process
@pytest.mark.own_bot
async def test_full_disk_is_reported_and_loses_nothing(journey: Journey) -> None:
    await journey.begin(2)
    former, mover = len(journey.boards), journey.mover
    preview = await journey.click_move(mover)
    with journey.bot.full_disk():
        done = await mover.click("Confirm", on=preview)
        assert "cannot save at the moment" in said(done)
        assert moves(journey) == 0
        await journey.until(lambda: "is not saved: disk I/O error" in journey.bot.log)
    assert "Played" in (await mover.click("Confirm", on=preview)).text
    await journey.next_board(former)
    await journey.turn()


@pytest.mark.both
@pytest.mark.own_bot
async def test_pending_messages_are_sent_before_the_bot_ends(journey: Journey) -> None:
    await journey.begin(2)
    former, mover, ending = len(journey.boards), journey.mover, list[Future[None]]()
    slow = Fault("POST", r"/channels/\d+/messages$", late=0.5)
    slow.arrived = lambda: ending.append(ensure_future(journey.bot.stop()))
    preview = await journey.click_move(mover)
    journey.sandbox.world.faults.add(slow)
    await mover.click("Confirm", on=preview)
    await journey.until(lambda: bool(ending))
    await ending[0]
    assert journey.rows("SELECT kind FROM outbox WHERE message IS NULL AND kind != 'lobby'") == []  # a card rests for minutes
    assert "Traceback" not in journey.bot.log
    assert [bool(board.buttons) for board in journey.boards[former - 1 :]] == [False, True]
