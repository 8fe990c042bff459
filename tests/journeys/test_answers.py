"""Every click and command is answered, once, and says no more than is true."""

from __future__ import annotations

import asyncio
import logging
from importlib import import_module

import pytest

from host.refusal import NoTable
from host.table import Table
from sandbox.answer import Answer
from sandbox.kinds import PRIVATE_THREAD, PUBLIC_THREAD, Json, mapping
from trials.journey import Journey, said

CALLBACK = r"/interactions/\d+/[^/]+/callback"
MOVES = 'SELECT count(*) FROM moves WHERE "table" = ? AND person IS NOT NULL'


def told(answer: Answer) -> str:
    """Return the text of an answer and of its follow-ups."""
    return "\n".join([answer.text, *(note.text for note in answer.followups)])


def failed(request: Json) -> bool:
    return request["path"].endswith("callback") and request["status"] == 502


@pytest.mark.own_bot
async def test_a_move_takes_few_requests(journey: Journey) -> None:
    await journey.begin(2)
    await journey.turn()
    before, boards = len(journey.sandbox.requests), len(journey.boards)
    for _ in range(4):
        await journey.turn()
    made = [f"{request['method']} {request['path']}" for request in journey.sandbox.requests[before:]]
    assert len(journey.boards) == boards + 4
    assert len(made) <= 8 * 4, made


@pytest.mark.own_bot
async def test_a_click_is_answered_by_one_request(journey: Journey) -> None:
    await journey.begin(2)
    mover = journey.mover
    for label in ("Your move", "My view", "⋯"):
        before = len(journey.sandbox.requests)
        await mover.click(label, on=journey.board)
        made = [request["path"] for request in journey.sandbox.requests[before:]]
        answers = [path for path in made if "/interactions/" in path or "/webhooks/" in path]
        assert [path.rsplit("/", 1)[1] for path in answers] == ["callback"]


async def test_start_succeeds_though_its_deferral_seemed_to_fail(journey: Journey) -> None:
    lobby = await journey.open(2)
    held = journey.home.hold("POST", r"/messages/\d+/threads")
    journey.home.fail_after("POST", CALLBACK)
    starting = asyncio.create_task(journey.ada.click("Start", on=lobby))
    await journey.until(lambda: held.hits == 1)
    await journey.until(lambda: any(failed(request) for request in journey.sandbox.requests[-3:]))
    journey.home.release(held)
    await starting
    await journey.until(lambda: "to move · turn began" in lobby.text)
    assert journey.rows("SELECT status FROM tables WHERE guild = ?", journey.home.guild.id) == [("running",)]


async def test_move_is_confirmed_though_the_connection_breaks(journey: Journey) -> None:
    await journey.begin(2)
    mover = journey.mover
    preview = await journey.click_move(mover)
    journey.home.reset("POST", CALLBACK)
    assert "Played" in told(await mover.click("Confirm", on=preview))


async def test_move_is_confirmed_though_its_panel_is_gone(journey: Journey) -> None:
    await journey.begin(2)
    mover = journey.mover
    preview = await journey.click_move(mover)
    journey.home.fail("POST", CALLBACK, status=404, code=10008, times=2)
    done = told(await mover.click("Confirm", on=preview))
    assert "Played" in done
    assert "broke" not in done


async def test_a_second_click_on_confirm_keeps_the_way_back(journey: Journey) -> None:
    await journey.begin(2)
    mover = journey.mover
    preview = await journey.click_move(mover)
    confirm = next(button.custom_id for button in preview.buttons if button.label == "Confirm")
    moves = journey.rows(MOVES, journey.tables[-1])

    await asyncio.gather(*(mover.press(confirm, preview) for _ in range(3)))
    await mover.press(confirm, preview)
    assert journey.rows(MOVES, journey.tables[-1]) == [(moves[0][0] + 1,)]
    assert "You have just played this" in preview.text
    assert "Undo" in [button.label for button in preview.buttons]


async def test_a_typing_error_leaves_the_settings_where_they_are(journey: Journey) -> None:
    panel = await journey.ada.slash("settings")
    sent = await journey.ada.submit(await journey.ada.click("Quiet hours…", on=panel), From="late", To="07:00")
    assert "could not be read as quiet hours" in told(sent)
    refused = next(each for each in (sent, *sent.followups) if "Correct it" in [button.label for button in each.buttons])
    again = await journey.ada.click("Correct it", on=refused)
    settings = await journey.ada.submit(again, From="22:30")
    assert "**Quiet hours** 22:30 to 07:00" in settings.text
    emptied = await journey.ada.submit(await journey.ada.click("Quiet hours…", on=panel))
    assert "**Quiet hours** none" in emptied.text
    assert "Your settings" in panel.text
    assert "Quiet hours…" in [button.label for button in panel.buttons]


async def test_the_panel_of_the_host_ends_with_the_lobby(journey: Journey) -> None:
    lobby = await journey.open(2)
    panel, form = await journey.ada.click("Seats…", on=lobby), await journey.ada.click("Change…", on=lobby)
    await journey.ada.click("Start", on=lobby)
    assert "already started" in told(await journey.ada.submit(form))
    refused = await journey.ada.press(f"l1:size:{journey.tables[0]}", panel, values=["2"])
    assert "already started" in told(refused)
    assert panel.selects == []


