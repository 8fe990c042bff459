"""/data: people get everything that is stored about them, or have it deleted."""

from __future__ import annotations

import gzip
import json
import logging

import discord
from discord import ButtonStyle, app_commands, ui
from discord.ext import commands

from cogs.discord_api.errors import UNREACHABLE
from cogs.shell.answer import Answer, private
from cogs.shell.audience import language_of
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Download, Layout, button, layout, note, rows
from cogs.shell.message import carry_message
from cogs.shell.respond import answers
from cogs.shell.routes import route
from cogs.shell.words import word
from host.erasure import erase_person
from host.mentions import command
from host.personal_export import export_person, is_known
from rules.text import Text, joined, say, say_n

log = logging.getLogger(__name__)

LARGEST_FILE_BYTES = 8_000_000  # Discord takes 10 MB; larger data is compressed
NOTHING = say("Nothing is stored about you.")
YOUR_DATA = say("This is everything that is stored about you.")
SENT = say("You have it as a direct message now.")
HEAD = say("## Delete your data?")
GAMES = say(
    "Your name and settings are deleted. In the games that you played, you are called “a former player”; moves and results stay. "
    "Nobody can undo this."
)
POSTED = say("-# Messages that were posted already stay as they are. Backups of the bot keep your data until they are deleted.")
COPY_FIRST = say("-# {export} gives you a copy.", export=command("data export"))
DELETED = say("Your data is deleted.")


class Data(commands.GroupCog, group_name=word("command", "data"), group_description=word("description", "Your stored data")):
    """The commands /data export and /data delete."""

    @app_commands.command(
        name=word("command", "export"), description=word("description", "Get everything that is stored about you")
    )
    @answers()
    async def export(self, i: Interaction) -> Answer:
        if not await is_known(i.client.tables.store, i.user.id):
            return private(note(NOTHING))
        found = await export_person(i.client.tables.store, i.user.id)
        shown = layout(YOUR_DATA, _file(json.dumps(found, ensure_ascii=False, indent=1).encode()))
        return private(note(SENT)) if await _sent_directly(i, shown) else private(shown)

    @app_commands.command(
        name=word("command", "delete"), description=word("description", "Delete everything that is stored about you")
    )
    @answers()
    async def delete(self, i: Interaction) -> Answer:
        if not await is_known(i.client.tables.store, i.user.id):
            return private(note(NOTHING))
        ways = [button(say("Delete my data"), "m1:forgotten", ButtonStyle.danger)]
        return private(layout(HEAD, joined("\n", GAMES, await _seats(i), POSTED, COPY_FIRST), *rows(ways)))


def _file(data: bytes) -> Download:
    name = "parterre-data.json"
    return Download(name, data) if len(data) <= LARGEST_FILE_BYTES else Download(f"{name}.gz", gzip.compress(data))


async def _sent_directly(i: Interaction, shown: Layout) -> bool:
    """Send a message directly; return whether it has reached the person."""
    try:
        channel = await i.client.direct_messages.channel_of(i.user.id)

        async def send(view: ui.LayoutView, uploads: list[discord.File]) -> discord.Message:
            return await channel.send(view=view, files=uploads, allowed_mentions=discord.AllowedMentions.none())

        await carry_message(i.client, shown, send, language=language_of(i))
    except UNREACHABLE as error:
        log.info("interaction %d: no direct message: %s", i.id, error)
        return False
    return True


async def _seats(i: Interaction) -> Text | None:
    """Say what happens to the seats that a person has now."""
    running, opened = await i.client.tables.running_of(i.user.id), len(await i.client.tables.open_of(i.user.id))
    ending = sum([seat.person for seat in at.seated] == [i.user.id] for at in running)
    going_on = len(running) - ending
    ends = say_n("{count} game ends, as nobody else plays.", "{count} games end, as nobody else plays there.", ending)
    stand_ins = say_n(
        "A stand-in plays on for you at {count} running table. You cannot take this seat back.",
        "Stand-ins play on for you at {count} running tables. You cannot take these seats back.",
        going_on,
    )
    leaving = say_n("You leave {count} table that has not started.", "You leave {count} tables that have not started.", opened)
    told = [text for text, count in ((ends, ending), (stand_ins, going_on), (leaving, opened)) if count]
    return joined(" ", *told) if told else None


@route("m1:forgotten")
async def delete_confirmed(i: Interaction) -> Answer:
    """Delete everything that is stored about this person."""
    if not await is_known(i.client.tables.store, i.user.id):
        return private(note(NOTHING))
    try:
        await erase_person(i.client.tables, i.user.id)
    finally:  # clicks in the meantime are forgotten, too
        i.client.forms.forget(i.user.id)
        i.client.people.forget(i.user.id)
    i.client.sender.wake()
    return private(note(DELETED))


async def setup(client: Parterre) -> None:
    await client.add_cog(Data())
