"""Make the reviews that people asked for, one at a time."""

from __future__ import annotations

from discord.ext import commands

from cogs.discord_api.poller import Poller
from cogs.shell.client import Parterre
from host.reviews import claim_review, make_claimed_review, release_reviews

POLL_SECONDS = 1.0


class Reviewer(commands.Cog):
    """Claim reviews and make them; a restart begins an unfinished one again."""

    def __init__(self, client: Parterre) -> None:
        self._client = client
        client.once_clerk(Poller("reviews", self._make, pause=POLL_SECONDS, prepare=self._prepare).run)

    async def _prepare(self) -> None:
        """Release reviews that a former clerk has claimed."""
        await release_reviews(self._client.tables)

    async def _make(self) -> None:
        while claim := await claim_review(self._client.tables):
            await make_claimed_review(self._client.tables, claim)


async def setup(client: Parterre) -> None:
    await client.add_cog(Reviewer(client))
