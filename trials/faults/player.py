"""A person of the trial: plays through the sandbox's client, sometimes sent twice, never surprised by a failure."""

# ruff: noqa: ASYNC109 - how long to wait is part of the client's interface

from __future__ import annotations

from collections.abc import Callable
from random import Random

from sandbox.answer import Answer, Unanswered
from sandbox.client import Person
from sandbox.errors import Refused
from sandbox.guild import Guild
from sandbox.interactions import Interaction
from sandbox.kinds import AUTOCOMPLETE, Json
from sandbox.world import World
from trials.player import answer_at_random, press, type_at_random

FAILED = (Unanswered, LookupError, Refused, TimeoutError, ValueError)  # what people meet on a bad day
FIRST, WHOLE = 3.5, 6.0  # seconds for an answer, and for one that was put off
TWICE = 0.03  # so often an interaction comes twice


class Player(Person):
    """`sending` is told of each interaction just before it goes out."""

    def __init__(self, world: World, guild: Guild, name: str, random: Random) -> None:
        super().__init__(world, guild, name)
        self.community = guild.name
        self.sending: Callable[[Interaction], None] = lambda _: None
        self._random = random

    async def send(self, interaction: Interaction, timeout: float | None, *, twice: bool = False) -> Answer:
        """Deliver it and wait as a person does; raises `Unanswered`."""
        self.sending(interaction)
        again = interaction.type != AUTOCOMPLETE and self._random.random() < TWICE
        answer = await super().send(interaction, WHOLE * self._world.patience, twice=twice or again)
        return (answer.followups or [answer])[-1]

    async def press_one(self, prefix: str, on: Json | Answer) -> Answer:
        """Press a button whose custom_id begins so; raises `LookupError`."""
        shown = on if isinstance(on, Answer) else self.read(on)
        return await press(self, prefix, shown)

    async def answer_one(self, panel: Answer) -> Answer:
        """Give one random answer, perhaps on another page or tab."""
        return await answer_at_random(self, panel, self._random)

    async def type_move(self, table: int) -> Answer:
        """Follow random completions of ``/move`` until they are a whole move; return the answer to it."""
        return await type_at_random(self, self._random, table=table)
