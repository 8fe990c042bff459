"""The page serves its own files alone; its WebSocket sends people, places and messages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager

import aiohttp
import pytest
import pytest_asyncio
from yarl import URL

from sandbox.kinds import Json
from sandbox.server import Sandbox
from tests.sandbox.tiny_bot import TinyBot
from trials.waiting import WAIT_SECONDS


@pytest_asyncio.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as made:
        yield made


def connect(
    sandbox: Sandbox, session: aiohttp.ClientSession, **headers: str
) -> AbstractAsyncContextManager[aiohttp.ClientWebSocketResponse]:
    return session.ws_connect(f"{sandbox.page}page/live", headers=headers)


async def heard(live: aiohttp.ClientWebSocketResponse, fits: Callable[[Json], bool]) -> Json:
    """Return the next frame that fits."""
    while True:
        frame: Json = await live.receive_json(timeout=WAIT_SECONDS)
        if fits(frame):
            return frame


async def test_page_is_compressed_and_allows_only_its_own_scripts(sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
    for path in ("", "static/page.js", "static/page.css"):
        async with session.get(f"{sandbox.page}{path}") as response:
            assert response.status == 200
            assert response.headers["Content-Encoding"] in ("gzip", "deflate")
            assert "default-src 'self'" in response.headers["Content-Security-Policy"]


@pytest.mark.parametrize("path", ["pages.py", "none.js", "..%2fpages.py", "%2e%2e%2fpage%2fpage.js", "..%2f..%2fpyproject.toml"])
async def test_files_outside_the_page_are_not_served(sandbox: Sandbox, session: aiohttp.ClientSession, path: str) -> None:
    async with session.get(URL(f"{sandbox.page}static/{path}", encoded=True)) as response:
        assert response.status == 404


async def test_page_shows_departed_people(sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
    def members(frame: Json) -> set[str]:
        return {person["name"] for person in frame["people"] if person["member"]}

    async with connect(sandbox, session) as live:
        assert members(await heard(live, lambda frame: frame.get("push") == "cast")) == {"Ada", "Ben", "Cleo", "Dan"}
        await live.send_json({"id": 1, "action": "tool.member", "person": "Ben", "member": False})
        assert members(await heard(live, lambda frame: frame.get("push") == "cast")) == {"Ada", "Cleo", "Dan"}
        places = (await heard(live, lambda frame: frame.get("push") == "places"))["places"]
        assert all("Ben" not in place["seen_by"] for place in places)
        await live.send_json({"id": 2, "action": "open", "person": "Ben", "channel": places[0]["id"]})
        assert (await heard(live, lambda frame: frame.get("id") == 2))["error"] == ["channelGone"]


async def test_mention_of_everyone_counts_for_each_person(sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
    said = await sandbox.home.person("Ada").say("@everyone, the gate is open", "garden")
    assert said["mention_everyone"]
    async with connect(sandbox, session) as live:
        newest = (await heard(live, lambda frame: frame.get("push") == "hello"))["newest"]
        assert newest["Ben"][said["channel_id"]]["mentions"] == [said["id"]]


async def test_page_closes_when_its_guild_is_disbanded(sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
    home = sandbox.found("Garden Club")
    async with session.ws_connect(f"{sandbox.page}page/live?guild={home.guild.id}") as live:
        await heard(live, lambda frame: frame.get("push") == "commands")
        home.disband()
        assert (await live.receive(timeout=WAIT_SECONDS)).type is aiohttp.WSMsgType.CLOSE
    assert not [task for task in asyncio.all_tasks() if "_watch" in repr(task.get_coro())]


async def test_page_offers_user_commands_apart_from_slash_commands(
    sandbox: Sandbox, bot: TinyBot, session: aiohttp.ClientSession
) -> None:
    async with connect(sandbox, session) as live:
        place = sandbox.home.channel_id("garden")
        await live.send_json({"id": 1, "action": "commands", "person": "Ada", "channel": place})
        offered = (await heard(live, lambda frame: frame.get("id") == 1))["answer"]
        assert not {each["name"] for each in offered["on_person"]} & {each["name"] for each in offered["commands"]}
        await live.send_json({"id": 2, "action": "on_person", "person": "Ada", "channel": place, "name": "Fly", "target": "1"})
        assert (await heard(live, lambda frame: frame.get("id") == 2))["error"] == ["noneOffered", "Fly"]
