"""/help: how to start in half a minute."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs import VERSION
from cogs.shell.answer import Answer, private
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import note
from cogs.shell.respond import answers
from cogs.shell.words import word
from host.mentions import command
from rules import GAMES
from rules.game import AnyGame
from rules.text import Text, joined, message, say

HELP = message("""## Parterre
Board games in the channels of a server, a few moves a day.

1. {new} opens a table in a channel. Others press **Join**, the host presses **Start**. Alone? **Add a computer**, then **Start**.
2. When it is your turn, you are pinged. Press **Your move** under the board, answer, look at the preview, **Confirm**.
3. Or type it: {move} offers the legal moves, word by word. {board} shows the board; `text:True` describes it in words.
4. Made a mistake? Press **Undo**. If somebody has moved or something was drawn since then, the others are asked first.
5. Reminders come by themselves. {settings} has your quiet hours, days away, and reminders as direct messages.
6. No time? **⋯** under the board has Pause, Replace…, Resign… and more; {pause}, {replace} and {resign} do the same.

Only you see your menus. Your answers so far are kept, so you can go on later or on another device.
{turns} lists your tables, the ones waiting for you first; {log} tells the story so far, {replay} shows it.
{export} gives you a game as files, {import} shows such a file.
{rules} shows the rules, with pictures.
{list} shows the tables here. Server managers see in {setup} which permissions are missing.

Games: {games}
-# Unofficial fan project, not affiliated with the games' designers or publishers. Parterre {version}""")


COMMANDS = (
    "game new",
    "move",
    "board",
    "settings",
    "pause",
    "replace",
    "resign",
    "turns",
    "log",
    "replay",
    "export",
    "import",
    "rules",
    "game list",
    "setup",
)


def game_line(game: AnyGame) -> Text:
    """Return a game's title, number of players, and credits."""
    least, most = min(game.seats), max(game.seats)
    return say("{title} ({least}–{most} players, {credits})", title=game.title, least=least, most=most, credits=game.credits)


class Help(commands.Cog):
    """Offer the command /help."""

    @app_commands.command(name=word("command", "help"), description=word("description", "How to play here, in half a minute"))
    @answers()
    async def help(self, i: Interaction) -> Answer:
        games = joined(" · ", *map(game_line, GAMES.values()))
        return private(note(say(HELP, games=games, version=VERSION, **{name.split()[-1]: command(name) for name in COMMANDS})))


async def setup(client: Parterre) -> None:
    await client.add_cog(Help())
