"""Messages as values: texts, pictures, buttons and menus. They become Discord's components when their reader is known."""

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

ALT_CHARACTERS = 1024
OPTION_CHARACTERS = 100  # of a menu, for a label and for a note
ROW_BUTTONS = 5
YOUR_TURN_COLOUR = 0x6B9A3C  # of the frame of a message that asks its reader to move
NO_PICTURE = say("-# Discord does not accept pictures here, so here it is in words:")
NO_FILE = say("-# Discord does not accept files here at the moment. Please try again in a few minutes, or on another server.")
FIRST_MARK = 1_000_000  # ids of components from here on mark a message, so that the sender recognizes it


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG or an animated GIF with its file name, and an alternative text for people who cannot see it.

    ``data`` is empty for a file that the message has already. ``words`` makes the text that replaces the picture where Discord
    takes no files; without it, that is the alternative text.
    """

    file: str
    data: bytes
    alt: Text
    words: Callable[[], Text] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Download:
    """A file to download, with its name."""

    file: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Button:
    """A button with its label, and the ``custom_id`` that the router resolves."""

    label: Text
    custom_id: str
    style: ButtonStyle = ButtonStyle.secondary
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A row of up to five buttons."""

    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu of up to 25 options, as pairs of label and value; ``chosen`` is the value selected so far.

    ``notes`` are small lines below the labels, one an option or None; empty for none at all.
    """

    placeholder: Text
    custom_id: str
    options: tuple[tuple[Text, str], ...]
    chosen: str = ""
    notes: tuple[Text | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Picker:
    """A menu of the people, text channels or roles of a server; ``chosen`` are the ids selected so far."""

    of: Literal["people", "channels", "roles"]
    placeholder: Text
    custom_id: str
    least: int = 1
    most: int = 1
    chosen: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """A text with a button beside it; it takes 3 of a message's 40 components."""

    text: Text
    button: Button


Part = Text | Picture | Download | Row | Line | Menu | Picker


@dataclass(frozen=True, slots=True)
class Layout:
    """A message from top to bottom.

    :param names: names of the seats in its texts, by seat.
    :param framed: it has a frame.
    :param marked: its frame has the colour that says “your turn”.
    """

    parts: tuple[Part, ...]
    names: tuple[str, ...] = ()
    framed: bool = True
    marked: bool = False


def layout(*parts: Part | None, names: tuple[str, ...] = (), marked: bool = False) -> Layout:
    """Return a message in a frame, without the parts that are None; `Layout` describes the parameters."""
    return Layout(tuple(part for part in parts if part is not None), names, marked=marked)


def note(sentence: Text, names: tuple[str, ...] = ()) -> Layout:
    """Return a message of one text, without a frame."""
    return Layout((sentence,), names, framed=False)


def uploads_in(shown: Layout) -> bool:
    """Return whether files are uploaded with a message; a picture that it has already is none."""
    return any(isinstance(part, (Picture, Download)) and part.data for part in shown.parts)


def without_uploads(shown: Layout, *, short: bool = False) -> Layout:
    """Return the message with words in the place of pictures, and one sentence in that of files; ``short``: only a few words."""
    parts = [in_words(part, short=short) if isinstance(part, Picture) and part.data else part for part in shown.parts]
    kept = [part for part in parts if not isinstance(part, Download)]
    return replace(shown, parts=(*kept, NO_FILE) if len(kept) < len(parts) else tuple(kept))


def in_words(picture: Picture, *, short: bool = False) -> Text:
    """Return the text to show in place of a picture where Discord takes no files."""
    return joined("\n", NO_PICTURE, picture.alt if short or picture.words is None else picture.words())


def button(label: Text, custom_id: str, style: ButtonStyle = ButtonStyle.secondary, *, disabled: bool = False) -> Button:
    """Return a button, grey by default."""
    return Button(label, custom_id, style, disabled)


def menu(
    placeholder: Text,
    custom_id: str,
    options: Sequence[tuple[Text, str]],
    chosen: str = "",
    notes: Sequence[Text | None] = (),
) -> Menu:
    """Return a menu of up to 25 pairs of label and value, with one of them selected, and notes below their labels."""
    return Menu(placeholder, custom_id, tuple(options), chosen, tuple(notes))


def people_menu(placeholder: Text, custom_id: str) -> Picker:
    """Return a menu of this server's people."""
    return Picker("people", placeholder, custom_id)


