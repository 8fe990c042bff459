"""Write texts for a reader, in Markdown or as plain text. Names and other data never become markup."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time
from functools import lru_cache
from typing import Any, cast

from babel import Locale
from babel.core import get_global
from babel.dates import format_date, format_skeleton
from babel.lists import format_list
from babel.numbers import get_decimal_symbol, get_group_symbol
from babel.units import format_unit

from db.personal import is_former
from host.mentions import COMMAND, DAY, DURATION, LINK, MOMENT, PERSON, PLACE, ROLE, TYPED, ZONE
from render.palette import LIGHT, Theme
from render.plots import Look
from render.teller import Teller
from rules.game import Event
from rules.names import END, ISOLATE, UNKNOWN, balance, cut, filter_name, isolate
from rules.text import (
    FORMER_PLAYER,
    LISTED,
    PIECE,
    SEAT,
    Param,
    Text,
    Translate,
    Word,
    Writer,
    called,
    english,
    joined,
    numbered,
    say,
    write,
)

ENGLISH = "en_GB"  # lists have no comma before “and”
STORY_CHARACTERS = 1800  # without emojis
LEFT_OUT = "…"
NO_COMMANDS, NO_EMOJIS = dict[str, int](), dict[str, str]()
KEPT_LABELS = 200  # of a reader; a message has up to 40 buttons, and menus of 25 options
EMOJI_SPACE = 4 * "\u2003"  # as wide as an emoji on a button: em spaces, as others count as narrow
RENAMED = {  # zones that Babel knows only by their former names
    "America/Nuuk": "America/Godthab",
    "Asia/Ho_Chi_Minh": "Asia/Saigon",
    "Asia/Kathmandu": "Asia/Katmandu",
    "Asia/Kolkata": "Asia/Calcutta",
    "Asia/Yangon": "Asia/Rangoon",
    "Atlantic/Faroe": "Atlantic/Faeroe",
    "Europe/Kyiv": "Europe/Kiev",
    "Pacific/Kanton": "Pacific/Enderbury",
}
NARROW_SPACE, WIDER_SPACE = "\u202f", "\u00a0"  # both without a break; the narrow one is hard to see on a picture
STORY, CUT, FENCED = "{lines}", "{whole}", "{block}"

# Signs with a meaning in Discord's Markdown, anywhere or at the beginning of a line.
SIGNS = re.compile(r"[\\*_~|`<>\[\]()#:@]|^[-+.]|(?<=\d)\.(?=\s|$)")
# They turn the direction of the text after them, or control a terminal; the ends of isolates turn nothing.
INVISIBLE = re.compile("[\u202a-\u202e\u2066\u2067\u0000-\u001f\u007f]")

# kinds of events about the table or a seat, outside of turns
REMARKS = frozenset(
    [
        "back",
        "ended",
        "extended",
        "gone",
        "language",
        "late",
        "moved",
        "paused",
        "replaced",
        "resumed",
        "stand-in",
        "terms",
        "undone",
    ]
)
EMOJI = re.compile(r"<:\w+:\d+> ?")


def load_formats(languages: Iterable[str]) -> None:
    """Load the formats of lists and durations in English and these languages."""
    for locale in (ENGLISH, *(language.replace("-", "_") for language in languages)):
        _list_units([(1, "hour"), (1, "minute")], locale)
        format_list(["", ""], locale=locale)


def _list_units(counts: Iterable[tuple[int, str]], locale: str) -> str:
    """Return amounts of time side by side, such as “1 day, 3 hrs”."""
    told = [format_unit(count, unit, "short", locale=locale) for count, unit in counts]
    try:
        return format_list(told, "unit", locale)
    except KeyError:  # Babel has only a part of CLDR's lists of units in some languages, such as Spanish
        return format_list(told, locale=locale)


def story_of(events: Iterable[Event]) -> Text:
    """Return a line for each event: headlines and winners bold, the rest of a turn small beneath.

    If that is too long, only the last lines.
    """
    told = _headlines_first(events)
    plain = not any(event.headline for event in told)
    return say(STORY, lines=tuple(event.text if plain else _in_bold_or_small(event) for event in told))


def _headlines_first(events: Iterable[Event]) -> list[Event]:
    """Return the events with the headline of each turn before the turn's other events."""
    told, begun = list[Event](), list[Event]()
    for event in events:
        if event.headline:
            told += (event, *begun)
            begun = []
        else:
            (begun if begun or event.begins else told).append(event)
    return told + begun


