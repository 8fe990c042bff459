"""Messages as values: texts, pictures, buttons and menus; built for Discord only when it is known who reads them."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Literal

import discord
from discord import ButtonStyle, SelectDefaultValue, SelectDefaultValueType, ui

from cogs.shell.reader import Reader, cut
from rules.text import Text, joined, say, verbatim

LONGEST_ALT = 1024
WIDEST = 5  # buttons in a row
NO_PICTURE = say("-# Discord takes no picture here, so this is it in words:")
OURS = 1_000_000  # ids of components from here on are ours: they mark a message, so that it is known again


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture with its file name, a PNG or a GIF that moves, and a text for those who cannot see it."""

    file: str
    data: bytes
    alt: Text
    words: Callable[[], Text] | None = field(default=None, compare=False)  # the same where no file can be uploaded; else the alt


@dataclass(frozen=True, slots=True)
class Button:
    """What it says, and the ``custom_id`` that the router answers."""

    label: Text
    custom_id: str
    style: ButtonStyle = ButtonStyle.secondary
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """Up to five buttons side by side."""

    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class Menu:
    """Up to 25 options, each with the value that is sent; the value chosen so far is marked."""

    placeholder: Text
    custom_id: str
    options: tuple[tuple[Text, str], ...]
    chosen: str = ""


@dataclass(frozen=True, slots=True)
class Picker:
    """A menu of the people, text channels or roles of a server, with those chosen so far."""

    of: Literal["people", "channels", "roles"]
    placeholder: Text
    custom_id: str
    least: int = 1
    most: int = 1
    chosen: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """A title, and fields to type into: label, example and longest answer of each. Of several, any may be left empty."""

    title: Text
    custom_id: str
    fields: tuple[tuple[Text, Text, int], ...]


Part = Text | Picture | Row | Menu | Picker


@dataclass(frozen=True, slots=True)
class Layout:
    """A message from top to bottom; ``names``: what the seats are called whose texts are in it."""

    parts: tuple[Part, ...]
    names: tuple[str, ...] = ()
    framed: bool = True


def layout(*parts: Part | None, names: tuple[str, ...] = ()) -> Layout:
    """A message in a frame; parts that are None are left out."""
    return Layout(tuple(part for part in parts if part is not None), names)


def note(sentence: Text, names: tuple[str, ...] = ()) -> Layout:
    """A sentence and nothing else."""
    return Layout((sentence,), names, framed=False)


def uploads_in(shown: Layout) -> bool:
    """Return whether files are uploaded with a message; a picture that it has already is none."""
    return any(isinstance(part, Picture) and part.data for part in shown.parts)


def without_uploads(shown: Layout, *, short: bool = False) -> Layout:
    """Return the message with words in the place of pictures; ``short``: only a few."""
    parts = (in_words(part, short=short) if isinstance(part, Picture) and part.data else part for part in shown.parts)
    return replace(shown, parts=tuple(parts))


def in_words(picture: Picture, *, short: bool = False) -> Text:
    """Return what is shown where Discord takes no picture."""
    return joined("\n", NO_PICTURE, picture.alt if short or picture.words is None else picture.words())


def button(label: Text, custom_id: str, style: ButtonStyle = ButtonStyle.secondary, *, disabled: bool = False) -> Button:
    """A button, grey unless it has another style."""
    return Button(label, custom_id, style, disabled)


def menu(placeholder: Text, custom_id: str, options: Sequence[tuple[Text, str]], chosen: str = "") -> Menu:
    """A menu of (label, value), at most 25; the value chosen so far is marked."""
    return Menu(placeholder, custom_id, tuple(options), chosen)


def people_menu(placeholder: Text, custom_id: str) -> Picker:
    """A menu of the people of this server."""
    return Picker("people", placeholder, custom_id)


