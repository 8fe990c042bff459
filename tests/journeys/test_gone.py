"""People leave the server, and so does the bot."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from random import Random

import pytest

from db.due import SERVER_REMOVED
from db.rows import SeatRow
from host.forgetting import note_removed
from host.lobby import Terms
from host.tables import Tables
from sandbox.faults import Fault
from trials.journey import Journey, is_board, said

DAY = 86_400


async def test_board_says_that_a_player_left_the_server(journey: Journey) -> None:
    await journey.begin(3, time_limit="daily")
    gone = next(person for person in journey.people[:3] if person is not journey.mover)
    gone.leave()
    for _ in range(4):
        if "has left the server" in journey.board.text:
            break
        former = len(journey.boards)
        await (journey.next_board(former) if journey.mover is gone else journey.turn())
    board = await journey.board_with("has left the server")
    assert "/replace" in board.text
    assert journey.mover is not gone
    for _ in range(3):
        await journey.turn()
    looked_up = Counter(r["path"] for r in journey.requests("GET", "/members/"))
    assert max(looked_up.values()) <= 2  # once at the start, and once on the first day


async def test_failed_member_lookup_is_repeated(journey: Journey) -> None:
    await journey.begin(2, time_limit="daily")
    gone, other = journey.waiting, journey.mover
    failed = journey.home.fail("GET", f"/members/{gone.id}", status=503)
    gone.leave()
    while not failed.hits:
        former = len(journey.boards)
        await (journey.next_board(former) if journey.mover is gone else journey.turn())
        await journey.until(lambda: bool(failed.hits) or journey.mover is not gone)
    await other.click("Nudge", on=await other.click("⋯", on=journey.board))
    await journey.board_with("has left the server")


async def test_the_bot_is_removed_while_a_table_starts(journey: Journey) -> None:
    lobby = await journey.open(2)
    held = journey.home.hold("GET", f"/members/{journey.ben.id}")
    starting = asyncio.create_task(journey.ada.click("Start", on=lobby))
    await journey.until(lambda: held.hits == 1)
    journey.home.remove_bot()
    await journey.until(lambda: journey.of_tables("status") == ["cancelled"])
    journey.home.release(held)
    assert "was cancelled" in said(await starting)


async def test_the_bot_leaves_the_server_and_comes_back(journey: Journey) -> None:
    await journey.begin(2, time_limit="daily")
    journey.look_at(journey.home.channel_id("terrace"))
    await journey.ada.slash("game new", game="djinns", seats=2)
    journey.home.remove_bot()
    await journey.until(lambda: journey.of_tables("status") == ["running", "cancelled"])
    assert [bool(paused) for paused in journey.of_tables("paused")] == [True, False]
    journey.sandbox.advance(40 * DAY)
    journey.home.invite_bot()
    message = await journey.home.wait_for(lambda m: "I am back on this server" in str(m["components"]))
    assert re.search(r"<@\d+> to move", str(message["components"]))
    assert journey.of_tables("paused") == [None, None]


@pytest.mark.own_bot(started=False)
async def test_server_that_came_back_during_a_stop_keeps_its_data(journey: Journey) -> None:
    """Its 30 days are over, and other servers are looked at before it."""
    other = journey.sandbox.found("Second Club")
    store = await journey.bot.open_store()
    tables = Tables(store, random=Random(1))
    for home, person in ((journey.home, journey.ada), (other, next(iter(other.people.values())))):
        host, channel = SeatRow(0, int(person.id), person.name), int(home.channel_id("garden"))
        await tables.open(game="djinns", terms=Terms(size=2), host=host, guild=int(home.guild.id), channel=channel)
    await note_removed(store, int(other.guild.id), tables.now() - 31 * DAY)
    await store.close()
    journey.sandbox.world.faults.add(Fault("GET", "/members/", delay=4.0, times=9))
    await journey.bot.start()
    await journey.until(lambda: not journey.rows("SELECT at FROM due WHERE kind = ?", SERVER_REMOVED))
    kept = journey.rows("SELECT status FROM tables WHERE guild = ?", int(other.guild.id))
    assert kept == [("open",)]


async def test_next_person_hosts_when_the_host_left_the_server(journey: Journey) -> None:
    lobby = await journey.open(3)
    journey.ada.leave()
    await journey.ben.click("Start", on=lobby)
    await journey.home.wait_for(is_board)
    assert journey.of_tables("host") == [int(journey.ben.id)]


async def test_missing_host_is_noticed_when_somebody_joins(journey: Journey) -> None:
    lobby = await journey.ada.slash("game new", game="djinns", seats=3)
    journey.ada.leave()
    await journey.ben.click("Join", on=lobby)
    await journey.until(lambda: "1. Ben (host)" in lobby.text)


async def test_question_to_a_person_off_the_server_is_settled(journey: Journey) -> None:
    await journey.begin(3)
    gone, asker = journey.waiting, journey.mover
    other = next(person for person in journey.people[:3] if person not in (gone, asker))
    gone.leave()
    await asker.slash("pause")
    asked = await journey.home.wait_for(lambda m: "would like to pause" in str(m["components"]))
    await journey.board_with("has left the server")
    await other.click("Agree", on=journey.ada.read(asked))
    await journey.board_with("The table is paused")


async def test_players_learn_directly_of_a_deleted_channel(journey: Journey) -> None:
    await journey.begin(2)
    journey.home.delete_channel("garden")
    for person in (journey.ada, journey.ben):
        direct = str(journey.sandbox.world.direct(person.id)["id"])
        await journey.home.wait_for(lambda m, direct=direct: m["channel_id"] == direct and "was deleted" in str(m["components"]))
    terrace = journey.home.channel_id("terrace")
    journey.look_at(terrace)
    listed = await journey.ada.click("Tables…", on=await journey.ada.slash("setup"))
    panel = await journey.ada.choose("Choose a table", str(journey.tables[0]), on=listed)
    await journey.ada.choose("Move it", terrace, on=panel)
    board = await journey.home.wait_for(lambda m: is_board(m) and "clocks continue" in str(m["components"]))
    journey.look_at(board["channel_id"])
    assert journey.home.place(board["channel_id"])["parent_id"] == terrace
    assert journey.of_tables("paused") == [None]
    await journey.turn()


@pytest.mark.own_bot
async def test_places_lost_while_the_bot_was_away_are_noticed(journey: Journey) -> None:
    await journey.begin(2)
    thread, garden = journey.place, journey.home.channel_id("garden")
    journey.look_at(journey.home.channel_id("terrace"))
    await journey.begin(2)
    await journey.bot.stop()
    journey.home.delete_channel(thread)
    journey.home.delete_channel("terrace")
    await journey.bot.start()
    board = await journey.home.wait_for(lambda m: is_board(m) and m["channel_id"] == garden)
    assert "The thread of this table was deleted" in str(board["components"])
    await journey.until(lambda: [bool(paused) for paused in journey.of_tables("paused")] == [False, True])
