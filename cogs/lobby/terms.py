"""What the terms of a table are called."""

from __future__ import annotations

from collections.abc import Mapping

from discord.app_commands import Choice, locale_str

from db.rows import TableRow
from host.lobby import LAPSES
from rules.text import Text, say

PACES = {
    "live": say("live: 10 minutes a turn"),
    "quick": say("quick: 12 hours a turn"),
    "daily": say("daily: 24 hours a turn"),
    "relaxed": say("relaxed: 3 days a turn"),
    "untimed": say("untimed: as long as it takes"),
}
SEATINGS = {
    "joined": say("in the order of joining"),
    "random": say("drawn at random at the start"),
}
POINTS = {
    "shown": say("told before an answer is given"),
    "hidden": say("told only when a move is made"),
}

GUIDANCE = {
    "none": say("for nobody"),
    "first": say("for those who play it for the first time"),
}


def choices(names: Mapping[str, Text]) -> list[Choice[str]]:
    """For the option of a command, whose names Discord is told in all languages."""
    return [Choice(name=locale_str(str(name)), value=key) for key, name in names.items()]


def options(names: Mapping[str, Text]) -> list[tuple[Text, str]]:
    """For a menu."""
    return [(name, key) for key, name in names.items()]


def terms_of(row: TableRow) -> list[Text]:
    """What a table agrees on, a sentence each."""
    late = None if row.pace == "untimed" else say("When time is up, {lapse}.", lapse=LAPSES[row.lapse])
    points = say("Points {points}.", points=POINTS[row.points]) if row.points == "hidden" else None
    guided = say("A line of guidance with each question {whom}.", whom=GUIDANCE[row.guidance]) if row.guidance != "none" else None
    told = (
        say("Pace {pace}.", pace=PACES[row.pace]),
        late,
        say("Seats {seating}.", seating=SEATINGS[row.seating]),
        points,
        guided,
    )
    return [sentence for sentence in told if sentence is not None]
