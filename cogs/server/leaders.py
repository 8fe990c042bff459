"""A leaderboard in words and as a picture: its lines, their texts, and the message that shows a page of them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from cogs.operations.drawing import Drawing
from cogs.shell.components import Part, Picture
from cogs.shell.reader import Reader
from db.rows import SeasonRow
from db.seasons import ALL_GAMES
from host.leaderboard import SeasonLine, SeasonPage
from host.mentions import day, moment
from host.ratings import RatedLine
from render import leaderboard as art
from render.leaderboard import UNNAMED, Leaderboard, drawn, undrawable
from rules import GAMES
from rules.text import Text, joined, say, say_n, sentences, verbatim
from standings.ratings import SHOWN_AFTER_GAMES

log = logging.getLogger(__name__)

FILE = "leaderboard.png"
EVERY_GAME = say("all games")
NOBODY = say("No game has counted here yet. A game counts if at least two people play it and it is not ended by agreement.")
NO_OWN_LINE = say("You have no line here yet.")
YOU = say("**you**")
POINTS, GAMES_PLAYED, WINS, RATING = say("points"), say("games"), say("wins"), say("rating")
RATINGS = say("Leaderboard · ratings")


class Line(NamedTuple):
    """A person's line. ``name`` is empty for people who do not show it to the reader."""

    place: int
    name: str
    numbers: tuple[str, ...]
    own: bool = False


class Leaders(NamedTuple):
    """Some lines of a leaderboard, of ``total``, and the line of the person who asks.

    :param key: of its game, or `ALL_GAMES`.
    :param columns: the titles of the numbers.
    :param no_own: what people read who have no line.
    """

    title: Text
    key: str
    columns: tuple[Text, ...]
    lines: tuple[Line, ...]
    total: int
    own: Line | None = None
    no_own: Text = NO_OWN_LINE

    @property
    def game(self) -> Text:
        """Return the title of its game, or words for all games."""
        return EVERY_GAME if self.key == ALL_GAMES else GAMES[self.key].title


def season_leaders(page: SeasonPage, game: str, asker: int = 0) -> Leaders:
    """Return a page of a season's leaderboard as texts."""

    def line(one: SeasonLine) -> Line:
        return Line(one.place, one.name, (halves(one.half_points), str(one.games), str(one.wins)), one.person == asker)

    title = say("Leaderboard · season {number}", number=page.season.number)
    own = None if page.own is None else line(page.own)
    columns = (POINTS, GAMES_PLAYED, WINS)
    return Leaders(title, game, columns, tuple(map(line, page.lines)), page.total, own)


def rated_leaders(
    lines: Sequence[RatedLine], names: Mapping[int, str], total: int, game: str, own: RatedLine | None, played: int = 0
) -> Leaders:
    """Return a page of the ratings of a game as texts.

    :param names: those of people on these lines, by person.
    :param played: rated games of the person who asks, if they have no line.
    """

    def line(one: RatedLine) -> Line:
        name = names.get(one.person or 0, "")
        numbers = (f"{one.rating.shown} ± {one.rating.shown_uncertainty}", str(one.rating.games))
        return Line(one.place, name, numbers, own is not None and one.person == own.person)

    columns, own_texts = (RATING, GAMES_PLAYED), None if own is None else line(own)
    no_own = say_n(
        "Your rating appears after {count} more rated game.",
        "Your rating appears after {count} more rated games.",
        SHOWN_AFTER_GAMES - played,
    )
    return Leaders(RATINGS, game, columns, tuple(map(line, lines)), total, own_texts, no_own)


def halves(number: int) -> str:
    """Return half of a number of points as people write it, such as ``4½``."""
    whole, rest = divmod(number, 2)
    return f"{whole or ''}½" if rest else str(whole)


def season_time(season: SeasonRow) -> Text:
    """Return when a season began and ended, for a message."""
    begin, end = moment(season.started, "D"), moment(season.ended or 0, "D")
    if season.ended is None:
        return say("running since {begin}", begin=begin) if season.started else say("running since the first game")
    return say("{begin} to {end}", begin=begin, end=end) if season.started else say("from the first game to {end}", end=end)


def season_name(season: SeasonRow) -> Text:
    """Return the number and the days of a season, for autocomplete."""
    begin, end = _day(season.started), _day(season.ended or 0)
    if season.ended is None and not season.started:
        return say("Season {number}", number=season.number)
    if season.ended is None:
        return say("Season {number}, since {begin}", number=season.number, begin=begin)
    if not season.started:
        return say("Season {number}, until {end}", number=season.number, end=end)
    return say("Season {number}, {begin} to {end}", number=season.number, begin=begin, end=end)


def _day(at: float) -> Text:
    return day(datetime.fromtimestamp(at, UTC).date().isoformat())


def lines_of(leaders: Leaders) -> list[Text]:
    """Return a text for each line; the person who asks finds their own one."""
    titles = leaders.columns
    return [
        say("**{place}.** {name} · {numbers}", place=line.place, name=name, numbers=_numbers(titles, line))
        for line, name in ((line, YOU if line.own else _name(line)) for line in leaders.lines)
    ]


def own_line(leaders: Leaders) -> Text:
    """Return the line of the person who asks, or why they have none."""
    if leaders.own is None:
        return leaders.no_own
    numbers = _numbers(leaders.columns, leaders.own)
    place, count = leaders.own.place, max(leaders.total, leaders.own.place)
    return say("**Your place: {place} of {count}** · {numbers}", place=place, count=count, numbers=numbers)


def _name(line: Line) -> Text:
    return verbatim(line.name) if line.name else UNNAMED


def _numbers(columns: Sequence[Text], line: Line) -> Text:
    pairs = zip(columns, line.numbers, strict=True)
    return joined(", ", *(say("{title}: {number}", title=title, number=number) for title, number in pairs))


async def picture_of(drawing: Drawing, leaders: Leaders, reader: Reader, *, queued: bool = False) -> list[Part]:
    """Return the lines as a picture, drawn off the event loop, and names that it cannot show; as texts if the drawing fails.

    It shows to nobody which line is theirs, so that all who may see it get the same file.
    """
    board = Leaderboard(
        leaders.title,
        leaders.game,
        leaders.columns,
        tuple(art.Line(line.place, line.name, line.numbers) for line in leaders.lines),
        reader.teller,
    )
    try:
        png = await (drawing.draw_later if queued else drawing.draw)(drawn, board)
        missing = await asyncio.to_thread(undrawable, {line.name for line in leaders.lines if line.name})
    except Exception:  # a failed picture must not fail the answer
        log.exception("no picture of a leaderboard")
        return [joined("\n", *lines_of(leaders))]
    told = (
        say("{place}. {name}, {numbers}", place=line.place, name=_name(line), numbers=_numbers(leaders.columns, line))
        for line in leaders.lines
    )
    alt = sentences(joined(" · ", leaders.title, leaders.game), *told)
    names = [say("**{place}.** {name}", place=line.place, name=_name(line)) for line in leaders.lines if line.name in missing]
    return [Picture(FILE, png, alt), *([joined(" · ", *names)] if names else [])]
