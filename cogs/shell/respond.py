"""The shell around every handler, of commands, components and forms alike."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from time import perf_counter
from typing import Any, ParamSpec, TypeVar

import discord
from discord.app_commands import Choice

from cogs.discord_api.errors import UNREACHABLE
from cogs.operations.metrics import ANSWER
from cogs.shell.access import Row, row_of
from cogs.shell.answer import Answer, Late
from cogs.shell.audience import find_language
from cogs.shell.client import Interaction
from cogs.shell.delivery import Delivery
from cogs.shell.errors import explained, log_failure, sentence
from cogs.shell.rights import Arguments, admit
from host.log_context import working
from host.refusal import Refused

P = ParamSpec("P")
C = TypeVar("C", str, int, float)


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
            interaction = _interaction_in(*args)
            await respond(interaction, lambda: handler(*args, **kwargs), late, _row(interaction), kwargs)

        return answered

    return register


def offers(
    complete: Callable[P, Awaitable[list[Choice[C]]]],
) -> Callable[P, Coroutine[Any, Any, list[Choice[C]]]]:
    """Make a completion of a function that returns choices: in the person's language, and empty where it fails."""

    @functools.wraps(complete)
    async def offered(*args: P.args, **kwargs: P.kwargs) -> list[Choice[C]]:
        interaction = _interaction_in(*args)
        with interaction.client.answering(), working():
            try:
                await find_language(interaction)
                return await complete(*args, **kwargs)
            except Exception as error:  # a list has no room for a sentence
                log_failure(interaction, error)
                return []

    return offered


async def admitted(i: Interaction) -> bool:
    """While the options of a command are typed: may this person do it, at the table that they have named so far?"""
    named: object = i.namespace.table
    try:
        await admit(i, _row(i), {"table": named if isinstance(named, int) else None})
    except Refused:
        return False
    return True


def _interaction_in(*args: object) -> Interaction:
    return next(each for each in args if isinstance(each, discord.Interaction))  # type: ignore[return-value]


def _row(i: Interaction) -> Row:
    assert i.command is not None
    return row_of(f"/{i.command.qualified_name}")


async def explain(interaction: Interaction, error: BaseException) -> None:
    """Answer when something goes wrong before a command's handler begins."""
    if interaction.type is discord.InteractionType.autocomplete:
        await _offer_nothing(interaction, error)
        return
    await find_language(interaction)
    await Delivery.of(interaction).deliver(explained(interaction, error))


async def _offer_nothing(i: Interaction, error: BaseException) -> None:
    log_failure(i, error)
    with suppress(*UNREACHABLE):
        await i.response.autocomplete([])
