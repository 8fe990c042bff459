"""Compute results from stored games, for games without results, and to compare both."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from db.rows import ResultRow
from db.statement import Stale
from db.store import Store
from host.codec import SHAPE_ERRORS
from host.position import Position
from host.refusal import Refused
from host.results import results_of
from rules import GAMES

log = logging.getLogger(__name__)

BATCH_SIZE = 500  # tables whose ids are read at a time
FILLED_FACT = "results"  # of the database: every ended game that can be read has its results
RATING_FIELDS = ("rated", "unrated_because")  # which do not follow from the game alone


class Unreadable(Exception):
    """No result can be computed from a stored game."""


class Compared(NamedTuple):
    """An ended game: a line for each result that differs from the game, or why it cannot be read."""

    table: int
    differences: tuple[str, ...] = ()
    unreadable: str = ""


async def fill_results(store: Store) -> int:
    """Store the results of all ended games that lack them, once for each database; return the number of games.

    A stop at any moment loses nothing: the next call goes on.
    """
    if await store.facts.get(FILLED_FACT) is not None:
        return 0
    filled, left_out = 0, 0
    async for table, known in _ended_tables(store):
        if known:
            continue
        try:
            await _fill(store, table)
            filled += 1
        except Unreadable as error:
            left_out += 1
            log.warning("table %d gets no results: %s", table, error)
    await store.facts.put(**{FILLED_FACT: "filled"})
    if filled or left_out:
        log.info("%d games that had ended got their results, %d cannot be read", filled, left_out)
    return filled


async def _fill(store: Store, table: int) -> None:
    """Store the results of an ended game as of one revision: somebody may be erased while they are computed."""
    while True:
        revision = await store.revision(table) or 0
        rows = await compute_results(store, table)
        with suppress(Stale):
            await store.results.add(table, revision, rows)
            return


async def compare_results(store: Store, *, rebuild: bool = False) -> AsyncIterator[Compared]:
    """Compare the stored results of each ended game with the game, oldest first.

    :param rebuild: store the results of the game in place of different ones.
    """
    async for table, _ in _ended_tables(store):
        try:
            found = await compute_results(store, table)
        except Unreadable as error:
            yield Compared(table, unreadable=str(error))
            continue
        known = await store.results.of_table(table)
        kept = {row.seat: row for row in known}
        found = tuple(row._replace(**_rating(kept[row.seat])) if row.seat in kept else row for row in found)
        differences = tuple(_differences(kept, found))
        if differences and rebuild:
            await store.results.replace(table, known, found)
        yield Compared(table, differences)


async def compute_results(store: Store, table: int) -> tuple[ResultRow, ...]:
    """Return the results of an ended game, from its stored state.

    :raises Unreadable: when today's rules do not understand it.
    """
    snapshot = await store.snapshot(table)
    if snapshot is None or snapshot.row.game not in GAMES:
        raise Unreadable("this version of the program does not have its game")
    if snapshot.newest is None or snapshot.newest.state is None:
        raise Unreadable("its last position is missing")
    try:
        return results_of(Position.of(snapshot), await store.results.thinking(table))
    except (Refused, *SHAPE_ERRORS) as error:
        raise Unreadable(f"today's rules do not understand it ({error})") from error


async def _ended_tables(store: Store) -> AsyncIterator[tuple[int, bool]]:
    """Yield the id of each ended game, and whether it has results."""
    last = 0
    while batch := await store.results.ended_tables(last, BATCH_SIZE):
        for each in batch:
            yield each
        last = batch[-1][0]


def _rating(row: ResultRow) -> dict[str, object]:
    return {name: getattr(row, name) for name in RATING_FIELDS}


def _differences(known: dict[int, ResultRow], found: Sequence[ResultRow]) -> list[str]:
    """Return a line for each seat whose result differs."""
    lines = [f"seat {seat} has a result, but is not at the table" for seat in sorted(known.keys() - {row.seat for row in found})]
    for row in found:
        before = known.get(row.seat)
        if before is None:
            lines.append(f"seat {row.seat} lacks its result")
            continue
        pairs = zip(row._fields, before, row, strict=True)
        if changed := [f"{name} {old!r} instead of {new!r}" for name, old, new in pairs if old != new]:
            lines.append(f"seat {row.seat} has {', '.join(changed)}")
    return lines
