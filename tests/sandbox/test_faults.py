"""Planted faults: failures before and after the effect, outages, forgotten nonces."""

from __future__ import annotations

import aiohttp
import discord
import pytest

from sandbox.answer import Unanswered
from sandbox.faults import Fault
from sandbox.server import Sandbox
from tests.sandbox.tiny_bot import TinyBot, garden
from trials.waiting import WAIT_SECONDS

POST = r"/channels/\d+/messages$"


def written(sandbox: Sandbox) -> list[str]:
    return [message["content"] for message in sandbox.home.messages("garden")]


async def test_request_can_fail_after_its_effect(sandbox: Sandbox, bot: TinyBot) -> None:
    channel = await garden(bot, sandbox.home)
    sandbox.home.fail_after("POST", POST, status=403)
    with pytest.raises(discord.Forbidden):
        await channel.send("done")
    assert written(sandbox) == ["done"]
    assert (sandbox.requests[-1]["status"], sandbox.requests[-1]["_effect"]) == (403, 200)


async def test_connection_can_break_before_the_effect(sandbox: Sandbox, bot: TinyBot) -> None:
    channel = await garden(bot, sandbox.home)
    sandbox.home.reset("POST", POST)
    with pytest.raises((aiohttp.ClientError, OSError)):
        await channel.send("never")
    assert written(sandbox) == []
    assert (sandbox.requests[-1]["status"], sandbox.requests[-1]["_effect"]) == (0, None)


async def test_response_can_be_lost_after_the_effect(sandbox: Sandbox, bot: TinyBot) -> None:
    channel = await garden(bot, sandbox.home)
    sandbox.home.lose("POST", POST)
    with pytest.raises((aiohttp.ClientError, OSError)):
        await channel.send("done")
    assert written(sandbox) == ["done"]
    assert (sandbox.requests[-1]["status"], sandbox.requests[-1]["_effect"]) == (0, 200)


async def test_fault_strikes_the_third_request_and_reports_it(sandbox: Sandbox, bot: TinyBot) -> None:
    channel, struck = await garden(bot, sandbox.home), list[tuple[str, int]]()
    sandbox.world.faults.add(
        Fault(
            "POST",
            POST,
            skip=2,
            arrived=lambda: struck.append(("arrived", len(written(sandbox)))),
            done=lambda: struck.append(("done", len(written(sandbox)))),
        )
    )
    for word in ("one", "two"):
        await channel.send(word)
    assert struck == []
    await channel.send("three")
    assert struck == [("arrived", 2), ("done", 3)]


async def test_outage_of_one_guild_leaves_the_others_running(sandbox: Sandbox, bot: TinyBot) -> None:
    other = sandbox.found("Orchard Club")
    here, there = await garden(bot, sandbox.home), await garden(bot, other)
    other.go_down()
    with pytest.raises(discord.DiscordServerError) as failed:
        await there.send("x")
    assert failed.value.code == 130000
    with pytest.raises(Unanswered):
        await other.person("Ada").slash("plain", timeout=0.2)
    await here.send("x")
    assert (await sandbox.home.person("Ada").slash("plain")).text == "plain"
    other.come_back()
    assert (await other.person("Ada").slash("plain")).text == "plain"
    await there.send("y")
    thrown_out = bot.wait_for("guild_remove", timeout=WAIT_SECONDS)
    other.go_down()
    other.remove_bot()
    other.come_back()
    await thrown_out
    assert [guild.id for guild in bot.guilds] == [int(sandbox.home.guild.id)]


async def test_nonce_is_forgotten_after_some_minutes(sandbox: Sandbox, bot: TinyBot) -> None:
    channel = await garden(bot, sandbox.home)
    first = await channel.send("once", nonce="n1")
    assert (await channel.send("once", nonce="n1")).id == first.id
    sandbox.advance(360)
    assert (await channel.send("once", nonce="n1")).id != first.id
    assert written(sandbox) == ["once", "once"]
