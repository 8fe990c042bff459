"""Time in which nobody could play, as the bot, Discord's gateway or a server was away: people get it back.

Once a minute, while the gateway is there, `Outages` notes in the database when it was heard, and since when servers are away.
When all is there again after more than five minutes, each turn has the time that it had left then, at least an hour, before
anything that is due happens. A table that was given its time says so in its log, so that it is given none twice.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable

from db.rows import TableRow
from db.statement import Unsaved
from host.ballots import prolong_all
from host.codec import decode_story
from host.deadlines import EXPIRY, FAREWELL, HOUR, MINUTE
from host.mentions import duration
from host.notices import notice
from host.refusal import Refused
from host.step import TableStep
from host.table import Table, changing
from host.tables import Tables
from rules.game import Event
from rules.text import say

log = logging.getLogger(__name__)

LONGEST_IGNORED = 5 * MINUTE  # outages that change nothing
BEAT_SECONDS = 60.0  # until the database is told anew that the gateway was heard
HEARD, SERVERS_AWAY = "heard", "servers_away"  # names of facts
GOING_ON = ("extended", "resumed", "restored")  # kinds of events with which the turns of a table go on
REMARKS_READ = 20  # of a table, the newest


class Outages:
    """Know since when the gateway and servers have been away, and give the time back when they are there again.

    :param real_time: a clock that nobody moves on purpose: it tells of minutes in which this program stood still, or the database
        was away. Where the machine itself stood still, it must jump together with ``tables.now``.
    """

    def __init__(self, tables: Tables, real_time: Callable[[], float] = time.time) -> None:
        self._tables = tables
        self._real_time = real_time
        self._here = frozenset[int]()
        self._away: dict[int, float] = {}  # servers, since when
        self._told = self._told_at = self._looked = -1.0  # by both clocks, when the database was told; when `hear` was called
        self._hears = False  # has the gateway been heard since it was away, and all time been given back?

    async def lose(self) -> bool:
        """Note that the gateway is away, or that the bot leaves; False if that is known."""
        if not self._hears:
            return False
        self._hears = False
        await self._tables.store.facts.put(**{HEARD: repr(self._looked)})
        return True

    async def hear(self, here: frozenset[int]) -> None:
        """Note that the gateway is there with these servers; give the time back that others have lost, before anything else.

        :raises Unsaved: if the database hinders it; then call it again before anything due is done.
        """
        now, lost = self._tables.now(), self._away
        if not self._hears or self._real_time() - self._told_at > LONGEST_IGNORED:
            lost = await self._lost_meanwhile(now)
        elif here != self._here:
            lost = self._away | dict.fromkeys(self._here - here, self._looked)
        elif 0 <= now - self._told < BEAT_SECONDS:  # else the clock was set back
            self._looked = now
            return
        for server, since in lost.items():
            if server in here:
                await give_back(self._tables, server, since)
        self._away = {server: since for server, since in lost.items() if server not in here}
        now = self._tables.now()
        away = json.dumps({str(server): since for server, since in self._away.items()})
        await self._tables.store.facts.put(**{HEARD: repr(now), SERVERS_AWAY: away})
        self._here, self._told, self._told_at, self._looked, self._hears = here, now, self._real_time(), now, True

    async def _lost_meanwhile(self, now: float) -> dict[int, float]:
        """Return since when the servers with tables have been away, as far as the database knows."""
        facts = self._tables.store.facts
        heard = float(await facts.get(HEARD) or now)
        known = json.loads(await facts.get(SERVERS_AWAY) or "{}")
        return {server: min(heard, known.get(str(server), heard)) for server in await self._tables.store.guilds()}


async def give_back(tables: Tables, server: int, since: float) -> None:
    """Give all open and running tables of a server the time back in which nobody could play since then.

    :raises Unsaved: if the database hinders it; what was done stays, and is not done again.
    """
    if tables.now() - since <= LONGEST_IGNORED:
        return
    done = 0
    async for row in tables.store.all_living_in_guild(server):
        try:
            done += await extend(await tables.get(row.id), since)
        except Unsaved:
            raise
        except Refused as refused:
            log.warning("table %d is left as it is: %s", row.id, refused)
        except Exception:
            log.exception("table %d: the time of an outage is not given back", row.id)
    if done:
        log.info("server %d: %d tables have the time back that was lost since %.0f", server, done, since)


@changing
async def extend(table: Table, since: float) -> bool:
    """Give the people at a table the time back that they lost since then; False if no turn of theirs lost any."""
    at, now = table.position, table.now()
    if at.row.status == "open" and (wake := _kept_open(at.row, since, now)) != at.row.wake:
        await table.change(TableStep(at.row._replace(wake=wake)))
    if at.row.status != "running":
        return False
    since = max([since, *await _went_on(table)])
    if now - since <= LONGEST_IGNORED:
        return False
    await prolong_all(table)
    row = at.row._replace(wake=_kept_open(at.row, since, now))
    clocks = () if row.paused is not None else (await table.clock_maker()).extended(at, since)
    later = min((clock.seat for clock in clocks if clock != at.clocks[clock.seat]), default=None)
    if later is None:
        if row != at.row:
            await table.change(TableStep(row))
        return False
    told = say(
        "The bot was away for {time}. The time for this turn has been extended.", time=duration((now - since) // MINUTE * MINUTE)
    )
    notices = (notice(table.id, "extended", told, seat=later),)
    await table.change(TableStep(row, clocks=clocks, remarks=(Event("extended", told),), notices=notices))
    return True


def _kept_open(row: TableRow, since: float, now: float) -> float | None:
    """Return when an open table, or one whose end was announced, closes.

    From now on it stays for as long as the outage was, at least an hour.
    """
    if row.wake is None or (row.status == "running" and not row.warned):
        return row.wake
    longest = EXPIRY if row.status == "open" else FAREWELL
    return max(row.wake, now + min(longest, max(HOUR, now - since)))


async def _went_on(table: Table) -> list[float]:
    """Return when the turns of a table went on last, as its log tells."""
    remarks = await table.store.remarks(table.id, most=REMARKS_READ)
    return [remark.at for remark in remarks if any(event.kind in GOING_ON for event in decode_story(remark.events))]
