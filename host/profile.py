"""Profiles: numbers about the ended games of one person.

Games that others have left count like games that were played to their end. Other games that ended early have no places. Games
with computer players count apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from itertools import groupby
from statistics import median
from typing import NamedTuple

from db.personal import is_former
from db.profiles import PlayedGame, SampledResult
from db.store import Store
from host.results import read_kinds, turns_thought
from host.season_points import RANKED_ENDINGS
from host.settings import profile_share, read_shown_choices
from rules import GAMES
from rules.text import Text

MAX_GAMES = 5000  # the newest ones count
TIMED_GAMES = 10  # whose turns are timed
SAMPLE_RESULTS = 100  # the newest of a game on a server, for the server's mean
SAMPLE_PEOPLE = 5  # below that, the server's mean would tell something about single people


class Group(NamedTuple):
    """The games that are counted together: those of people alone with this number of seats; 0 seats: those with computers."""

    game: str
    seats: int

    @property
    def key(self) -> str:
        """Return the group as a value of a menu."""
        return f"{self.game}-{self.seats}"


class Tally(NamedTuple):
    """The results of a group. ``shared`` of the wins were shared. Means and the best points are None without such games.

    ``mean_place`` is None with computers, as their number differs. Points are those of games that were played to their end.
    """

    group: Group
    games: int
    wins: int
    shared: int
    mean_place: float | None
    mean_points: float | None
    best_points: int | None


class Encounters(NamedTuple):
    """The games of a group that two people played with each other: how often the one had a better or a worse place."""

    group: Group
    games: int
    better: int
    worse: int


class Streaks(NamedTuple):
    """Wins in a row: in the newest games, and the most ever."""

    now: int
    longest: int


def group_of(game: PlayedGame) -> Group:
    """Return the group in which a game counts."""
    return Group(game.game, 0 if game.computers else game.seats)


def tallies_of(games: Iterable[PlayedGame]) -> list[Tally]:
    """Return the results of each group, most games first; games that this version does not have are left out."""
    grouped: defaultdict[Group, list[PlayedGame]] = defaultdict(list)
    for game in games:
        if game.game in GAMES:
            grouped[group_of(game)].append(game)
    found = [_tally(group, own) for group, own in grouped.items()]
    return sorted(found, key=lambda tally: (not tally.group.seats, -tally.games, tally.group))


def _tally(group: Group, games: Sequence[PlayedGame]) -> Tally:
    ranked, points = (
        [game for game in games if game.reason in RANKED_ENDINGS],
        [game.points for game in games if _is_complete(game)],
    )
    wins = [game for game in ranked if _is_won(game)]
    return Tally(
        group,
        len(games),
        len(wins),
        sum(game.winners > 1 for game in wins),
        sum(game.place for game in ranked) / len(ranked) if ranked and group.seats else None,
        sum(points) / len(points) if points else None,
        max(points, default=None),
    )


def _is_won(game: PlayedGame) -> bool:
    return game.place == 1 and bool(game.finished) and game.reason in RANKED_ENDINGS


def _is_complete(game: PlayedGame | SampledResult) -> bool:
    """Return whether a person played a game to its own end, so that their points can be compared."""
    return not game.reason and bool(game.finished)


def ranked_games(games: Iterable[PlayedGame]) -> list[PlayedGame]:
    """Return the games of people alone that have places, in the order given."""
    return [game for game in games if game.reason in RANKED_ENDINGS and not game.computers]


def encounters_of(games: Iterable[PlayedGame]) -> list[Encounters]:
    """Return the games with the reader that have places, by group."""
    grouped: defaultdict[Group, list[tuple[int, int]]] = defaultdict(list)
    for game in games:
        if game.reader is not None and game.reason in RANKED_ENDINGS and game.game in GAMES:
            grouped[group_of(game)].append((game.reader, game.place))
    return [
        Encounters(group, len(places), sum(one < other for one, other in places), sum(one > other for one, other in places))
        for group, places in grouped.items()
    ]


def streaks_of(games: Iterable[PlayedGame]) -> Streaks:
    """Return the wins in a row, in games of people alone.

    :param games: the newest first.
    """
    runs = [(won, len([*found])) for won, found in groupby(ranked_games(games), _is_won)]
    wins = [length for won, length in runs if won]
    return Streaks(wins[0] if runs and runs[0][0] else 0, max(wins, default=0))


def kind_means(games: Iterable[PlayedGame | SampledResult]) -> dict[Text, float]:
    """Return the mean points by kind of the games that were played to their end; empty without any."""
    sums: defaultdict[Text, int] = defaultdict(int)
    found = [game.kinds for game in games if _is_complete(game)]
    for stored in found:
        for kind, points in read_kinds(stored).items():
            sums[kind] += points
    return {kind: points / len(found) for kind, points in sums.items()}


async def read_games(store: Store, person: int, guild: int) -> list[PlayedGame]:
    """Return the ended games of a person on a server, or on all servers for 0, the newest first."""
    return await store.profiles.games(person, guild, MAX_GAMES)


async def read_games_for(store: Store, reader: int, person: int, guild: int) -> list[PlayedGame]:
    """Return the ended games of a person on a server for another person, the newest first."""
    return await store.profiles.games_for(reader, person, guild, MAX_GAMES)


async def read_turn_seconds(store: Store, person: int, games: Sequence[PlayedGame]) -> float | None:
    """Return the median time of a person's turns in the newest of these games, in seconds; None if there are none.

    :param games: the newest first.
    """
    moves = await store.profiles.turns(person, [game.table for game in games[:TIMED_GAMES]])
    times = [seconds for own in moves for seconds in turns_thought(own)]
    return median(times) if times else None


async def read_sample(store: Store, guild: int, game: str) -> list[SampledResult]:
    """Return the newest results of a game on a server."""
    return await store.profiles.newest(guild, game, SAMPLE_RESULTS)


def server_means(sample: Sequence[SampledResult], group: Group, person: int, channels: Container[int]) -> dict[Text, float]:
    """Return the mean points by kind of everybody in sampled games of a group.

    It is empty if fewer than `SAMPLE_PEOPLE` people besides this person have played them.

    :param channels: only games in these channels count.
    """
    practice = {result.table for result in sample if result.level}
    found = [result for result in sample if result.channel in channels and result.seats == group.seats and _is_complete(result)]
    found = [result for result in found if result.table not in practice]
    people = {result.person for result in found if not is_former(result.person)} - {person}
    return kind_means(found) if len(people) >= SAMPLE_PEOPLE else {}


async def read_share(store: Store, person: int) -> str:
    """Return what others may see of a person's profile: nothing once their erasure has begun."""
    return profile_share((await read_shown_choices(store, [person]))[person])
