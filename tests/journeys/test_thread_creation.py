"""A table gets one thread, although Discord's answer to its creation is lost; none is left empty."""

from __future__ import annotations

import pytest

from sandbox.faults import Fault
from sandbox.kinds import ANNOUNCEMENT_THREAD, PUBLIC_THREAD, THREADS, Json
from trials.journey import Journey, is_board, said

CARD, THREAD, LOOK = r"/channels/\d+/messages$", r"/messages/\d+/threads$", r"^/channels/\d+$"
BREAKS = ["lost answer", "error after the effect", "error that is tried again"]


def break_creation(journey: Journey, how: str) -> Fault:
    """Let the next creation of a thread take effect without the bot hearing of it."""
    if how == "lost answer":
        return journey.home.lose("POST", THREAD)
    return journey.home.fail_after("POST", THREAD, status=503 if how == "error after the effect" else 502)


async def the_thread(journey: Journey) -> Json:
    """The only thread; the table's board is posted there, and its card hangs above it."""
    board = await journey.home.wait_for(is_board)
    (thread,) = [each for each in journey.home.world.channels_of(journey.home.guild) if each["type"] in THREADS]
    assert board["channel_id"] == thread["id"]
    assert journey.of_tables("place") == journey.of_tables("lobby") == [int(thread["id"])]
    card = journey.home.world.messages[thread["parent_id"]][thread["id"]]
    await journey.until(lambda: "to move · turn began" in journey.ada.read(card).text)
    return thread


@pytest.mark.parametrize("how", BREAKS)
@pytest.mark.parametrize("announcements", [False, True])
async def test_thread_at_the_lobby_is_found(journey: Journey, how: str, *, announcements: bool) -> None:
    if announcements:
        journey.home.make_announcements("garden")
    lobby = await journey.open(2)
    break_creation(journey, how)
    await journey.ada.click("Start", on=lobby)
    thread = await the_thread(journey)
    assert thread["id"] == lobby.message["id"]
    assert thread["type"] == (ANNOUNCEMENT_THREAD if announcements else PUBLIC_THREAD)


@pytest.mark.parametrize("how", BREAKS)
async def test_thread_without_a_lobby_message_is_found(journey: Journey, how: str) -> None:
    lobby = await journey.open(2)
    journey.home.delete_message(lobby.message)
    journey.home.lose("POST", CARD)
    break_creation(journey, how).skip = 1  # at the message that is gone
    await journey.ada.slash("game start", table=journey.tables[0])
    await the_thread(journey)
    assert len([message for message in journey.home.messages("garden") if not message["_reader"]]) == 1


async def test_thread_of_a_moved_table_is_found(journey: Journey) -> None:
    await journey.begin(2)
    listed = await journey.ada.click("Tables…", on=await journey.ada.slash("setup"))
    panel = await journey.ada.choose("Choose a table", str(journey.tables[0]), on=listed)
    terrace = journey.home.channel_id("terrace")
    journey.home.lose("POST", rf"{terrace}/messages$")
    break_creation(journey, "lost answer")
    await journey.ada.choose("Move it", terrace, on=panel)
    moved = await journey.home.wait_for(lambda m: is_board(m) and "moved this table here" in str(m["components"]))
    (card,) = journey.home.messages("terrace")
    assert moved["channel_id"] == card["id"]


@pytest.mark.parametrize("code", [50035, 20031])
async def test_refused_name_of_a_thread_becomes_a_plain_one(journey: Journey, code: int) -> None:
    journey.home.fail("POST", THREAD, status=400, code=code)
    await journey.begin(2)
    assert journey.home.place(journey.place)["name"] == f"Djinns of the Lake · table {journey.tables[0]}"
    assert journey.place != journey.home.channel_id("garden")


async def test_start_waits_while_discord_does_not_tell_of_the_thread(journey: Journey) -> None:
    lobby = await journey.open(2)
    break_creation(journey, "lost answer")
    silent = journey.home.reset("GET", LOOK, times=9)
    assert "Please try again" in said(await journey.ada.click("Start", on=lobby))
    assert journey.of_tables("status") == ["open"]
    silent.times = 0
    await journey.ada.click("Start", on=lobby)
    assert (await the_thread(journey))["id"] == lobby.message["id"]


async def test_no_card_is_left_where_no_thread_can_be_made(journey: Journey) -> None:
    lobby = await journey.open(2)
    journey.home.delete_message(lobby.message)
    journey.home.fail("POST", THREAD, code=10008)
    journey.home.fail("POST", THREAD, code=50013)
    await journey.ada.slash("game start", table=journey.tables[0])
    board = await journey.home.wait_for(is_board)
    assert board["channel_id"] == journey.place
    shown = [message for message in journey.home.messages("garden") if not message["_reader"]]
    assert shown == [board]


async def test_announcement_channel_is_played_in(journey: Journey) -> None:
    journey.home.make_announcements("garden")
    page = await journey.ada.click("Permissions", on=await journey.ada.slash("setup"))
    assert page.text.count("several tables, each in a thread") == 2
    await journey.begin(2)
    assert journey.home.place(journey.place)["type"] == ANNOUNCEMENT_THREAD
    former = journey.place
    journey.home.archive(former)
    journey.home.fail("POST", rf"/channels/{former}/messages$", code=160007)
    board = await journey.move_in_channel(journey.mover)
    assert "too many active threads" in board.text
    await journey.turn()
