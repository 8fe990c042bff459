"""Answers for one person's eyes."""

from __future__ import annotations

import discord

from cogs.shell.client import Interaction
from cogs.shell.components import Form, Layout, build, build_form, files


async def private(interaction: Interaction, shown: Layout) -> None:
    """Answer for this person's eyes only, whether or not the answer was deferred.

    After a deferred click on a public message the answer is a followup, so that the message stays as it is.
    """
    response, reader = interaction.response, interaction.client.reader(shown.names, interaction.locale)
    view, uploads = build(shown, reader), files(shown, reader)
    if not response.is_done():
        await response.send_message(view=view, files=uploads, ephemeral=True)
    elif response.type is discord.InteractionResponseType.deferred_message_update and not on_private_message(interaction):
        await interaction.followup.send(view=view, files=uploads, ephemeral=True)
    else:
        await interaction.edit_original_response(view=view, attachments=uploads)


async def change(interaction: Interaction, shown: Layout) -> None:
    """Change the message that was clicked, for all who see it; nobody is pinged again."""
    reader = interaction.client.reader(shown.names)
    view, uploads, nobody = build(shown, reader), files(shown, reader), discord.AllowedMentions.none()
    if interaction.response.is_done():
        await interaction.edit_original_response(view=view, attachments=uploads, allowed_mentions=nobody)
    else:
        await interaction.response.edit_message(view=view, attachments=uploads, allowed_mentions=nobody)


async def open_form(interaction: Interaction, form: Form) -> None:
    """Open a form."""
    await interaction.response.send_modal(build_form(form, interaction.client.reader(locale=interaction.locale)))


def on_private_message(interaction: Interaction) -> bool:
    """Was an ephemeral message clicked, such as the panel?"""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def defer(interaction: Interaction) -> None:
    """Win time: a click on a private message will change it, anything else is answered in a new private one."""
    if on_private_message(interaction):
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)
