"""Sub-commands of ``bot.py`` for the operator's work with the database: backup, verify, restore, results, ratings."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from math import ceil
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from cogs.operations.clock import clock
from cogs.operations.exits import CannotStart, Exit
from db.engines import count_tables_of_computers, examine, finish_restore, newest_table_id, preview_update
from db.errors import DiskFull, Unusable
from db.ids import SKIPPED_TABLE_IDS
from db.migration import Update
from db.sqlite.copying import back_up
from db.sqlite.restoring import prepare_successor, replace_database
from db.statement import Unsaved
from db.store import Store
from host.restoring import resume_tables
from host.season_totals import compare_totals
from host.stored_ratings import compare_ratings
from host.stored_results import compare_results
from host.tables import Tables
from host.thinking import find_older_rules
from host.verification import Verified, verify_tables

MEGABYTE = 1e6
INSTEAD = {  # of a sub-command for files, where the games are on a server
    "backup": "The games are on a PostgreSQL server: copy them by pg_dump, as docs/OPERATIONS.md says.",
    "restore": (
        "The games are on a PostgreSQL server: go back to a dump by pg_restore and bot.py restore postgresql://…, "
        "as docs/OPERATIONS.md says."
    ),
}


def carry_out(asked: argparse.Namespace, database: Path | str) -> int:
    """Run a sub-command and return the exit status.

    :raises db.errors.Unusable: when a database or file cannot be used.
    :raises CannotStart: when the sub-command is for files, and the games are on a server.
    """
    if asked.command == "verify":
        return asyncio.run(verify(asked.file))
    if asked.command == "results":
        return asyncio.run(check_results(database, rebuild=asked.rebuild))
    if asked.command == "ratings":
        return asyncio.run(check_ratings(database, rebuild=asked.recompute))
    if asked.command == "restore" and isinstance(asked.file, str):
        return asyncio.run(restore_on_server(asked.file, database, clock()))
    if isinstance(database, str):
        raise CannotStart(INSTEAD[asked.command])
    return backup(asked.file, database) if asked.command == "backup" else asyncio.run(restore(asked.file, database, clock()))


def backup(file: Path, database: Path) -> int:
    """Copy the database to a new file, and return the exit status."""
    back_up(database, file)
    _say(f"{file} is a copy of {database}, {file.stat().st_size / MEGABYTE:.1f} MB.")
    return Exit.OK


async def verify(address: Path | str) -> int:
    """Check a copy or a server's database: print a line for each fault, and a summary; return the exit status."""
    async with examine(address) as found:
        for fault in found.faults:
            _say(fault)
        tables: list[Verified] = []
        async for each in verify_tables(Store(found.database)):
            tables.append(each)
            if each.finding:
                _say(f"Table {each.table}: {each.finding}.")
    replayed = [each.replayed for each in tables if each.replayed is not None]
    findings = len(found.faults) + sum(bool(each.finding) for each in tables)
    _say(
        f"{found.name}: schema {found.schema}, {len(tables)} played tables, {len(replayed)} of them replayed "
        f"({sum(replayed)} moves), of the others the newest position read; "
        f"{findings or 'no'} finding{'' if findings == 1 else 's'}."
    )
    return Exit.FAILED if findings else Exit.OK


async def check_results(database: Path | str, *, rebuild: bool) -> int:
    """Compare the stored results with the games, print a line for each difference, and return the exit status.

    :param rebuild: store the results of the games where they differ; else work on a copy, or change nothing that lasts.
    """
    if not rebuild:
        async with examine(database) as found:
            store = Store(found.database)
            differing = [await _compare_results(store, rebuild=False), await _compare_totals(store, rebuild=False)]
            return Exit.FAILED if any(differing) else Exit.OK
    store = await Store.open(database)
    try:
        await _compare_results(store, rebuild=True)
        await _compare_totals(store, rebuild=True)
    finally:
        await store.close()
    return Exit.OK


async def _compare_results(store: Store, *, rebuild: bool) -> int:
    """Print each difference and a summary; return the number of games that differ."""
    games, differing, unreadable = 0, 0, 0
    async for each in compare_results(store, rebuild=rebuild):
        games += 1
        differing += bool(each.differences)
        unreadable += bool(each.unreadable)
        for line in (*each.differences, *filter(None, (each.unreadable,))):
            _say(f"Table {each.table}: {line}.")
    stored = " and were stored anew" if rebuild and differing else ""
    _say(f"{games} ended games: results of {differing} differ{stored}; {unreadable} cannot be read.")
    return differing


