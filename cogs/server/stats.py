"""/server stats: managers see games, turns and active people by week, as a plot, in words and as a file."""

from __future__ import annotations

import csv
import io
import logging
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from discord import app_commands
from discord.ext import commands

from cogs.shell.answer import Answer, private
from cogs.shell.audience import reader_of
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Download, Picture, layout, note
from cogs.shell.reader import Reader, clip
from cogs.shell.respond import answers
from cogs.shell.words import word
from db.activity import WeekRow
from host.activity import WEEKS, games_of, monday_of, read_weeks
from host.mentions import day, duration
from render.plots import LinePlot, Lines, Series, Tick, drawn
from rules import GAMES
from rules.text import Text, joined, listed, say, say_n, sentences, verbatim

log = logging.getLogger(__name__)

TOLD_WEEKS = 4  # in the message
WORDS_CHARACTERS = 2500  # in place of the picture
COLUMNS = ("week", "games_started", "games_ended", "turns", "active_people", "median_turn_seconds")
NOTHING = say("No game was played on this server in the last {weeks} weeks.", weeks=WEEKS)
TITLE = say("Games on this server by week")
TURNS, GAMES_STARTED, PEOPLE = say("Turns"), say("Games started"), say("Active people")
EXPLAINED = say(
    "-# A week begins on Monday, 0:00 UTC. A turn counts for the week in which it ends. Turns taken back in the same week and "
    "turns of computer players do not count. The file has a line for each week."
)


class Server(
    commands.GroupCog, group_name=word("command", "server"), group_description=word("description", "For managers of this server")
):
    """The command /server stats."""

    @app_commands.command(
        name=word("command", "stats"), description=word("description", "Games, turns and active people of this server by week")
    )
    @answers()
    async def stats(self, i: Interaction) -> Answer:
        assert i.guild_id is not None
        weeks = await read_weeks(i.client.tables.store, i.guild_id, i.client.tables.now())
        if not weeks:
            return private(note(NOTHING))
        told = joined("\n", *(_line(week, present=week is weeks[-1]) for week in weeks[: -TOLD_WEEKS - 1 : -1]))
        file = Download("server-weeks.csv", csv_of(weeks))
        head = say("## {title}", title=TITLE)
        return private(layout(head, told, _sums(weeks), await _picture(i, weeks), file, EXPLAINED))


def _line(week: WeekRow, *, present: bool = False) -> Text:
    """Return the counts of a week in one line."""
    monday = day(monday_of(week).isoformat())
    return joined(" · ", say("**This week so far**") if present else say("**Week of {day}**", day=monday), _counts(week))


def _counts(week: WeekRow) -> Text:
    return joined(
        " · ",
        say_n("{count} game started", "{count} games started", week.started),
        say_n("{count} turn", "{count} turns", week.turns),
        say_n("{count} active person", "{count} active people", week.people),
        None if week.seconds is None else say("median turn {time}", time=duration(week.seconds)),
    )


def _sums(weeks: Sequence[WeekRow]) -> Text:
    """Return the counts of all weeks together, and the games that were played most."""
    played = sum((Counter(games_of(week)) for week in weeks), Counter[str]())
    most = [say("{game} ({count})", game=GAMES[key].title, count=count) for key, count in played.most_common() if key in GAMES]
    return joined(
        "\n",
        joined(
            " · ",
            say_n("**In {count} week**", "**In {count} weeks**", len(weeks)),
            say_n("{count} game started", "{count} games started", sum(week.started for week in weeks)),
            say_n("{count} turn", "{count} turns", sum(week.turns for week in weeks)),
        ),
        say("**Most played** {games}", games=listed(*most)) if most else None,
    )


async def _picture(i: Interaction, weeks: Sequence[WeekRow]) -> Picture | Text:
    """Return the plot; the weeks in words if the drawing fails."""
    busiest = max(weeks, key=lambda week: week.turns)
    facts = say("Most turns: {turns} in the week of {day}", turns=busiest.turns, day=day(monday_of(busiest).isoformat()))
    try:
        png = await i.client.drawing.draw(drawn, plot_of(weeks, reader_of(i)))
    except Exception:  # a failed picture must not fail the answer
        log.exception("server %s: no plot", i.guild_id)
        return _in_words(weeks)
    present = joined(" · ", say("This week so far"), _counts(weeks[-1]))
    return Picture("server-weeks.png", png, sentences(TITLE, facts, present), partial(_in_words, weeks))


def _in_words(weeks: Sequence[WeekRow]) -> Text:
    """Return a line for each week, newest first."""
    lines = (_line(week, present=week is weeks[-1]) for week in reversed(weeks))
    return clip(joined("\n", *lines), WORDS_CHARACTERS)


def plot_of(weeks: Sequence[WeekRow], reader: Reader) -> LinePlot:
    """Return the weeks as lines: turns above, games and people below."""
    told = reader.teller.told

    def series(name: Text, count: Callable[[WeekRow], int]) -> Series:
        return Series(told(name), tuple((place, count(week)) for place, week in enumerate(weeks)))

    return LinePlot(
        told(TITLE),
        (
            Lines((series(TURNS, lambda week: week.turns),)),
            Lines((series(GAMES_STARTED, lambda week: week.started), series(PEOPLE, lambda week: week.people))),
        ),
        tuple(Tick(place, told(verbatim(reader.short_day(monday_of(week))))) for place, week in enumerate(weeks)),
        look=reader.look,
    )


def csv_of(weeks: Sequence[WeekRow]) -> bytes:
    """Return the weeks as a CSV file with a head, oldest first: `COLUMNS`, then the started games of each kind."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow((*COLUMNS, *(f"started_{key}" for key in GAMES)))
    for week in weeks:
        seconds = "" if week.seconds is None else round(week.seconds)
        games = games_of(week)
        counts = (week.started, week.ended, week.turns, week.people, seconds, *(games.get(key, 0) for key in GAMES))
        writer.writerow((monday_of(week).isoformat(), *counts))
    return file.getvalue().encode()


async def setup(client: Parterre) -> None:
    await client.add_cog(Server())
