"""Measure ratings: computing all of them anew, and reading a leaderboard with the line of one person."""

from __future__ import annotations

from collections.abc import AsyncIterator
from time import perf_counter, process_time

from bench.live.many_results import FIRST_PERSON, GUILD, STARTED
from bench.rows import Row, quantile
from db.store import Store
from host.ratings import count_lines, read_lines, read_own_line
from host.stored_ratings import compare_ratings

GAME = "djinns"
LINES = 10
GAMES_PER_SECOND, LEADERBOARD_MS = 10_000.0, 100.0  # targets
MILLI = 1000


async def measure_ratings(store: Store, rounds: int) -> AsyncIterator[Row]:
    """Store the ratings of a filled database, compare them once more, and read its leaderboard; yield figures."""
    for what, rebuild in (("computed from results and stored", True), ("computed from results and compared", False)):
        began, cpu = perf_counter(), process_time()
        games = sum([each.games async for each in compare_ratings(store, rebuild=rebuild)])
        yield Row(f"ratings {what}", games / (perf_counter() - began), "games/s")
        yield Row(f"ratings {what}, by processor time", games / (process_time() - cpu), "games/s", GAMES_PER_SECOND)
    took, count = list[float](), 0
    for number in range(rounds):
        before = process_time()
        count = await count_lines(store, GUILD, GAME, STARTED)
        await read_lines(store, GUILD, GAME, STARTED, number % max(1, count), LINES)
        await read_own_line(store, GUILD, GAME, STARTED, FIRST_PERSON)
        took.append(MILLI * (process_time() - before))
    yield Row(f"leaderboard of {count} people by rating, processor time, p99", quantile(took, 0.99), "ms", LEADERBOARD_MS)
