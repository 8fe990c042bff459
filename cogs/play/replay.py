"""/replay: a game as a GIF of everything that all could see, a frame for each turn."""

from __future__ import annotations

import asyncio
import logging

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from cogs.board.lines import title_line
from cogs.board.message import board_picture, turn_line
from cogs.operations.drawing import Drawing
from cogs.play.films import Film, Films
from cogs.shell.answer import Answer, Late, private, public
from cogs.shell.audience import public_reader, reader_of
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Layout, Picture, layout, note
from cogs.shell.delivery import Delivery
from cogs.shell.find import offer_tables
from cogs.shell.respond import answers, offers
from cogs.shell.routes import route
from cogs.shell.visibility import is_seen_by_all_here, table_of
from cogs.shell.words import describe, word
from host.mentions import command, moment
from host.position import Position
from host.quotas import Quotas
from host.refusal import Refused
from host.replay import OTHER_RULES, has_turns, plays_alike
from render import Teller
from rules.text import Text, joined, say, say_n, sentences

log = logging.getLogger(__name__)

PROGRESS_PAUSES_SECONDS = (2.0, 5.0, 20.0)  # before each report of progress; with the replay at most four edits
NO_TURN = say("Nobody has taken a turn at this table yet, so there is nothing to replay.")
STOPPED = say("The bot stopped before the replay was finished. Please ask for it again.")
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
    moves = await i.client.tables.store.standing_moves(at.id)
    if not has_turns(moves):
        raise Refused(NO_TURN)
    told = public if await is_seen_by_all_here(i, at.row) else private
    reader = await public_reader(i.client, at.row, at.names) if told is public else reader_of(i, at.names)
    teller = reader.teller
    if not plays_alike(at, moves):
        return told(await _last_position(i.client.drawing, at, teller))
    tables = i.client.tables
    await (await Quotas.of(tables.store, at.row.guild, tables.now())).use("replays", i.user.id)
    film = _films(i.client).of(at, moves, teller)
    if film.making.done():
        return told(await _finished(i, at, film))

    async def follow(_: int | None) -> None:
        i.client.background(_follow(i, at, film, told(_progress(i, film))))

    return told(_progress(i, film)).then(follow)


def _films(client: Parterre) -> Films:
    cog = client.get_cog("Replay")
    assert isinstance(cog, Replay)
    return cog.films


async def _follow(i: Interaction, at: Position, film: Film, answer: Answer) -> None:
    """Report the progress, and then show the replay; if the bot ends before, say so."""
    delivery = Delivery.of(i)
    try:
        for pause in PROGRESS_PAUSES_SECONDS:
            await asyncio.wait({film.making}, timeout=pause)
            if film.making.done():
                break
            await delivery.update(answer, _progress(i, film))
        await asyncio.wait({film.making})
        await delivery.finish(answer, await _finished(i, at, film))
    except asyncio.CancelledError:
        await delivery.update(answer, note(STOPPED))
        raise


def _progress(i: Interaction, film: Film) -> Layout:
    """Return the progress, and until when the replay can come, in case the bot is killed."""
    drawn = say_n("{done} of {count} turn", "{done} of {count} turns", film.count, done=film.done)
    far = say("The replay is being drawn: {drawn}.", drawn=drawn) if film.count else say("The replay will be here in a moment.")
    until = moment(i.expires_at.timestamp(), "f")
    return note(joined("\n", far, say("-# If it is not here by {moment}, please ask for it again.", moment=until)))


async def _finished(i: Interaction, at: Position, film: Film) -> Layout:
    """Return the finished replay, or a sentence if it failed."""
    if isinstance(error := film.making.exception(), Refused):
        return await _last_position(i.client.drawing, at, film.teller)
    if error:
        log.error("table %d seq %d: no replay", at.id, at.seq, exc_info=error)
        return note(FAILED)
    words = say_n(
        "{count} turn of {game}. At the end: {board}",
        "{count} turns of {game}, one after the other. At the end: {board}",
        film.turns,
        game=at.game.title,
        board=sentences(*at.game.summary(at.view(None))),
    )
    shown = Picture(f"replay-{at.id}-{at.seq}.gif", film.making.result(), words)
    return layout(_head(at, film), shown, turn_line(at, i.client.tables.now(), ping=False), names=at.names)


def _head(at: Position, film: Film) -> Text:
    if film.count == film.turns:
        count = say_n("{count} turn", "{count} turns", film.turns)
    else:
        count = say_n("{done} of {count} turn", "{done} of {count} turns", film.turns, done=film.count)
    return joined("\n", title_line(at), say("-# {count}", count=count))


async def _last_position(drawing: Drawing, at: Position, teller: Teller) -> Layout:
    """Return the last position of a game that was played by other rules, and so cannot be replayed."""
    shown = await board_picture(drawing, at, at.view(None), teller)
    return layout(title_line(at), OTHER_RULES, shown, names=at.names)


@route("g1:replay:{table}", Late.PUBLIC)
async def replay_button(i: Interaction) -> Answer:
    return await show_replay(i, table_of(i).position)


async def setup(client: Parterre) -> None:
    await client.add_cog(Replay(client))
