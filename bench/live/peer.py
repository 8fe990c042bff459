"""A bare discord.py bot to compare with: it answers a click on its button with a picture, in one request.

Run it with ``python -m bench.live.peer`` in the environment of the bot. It draws positions of Djinns of the Lake for two in a
thread, as any bot would, and keeps no picture.
"""

from __future__ import annotations

import asyncio
import io
import os
from collections.abc import Iterator
from itertools import cycle

import discord
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

import render
from render.album import sketch_random_game
from rules import GAMES

GAME, SEATS = "djinns", 2
GAMES_PLAYED, MOVES = 16, 24  # games and moves of each whose positions are drawn
BUTTON = "peer:draw"


def positions() -> Iterator[render.Sketch]:
    """Yield the views of the person to move after each number of moves of each game, again and again."""
    played = [sketch_random_game(GAMES[GAME], SEATS, move, seed, ()) for move in range(MOVES) for seed in range(GAMES_PLAYED)]
    return cycle(played)


class Peer(discord.Client):
    """A client with one button."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None, chunk_guilds_at_startup=False)
        self._positions = positions()

    async def on_ready(self) -> None:
        """Draw each position once, as the sprites of a bot that has run for a while are painted; then post the button."""
        for _ in range(GAMES_PLAYED * MOVES):
            await asyncio.to_thread(render.drawn, next(self._positions))
        button: discord.ui.Button[discord.ui.View] = discord.ui.Button(label="Draw", custom_id=BUTTON)
        view = discord.ui.View(timeout=None)
        view.add_item(button)
        await self.guilds[0].text_channels[0].send("Peer", view=view)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Draw the next position and send it, privately."""
        png = await asyncio.to_thread(render.drawn, next(self._positions))
        file = discord.File(io.BytesIO(png), "board.png")
        await interaction.response.send_message(file=file, ephemeral=True)


def main() -> None:
    """Run the bare bot until its process is killed."""
    Route.BASE = os.environ["PARTERRE_API"]
    DiscordWebSocket.DEFAULT_GATEWAY = URL(os.environ["PARTERRE_GATEWAY"])
    Peer().run(os.environ["DISCORD_TOKEN"], log_handler=None)


if __name__ == "__main__":
    main()
