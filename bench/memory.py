"""Measure the memory of all processes of the bot while people play whole games of each kind by clicks, and after them.

One table of each game has a computer player, so all kinds of processes work. A page that several processes share counts once
(PSS). Settings come from the environment: ``PARTERRE_DRAWING=0 python -m bench memory`` measures a bot that draws itself.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from bench.live.processes import PROC, below
from bench.live.rounds import Rounds
from bench.live.seating import START, Group, groups, sit_down
from bench.rows import NotMeasured, Row
from db.rows import SeatRow
from host.lobby import Terms, number_seats
from host.table import Table, changing
from host.tables import Tables
from rules import GAMES
from sandbox.server import Sandbox
from trials.options import ROOT, add_games, add_keep, add_number, add_seed, folder
from trials.program import Program
from trials.screen import text_of, to_move
from trials.waiting import SANDBOX_TIMEOUT_FACTOR

GOAL = 360  # MiB
CLICKING = 4  # people at any moment
SEATED = 3  # people at a table, on average
SAMPLE_SECONDS = 1.0
REST_SECONDS = 15.0  # until free memory is back at the system
PLAY_SECONDS = 1800.0  # for all games
KINDS = ("the bot", "the server of its processes", "drawing", "thinking")
Sizes = dict[str, float]  # MiB, by the kinds of processes
COMPUTER = SeatRow(1, -1, "Computer", level="keen")


class Practice(Group):
    """A person who plays against a computer."""

    async def sit_down(self, tables: Tables) -> None:
        """Start the game straight in the database."""
        person = next(SeatRow(0, int(each.id), each.name) for each in self.people.values())
        guild, channel = int(self.place["guild_id"]), int(self.place["parent_id"])
        table = await tables.open(game=self.game.key, terms=Terms(size=2), host=person, guild=guild, channel=channel)
        self.table = table.id
        await _begin(table, person)
        await tables.move_to(table, int(self.place["id"]))

    @property
    def can_move(self) -> bool:
        """Return whether the board asks the person to move, and not the computer."""
        return super().can_move and bool(to_move(text_of(self.board)))


@changing
async def _begin(table: Table, person: SeatRow) -> None:
    await table.begin(number_seats([person, COMPUTER]), START + table.id)


def arguments(asked: argparse.ArgumentParser) -> None:
    """Add options for the games."""
    add_seed(asked)
    add_games(asked)
    add_number(asked, "games", 4, "tables of each game")
    add_keep(asked, "the bot's log and its database")


def run(given: argparse.Namespace) -> Iterator[Row]:
    """Play all games, and read the memory each second."""
    with folder(given.keep) as kept:
        samples, resting = asyncio.run(_played(given, kept))
    for kind in KINDS:
        yield Row(f"after all games: {kind}", resting[kind], "MiB")
    yield Row("after all games: all processes", sum(resting.values()), "MiB", GOAL)
    yield Row("meanwhile, at most: all processes", max(sum(sample.values()) for sample in samples), "MiB")


async def _played(given: argparse.Namespace, kept: Path) -> tuple[list[Sizes], Sizes]:
    """Return the memory of each kind of process, each second of play and after it."""
    sandbox = await Sandbox.start(timeout_factor=SANDBOX_TIMEOUT_FACTOR)
    seated = _seat(sandbox, given)
    program = Program(sandbox, kept, [str(ROOT / "bot.py"), "--discord"])
    await sit_down(seated, kept / "parterre.sqlite3")
    rounds = Rounds(sandbox, seated, CLICKING)
    try:
        await program.start()
        await rounds.opened()
        samples = list[Sizes]()
        tasks: list[asyncio.Task[Any]] = [
            asyncio.create_task(rounds.play(PLAY_SECONDS)),
            asyncio.create_task(_sample(program.pid, samples)),
        ]
        over = asyncio.create_task(sandbox.world.changes.wait_until(lambda: all(group.over for group in seated), PLAY_SECONDS))
        await asyncio.wait([*tasks, over], return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        if not over.done() or not over.result():
            await asyncio.gather(*tasks)  # raises the error of a player
            raise NotMeasured(f"the games were not over after {PLAY_SECONDS:g} s")
        await asyncio.sleep(REST_SECONDS)
        return samples, memory(program.pid)
    finally:
        await program.stop()
        await sandbox.close()


def _seat(sandbox: Sandbox, given: argparse.Namespace) -> list[Group]:
    """Return the groups of all tables; the first table of each game has a computer."""
    names = given.game or sorted(GAMES)
    found = groups(sandbox, given.games * len(names), given.games * len(names) * SEATED, given.seed, names)
    for number, group in enumerate(found[: len(names)]):
        first = next(iter(group.people.values()))
        found[number] = Practice([first], group.place, group.game, group.random)
    return found


async def _sample(pid: int, samples: list[Sizes]) -> None:
    while True:
        samples.append(memory(pid))
        await asyncio.sleep(SAMPLE_SECONDS)


def memory(pid: int) -> Sizes:
    """Return the MiB of a bot and its descendants, by kind of process."""
    found = dict.fromkeys(KINDS, 0.0) | {KINDS[0]: proportional_size(pid)}
    for child in set(below(pid)):
        with suppress(OSError):
            command = (PROC / str(child) / "cmdline").read_bytes()
            server = (PROC / str(child) / "stat").read_text().rpartition(")")[2].split()[1] == str(pid)
            kind = KINDS[1] if server or not command else KINDS[3] if os.getpriority(os.PRIO_PROCESS, child) else KINDS[2]
            found[kind] += proportional_size(child)
    return found


def proportional_size(pid: int) -> float:
    """Return the memory of a process in MiB: its own pages, and its part of shared ones; 0 if it is gone."""
    with suppress(OSError):
        if found := re.search(r"^Pss:\s+(\d+) kB", (PROC / str(pid) / "smaps_rollup").read_text(), re.MULTILINE):
            return int(found[1]) / 1024
    return 0.0
