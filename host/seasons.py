"""End seasons: when a manager says so, or on the first day of each month. The final table is posted to a chosen channel."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import UTC, datetime

from db.due import SEASON_END, reschedule
from db.rows import OutboxRow
from db.statement import Stale, Statement, Unsaved
from db.store import Store
from host.leaderboard import read_season
from host.notices import notice
from host.refusal import Refused
from host.servers import MONTHLY, ServerSettings, read_server_settings
from rules.text import Text, say

log = logging.getLogger(__name__)

FINAL = "season"  # subject of the notice with the final table
SERVERS_AT_ONCE = 50


async def end_season(store: Store, guild: int, number: int, now: float, told: Text, people: Sequence[Statement]) -> None:
    """End the running season of a server for a manager, and begin the next one.

    :param told: the announcement for the channel that is chosen for changes of settings.
    :param people: statements of `db.people.add_people` for people whom it names.
    :raises Refused: when that season has ended already, or no game has counted in it.
    """
    season, server = await read_season(store, guild, number), await read_server_settings(store, guild)
    if season.ended is None and not season.games:
        raise Refused(say("No game has counted in season {number} yet, so it goes on.", number=number))
    announced = [] if server.log is None else [notice(None, "setup", told)._replace(guild=guild, place=server.log)]
    try:
        await store.seasons.change(guild, number, now, people, *_final_table(guild, server, number), *announced)
    except Stale:
        raise Refused(say("Season {number} has ended already.", number=number)) from None


async def end_due_seasons(store: Store, now: float) -> bool:
    """End the seasons of servers where they end with the month; return whether there was one. A season without games goes on.

    A server where that fails is logged, and due again.
    """
    ended = False
    for guild in await store.due.by(now, SEASON_END, SERVERS_AT_ONCE):
        try:
            ended |= await _end_with_month(store, guild, now)
        except Unsaved:
            raise
        except Exception:  # the others must not wait for this one
            log.exception("server %d: the end of its season has to be tried again", guild)
    return ended


async def _end_with_month(store: Store, guild: int, now: float) -> bool:
    """End the running season of a server if its seasons end with the month and a game has counted; return whether it did."""
    season, server = await read_season(store, guild), await read_server_settings(store, guild)
    again = schedule_end(guild, server.seasons, now)
    if server.seasons != MONTHLY or not season.games:
        await store.seasons.carry_out(again)
        return False
    try:
        await store.seasons.change(guild, season.number, now, again, *_final_table(guild, server, season.number))
    except Stale:  # a manager has ended it at this moment
        return False
    log.info("server %d: season %d has ended with the month", guild, season.number)
    return True


def schedule_end(guild: int, when: str, now: float) -> list[Statement]:
    """Return statements that let the seasons of a server end with this month, or not by themselves.

    :param when: a choice of `ServerSettings.seasons`.
    """
    return [reschedule(SEASON_END, guild, next_month(now) if when == MONTHLY else None)]


def next_month(now: float) -> float:
    """Return when the next month begins in UTC, in seconds since 1970."""
    today = datetime.fromtimestamp(now, UTC)
    year, month = divmod(12 * today.year + today.month, 12)
    return datetime(year, month + 1, 1, tzinfo=UTC).timestamp()


def _final_table(guild: int, server: ServerSettings, number: int) -> list[OutboxRow]:
    """Return the notice with the final table of a season, if the server has a channel for it."""
    if server.finals is None:
        return []
    told = say("## Season {number} has ended", number=number)
    return [notice(None, FINAL, told)._replace(guild=guild, place=server.finals)]