def _in_bold_or_small(event: Event) -> Text:
    if event.kind in REMARKS:
        return event.text
    return say("**{line}**", line=event.text) if event.headline or names_winner(event) else say("-# {line}", line=event.text)


def names_winner(event: Event) -> bool:
    """Return whether an event says who has won."""
    return event.kind == "won"


def clip(text: Text, most: int) -> Text:
    """Return a text that is cut to ``most`` characters."""
    return say(CUT, whole=text, most=most)


def fence(block: str) -> Text:
    """Return lines as a code block."""
    return say(FENCED, block=block)


@lru_cache(maxsize=1024)
def visible(data: str) -> str:
    """Return a name or other data in one line, without invisible signs and isolated from the direction of the text around."""
    return isolate(INVISIBLE.sub("", " ".join(data.split())))


def plain_name(name: str) -> str:
    """Return a person's display name as it is stored; a question mark if nothing of it is visible."""
    return filter_name(name) or UNKNOWN


def list_names(names: Sequence[Text], limit: int) -> Text:
    """Return names side by side, cut to ``limit`` characters."""
    return clip(say("{names}", names=tuple(names)), limit)


@lru_cache(maxsize=1024)
def escape(data: str) -> str:
    """Return data with all signs of Markdown escaped."""
    return SIGNS.sub(r"\\\g<0>", visible(data))


def city_of(zone: str, locale: str) -> str:
    """Return the city of a time zone; a zone without one, such as ``UTC+02:00``, unchanged."""
    if "/" not in zone:
        return zone
    known, aliases = cast("Any", Locale.parse(locale).time_zones), cast("Any", get_global("zone_aliases"))
    called: str = known.get(aliases.get(zone, RENAMED.get(zone, zone)), {}).get("city", "")
    return called or zone.rpartition("/")[2].replace("_", " ")


