"""Forms as values: text fields, choices, switches and pickers. `cogs.shell.chosen.form_values` reads a submission."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import discord
from discord import ui

from cogs.shell.components import Picker, build_picker
from cogs.shell.reader import Reader
from rules.text import Text

TITLE_CHARACTERS = LABEL_CHARACTERS = 45
HELP_CHARACTERS = 100
FORMS_KEPT = 1000  # the latest form of so many people, to correct it
RADIO_OPTIONS = 4  # with more, a choice is a menu, which is lower

Options = tuple[tuple[Text, str], ...]  # pairs of label and value


@dataclass(frozen=True, slots=True)
class TypedField:
    """A text field with an example, and the greatest length in characters; ``typed`` is its text so far."""

    label: Text
    example: Text
    longest: int
    required: bool = False
    help: Text | None = None
    typed: str = ""


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


def with_values(form: Form, values: Sequence[Sequence[str]]) -> Form:
    """Return a form that holds these values, field by field, as `cogs.shell.chosen.form_values` reads them."""
    return replace(form, fields=tuple(_holding(field, given) for field, given in zip(form.fields, values, strict=False)))


def _holding(field: Field, values: Sequence[str]) -> Field:
    first = values[0] if values else ""
    if isinstance(field, TypedField):
        return replace(field, typed=first[: field.longest])
    if isinstance(field, ChoiceField):
        return replace(field, chosen=first or field.chosen)
    if isinstance(field, SwitchField):
        return replace(field, chosen=tuple(values))
    return replace(field, picker=replace(field.picker, chosen=tuple(int(each) for each in values if each.isdecimal())))


class KeptForms:
    """The form that each person opened last; those of `FORMS_KEPT` people are kept until the bot ends or they are erased."""

    def __init__(self) -> None:
        self._forms: dict[int, Form] = {}

    def keep(self, person: int, form: Form) -> None:
        """Keep a form that a person opens, in place of an earlier one."""
        self._forms.pop(person, None)
        self._forms[person] = form
        if len(self._forms) > FORMS_KEPT:
            del self._forms[next(iter(self._forms))]

    def fill(self, person: int, custom_id: str, values: Sequence[Sequence[str]]) -> bool:
        """Put the values of a refused form into it; return False if it was not kept."""
        form = self.of(person)
        if form is None or form.custom_id != custom_id or len(values) != len(form.fields):
            return False
        self.keep(person, with_values(form, values))
        return True

    def of(self, person: int) -> Form | None:
        """Return the form that a person opened last, if it was kept."""
        return self._forms.get(person)

    def forget(self, person: int) -> None:
        """Forget the form of a person, as they are erased."""
        self._forms.pop(person, None)


def build_form(form: Form, reader: Reader) -> ui.Modal:
    """Return the form as discord.py sends it; submissions arrive at the router."""
    modal = ui.Modal(title=reader.label(form.title, TITLE_CHARACTERS), custom_id=form.custom_id)
    for number, field in enumerate(form.fields):
        help_line = None if field.help is None else reader.label(field.help, HELP_CHARACTERS)
        item = _item(field, f"{number}", reader)
        modal.add_item(ui.Label(text=reader.label(field.label, LABEL_CHARACTERS), component=item, description=help_line))
    modal.stop()
    return modal


def _item(field: Field, custom_id: str, reader: Reader) -> ui.Item[Any]:
    if isinstance(field, TypedField):
        example = reader.label(field.example, HELP_CHARACTERS)
        given = field.typed or None
        return ui.TextInput(
            custom_id=custom_id, placeholder=example, default=given, max_length=field.longest, required=field.required
        )
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
