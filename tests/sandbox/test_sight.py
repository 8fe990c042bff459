"""Hidden channels and announcement channels, seen by an unmodified discord.py."""

from __future__ import annotations

import discord
import pytest

from sandbox.server import Sandbox
from sandbox.sight import HIDDEN_NAME
from tests.sandbox.tiny_bot import TinyBot, garden
from trials.waiting import WAIT_SECONDS


def known(bot: TinyBot, sandbox: Sandbox, name: str) -> discord.TextChannel:
    """Return the channel in the bot's cache, which the gateway fills."""
    found = bot.get_channel(int(sandbox.home.channel_id(name)))
    assert isinstance(found, discord.TextChannel)
    return found


async def test_channel_is_obfuscated_while_view_is_denied(sandbox: Sandbox, bot: TinyBot) -> None:
    await bot.wait_until_ready()
    thread = sandbox.home.open_thread("garden", "club")
    changed = bot.wait_for("guild_channel_update", timeout=WAIT_SECONDS)
    sandbox.home.permit("garden", view_channel=False)
    await changed
    hidden, guild = known(bot, sandbox, "garden"), bot.guilds[0]
    assert (hidden.name, hidden.position, hidden.topic) == (HIDDEN_NAME, 0, None)
    assert list(hidden.overwrites) == [guild.default_role]
    assert [channel.name for channel in await guild.fetch_channels()] == ["terrace"]
    assert await guild.active_threads() == []
    changed = bot.wait_for("guild_channel_update", timeout=WAIT_SECONDS)
    sandbox.home.permit("garden", view_channel=None)
    await changed
    assert known(bot, sandbox, "garden").name == "garden"
    assert [each.id for each in await guild.active_threads()] == [int(thread)]


@pytest.mark.long
async def test_new_connection_gets_obfuscated_channel(sandbox: Sandbox, bot: TinyBot) -> None:
    await bot.wait_until_ready()
    thread = sandbox.home.open_thread("garden", "club")
    sandbox.home.permit("garden", view_channel=False)
    again = bot.wait_for("guild_available", timeout=WAIT_SECONDS)
    sandbox.invalidate()
    await again
    assert known(bot, sandbox, "garden").name == HIDDEN_NAME
    assert bot.guilds[0].get_thread(int(thread)) is None
    joined = bot.wait_for("thread_join", timeout=WAIT_SECONDS)
    sandbox.home.permit("garden", view_channel=None)
    assert (await joined).id == int(thread)


async def test_role_change_hides_and_shows_channels(sandbox: Sandbox, bot: TinyBot) -> None:
    await bot.wait_until_ready()
    sandbox.home.permit_role("Parterre", view_channel=False)
    changed = bot.wait_for("guild_channel_update", timeout=WAIT_SECONDS)
    sandbox.home.permit_role("@everyone", view_channel=False)
    await changed
    assert known(bot, sandbox, "garden").name == HIDDEN_NAME
    changed = bot.wait_for("guild_channel_update", timeout=WAIT_SECONDS)
    sandbox.home.permit_role("Parterre", view_channel=True)
    await changed
    assert known(bot, sandbox, "garden").name == "garden"


async def test_hidden_channel_sends_no_events_of_threads(sandbox: Sandbox, bot: TinyBot) -> None:
    await bot.wait_until_ready()
    sandbox.home.permit("garden", view_channel=False)
    hidden = sandbox.home.open_thread("garden", "club")
    created = bot.wait_for("thread_create", timeout=WAIT_SECONDS)
    seen = sandbox.home.open_thread("terrace", "club")
    assert (await created).id == int(seen)
    assert bot.guilds[0].get_thread(int(hidden)) is None


async def test_interaction_payload_is_never_obfuscated(sandbox: Sandbox, bot: TinyBot) -> None:
    sandbox.home.permit("garden", view_channel=False)
    reply = await sandbox.home.person("Ada").slash("plain")
    assert reply.interaction
    assert reply.interaction.payload["channel"]["name"] == "garden"
    assert reply.interaction.payload["app_permissions"] == "0"


async def test_announcement_channel_has_threads_of_its_own_kind(sandbox: Sandbox, bot: TinyBot) -> None:
    sandbox.home.make_announcements("garden")
    channel = await garden(bot, sandbox.home)
    assert channel.is_news()
    thread = await (await channel.send("start")).create_thread(name="Game")
    alone = await channel.create_thread(name="Alone", type=discord.ChannelType.news_thread)
    assert thread.is_news()
    assert alone.is_news()
    await thread.send("inside")
    with pytest.raises(discord.HTTPException) as refused:
        await channel.create_thread(name="Wrong", type=discord.ChannelType.public_thread)
    assert refused.value.code == 50024
    with pytest.raises(discord.HTTPException) as wrong:
        await known(bot, sandbox, "terrace").create_thread(name="Wrong", type=discord.ChannelType.news_thread)
    assert wrong.value.code == 50024
