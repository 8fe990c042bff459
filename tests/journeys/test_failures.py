"""Power cuts, lost connections, deleted messages, withdrawn permissions: nothing that was acknowledged is lost."""

from __future__ import annotations

import asyncio
import sqlite3

from tests.journeys.house import Journey


def moves(journey: Journey) -> int:
    with sqlite3.connect(journey.bot.database) as db:
        return db.execute("SELECT count(*) FROM moves WHERE seat >= 0").fetchone()[0]


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
    preview = await journey.click(mover)
    done = await mover.click("Confirm", on=preview)
    assert "Played" in done.text


async def test_killed_right_after_a_move(journey: Journey) -> None:
    await journey.begin(2)
    former = len(journey.boards)
    mover = journey.mover
    preview = await journey.click(mover)
    confirm = preview.buttons[0].custom_id
    held = journey.home.hold("POST", r"/channels/\d+/messages")
    done = await mover.click("Confirm", on=preview)
    assert "Played" in done.text
    assert await journey.sandbox.world.pulse.until(lambda: held.hits == 1, 60)
    await journey.bot.kill()
    await journey.bot.start()
    await journey.next_board(former)
    assert moves(journey) == 1
    known = len(journey.sandbox.requests)
    journey.home.release(held)  # what the power cut had interrupted comes through after all
    assert await journey.sandbox.world.pulse.until(lambda: len(journey.sandbox.requests) > known, 60)
    assert len(journey.boards) == former + 1
    old = await mover.press(confirm, preview)
    assert "not your turn" in old.text
    await journey.turn()


async def test_an_interaction_replayed_after_a_resume_counts_once(journey: Journey) -> None:
    await journey.begin(2)
    former = len(journey.boards)
    mover = journey.mover
    await mover.click("Confirm", on=await journey.click(mover))
    await journey.next_board(former)
    journey.sandbox.rewind(3)
    await journey.sandbox.disconnect()
    await journey.sandbox.wait_ready()
    await asyncio.sleep(1)
    assert moves(journey) == 1
    await journey.turn()
    assert moves(journey) == 2


async def test_a_lost_answer_to_the_board_doubles_nothing(journey: Journey) -> None:
    await journey.begin(2)
    former = len(journey.boards)
    journey.home.lose("POST", r"/channels/\d+/messages")
    mover = journey.mover
    await mover.click("Confirm", on=await journey.click(mover))
    await journey.next_board(former)
    await asyncio.sleep(4)
    assert len(journey.boards) == former + 1
    await journey.turn()


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
    done = await mover.click("Confirm", on=await journey.click(mover))
    assert "Played" in done.text
    await asyncio.sleep(0.5)
    assert len(journey.boards) == former
    shown = await mover.slash("board")
    assert shown.images
    journey.home.permit("garden", send_messages_in_threads=None)
    await mover.slash("board")
    await journey.next_board(former)
    await journey.turn()


async def test_a_deleted_thread_moves_the_table_to_its_channel(journey: Journey) -> None:
    await journey.begin(2)
    mover = journey.mover
    journey.home.delete_channel(journey.place)
    journey.look_at(journey.home.channel_id("garden"))
    again = await mover.slash("move", move="red", table=1)
    await mover.click("Confirm", on=again)
    await journey.next_board(0)
    await journey.turn()


async def test_an_archived_thread_wakes_up(journey: Journey) -> None:
    await journey.begin(2)
    journey.home.archive(journey.place)
    await journey.turn()
    await journey.turn()


async def test_reconnecting_and_new_sessions(journey: Journey) -> None:
    await journey.begin(2)
    journey.sandbox.reconnect()
    await journey.sandbox.wait_ready()
    await journey.turn()
    journey.sandbox.invalidate()
    await journey.sandbox.wait_ready()
    await journey.turn()
