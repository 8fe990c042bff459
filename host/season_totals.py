"""Compute the totals of all seasons from results: once for each database, and when the operator asks for it."""

from __future__ import annotations

import logging
from collections import Counter, defaultdict
from collections.abc import AsyncGenerator, Sequence
from contextlib import suppress
from itertools import groupby
from operator import attrgetter

from db.rows import FinishRow, ResultRow, SeasonRow, TotalRow
from db.seasons import ALL_GAMES
from db.statement import Stale
from db.store import Store
from host.season_points import finishes_of
from rules import GAMES

log = logging.getLogger(__name__)

RESULTS_AT_ONCE = 3000
SEASONS_LIMIT = 10_000  # of a server; more than anybody can read
FILLED_FACT = "season totals"  # of the database: the totals hold all results


async def fill_totals(store: Store) -> None:
    """Compute the totals of all servers, once for each database. A stop loses nothing: the next call begins again."""
    if await store.facts.get(FILLED_FACT) is not None:
        return
    async for _ in compare_totals(store, rebuild=True):
        pass
    await store.facts.put(**{FILLED_FACT: "filled"})


async def compare_totals(store: Store, *, rebuild: bool = False) -> AsyncGenerator[int]:
    """Compare the stored totals of each server with its results; yield each server where they differ.

    :param rebuild: store the totals of the results in place of different ones.
    """
    for guild in await store.forgetting.servers():
        if await _differs(store, guild, rebuild=rebuild):
            yield guild


async def _differs(store: Store, guild: int, *, rebuild: bool) -> bool:
    """Return whether the totals of a server differ from its results; games may end meanwhile."""
    while True:
        seasons = await store.seasons.of_guild(guild, SEASONS_LIMIT) or [SeasonRow(guild, 1)]
        games, totals = await _computed(store, seasons)
        stored = await store.seasons.totals(guild)
        if set(totals) == set(stored) and all(games[row.number] == row.games for row in seasons):
            return False
        if not rebuild:
            return True
        with suppress(Stale):  # a game has ended meanwhile: compute it again
            await store.seasons.add_first(guild)
            await store.seasons.replace_totals(seasons, games, totals)
            return True


async def _computed(store: Store, seasons: Sequence[SeasonRow]) -> tuple[Counter[int], list[TotalRow]]:
    """Return the number of games in each season of a server, and the totals of its people."""
    games, sums = Counter[int](), defaultdict[tuple[int, str, int], list[int]](lambda: [0, 0, 0])
    for game in GAMES:
        async for results in _tables(store, seasons[0].guild, game):
            season, finishes = _season_of(seasons, results[0].ended), finishes_of(results)
            if season is not None and finishes:
                games[season] += 1
                _add(sums, season, game, finishes)
    # by season, game and person: half points, games, wins
    return games, [TotalRow(seasons[0].guild, *key, *found) for key, found in sums.items()]


def _add(sums: defaultdict[tuple[int, str, int], list[int]], season: int, game: str, finishes: Sequence[FinishRow]) -> None:
    for one in finishes:
        for board in (game, ALL_GAMES):
            total = sums[season, board, one.person]
            total[0] += one.half_points
            total[1] += 1
            total[2] += one.won


def _season_of(seasons: Sequence[SeasonRow], ended: float) -> int | None:
    """Return the season in which a game ended."""
    return next((row.number for row in seasons if row.started <= ended and (row.ended is None or ended < row.ended)), None)


async def _tables(store: Store, guild: int, game: str) -> AsyncGenerator[list[ResultRow]]:
    """Yield the results of each ended table of a server and a game, oldest first."""
    ended, table = -1.0, 0
    while rows := await store.seasons.results_after(guild, game, ended, table, RESULTS_AT_ONCE):
        found = [list(each) for _, each in groupby(rows, attrgetter("table"))]
        if len(rows) == RESULTS_AT_ONCE:
            found.pop()  # the next page may have more of its seats
        for each in found:
            yield each
        ended, table = found[-1][0].ended, found[-1][0].table
