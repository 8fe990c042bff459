"""One answer to every component and modal, before and after a restart.

A ``custom_id`` is ``<kind><version>:<verb>:<arguments>``. It is a hint and never a proof: who may do what, and whether
the click is stale, is decided by the table.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord.ext import commands

from cogs import errors
from cogs.house import House, Interaction
from cogs.ui import note_view, private

Handler = Callable[..., Awaitable[None]]
ROUTES: list[tuple[re.Pattern[str], Handler]] = []

OLD = "This button is from another version of Parterre. /board shows the present position with new buttons."
NUMBER = r"\d{1,18}"


def route(shape: str) -> Callable[[Handler], Handler]:
    """Register a handler; ``{name}`` in the shape stands for a number and arrives as an int, ``{name:w}`` for a word."""
    pattern = re.sub(r"\{(\w+):w\}", r"(?P<\1>\\w+)", shape)
    pattern = re.sub(r"\{(\w+)\}", lambda m: f"(?P<{m[1]}_n>{NUMBER})", pattern)

    def register(handler: Handler) -> Handler:
        ROUTES.append((re.compile(pattern), handler))
        return handler

    return register


def resolve(custom_id: str) -> tuple[Handler, dict[str, Any]] | None:
    """The handler of a custom_id and its arguments; None if nobody knows it."""
    for pattern, handler in ROUTES:
        if match := pattern.fullmatch(custom_id):
            groups = match.groupdict().items()
            return handler, {n.removesuffix("_n"): int(v) if n.endswith("_n") else v for n, v in groups}
    return None


class Router(commands.Cog):
    """Nothing lives in memory but the ids of the latest interactions, so that one delivered twice counts once."""

    def __init__(self) -> None:
        self._seen: deque[int] = deque(maxlen=4096)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        component = interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit)
        if not component or interaction.id in self._seen:
            return
        self._seen.append(interaction.id)
        try:
            custom_id: str = (interaction.data or {}).get("custom_id", "")  # type: ignore[assignment]
            if found := resolve(custom_id):
                handler, arguments = found
                await handler(interaction, **arguments)
            else:
                await private(interaction, note_view(OLD))
        except Exception as error:  # the last place where a failure can be put into words
            await errors.explain(interaction, error)


async def setup(house: House) -> None:
    await house.add_cog(Router())
