"""The names of a table's terms, and menus to choose them."""

from __future__ import annotations

from collections.abc import Mapping

from discord.app_commands import Choice, locale_str

from cogs.shell.components import Menu, menu
from cogs.shell.languages import best_match, own_names
from host.lobby import PACE_NAMES, TIMEOUT_ACTIONS, require_one_of
from host.rated import time_out_action
from host.summary import IN_PRACTICE, TableSummary
from rules.text import Text, say

SEATINGS = {
    "joined": say("in the order of joining"),
    "random": say("drawn at random at the start"),
}
POINTS = {
    "shown": say("shown before you answer"),
    "hidden": say("shown only after the move"),
}

GUIDANCE = {
    "none": say("off"),
    "first": say("for first-time players"),
}

HINTS = {
    "0": say("not allowed"),
    "1": say("allowed"),
    str(IN_PRACTICE): say("only in practice games"),
}

RATED = say("rated")
LANGUAGES = own_names()
THEME_NAMES = {"light": say("light background"), "dark": say("dark background")}  # of pictures
AS_DISCORD = "discord"  # where a language is chosen that is not named


def command_choices(names: Mapping[str, Text]) -> list[Choice[str]]:
    """Return the choices of a command's option; Discord shows their names in all languages."""
    return [Choice(name=locale_str(str(name)), value=key) for key, name in names.items()]


def menu_options(names: Mapping[str, Text]) -> list[tuple[Text, str]]:
    """Return the options of a menu, as pairs of label and value."""
    return [(name, key) for key, name in names.items()]


def term_menu(term: Text, custom_id: str, names: Mapping[str, Text], agreed: str) -> Menu:
    """Return a menu for a term; each choice names the term, as a closed menu shows only the choice."""
    shown = [(say("{term} · {choice}", term=term, choice=choice), key) for choice, key in menu_options(names)]
    return menu(term, custom_id, shown, agreed)


def known_language(given: str) -> str:
    """Return a language of the catalogues; empty if none is named.

    :raises Refused: for an unknown language.
    """
    if given in ("", AS_DISCORD):
        return ""
    require_one_of(given, tuple(LANGUAGES))
    return given


def known_theme(given: str) -> str:
    """Return a theme of pictures.

    :raises Refused: for an unknown theme.
    """
    require_one_of(given, tuple(THEME_NAMES))
    return given


def offered_language(stored: str) -> str:
    """Return the language on offer that serves a stored one best, as a catalogue may have got another name; else empty."""
    return best_match(stored, LANGUAGES) or ""


def terms_of(at: TableSummary) -> list[Text]:
    """Return a line for each term of a table that is worth mentioning."""
    row = at.row
    agreed = [
        (say("Time limit"), PACE_NAMES[row.pace]),
        None if row.pace == "untimed" else (say("When time is up"), TIMEOUT_ACTIONS[time_out_action(row)]),
        (say("Order of the seats"), SEATINGS[row.seating]),
        (say("Points of an answer"), POINTS[row.points]) if row.points == "hidden" else None,
        (say("Guidance with each question"), GUIDANCE[row.guidance]) if row.guidance == "none" else None,
        (say("Hints"), HINTS["1"]) if at.hints_allowed else None,
        (say("Result"), RATED) if row.rated else None,
    ]
    return [say("{term} · {choice}", term=each[0], choice=each[1]) for each in agreed if each is not None]
