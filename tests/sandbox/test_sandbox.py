"""The sandbox, seen by an unmodified discord.py."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
import pytest_asyncio

from sandbox import asking
from sandbox.answer import Unanswered
from sandbox.asking import ATTACHMENT_BYTES_LIMIT
from sandbox.errors import Refused
from sandbox.kinds import COMMAND, dicts
from sandbox.media import Upload
from sandbox.server import Sandbox
from sandbox.words import UserError
from sandbox.world import OUTDATED
from tests.sandbox.tiny_bot import TinyBot, board, garden, picture, point_at
from trials.waiting import SANDBOX_TIMEOUT_FACTOR, WAIT_SECONDS


@pytest_asyncio.fixture
async def sandbox(tmp_path: Path) -> AsyncIterator[Sandbox]:
    """Yield a running sandbox that records requests."""
    made = await Sandbox.start(record=tmp_path / "requests.jsonl", timeout_factor=SANDBOX_TIMEOUT_FACTOR)
    yield made
    await made.close()


async def test_command_with_autocomplete_and_layout(sandbox: Sandbox, bot: TinyBot) -> None:
    ada = sandbox.home.person("Ada")
    assert await ada.complete("game new", "game", "dj") == [{"name": "Djinns", "value": "djinns"}]
    reply = await ada.slash("game new", game="djinns", seats=3)
    assert "**Board** 3" in reply.text
    assert not reply.ephemeral
    assert reply.alt == ["Board number 3"]
    assert reply.images[0].startswith(b"\x89PNG")
    gallery = reply.message["components"][0]["components"][1]
    assert gallery["items"][0]["media"]["width"] == 32
    after = await sandbox.home.person("Ben").click("Count")
    assert "**Board** 4" in after.text
    assert after.message["id"] == reply.message["id"]
    assert len(after.message["attachments"]) == 1


async def test_select_and_modal(sandbox: Sandbox, bot: TinyBot) -> None:
    cleo = sandbox.home.person("Cleo")
    await cleo.slash("game new", game="go")
    picked = await cleo.choose("Pick a tree", "Elm")
    assert picked.text == "Picked ['elm']"
    assert picked.ephemeral
    assert picked.message not in await sandbox.home.person("Dan").sees()
    opened = await cleo.click("Rename")
    assert opened.modal
    assert opened.modal["title"] == "Your name"
    with pytest.raises(ValueError, match="2 to 20"):
        await cleo.submit(opened, name="x", colour="Blue")
    assert (await cleo.submit(opened, name="Cleo", colour="Blue")).text == "Hello Cleo, b"


async def test_file_attached_to_a_command(sandbox: Sandbox, bot: TinyBot) -> None:
    ben = sandbox.home.person("Ben")
    kept = await ben.slash("keep", file=Upload("my record.jsonl", b"{}\n"))
    assert kept.text == "my_record.jsonl, 3: b'{}\\n'"
    with pytest.raises(UserError, match="10 MB"):
        await ben.slash("keep", file=Upload("large", bytes(ATTACHMENT_BYTES_LIMIT + 1)))
    with pytest.raises(UserError, match="no longer there"):
        await ben.slash("keep", file="12")
    with pytest.raises(UserError, match="needs the option file"):
        await ben.slash("keep")


async def test_deferred_ephemeral_picture(sandbox: Sandbox, bot: TinyBot) -> None:
    reply = await sandbox.home.person("Dan").slash("slow")
    assert reply.deferred
    assert reply.ephemeral
    assert reply.text == "done"
    assert len(reply.images) == 1
    await sandbox.home.wait_for(lambda message: message["content"] == "and more")
    assert [more.text for more in reply.followups] == ["and more"]
    async with aiohttp.ClientSession() as session, session.get(reply.message["attachments"][0]["url"]) as got:
        assert await got.read() == reply.images[0]
        assert got.content_type == "image/png"


async def test_late_update_arrives_and_silence_is_noticed(sandbox: Sandbox, bot: TinyBot) -> None:
    ada = sandbox.home.person("Ada")
    await ada.slash("plain")
    assert (await ada.click("Later")).text == "later"
    with pytest.raises(Unanswered):
        await ada.slash("silent", timeout=0.2)


async def test_click_that_changes_nothing_is_not_waited_for(sandbox: Sandbox, bot: TinyBot) -> None:
    ada = sandbox.home.person("Ada")
    message = (await ada.slash("plain")).message
    (nothing,) = (part for part in dicts(message["components"][0]["components"]) if part["label"] == "Nothing")
    click = asking.ask_component(sandbox.world, ada.id, message, "t1:nothing", nothing, None)
    sandbox.world.timeout_factor = 400.0
    async with asyncio.timeout(20):
        answer = await ada.send(click, None, grace=0.1)
    assert answer.callback == 6
    assert not answer.followups


async def test_rate_limit_is_retried(sandbox: Sandbox, bot: TinyBot) -> None:
    channel = await garden(bot, sandbox.home)
    limited = sandbox.home.limit("POST", r"/channels/\d+/messages$")
    await channel.send("once")
    assert limited.hits == 1
    assert [m["content"] for m in sandbox.home.messages("garden")] == ["once"]
    sandbox.home.limit("POST", r"/channels/\d+/messages$", via=False)
    with pytest.raises(discord.HTTPException) as raised:
        await channel.send("banned")
    assert raised.value.status == 429


async def test_nonce_prevents_a_second_message_after_a_lost_response(sandbox: Sandbox, bot: TinyBot) -> None:
    channel = await garden(bot, sandbox.home)
    sandbox.home.lose("POST", r"/channels/\d+/messages$")
    with pytest.raises((aiohttp.ClientError, OSError)):
        await channel.send("once", nonce="n1")
    assert len(sandbox.home.messages("garden")) == 1
    again = await channel.send("once", nonce="n1")
    assert [m["id"] for m in sandbox.home.messages("garden")] == [str(again.id)]


async def test_resume_replays_missed_events(sandbox: Sandbox, bot: TinyBot) -> None:
    ada = sandbox.home.person("Ada")
    message = (await ada.slash("game new", game="go")).message
    await sandbox.disconnect()
    reply = await ada.press("t1:count:9", message)
    assert "**Board** 9" in reply.text
    await asyncio.wait_for(bot.resumed.wait(), WAIT_SECONDS)
    assert sandbox.gateway_state.resumes == 1
    before = len(bot.seen)
    sandbox.rewind(2)
    bot.resumed.clear()
    sandbox.reconnect()
    await asyncio.wait_for(bot.resumed.wait(), WAIT_SECONDS)
    assert await sandbox.world.changes.wait_until(lambda: len(bot.seen) > before, WAIT_SECONDS)
    assert len(bot.seen) == before + 1
    assert len(set(bot.seen)) == before


async def test_click_can_be_sent_twice(sandbox: Sandbox, bot: TinyBot) -> None:
    ada = sandbox.home.person("Ada")
    reply = await ada.slash("game new", game="go")
    await ada.press("t1:menu", reply, values=["oak"], twice=True)
    assert await sandbox.world.changes.wait_until(lambda: len(bot.seen) == 2, WAIT_SECONDS)
    assert bot.seen[0] == bot.seen[1]


async def test_wrong_token_is_refused(sandbox: Sandbox) -> None:
    point_at(sandbox)
    stranger = TinyBot()
    with pytest.raises(discord.LoginFailure):
        await stranger.start("wrong.token.here")
    await stranger.close()
    await stranger.http.close()
    async with aiohttp.ClientSession() as session, session.ws_connect(sandbox.gateway) as socket:
        await socket.receive_json()
        await socket.send_json({"op": 2, "d": {"token": "wrong", "intents": 1}})
        await socket.receive()
        assert socket.close_code == 4004


async def test_permissions(sandbox: Sandbox, bot: TinyBot) -> None:
    channel = await garden(bot, sandbox.home)
    sandbox.home.permit("garden", send_messages=False)
    with pytest.raises(discord.Forbidden) as raised:
        await channel.send("x")
    assert raised.value.code == 50013
    reply = await sandbox.home.person("Ada").slash("plain")
    assert reply.interaction
    assert not int(reply.interaction.payload["app_permissions"]) & 1 << 11
    sandbox.home.permit("garden", view_channel=False)
    with pytest.raises(discord.Forbidden) as raised:
        await channel.send("x")
    assert raised.value.code == 50001


async def test_threads(sandbox: Sandbox, bot: TinyBot) -> None:
    channel = await garden(bot, sandbox.home)
    message = await channel.send("start")
    thread = await message.create_thread(name="Game")
    inside = await thread.send("hello")
    sandbox.home.archive(str(thread.id))
    with pytest.raises(discord.HTTPException) as raised:
        await inside.edit(content="x")
    assert raised.value.code == 50083
    await thread.send("open again")
    await inside.edit(content="x")
    sandbox.home.archive(str(thread.id), locked=True)
    with pytest.raises(discord.HTTPException) as raised:
        await thread.send("x")
    assert raised.value.code == 160005
    alone = await channel.create_thread(name="Alone", type=discord.ChannelType.public_thread)
    sandbox.home.permit("garden", manage_threads=True)
    await alone.delete()
    with pytest.raises(discord.NotFound) as gone:
        await alone.send("x")
    assert gone.value.code == 10003


async def test_members_and_pings(sandbox: Sandbox, bot: TinyBot) -> None:
    ada, ben = sandbox.home.person("Ada"), sandbox.home.person("Ben")
    channel = await garden(bot, sandbox.home)
    only_ada = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(int(ada.id))])
    await channel.send(f"{ada.mention} {ben.mention} @everyone", allowed_mentions=only_ada)
    message = sandbox.home.messages("garden")[-1]
    assert [user["id"] for user in message["mentions"]] == [ada.id]
    assert not message["mention_everyone"]
    ben.leave()
    with pytest.raises(discord.NotFound) as raised:
        await channel.guild.fetch_member(int(ben.id))
    assert raised.value.code == 10007
    sandbox.home.close_dms("Ada")
    with pytest.raises(discord.Forbidden) as closed:
        await (await bot.fetch_user(int(ada.id))).send("x")
    assert closed.value.code == 50007


TEXT: dict[str, Any] = {"type": 10, "content": "x"}
BUTTON: dict[str, Any] = {"type": 2, "style": 1, "label": "x", "custom_id": "a"}
V2 = 1 << 15
SIX = [{**BUTTON, "custom_id": str(number)} for number in range(6)]
BOX = {"type": 17, "components": [TEXT]}
REFUSED: list[tuple[str, dict[str, Any], int, str]] = [
    ("too long", {"content": "x" * 2001}, 50035, "content"),
    ("empty", {}, 50006, ""),
    ("ephemeral", {"content": "x", "flags": 64}, 50035, "flags"),
    ("mixed", {"content": "x", "flags": V2, "components": [TEXT]}, 50035, "content"),
    ("many", {"flags": V2, "components": [TEXT] * 41}, 50035, "components"),
    ("long text", {"flags": V2, "components": [{**TEXT, "content": "x" * 2001}] * 2}, 50035, "components"),
    ("no flag", {"components": [TEXT]}, 50035, "components"),
    ("same id", {"components": [{"type": 1, "components": [BUTTON, BUTTON]}]}, 50035, "components"),
    (
        "six",
        {"components": [{"type": 1, "components": [{**BUTTON, "custom_id": str(n)} for n in range(6)]}]},
        50035,
        "components",
    ),
    ("long id", {"components": [{"type": 1, "components": [{**BUTTON, "custom_id": "x" * 101}]}]}, 50035, "components"),
    ("no file", {"flags": V2, "components": [{"type": 13, "file": {"url": "attachment://a"}}]}, 50035, "components"),
    (
        "nested",
        {"flags": V2, "components": [{"type": 17, "components": [{"type": 17, "components": [TEXT]}]}]},
        50035,
        "components",
    ),
]


@pytest.mark.parametrize(("name", "body", "code", "where"), REFUSED, ids=[case[0] for case in REFUSED])
async def test_message_that_breaks_limits_is_refused(
    sandbox: Sandbox, name: str, body: dict[str, Any], code: int, where: str
) -> None:
    address = f"{sandbox.api}/channels/{sandbox.home.channel_id('garden')}/messages"
    headers = {"Authorization": f"Bot {sandbox.token}"}
    async with aiohttp.ClientSession(headers=headers) as session, session.post(address, json=body) as got:
        answer = await got.json()
    assert (got.status, answer["code"]) == (400, code)
    assert not where or where in answer["errors"]
    assert sandbox.home.messages("garden") == []


async def test_interaction_expires_after_three_seconds_times_factor() -> None:
    home = Sandbox().home
    world, ada = home.world, home.person("Ada")
    for factor in (1.0, 7.0):
        asked = asking.make_interaction(world, ada.id, ada.channel, COMMAND, {"name": "x"})
        assert asked.answer_seconds == 3.0 * factor
        asked.require_open()
        asked.born -= asked.answer_seconds + 0.1
        with pytest.raises(Refused, match="10062"):
            asked.require_open()
        world.timeout_factor = 7.0


async def test_interaction_is_answered_once_and_in_time(sandbox: Sandbox, bot: TinyBot) -> None:
    reply = await sandbox.home.person("Ada").slash("plain")
    interaction = reply.interaction
    assert interaction
    callback = f"{sandbox.api}/interactions/{interaction.id}/{interaction.token}/callback"
    webhook = f"{sandbox.api}/webhooks/{bot.application_id}/{interaction.token}"
    async with aiohttp.ClientSession() as session:
        async with session.post(callback, json={"type": 4, "data": {"content": "x"}}) as got:
            assert (await got.json())["code"] == 40060
        interaction.callback = None
        async with session.post(callback, json={"type": 7, "data": {"content": "x"}}) as got:
            assert (await got.json())["code"] == 50035
        interaction.born -= interaction.answer_seconds + 1
        async with session.post(callback, json={"type": 4, "data": {"content": "x"}}) as got:
            assert (await got.json())["code"] == 10062
        interaction.callback = 4
        sandbox.expire(interaction)
        async with session.post(webhook, json={"content": "x"}) as got:
            assert (got.status, (await got.json())["code"]) == (401, 50027)


async def test_replaced_files_go_after_a_while(sandbox: Sandbox, bot: TinyBot) -> None:
    channel = await garden(bot, sandbox.home)
    sent = await channel.send(view=board(1), file=picture())
    await sent.edit(view=board(2), attachments=[picture()])
    former, new = sandbox.world.files
    assert [attachment["id"] for attachment in sandbox.home.messages("garden")[0]["attachments"]] == [new]
    sandbox.world.outdate(str(number) for number in range(OUTDATED - 1))
    assert former in sandbox.world.files  # a page may still be loading it
    sandbox.world.outdate(["0"])
    assert list(sandbox.world.files) == [new]
    sandbox.home.fail("PATCH", "/messages/", code=10008)
    with pytest.raises(discord.NotFound):
        await sent.edit(view=board(3))
