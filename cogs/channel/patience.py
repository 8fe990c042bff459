"""Repeat work that needs Discord and the database until it is done, by the schedule of the outbox."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from random import Random

from cogs.shell.discord_errors import UNREACHABLE, classify
from db.statement import Unsaved
from host.outbox import next_try

log = logging.getLogger(__name__)

STEADY = 600.0  # seconds; work that went well for so long begins anew when it fails


async def in_the_end(what: str, work: Callable[[], Awaitable[None]]) -> None:
    """Do this work, and again later as long as Discord, the way there or the database hinders it; raise anything else."""
    clock, random, tries = asyncio.get_running_loop().time, Random(), 0
    while True:
        began = clock()
        try:
            await work()
            return
        except (*UNREACHABLE, Unsaved) as error:
            tries = 1 if clock() - began > STEADY else tries + 1
            pause = next_try(tries, 0.0, random.random(), classify(error).after)
            log.warning("%s: again in %.0f s, as %r", what, pause, error)
        await asyncio.sleep(pause)
