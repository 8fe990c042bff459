"""The shell around every handler, of commands, components and forms alike."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, ParamSpec

import discord

from cogs.shell.answer import Answer, Late, apart
from cogs.shell.client import Interaction
from cogs.shell.components import note
from cogs.shell.delivery import Delivery
from cogs.shell.errors import ELSEWHERE, explained

P = ParamSpec("P")


async def respond(interaction: Interaction, handler: Callable[[], Awaitable[Answer]], late: Late, *, server: bool) -> None:
    """Let the handler answer, or tell what stands in the way.

    :param server: only where there is a server, whatever Discord or somebody who forges it lets through.
    """
    delivery = Delivery.of(interaction)
    with interaction.client.answering():
        if server and interaction.guild_id is None:
            await delivery.deliver(apart(note(ELSEWHERE)))
            return
        try:
            answer = await delivery.in_time(handler(), late)
        except Exception as error:  # the last place where a failure can be put into words
            answer = explained(interaction, error)
        await delivery.deliver(answer)


def answers(
    late: Late = Late.PRIVATE, *, server: bool = False
) -> Callable[[Callable[P, Awaitable[Answer]]], Callable[P, Coroutine[Any, Any, None]]]:
    """Make a command of what returns an `Answer`."""

    def register(handler: Callable[P, Awaitable[Answer]]) -> Callable[P, Coroutine[Any, Any, None]]:
        @functools.wraps(handler)
        async def answered(*args: P.args, **kwargs: P.kwargs) -> None:
            interaction: Interaction = next(each for each in args if isinstance(each, discord.Interaction))  # type: ignore[assignment]
            await respond(interaction, lambda: handler(*args, **kwargs), late, server=server)

        return answered

    return register


async def explain(interaction: Interaction, error: BaseException) -> None:
    """What goes wrong before a command's handler begins."""
    await Delivery.of(interaction).deliver(explained(interaction, error))
