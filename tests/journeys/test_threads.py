"""The threads of tables: locked, gone, too many, archived after the end."""

from __future__ import annotations

from random import Random

import pytest

from db.enqueue import ELSEWHERE
from db.outbox import CLAIM_SECONDS
from db.rows import SeatRow
from db.store import Store
from host.leaving import resign
from host.lobby import Terms
from host.tables import Tables
from sandbox.answer import Answer
from tests.people import move
from trials.journey import Journey, is_board, said


@pytest.mark.parametrize("archived", [True, False])
async def test_a_locked_thread_sends_the_table_to_its_channel(journey: Journey, *, archived: bool) -> None:
    await journey.begin(2, time_limit="untimed")
    journey.home.archive(journey.place, archived=archived, locked=True)
    board = await journey.board_in_channel()
    assert "The thread of this table is locked, so the game continues here." in board.text
    again = await journey.turn()
    assert "locked" not in again.text


async def test_table_stays_in_a_thread_that_is_locked_for_a_moment(journey: Journey) -> None:
    await journey.begin(2, time_limit="untimed")
    journey.home.archive(journey.place, archived=False, locked=True)
    journey.home.archive(journey.place, archived=False, locked=False)
    await journey.until(lambda: "stays in its thread" in journey.bot.log)
    assert len(journey.boards) == 1
    await journey.turn()
    assert len(journey.boards) == 2
    await journey.until(lambda: not journey.boards[0].buttons)


@pytest.mark.own_bot
@pytest.mark.parametrize("cut_off", [False, True])
async def test_move_after_a_moment_of_a_locked_thread_is_told_alone(journey: Journey, *, cut_off: bool) -> None:
    """The new board does not repeat the old story, even if the bot was killed during an earlier try."""
    await journey.begin(2, time_limit="untimed")
    await journey.bot.stop()
    store = await journey.bot.open_store()
    tables = Tables(store, random=Random(1), now=journey.sandbox.world.now)
    await lock_for_a_moment(store)
    await move(await tables.get(1))
    if cut_off:
        assert [row.subject for row in await store.outbox.claim("parterre", tables.now(), 1)] == [ELSEWHERE]
    await store.close()
    journey.sandbox.advance(CLAIM_SECONDS + 1)
    await journey.bot.start()
    newest = await journey.next_board(1)
    assert "The 32 domes are laid" in journey.boards[0].text
    assert "The 32 domes are laid" not in newest.text
    await journey.turn()
    await journey.until(lambda: not journey.boards[1].buttons)
    assert "The 32 domes are laid" not in journey.boards[1].text


@pytest.mark.own_bot
async def test_table_stays_in_a_thread_archived_after_a_lock(journey: Journey) -> None:
    await journey.begin(2, time_limit="untimed")
    await journey.bot.stop()
    store = await journey.bot.open_store()
    await lock_for_a_moment(store)
    await store.close()
    journey.home.archive(journey.place)
    await journey.bot.start()
    await journey.until(lambda: "stays in its thread" in journey.bot.log)
    assert len(journey.boards) == 1


async def lock_for_a_moment(store: Store) -> None:
    """Enqueue the board of table 1 as the bot does when its thread is locked."""
    board = await store.outbox.newest_board(1)
    assert board is not None
    await store.outbox.post_again(board, 0.0, elsewhere=True)


async def test_deleted_thread_sends_the_table_to_its_channel(journey: Journey) -> None:
    await journey.begin(2, time_limit="untimed")
    journey.home.delete_channel(journey.place)
    board = await journey.board_in_channel()
    assert "The thread of this table was deleted, so the game continues here." in board.text
    again = await journey.turn()
    assert "gone" not in again.text


