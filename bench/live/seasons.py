"""Measure /leaderboard by season points without its picture, in a small and in a large community, and computing all totals.

The leaderboard is read and made to a message, as the bot does before it asks Discord to show it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from time import perf_counter, process_time

from bench.live.many_results import FIRST_PERSON, GUILD, STARTED
from bench.live.profiles import FEW, MILLI, PROCESSOR_MS, RATIO
from bench.rows import Row, quantile
from cogs.server.leaders import lines_of, own_line, season_leaders, season_time
from cogs.shell.components import build, layout, turner
from cogs.shell.reader import Reader
from db.seasons import ALL_GAMES
from db.store import Store
from host.leaderboard import last_page, read_page, read_season
from host.season_totals import compare_totals
from rules.text import joined

READS = 10  # of the leaderboard in a round, as a p99 of few would be the largest
GAMES_PER_SECOND = 10_000.0  # target
ASKER = FIRST_PERSON + 3  # with the usual number of games


async def measure_seasons(few: Store, many: Store, rounds: int) -> AsyncIterator[Row]:
    """Compute the totals of two filled databases, and read the leaderboard of each; yield figures.

    :param few: a database with `FEW` results.
    """
    async for _ in compare_totals(few, rebuild=True):
        pass
    began, cpu = perf_counter(), process_time()
    async for _ in compare_totals(many, rebuild=True):
        pass
    wall, processor = perf_counter() - began, process_time() - cpu
    games = (await read_season(many, GUILD)).games
    yield Row("season totals computed from results and stored", games / wall, "games/s")
    yield Row("season totals computed, by processor time", games / processor, "games/s", GAMES_PER_SECOND)
    total = (await read_page(many, await read_season(many, GUILD), ALL_GAMES, STARTED)).total
    for where, page in (("first page", 0), ("last page", last_page(total))):
        works = [_shown(few, page), _shown(many, page)]
        for work in works:
            await work()  # the first one loads the words for dates and lists
        took: list[list[float]] = [[] for _ in works]
        for _ in range(READS * rounds):
            for number, work in enumerate(works):
                before = process_time()
                await work()
                took[number].append(MILLI * (process_time() - before))
        small, large = (quantile(each, 0.99) for each in took)
        yield Row(f"/leaderboard, {where}, many results ÷ {FEW}, p99", large / small, "×", RATIO)
        yield Row(f"/leaderboard of {total} people, {where}, processor time, p99", large, "ms", PROCESSOR_MS)


def _shown(store: Store, page: int) -> Callable[[], Awaitable[None]]:
    async def show() -> None:
        season = await read_season(store, GUILD)
        found = await read_page(store, season, ALL_GAMES, STARTED, page, asker=ASKER)
        leaders, reader = season_leaders(found, ALL_GAMES, ASKER), Reader()
        texts = (leaders.title, season_time(season), joined("\n", *lines_of(leaders)), own_line(leaders))
        build(layout(*texts, *turner("t1:leaders:all:1", found.page, last_page(found.total) + 1)), reader).to_components()

    return show
