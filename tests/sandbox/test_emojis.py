"""Application emojis, stored and shown by an unmodified discord.py."""

from __future__ import annotations

import aiohttp
import discord
import pytest
from discord import ui

from sandbox.errors import Refused
from sandbox.server import Sandbox
from tests.sandbox.tiny_bot import TinyBot, png

PICTURE = png(128, 128)


def with_emoji(emoji: discord.PartialEmoji | discord.Emoji) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(f"{emoji} stands here"))
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    view.add_item(row.add_item(ui.Button(label="Take", custom_id="take", emoji=emoji)))
    options = [discord.SelectOption(label="One", value="1", emoji=emoji)]
    menu: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    view.add_item(menu.add_item(ui.Select(custom_id="which", options=options)))
    return view


def garden(sandbox: Sandbox, bot: TinyBot) -> discord.TextChannel:
    channel = bot.get_channel(int(sandbox.home.channel_id("garden")))
    assert isinstance(channel, discord.TextChannel)
    return channel


async def test_emojis_are_stored_and_their_pictures_served(sandbox: Sandbox, bot: TinyBot) -> None:
    made = await bot.create_application_emoji(name="lotus_1", image=PICTURE)
    assert [emoji.name for emoji in await bot.fetch_application_emojis()] == ["lotus_1"]
    assert (await made.edit(name="lotus_2")).id == made.id
    assert (await bot.fetch_application_emoji(made.id)).name == "lotus_2"
    async with aiohttp.ClientSession() as session, session.get(f"{sandbox.world.origin}/emojis/{made.id}.png") as answer:
        assert await answer.read() == PICTURE
    await made.delete()
    assert await bot.fetch_application_emojis() == []
    with pytest.raises(discord.NotFound) as gone:
        await made.delete()
    assert gone.value.code == 10014


@pytest.mark.parametrize(
    ("name", "image"), [("a", PICTURE), ("a-b", PICTURE), ("x" * 33, PICTURE), ("lotus", b"\x89PNG\r\n\x1a\n")]
)
async def test_emoji_that_breaks_limits_is_refused(bot: TinyBot, name: str, image: bytes) -> None:
    with pytest.raises(discord.HTTPException) as refused:
        await bot.create_application_emoji(name=name, image=image)
    assert refused.value.code == 50035


async def test_emoji_names_are_unique_and_their_number_is_limited(sandbox: Sandbox, bot: TinyBot) -> None:
    await bot.create_application_emoji(name="lotus", image=PICTURE)
    with pytest.raises(discord.HTTPException) as taken:
        await bot.create_application_emoji(name="lotus", image=PICTURE)
    assert taken.value.code == 50035
    sandbox.world.emojis.most = 1
    with pytest.raises(discord.HTTPException) as full:
        await bot.create_application_emoji(name="rose", image=PICTURE)
    assert full.value.code == 30008


async def test_components_take_known_emojis_and_texts_take_any(sandbox: Sandbox, bot: TinyBot) -> None:
    made = await bot.create_application_emoji(name="lotus", image=PICTURE)
    sent = await garden(sandbox, bot).send(view=with_emoji(made))
    shown = sandbox.world.messages[str(sent.channel.id)][str(sent.id)]["components"]
    assert shown[1]["components"][0]["emoji"] == {"id": str(made.id), "name": "lotus"}
    await made.delete()
    with pytest.raises(discord.HTTPException) as refused:
        await garden(sandbox, bot).send(view=with_emoji(made))
    assert refused.value.code == 50035
    assert "components.1.components.0.emoji.id: Invalid emoji" in refused.value.text
    assert "components.2.components.0.options.0.emoji.id: Invalid emoji" in refused.value.text
    await garden(sandbox, bot).send(f"{made} is only text")


def test_unknown_emoji_is_error_10014(sandbox: Sandbox) -> None:
    with pytest.raises(Refused) as unknown:
        sandbox.world.emojis.find("1")
    assert (unknown.value.status, unknown.value.code) == (404, 10014)
