"""Kill the bot while it migrates an older database, which must be as before or completely migrated."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from random import Random

from db.sqlite.migrating import preview_update
from sandbox.server import Sandbox
from trials.faults.killing import watch
from trials.findings import Finding
from trials.monitored_bot import MonitoredBot

STORED = Path(__file__).parents[2] / "tests" / "stored"  # databases of earlier versions
KEPT_TABLES = ("tables", "seats", "moves", "ballots", "votes", "persons", "guilds")
MIGRATION_SECONDS = 20.0  # within which a database is surely migrated


async def migrate(folder: Path, code: Path, kills: int, random: Random) -> list[Finding]:
    """Kill the bot that many times while it migrates older databases, each twice in a row; then let it finish."""
    findings: list[Finding] = []
    sandbox = await Sandbox.start(clock=folder / "clock")
    bot = MonitoredBot(sandbox, folder, code)
    files = [file for file in sorted(STORED.glob("*.sqlite3")) if preview_update(file) is not None]
    before = content(files[0])
    try:
        for number in range(kills):
            if number % 2 == 0:  # every other time it goes on with the files that the kill left
                for file in beside(bot.database):
                    file.unlink(missing_ok=True)
                before = content(Path(shutil.copy(files[number // 2 % len(files)], bot.database)))
            await _kill_while_it_writes(bot, random)
            findings += held(bot.database, before, f"migration, kill {number + 1}")
        await bot.start()
        await bot.stop()
        findings += held(bot.database, before, "migration, at the end")
    finally:
        await bot.stop()
        await sandbox.close()
    return findings


async def _kill_while_it_writes(bot: MonitoredBot, random: Random) -> None:
    over, skip = threading.Event(), random.randint(0, 8)
    files = [bot.database, *beside(bot.database)]
    thread = threading.Thread(target=watch, args=(files, skip, over, bot.strike), daemon=True)
    thread.start()
    await bot.spawn()
    try:
        async with asyncio.timeout(MIGRATION_SECONDS):
            await bot.ended()
    except TimeoutError:
        bot.strike()
    over.set()
    await bot.gone()


def beside(database: Path) -> list[Path]:
    """Return the files that SQLite keeps beside a database until a change is complete."""
    return [database.with_name(database.name + end) for end in ("-journal", "-wal", "-shm")]


def held(database: Path, before: dict[str, int], where: str) -> list[Finding]:
    """Find rows that are gone, and damage to the file."""
    after = content(database)
    lost = [f"{before[name] - after[name]} of {name}" for name in KEPT_TABLES if after[name] < before[name]]
    with closing(sqlite3.connect(database)) as found:
        sound = found.execute("PRAGMA integrity_check").fetchone()[0]
    return [
        *(Finding("lost", what, f"{where}: {database}") for what in lost),
        *([Finding("unexplained", sound, f"{where}: {database}")] if sound != "ok" else []),
    ]


def content(database: Path) -> dict[str, int]:
    """Count the rows of each table that must be kept."""
    with closing(sqlite3.connect(database)) as found:
        return {name: found.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in KEPT_TABLES}
