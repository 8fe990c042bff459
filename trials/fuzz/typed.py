"""Moves as they are typed: legal ones of the tables that run, by whose they would be, and their beginnings."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from host.refusal import Refused
from host.tables import Tables
from rules.choice import sample

LOOKED_AT = 12  # tables of a batch
KEPT = 30  # moves


class Line(NamedTuple):
    """A move that was legal when it was found."""

    table: int
    person: int
    text: str


class Typed:
    """A few legal moves of a few tables."""

    def __init__(self, tables: Tables, random: Random) -> None:
        self._tables = tables
        self._random = random
        self._lines = [Line(0, 0, "1")]

    def line(self) -> Line:
        """A move that somebody could make somewhere, or its beginning."""
        line = self._random.choice(self._lines)
        words = line.text.split()
        return line._replace(text=" ".join(words[: self._random.randint(1, len(words))])) if self._random.random() < 0.2 else line

    async def refresh(self, running: Sequence[int]) -> None:
        """Look at some tables as they are now."""
        for number in self._random.sample(running, min(LOOKED_AT, len(running))):
            try:
                at = (await self._tables.get(number)).position
            except Refused:
                continue
            for seat in at.to_act[:1]:  # also one that a stand-in plays
                path = sample(at.game.choices(at.game.view(at.state, seat.seat)), self._random)[0]
                self._lines.append(Line(number, seat.person, " ".join(path) or "1"))
        self._lines = self._lines[-KEPT:]
