"""/help: how to start in half a minute."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import note_view, private
from rules import GAMES

HELP = """## Parterre
Board games in this channel, a few moves a day.

1. **/game new** opens a table. Others press **Join**, the host presses **Start**.
2. When it is your turn, you are pinged. Press **Your move** under the board, answer, look at the preview, **Confirm**.
3. Or type it: **/move** offers what is legal, word by word. `/board` shows the board, `/board text:True` puts it in words.
4. A slip? **Undo**; if somebody has moved or something was drawn since, the others are asked.
5. Reminders come by themselves. **/settings** has your quiet hours, days away, and reminders as direct messages.
6. No time? **⋯** under the board has Pause, Replace…, Resign… and more; **/pause**, **/replace** and **/resign** do the same.

Only you see your menus. Answers you gave are kept, so you may go on later or on another device.
**/turns** lists your tables, those first that wait for you; **/log** tells the story so far; **/rules** the rules, with pictures.
**/game list** shows the tables here; managers of the server find in **/setup** what is missing.

Games: {games}
-# Unofficial fan project, not affiliated with the games' designers or publishers."""


class Help(commands.Cog):
    """One page."""

    @app_commands.command(name="help", description="How to play here, in half a minute")
    async def help(self, i: Interaction) -> None:
        games = " · ".join(f"{g.title} ({min(g.seats)}–{max(g.seats)} players, {g.credits})" for g in GAMES.values())
        await private(i, note_view(HELP.format(games=games)))


async def setup(client: Parterre) -> None:
    await client.add_cog(Help())
