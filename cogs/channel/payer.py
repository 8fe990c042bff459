"""Pays what Discord is owed, from the outbox: each row once, in the order of its queue, and later what cannot be paid now."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random

from discord.ext import commands

from cogs.channel.boards import post_board, refresh_board, retire_board
from cogs.channel.notices import delete_notice, send_notice
from cogs.channel.sending import Paid, Postponed
from cogs.channel.threads import archive_thread
from cogs.discord_api.errors import Kind, classify, hint_of
from cogs.discord_api.poller import Poller
from cogs.lobby.message import pay_lobby
from cogs.shell.client import Parterre
from cogs.together.ballots import settle_question
from db.rows import OutboxRow
from host.log_context import working
from host.outbox import hopeless, next_try

log = logging.getLogger(__name__)

NAME = "parterre"  # of this process among those that share a database; the same after a restart
POLL_SECONDS = 1.0  # seconds between two looks at what is due
MOST = 20  # rows in hand at once
PATIENCE = 2.0  # seconds that an answer waits for what it points at
LONGEST = 45.0  # seconds for one row; its claim lasts longer

PAYERS: dict[str, Callable[[Parterre, OutboxRow], Awaitable[Paid | None]]] = {
    "board": post_board,
    "refresh": refresh_board,
    "retire": retire_board,
    "notice": send_notice,
    "delete": delete_notice,
    "settle": settle_question,
    "lobby": pay_lobby,
    "archive": archive_thread,
}


class Payer(commands.Cog):
    """Whatever was owed when the program stopped is paid like all else."""

    def __init__(self, client: Parterre) -> None:
        self._client = client
        self._outbox = client.tables.store.outbox
        self._random = Random()
        self._in_hand: set[int] = set()
        self._poller = Poller("the outbox", self._claim, pause=POLL_SECONDS, prepare=self._release)
        self._progress = asyncio.Condition()
        self._started = self._claiming = False
        client.once_ready(self._pay_on)

    def wake(self) -> None:
        """Something has just been owed: pay it now rather than in a second."""
        self._poller.wake()

    async def until_paid(self, queue: str) -> None:
        """Wait until nothing is owed in this queue; not for long."""
        self.wake()
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE), self._progress:
                while await self._outbox.owes(queue):
                    await self._progress.wait()

    async def all_paid(self) -> None:
        """Wait until nothing is in hand, and nothing is due."""
        self.wake()
        async with self._progress:
            while self._started and await self._busy():
                await self._progress.wait()

    async def _busy(self) -> bool:
        due = not self._at_work and await self._outbox.due(self._client.tables.now())
        return due or self._at_work  # asked once more: what has just stopped being due is claimed or in hand

    @property
    def _at_work(self) -> bool:
        return self._claiming or bool(self._in_hand)

    async def _pay_on(self) -> None:
        self._started = True
        await self._poller.run()

    async def _release(self) -> None:
        """What this process had claimed before it began anew."""
        await self._outbox.release(NAME, self._client.tables.now())

    async def _claim(self) -> None:
        """Take what is due, and begin to pay it."""
        if not (room := MOST - len(self._in_hand)):
            return
        self._claiming = True
        try:
            rows = await self._outbox.claim(NAME, self._client.tables.now(), room)
            if 0 < len(rows) < room:
                self._poller.wake()  # a server with many rows may have hidden those of others
            for row in rows:
                if row.id not in self._in_hand:  # else its claim has run out here
                    self._in_hand.add(row.id)
                    self._client.background(self._pay(row))
        finally:
            self._claiming = False
            await self._tell_progress()

    async def _pay(self, row: OutboxRow) -> None:
        try:
            with working(row.table, row.seq):
                await self._try(row)
        finally:
            self._in_hand.discard(row.id)
            self.wake()
            await self._tell_progress()

    async def _try(self, row: OutboxRow) -> None:
        try:
            async with asyncio.timeout(LONGEST):
                paid = await PAYERS[row.kind](self._client, row)
            await (self._outbox.done(row) if paid is None else self._client.tables.paid(row, *paid))
        except Exception as error:  # whatever it is, the other rows go on
            await self._failed(row, error)

    async def _tell_progress(self) -> None:
        async with self._progress:
            self._progress.notify_all()

    async def _failed(self, row: OutboxRow, error: Exception) -> None:
        """Try again later; what was refused for long is given up, and what is gone needs no change."""
        if isinstance(error, Postponed):
            await self._outbox.postpone(row, error.until)
            return
        verdict, now = classify(error), self._client.tables.now()
        if verdict.kind is Kind.MISSING and row.target is not None:
            log.info("%s: nothing is there any more: %s", _told(row), error)
            await self._outbox.done(row)
            return
        if verdict.refused and hopeless(row, now):
            log.warning("%s: given up, as %r", _told(row), error)
            known = row.guild is None or self._client.get_guild(row.guild) is not None  # else nobody is left to be told of it
            await (self._outbox.give_up(row, verdict.reason, now) if known else self._outbox.done(row))
            return
        again = next_try(row.tries, now, self._random.random(), verdict.after)
        log.warning("%s: later%s, as %r", _told(row), hint_of(error), error, exc_info=not verdict.expected)
        refused, limited = now if verdict.refused else None, now + verdict.after if verdict.after else 0.0
        await self._outbox.failed(row, again, str(error), surely_unsent=verdict.unsent, refused=refused, limited_until=limited)


def _told(row: OutboxRow) -> str:
    """A row in the log."""
    return f"outbox {row.id} ({' '.join(filter(None, (row.kind, row.subject)))}, table {row.table})"


async def setup(client: Parterre) -> None:
    client.payer = payer = Payer(client)
    await client.add_cog(payer)
