"""/replay: a game as a GIF of everything that all could see, a frame for each turn."""

from __future__ import annotations

import logging
from functools import partial

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from cogs.board.lines import title_line
from cogs.board.message import board_picture, turn_line
from cogs.operations.drawing import Drawing
from cogs.play.film_message import count_line, film_picture, show_film
from cogs.play.films import Film, Films
from cogs.shell.answer import Answer, Late, private, public
from cogs.shell.audience import public_reader, reader_of
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Layout, layout, note
from cogs.shell.find import offer_tables
from cogs.shell.respond import answers, offers
from cogs.shell.routes import route
from cogs.shell.visibility import is_seen_by_all_here, table_of
from cogs.shell.words import describe, word
from host.history import read_standing_moves
from host.mentions import command
from host.position import Position
from host.quotas import Quotas
from host.refusal import Refused
from host.replay import OTHER_RULES, has_turns, plays_alike
from render import Teller
from rules.text import joined, say

log = logging.getLogger(__name__)

NO_TURN = say("Nobody has taken a turn at this table yet, so there is nothing to replay.")
FAILED = say("The replay could not be drawn. {log} shows the board after each move.", log=command("log"))


class Replay(commands.Cog):
    """The command /replay."""

    def __init__(self, client: Parterre) -> None:
        self.films = Films(client.drawing)

    async def cog_unload(self) -> None:
        self.films.close()

    @app_commands.command(
        name=word("command", "replay"), description=word("description", "The game so far as an animation, turn by turn")
    )
    @describe(table=word("description", "The table, if there are several"))
    @answers(Late.PUBLIC)
    async def replay(self, i: Interaction, table: int | None = None) -> Answer:
        return await show_replay(i, table_of(i).position)

    @replay.autocomplete("table")
    @offers
    async def tables(self, i: Interaction, current: str) -> list[Choice[int]]:
        return await offer_tables(i, current, "running", "over")


async def show_replay(i: Interaction, at: Position) -> Answer:
    """Show the replay, publicly if everybody who reads this place may see the table, else privately.

    :raises Refused: before the first turn, or when this person has asked for too many in this hour, or others for too many now.
    """
    moves = await read_standing_moves(i.client.tables.store, at)
    if not has_turns(moves):
        raise Refused(NO_TURN)
    told = public if await is_seen_by_all_here(i, at.row) else private
    reader = await public_reader(i.client, at.row, at.names) if told is public else reader_of(i, at.names)
    teller = reader.teller
    if not plays_alike(at, moves):
        return told(await _last_position(i.client.drawing, at, teller))
    tables = i.client.tables
    await (await Quotas.of(tables.store, at.row.guild, tables.now())).use("replays", i.user.id)
    film = films_of(i.client).of(at, moves, teller)
    return await show_film(i, told, film, partial(_finished, i, at, film))


def films_of(client: Parterre) -> Films:
    """Return the replays that the bot makes."""
    cog = client.get_cog("Replay")
    assert isinstance(cog, Replay)
    return cog.films


async def _finished(i: Interaction, at: Position, film: Film) -> Layout:
    """Return the finished replay, or a sentence if it failed."""
    if isinstance(error := film.making.exception(), Refused):
        return await _last_position(i.client.drawing, at, film.teller)
    if error:
        log.error("table %d seq %d: no replay", at.id, at.seq, exc_info=error)
        return note(FAILED)
    shown = film_picture(f"replay-{at.id}-{at.seq}.gif", film, at.game, at.view(None))
    head = joined("\n", title_line(at), count_line(film))
    return layout(head, shown, turn_line(at, i.client.tables.now(), ping=False), names=at.names)


async def _last_position(drawing: Drawing, at: Position, teller: Teller) -> Layout:
    """Return the last position of a game that was played by other rules, and so cannot be replayed."""
    shown = await board_picture(drawing, at, at.view(None), teller)
    return layout(title_line(at), OTHER_RULES, shown, names=at.names)


@route("g1:replay:{table}", Late.PUBLIC)
async def replay_button(i: Interaction) -> Answer:
    return await show_replay(i, table_of(i).position)


async def setup(client: Parterre) -> None:
    await client.add_cog(Replay(client))
