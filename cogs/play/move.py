"""A seat's life at the table: /move and /undo."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from cogs.play.confirm import carry_out
from cogs.play.panel import continue_with, show
from cogs.shell.answer import Answer, private
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import note
from cogs.shell.find import table_choices
from cogs.shell.reader import Reader, cut
from cogs.shell.respond import admitted, answers
from cogs.shell.routes import route
from cogs.shell.visibility import table_of
from cogs.together.ballots import offer_to_ask
from host.refusal import MovedOn
from host.settings import person_of
from host.table import Table
from host.undo import free, undo
from rules.game import conversation
from rules.text import say, verbatim
from rules.typed import Completion, complete


class Moves(commands.Cog):
    """Moves by typing; the panel does the rest."""

    @app_commands.command(name="move", description="Make your move by typing it")
    @app_commands.describe(move="Your move, word by word; unique beginnings do", table="Which table, where there are several")
    @answers()
    async def move(self, i: Interaction, move: str, table: int | None = None) -> Answer:
        found = table_of(i)
        at = found.position
        progress = at.read(i.user.id, cut(move, 200))
        if progress.prompt is None and (await person_of(i.client.tables.store, i.user.id)).swift:
            return await carry_out(i, found, at, progress.path)
        return await continue_with(i, at, progress.path)

    @move.autocomplete("move")
    async def continuations(self, i: Interaction, current: str) -> list[Choice[str]]:
        if not await admitted(i):
            return []
        at = table_of(i).position
        seat = at.acting_seat(i.user.id)
        found = complete(conversation(at.game, at.state, seat), cut(current, 200))
        reader = i.client.reader(at.names, i.locale)
        return [Choice(name=_offered(each, reader), value=each.line) for each in found if len(each.line) <= 100]

    @app_commands.command(name="undo", description="Take back your last move; the others are asked if it concerns them")
    @app_commands.describe(table="Which table, where there are several")
    @answers()
    async def undo_command(self, i: Interaction, table: int | None = None) -> Answer:
        return await take_back(i, table_of(i))

    @move.autocomplete("table")
    @undo_command.autocomplete("table")
    async def running_tables(self, i: Interaction, current: str) -> list[Choice[int]]:
        return await table_choices(i, current, "running")


def _offered(offer: Completion, reader: Reader) -> str:
    """A line, and what it would do unless its last word says that already."""
    said = reader.bare(offer.label) == offer.line.split()[-1]
    return reader.label(verbatim(offer.line) if said else say("{line} · {label}", line=offer.line, label=offer.label), 100)


async def take_back(i: Interaction, table: Table) -> Answer:
    """Undo the person's last move, and say so; where it concerns others, offer to ask them."""
    if not free(table.position, i.user.id):
        return await offer_to_ask(i, table)
    await undo(table, i.user.id, i.id)
    i.client.payer.wake()
    at, done = table.position, say("Your last move is taken back.")
    return await show(i, at, (), remark=done) if at.acts(i.user.id) else private(note(done))


@route("b1:undo:{table}:{seq}")
async def undo_button(i: Interaction, seq: int) -> Answer:
    found = table_of(i)
    if seq != found.position.seq and free(found.position, i.user.id):
        raise MovedOn
    return await take_back(i, found)


async def setup(client: Parterre) -> None:
    await client.add_cog(Moves())
