"""After the database was restored from a backup: tell people, give them time, and post buttons that work."""

from __future__ import annotations

import logging

from host.deadlines import OPEN_TABLE_SECONDS
from host.mentions import moment
from host.refusal import Refused
from host.step import TableStep
from host.summary import is_unreachable
from host.table import Table, changing
from host.tables import Tables
from rules.game import Event
from rules.text import message, say

log = logging.getLogger(__name__)

RESTORED = message(
    "The bot was restored from a backup: this table is as it was on {then}. Later moves are lost, and the time for the "
    "current turn starts over."
)


async def resume_tables(tables: Tables, former: int = 0) -> tuple[float, int]:
    """Let all tables go on from a restored backup; return when it was made, in seconds since 1970, and how many games run.

    Ids are raised above all that earlier messages may have shown.

    :param former: the id of the newest table that is known to have existed.
    """
    then = await tables.store.invalidate_ids(former, tables.now(), tables.now() + OPEN_TABLE_SECONDS)
    return then, await _announce_everywhere(tables, then)


async def _announce_everywhere(tables: Tables, then: float) -> int:
    """Post the news at each running table, and the seats of each open one; return how many games run.

    :param then: the time of the newest event in the backup, in seconds since 1970.
    """
    running, store = 0, tables.store
    for guild in await store.guilds():
        async for row in store.all_living_in_guild(guild):
            if row.status == "open":
                await store.outbox.enqueue_lobby(row.id, tables.now())
                continue
            running += 1
            try:
                await _announce(await tables.get(row.id), then)
            except Refused as refused:
                log.warning("table %d is left unchanged: %s", row.id, refused)
    return running


@changing
async def _announce(table: Table, then: float) -> None:
    at = table.position
    unreachable = is_unreachable(at.row)
    row = at.after_activity(table.now())
    clocks = (await table.clock_maker()).restart_all(at, row)
    told = Event("restored", say(RESTORED, then=moment(then, "f")))
    await table.change(TableStep(row, clocks=clocks, remarks=(told,), posts_board=not unreachable))
