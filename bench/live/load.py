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
from sandbox.answer import Answer
from sandbox.client import Person
from trials.options import add_number
from trials.player import answer_at_random, confirm
from trials.program import Program
from trials.screen import asks, boards, confirms

PAUSE_SECONDS = 0.5  # between two clicks, on average: far quicker than anybody plays
OPENING_SECONDS = 60.0  # until a table's first board

MILLI = 1000


class Asked(NamedTuple):
    """The number of tables on each bot, and the seconds of play."""

    tables: int
    seconds: float

    @classmethod
    def of(cls, given: argparse.Namespace) -> Asked:
        """Read them from the command line."""
        return cls(given.tables, given.seconds)


def arguments(asked: argparse.ArgumentParser) -> None:
    """Add the options of `Asked`."""
    add_number(asked, "tables", 10, "tables that are played on each bot")
    asked.add_argument("--seconds", type=float, default=90.0, metavar="S", help="for so long (default: 90)")


@dataclass
class Measured:
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


@dataclass
class Table:
    """A game of Djinns of the Lake between Ada and Ben, on one bot."""

    program: Program
    place: str
    random: Random
    panel: Answer | None = None

    @classmethod
    async def open(cls, program: Program, number: int) -> Table:
        """Open and start the table."""
        home = program.sandbox.home
        ada, ben = home.person("Ada"), home.person("Ben")
        lobby = await ada.slash("game new", game="djinns", seats=2)
        await ben.click("Join", on=lobby)
        await ada.click("Start", on=lobby)
        place = str(lobby.message["id"])
        await home.wait_for(lambda m: m["channel_id"] == place and "Your move" in str(m["components"]), OPENING_SECONDS)
        return cls(program, place, Random(number))

    async def click(self, seen: Measured) -> None:
        """Click for the person who is to move, unless the game is over: open the panel, answer, or confirm."""
        board = self._boards()[-1]
        mover = next((person for person in self._people if f"{person.mention} to move" in board.text), None)
        if mover is None:
            return
        panel, self.panel = self.panel, None
        if panel is None:
            self.panel = await seen.timed(mover.click("Your move", on=board))
        elif confirms(panel):
            count = len(self._boards())
            done = await seen.timed(confirm(mover, panel))
            seen.moves += 1
            if asks(done) or confirms(done):  # no board before the turn is over
                self.panel = done
                return
            await self.program.sandbox.world.pulse.until(lambda: len(self._boards()) > count, OPENING_SECONDS)
        else:
            self.panel = await seen.timed(answer_at_random(mover, panel, self.random, turning=0))

    @property
    def _people(self) -> tuple[Person, Person]:
        home = self.program.sandbox.home
        return home.person("Ada"), home.person("Ben")

    def _boards(self) -> list[Answer]:
        return [self._people[0].read(message) for message in boards(self.program.sandbox.home.messages(self.place))]


async def play(bots: Sequence[Program], peer: Program | None, asked: Asked) -> tuple[list[Measured], Measured]:
    """Play for a while; return the figures of each bot, and of the peer."""
    tables = [[await Table.open(bot, number) for bot in bots] for number in range(asked.tables)]
    click = await _button(peer) if peer else None
    begun = monotonic()
    seen = [Measured(requests=-len(bot.sandbox.requests), processor=-_spent(bot), since=begun) for bot in bots]
    alone = Measured()

    async def rounds(number: int) -> None:
        random = Random(number)
        while monotonic() < begun + asked.seconds:
            for table, its in zip(tables[number], seen, strict=True):
                await asyncio.sleep(random.expovariate(1 / PAUSE_SECONDS))
                await table.click(its)
            if click:
                await asyncio.sleep(random.expovariate(1 / PAUSE_SECONDS))
                await alone.timed(click())

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