class Reader:
    """Write texts in one language, for a table whose seats have names.

    :param names: of the seats, by seat.
    :param commands: Discord's ids of the bot's commands, by the name of the command or its group.
    :param translate: into the reader's language.
    :param emojis: the markup of each piece that has an emoji; other pieces are written as words.
    :param theme: the colours of pictures.
    """

    def __init__(
        self,
        names: Sequence[str] = (),
        locale: str = "en-US",
        commands: Mapping[str, int] = NO_COMMANDS,
        emojis: Mapping[str, str] = NO_EMOJIS,
        translate: Translate = english,
        theme: Theme = LIGHT,
    ) -> None:
        self._names, self.locale, self._translate, self._theme = names, locale, translate, theme
        self._commands, self._emojis = commands, emojis
        self._labels = dict[tuple[Text, int], tuple[str | None, str]]()
        self._marked: dict[str, Writer] = {
            SEAT: lambda p: escape(self.name(p["seat"])),
            PERSON: lambda p: self._mention(_number(p["person"])),
            PLACE: lambda p: f"<#{p['place']}>",
            ROLE: lambda p: f"<@&{p['role']}>",
            MOMENT: lambda p: f"<t:{p['moment']}:{p['style']}>",
            COMMAND: lambda p: self._command(str(p["command"])),
            TYPED: lambda p: f"`{str(p['typed']).replace('`', 'ˋ')}`",
            LINK: lambda p: f"[{self._told(p['link'])}]({p['address']})",
            STORY: self._story,
            PIECE: self._piece,
            CUT: lambda p: self._cut(p["whole"], _number(p["most"])),
            LISTED: lambda p: self._listed(list(map(self._told, _parts(p["listed"])))),
            DURATION: lambda p: self._lasting(_number(p["duration"])),
            DAY: lambda p: format_date(date.fromisoformat(str(p["day"])), "long", self._customs),
            ZONE: lambda p: city_of(str(p["zone"]), self._customs),
            FENCED: lambda p: "```\n" + _lines(p["block"]).replace("`", "ˋ") + "\n```",
        }
        self._bare: dict[str, Writer] = {
            SEAT: lambda p: visible(self.name(p["seat"])),
            MOMENT: lambda p: f"{datetime.fromtimestamp(_number(p['moment']), UTC):%Y-%m-%d %H:%M} UTC",
            COMMAND: lambda p: f"/{p['command']}",
            LINK: lambda p: self.bare(p["link"]),
            CUT: lambda p: cut(self.bare(p["whole"]), _number(p["most"])),
            LISTED: lambda p: self._listed(list(map(self.bare, _parts(p["listed"])))),
            **{kind: self._marked[kind] for kind in (DURATION, DAY, ZONE)},
            FENCED: lambda p: _lines(p["block"]),
        }

    def _mention(self, person: int) -> str:
        return self._told(FORMER_PLAYER) if is_former(person) else f"<@{person}>"

    def name(self, seat: Param) -> str:
        """Return the name of a seat."""
        number = _number(seat)
        return self.bare(called(self._names[number], number) if number < len(self._names) else numbered(number))

    @property
    def teller(self) -> Teller:
        """Return the names, the language and the theme for a picture."""
        return Teller(tuple(map(self.name, range(len(self._names)))), self._translate, self._theme)

    @property
    def look(self) -> Look:
        """Return the theme and the signs in numbers for a plot."""
        group = get_group_symbol(self._customs).replace(NARROW_SPACE, WIDER_SPACE)
        return Look(self._theme, get_decimal_symbol(self._customs), group)

    def short_day(self, day: date) -> str:
        """Return a day without its year, such as “23 Nov”, for a plot."""
        return format_skeleton("MMMd", datetime.combine(day, time(), UTC), locale=self._customs)

    def spelled(self, text: Text) -> Text:
        """Return the text with its lists written out in this reader's language, for code that cannot."""
        params = tuple((name, self._spelled(value)) for name, value in text.params)
        if text.message != LISTED:
            return replace(text, params=params)
        words = _parts(dict(params)["listed"])
        told = self._listed([f"\0{number}\0" for number in range(len(words))]).split("\0")
        return joined("", *(_text(words[int(part)]) if place % 2 else _literal(part) for place, part in enumerate(told)))

    def _spelled(self, value: Param) -> Param:
        if isinstance(value, tuple):
            return tuple(self.spelled(each) if isinstance(each, Text) else each for each in value)
        return self.spelled(value) if isinstance(value, Text) else value

    def markdown(self, text: Text) -> str:
        """Return a text in Markdown, for a message."""
        return write(text, self._marked, escape, self._translate)

    def bare(self, text: Param) -> str:
        """Return a text without markup, for pictures and their descriptions."""
        return write(_text(text), self._bare, visible, self._translate)

    def typeable(self, text: Text) -> str:
        """Return a text without markup and isolates, as people type it."""
        return self.bare(text).replace(ISOLATE, "").replace(END, "")

    def in_words(self) -> Reader:
        """Return a reader like this one that writes words in place of emojis."""
        return Reader(self._names, self.locale, self._commands, translate=self._translate)

    def pictured(self, text: Text, limit: int = 80) -> tuple[str | None, str]:
        """Return a label for a button or menu: the emoji of its first piece that has one, if any, and the rest.

        Rows of buttons are measured by their labels several times, so the labels are kept.
        """
        if (text, limit) not in self._labels:
            if len(self._labels) >= KEPT_LABELS:
                self._labels.clear()
            self._labels[text, limit] = self._pictured(text, limit)
        return self._labels[text, limit]

    def _pictured(self, text: Text, limit: int) -> tuple[str | None, str]:
        shown = self._shown(text)
        if shown is None:
            return None, self.label(text, limit)

        def word(params: dict[str, Param]) -> str:
            return "" if params["alone"] and params["name"] == shown else self.bare(params["piece"])

        return self._emojis[shown], cut(_in_line(write(text, {**self._bare, PIECE: word}, visible, self._translate)), limit)

    def as_wide(self, text: Text) -> str:
        """Return a text as wide as a button's label, with spaces in place of the emoji, to measure its width."""
        emoji, label = self.pictured(text)
        return f"{EMOJI_SPACE}{label}" if emoji else label

    def _shown(self, text: Text) -> str | None:
        """Return the first piece in a text that has an emoji; None if there is none."""
        if not self._emojis:
            return None
        if text.message == PIECE and (name := str(dict(text.params)["name"])) in self._emojis:
            return name
        words = (word for _, param in text.params for word in _parts(param) if isinstance(word, Text))
        return next(filter(None, map(self._shown, words)), None)

    def label(self, text: Text, limit: int = 80) -> str:
        """Return one line without markup, cut to ``limit`` characters, for a button, menu, form or autocomplete."""
        return cut(_in_line(self.bare(text)), limit)

    def _told(self, text: Param) -> str:
        return self.markdown(_text(text))

    def _piece(self, params: dict[str, Param]) -> str:
        shown, word = self._emojis.get(str(params["name"])), self._told(params["piece"])
        return word if shown is None else shown if params["alone"] else f"{shown} {word}"

    def _cut(self, whole: Param, most: int) -> str:
        """Return a text of at most ``most`` characters; a text that has to be cut has no emojis, as one could be cut in two."""
        told = self._told(whole)
        return told if len(told) <= most else cut(self.in_words()._told(whole), most)

    def _listed(self, words: list[str]) -> str:
        return format_list(words, locale=self._customs)

    def _lasting(self, seconds: int) -> str:
        """Return a duration as days and hours, or as hours and minutes, rounded up to minutes."""
        hours, minutes = divmod(-(-seconds // 60), 60)
        days, hours = divmod(hours, 24)
        counts = ((days, "day"), (hours, "hour")) if days else ((hours, "hour"), (minutes, "minute"))
        return _list_units([each for each in counts if each[0]], self._customs)

    @property
    def _customs(self) -> str:
        """Return the locale for lists and numbers; English if nothing is translated."""
        return ENGLISH if self._translate is english else self.locale.replace("-", "_")

    def _command(self, name: str) -> str:
        number = self._commands.get(name.split()[0])
        return f"</{name}:{number}>" if number else f"**/{name}**"

    def _story(self, params: dict[str, Param]) -> str:
        """Return the last lines that fit; earlier ones are not even translated, which saves time in long games."""
        parts, lines, room = _parts(params["lines"]), deque[str](), STORY_CHARACTERS + 1
        for number in reversed(range(len(parts))):
            line = self._told(parts[number])
            room -= len(EMOJI.sub("", line)) + 1
            if room < (len(LEFT_OUT) + 1 if number else 0):
                lines.appendleft(LEFT_OUT)
                break
            lines.appendleft(line)
        return "\n".join(lines)


def _text(value: Param) -> Text:
    return value if isinstance(value, Text) else say("{value}", value=value)


def _parts(value: Param) -> tuple[Word, ...]:
    return value if isinstance(value, tuple) else (value,)


def _lines(block: Param) -> str:
    """Return lines without invisible signs."""
    return "\n".join(balance(INVISIBLE.sub("", line)) for line in str(block).split("\n"))


def _in_line(told: str) -> str:
    """Return finished text in one line."""
    return balance(INVISIBLE.sub("", " ".join(told.split())))


def _literal(part: str) -> Text:
    """Return the text between the words of a list, with its spaces."""
    return Text(part.replace("{", "{{").replace("}", "}}"))


def _number(value: Param) -> int:
    return value if isinstance(value, int) else 0
