"""The developer's tools of the page."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import discord
import pytest
import pytest_asyncio

from sandbox.kinds import Json
from sandbox.server import Sandbox
from sandbox.tools import Tool, tools
from tests.sandbox.tiny_bot import TinyBot, garden
from trials.waiting import SANDBOX_TIMEOUT_FACTOR, WAIT_SECONDS

CHECKER = """
import sys
print(len(sys.stdin.readlines()), "requests /api/v10/interactions/1/secret/callback")
sys.exit(1)
"""


@pytest_asyncio.fixture
async def sandbox(tmp_path: Path) -> AsyncIterator[Sandbox]:
    (tmp_path / "checker.py").write_text(CHECKER)
    made = await Sandbox.start(clock=tmp_path / "clock", checker=tmp_path / "checker.py", timeout_factor=SANDBOX_TIMEOUT_FACTOR)
    yield made
    await made.close()


@pytest.fixture
def use(sandbox: Sandbox) -> dict[str, Tool]:
    return {name.removeprefix("tool."): tool for name, tool in tools(sandbox, sandbox.home).items()}


async def test_clock_moves_forward_only(sandbox: Sandbox, use: dict[str, Tool], tmp_path: Path) -> None:
    assert float((tmp_path / "clock").read_text()) == 0
    ada = sandbox.home.person("Ada")
    before = await ada.say("now")
    assert await use["advance"]({"hours": 2, "days": "1", "minutes": 30}) == {"ahead": 26.5 * 3600}
    assert float((tmp_path / "clock").read_text()) == 26.5 * 3600
    after = await ada.say("later")
    passed = discord.utils.snowflake_time(int(after["id"])) - discord.utils.snowflake_time(int(before["id"]))
    assert 26.5 * 3600 <= passed.total_seconds() < 26.6 * 3600
    assert after["timestamp"] > before["timestamp"]
    for wrong in ({"hours": -1}, {"days": 10**6}, {"hours": "nan"}, {"minutes": []}):
        with pytest.raises(ValueError, match=r"forward only|a number"):
            await use["advance"](wrong)
    assert sandbox.world.ahead == 26.5 * 3600
    many = [int(sandbox.world.ids.next()) for _ in range(100)]
    assert many == sorted(set(many))


async def test_interaction_token_expires_by_the_clock(sandbox: Sandbox, bot: TinyBot, use: dict[str, Tool]) -> None:
    answer = await sandbox.home.person("Ada").slash("slow")
    assert answer.interaction is not None
    await use["advance"]({"minutes": 16})
    address = f"{sandbox.api}/webhooks/1100000000000000002/{answer.interaction.token}/messages/@original"
    async with aiohttp.ClientSession() as session, session.get(address) as reply:
        assert (await reply.json())["code"] == 50027


PRESETS = [("50013", 403), ("10003", 404), ("10008", 404), ("500", 500), ("503", 503)]


@pytest.mark.parametrize(("preset", "status"), PRESETS)
async def test_requests_fail_with_the_chosen_error(
    sandbox: Sandbox, bot: TinyBot, use: dict[str, Tool], preset: str, status: int
) -> None:
    answer = await use["fail"]({"preset": preset, "method": "GET", "path": "/users/@me$", "times": 2})
    assert [(fault["times"], fault["method"]) for fault in answer["faults"]] == [(2, "GET")]
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {sandbox.token}"}) as session:
        for expected in (status, status, 200):
            async with session.get(f"{sandbox.api}/users/@me") as reply:
                assert reply.status == expected
    assert await use["faults"]({}) == {"faults": []}


async def test_limited_requests_are_retried_and_lost_ones_take_effect(
    sandbox: Sandbox, bot: TinyBot, use: dict[str, Tool]
) -> None:
    place = await garden(bot, sandbox.home)
    await use["fail"]({"preset": "lost", "method": "POST", "path": "/messages$"})
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await place.send("once")
    assert [message["content"] for message in sandbox.home.messages("garden")] == ["once"]
    answer = await use["fail"]({"preset": "slow", "times": 3})
    assert answer["faults"][0]["what"] == ["fault_slow", 5]
    assert await use["faults"]({"clear": True}) == {"faults": []}
    await use["fail"]({"preset": "429", "path": "/messages$"})
    await place.send("twice")
    statuses = [row["status"] for row in (await use["requests"]({"match": "post /messages"}))["requests"]]
    assert statuses == [200, 429, 0]  # newest first; 0: no answer arrived


async def test_invalid_faults_are_refused(use: dict[str, Tool]) -> None:
    wrong: list[Json] = [
        {"preset": "x"},
        {"preset": "500", "path": "("},
        {"preset": "500", "times": 0},
        {"preset": "500", "method": "X"},
    ]
    for data in wrong:
        with pytest.raises((LookupError, ValueError)):
            await use["fail"](data)


@pytest.mark.short("True")
@pytest.mark.parametrize(("resumable", "identifies", "resumes"), [(True, 1, 1), (False, 2, 0)])
async def test_cut_connection_is_resumed_or_made_anew(
    sandbox: Sandbox, bot: TinyBot, use: dict[str, Tool], resumable: bool, identifies: int, resumes: int
) -> None:
    await use["cut"]({"resumable": resumable})
    gateway = sandbox.gateway_state
    assert await sandbox.world.changes.wait_until(lambda: gateway.identifies + gateway.resumes == 2, WAIT_SECONDS)
    assert (gateway.identifies, gateway.resumes) == (identifies, resumes)


async def test_requests_are_shown_without_secrets(sandbox: Sandbox, bot: TinyBot, use: dict[str, Tool]) -> None:
    answer = await sandbox.home.person("Ada").slash("slow")
    assert answer.interaction is not None
    found = await use["requests"]({"match": "POST callback 20"})
    row = found["requests"][0]
    assert row["status"] in (200, 204)
    assert row["at"] > 0
    assert row["seconds"] >= 0
    whole = await use["requests"]({"number": row["number"]})
    assert whole["body"]["type"] == 5
    for shown in (found, whole, await use["requests"]({})):
        assert answer.interaction.token not in str(shown)
        assert sandbox.token not in str(shown)
    assert (await use["requests"]({"before": row["number"]}))["requests"][0]["number"] == row["number"] - 1
    with pytest.raises(LookupError):
        await use["requests"]({"number": 10**6})


async def test_tools_delete_messages_and_change_threads(sandbox: Sandbox, bot: TinyBot, use: dict[str, Tool]) -> None:
    ada = sandbox.home.person("Ada")
    first, second = await ada.say("first"), await ada.say("second")
    place_id = sandbox.home.channel_id("garden")
    await use["delete"]({"place": place_id, "newest": True})
    assert [m["id"] for m in sandbox.home.messages("garden")] == [first["id"]]
    with pytest.raises(LookupError):
        await use["delete"]({"place": place_id, "message": second["id"]})
    thread = sandbox.home.open_thread("garden", "ours")
    await use["archive"]({"place": thread})
    await use["lock"]({"place": thread})
    shown = next(place for place in (await use["state"]({}))["places"] if place["id"] == thread)
    assert (shown["thread"], shown["archived"], shown["locked"]) == (True, True, True)
    await use["archive"]({"place": thread, "archived": False})
    assert (
        sandbox.world.channels[thread]["thread_metadata"] | {"archived": False, "locked": True}
        == (sandbox.world.channels[thread]["thread_metadata"])
    )
    with pytest.raises(ValueError, match="no thread"):
        await use["archive"]({"place": place_id})
    for unclear in ({}, {"message": " "}, {"message": first["id"], "whole": True}, {"newest": True, "whole": True}):
        with pytest.raises(LookupError, match="Say what is to be deleted"):
            await use["delete"]({"place": thread, **unclear})
    assert thread in sandbox.world.channels
    await use["delete"]({"place": thread, "whole": True})
    assert thread not in sandbox.world.channels


async def test_permissions(sandbox: Sandbox, bot: TinyBot, use: dict[str, Tool]) -> None:
    place_id = sandbox.home.channel_id("garden")
    place = await garden(bot, sandbox.home)
    await use["permissions"]({"place": place_id, "permission": "send_messages", "allow": False})
    with pytest.raises(discord.Forbidden):
        await place.send("x")
    state = await use["state"]({})
    lacking = next(place["lacking"] for place in state["places"] if place["id"] == place_id)
    assert "send_messages" in lacking
    await use["permissions"]({"place": place_id, "permission": "send_messages", "allow": None})
    await place.send("x")
    with pytest.raises(LookupError):
        await use["permissions"]({"place": place_id, "permission": "fly", "allow": True})


class Listener:
    """A client of the gateway with some intents, and the events it received."""

    def __init__(self, sandbox: Sandbox, intents: int) -> None:
        self.events: list[str] = []
        self._sandbox, self._intents = sandbox, intents

    async def listen(self) -> None:
        async with aiohttp.ClientSession() as session, session.ws_connect(self._sandbox.gateway) as socket:
            await socket.send_json({"op": 2, "d": {"token": self._sandbox.token, "intents": self._intents}})
            async for message in socket:
                self.events.append(message.json().get("t"))
                self._sandbox.world.changes.notify()


async def test_only_the_members_intent_hears_of_leaving(sandbox: Sandbox, use: dict[str, Tool]) -> None:
    plain, members = Listener(sandbox, 1), Listener(sandbox, 1 | 2)
    tasks = [asyncio.create_task(each.listen()) for each in (plain, members)]
    until = sandbox.world.changes.wait_until
    assert await until(lambda: all("GUILD_CREATE" in each.events for each in (plain, members)), WAIT_SECONDS)
    await use["member"]({"person": "Ben", "member": False})
    await use["member"]({"person": "Ben", "member": False})
    await use["member"]({"person": "Ben", "member": True})
    sandbox.home.open_thread("garden", "the end")
    assert await until(lambda: all("THREAD_CREATE" in each.events for each in (plain, members)), WAIT_SECONDS)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert [event for event in members.events if event and "MEMBER" in event] == ["GUILD_MEMBER_REMOVE", "GUILD_MEMBER_ADD"]
    assert not [event for event in plain.events if event and "MEMBER" in event]


async def test_person_outside_the_guild_sees_no_channel(sandbox: Sandbox, bot: TinyBot, use: dict[str, Tool]) -> None:
    await use["member"]({"person": "Ben", "member": False})
    assert not sandbox.world.allowed(sandbox.home.person("Ben").id, sandbox.home.place("garden"), "view_channel")
    with pytest.raises(LookupError):
        await use["member"]({"person": "Parterre", "member": False})


async def test_conformance_tool_needs_a_checker(sandbox: Sandbox, bot: TinyBot, use: dict[str, Tool]) -> None:
    answer = await use["conformance"]({})
    assert not answer["clean"]
    assert f"{len(sandbox.requests)} requests" in answer["text"]
    assert "secret" not in answer["text"]
    sandbox.checker = None
    with pytest.raises(LookupError, match="not available"):
        await use["conformance"]({})


async def test_restart_tool_needs_a_bot(use: dict[str, Tool]) -> None:
    assert "restart" not in use
    assert "tool.restart" not in (await use["state"]({}))["tools"]