def rows(buttons: Sequence[Button]) -> list[Row]:
    """Return buttons in as few rows as possible, up to five in each, and evenly filled."""
    if not buttons:
        return []
    count = -(-len(buttons) // ROW_BUTTONS)
    ends = [-(-len(buttons) * row // count) for row in range(count + 1)]
    return [Row(tuple(buttons[start:end])) for start, end in pairwise(ends)]


def turner(target: str, page: int, count: int) -> list[Row]:
    """Return buttons to the first, previous, next and last page; none if there is one page.

    :param target: their custom_id without ``:page:name`` at its end.
    """
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
    """Return the message as discord.py sends it.

    It is marked as finished, so discord.py keeps no reference to it, and clicks arrive at the router.

    :param mark: the id of its first component, by which the sender recognizes it.
    """
    items = [_item(part, reader) for part in shown.parts]
    view = ui.LayoutView(timeout=None)
    colour = YOUR_TURN_COLOUR if shown.marked else None
    for item in [ui.Container[Any](*items, accent_colour=colour)] if shown.framed else items:
        view.add_item(item)
    view.children[0].id = mark
    view.stop()
    return view


def mark_of_message(message: discord.Message | None) -> int | None:
    """Return the mark of a message; None if it has none."""
    first = next(iter(message.components), None) if message else None
    number: int = getattr(first, "id", None) or 0
    return number if number >= FIRST_MARK else None


def files(shown: Layout, built: ui.LayoutView) -> list[discord.File]:
    """Return the uploads for the pictures of a message, with the descriptions that its built form has, and for its files."""
    galleries = (item for item in built.walk_children() if isinstance(item, ui.MediaGallery))
    drawn = (part for part in shown.parts if isinstance(part, Picture))
    pictures = [
        discord.File(io.BytesIO(picture.data), filename=picture.file, description=gallery.items[0].description)
        for picture, gallery in zip(drawn, galleries, strict=True)
    ]
    others = [discord.File(io.BytesIO(part.data), filename=part.file) for part in shown.parts if isinstance(part, Download)]
    return [*pictures, *others]


def _item(part: Part, reader: Reader) -> ui.Item[Any]:
    if isinstance(part, Text):
        return ui.TextDisplay(reader.markdown(part))
    if isinstance(part, Picture):
        gallery: ui.MediaGallery[Any] = ui.MediaGallery()
        return gallery.add_item(media=f"attachment://{part.file}", description=_alt(part, reader))
    if isinstance(part, Download):
        return ui.File(f"attachment://{part.file}")
    if isinstance(part, Line):
        return ui.Section(ui.TextDisplay(reader.markdown(part.text)), accessory=_button(part.button, reader))
    if isinstance(part, Row):
        return ui.ActionRow(*(_button(each, reader) for each in part.buttons))
    return ui.ActionRow(_select(part, reader) if isinstance(part, Menu) else build_picker(part, reader))


def _alt(picture: Picture, reader: Reader) -> str | None:
    return cut(reader.bare(picture.alt), ALT_CHARACTERS) or None


def _button(each: Button, reader: Reader) -> ui.Button[Any]:
    emoji, label = reader.pictured(each.label)
    return ui.Button(label=label or None, emoji=emoji, custom_id=each.custom_id, style=each.style, disabled=each.disabled)


def _select(shown: Menu, reader: Reader) -> ui.Select[Any]:
    notes = shown.notes or (None,) * len(shown.options)
    options = [_option(label, value, note, shown, reader) for (label, value), note in zip(shown.options, notes, strict=True)]
    return ui.Select(placeholder=reader.label(shown.placeholder, 150), custom_id=shown.custom_id, options=options)


def _option(told: Text, value: str, note: Text | None, shown: Menu, reader: Reader) -> discord.SelectOption:
    emoji, label = reader.pictured(told, OPTION_CHARACTERS)
    return discord.SelectOption(
        label=label or reader.label(told, OPTION_CHARACTERS),
        description=reader.label(note, OPTION_CHARACTERS) if note else None,
        emoji=emoji,
        value=value,
        default=value == shown.chosen,
    )


def build_picker(shown: Picker, reader: Reader) -> ui.UserSelect[Any] | ui.RoleSelect[Any] | ui.ChannelSelect[Any]:
    kind = SelectDefaultValueType
    told = reader.label(shown.placeholder, 150)
    if shown.of == "people":
        people = [SelectDefaultValue(id=each, type=kind.user) for each in shown.chosen]
        return ui.UserSelect(placeholder=told, custom_id=shown.custom_id, default_values=people)
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
