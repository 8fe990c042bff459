"""Pieces of the games as emojis of the application: made where Discord lacks them, in the background and never twice."""

from __future__ import annotations

import asyncio
import logging

import discord

from cogs.channel.patience import in_the_end
from cogs.shell.discord_errors import Kind, classify
from host.workers import Workers
from render.emojis import Emoji, emoji, pieces

log = logging.getLogger(__name__)

OURS = "parterre_"  # what our emojis begin with; others are left alone
PAUSE = 300.0  # seconds after a look that was taken because of a doubt


def name_of(drawn: Emoji) -> str:
    """``parterre_djinns_red_4394b``: another picture has another name."""
    return f"{OURS}{drawn.piece}_{drawn.digest}"


def piece_of(name: str) -> str:
    """The piece that one of our emojis shows, by its name."""
    return name.removeprefix(OURS).rpartition("_")[0]


class Emojis:
    """The emojis of pieces that Discord has, kept in step with how we draw them.

    A look at what it has is one request; what is missing is made, and only then what it replaces deleted.
    """

    def __init__(self, client: discord.Client, workers: Workers) -> None:
        self._client = client
        self._workers = workers  # who draw
        self._doubted = asyncio.Event()
        self.known: dict[str, str] = {}  # what stands in a text for each piece that has an emoji

    def doubt(self) -> None:
        """Discord has refused an emoji: look again at what it has, though not at once if that has just been done."""
        self._doubted.set()

    async def keep(self) -> None:
        """Be in step, and again when there is doubt."""
        await in_the_end("emojis not in step", self._get_in_step)
        while await self._doubted.wait():
            self._doubted.clear()
            await in_the_end("emojis not in step", self._get_in_step)
            await asyncio.sleep(PAUSE)

    async def _get_in_step(self) -> None:
        theirs = await self._client.fetch_application_emojis()
        ours = {each.name: each for each in theirs if each.name.startswith(OURS)}
        self.known = {piece_of(name): str(each) for name, each in ours.items()}
        made = 0
        for piece in pieces():
            drawn = await self._workers.run_later(emoji, piece)
            if name_of(drawn) in ours:
                self.known[piece] = str(ours[name_of(drawn)])
            elif new := await self._made(drawn):
                self.known[piece] = str(new)
                made += 1
            else:
                break
        replaced = [each for name, each in ours.items() if str(each) != self.known[piece_of(name)]]
        for each in replaced:
            await each.delete()
        log.info("emojis: %d known, %d made, %d deleted", len(self.known), made, len(replaced))

    async def _made(self, drawn: Emoji) -> discord.Emoji | None:
        """A new emoji; None where Discord takes none."""
        try:
            return await self._client.create_application_emoji(name=name_of(drawn), image=drawn.png)
        except discord.HTTPException as error:
            verdict = classify(error)
            if verdict.reason != "emojis" and verdict.kind not in (Kind.MALFORMED, Kind.NO_UPLOADS):
                raise
            log.warning("no emoji of %s, and of what comes after it: %s", drawn.piece, error)
            return None
