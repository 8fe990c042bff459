"""Ten tables played at once by clicks, on several bots in turn, so that they all meet the same machine."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field
from random import Random
from time import monotonic

from bench.live.peer import BUTTON
from bench.live.program import Program
from sandbox.answer import Answer
from sandbox.client import Person

TABLES = 10
SECONDS = 90.0
PAUSE = 0.5  # between two clicks, on average: far quicker than anybody plays
OPENING = 60.0  # seconds for a table's first board
GOES_ON = "Your turn goes on after that"
MILLI = 1000


@dataclass
class Measured:
    """What was seen of one bot: its answers in ms, and what else between ``since`` and ``until`` of the monotonic clock."""

    answers: list[float] = field(default_factory=list[float])
    moves: int = 0
    requests: int = 0
    since: float = 0.0
    until: float = 0.0

    async def timed(self, click: Awaitable[Answer]) -> Answer:
        """Wait for an answer, and note how long that was."""
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
        """The two sit down."""
        home = program.sandbox.home
        ada, ben = home.person("Ada"), home.person("Ben")
        lobby = await ada.slash("game new", game="djinns", seats=2)
        await ben.click("Join", on=lobby)
        await ada.click("Start", on=lobby)
        place = str(lobby.message["id"])
        await home.wait_for(lambda m: m["channel_id"] == place and "Your move" in str(m["components"]), OPENING)
        return cls(program, place, Random(number))

    async def click(self, seen: Measured) -> None:
        """The next click of whoever is to move, if the game is not over: open the panel, answer, or confirm."""
        board = self._boards()[-1]
        mover = next((person for person in self._people if f"{person.mention} to move" in board.text), None)
        if mover is None:
            return
        panel, self.panel = self.panel, None
        if panel is None:
            self.panel = await seen.timed(mover.click("Your move", on=board))
        elif any(button.label == "Confirm" for button in panel.buttons):
            count, goes_on = len(self._boards()), GOES_ON in panel.text
            done = await seen.timed(mover.click("Confirm", on=panel))
            seen.moves += 1
            if goes_on:  # no board before the turn is over
                self.panel = done
                return
            await self.program.sandbox.world.pulse.until(lambda: len(self._boards()) > count, OPENING)
        else:
            answers = [b.custom_id for b in panel.buttons if b.custom_id.startswith("p1:pick")]
            self.panel = await seen.timed(mover.click(custom_id=self.random.choice(answers), on=panel))

    @property
    def _people(self) -> tuple[Person, Person]:
        home = self.program.sandbox.home
        return home.person("Ada"), home.person("Ben")

    def _boards(self) -> list[Answer]:
        messages = self.program.sandbox.home.messages(self.place)
        return [self._people[0].read(m) for m in messages if m["attachments"] and not m["_reader"]]


async def play(bots: Sequence[Program], peer: Program) -> tuple[list[Measured], Measured]:
    """Play for a while; what was measured of each bot, and of the peer."""
    tables = [[await Table.open(bot, number) for bot in bots] for number in range(TABLES)]
    button = await peer.sandbox.home.wait_for(lambda m: BUTTON in str(m["components"]), OPENING)
    begun = monotonic()
    seen = [Measured(requests=-len(bot.sandbox.requests), since=begun) for bot in bots]
    alone = Measured()

    async def rounds(number: int) -> None:
        random, ada = Random(number), peer.sandbox.home.person("Ada")
        while monotonic() < begun + SECONDS:
            for table, its in zip(tables[number], seen, strict=True):
                await asyncio.sleep(random.expovariate(1 / PAUSE))
                await table.click(its)
            await asyncio.sleep(random.expovariate(1 / PAUSE))
            await alone.timed(ada.press(BUTTON, button))

    await asyncio.gather(*map(rounds, range(TABLES)))
    for bot, its in zip(bots, seen, strict=True):
        its.until = monotonic()
        its.requests += len(bot.sandbox.requests)
    return seen, alone
