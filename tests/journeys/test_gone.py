"""Who is gone: people who leave the server, and the bot itself."""

from __future__ import annotations

import asyncio
import re
from collections import Counter

from tests.journeys.house import Journey, said

DAY = 86_400


async def test_a_person_who_has_left_the_server(journey: Journey) -> None:
    await journey.begin(3, pace="daily")
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


async def test_who_could_not_be_looked_up_is_looked_up_again(journey: Journey) -> None:
    await journey.begin(2, pace="daily")
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
    await journey.begin(2, pace="daily")
    journey.look_at(journey.home.channel_id("terrace"))
    await journey.ada.slash("game new", game="djinns", seats=2)
    journey.home.remove_bot()
    await journey.until(lambda: journey.of_tables("status") == ["running", "cancelled"])
    assert [bool(paused) for paused in journey.of_tables("paused")] == [True, False]
    journey.sandbox.advance(40 * DAY)
    journey.home.invite_bot()
    message = await journey.home.wait_for(lambda m: "I am on this server again" in str(m["components"]))
    assert re.search(r"<@\d+> to move", str(message["components"]))
    assert journey.of_tables("paused") == [None, None]
