"""Play tables at once by clicks, on several bots in turns, so that all meet the same machine."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from time import monotonic
from typing import NamedTuple

from bench.live.peer import BUTTON
from bench.live.processes import spent, spent_below
from bench.live.seating import CONFIRM, MILLI, Group
from rules import GAMES
from sandbox.answer import Answer
from trials.options import add_number
from trials.program import Program

PAUSE_SECONDS = 0.5  # between two clicks, on average: far quicker than anybody plays
OPENING_SECONDS = 60.0  # until a table's first board


class LoadSettings(NamedTuple):
    """The number of tables on each bot, and the seconds of play."""

    tables: int
    seconds: float

    @classmethod
    def of(cls, given: argparse.Namespace) -> LoadSettings:
        """Return the settings that the command line contains."""
        return cls(given.tables, given.seconds)


def arguments(asked: argparse.ArgumentParser) -> None:
    """Add the options of `LoadSettings`."""
    add_number(asked, "tables", 10, "tables that are played on each bot")
    asked.add_argument("--seconds", type=float, default=90.0, metavar="S", help="seconds of load (default: 90)")


@dataclass
class LoadFigures:
    """Figures of one bot: the times of its answers in ms; other figures between ``since`` and ``until`` of the monotonic clock.

    ``processor`` are seconds of processors, those of its workers included.
    """

    answers: list[float] = field(default_factory=list[float])
    moves: int = 0
    requests: int = 0
    processor: float = 0.0
    since: float = 0.0
    until: float = 0.0

    @property
    def processor_of_answer(self) -> float:
        """Return the ms of processor time for an answer, with all work that follows from it."""
        return MILLI * self.processor / len(self.answers)

    async def timed(self, click: Awaitable[Answer]) -> Answer:
        """Wait for an answer, and note the time."""
        began = monotonic()
        answer = await click
        self.answers.append((monotonic() - began) * MILLI)
        return answer


async def seat(program: Program, number: int) -> Group:
    """Start a game of Djinns of the Lake between Ada and Ben, by clicks; return the group once its board is posted."""
    home, world = program.sandbox.home, program.sandbox.world
    ada, ben = home.person("Ada"), home.person("Ben")
    lobby = await ada.slash("game new", game="djinns", seats=2)
    await ben.click("Join", on=lobby)
    await ada.click("Start", on=lobby)
    group = Group([ada, ben], home.place(str(lobby.message["id"])), GAMES["djinns"], Random(number))
    world.listeners.append(group.listen)
    for message in home.messages(group.place["id"]):
        group.hear(message)
    assert await world.changes.wait_until(lambda: group.can_move, OPENING_SECONDS)
    return group


async def click(program: Program, group: Group, seen: LoadFigures) -> None:
    """Make the next click at a table; after a turn wait for its board."""
    if group.over:
        return
    made = await group.click()
    seen.answers.append(made.took)
    seen.moves += made.kind == CONFIRM
    if not group.in_turn:
        await program.sandbox.world.changes.wait_until(lambda: group.can_move or group.over, OPENING_SECONDS)


async def play(bots: Sequence[Program], peer: Program | None, asked: LoadSettings) -> tuple[list[LoadFigures], LoadFigures]:
    """Play for a while; return the figures of each bot, and of the peer."""
    tables = [[await seat(bot, number) for bot in bots] for number in range(asked.tables)]
    button = await _button(peer) if peer else None
    begun = monotonic()
    seen = [LoadFigures(requests=-len(bot.sandbox.requests), processor=-_spent(bot), since=begun) for bot in bots]
    alone = LoadFigures()

    async def rounds(number: int) -> None:
        random = Random(number)
        while monotonic() < begun + asked.seconds:
            for bot, group, its in zip(bots, tables[number], seen, strict=True):
                await asyncio.sleep(random.expovariate(1 / PAUSE_SECONDS))
                await click(bot, group, its)
            if button:
                await asyncio.sleep(random.expovariate(1 / PAUSE_SECONDS))
                await alone.timed(button())

    await asyncio.gather(*map(rounds, range(asked.tables)))
    for bot, its in zip(bots, seen, strict=True):
        its.until = monotonic()
        its.requests += len(bot.sandbox.requests)
        its.processor += _spent(bot)
    return seen, alone


async def _button(peer: Program) -> Callable[[], Awaitable[Answer]]:
    """Wait for the peer's button; return what clicks it."""
    button = await peer.sandbox.home.wait_for(lambda m: BUTTON in str(m["components"]), OPENING_SECONDS)
    return lambda: peer.sandbox.home.person("Ada").press(BUTTON, button)


def _spent(bot: Program) -> float:
    return spent(bot.pid) + spent_below(bot.pid)
