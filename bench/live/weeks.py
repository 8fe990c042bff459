"""Measure /server stats: the first count of half a year, and later counts, of the present week alone."""

from __future__ import annotations

from statistics import median
from time import perf_counter, process_time

from bench.live.many_results import GUILD, end_of_last_game
from bench.rows import Row
from db.store import Store
from host.activity import read_weeks

ROUNDS = 5
LATER_SECONDS = 2.0  # target


async def measure_weeks(name: str, store: Store, results: int) -> list[Row]:
    """Return the times of counts on a server with this number of results."""
    spent, passed = list[float](), list[float]()
    for _ in range(1 + ROUNDS):
        before, began = process_time(), perf_counter()
        assert await read_weeks(store, GUILD, end_of_last_game(results))
        spent.append(process_time() - before)
        passed.append(perf_counter() - began)
    return [
        Row(f"{name}: first /server stats, half a year", passed[0], "s"),
        Row(f"{name}: first /server stats, processor time", spent[0], "s"),
        Row(f"{name}: later /server stats, present week, processor time, p50", median(spent[1:]), "s", LATER_SECONDS),
    ]
