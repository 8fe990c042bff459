"""Give people the time back in which nobody could play, because the bot, Discord's gateway or a server was away.

While the gateway is there, `Outages` stores once a minute when it was last heard, and since when servers are away. After an
outage of more than five minutes, each turn has as much time left as before it, and at least an hour, before anything due happens.
The log of a table says that it was given time, so it gets it once.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable
from typing import NamedTuple

from db.rows import TableRow
from db.statement import Unsaved
from host.ballots import prolong_all
from host.codec import decode_story
from host.deadlines import HOUR, IDLE_CLOSING_SECONDS, MINUTE, OPEN_TABLE_SECONDS
from host.mentions import duration
from host.notices import notice
from host.ranges import ShardRange, range_of_label
from host.refusal import Refused
from host.step import TableStep
from host.table import Table, changing
from host.tables import Tables
from rules.game import Event
from rules.text import say

log = logging.getLogger(__name__)

IGNORED_OUTAGE_SECONDS = 5 * MINUTE  # shorter outages change nothing
BEAT_SECONDS = 60.0  # between two notes that the gateway was heard
FRESH_SECONDS = 2 * BEAT_SECONDS  # in which a note of another process tells that its servers are there
HEARD_FACT, SERVERS_AWAY_FACT = "heard", "servers_away"  # rows of the database's facts, followed by the label of a range
RESUMING_KINDS = ("extended", "resumed", "restored")  # of events with which the turns of a table go on
REMARK_LIMIT = 20  # of the newest remarks that are read


class Note(NamedTuple):
    """The last note about a range: when its gateway was heard, and since when servers of it have been away."""

    of: ShardRange
    heard: float
    away: dict[int, float]

    def last_heard(self, server: int) -> float:
        return min(self.heard, self.away.get(server, self.heard))


class Outages:
    """Knows since when the gateway and servers have been away, and gives the time back when they return.

    Each process does so for the servers of its range of the shards, and notes in the database which of them are there.

    :param real_time: a clock that tests do not move. It notices minutes in which this program or its machine stood still.
    :param own: returns the range of this process; by default it has all servers.
    """

    def __init__(
        self, tables: Tables, real_time: Callable[[], float] = time.time, own: Callable[[], ShardRange] = ShardRange
    ) -> None:
        self._tables = tables
        self._real_time = real_time
        self._own = own
        self._here = frozenset[int]()
        self._away: dict[int, float] = {}  # by server: since when
        self._told = self._told_at = self._looked = -1.0  # last note by both clocks; last call of `gateway_heard`
        self._hears = False  # the gateway is there, and lost time was given back

    async def gateway_lost(self) -> bool:
        """Store that the gateway is away, or that the bot stops; return False if that is known."""
        if not self._hears:
            return False
        self._hears = False
        await self._tables.store.facts.put(**{f"{HEARD_FACT}{self._own().label}": repr(self._looked)})
        return True

    async def gateway_heard(self, here: frozenset[int]) -> None:
        """Store that the gateway is there with these servers, and give back the time that others lost.

        :raises Unsaved: when the database fails. Then call it again before anything due is done.
        """
        now, lost = self._tables.now(), self._away
        if not self._hears or self._real_time() - self._told_at > IGNORED_OUTAGE_SECONDS:
            lost = await self._lost_meanwhile(now)
        elif here != self._here:
            lost = self._away | dict.fromkeys(self._here - here, self._looked)
        elif 0 <= now - self._told < BEAT_SECONDS:  # negative where the clock was set back
            self._looked = now
            return
        for server, since in lost.items():
            if server in here:
                await give_time_back(self._tables, server, since)
        self._away = {server: since for server, since in lost.items() if server not in here}
        now = self._tables.now()
        away = json.dumps({str(server): since for server, since in self._away.items()})
        label = self._own().label
        await self._tables.store.facts.put(**{f"{HEARD_FACT}{label}": repr(now), f"{SERVERS_AWAY_FACT}{label}": away})
        self._here, self._told, self._told_at, self._looked, self._hears = here, now, self._real_time(), now, True

    async def find_servers_elsewhere(self) -> Callable[[int], bool]:
        """Return a function that tells whether a server of another range is there, as the process of that range has noted."""
        now, others = self._tables.now(), self._own().others
        notes = [note for note in await self._read_notes() if note.of in others] if others else []
        fresh = [note for note in notes if now - note.heard <= FRESH_SECONDS]
        return lambda server: any(note.of.has(server) and server not in note.away for note in fresh)

    async def _lost_meanwhile(self, now: float) -> dict[int, float]:
        """Return since when servers of this range with tables have been away, according to the database.

        If the number of shards or ranges was another one, a server belonged to another range: its newest note counts.
        """
        own, lost, notes = self._own(), dict[int, float](), await self._read_notes()
        for server in await self._tables.store.guilds():
            if own.has(server):
                newest = max((note for note in notes if note.of.has(server)), key=lambda note: note.heard, default=None)
                lost[server] = now if newest is None else newest.last_heard(server)
        return lost

    async def _read_notes(self) -> list[Note]:
        """Return the last note about each range that a process has or had."""
        facts, notes = await self._tables.store.facts.starting(HEARD_FACT, SERVERS_AWAY_FACT), list[Note]()
        for name, heard in facts.items():
            of = range_of_label(name.removeprefix(HEARD_FACT)) if name.startswith(HEARD_FACT) else None
            if of is not None:
                away = json.loads(facts.get(f"{SERVERS_AWAY_FACT}{of.label}", "{}"))
                notes.append(Note(of, float(heard), {int(server): since for server, since in away.items()}))
        return notes


async def give_time_back(tables: Tables, server: int, since: float) -> None:
    """Extend the deadlines of all open and running tables of a server by the time of an outage.

    :param since: when the outage began, in seconds since 1970.
    :raises Unsaved: when the database fails; tables that got their time keep it, and get it once.
    """
    if tables.now() - since <= IGNORED_OUTAGE_SECONDS:
        return
    done = 0
    async for row in tables.store.all_living_in_guild(server):
        try:
            done += await extend_turns(await tables.get(row.id), since)
        except Unsaved:
            raise
        except Refused as refused:
            log.warning("table %d is left unchanged: %s", row.id, refused)
        except Exception:
            log.exception("table %d: giving back the time of an outage failed", row.id)
    if done:
        log.info("server %d: %d tables got back the time since %.0f", server, done, since)


@changing
async def extend_turns(table: Table, since: float) -> bool:
    """Give the people at a table the time since then back; return whether a turn got longer.

    :param since: when the outage began, in seconds since 1970.
    """
    at, now = table.position, table.now()
    if at.row.status == "open" and (wake := _kept_open(at.row, since, now)) != at.row.wake:
        await table.change(TableStep(at.row._replace(wake=wake)))
    if at.row.status != "running":
        return False
    since = max([since, *await _resume_times(table)])
    if now - since <= IGNORED_OUTAGE_SECONDS:
        return False
    await prolong_all(table)
    row = at.row._replace(wake=_kept_open(at.row, since, now))
    clocks = () if row.paused is not None else (await table.clock_maker()).extend_all(at, since)
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
    """Return when an open table, or one whose end was announced, closes: after as long as the outage, at least an hour."""
    if row.wake is None or (row.status == "running" and not row.warned):
        return row.wake
    longest = OPEN_TABLE_SECONDS if row.status == "open" else IDLE_CLOSING_SECONDS
    return max(row.wake, now + min(longest, max(HOUR, now - since)))


async def _resume_times(table: Table) -> list[float]:
    """Return when the turns of a table went on after an interruption, according to its log."""
    remarks = await table.store.remarks(table.id, most=REMARK_LIMIT)
    return [remark.at for remark in remarks if any(event.kind in RESUMING_KINDS for event in decode_story(remark.events))]
