"""Components V2, built and finished: discord.py keeps none of them, the router answers them all."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import discord
from discord import ButtonStyle, ui

from cogs.shell.client import Interaction

Layout = ui.LayoutView
Row = ui.ActionRow[Any]
Button = ui.Button[Any]
NUMBERS = 2**63  # so many can the database hold
Picture = tuple[str, bytes, str]  # file name, PNG, text for those who cannot see it


def button(label: str, custom_id: str, style: ButtonStyle = ButtonStyle.secondary, *, disabled: bool = False) -> Button:
    """A button; its label is cut to what Discord shows."""
    return ui.Button(label=label[:80], custom_id=custom_id, style=style, disabled=disabled)


def menu(placeholder: str, custom_id: str, options: Sequence[tuple[str, str]], chosen: str = "") -> Row:
    """A menu of (label, value), at most 25; the value chosen so far is marked."""
    offered = [discord.SelectOption(label=label[:100], value=value, default=value == chosen) for label, value in options]
    return ui.ActionRow(ui.Select(placeholder=placeholder[:150], custom_id=custom_id, options=offered))


def people_menu(placeholder: str, custom_id: str) -> Row:
    """A menu of the people of this server."""
    picker: ui.UserSelect[Any] = ui.UserSelect(placeholder=placeholder[:150], custom_id=custom_id)
    return ui.ActionRow(picker)


def rows(buttons: Sequence[Button]) -> list[Row]:
    """Buttons, five to a row."""
    return [ui.ActionRow(*buttons[at : at + 5]) for at in range(0, len(buttons), 5)]


def turner(target: str, page: int, count: int) -> list[Row]:
    """Buttons to the other pages, where there are several; ``target`` is their custom_id without ``:page:name`` at its end."""
    ways = {"First": 0, "‹": page - 1, "›": page + 1, "Last": count - 1}
    names = ("first", "back", "on", "last")
    turns = zip(ways.items(), names, strict=True)
    marked = [button(label, f"{target}:{max(to, 0)}:{name}", disabled=to in (-1, page, count)) for (label, to), name in turns]
    return rows(marked) if count > 1 else []


def chosen_values(interaction: Interaction) -> list[str]:
    """What was chosen in a menu, each once."""
    values: list[str] = (interaction.data or {}).get("values", [])  # type: ignore[assignment]
    return list(dict.fromkeys(values))


def chosen_value(interaction: Interaction) -> str:
    """What was chosen in a menu of which one is chosen."""
    return next(iter(chosen_values(interaction)), "nothing")


def number_in(text: str) -> int | None:
    """A number or id; None for anything else, and for more than the database can hold."""
    number = int(text) if text.isdecimal() and len(text) < 20 else NUMBERS
    return number if number < NUMBERS else None


def chosen_number(interaction: Interaction) -> int | None:
    """The number chosen in a menu; None if nothing that could be meant."""
    values = chosen_values(interaction)
    return number_in(values[0]) if values else None


def layout(*parts: str | Picture | Row) -> Layout:
    """A message in one container: texts, pictures and rows from top to bottom."""
    container: ui.Container[Layout] = ui.Container()
    for part in parts:
        if isinstance(part, str):
            container.add_item(ui.TextDisplay(part))
        elif isinstance(part, tuple):
            gallery: ui.MediaGallery[Layout] = ui.MediaGallery()
            gallery.add_item(media=f"attachment://{part[0]}", description=part[2][:1024] or None)
            container.add_item(gallery)
        else:
            container.add_item(part)
    view = Layout(timeout=None)
    view.add_item(container)
    view.stop()
    return view


def note_view(sentence: str) -> Layout:
    """A sentence and nothing else."""
    view = Layout(timeout=None)
    view.add_item(ui.TextDisplay(sentence))
    view.stop()
    return view


def files(*pictures: Picture | str | None) -> list[discord.File]:
    """The uploads that go with the pictures of a layout; a board in words needs none."""
    drawn = [p for p in pictures if isinstance(p, tuple)]
    return [discord.File(io.BytesIO(png), filename=name, description=alt[:1024]) for name, png, alt in drawn]


async def private(interaction: Interaction, view: Layout, *pictures: Picture | str | None) -> None:
    """Answer for this person's eyes only, whether or not the answer was deferred.

    After a deferred click on a public message the answer is a followup, so that the message stays as it is.
    """
    response = interaction.response
    if not response.is_done():
        await response.send_message(view=view, files=files(*pictures), ephemeral=True)
    elif response.type is discord.InteractionResponseType.deferred_message_update and not on_private_message(interaction):
        await interaction.followup.send(view=view, files=files(*pictures), ephemeral=True)
    else:
        await interaction.edit_original_response(view=view, attachments=files(*pictures))


def on_private_message(interaction: Interaction) -> bool:
    """Was an ephemeral message clicked, such as the panel?"""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def defer(interaction: Interaction) -> None:
    """Win time: a click on a private message will change it, anything else is answered in a new private one."""
    if on_private_message(interaction):
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)
