"""Retry work that needs Discord and the database, with the same backoff as the outbox."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from random import Random

from cogs.discord_api.errors import UNREACHABLE, classify
from db.statement import Unsaved
from host.outbox import next_try_at

log = logging.getLogger(__name__)

STEADY_SECONDS = 600.0  # work that ran for so long before it failed starts its backoff anew


async def until_reachable(failure: str, work: Callable[[], Awaitable[None]]) -> None:
    """Run the work, and retry it while Discord, the network or the database is unavailable.

    Each retry waits as long as `host.outbox.next_try_at` says, and at least as long as Discord demands.

    :param failure: names the failure in the log, such as ``no connection to Discord``.
    :raises Exception: any error of the work that a retry would not cure.
    """
    clock, random, tries = asyncio.get_running_loop().time, Random(), 0
    while True:
        began = clock()
        try:
            await work()
            return
        except (*UNREACHABLE, Unsaved) as error:
            tries = 1 if clock() - began > STEADY_SECONDS else tries + 1
            pause = next_try_at(tries, 0.0, random.random(), classify(error).after)
            log.warning("%s: retrying in %.0f s: %r", failure, pause, error)
        await asyncio.sleep(pause)
