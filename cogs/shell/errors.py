"""Every failure answers the person in words."""

from __future__ import annotations

import logging

import discord
from discord import app_commands

from cogs.shell.answer import private
from cogs.shell.client import Interaction
from cogs.shell.components import Layout, button, layout, note, rows
from db.statement import Repeated
from host.mentions import command
from host.refusal import Refused
from rules.choice import IllegalMove
from rules.text import Text, say

log = logging.getLogger(__name__)

BROKE = say(
    "Something broke, and the log knows more. {board} shows how the table stands; please try again.", board=command("board")
)
OUTDATED = say("This command has changed. Please reload Discord (Ctrl+R) and try again.")
ELSEWHERE = say("Tables live in the channels of a server. Please use this there.")
MANAGERS = say("Only those who may manage this server can do that.")
FORBIDDEN = say(
    "I may not do that here. Someone who manages the server can run {setup} to see which permission is missing.",
    setup=command("setup"),
)
GONE = {10062, 10015, 40060, 50027}  # too late, or answered already: nobody is left to answer


def sentence(error: BaseException) -> Text | None:
    """What to tell the person; None if this is no fault of theirs."""
    if isinstance(error, (IllegalMove, Refused)):
        return error.text
    if isinstance(error, (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)):
        return OUTDATED
    if isinstance(error, app_commands.NoPrivateMessage):
        return ELSEWHERE
    if isinstance(error, app_commands.MissingPermissions):
        return MANAGERS
    if isinstance(error, discord.Forbidden):
        return FORBIDDEN
    return None


async def explain(interaction: Interaction, error: BaseException) -> None:
    """Answer the person privately, and log what nobody expected."""
    if isinstance(error, (app_commands.CommandInvokeError, app_commands.TransformerError)) and error.__cause__:
        error = error.__cause__
    if isinstance(error, Repeated) or (isinstance(error, discord.HTTPException) and error.code in GONE):
        log.info("not answered: %s %s", interaction.id, error)
        return
    told = sentence(error)
    if told is None:
        log.error("%s failed", _what(interaction), exc_info=error)
    try:
        await private(interaction, _answer(interaction, error, told or BROKE))
    except discord.HTTPException as failure:
        log.warning("could not explain %s: %s", _what(interaction), failure)


def _answer(interaction: Interaction, error: BaseException, told: Text) -> Layout:
    """The sentence; where a rule stands behind it, with the way to the short rules."""
    table, names = interaction.extras.get("table"), interaction.extras.get("names", ())
    if isinstance(error, IllegalMove) and table is not None:
        return layout(told, *rows([button(say("Rules"), f"r1:table:{table}")]), names=names)
    return note(told, names)


def _what(interaction: Interaction) -> str:
    data = interaction.data or {}
    return f"interaction {interaction.id} {data.get('custom_id') or data.get('name')} in {interaction.channel_id}"
