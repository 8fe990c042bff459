"""Run handlers: check the person's rights, time the handler, explain its errors and deliver its answer."""

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
from cogs.shell.acting import update_person
from cogs.shell.answer import Answer, Late
from cogs.shell.audience import find_language
from cogs.shell.client import Interaction
from cogs.shell.delivery import Delivery
from cogs.shell.errors import explain_error, log_failure, sentence_for
from cogs.shell.rights import Arguments, admit
from host.log_context import log_about
from host.refusal import Refused

P = ParamSpec("P")
C = TypeVar("C", str, int, float)


async def respond(
    interaction: Interaction, handler: Callable[[], Awaitable[Answer]], late: Late, row: Row, arguments: Arguments
) -> None:
    """Answer an interaction: by its handler if the access row admits this person, else by the reason why not.

    :param late: how to defer the answer if it takes long.
    :param arguments: those of the custom_id, or the options of the command.
    """

    async def admitted() -> Answer:
        await find_language(interaction)
        await admit(interaction, row, arguments)
        return await handler()

    delivery, began, outcome = Delivery.of(interaction), perf_counter(), "done"
    with interaction.client.answering(), log_about():
        try:
            answer = await delivery.in_time(admitted(), late)
        except Exception as error:  # the last place where an error can be explained
            answer, outcome = explain_error(interaction, error), "broken" if sentence_for(error) is None else "refused"
        await delivery.deliver(answer)
        interaction.client.background(update_person(interaction))
    ANSWER.labels(outcome).observe(perf_counter() - began)


def answers(
    late: Late = Late.PRIVATE,
) -> Callable[[Callable[P, Awaitable[Answer]]], Callable[P, Coroutine[Any, Any, None]]]:
    """Turn a function that returns an `Answer` into a command; `table_of` has the table that its option ``table`` names.

    :param late: how to defer the answer if it takes long.
    """

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
    """Turn a function that returns choices into an autocomplete callback; after an error it offers nothing."""

    @functools.wraps(complete)
    async def offered(*args: P.args, **kwargs: P.kwargs) -> list[Choice[C]]:
        interaction = _interaction_in(*args)
        with interaction.client.answering(), log_about():
            try:
                await find_language(interaction)
                return await complete(*args, **kwargs)
            except Exception as error:  # a list has no room for a sentence
                log_failure(interaction, error)
                return []

    return offered


async def is_admitted(i: Interaction) -> bool:
    """Return whether this person may use the command whose options they are typing, at the table named so far."""
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
    """Answer an error that occurred before a command's handler began."""
    if interaction.type is discord.InteractionType.autocomplete:
        await _offer_nothing(interaction, error)
        return
    await find_language(interaction)
    await Delivery.of(interaction).deliver(explain_error(interaction, error))


async def _offer_nothing(i: Interaction, error: BaseException) -> None:
    log_failure(i, error)
    with suppress(*UNREACHABLE):
        await i.response.autocomplete([])
