"""Turn every error of a handler into a sentence for the person, and log unexpected ones."""

from __future__ import annotations

import logging

import discord
from discord import app_commands

from cogs.discord_api.errors import Kind, classify
from cogs.shell.answer import Answer, apart
from cogs.shell.chosen import form_values
from cogs.shell.client import Interaction
from cogs.shell.components import Layout, button, layout, note, rows
from db.statement import Repeated, Unread, Unsaved, Unsure
from host.mentions import command
from host.refusal import Refused
from host.table import Table
from rules.choice import IllegalMove
from rules.text import Text, say

log = logging.getLogger(__name__)

OF_DISCORD = (discord.HTTPException, discord.RateLimited)

BROKE = say(
    "Something went wrong here. {board} shows the current board. If your action is missing, please try again.",
    board=command("board"),
)
OUTDATED = say("This command has changed. Please reload Discord (Ctrl+R) and try again.")
FORBIDDEN = say(
    "I am not allowed to do that here. Someone who manages the server can run {setup} to see which permission is missing.",
    setup=command("setup"),
)
LIMITED = say("Discord does not accept more of this at the moment. Please try again in a few minutes.")
AWAY = say(
    "Discord is having problems at the moment. {board} shows the current board; please try again in a few minutes.",
    board=command("board"),
)
DONE = say("This has already been done.")
UNSAVED = say("The bot cannot save at the moment. Nothing was changed; please try again later.")
UNREAD = say("The bot cannot reach its games at the moment. Wait a minute, then look at your table before you try again.")
UNSURE = say(
    "The bot lost the connection to its database, so this may or may not have been saved. "
    "Please look at your table before you try again."
)


def sentence_for(error: BaseException) -> Text | None:
    """Return a sentence for an expected error; None for an unexpected one."""
    if isinstance(error, (IllegalMove, Refused)):
        return error.text
    if isinstance(error, (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)):
        return OUTDATED
    if isinstance(error, OF_DISCORD):
        return _sentence_of_discord(error)
    if isinstance(error, Repeated):
        return DONE
    if isinstance(error, Unread):
        return UNREAD
    if isinstance(error, Unsaved):
        return UNSURE if isinstance(error, Unsure) else UNSAVED
    return None


def _sentence_of_discord(error: Exception) -> Text | None:
    verdict = classify(error)
    return FORBIDDEN if verdict.reason == "permissions" else {Kind.LIMITED: LIMITED, Kind.LATER: AWAY}.get(verdict.kind)


def explain_error(interaction: Interaction, error: BaseException) -> Answer:
    """Return an answer that explains an error; log it if the person can do nothing about it."""
    if isinstance(error, (app_commands.CommandInvokeError, app_commands.TransformerError)) and error.__cause__:
        error = error.__cause__
    log_failure(interaction, error)
    return apart(_layout(interaction, error, sentence_for(error) or BROKE))


def log_failure(interaction: Interaction, error: BaseException) -> None:
    """Log an error that the person can do nothing about: unexpected ones with their traceback."""
    if sentence_for(error) is None:
        log.error("%s failed", _what(interaction), exc_info=error)
    elif isinstance(error, OF_DISCORD):
        log.warning("%s failed: %r", _what(interaction), error)
    elif isinstance(error, Unsaved):
        log.error("%s is not saved: %s", _what(interaction), error)


def _layout(interaction: Interaction, error: BaseException, told: Text) -> Layout:
    """Return the sentence; after an illegal move with a button to the short rules, after a form with one that opens it again."""
    if interaction.type is discord.InteractionType.modal_submit and isinstance(error, Refused):
        custom_id: str = (interaction.data or {}).get("custom_id", "")  # type: ignore[assignment]
        if interaction.client.forms.fill(interaction.user.id, custom_id, form_values(interaction)):
            return layout(told, *rows([button(say("Correct it"), "f1:again")]))
    table: Table | None = interaction.extras.get("table")
    if table is None:
        return note(told)
    if isinstance(error, IllegalMove):
        return layout(told, *rows([button(say("Rules"), f"r1:table:{table.id}")]), names=table.position.names)
    return note(told, table.position.names)


def _what(interaction: Interaction) -> str:
    data = interaction.data or {}
    return f"interaction {interaction.id} {data.get('custom_id') or data.get('name')} in {interaction.channel_id}"
