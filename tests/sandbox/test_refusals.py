"""Discord's refusals in threads and forms, seen by an unmodified discord.py."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from sandbox import asking
from sandbox.errors import FormErrors, Refused
from sandbox.kinds import CHECKBOX, LABEL, SELECT, TEXT_INPUT, Json
from sandbox.limits_components import check_components, check_modal
from sandbox.permissions import BITS
from sandbox.server import Sandbox
from tests.sandbox.tiny_bot import TinyBot, board, garden, picture


async def thread_of(bot: TinyBot, sandbox: Sandbox, owner: str) -> discord.Thread:
    """Return a new thread of this owner in the channel `garden`, as the bot sees it."""
    thread = await bot.fetch_channel(int(sandbox.home.open_thread("garden", "club", owner=owner)))
    assert isinstance(thread, discord.Thread)
    return thread


async def test_only_managers_edit_in_a_locked_active_thread(sandbox: Sandbox, bot: TinyBot) -> None:
    thread = await thread_of(bot, sandbox, str(bot.application_id))
    sent = await thread.send("x")
    sandbox.home.archive(str(thread.id), archived=False, locked=True)
    with pytest.raises(discord.HTTPException) as refused:
        await sent.edit(content="y")
    assert refused.value.code == 160005
    sandbox.home.permit("garden", manage_threads=True)
    await sent.edit(content="y")


async def test_send_messages_opens_an_unlocked_thread_of_others(sandbox: Sandbox, bot: TinyBot) -> None:
    thread = await thread_of(bot, sandbox, sandbox.home.person("Ada").id)
    sandbox.home.archive(str(thread.id))
    sandbox.home.permit("garden", send_messages=False)
    with pytest.raises(discord.Forbidden):
        await thread.edit(archived=False)
    sandbox.home.permit("garden", send_messages=None)
    with pytest.raises(discord.Forbidden):
        await thread.edit(archived=False, name="mine")
    await thread.edit(archived=False)
    with pytest.raises(discord.Forbidden):
        await thread.edit(archived=True)
    sandbox.home.archive(str(thread.id), locked=True)
    with pytest.raises(discord.HTTPException) as refused:
        await thread.edit(archived=False)
    assert refused.value.code == 160005


async def test_message_in_archived_thread_can_be_deleted(sandbox: Sandbox, bot: TinyBot) -> None:
    thread = await thread_of(bot, sandbox, str(bot.application_id))
    sent = await thread.send("x")
    sandbox.home.archive(str(thread.id))
    await sent.delete()
    assert sandbox.home.messages(str(thread.id)) == []
    assert sandbox.home.place(str(thread.id))["thread_metadata"]["archived"]


async def test_edit_that_shows_files_lists_them(sandbox: Sandbox, bot: TinyBot) -> None:
    channel = await garden(bot, sandbox.home)
    sent = await channel.send(view=board(1), file=picture())
    with pytest.raises(discord.HTTPException) as refused:
        await sent.edit(view=board(2))
    assert refused.value.code == 50035
    assert sent.attachments == []  # components show it
    (kept,) = sandbox.home.messages("garden")[0]["attachments"]
    await sent.edit(view=board(2), attachments=[discord.Attachment(data=kept, state=bot._connection)])  # pyright: ignore[reportPrivateUsage]
    assert [each["id"] for each in sandbox.home.messages("garden")[0]["attachments"]] == [kept["id"]]


async def test_gallery_is_refused_in_edits_on_request(sandbox: Sandbox, bot: TinyBot) -> None:
    channel = await garden(bot, sandbox.home)
    sandbox.home.guild.takes_no_pictures_in_edits = True
    sent = await channel.send(view=board(1), file=picture())
    with pytest.raises(discord.HTTPException) as refused:
        await sent.edit(view=board(2), attachments=[picture()])
    assert refused.value.code == 50035


def modal(component: Json) -> Json:
    """Return a form with one field."""
    return {"title": "x", "custom_id": "x", "components": [{"type": LABEL, "label": "x", "component": component}]}


OPTIONS = [{"label": "x", "value": "x"}]
FIELDS: list[tuple[Json, str]] = [
    ({"type": SELECT, "custom_id": "a", "options": OPTIONS, "disabled": True}, "disabled"),
    ({"type": CHECKBOX, "custom_id": "a", "disabled": True}, "disabled"),
    ({"type": TEXT_INPUT, "custom_id": "a", "style": 1, "label": "x"}, "label"),
]


@pytest.mark.parametrize(("field", "wrong"), FIELDS, ids=["disabled menu", "disabled box", "label in a label"])
def test_field_of_a_form_is_refused(field: Json, wrong: str) -> None:
    form = FormErrors()
    check_modal(form, modal(field))
    assert list(form.tree["data"]["components"]["0"]["component"]) == [wrong]
    right = FormErrors()
    check_modal(right, modal({**field, wrong: None}))
    assert right.tree == {}


@pytest.mark.parametrize(("count", "fits"), [(0, True), (1, False), (2, True), (3, True), (4, False)])
def test_preset_values_fit_the_menu(count: int, fits: bool) -> None:
    preset: list[Any] = [{"id": str(number), "type": "channel"} for number in range(count)]
    menu = {"type": 8, "custom_id": "a", "min_values": 2, "max_values": 3, "default_values": preset}
    form = FormErrors()
    check_components(form, [{"type": 1, "components": [menu]}], "components", v2=True)
    if fits:
        form.raise_if_any()
    else:
        with pytest.raises(Refused, match="50035"):
            form.raise_if_any()


def test_chosen_channel_comes_with_both_permissions() -> None:
    home = Sandbox().home
    home.permit("terrace", send_messages=False)
    ada, terrace = home.person("Ada"), home.channel_id("terrace")
    found = asking.resolved_values(home.world, home.guild, ada.id, [{"type": 8, "values": [terrace]}])["channels"][terrace]
    assert int(found["permissions"]) & BITS["send_messages"]
    assert not int(found["app_permissions"]) & BITS["send_messages"]
    home.permit("terrace", view_channel=False)
    found = asking.resolved_values(home.world, home.guild, ada.id, [{"type": 8, "values": [terrace]}])["channels"][terrace]
    assert (found["name"], found["app_permissions"]) == ("terrace", "0")
