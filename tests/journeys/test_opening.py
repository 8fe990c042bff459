"""Opening a table: terms, kept seats, order, expiry; rematch and the final message."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest

from db.rows import SeatRow
from host.leaving import resign
from host.tables import Tables
from rules import GAMES
from rules.game import Step
from sandbox.answer import Answer
from sandbox.kinds import Json
from tests.journeys.test_answers import CALLBACK
from tests.playing import at_random
from trials.journey import Journey, is_board, said
from trials.seeding import start_table

DAY = 86_400
THREADS = r"/messages/\d+/threads"
DJINNS = GAMES["djinns"]


def is_over(step: Step[Any]) -> bool:
    return not DJINNS.to_act(step.state)


def lobbies(journey: Journey, place: str = "garden") -> list[Answer]:
    """The messages of open tables."""
    shown = [journey.ada.read(m) for m in journey.home.messages(place) if not m["_reader"]]
    return [answer for answer in shown if any(button.label == "Join" for button in answer.buttons)]


def edits(journey: Journey, message: Answer) -> list[Json]:
    return journey.requests("PATCH", f"/messages/{message.message['id']}")


async def test_a_kept_seat_and_terms_changed_before_the_start(journey: Journey) -> None:
    ada, ben, cleo, dan = journey.people
    lobby = await ada.slash(
        "game new", {"timeout": "give-up"}, game="djinns", seats=3, time_limit="quick", order="random", invite=ben.id
    )
    assert "quick: 12 hours a turn" in lobby.text
    assert "the seat is given up" in lobby.text
    assert "drawn at random" in lobby.text
    assert "2. *kept for Ben*" in lobby.text
    assert [user["id"] for user in lobby.message["mentions"]] == [ben.id]
    await cleo.click("Join", on=lobby)
    assert "some are kept for Ben" in said(await dan.press("l1:join:1", lobby))
    assert "Only Ada" in said(await cleo.click("Change…", on=lobby))
    assert "Only Ada" in said(await cleo.press("l1:pace:1", lobby, values=["live"]))
    form = await ada.click("Change…", on=lobby)
    await ada.submit(form, {"0": "live", "1": "wait", "2": "joined", "3": ["guidance"]})
    panel = await ada.click("Seats…", on=lobby)
    assert panel.ephemeral
    panel = await ada.choose("l1:size:1", "4", on=panel)
    panel = await ada.choose("l1:reserve:1", dan.id, on=panel)
    await journey.home.wait_for(lambda m: "kept for Dan" in str(m["components"]) and not m["_reader"])
    for term in ("live: 10 minutes a turn", "the table waits", "order of joining", "shown only after the move"):
        assert term in lobby.text
    assert journey.rows("SELECT subject, person FROM outbox WHERE kind = 'notice'") == [("invited", int(dan.id))]
    assert "is not possible here" in said(await ada.press("l1:pace:1", panel, values=["soon"]))
    assert "for 2 to 4 players" in said(await ada.press("l1:size:1", panel, values=["x"]))
    assert "somebody of this server" in said(await ada.press("l1:reserve:1", panel, values=["12"]))
    invited = ada.read(await journey.home.wait_for(lambda m: "Ada is keeping a seat for you" in str(m["components"])))
    panel = await ada.choose("l1:free:1", dan.id, on=await ada.click("Seats…", on=lobby))
    await journey.until(lambda: not invited.exists)
    await ben.click("Join", on=lobby)
    await journey.until(lambda: "3. Ben" in lobby.text)
    await ada.click("Seats…", on=lobby)
    await journey.bot.kill()
    await journey.bot.start()
    await dan.click("Join", on=lobby)
    assert "4. Dan" in lobby.text


async def test_late_edit_does_not_hide_a_newer_click(journey: Journey) -> None:
    lobby = await journey.ada.slash("game new", game="djinns", seats=3)
    await journey.until(lambda: bool(lobby.images))
    form = await journey.ada.click("Change…", on=lobby)
    held, before = journey.home.hold("PATCH", r"/channels/\d+/messages/\d+$"), len(edits(journey, lobby))
    await journey.ada.submit(form, Time_limit="live")
    await journey.until(lambda: held.hits > 0)
    await journey.ben.click("Join", on=lobby)
    assert "2. Ben" in lobby.text
    journey.home.release(held)
    await journey.until(lambda: len(edits(journey, lobby)) >= before + 2)  # the late one, and one more
    await journey.until(lambda: "2. Ben" in lobby.text)
    assert "live: 10 minutes a turn" in lobby.text


@pytest.mark.dealer("7")
async def test_random_order_and_a_kept_seat_that_nobody_took(journey: Journey) -> None:
    ada, ben, cleo, dan = journey.people
    lobby = await ada.slash("game new", game="djinns", seats=4, order="random", invite=dan.id)
    await ben.click("Join", on=lobby)
    await cleo.click("Join", on=lobby)
    await ada.slash("game start")
    message = await journey.home.wait_for(is_board)
    journey.look_at(message["channel_id"])
    order = [name for (name,) in journey.rows("SELECT name FROM seats ORDER BY seat")]
    assert sorted(order) == ["Ada", "Ben", "Cleo"]
    assert order != ["Ada", "Ben", "Cleo"]
    await journey.home.wait_for(lambda m: m["id"] == lobby.message["id"] and "to move · turn began" in str(m["components"]))
    assert lobby.buttons == []


async def test_nobody_starts_and_a_deleted_message_comes_back(journey: Journey) -> None:
    journey.dan.leave()
    assert "people on this server" in said(await journey.ada.slash("game new", game="djinns", invite=journey.dan.id))
    assert "another person" in said(await journey.ada.slash("game new", game="djinns", invite=journey.ada.id))
    lobby = await journey.ada.slash("game new", game="djinns", seats=2)
    journey.home.delete_message(lobby.message)
    await journey.ben.slash("game list")
    await journey.until(lambda: len(lobbies(journey)) == 1)
    (again,) = lobbies(journey)
    journey.home.delete_message(again.message)
    await journey.ben.slash("game join", table=journey.tables[0])
    await journey.home.wait_for(lambda m: "2. Ben" in str(m["components"]))
    (shown,) = lobbies(journey)
    journey.sandbox.advance(7 * DAY)
    await journey.home.wait_for(lambda m: m["id"] == shown.message["id"] and "within 7 days" in str(m["components"]))
    assert shown.buttons == []
    await journey.home.wait_for(lambda m: "Nobody started this table" in str(m["components"]))
    assert "was cancelled" in said(await journey.cleo.press(f"l1:join:{journey.tables[0]}", shown))


@asynccontextmanager
async def unknown_lobby(journey: Journey) -> AsyncGenerator[Answer]:
    """A lobby's message of which nobody knows, as Discord's answer was lost; at the end the channel can be read again."""
    journey.home.fail_after("POST", CALLBACK)
    unread = journey.home.fail("GET", r"/messages$", status=503, times=1000)
    lobby = await journey.ada.slash("game new", game="djinns", computers=1)
    await journey.until(lambda: unread.hits > 0)
    assert journey.of_tables("lobby")[-1] is None
    yield lobby
    unread.times = 0
    journey.sandbox.advance(300)


async def test_unknown_lobby_offers_no_seats_once_cancelled(journey: Journey) -> None:
    async with unknown_lobby(journey) as lobby:
        await journey.ada.slash("game cancel", table=journey.tables[0])
    await journey.until(lambda: lobby.buttons == [])
    assert "cancelled" in lobby.text


async def test_unknown_lobby_points_to_its_started_table(journey: Journey) -> None:
    """It is not kept up to date, so it says nothing that will not stay so."""
    async with unknown_lobby(journey) as lobby:
        await journey.ada.slash("game start", table=journey.tables[0])
    await journey.until(lambda: lobby.buttons == [])
    assert "are playing at table" in lobby.text
    assert "to move" not in lobby.text


async def test_start_makes_an_unknown_lobby_known(journey: Journey) -> None:
    async with unknown_lobby(journey) as lobby:
        await journey.ada.click("Start", on=lobby)
    assert journey.of_tables("lobby") == [int(lobby.message["id"])]
    assert journey.of_tables("place") == [int(lobby.message["id"])]  # a thread that hangs on a message has its id


async def test_unknown_lobby_is_updated_after_a_failed_start(journey: Journey) -> None:
    first = await journey.open(2)
    journey.home.fail("POST", THREADS, code=160006, times=2)
    await journey.ada.click("Start", on=first)
    async with unknown_lobby(journey) as lobby:
        await journey.ben.slash("game join", table=journey.tables[1])
        claimed = "SELECT id FROM outbox WHERE queue = ? AND claimed_until IS NOT NULL"
        await journey.until(lambda: journey.rows(claimed, f"lobby:{journey.tables[1]}") == [])
        assert "as many active threads" in said(await journey.ada.click("Start", on=lobby))
        assert "Ben" not in lobby.text
    await journey.until(lambda: "Ben" in lobby.text)


@pytest.mark.own_bot(started=False)
async def test_the_end_and_a_rematch(journey: Journey) -> None:
    path = await journey.prepared(2, at_random("djinns"), is_over, seed=3)
    former, mover = len(journey.boards), journey.mover
    await mover.click("Confirm", on=await mover.slash("move", move=" ".join(path)))
    final = await journey.next_board(former)
    assert final.images
    assert final.text.count("wins with") == 1
    assert final.text.count("game is over") == 1
    assert "dream towers" in final.alt[0]
    assert [button.label for button in final.buttons] == ["My view", "Rematch", "Replay", "Review", "⋯"]
    assert "Nobody has opened a rematch" in said(await journey.cleo.click("Rematch", on=final))
    first = await journey.ben.click("Rematch", on=final)
    assert "open for the rematch" in said(first)
    (lobby,) = lobbies(journey)
    assert lobby.message["id"] in said(first)
    assert "1. Ben (host)\n2. *kept for Ada*" in lobby.text
    assert "rematch of table 1" in lobby.text
    assert [user["id"] for user in lobby.message["mentions"]] == [journey.ada.id]
    await journey.bot.kill()
    await journey.bot.start()
    journey.home.fail("GET", rf"/messages/{lobby.message['id']}", status=403, code=50001)
    again = await journey.ada.click("Rematch", on=final)
    assert lobby.message["id"] in said(again)
    assert len(lobbies(journey)) == 1
    await journey.ada.click("Join", on=lobby)
    started = await journey.ben.click("Start", on=lobby)
    board = await journey.home.wait_for(lambda m: is_board(m) and m["channel_id"] != journey.place)
    assert f"has started in <#{board['channel_id']}>" in said(started)


@pytest.mark.own_bot(started=False)
async def test_a_game_that_ends_because_one_is_left(journey: Journey) -> None:
    """The house itself lets Ben resign before the bot starts; the bot then tells the end."""
    store = await journey.bot.open_store()
    place, guild = int(journey.place), int(journey.home.guild.id)
    people = [SeatRow(seat, int(person.id), person.name) for seat, person in enumerate(journey.people[:2])]
    table = await start_table(Tables(store, random=Random(3)), "djinns", people, guild=guild, channel=place)
    await resign(table, people[1].person, 5)
    await store.close()
    await journey.bot.start()
    final = await journey.next_board(0)
    assert "The game ended early: nobody was ahead." in final.text
    assert "Ben (left the game)" in final.alt[0]
    assert final.images


@pytest.mark.parametrize("points", ["shown", "hidden"])
async def test_choices_show_points_only_where_agreed(journey: Journey, points: str) -> None:
    journey.game = "schlossgarten"
    await journey.begin(2, points=points)
    told = ""
    for _ in range(6):
        mover, former = journey.mover, len(journey.boards)
        made = {line for board in journey.boards for line in board.text.splitlines()}
        panel = await mover.click("Your move", on=journey.board)
        while "Confirm" not in [button.label for button in panel.buttons]:
            told += " ".join({*panel.text.splitlines()} - made) + " ".join(button.label for button in panel.buttons)
            panel = await journey.answer(mover, panel)
        told += " ".join({*panel.text.splitlines()} - made) + "".join(
            choice["name"] for choice in await mover.complete("move", "move", "")
        )
        await mover.click("Confirm", on=panel)
        await journey.next_board(former)
    assert ("+" in told) == (points == "shown")


async def test_form_opens_a_table_with_all_its_terms(journey: Journey) -> None:
    ada, ben = journey.ada, journey.ben
    form = await ada.click("Open a table", on=await ada.slash("turns"))
    lobby = await ada.submit(
        form, Game="hanging_gardens", Seats="3", Computer_players="1", Time_limit="quick", Keep_a_seat_for=ben.id
    )
    for line in ("The Hanging Gardens", "quick: 12 hours a turn", "*kept for Ben*", "Acanthus (computer, steady)"):
        assert line in lobby.text
    assert [user["id"] for user in lobby.message["mentions"]] == [ben.id]


async def test_form_of_a_new_table_keeps_no_seat_for_its_host(journey: Journey) -> None:
    form = await journey.ada.click("Open a table", on=await journey.ada.slash("turns"))
    refused = await journey.ada.submit(form, Keep_a_seat_for=journey.ada.id)
    assert "another person, not for a bot or yourself" in said(refused)
    assert journey.tables == []


async def test_refused_form_opens_again_with_its_values(journey: Journey) -> None:
    ada, ben = journey.ada, journey.ben
    form = await ada.click("Open a table", on=await ada.slash("turns"))
    chosen = {"Game": "ishtar", "Seats": "2", "Computer players": "3", "Keep a seat for": ben.id}
    refused = await ada.submit(form, {name.replace(" ", "_"): value for name, value in chosen.items()})
    assert journey.tables == []
    again = await ada.click("Correct it", on=next(each for each in (refused, *refused.followups) if each.buttons))
    lobby = await ada.submit(again, Computer_players="0")
    assert "Ishtar" in lobby.text
    assert "*kept for Ben*" in lobby.text


async def test_forged_submission_opens_no_form(journey: Journey) -> None:
    form = await journey.ada.click("Open a table", on=await journey.ada.slash("turns"))
    assert form.modal is not None
    form.modal["custom_id"] = "l1:new"
    assert "another version" in said(await journey.ada.submit(form))
