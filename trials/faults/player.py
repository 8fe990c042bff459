"""A person of a trial, whose clicks sometimes arrive twice, and who waits only as long as people do."""

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

FAILED = (Unanswered, LookupError, Refused, TimeoutError, ValueError)  # failures that people meet during a trial
ANSWER_SECONDS = 6.0  # for a whole answer, multiplied by the sandbox's timeout factor
TWICE = 0.03  # share of interactions that arrive twice


class Player(Person):
    """A person whose every interaction is reported to `sending` just before it goes out."""

    def __init__(self, world: World, guild: Guild, name: str, random: Random) -> None:
        super().__init__(world, guild, name)
        self.sending: Callable[[Interaction], None] = lambda _: None
        self._random = random

    async def send(
        self, interaction: Interaction, timeout: float | None, *, twice: bool = False, grace: float | None = None
    ) -> Answer:
        """Send an interaction and return the private message that answers it, or that follows the answer.

        :raises Unanswered: if no answer comes in time.
        """
        self.sending(interaction)
        again = interaction.type != AUTOCOMPLETE and self._random.random() < TWICE
        limit = ANSWER_SECONDS * self._world.timeout_factor
        answer = await super().send(interaction, limit, twice=twice or again, grace=grace)
        return (answer.followups or [answer])[-1]

    async def press_one(self, prefix: str, on: Json | Answer) -> Answer:
        """Press the first enabled button whose custom_id begins with a prefix.

        :raises LookupError: if there is none.
        """
        shown = on if isinstance(on, Answer) else self.read(on)
        return await press(self, prefix, shown)

    async def answer_one(self, panel: Answer) -> Answer:
        """Give one random answer, perhaps on another page or tab."""
        return await answer_at_random(self, panel, self._random)

    async def type_move(self, table: int) -> Answer:
        """Follow random completions of ``/move`` until they are a whole move; return the answer to it."""
        return await type_at_random(self, self._random, table=table)
