"""Application emojis that show pieces of the games; created in the background where Discord lacks them."""

from __future__ import annotations

import asyncio
import logging

import discord

from cogs.discord_api.errors import Kind, classify
from cogs.discord_api.retry import until_reachable
from host.workers import Workers
from render.emojis import Emoji, emoji, pieces

log = logging.getLogger(__name__)

PREFIX = "parterre_"  # of the bot's own emojis; others are left alone
RECHECK_PAUSE_SECONDS = 300.0  # between two checks because Discord refused an emoji


def name_of(drawn: Emoji) -> str:
    """Return an emoji's name at Discord, such as ``parterre_djinns_red_4394b``; it changes with the picture."""
    return f"{PREFIX}{drawn.piece}_{drawn.digest}"


def piece_of(name: str) -> str:
    """Return the piece that an emoji of this name shows."""
    return name.removeprefix(PREFIX).rpartition("_")[0]


class Emojis:
    """Keep the application's emojis in step with the drawn pieces.

    One request lists Discord's emojis. Missing ones are created first; only then are the ones they replace deleted.

    ``known`` maps each piece that has an emoji to its markup in a message. A change replaces it.
    """

    def __init__(self, client: discord.Client, workers: Workers) -> None:
        self._client = client
        self._workers = workers
        self._doubted = asyncio.Event()
        self._keeps = False  # this process creates and deletes emojis
        self.known: dict[str, str] = {}

    def doubt(self) -> None:
        """Check the emojis again soon, as Discord has refused one."""
        self._doubted.set()

    async def read(self) -> None:
        """Read Discord's emojis now and after each doubt, until this process keeps them in step itself."""
        while not self._keeps:
            self._doubted.clear()
            await until_reachable("emojis not known", self._learn)
            await self._doubted.wait()

    async def run(self) -> None:
        """Synchronize the emojis now and after each doubt, until this task is cancelled."""
        self._keeps = True
        self._doubted.set()  # ends `read`
        self._doubted.clear()
        await until_reachable("emojis not in step", self._synchronize)
        while await self._doubted.wait():
            self._doubted.clear()
            await until_reachable("emojis not in step", self._synchronize)
            await asyncio.sleep(RECHECK_PAUSE_SECONDS)

    async def _learn(self) -> None:
        await self._list()

    async def _list(self) -> dict[str, discord.Emoji]:
        """Learn which emojis Discord has; return our own by name."""
        theirs = await self._client.fetch_application_emojis()
        ours = {each.name: each for each in theirs if each.name.startswith(PREFIX)}
        self.known = {piece_of(name): str(each) for name, each in ours.items()}
        return ours

    async def _synchronize(self) -> None:
        ours, made = await self._list(), 0
        for piece in pieces():
            drawn = await self._workers.run_later(emoji, piece)
            if name_of(drawn) in ours:
                self.known = {**self.known, piece: str(ours[name_of(drawn)])}
            elif new := await self._create(drawn):
                self.known = {**self.known, piece: str(new)}
                made += 1
            else:
                break
        replaced = [each for name, each in ours.items() if str(each) != self.known[piece_of(name)]]
        for each in replaced:
            await each.delete()
        log.info("emojis: %d known, %d made, %d deleted", len(self.known), made, len(replaced))

    async def _create(self, drawn: Emoji) -> discord.Emoji | None:
        """Return a new emoji; None where Discord accepts no more."""
        try:
            return await self._client.create_application_emoji(name=name_of(drawn), image=drawn.png)
        except discord.HTTPException as error:
            verdict = classify(error)
            if verdict.reason != "emojis" and verdict.kind not in (Kind.MALFORMED, Kind.NO_UPLOADS):
                raise
            log.warning("the emoji of %s and all after it failed: %s", drawn.piece, error)
            return None
