"""The shell around every handler, of commands, components and forms alike."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Coroutine
from time import perf_counter
from typing import Any, ParamSpec

import discord

from cogs.operations.metrics import ANSWER
from cogs.shell.access import Row, row_of
from cogs.shell.answer import Answer, Late
from cogs.shell.audience import find_language
from cogs.shell.client import Interaction
from cogs.shell.delivery import Delivery
from cogs.shell.errors import explained, sentence
from cogs.shell.rights import Arguments, admit
from host.log_context import working
from host.refusal import Refused

P = ParamSpec("P")


async def respond(
    interaction: Interaction, handler: Callable[[], Awaitable[Answer]], late: Late, row: Row, arguments: Arguments
) -> None:
    """Let the handler answer where this person may do what the row is about, or tell what stands in the way."""

    async def admitted() -> Answer:
        await find_language(interaction)
        await admit(interaction, row, arguments)
        return await handler()

    delivery, began, outcome = Delivery.of(interaction), perf_counter(), "done"
    with interaction.client.answering(), working():
        try:
            answer = await delivery.in_time(admitted(), late)
        except Exception as error:  # the last place where a failure can be put into words
            answer, outcome = explained(interaction, error), "broken" if sentence(error) is None else "refused"
        await delivery.deliver(answer)
    ANSWER.labels(outcome).observe(perf_counter() - began)


def answers(
    late: Late = Late.PRIVATE,
) -> Callable[[Callable[P, Awaitable[Answer]]], Callable[P, Coroutine[Any, Any, None]]]:
    """Make a command of what returns an `Answer`; its option ``table`` is found by the shell: `table_of` is the table."""

    def register(handler: Callable[P, Awaitable[Answer]]) -> Callable[P, Coroutine[Any, Any, None]]:
        @functools.wraps(handler)
        async def answered(*args: P.args, **kwargs: P.kwargs) -> None:
            interaction: Interaction = next(each for each in args if isinstance(each, discord.Interaction))  # type: ignore[assignment]
            await respond(interaction, lambda: handler(*args, **kwargs), late, _row(interaction), kwargs)

        return answered

    return register


async def admitted(i: Interaction) -> bool:
    """While the options of a command are typed: may this person do it, at the table that they have named so far?"""
    named: object = i.namespace.table
    try:
        await admit(i, _row(i), {"table": named if isinstance(named, int) else None})
    except Refused:
        return False
    return True


def _row(i: Interaction) -> Row:
    assert i.command is not None
    return row_of(f"/{i.command.qualified_name}")


async def explain(interaction: Interaction, error: BaseException) -> None:
    """What goes wrong before a command's handler begins."""
    await Delivery.of(interaction).deliver(explained(interaction, error))
