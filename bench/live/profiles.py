"""Measure /profile without its picture: what it reads, counts and says, in a small and in a large community."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from time import process_time

from bench.live.many_results import BUSY_PERSON, FIRST_PERSON, GUILD
from bench.rows import Row, quantile
from cogs.person.profile_picture import MAX_MEAN_GAMES
from cogs.person.profile_words import rating_lines, streak_line, tally_lines, time_line, together_line
from cogs.shell.reader import Reader
from db.profiles import PlayedGame
from db.store import Store
from host import profile
from host.ratings import read_ratings
from rules.text import Text

FEW, FEW_PEOPLE = 100, 10  # results of the small community, and its people
PERSON, OTHER = FIRST_PERSON + 3, FIRST_PERSON + 7  # with the usual number of games
READS = 10  # of each profile in a round, as a p99 of few would be the largest
MILLI = 1000
RATIO, PROCESSOR_MS = 2.0, 100.0  # targets


async def measure_profiles(name: str, few: Store, many: Store, rounds: int) -> list[Row]:
    """Return the figures of an engine.

    :param few: a database with `FEW` results of `FEW_PEOPLE`.
    """
    works = [_own(few, PERSON), _own(many, PERSON), _others(few), _others(many), _own(many, BUSY_PERSON)]
    took: list[list[float]] = [[] for _ in works]
    for _ in range(READS * rounds):
        for number, work in enumerate(works):
            before = process_time()
            await work()
            took[number].append(MILLI * (process_time() - before))
    own_few, own, others_few, others, busy = (quantile(each, 0.99) for each in took)
    return [
        Row(f"{name}: own /profile, many results ÷ {FEW}, p99", own / own_few, "×", RATIO),
        Row(f"{name}: /profile of another, many results ÷ {FEW}, p99", others / others_few, "×", RATIO),
        Row(f"{name}: own /profile, processor time, p99", own, "ms", PROCESSOR_MS),
        Row(f"{name}: /profile of another, processor time, p99", others, "ms", PROCESSOR_MS),
        Row(f"{name}: own /profile after very many games, processor time, p99", busy, "ms", PROCESSOR_MS),
    ]


def _own(store: Store, person: int) -> Callable[[], Awaitable[None]]:
    async def show() -> None:
        games = await profile.read_games(store, person, GUILD)
        ratings = await read_ratings(store, GUILD, person)
        seconds = await profile.read_turn_seconds(store, person, games)
        await profile.read_share(store, person)
        lines = [*rating_lines(ratings, own=True), streak_line(profile.streaks_of(games)), time_line(seconds)]
        tallies = profile.tallies_of(games)
        await _points(store, tallies[0].group, person, games)
        _write([*tally_lines(tallies), *lines])

    return show


def _others(store: Store) -> Callable[[], Awaitable[None]]:
    async def show() -> None:
        await profile.read_share(store, OTHER)
        games = await profile.read_games_for(store, PERSON, OTHER, GUILD)
        together = profile.encounters_of(games)
        lines = [together_line(together, "Ben"), streak_line(profile.streaks_of(games))]
        tallies = profile.tallies_of(games)
        lines += rating_lines(await read_ratings(store, GUILD, OTHER), own=False)
        await _points(store, tallies[0].group, OTHER, games)
        _write([*tally_lines(tallies, together, "Ben"), *lines])

    return show


async def _points(store: Store, group: profile.Group, person: int, games: Sequence[PlayedGame]) -> None:
    """Read what the picture of points by kind shows."""
    profile.server_means(await profile.read_sample(store, GUILD, group.game), group, person, {GUILD})
    profile.kind_means(games[:MAX_MEAN_GAMES])


def _write(lines: Sequence[Text | None]) -> None:
    reader = Reader()
    for line in lines:
        if line is not None:
            reader.markdown(line)
