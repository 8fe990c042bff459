"""The sender empties the outbox: it sends each row once, in the order of its queue, and retries failures later.

The life of a row:

1. A change of a table queues it, in the same transaction (`db.enqueue`).
2. The sender claims it for `db.outbox.CLAIM_SECONDS` seconds. Only the oldest row of a queue can be claimed.
3. The function that `sends` its kind talks to Discord.
4. The row is remembered with its message, or forgotten when it needs none. A postponed row waits until its time. A failed row is
   tried again after the pauses of `host.outbox.next_try_at`; one that Discord has refused for a day is given up.

Of the processes that share a database, the clerk alone runs the sender. A process that dies between 3 and 4 leaves a row in
doubt: `cogs.sender.marked.sent_before` looks for its message first.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from random import Random

from discord.ext import commands

from cogs.discord_api.errors import Kind, classify, hint_of
from cogs.discord_api.poller import Poller
from cogs.sender.kinds import SENDERS, Postponed, Sent
from cogs.shell.client import Parterre
from db.roles import OUTBOX
from db.rows import OutboxRow
from host.log_context import log_about
from host.outbox import is_hopeless, next_try_at

log = logging.getLogger(__name__)

SHARD_AWAY_SECONDS = 60.0  # after which a row is tried again whose server belongs to this process and is not known yet
POLL_SECONDS = 1.0
ROWS_AT_ONCE = 20
QUEUE_CHECK_SECONDS = 0.25  # between two looks at a queue that another process empties
QUEUE_WAIT_SECONDS = 2.0  # that an answer waits for the message which it points at
ROW_TIMEOUT_SECONDS = 45.0  # shorter than a claim


class Sender(commands.Cog):
    """Send due rows while this process is the clerk, up to `ROWS_AT_ONCE` at a time; the next clerk continues with the rest."""

    def __init__(self, client: Parterre) -> None:
        self._client = client
        self._outbox, self._roles = client.tables.store.outbox, client.tables.store.roles
        self._random = Random()
        self._in_hand: set[int] = set()  # ids of claimed rows
        self._poller = Poller("the outbox", self._claim, pause=POLL_SECONDS, prepare=self._release)
        self._progress = asyncio.Condition()
        self._started = self._claiming = self._finishing = False
        client.listen_to(OUTBOX, lambda _: self.wake())
        client.once_clerk(self._run)

    def wake(self) -> None:
        """Send now, as something has just been queued; without it the sender notices within `POLL_SECONDS`.

        If another process is the clerk, the database wakes that one.
        """
        self._poller.wake()

    async def until_sent(self, queue: str, seconds: float = QUEUE_WAIT_SECONDS) -> None:
        """Wait until this queue is empty, but at most for some seconds."""
        self.wake()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await (self._until_empty(queue) if self._started else self._until_emptied(queue))

    async def _until_empty(self, queue: str) -> None:
        async with self._progress:
            while await self._outbox.has_pending(queue):
                await self._progress.wait()

    async def _until_emptied(self, queue: str) -> None:
        """Wait until another process has emptied a queue."""
        while True:
            if not await self._outbox.has_pending(queue):
                return
            await asyncio.sleep(QUEUE_CHECK_SECONDS)

    async def until_idle(self) -> None:
        """Wait until no row is due and none is being sent; return at once if the sender has not started."""
        self.wake()
        async with self._progress:
            while self._started and await self._is_busy():
                await self._progress.wait()

    async def finish(self) -> None:
        """Send what is due now; if another process goes on with it, finish what is in hand and begin nothing more."""
        self._finishing = self._roles.count > 1
        if not self._finishing:
            await self.until_idle()
            return
        async with self._progress:
            while self._at_work:
                await self._progress.wait()

    async def _is_busy(self) -> bool:
        due = not self._at_work and await self._outbox.has_due(self._client.tables.now())
        return due or self._at_work  # asked again: a row that has just stopped being due is claimed or in hand

    @property
    def _at_work(self) -> bool:
        return self._claiming or bool(self._in_hand)

    async def _run(self) -> None:
        self._started = True
        await self._poller.run()

    async def _release(self) -> None:
        """Release the rows that a former sender had claimed, in this process or in another one."""
        await self._outbox.release_claims(self._client.tables.now())

    async def _claim(self) -> None:
        """Claim due rows, and start a task for each."""
        room = ROWS_AT_ONCE - len(self._in_hand)
        if not room or self._finishing:
            return
        self._claiming = True
        try:
            rows = await self._outbox.claim(self._roles.process, self._client.tables.now(), room)
            if 0 < len(rows) < room:
                self._poller.wake()  # a server with many rows may have hidden those of others
            for row in rows:
                if row.id not in self._in_hand:  # else its claim has run out while it is being sent
                    self._in_hand.add(row.id)
                    self._client.background(self._send(row))
        finally:
            self._claiming = False
            await self._notify_progress()

    async def _send(self, row: OutboxRow) -> None:
        try:
            with log_about(row.table, row.seq):
                await self._try(row)
        finally:
            self._in_hand.discard(row.id)
            self.wake()
            await self._notify_progress()

    async def _try(self, row: OutboxRow) -> None:
        try:
            if row.guild is not None and self._client.is_mine(row.guild) and not self._client.knows_shard_of(row.guild):
                raise Postponed(self._client.tables.now() + SHARD_AWAY_SECONDS)
            async with asyncio.timeout(ROW_TIMEOUT_SECONDS):
                sent = await SENDERS[row.kind](self._client, row)
            if isinstance(sent, Sent):
                await self._client.tables.mark_sent(row, *sent)
            elif sent is not None:
                await self._outbox.mark_done(row, sent.shown, sent.before)
            else:
                await self._outbox.mark_done(row)
        except Exception as error:  # no error of one row may stop the others
            await self._reschedule(row, error)

    async def _notify_progress(self) -> None:
        async with self._progress:
            self._progress.notify_all()

    async def _reschedule(self, row: OutboxRow, error: Exception) -> None:
        """Decide by the error whether a row waits, is tried again, is done, or is given up."""
        if isinstance(error, Postponed):
            await self._outbox.postpone(row, error.until)
            return
        verdict, now = classify(error), self._client.tables.now()
        if verdict.kind is Kind.MISSING and row.target is not None:  # the message to change is gone
            log.info("%s: its target no longer exists: %s", _describe(row), error)
            await self._outbox.mark_done(row)
            return
        if verdict.refused and is_hopeless(row, now):
            log.warning("%s: gave up: %r", _describe(row), error)
            gone = row.guild is not None and self._client.is_gone(row.guild)  # then nobody can read it in /setup
            await (self._outbox.mark_done(row) if gone else self._outbox.give_up(row, verdict.reason, now))
            return
        again = next_try_at(row.tries, now, self._random.random(), verdict.after)
        log.warning("%s: retrying later%s: %r", _describe(row), hint_of(error), error, exc_info=not verdict.expected)
        refused, limited = now if verdict.refused else None, now + verdict.after if verdict.after else 0.0
        await self._outbox.mark_failed(
            row, again, str(error), surely_unsent=verdict.unsent, refused=refused, limited_until=limited
        )


def _describe(row: OutboxRow) -> str:
    """Return a row as the log names it, such as ``outbox 7 (notice reminder, table 3)``."""
    return f"outbox {row.id} ({' '.join(filter(None, (row.kind, row.subject)))}, table {row.table})"


async def setup(client: Parterre) -> None:
    client.sender = sender = Sender(client)
    await client.add_cog(sender)