async def test_nobody_waits_for_a_message_that_is_on_its_way(journey: Journey) -> None:
    lobby = await journey.ada.slash("game new", game="djinns", seats=3)
    journey.home.delete_message(lobby.message)
    held = journey.home.hold("POST", r"/channels/\d+/messages")
    await journey.ben.slash("game list")
    await journey.until(lambda: held.hits == 1)
    assert "You have joined table" in said(await journey.cleo.slash("game join", table=journey.tables[0]))
    journey.home.release(held)


@pytest.mark.parametrize("archived", [False, True])
async def test_private_thread_is_shown_elsewhere_only_to_its_players(journey: Journey, archived: bool) -> None:
    world, terrace = journey.sandbox.world, journey.home.place("terrace")
    thread = str(world.new_thread(terrace, "secret", PRIVATE_THREAD, 1440)["id"])
    journey.look_at(thread)
    await journey.begin(2)
    if archived:
        journey.home.archive(thread)
    (table,) = journey.tables
    for person in journey.people:
        person.go("garden")
    for command in ("board", "log", "rules"):
        given = {"table": table} if command != "rules" else {"game": "djinns"}
        assert (await journey.ada.slash(command, given)).ephemeral
    for command in ("board", "log"):
        assert "no such table" in said(await journey.dan.slash(command, table=table))
        assert "no such table" not in said(await journey.ben.slash(command, table=table))


async def test_a_table_in_an_archived_public_thread_is_seen_by_all(journey: Journey) -> None:
    thread = str(journey.sandbox.world.new_thread(journey.home.place("terrace"), "open", PUBLIC_THREAD, 1440)["id"])
    journey.look_at(thread)
    await journey.begin(2)
    journey.home.archive(thread)
    journey.dan.go("garden")
    assert "no such table" not in said(await journey.dan.slash("board", table=journey.tables[0]))


async def test_server_buttons_are_refused_in_direct_messages(journey: Journey) -> None:
    await journey.begin(2)
    (table,) = journey.tables
    panel = await journey.ada.go("dm").slash("settings")
    for custom_id in ("s1:back", f"l1:rematch:{table}", f"l1:start:{table}", "t1:list:1:0:on"):
        assert "channels of a server" in told(await journey.ada.press(custom_id, panel)), custom_id
    assert "Your settings" in panel.text


async def test_numbers_that_no_table_has(journey: Journey) -> None:
    await journey.begin(2)
    for number in (2**53, 2**63, 2**70, -1):
        assert "no such table" in said(await journey.ada.slash("board", table=number)), number


async def test_joining_at_a_deleted_lobby_posts_one_new_lobby(journey: Journey) -> None:
    """The private answer does not become the table's lobby. The next public message does."""
    lobby = await journey.ada.slash("game new", game="djinns", seats=2)
    journey.home.fail("POST", CALLBACK, status=404, code=10008, times=2)
    await journey.ben.press(f"l1:join:{journey.tables[-1]}", lobby)
    await journey.home.wait_for(lambda m: "2. Ben" in str(m["components"]) and not m["_reader"])
    (message,) = (m for m in journey.home.messages("garden") if "l1:cancel" in str(m["components"]) and not m["_reader"])
    assert journey.rows("SELECT lobby FROM tables WHERE id = ?", journey.tables[-1]) == [(int(message["id"]),)]


async def test_picture_is_posted_apart_where_edits_take_none(journey: Journey) -> None:
    thread = journey.home.open_thread("garden", "club")
    for person in journey.people:
        person.go(thread)
    await journey.begin(2)
    journey.home.archive(thread)
    journey.home.guild.takes_no_pictures_in_edits = True
    held = journey.home.hold("GET", rf"^/channels/{thread}$")  # so it is asked whether Ben may see the table
    asking = asyncio.create_task(journey.ben.go("terrace").slash("board", table=journey.tables[0]))
    await journey.until(lambda: any(mapping(request["body"]).get("type") == 5 for request in journey.told))
    journey.home.release(held)
    answer = await asking
    await journey.until(lambda: bool(answer.followups))
    (shown,) = answer.followups
    assert shown.ephemeral
    assert shown.images
    assert not answer.exists


async def test_lobby_changes_though_an_edit_takes_no_picture(journey: Journey) -> None:
    lobby = await journey.ada.slash("game new", game="djinns", seats=2)
    assert lobby.images
    journey.home.guild.takes_no_pictures_in_edits = True
    await journey.ben.slash("game join", table=journey.tables[0])
    await journey.until(lambda: "Ben" in lobby.text)
    assert lobby.buttons


async def test_work_after_an_answer_may_be_refused(
    journey: Journey, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def refuse(_: Table) -> None:
        raise NoTable

    await journey.begin(3)
    monkeypatch.setattr(import_module("cogs.ballots.leaving"), "review", refuse)
    await journey.cleo.click("Resign", on=await journey.cleo.slash("resign"))
    await journey.until(lambda: "There is no such table" in caplog.text)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
