"""The names and descriptions of commands, which Discord shows in all languages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, LiteralString, TypeVar

from discord import app_commands
from discord.app_commands import locale_str


def word(kind: Literal["command", "option", "description"], english: LiteralString) -> locale_str:
    """Return a word of a command; `cogs.messages` collects it for translation, with its kind as context."""
    return locale_str(english, kind=kind)


# The names of options, by the names of their parameters.
OPTIONS = {
    "away": word("option", "away"),
    "by": word("option", "by"),
    "computers": word("option", "computers"),
    "everywhere": word("option", "everywhere"),
    "file": word("option", "file"),
    "first_game": word("option", "first_game"),
    "following": word("option", "next"),
    "game": word("option", "game"),
    "hints": word("option", "hints"),
    "invite": word("option", "invite"),
    "language": word("option", "language"),
    "leaderboards": word("option", "leaderboards"),
    "lapse": word("option", "timeout"),
    "late": word("option", "timeout"),
    "level": word("option", "level"),
    "move": word("option", "move"),
    "options": word("option", "options"),
    "order": word("option", "order"),
    "pace": word("option", "time_limit"),
    "person": word("option", "person"),
    "points": word("option", "points"),
    "profile": word("option", "profile"),
    "quiet": word("option", "quiet"),
    "rated": word("option", "rated"),
    "reminders": word("option", "reminders"),
    "reviews": word("option", "reviews"),
    "season": word("option", "season"),
    "seat": word("option", "seat"),
    "seats": word("option", "seats"),
    "swift": word("option", "swift"),
    "table": word("option", "table"),
    "text": word("option", "text"),
    "theme": word("option", "pictures"),
    "topic": word("option", "topic"),
    "zone": word("option", "zone"),
}
Handler = TypeVar("Handler", bound=Callable[..., Any])


def describe(**descriptions: locale_str) -> Callable[[Handler], Handler]:
    """Describe each option of a command, and give it its name from `OPTIONS`."""
    named = app_commands.rename(**{name: OPTIONS[name] for name in descriptions})
    described = app_commands.describe(**descriptions)

    def decorate(handler: Handler) -> Handler:
        return described(named(handler))

    return decorate
