"""Play the turns of computers and stand-ins, which worker processes search for moves."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from discord.ext import commands

from cogs.discord_api.poller import Poller
from cogs.shell.client import Parterre
from db.due import DueRow
from db.roles import COMPUTERS
from host.log_context import log_about
from host.refusal import NoTable
from host.thinking import claim_turns, find_missing_weights, play_claimed_turn, release_all_turns

log = logging.getLogger(__name__)

POLL_SECONDS = 0.5
TURNS_AHEAD = 1  # claimed beyond those that workers search, so that no worker waits for the next


class Thinker(commands.Cog):
    """Claim pending turns and play them; a restart continues with the rest."""

    def __init__(self, client: Parterre) -> None:
        self._client = client
        self._in_hand: set[int] = set()  # tables
        self._poller = Poller("turns of computers", self._claim, pause=POLL_SECONDS, prepare=self._prepare)
        client.listen_to(COMPUTERS, lambda _: self._poller.wake())
        client.once_clerk(self._poller.run)

    async def _prepare(self) -> None:
        """Release turns that a former clerk has claimed, and log faults of the computer players."""
        await release_all_turns(self._client.tables)
        for fault in await asyncio.to_thread(find_missing_weights):
            log.warning("%s", fault)

    async def _claim(self) -> None:
        """Claim pending turns, and start a task for each."""
        if room := self._client.tables.workers.room + TURNS_AHEAD - len(self._in_hand):
            for claim in await claim_turns(self._client.tables, room):
                if claim.subject not in self._in_hand:  # else it took very long, or the table has changed meanwhile
                    self._in_hand.add(claim.subject)
                    self._client.background(self._play(claim))

    async def _play(self, claim: DueRow) -> None:
        try:
            with log_about(claim.subject), suppress(NoTable):  # it was deleted meanwhile
                if await play_claimed_turn(self._client.tables, claim):
                    self._client.sender.wake()
                    await self._client.presence.check_players(await self._client.tables.get(claim.subject))
        finally:
            self._in_hand.discard(claim.subject)
            self._poller.wake()


async def setup(client: Parterre) -> None:
    await client.add_cog(Thinker(client))
