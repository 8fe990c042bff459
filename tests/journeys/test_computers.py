"""Computers at a table: how few taps a practice game takes, who may ask for them, and what they are never asked."""

from __future__ import annotations

import pytest

from cogs.shell.languages import catalogues
from cogs.shell.reader import Reader
from host.computers import describe_computer, new_computer
from host.deadlines import HOUR
from trials.journey import Journey, is_board, said
from trials.local_bot import known_languages

ACANTHUS = "⚙ Acanthus (computer, steady)"


async def practice(journey: Journey, **options: object) -> None:
    """Ada plays with one computer; everybody looks at the board."""
    lobby = await journey.ada.slash("game new", game=journey.game, computers=1, **options)
    await journey.ada.click("Start", on=lobby)
    message = await journey.home.wait_for(is_board)
    journey.look_at(message["channel_id"])


async def test_only_the_host_adds_computers_and_sets_their_level(journey: Journey) -> None:
    ada, ben = journey.people[:2]
    lobby = await ada.slash("game new", game="djinns", seats=3)
    table = journey.tables[-1]
    assert "2. *free*" in lobby.text
    assert "Remove a computer" not in [button.label for button in lobby.buttons]
    await ada.click("Add a computer", on=lobby)
    assert f"1. Ada (host)\n2. {ACANTHUS}\n3. *free*" in lobby.text
    assert "Hints · allowed" in lobby.text
    await ada.choose(f"l1:level:{table}", "keen", on=lobby)
    assert "2. ⚙ Acanthus (computer, keen)" in lobby.text
    await ben.click("Join", on=lobby)
    assert "3. Ben" in lobby.text
    assert "Hints" not in lobby.text
    for way, values in ((f"l1:add:{table}", None), (f"l1:remove:{table}", None), (f"l1:level:{table}", ["gentle"])):
        assert "Only Ada" in said(await ben.press(way, lobby, values=values))
    assert "If somebody wants to join, Ada can press **Remove a computer**" in lobby.text
    assert "All 3 seats" in said(await ada.press(f"l1:add:{table}", lobby))
    assert "“expert” is not possible here" in said(await ada.press(f"l1:level:{table}", lobby, values=["expert"]))
    await ada.click("Remove a computer", on=lobby)
    assert "All seats are taken" not in lobby.text
    assert "No computer sits" in said(await ada.press(f"l1:remove:{table}", lobby))
    await ada.submit(await ada.click("Change…", on=lobby), Help=["points", "guidance", "hints"])
    await journey.until(lambda: "Hints · allowed" in lobby.text)
    await ada.press(f"l1:hints:{table}", lobby, values=["2"])  # in a menu of a former version
    await journey.until(lambda: "Hints" not in lobby.text)
    await ada.slash("game cancel", table=table)
    assert "was cancelled" in said(await ada.press(f"l1:add:{table}", lobby))


async def test_no_table_has_more_computers_than_seats(journey: Journey) -> None:
    told = said(await journey.ada.slash("game new", game="djinns", seats=2, computers=2))
    assert "more computers than free seats" in told
    assert journey.tables == []


async def test_a_lobby_of_computers_alone_is_closed(journey: Journey) -> None:
    lobby = await journey.ada.slash("game new", game="djinns", computers=3)
    await journey.ada.click("Leave", on=lobby)
    assert "was cancelled" in lobby.text
    assert lobby.buttons == []


async def test_practice_game_starts_with_one_tap_and_ends_without_vote(journey: Journey) -> None:
    await practice(journey)
    asked = await journey.ada.slash("game end")
    assert [button.label for button in asked.buttons] == ["End it"]
    former = len(journey.boards)
    assert "nobody else" in said(await journey.ada.click("End it", on=asked))
    final = await journey.next_board(former)
    assert "The game ended early" in final.text
    assert ACANTHUS in final.alt[0]
    assert "<@-" not in "".join(str(request) for request in journey.told)
    await journey.ada.click("Rematch", on=final)
    again = await journey.home.wait_for(lambda m: "rematch of table" in str(m["components"]))
    assert f"2. {ACANTHUS}" in journey.ada.read(again).text


async def test_a_person_takes_over_the_seat_of_a_computer(journey: Journey) -> None:
    ada, ben = journey.people[:2]
    await practice(journey)
    assert "asked" in said(await ada.slash("replace", by=ben.id, seat=1))
    question = journey.ada.read(await journey.home.wait_for(lambda m: "q1:yes:" in str(m["components"])))
    assert "Ada asks Ben to play instead of the computer ⚙ Acanthus." in question.text
    await ben.click("Agree", on=question)
    taken = ("Ben", "⚙ Acanthus", "")
    await journey.until(lambda: taken in journey.rows('SELECT name, former, level FROM seats WHERE "table" = ?', *journey.tables))
    board = await journey.home.wait_for(lambda m: "plays instead of the computer" in str(m["components"]) and is_board(m))
    assert journey.ada.mention in str(board) or ben.mention in str(board)


@pytest.mark.parametrize("language", catalogues())
async def test_computers_are_named_in_the_tables_language(journey: Journey, language: str) -> None:
    lobby = await journey.ada.slash("game new", game="djinns", computers=1, level="keen", language=language)
    named = describe_computer(new_computer(0, "keen"))
    assert Reader(translate=known_languages().translate(language)).bare(named) in lobby.text
    assert str(named) not in lobby.text


async def test_a_computer_answers_a_move_and_pings_nobody(journey: Journey) -> None:
    await practice(journey)
    await journey.until(lambda: journey.ada.mention in journey.board.text)
    moves = 'SELECT count(*) FROM moves WHERE "table" = ? AND person < 0'
    played = journey.rows(moves, *journey.tables)
    await journey.turn()
    await journey.until(lambda: journey.rows(moves, *journey.tables) > played)
    await journey.until(lambda: journey.ada.mention in journey.board.text)
    assert "⚙ Acanthus" in (await journey.ada.slash("log")).text


async def test_board_says_that_a_computer_waits_for_the_end_of_a_pause(journey: Journey) -> None:
    await practice(journey)
    while journey.mover is not journey.ada:
        await journey.next_board(len(journey.boards))
    await journey.ada.slash("pause")
    await journey.board_with("The table is paused")
    board = await journey.turn()
    assert "plays after the pause" in board.text
    assert "is thinking" not in board.text
    await journey.ada.click("Resume", on=board)
    await journey.until(lambda: "<@" in journey.board.text and "The table is paused" not in journey.board.text)


@pytest.mark.own_bot
async def test_computer_moves_while_a_reminder_waits_for_its_table(journey: Journey) -> None:
    lobby = await journey.ada.slash("game new", game=journey.game, computers=1)
    first = await journey.begin(2, time_limit="quick")
    other = await journey.bot._client.tables.get(journey.tables[-1])
    await journey.ada.click("Start", on=lobby)
    message = await journey.home.wait_for(lambda each: is_board(each) and each["channel_id"] != first.message["channel_id"])
    journey.look_at(message["channel_id"])
    await journey.until(lambda: journey.ada.mention in journey.board.text)
    async with other.lock:
        journey.sandbox.advance(7 * HOUR)
        await journey.until(lambda: other.lock._waiters)
        moves = "SELECT count(*) FROM moves WHERE person < 0"
        played = journey.rows(moves)
        await journey.turn()
        await journey.until(lambda: journey.rows(moves) > played)
