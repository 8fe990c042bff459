"""The pictures of a profile: a rating, places, or points by kind, each with the same in words."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from cogs.person.profile_words import group_title
from cogs.shell.audience import reader_of
from cogs.shell.client import Interaction
from cogs.shell.components import Menu, Picture, menu
from cogs.shell.reader import Reader
from cogs.shell.visibility import seen_channels
from db.profiles import PlayedGame
from host.profile import Group, group_of, kind_means, ranked_games, read_sample, server_means
from host.ratings import RatingMoment, read_history
from render.plots import Axis, BarPlot, Bars, LinePlot, Lines, Plot, Series, drawn
from render.plots.data import NO_WORDS
from rules import GAMES
from rules.text import Text, joined, say
from rules.wording import decimal
from standings.ratings import Rating

log = logging.getLogger(__name__)

MAX_POINTS = 30  # games on a picture, the newest
MAX_MEAN_GAMES = 30  # the newest, for a person's mean points
MAX_OPTIONS = 25  # of a menu
NEWEST_LAST = say("The newest is the last.")


class Choice(NamedTuple):
    """A picture: of a ``rating``, of ``places`` or of points by ``kinds``; a rating is one of all numbers of players."""

    kind: str
    group: Group

    @property
    def key(self) -> str:
        """Return the picture as a value of a menu."""
        return f"{self.kind}-{self.group.key}"

    @property
    def title(self) -> Text:
        """Return the name of the picture."""
        if self.kind == "rating":
            return say("Rating · {game}", game=GAMES[self.group.game].title)
        group = group_title(self.group)
        return say("Places · {group}", group=group) if self.kind == "places" else say("Points by kind · {group}", group=group)


class Subject(NamedTuple):
    """The profile of which pictures are shown: the person, and their name on pictures. ``guild`` is 0 for all servers."""

    person: int
    name: Text
    guild: int
    games: Sequence[PlayedGame]
    ratings: Mapping[str, Rating]


class Shown(NamedTuple):
    """A plot, and the same in words."""

    plot: Plot
    words: Text


def choices_of(subject: Subject, groups: Sequence[Group]) -> list[Choice]:
    """Return the pictures that a profile has, the first one first: those of each group, most games first."""
    ranked = [group_of(game) for game in ranked_games(subject.games)]
    complete = {group_of(game) for game in subject.games if not game.reason and game.finished}
    settled = dict.fromkeys(group.game for group in groups if group.game in subject.ratings)
    found = [Choice("rating", Group(game, 0)) for game in settled if subject.ratings[game].is_settled]
    for group in groups:
        found += [Choice("places", group)] if ranked.count(group) > 1 else []
        found += [Choice("kinds", group)] if group in complete else []
    return found[:MAX_OPTIONS]


def picture_menu(choices: Sequence[Choice], chosen: Choice, person: int) -> Menu | None:
    """Return a menu of the pictures of a person's profile; None if there is no choice."""
    options = [(choice.title, choice.key) for choice in choices]
    return menu(say("Picture"), f"o1:picture:{person}", options, chosen.key) if len(options) > 1 else None


async def draw_choice(i: Interaction, choice: Choice, subject: Subject) -> list[Picture | Text]:
    """Return a picture and the same in words; only the words if the picture fails."""
    shown = await _shown(i, choice, subject)
    words = say("-# {words}", words=shown.words)
    try:
        png = await i.client.drawing.draw(drawn, shown.plot)
    except Exception:  # a failed picture must not fail the answer
        log.exception("no picture of a profile")
        return [words]
    return [Picture("profile.png", png, picture_alt(choice.title, shown.words)), words]


def picture_alt(title: Text, words: Text) -> Text:
    """Return the alternative text of a picture."""
    return say("{title}: {words}", title=title, words=words)


async def _shown(i: Interaction, choice: Choice, subject: Subject) -> Shown:
    store, reader = i.client.tables.store, reader_of(i)
    if choice.kind == "rating":
        steps = await read_history(store, subject.guild, choice.group.game, subject.person, MAX_POINTS)
        return rating_plot(choice, steps, reader)
    own = [game for game in subject.games if group_of(game) == choice.group]
    if choice.kind == "places":
        return place_plot(choice, [game.place for game in ranked_games(own)][::-1], reader)
    means = dict[Text, float]()
    if subject.guild and choice.group.seats:
        sample = await read_sample(store, subject.guild, choice.group.game)
        seen = seen_channels(i, (result.channel for result in sample))
        means = server_means(sample, choice.group, subject.person, seen)
    return kinds_plot(choice, subject.name, kind_means(own[:MAX_MEAN_GAMES]), means, reader)


def rating_plot(choice: Choice, steps: Sequence[RatingMoment], reader: Reader) -> Shown:
    """Return a rating with its uncertainty after each game, oldest first."""
    told, ratings = reader.teller.told, [step.rating for step in steps]
    points = tuple((float(rating.games), float(rating.shown)) for rating in ratings)
    series = Series(NO_WORDS, points, tuple(float(rating.shown_uncertainty) for rating in ratings))
    lines = Lines((series,), Axis(told(say("rating")), from_zero=False))
    values = tuple(rating.shown for rating in ratings)
    words = joined(" ", say("Rating after each game: {values}.", values=values), NEWEST_LAST)
    look = replace(reader.look, group="")  # a rating is written like a year
    return Shown(LinePlot(told(choice.title), (lines,), x_title=told(say("games")), look=look), words)


def place_plot(choice: Choice, places: Sequence[int], reader: Reader) -> Shown:
    """Return the places in the newest of all games, which are given oldest first."""
    told, first = reader.teller.told, max(0, len(places) - MAX_POINTS)
    points = tuple((float(number), float(place)) for number, place in enumerate(places[first:], first + 1))
    axis = Axis(told(say("place")), from_zero=False, downwards=True, encloses=(1, choice.group.seats))
    lines = Lines((Series(NO_WORDS, points),), axis)
    words = say("Places in the newest games: {values}.", values=tuple(places[first:]))
    plot = LinePlot(told(choice.title), (lines,), x_title=told(say("games")), look=reader.look)
    return Shown(plot, joined(" ", words, NEWEST_LAST))


def kinds_plot(choice: Choice, name: Text, own: Mapping[Text, float], mean: Mapping[Text, float], reader: Reader) -> Shown:
    """Return the mean points of a person by kind, beside those of the server if they are known."""
    told, kinds = reader.teller.told, tuple(own)
    bars = [Bars(told(name), tuple(own.values()))]
    words = [say("{kind} {points}", kind=kind, points=decimal(own[kind])) for kind in kinds]
    if mean:
        bars.append(Bars(told(say("mean of this server")), tuple(mean.get(kind) for kind in kinds)))
        words = [
            say("{kind} {points} (server {mean})", kind=kind, points=decimal(own[kind]), mean=decimal(mean.get(kind, 0.0)))
            for kind in kinds
        ]
    plot = BarPlot(told(choice.title), tuple(map(told, kinds)), tuple(bars), Axis(whole=False), look=reader.look)
    return Shown(plot, say("Mean points: {kinds}.", kinds=joined(", ", *words)))
