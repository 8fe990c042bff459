"""Several guilds in one sandbox do not see or disturb each other."""

from __future__ import annotations

import aiohttp
import discord
import pytest
import pytest_asyncio

from sandbox.guild_handle import GuildHandle
from sandbox.server import Sandbox
from tests.sandbox.tiny_bot import TinyBot, garden
from trials.waiting import WAIT_SECONDS


@pytest_asyncio.fixture
async def other(sandbox: Sandbox, bot: TinyBot) -> GuildHandle:
    """Return a guild that was founded while the bot ran."""
    return sandbox.found("Orchard Club")


async def test_guilds_share_neither_people_nor_channels(sandbox: Sandbox, other: GuildHandle) -> None:
    home, ada, namesake = sandbox.home, sandbox.home.person("Ada"), other.person("Ada")
    assert ada.id != namesake.id
    opened = await namesake.slash("game new", game="go")
    assert opened.interaction is not None
    assert opened.interaction.payload["guild_id"] == other.guild.id
    assert [message["id"] for message in other.messages("garden")] == [opened.message["id"]]
    assert home.all_messages == []
    with pytest.raises(LookupError):
        home.place(other.channel_id("garden"))
    assert not sandbox.world.allowed(ada.id, other.place("garden"), "view_channel")
    assert sandbox.world.allowed(namesake.id, other.place("garden"), "view_channel")
    with pytest.raises(TimeoutError):
        await home.wait_for(lambda message: True, timeout=0)
    role = other.add_role("Pickers", "Ben")
    assert role in [found["id"] for found in other.guild.roles]
    assert role not in [found["id"] for found in home.guild.roles]


async def test_faults_and_permissions_apply_to_one_guild(sandbox: Sandbox, bot: TinyBot, other: GuildHandle) -> None:
    here, there = await garden(bot, sandbox.home), await garden(bot, other)
    failing = other.fail("POST", "/messages$", code=50013)
    await here.send("x")
    with pytest.raises(discord.Forbidden):
        await there.send("x")
    assert failing.hits == 1
    closing = other.fail("POST", "/callback$", code=10062, times=9)
    assert (await sandbox.home.person("Ada").slash("plain")).text == "plain"
    assert closing.hits == 0
    closing.times = 0
    other.permit("garden", send_messages=False)
    other.person("Ben").leave()
    await here.send("y")
    assert (await here.guild.fetch_member(int(sandbox.home.person("Ben").id))).name == "ben"
    with pytest.raises(discord.NotFound):
        await there.guild.fetch_member(int(other.person("Ben").id))
    with pytest.raises(discord.NotFound):
        await there.guild.fetch_member(int(sandbox.home.person("Ada").id))


async def test_each_guild_has_its_own_page(sandbox: Sandbox, other: GuildHandle) -> None:
    await other.person("Ada").say("ripe apples", "garden")
    direct = sandbox.world.direct(other.person("Cleo").id)["id"]
    async with aiohttp.ClientSession() as session:
        for handle, unread in ((other, 1), (sandbox.home, 0)):
            async with session.ws_connect(f"{sandbox.page}page/live?guild={handle.guild.id}") as live:
                told = {frame["push"]: frame for frame in [await live.receive_json(timeout=WAIT_SECONDS) for _ in range(5)]}
            ids = {channel["id"] for channel in sandbox.world.channels_of(handle.guild)}
            assert {place["id"] for place in told["places"]["places"]} == ids
            assert (direct in ids) == (handle is other)
            assert [person["id"] for person in told["cast"]["people"]] == list(handle.guild.people.values())
            assert len(told["hello"]["newest"]["Dan"]) == unread
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(f"{sandbox.page}page/live?guild=7")


async def test_bot_hears_of_invitation_removal_and_end_of_a_guild(sandbox: Sandbox, bot: TinyBot) -> None:
    await bot.wait_until_ready()
    invited, thrown_out = bot.wait_for("guild_join", timeout=WAIT_SECONDS), bot.wait_for("guild_remove", timeout=WAIT_SECONDS)
    other = sandbox.found("Orchard Club")
    assert (await invited).id == int(other.guild.id)
    place = await garden(bot, other)
    other.remove_bot()
    assert (await thrown_out).id == int(other.guild.id)
    with pytest.raises(discord.Forbidden) as refused:
        await place.send("x")
    assert refused.value.code == 50001
    await other.person("Ada").say("nobody hears this")
    invited, thrown_out = bot.wait_for("guild_join", timeout=WAIT_SECONDS), bot.wait_for("guild_remove", timeout=WAIT_SECONDS)
    other.invite_bot()
    await invited
    await place.send("x")
    other.disband()
    await thrown_out
    with pytest.raises(discord.NotFound) as gone:
        await place.send("x")
    assert gone.value.code == 10003
    assert [guild.id for guild in bot.guilds] == [int(sandbox.home.guild.id)]
