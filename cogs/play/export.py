"""/export: a table as files, for other programs and for /import."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from cogs.board.lines import title_line
from cogs.shell.answer import Answer, private
from cogs.shell.audience import reader_of
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Download, layout
from cogs.shell.find import offer_tables
from cogs.shell.respond import answers, offers
from cogs.shell.visibility import table_of
from cogs.shell.words import describe, word
from host.mentions import command, typed
from host.records import make_record, make_summary
from host.refusal import Refused
from rules.text import joined, say

RECORD = say(
    "The record ({file}) holds every move of the game. {importing} checks it and shows it as an animation.",
    file=typed(".jsonl"),
    importing=command("import"),
)
SUMMARY = say("The summary ({file}) holds seats, story and board, for other programs.", file=typed(".json"))
RUNNING = say(
    "The game is still running, so the file holds only what everybody may see. "
    "When it is over, you also get a record with every move."
)
NO_RECORD = say("The game was played under older rules, so there is no record that can be replayed.")


class Export(commands.Cog):
    """The command /export."""

    @app_commands.command(
        name=word("command", "export"), description=word("description", "A game as files: every move, and a summary")
    )
    @describe(table=word("description", "The table, if there are several"))
    @answers()
    async def export(self, i: Interaction, table: int | None = None) -> Answer:
        at, store = table_of(i).position, i.client.tables.store
        name, tell = f"{at.row.game}-{at.id}", reader_of(i, at.names).typeable
        record: Download | None = None
        if at.row.status == "over":
            try:
                record = Download(f"{name}.jsonl", (await make_record(store, at)).encode())
            except Refused:
                told = joined("\n", NO_RECORD, SUMMARY)
            else:
                told = joined("\n", RECORD, SUMMARY)
        else:
            told = joined("\n", RUNNING, SUMMARY)
        summary = Download(f"{name}.json", (await make_summary(store, at, tell)).encode())
        return private(layout(joined("\n", title_line(at), told), record, summary, names=at.names))

    @export.autocomplete("table")
    @offers
    async def tables(self, i: Interaction, current: str) -> list[Choice[int]]:
        return await offer_tables(i, current, "running", "over")


async def setup(client: Parterre) -> None:
    await client.add_cog(Export())
