"""Forget a server: 30 days after it removed the bot, or at once when its managers ask for it.

The request is stored first, so a stop in the middle delays the deletion, but does not end it.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from db.due import OF_SERVERS, SERVER_ASKED, SERVER_REMOVED
from db.store import Store
from host.deadlines import DAY

log = logging.getLogger(__name__)

KEPT_SECONDS = 30 * DAY  # for which the data of a server is kept after it removed the bot
SERVERS_AT_ONCE = 20


async def note_removed(store: Store, guild: int, now: float) -> None:
    """Note that a server removed the bot, unless that is noted already."""
    await store.due.put(SERVER_REMOVED, guild, now + KEPT_SECONDS)


async def note_back(store: Store, guild: int) -> None:
    """Keep the data of a server, as the bot is on it again."""
    if await store.due.at(SERVER_REMOVED, guild) is not None:
        await store.due.drop(SERVER_REMOVED, guild)


async def forget_asked(store: Store, guild: int, now: float) -> None:
    """Delete all data of a server, as its managers asked for it."""
    await store.due.put(SERVER_ASKED, guild, now)
    await _forget(store, guild)


async def forget_due(store: Store, now: float, is_on: Callable[[int], Awaitable[bool | None]]) -> None:
    """Delete the data of servers that removed the bot long ago, and go on with deletions that a stop has ended.

    :param is_on: tells whether the bot is on this server now; None if nobody can say, which keeps the data until the next time.
        A server may have come back while the bot was stopped, so that nobody has noted it yet.
    """
    for guild in await store.due.by(now, SERVER_ASKED, SERVERS_AT_ONCE):
        await _forget(store, guild)
    for guild in await store.due.by(now, SERVER_REMOVED, SERVERS_AT_ONCE):
        if (found := await is_on(guild)) is not None:
            await (note_back if found else _forget)(store, guild)


async def _forget(store: Store, guild: int) -> None:
    tables = len([table async for table in store.forgetting.delete_tables(guild)])
    await store.forgetting.delete_server(guild)
    for kind in OF_SERVERS:
        await store.due.drop(kind, guild)
    log.info("server %d: all data deleted, %d tables among it", guild, tables)
