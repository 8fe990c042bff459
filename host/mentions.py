"""Values in a sentence that only whoever tells it can write: a person, a place, a moment, a command."""

from __future__ import annotations

from math import ceil

from rules.text import Text, say

PERSON, PLACE, ROLE, MOMENT = "{person}", "{place}", "{role}", "{moment}"
COMMAND, TYPED, LINK = "{command}", "{typed}", "{link}"
DURATION, DAY, ZONE = "{duration}", "{day}", "{zone}"


def person(number: int) -> Text:
    """Somebody by the number of their account, pinged where the message says so."""
    return say(PERSON, person=number)


def place(number: int) -> Text:
    """A channel or thread."""
    return say(PLACE, place=number)


def role(number: int) -> Text:
    """All who have this role on a server."""
    return say(ROLE, role=number)


def moment(at: float, style: str) -> Text:
    """A time in seconds since 1970, in the reader's zone; ``style``: R relative, f date and time, D date."""
    return say(MOMENT, moment=int(at), style=style)


def duration(seconds: float) -> Text:
    """A span of time, rounded up to minutes."""
    return say(DURATION, duration=ceil(seconds))


def day(date: str) -> Text:
    """Return a day by its ISO date, which a reader writes in words."""
    return say(DAY, day=date)


def zone(name: str) -> Text:
    """Return a time zone, which a reader calls by its city or by its distance from UTC."""
    return say(ZONE, zone=name)


def command(name: str) -> Text:
    """One of our commands, such as ``game new``, ready to be used."""
    return say(COMMAND, command=name)


def typed(text: str) -> Text:
    """What is typed, letter by letter, such as a move."""
    return say(TYPED, typed=text)


def link(label: Text, address: str) -> Text:
    """A way to another page or message."""
    return say(LINK, link=label, address=address)