def rows(buttons: Sequence[Button]) -> list[Row]:
    """Buttons in as few rows as hold them, five at most, and as many in each as in the others."""
    if not buttons:
        return []
    count = -(-len(buttons) // WIDEST)
    ends = [-(-len(buttons) * row // count) for row in range(count + 1)]
    return [Row(tuple(buttons[start:end])) for start, end in pairwise(ends)]


def turner(target: str, page: int, count: int) -> list[Row]:
    """Buttons to the other pages, where there are several; ``target`` is their custom_id without ``:page:name`` at its end."""
    if count <= 1:
        return []
    ways = (
        (say("First"), 0, "first"),
        (verbatim("‹"), page - 1, "back"),
        (verbatim("›"), page + 1, "on"),
        (say("Last"), count - 1, "last"),
    )
    marked = [button(label, f"{target}:{max(to, 0)}:{name}", disabled=to in (-1, page, count)) for label, to, name in ways]
    return rows(marked)


def build(shown: Layout, reader: Reader, mark: int | None = None) -> ui.LayoutView:
    """The message as discord.py sends it; finished, so that discord.py keeps none of it and the router answers it all.

    :param mark: the id of its first component, by which it is known again.
    """
    items = [_item(part, reader) for part in shown.parts]
    view = ui.LayoutView(timeout=None)
    for item in [ui.Container[Any](*items)] if shown.framed else items:
        view.add_item(item)
    view.children[0].id = mark
    view.stop()
    return view


def mark_of_message(message: discord.Message | None) -> int | None:
    """The mark that a message bears, if it does."""
    first = next(iter(message.components), None) if message else None
    number: int = getattr(first, "id", None) or 0
    return number if number >= OURS else None


def files(shown: Layout, built: ui.LayoutView) -> list[discord.File]:
    """The uploads that go with the pictures of a message, described as in what was built of it."""
    galleries = (item for item in built.walk_children() if isinstance(item, ui.MediaGallery))
    drawn = (part for part in shown.parts if isinstance(part, Picture))
    return [
        discord.File(io.BytesIO(picture.data), filename=picture.file, description=gallery.items[0].description)
        for picture, gallery in zip(drawn, galleries, strict=True)
    ]


def build_form(form: Form, reader: Reader) -> ui.Modal:
    """The form as discord.py sends it; finished, the router answers it."""
    modal = ui.Modal(title=reader.label(form.title, 45), custom_id=form.custom_id)
    for number, (label, example, longest) in enumerate(form.fields):
        text: ui.TextInput[Any] = ui.TextInput(
            custom_id=f"{number}",
            placeholder=reader.label(example, 100),
            max_length=longest,
            required=len(form.fields) == 1,
        )
        modal.add_item(ui.Label(text=reader.label(label, 45), component=text))
    modal.stop()
    return modal


def _item(part: Part, reader: Reader) -> ui.Item[Any]:
    if isinstance(part, Text):
        return ui.TextDisplay(reader.markdown(part))
    if isinstance(part, Picture):
        gallery: ui.MediaGallery[Any] = ui.MediaGallery()
        return gallery.add_item(media=f"attachment://{part.file}", description=_alt(part, reader))
    if isinstance(part, Row):
        return ui.ActionRow(*(_button(each, reader) for each in part.buttons))
    return ui.ActionRow(_select(part, reader) if isinstance(part, Menu) else _picker(part, reader))


def _alt(picture: Picture, reader: Reader) -> str | None:
    return cut(reader.bare(picture.alt), LONGEST_ALT) or None


def _button(each: Button, reader: Reader) -> ui.Button[Any]:
    emoji, label = reader.pictured(each.label)
    return ui.Button(label=label or None, emoji=emoji, custom_id=each.custom_id, style=each.style, disabled=each.disabled)


def _select(shown: Menu, reader: Reader) -> ui.Select[Any]:
    options = [_option(label, value, shown, reader) for label, value in shown.options]
    return ui.Select(placeholder=reader.label(shown.placeholder, 150), custom_id=shown.custom_id, options=options)


def _option(told: Text, value: str, shown: Menu, reader: Reader) -> discord.SelectOption:
    emoji, label = reader.pictured(told, 100)
    return discord.SelectOption(label=label or reader.label(told, 100), emoji=emoji, value=value, default=value == shown.chosen)


def _picker(shown: Picker, reader: Reader) -> ui.UserSelect[Any] | ui.RoleSelect[Any] | ui.ChannelSelect[Any]:
    kind = SelectDefaultValueType
    told = reader.label(shown.placeholder, 150)
    if shown.of == "people":
        return ui.UserSelect(placeholder=told, custom_id=shown.custom_id)
    of = kind.role if shown.of == "roles" else kind.channel
    kept = [SelectDefaultValue(id=each, type=of) for each in shown.chosen]
    few, many = shown.least, shown.most
    if shown.of == "roles":
        return ui.RoleSelect(placeholder=told, custom_id=shown.custom_id, min_values=few, max_values=many, default_values=kept)
    return ui.ChannelSelect(
        placeholder=told,
        custom_id=shown.custom_id,
        channel_types=[discord.ChannelType.text, discord.ChannelType.news],
        min_values=few,
        max_values=many,
        default_values=kept,
    )