async def _compare_totals(store: Store, *, rebuild: bool) -> int:
    """Print a line for each server whose season totals differ from its results; return how many there are."""
    differing = [guild async for guild in compare_totals(store, rebuild=rebuild)]
    stored = ", and were stored anew" if rebuild else ""
    for guild in differing:
        _say(f"Server {guild}: the totals of its seasons differ from its results{stored}.")
    return len(differing)


async def check_ratings(database: Path | str, *, rebuild: bool) -> int:
    """Compare the stored ratings with those of the results, print a line for each server and game, and return the exit status.

    :param rebuild: store the computed ratings where they differ; else work on a copy, or change nothing that lasts.
    """
    if not rebuild:
        async with examine(database) as found:
            return Exit.FAILED if await _compare_ratings(Store(found.database), rebuild=False) else Exit.OK
    store = await Store.open(database)
    try:
        await _compare_ratings(store, rebuild=True)
    finally:
        await store.close()
    return Exit.OK


async def _compare_ratings(store: Store, *, rebuild: bool) -> bool:
    """Print a line for each server and game, and a summary; return whether anything differs."""
    games, differing, began = 0, False, perf_counter()
    async for each in compare_ratings(store, rebuild=rebuild):
        games += each.games
        differing |= bool(each.differing_people or each.differing_steps)
        _say(
            f"Server {each.guild}, {each.game}: {each.games} rated games of {each.people} people; ratings of "
            f"{each.differing_people} people and {each.differing_steps} changes of ratings differ."
        )
    stored = " They were stored anew." if rebuild and differing else ""
    _say(f"{games} rated games in {perf_counter() - began:.1f} s.{stored}")
    return differing


async def restore(file: Path, database: Path, now: Callable[[], float]) -> int:
    """Replace the database by a copy, and keep the former one aside; return the exit status.

    :raises DiskFull: when there is no room beside the database.
    """
    with prepare_successor(file, database) as new:
        store = await Store.open(new)
        try:
            newest = await newest_table_id(database)
            then, running = await resume_tables(Tables(store, now=now), newest or 0)
        except Unsaved as error:
            raise DiskFull(f"There is no room beside the database ({error}). Nothing is changed.") from error
        finally:
            await store.close()
        kept = replace_database(new, database, now())
    _say_restored(f"{database} is {file} now,", then, running, f" What was there before is kept as {kept}." if kept else "")
    _say_of_former(newest)
    return Exit.OK


async def restore_on_server(address: str, former: Path | str, now: Callable[[], float]) -> int:
    """Prepare a database that pg_restore has made on a server, to replace a former one; return the exit status."""
    newest = await newest_table_id(former)
    async with finish_restore(address) as database:
        then, running = await resume_tables(Tables(Store(database), now=now), newest or 0)
    _say_restored("The server's database is fit for use,", then, running)
    _say_of_former(newest)
    return Exit.OK


def _say_restored(what: str, then: float, running: int, aside: str = "") -> None:
    _say(
        f"{what} as it was at {datetime.fromtimestamp(then, UTC):%Y-%m-%d %H:%M} UTC. {running} running tables will say so, "
        f"and the time for their turns begins now: start the bot.{aside}"
    )


def _say_of_former(newest: int | None) -> None:
    if newest is None:
        _say(
            f"No former database could be read: if there was one that is more than {SKIPPED_TABLE_IDS} tables ahead, numbers of "
            "tables may be given again, and buttons of those that are lost may act at new ones."
        )


class NextStart(NamedTuple):
    """The next start's work on the database, in words, with warnings and with problems that prevent it."""

    told: str
    warnings: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()


async def next_start(database: Path | str) -> NextStart:
    """Foresee the next start's work on a database of any age, without changing it."""
    server = isinstance(database, str)
    name = "The server's database" if server else str(database)
    try:
        update = await preview_update(database)
        if update is None:
            return NextStart(f"{name} is up to date.", tuple(find_older_rules(await count_tables_of_computers(database))))
    except Unusable as error:
        return NextStart("", findings=(str(error),))
    if not update.migrations:
        return NextStart(f"{name} will be made at the first start.")
    names, size = ", ".join(update.migrations), f"{update.rows} rows, {update.size / MEGABYTE:.1f} MB"
    time = f"This takes about {max(1, ceil(update.seconds))} s ({_how(update, server=server)})."
    kept = f"First it is kept as {update.copy.name} as it is now." if update.copy else "There is no room to keep it as it is now."
    before = "First make a copy by pg_dump: the start makes none of a server's database." if server else kept
    return NextStart(f"{name} will be brought up to date at the next start: {names} ({size}). {time} {before}")


def _how(update: Update, *, server: bool) -> str:
    """Return how the time of an update was estimated."""
    if update.tried:
        return "tried, and taken back" if server else "tried on a copy"
    return f"by its size, as {'somebody uses it now' if server else 'there is no room to try it'}"


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
