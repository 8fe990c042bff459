"""What has been shown so far and can be clicked, with the values of its menus."""

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

KEPT = 60  # components of a kind that are remembered, the latest ones


class Seen(NamedTuple):
    """A component of a message."""

    part: Json
    message: Json

    @property
    def custom_id(self) -> str:
        """What is sent when it is clicked."""
        return str(self.part["custom_id"])


class ComponentPool:
    """Components by kind and verb, and the newest private message of each person."""

    def __init__(self) -> None:
        self._kinds: defaultdict[str, deque[Seen]] = defaultdict(lambda: deque(maxlen=KEPT))
        self._panels: dict[str, Json] = {}

    @property
    def verbs(self) -> list[str]:
        """All beginnings of custom_ids that were shown."""
        return list(self._kinds)

    def note(self, message: Json) -> None:
        """A message was shown, to its reader or to everybody."""
        for seen in components(message):
            self._kinds[":".join(seen.custom_id.split(":")[:2])].append(seen)
        if message["_reader"] is not None and any(components(message)):
            self._panels[message["_reader"]] = message

    def any(self, random: Random) -> Seen | None:
        """Something that somebody saw."""
        return random.choice(self._kinds[random.choice(self.verbs)]) if self._kinds else None

    def own(self, random: Random, person: str) -> Seen | None:
        """Something on the newest private message of a person, which leads on more often than away."""
        found = components(self._panels[person]) if person in self._panels else []
        ahead = [seen for seen in found if not seen.custom_id.startswith(("p1:back", "p1:over", "p1:close", "p1:page"))]
        return random.choice(ahead if ahead and random.random() < 0.9 else found) if found else None


def components(message: Json) -> list[Seen]:
    """What can be clicked on a message."""
    return [Seen(part, message) for part in clickable(message.get("components"))]


def values_of(part: Json) -> list[str]:
    """What a menu offers."""
    return [str(option["value"]) for option in dicts(part.get("options"))]


LOOKED_AT = 12  # tables of a batch
KEPT = 30  # moves


class Line(NamedTuple):
    """A move that was legal when it was found."""

    table: int
    person: int
    text: str


class InputVocabulary:
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
