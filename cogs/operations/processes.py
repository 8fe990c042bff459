"""Take the place of this process among those that share a database: they agree on their settings, and each holds a range."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import NamedTuple

from cogs.operations.exits import CannotStart
from cogs.operations.settings import AUTO
from db.roles import FREED, Roles, range_role
from db.statement import Unsaved

log = logging.getLogger(__name__)

AGREE_SECONDS = 15.0  # after which processes that were all killed before this one started do not count any more
RANGES = "ranges"  # name of the number of ranges among what the processes agree on
RETRY_SECONDS = 1.0  # between two tries to agree, or to take a role; a notice tells of free roles at once
DIGEST_LETTERS = 16  # of a token's digest, which tells two bots apart and nothing else


class SharedSetting(NamedTuple):
    """A setting that all processes must share. ``agreed`` is its name in `db.roles.Process.agreed`."""

    name: str
    agreed: str
    value: str

    @property
    def differs(self) -> str:
        """Return the sentence for a process that has another value than the others."""
        return f"{self.name} is {self.value} here, but not in the other processes. Set it to the same value in all of them."


def shared_settings(ranges: int, shards: int | None) -> tuple[SharedSetting, ...]:
    """Return the settings of this process that the others must share, apart from the token.

    :param shards: None for as many as Discord recommends.
    """
    wanted = AUTO if shards is None else str(shards)
    return SharedSetting("PARTERRE_RANGES", RANGES, str(ranges)), SharedSetting("PARTERRE_SHARDS", "wanted shards", wanted)


async def agree_on_settings(roles: Roles, token: str, ranges: int, shards: int | None) -> None:
    """Make sure that all processes are the same bot, with the same numbers of ranges and shards.

    :raises CannotStart: when one differs.
    """
    digest = sha256(token.encode()).hexdigest()[:DIGEST_LETTERS]
    await agree(roles, "bot", digest, "Another bot uses this database: its DISCORD_TOKEN differs. Give each bot a database.")
    for setting in shared_settings(ranges, shards):
        await agree(roles, setting.agreed, setting.value, setting.differs)


async def wait_for_range(roles: Roles, ranges: int, on_wait: Callable[[], None] = lambda: None) -> int:
    """Return the number of the range of shards that this process holds from now on, as soon as one is free.

    :param on_wait: called when it begins to wait.
    """

    def stand_by() -> None:
        log.info("standing by: other processes hold all ranges of shards")
        on_wait()

    number = await take_when_free(roles, [range_role(number) for number in range(ranges)], stand_by)
    if not roles.alone:
        log.info("this process has %s of %d now", range_role(number), ranges)
    return number


async def take_when_free(roles: Roles, wanted: Sequence[str], on_wait: Callable[[], None] = lambda: None) -> int:
    """Take the first of these roles that no other process has, as soon as there is one; return its index.

    :param on_wait: called when it begins to wait.
    """
    freed = asyncio.Event()
    end = roles.listen(FREED, lambda _: freed.set())
    try:
        return await _take_when(freed, roles, wanted, on_wait)
    finally:
        end()


async def _take_when(freed: asyncio.Event, roles: Roles, wanted: Sequence[str], on_wait: Callable[[], None]) -> int:
    """Try to take one of these roles now and then, and at once when ``freed`` is set; return its index."""
    waits = False
    while True:
        freed.clear()
        for index, role in enumerate(wanted):
            try:
                if await roles.take(role):
                    return index
            except Unsaved as error:
                log.warning("%s not taken: %s", role, error)
        if not waits:
            on_wait()
        waits = True
        with suppress(TimeoutError):
            async with asyncio.timeout(RETRY_SECONDS):
                await freed.wait()


async def agree(roles: Roles, name: str, value: str, sentence: str) -> None:
    """Agree on a setting.

    :raises CannotStart: with this sentence, when others have another value for as long as `AGREE_SECONDS`.
    """
    end = asyncio.get_running_loop().time() + AGREE_SECONDS
    while await roles.agree(name, value) != value:
        if asyncio.get_running_loop().time() > end:
            raise CannotStart(sentence)
        await asyncio.sleep(RETRY_SECONDS)
