"""Pays the notices that places and people are owed, once each, and takes away those that are pointless by now."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import aiohttp
import discord
from discord.ext import commands

from cogs.channel.notice_message import message_of
from cogs.channel.threads import MOVED
from cogs.shell.client import Parterre
from cogs.shell.components import build
from cogs.together.ballots import ballot_voters
from db.rows import NoticeRow
from host.deadlines import DAY, awake
from host.position import Position
from host.refusal import Refused
from host.settings import person_of

log = logging.getLogger(__name__)

PAUSES = (2.0, 10.0, 60.0, 600.0)  # seconds before the next tries; the last one again and again
LONGEST = DAY  # so long is tried what Discord forbids
REMINDERS = ("reminder", "late", "nudge")  # kinds that let a person rest
ONLY_DIRECT = ("next",)  # kinds that nobody else is to see
EXPECTED = (discord.HTTPException, aiohttp.ClientError, OSError, Refused)
BROKEN = 500  # from this status on the fault is Discord's, and it may pass


class Trouble(NamedTuple):
    """A notice that could not be sent: since when, how often it was tried, and when it is tried again."""

    since: float
    tries: int
    again: float


class Notices(commands.Cog):
    """What cannot be sent now stays owed, after a restart, too."""

    def __init__(self, client: Parterre) -> None:
        self._client = client
        self._outbox = client.tables.store.notices
        self._tasks: dict[int, asyncio.Task[None]] = {}  # by notice
        self._troubles: dict[int, Trouble] = {}  # by notice

    async def cog_unload(self) -> None:
        for task in self._tasks.values():
            task.cancel()

    def send_soon(self) -> None:
        """Something has just been owed: send it now rather than in a second."""
        self._client.background(self.send_all())

    async def send_all(self) -> None:
        """Begin to send whatever is owed, and to take away what is pointless; returns at once."""
        owed, stale = await self._outbox.owed(), await self._outbox.stale()
        known = {notice.id for notice in (*owed, *stale)}
        self._troubles = {notice: trouble for notice, trouble in self._troubles.items() if notice in known}
        for notice in owed:
            self._begin(notice.id, self._pay)
        for notice in stale:
            self._begin(notice.id, self._take_away)

    def _begin(self, notice: int, work: Callable[[NoticeRow], Awaitable[None]]) -> None:
        trouble = self._troubles.get(notice)
        if notice not in self._tasks and (trouble is None or trouble.again <= self._client.tables.now()):
            self._tasks[notice] = asyncio.create_task(self._try(notice, work))

    async def _try(self, notice: int, work: Callable[[NoticeRow], Awaitable[None]]) -> None:
        try:
            if (row := await self._outbox.get(notice)) is not None:
                await work(row)
            self._troubles.pop(notice, None)
        except Exception as error:  # whatever it is, the other notices go on
            await self._put_off(notice, error)
        finally:
            del self._tasks[notice]

    async def _put_off(self, notice: int, error: Exception) -> None:
        """Try again later; what has been forbidden for long is given up."""
        now = self._client.tables.now()
        since, tries, _ = self._troubles.pop(notice, Trouble(now, 0, now))
        if isinstance(error, discord.Forbidden) and now - since >= LONGEST:
            log.warning("notice %d: given up, as %r", notice, error)
            await self._outbox.forget(notice)
            return
        log.warning("notice %d: later, as %r", notice, error, exc_info=not isinstance(error, EXPECTED))
        self._troubles[notice] = Trouble(since, tries + 1, now + PAUSES[min(tries, len(PAUSES) - 1)])
        await self._outbox.set_trouble(notice, str(error))

    async def _pay(self, notice: NoticeRow) -> None:
        if notice.message is not None or await self._disturbs(notice):
            return
        sent = await self._send(notice)
        if sent is None:
            log.info("notice %d (%s, table %s): nobody is left to be told", notice.id, notice.kind, notice.table)
            await self._outbox.forget(notice.id)
        elif not await self._outbox.paid(notice.id, sent.channel.id, sent.id):
            await sent.delete()  # it became pointless while it was sent

    async def _disturbs(self, notice: NoticeRow) -> bool:
        """Would this reminder, sent late because Discord was away, come while its person rests?"""
        if notice.kind not in REMINDERS or notice.person is None:
            return False
        tables = self._client.tables
        return awake(tables.now(), (await person_of(tables.store, notice.person)).rest) > tables.now()

    async def _send(self, notice: NoticeRow) -> discord.Message | None:
        """To the person directly if that is wished and possible, else to the table, else to the channel it was opened in."""
        at = (await self._client.tables.get(notice.table)).position if notice.table is not None else None
        if notice.direct and notice.person is not None:
            sent = await self._directly(notice, notice.person, at)
            if sent is not None or notice.kind in ONLY_DIRECT:
                return sent
        forbidden: discord.Forbidden | None = None
        for place in _places(notice, at):
            channel = self._client.get_partial_messageable(place, guild_id=at.row.guild if at else None)
            try:
                return await self._post(channel, notice, at, direct=False)
            except discord.Forbidden as error:
                forbidden = error
            except discord.HTTPException as error:
                if error.code not in MOVED:
                    raise
        if forbidden is not None:
            raise forbidden
        return None

    async def _directly(self, notice: NoticeRow, person: int, at: Position | None) -> discord.Message | None:
        """None if this person takes no direct messages."""
        try:
            channel = await self._client.create_dm(discord.Object(person))
            return await self._post(channel, notice, at, direct=True)
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("notice %d: no direct message: %s", notice.id, error)
            return None

    async def _post(
        self, channel: discord.abc.Messageable, notice: NoticeRow, at: Position | None, *, direct: bool
    ) -> discord.Message:
        people = await ballot_voters(self._client, notice) if notice.ballot is not None else (notice.person,)
        shown = await message_of(self._client, notice, at, direct=direct)
        pinged = [discord.Object(person) for person in people if person is not None]
        return await channel.send(
            view=build(shown, self._client.reader(shown.names)),
            nonce=f"n{notice.id}",
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=pinged),
        )

    async def _take_away(self, notice: NoticeRow) -> None:
        if notice.place is not None and notice.message is not None:
            try:
                await self._client.get_partial_messageable(notice.place).get_partial_message(notice.message).delete()
            except discord.HTTPException as error:
                if error.status >= BROKEN:
                    raise
                log.info("notice %d: its message stays: %s", notice.id, error)
        await self._outbox.forget(notice.id)


def _places(notice: NoticeRow, at: Position | None) -> list[int]:
    """Where it can be told, best first."""
    wanted = [notice.channel, *([at.row.place, at.row.channel] if at else [])]
    return list(dict.fromkeys(place for place in wanted if place is not None))


async def setup(client: Parterre) -> None:
    client.notices = notices = Notices(client)
    await client.add_cog(notices)
