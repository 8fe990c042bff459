"""Values in a sentence that only its reader's language or Discord can write: people, places, times, commands."""

from __future__ import annotations

from math import ceil

from rules.text import Text, say

PERSON, PLACE, ROLE, MOMENT = "{person}", "{place}", "{role}", "{moment}"
COMMAND, TYPED, LINK = "{command}", "{typed}", "{link}"
DURATION, DAY, ZONE = "{duration}", "{day}", "{zone}"


def person(number: int) -> Text:
    """Return a mention of a person by their account id; it pings them where the message allows it."""
    return say(PERSON, person=number)


def place(number: int) -> Text:
    """Return a link to a channel or thread."""
    return say(PLACE, place=number)


def role(number: int) -> Text:
    """Return a mention of the role with this id."""
    return say(ROLE, role=number)


def moment(at: float, style: str) -> Text:
    """Return a time, shown in the reader's zone.

    :param at: seconds since 1970.
    :param style: R relative, f date and time, D date.
    """
    return say(MOMENT, moment=int(at), style=style)


def duration(seconds: float) -> Text:
    """Return a span of time, rounded up to minutes."""
    return say(DURATION, duration=ceil(seconds))


def day(date: str) -> Text:
    """Return a day, shown in words.

    :param date: an ISO date.
    """
    return say(DAY, day=date)


def zone(name: str) -> Text:
    """Return a time zone, shown by its city or by its distance from UTC."""
    return say(ZONE, zone=name)


def command(name: str) -> Text:
    """Return a command of the bot, such as ``game new``, that can be clicked."""
    return say(COMMAND, command=name)


def typed(text: str) -> Text:
    """Return text to type, such as a move, shown letter by letter."""
    return say(TYPED, typed=text)


def link(label: Text, address: str) -> Text:
    """Return a link to a page or message."""
    return say(LINK, link=label, address=address)
