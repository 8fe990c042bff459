"""After the database was restored from a copy: people are told, have time, and find buttons that work."""

from __future__ import annotations

import logging

from host.deadlines import EXPIRY
from host.mentions import moment
from host.outline import is_forsaken
from host.refusal import Refused
from host.step import TableStep
from host.table import Table, changing
from host.tables import Tables
from rules.game import Event
from rules.text import message, say

log = logging.getLogger(__name__)

RESTORED = message(
    "The bot was restored from a backup: this table is as it was on {then}. What was played later is lost, and the time for "
    "the present turn begins anew."
)


async def go_on(tables: Tables, former: int = 0) -> tuple[float, int]:
    """Have all tables go on from what a copy held, beyond all that was shown since; when it was made, and how many run.

    :param former: the newest table that is known to have been there.
    """
    then = await tables.store.lift(former, tables.now(), tables.now() + EXPIRY)
    return then, await _tell_all(tables, then)


async def _tell_all(tables: Tables, then: float) -> int:
    """Every running table says so in its log and on a board of its own, open ones show their seats; how many run.

    :param then: the time of what happened last, in seconds since 1970.
    """
    running, store = 0, tables.store
    for guild in await store.guilds():
        async for row in store.all_living_in_guild(guild):
            if row.status == "open":
                await store.outbox.owe_lobby(row.id, tables.now())
                continue
            running += 1
            try:
                await _tell(await tables.get(row.id), then)
            except Refused as refused:
                log.warning("table %d is left as it is: %s", row.id, refused)
    return running


@changing
async def _tell(table: Table, then: float) -> None:
    at = table.position
    unreachable = is_forsaken(at.row)
    row = at.after_activity(table.now())
    clocks = (await table.clock_maker()).begun(at, row)
    told = Event("restored", say(RESTORED, then=moment(then, "f")))
    await table.change(TableStep(row, clocks=clocks, remarks=(told,), posts_board=not unreachable))
