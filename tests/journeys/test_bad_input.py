"""Wrong input, by mistake or on purpose: the bot answers one clear sentence privately and changes nothing."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox.answer import Answer
from tests.playing import at_random
from trials.journey import Journey, said
from trials.screen import says_over

NO_TABLE = 10**6


def dump(journey: Journey) -> list[list[Any]]:
    """Return the rows of tables, seats and moves of this guild."""
    found = ("id, status, host, seq FROM tables WHERE id", '* FROM seats WHERE "table"', '* FROM moves WHERE "table"')
    return [[row for table in journey.tables for row in journey.rows(f"SELECT {what} = ?", table)] for what in found]


async def test_bad_openings_are_refused(journey: Journey) -> None:
    assert "There is no game called “chess”" in said(await journey.ada.slash("game new", game="chess"))
    assert "is for 2 to 4 players" in said(await journey.ada.slash("game new", game="djinns", seats=9))
    assert "is not an option of" in said(await journey.ada.slash("game new", game="djinns", options="blind"))
    journey.home.permit("garden", attach_files=False)
    assert "Missing permissions: Attach Files" in said(await journey.ada.slash("game new", game="djinns"))
    assert dump(journey)[0] == []


async def test_opening_in_the_thread_of_another_table(journey: Journey) -> None:
    await journey.begin(2)
    before = journey.tables
    refused = said(await journey.cleo.slash("game new", game="djinns"))
    assert "A game is running in this thread" in refused
    assert f"<#{journey.home.channel_id('garden')}>" in refused
    assert journey.tables == before


async def test_joining_and_starting(journey: Journey) -> None:
    assert "No table is open here" in said(await journey.ben.slash("game join"))
    lobby = await journey.ada.slash("game new", game="djinns", seats=2)
    assert "needs at least 2 players" in said(await journey.ada.slash("game start"))
    assert "You are already at this table" in said(await journey.ada.click("Join", on=lobby))
    assert "You are not at this table" in said(await journey.ben.click("Leave", on=lobby))
    await journey.ben.click("Join", on=lobby)
    assert "All 2 seats" in said(await journey.cleo.press(f"l1:join:{journey.tables[0]}", lobby))
    assert "Only Ada" in said(await journey.ben.slash("game start"))
    assert "Only Ada" in said(await journey.ben.slash("game cancel"))
    assert "There is no such table" in said(await journey.ben.slash("game join", table=NO_TABLE))
    await journey.ada.click("Start", on=lobby)
    assert "already started" in said(await journey.cleo.slash("game join", table=journey.tables[0]))


async def test_bad_moves_are_refused(journey: Journey) -> None:
    await journey.begin(2)
    for _ in range(4):
        await journey.turn()
    mover, waiting, before = journey.mover, journey.waiting, dump(journey)
    assert "It is not your turn" in said(await waiting.slash("move", move="1"))
    assert "It is not your turn" in said(await waiting.click("Your move", on=journey.board))
    assert "You have no seat" in said(await journey.dan.slash("move", move="1"))
    assert "In the last 24 hours" in said(await journey.dan.click("Your move", on=journey.board))
    assert "is not possible here" in said(await mover.slash("move", move="garbage ; DROP TABLE moves"))
    assert "could mean" in said(await _ambiguous(journey))
    assert dump(journey) == before


async def _ambiguous(journey: Journey) -> Answer:
    """A word that begins two answers: a dome to one stack or to another."""
    for space in range(1, 33):
        lines = {choice["value"] for choice in await journey.mover.complete("move", "move", f"{space} ")}
        if len({line for line in lines if f"{space} 1-" in line}) > 1:
            return await journey.mover.slash("move", move=f"{space} 1-")
    raise AssertionError("no dome may go both ways")


async def test_hand_made_custom_ids(journey: Journey) -> None:
    await journey.begin(2)
    for _ in range(4):
        await journey.turn()
    mover, before = journey.mover, dump(journey)
    panel = await mover.click("Your move", on=journey.board)
    table, seq, at = panel.buttons[0].custom_id.split(":")[2:5]
    assert int(table) == journey.tables[0]
    assert "not available" in said(await mover.press(f"p1:pick:{table}:{seq}:{at}:99", panel))
    assert "There is no such table" in said(await mover.press(f"p1:pick:{NO_TABLE}:{seq}:{at}:0", panel))
    assert "There is no such table" in said(await mover.press(f"b1:move:{NO_TABLE}", journey.board.message["id"]))
    assert "moved on" in said(await mover.press(f"p1:pick:{table}:1:{at}:0", panel))
    assert "continued this turn elsewhere" in said(await mover.press(f"p1:confirm:{table}:{seq}:abc", panel))
    for custom_id in ("p0:pick:1:2:3", "b1:move:x", "l1:join:" + "9" * 30, f"p1:pick:{table}:2:3:-1"):
        assert "another version" in said(await mover.press(custom_id, panel))
    assert dump(journey) == before


async def test_an_unfinished_confirm_makes_no_move(journey: Journey) -> None:
    await journey.begin(2)
    mover, before = journey.mover, dump(journey)
    panel = await mover.click("Your move", on=journey.board)
    table, seq, at = panel.buttons[0].custom_id.split(":")[2:5]
    refused = await mover.press(f"p1:confirm:{table}:{seq}:{at}", panel)
    assert "not finished" in said(refused)
    assert "Towers" in [button.label for button in (await mover.click("Rules", on=refused)).buttons]
    assert dump(journey) == before


async def test_a_stale_click_shows_the_present_position(journey: Journey) -> None:
    await journey.begin(2)
    old_panel = await journey.mover.click("Your move", on=journey.board)
    first, old_board, old_answer = journey.mover, journey.board, old_panel.buttons[0].custom_id
    await journey.turn()
    answer = await first.press(old_answer, old_panel)
    assert "It is not your turn" in said(answer)
    await journey.turn()
    await journey.turn()
    await journey.turn()
    if journey.mover is not first:
        await journey.turn()
    answer = await first.press(old_answer, old_panel)
    assert "The game has moved on" in said(answer)
    assert any(b.custom_id.startswith("p1:pick") for b in answer.buttons)
    assert "Which" in said(await first.press(f"b1:move:{journey.tables[0]}", old_board))


async def test_a_double_click_counts_once(journey: Journey) -> None:
    await journey.begin(2)
    former = len(journey.boards)
    preview = await journey.click_move(journey.mover)
    confirm = next(b for b in preview.buttons if b.label == "Confirm")
    mover = journey.mover
    await mover.press(confirm.custom_id, preview, twice=True)
    await journey.next_board(former)
    again = await mover.press(confirm.custom_id, preview)
    assert "You have just played this" in said(again)
    assert sum(row[3] != "" and row[2] >= 0 for row in dump(journey)[2]) == 1


async def test_a_component_of_another_table(journey: Journey) -> None:
    await journey.begin(2)
    first = journey.board
    journey.look_at(journey.home.channel_id("terrace"))
    await journey.begin(2)
    mover = journey.mover
    panel = await mover.click("Your move", on=journey.board)
    table, second = journey.tables
    assert panel.buttons[0].custom_id.split(":")[2] == str(second)
    other = await journey.cleo.press(f"b1:move:{table}", first)
    assert "No turn was played here" in said(other)


@pytest.mark.own_bot(started=False)
async def test_an_ended_table(journey: Journey) -> None:
    await journey.prepared(2, at_random("djinns"), lambda step: False, seed=3)
    assert says_over(journey.board.text)
    before, (table,) = dump(journey), journey.tables
    assert "This game is over" in said(await journey.ada.press(f"b1:move:{table}", journey.board))
    assert "This game is over" in said(await journey.ada.slash("move", move="1", table=table))
    assert "This game is over" in said(await journey.ada.slash("undo", table=table))
    assert "No game is running here" in said(await journey.ada.slash("move", move="1"))
    assert dump(journey) == before


async def test_start_drops_a_player_gone_from_the_server(journey: Journey) -> None:
    lobby = await journey.open(3)
    journey.ben.leave()
    assert "Ben left this server" in said(await journey.ada.click("Start", on=lobby))
    await journey.until(lambda: "Ben" not in lobby.text)
    assert [seat[3] for seat in dump(journey)[1]] == ["Ada", "Cleo"]


async def test_an_open_table_cannot_be_played(journey: Journey) -> None:
    lobby, (table,) = await journey.open(2), journey.tables
    assert "not started yet" in said(await journey.ada.press(f"b1:move:{table}", lobby))
    assert "not started yet" in said(await journey.ada.press(f"b1:view:{table}", lobby))
    assert "No game is running here" in said(await journey.ada.slash("board"))


async def test_a_table_in_a_channel_one_may_not_see_does_not_exist(journey: Journey) -> None:
    await journey.begin(2)
    garden = journey.sandbox.world.channels[journey.home.channel_id("garden")]
    hidden = {"id": journey.dan.id, "type": 1, "allow": "0", "deny": str(1 << 10)}
    garden["permission_overwrites"].append(hidden)
    journey.sandbox.world.emit("CHANNEL_UPDATE", garden)
    journey.dan.go("terrace")
    assert "There is no such table" in said(await journey.dan.slash("board", table=journey.tables[0]))