async def test_foreign_locked_thread_logs_how_to_go_on(journey: Journey) -> None:
    thread = journey.home.open_thread("garden", "club")
    for person in journey.people:
        person.go(thread)
    await journey.begin(2)
    former = len(journey.boards)
    mover = journey.mover
    preview = await journey.click_move(mover)
    journey.home.archive(thread, archived=True, locked=True)
    await mover.click("Confirm", on=preview)
    await journey.until(lambda: "unlock the thread it is played in" in journey.bot.log)
    journey.home.archive(thread, archived=False, locked=False)
    await journey.next_board(former)


async def test_archived_thread_of_others_is_opened_for_an_edit(journey: Journey) -> None:
    thread = journey.home.open_thread("garden", "club", owner=journey.cleo.id)
    for person in journey.people:
        person.go(thread)
    lobby = await journey.ada.slash("game new", game="djinns", seats=2)
    journey.home.archive(thread)
    await journey.ben.go("terrace").slash("game join", table=journey.tables[0])
    await journey.until(lambda: "Ben" in lobby.text)
    assert not journey.home.place(thread)["thread_metadata"]["archived"]


@pytest.mark.parametrize("code", [160006, 160007])
async def test_no_thread_can_be_made(journey: Journey, code: int) -> None:
    first, second = await journey.open(2), await journey.open(2)
    journey.home.fail("POST", r"/messages/\d+/threads", code=code, times=2)
    await journey.ada.click("Start", on=first)
    message = await journey.home.wait_for(is_board)
    assert message["channel_id"] == journey.place
    refused = await journey.ada.click("Start", on=second)
    assert "as many active threads as Discord allows" in said(refused)
    await journey.ada.click("Start", on=second)
    await journey.home.wait_for(lambda m: is_board(m) and m["channel_id"] != journey.place)


async def ended(journey: Journey, *, another: bool = False) -> Answer:
    """Return the last board of a table that ends because Ben resigns.

    :param another: is another table open in its thread?
    """
    await journey.begin(2)
    await journey.bot.stop()
    store = await journey.bot.open_store()
    table = await Tables(store, random=Random(1)).get(1)
    await resign(table, int(journey.ben.id), 5)
    if another:
        host, thread = SeatRow(0, int(journey.dan.id), "Dan"), int(journey.place)
        await Tables(store).open(game="djinns", terms=Terms(size=2), host=host, guild=int(journey.home.guild.id), channel=thread)
    await store.close()
    await journey.bot.start()
    final = await journey.next_board(1)
    assert "The game ended early" in final.text
    return final


@pytest.mark.own_bot
async def test_game_new_in_a_finished_thread_opens_in_the_channel(journey: Journey) -> None:
    thread = (await ended(journey)).message["channel_id"]
    journey.dan.go(thread)
    told = await journey.dan.slash("game new", game="djinns", seats=2)
    assert told.ephemeral
    garden = journey.home.channel_id("garden")
    assert f"is open in <#{garden}>" in told.text
    lobbies = [message for message in journey.home.messages("garden") if "l1:join" in str(message["components"])]
    assert len(lobbies) == 1
    assert lobbies[0]["id"] in told.text


@pytest.mark.own_bot
async def test_a_thread_stays_open_where_another_table_lives_in_it(journey: Journey) -> None:
    await ended(journey, another=True)
    await journey.until(lambda: not journey.boards[0].buttons)
    journey.sandbox.advance(601)
    waits = "SELECT count(*) FROM outbox WHERE kind = 'archive'"
    await journey.until(lambda: journey.rows(waits) == [(0,)])
    assert not journey.sandbox.world.channels[journey.place]["thread_metadata"]["archived"]


@pytest.mark.own_bot
async def test_the_thread_of_an_ended_table_is_archived(journey: Journey) -> None:
    final = await ended(journey)
    thread = journey.place
    state = journey.sandbox.world.channels[thread]["thread_metadata"]
    assert not state["archived"]
    await journey.until(lambda: not journey.boards[0].buttons)  # then the bot has noted that the last board was posted
    journey.sandbox.advance(601)
    await journey.until(lambda: state["archived"])
    assert not state["locked"]
    again = await journey.ada.click("Rematch", on=final)
    assert "open for the rematch" in again.text
