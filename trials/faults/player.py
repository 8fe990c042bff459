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
from sandbox.reading import Select
from sandbox.world import World

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
        return await super().send(interaction, WHOLE * self._world.patience, twice=twice or again)

    def told(self, answer: Answer) -> Answer:
        """The private message that an answer was: itself, or what came after it."""
        return (answer.followups or [answer])[-1]

    async def press_one(self, prefix: str, on: Json | Answer) -> Answer:
        """Press a button whose custom_id begins so; raises `LookupError`."""
        shown = on if isinstance(on, Answer) else self.read(on)
        fits = [button for button in shown.buttons if button.custom_id.startswith(prefix) and not button.disabled]
        if not fits:
            raise LookupError(f"{self.name} sees no {prefix}")
        return self.told(await self.press(self._random.choice(fits).custom_id, shown))

    async def answer_one(self, panel: Answer) -> Answer:
        """Give one answer to a prompt: a button, or an option of a menu, perhaps on another of its pages or tabs."""
        turning = [b for b in panel.buttons if b.custom_id.startswith(("p1:page", "p1:tab"))]
        if turning and self._random.random() < 0.5:
            panel = self.told(await self.press(self._random.choice(turning).custom_id, panel))
        if any(button.custom_id.startswith("p1:pick") for button in panel.buttons):
            return await self.press_one("p1:pick", panel)
        if answers := _menu(panel, "p1:menu"):
            return await self._choose(answers, panel)
        raise LookupError(f"{self.name} is asked nothing")

    async def _choose(self, menu: Select, panel: Answer) -> Answer:
        value = self._random.choice(menu.options)[1]
        return self.told(await self.press(menu.custom_id, panel, values=[value]))

    async def type_move(self, table: int) -> Answer:
        """Follow random completions of /move until it is a whole move, or until nothing more is offered."""
        line = ""
        for _ in range(20):
            choices = await self.complete("move", "move", line, table=table)
            if not choices:
                raise LookupError(f"nothing is offered after {line!r}")
            line = str(self._random.choice(choices)["value"])
            panel = self.told(await self.slash("move", move=line, table=table))
            if not asks(panel):
                return panel
            line += " "
        raise LookupError(line)


def asks(panel: Answer) -> bool:
    """Is there a question to answer on this panel?"""
    return any(b.custom_id.startswith("p1:pick") for b in panel.buttons) or _menu(panel, "p1:menu") is not None


def confirms(panel: Answer) -> bool:
    """Is this a preview that can be confirmed?"""
    return any(button.custom_id.startswith("p1:confirm") for button in panel.buttons)


def _menu(panel: Answer, kind: str) -> Select | None:
    return next((each for each in panel.selects if each.custom_id.startswith(kind)), None)
