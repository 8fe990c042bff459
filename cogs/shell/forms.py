"""Forms as values: text fields, choices, switches and pickers. `cogs.shell.chosen.form_values` reads a submission."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import discord
from discord import ui

from cogs.shell.components import Picker, build_picker
from cogs.shell.reader import Reader
from rules.text import Text

TITLE_CHARACTERS = LABEL_CHARACTERS = 45
HELP_CHARACTERS = 100
RADIO_OPTIONS = 4  # with more, a choice is a menu, which is lower

Options = tuple[tuple[Text, str], ...]  # pairs of label and value


@dataclass(frozen=True, slots=True)
class TypedField:
    """A text field with an example, and the greatest length in characters."""

    label: Text
    example: Text
    longest: int
    required: bool = False


@dataclass(frozen=True, slots=True)
class ChoiceField:
    """One of several options; ``chosen`` is the value selected so far. If that is no option, none needs to be chosen."""

    label: Text
    options: Options
    chosen: str
    help: Text | None = None


@dataclass(frozen=True, slots=True)
class SwitchField:
    """Options of which any may be on; ``chosen`` are the values that are on so far."""

    label: Text
    options: Options
    chosen: tuple[str, ...]
    help: Text | None = None


@dataclass(frozen=True, slots=True)
class PickField:
    """People, channels or roles of a server."""

    label: Text
    picker: Picker
    help: Text | None = None


Field = TypedField | ChoiceField | SwitchField | PickField


@dataclass(frozen=True, slots=True)
class Form:
    """A form of up to five fields. Its submission goes to the route of ``custom_id``."""

    title: Text
    custom_id: str
    fields: tuple[Field, ...]


def build_form(form: Form, reader: Reader) -> ui.Modal:
    """Return the form as discord.py sends it; submissions arrive at the router."""
    modal = ui.Modal(title=reader.label(form.title, TITLE_CHARACTERS), custom_id=form.custom_id)
    for number, field in enumerate(form.fields):
        help_line = None if isinstance(field, TypedField) or field.help is None else reader.label(field.help, HELP_CHARACTERS)
        item = _item(field, f"{number}", reader)
        modal.add_item(ui.Label(text=reader.label(field.label, LABEL_CHARACTERS), component=item, description=help_line))
    modal.stop()
    return modal


def _item(field: Field, custom_id: str, reader: Reader) -> ui.Item[Any]:
    if isinstance(field, TypedField):
        example = reader.label(field.example, HELP_CHARACTERS)
        return ui.TextInput(custom_id=custom_id, placeholder=example, max_length=field.longest, required=field.required)
    if isinstance(field, PickField):
        return build_picker(replace(field.picker, custom_id=custom_id), reader)
    options = [(reader.label(label), value) for label, value in field.options]
    if isinstance(field, SwitchField):
        on = field.chosen
        switches = [discord.CheckboxGroupOption(label=each, value=value, default=value in on) for each, value in options]
        return ui.CheckboxGroup(custom_id=custom_id, required=False, min_values=0, max_values=len(switches), options=switches)
    known = any(value == field.chosen for _, value in options)
    if len(options) <= RADIO_OPTIONS:
        buttons = [discord.RadioGroupOption(label=each, value=value, default=value == field.chosen) for each, value in options]
        return ui.RadioGroup(custom_id=custom_id, options=buttons, required=known)
    choices = [discord.SelectOption(label=each, value=value, default=value == field.chosen) for each, value in options]
    return ui.Select(custom_id=custom_id, options=choices, required=known)
