"""Remember what inputs are made of: components that people saw, and moves that they could type."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from host.refusal import Refused
from host.tables import Tables
from rules.choice import sample
from sandbox.kinds import Json, dicts
from trials.screen import clickable

KEPT_COMPONENTS = 60  # of a verb, the latest ones


class Seen(NamedTuple):
    """A component of a message that somebody saw."""

    part: Json
    message: Json

    @property
    def custom_id(self) -> str:
        """Return the custom_id that a click sends."""
        return str(self.part["custom_id"])


class ComponentPool:
    """Recent components by verb, and the newest private message of each person."""

    def __init__(self) -> None:
        self._kinds: defaultdict[str, deque[Seen]] = defaultdict(lambda: deque(maxlen=KEPT_COMPONENTS))
        self._panels: dict[str, Json] = {}

    @property
    def verbs(self) -> list[str]:
        """Return the verbs of all custom_ids that were shown."""
        return list(self._kinds)

    def note(self, message: Json) -> None:
        """Remember a message that its reader or everybody saw."""
        for seen in components(message):
            self._kinds[":".join(seen.custom_id.split(":")[:2])].append(seen)
        if message["_reader"] is not None and any(components(message)):
            self._panels[message["_reader"]] = message

    def any(self, random: Random) -> Seen | None:
        """Return a random component that somebody saw."""
        return random.choice(self._kinds[random.choice(self.verbs)]) if self._kinds else None

    def own(self, random: Random, person: str) -> Seen | None:
        """Return a component of the newest private message of a person, rarely one that goes back."""
        found = components(self._panels[person]) if person in self._panels else []
        ahead = [seen for seen in found if not seen.custom_id.startswith(("p1:back", "p1:over", "p1:close", "p1:page"))]
        return random.choice(ahead if ahead and random.random() < 0.9 else found) if found else None


def components(message: Json) -> list[Seen]:
    """Return the enabled components of a message."""
    return [Seen(part, message) for part in clickable(message.get("components"))]


def values_of(part: Json) -> list[str]:
    """Return the values that a menu offers."""
    return [str(option["value"]) for option in dicts(part.get("options"))]


TABLES_OF_BATCH = 12  # from which moves are collected
KEPT_MOVES = 30


class Line(NamedTuple):
    """A typed move that was legal when it was found."""

    table: int
    person: int
    text: str


class InputVocabulary:
    """Legal moves of a few tables, for inputs."""

    def __init__(self, tables: Tables, random: Random) -> None:
        self._tables = tables
        self._random = random
        self._lines = [Line(0, 0, "1")]

    def line(self) -> Line:
        """Return a random move, or the beginning of one."""
        line = self._random.choice(self._lines)
        words = line.text.split()
        return line._replace(text=" ".join(words[: self._random.randint(1, len(words))])) if self._random.random() < 0.2 else line

    async def refresh(self, running: Sequence[int]) -> None:
        """Collect moves of some running tables."""
        for number in self._random.sample(running, min(TABLES_OF_BATCH, len(running))):
            try:
                at = (await self._tables.get(number)).position
            except Refused:
                continue
            for seat in at.to_act[:1]:  # also one that a stand-in plays
                path = sample(at.game.choices(at.game.view(at.state, seat.seat)), self._random)[0]
                self._lines.append(Line(number, seat.person, " ".join(path) or "1"))
        self._lines = self._lines[-KEPT_MOVES:]
