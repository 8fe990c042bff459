"""Leave a running game or change its terms: /resign, /replace, /pause, /game end, /game terms, and their buttons."""

from __future__ import annotations

from functools import partial
from typing import Any, cast

import discord
from discord import ButtonStyle, app_commands
from discord.app_commands import Choice
from discord.ext import commands

from cogs.ballots.question import tell_asked
from cogs.board.lines import title_line
from cogs.lobby.limits import manages
from cogs.lobby.terms import LANGUAGES, PACE_NAMES, TIMEOUT_ACTIONS, command_choices
from cogs.shell.answer import Answer, private
from cogs.shell.audience import reader_of
from cogs.shell.chosen import Somebody
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Button, button, layout, note, rows
from cogs.shell.find import offer_tables
from cogs.shell.reader import plain_name
from cogs.shell.respond import answers, is_admitted, offers
from cogs.shell.routes import route
from cogs.shell.visibility import require_sight, table_of
from cogs.shell.words import describe, word
from host.ballots import ask_end, ask_language, ask_pause, ask_replace, ask_terms, prepare_ballot, review
from host.leaving import come_back, ends_when_one_leaves, resign, resume
from host.lobby import require_one_of
from host.mentions import command
from host.position import Position
from host.questions import End
from host.rated import LOSS, NO_CHANGE
from host.refusal import Refused
from host.table import Table
from rules.text import say, who

Command = app_commands.Command[Any, ..., None]

GAME_ENDS = say("If you resign, too few people will be left, so the game will end.")
PLAYS_ON = say(
    "If you resign, a stand-in plays for you, and you cannot come back by yourself. Do you know somebody who would take "
    "over? {replace} asks them.",
    replace=command("replace"),
)
WHICH = {"table": word("description", "The table, if there are several")}


class Leaving(commands.Cog):
    """Commands to give up a seat, to pass it on, and to stop the clocks."""

    @app_commands.command(
        name=word("command", "resign"), description=word("description", "Leave a running game; asks you to confirm")
    )
    @describe(**WHICH)
    @answers()
    async def resign_command(self, i: Interaction, table: int | None = None) -> Answer:
        return await offer_to_resign(i, table_of(i).position)

    @app_commands.command(
        name=word("command", "replace"), description=word("description", "Ask somebody to take over a seat of a running game")
    )
    @describe(
        by=word("description", "The person who takes it over (yourself, to come back)"),
        seat=word("description", "The seat (default: yours)"),
        **WHICH,
    )
    @answers()
    async def replace_command(
        self, i: Interaction, by: discord.User, seat: int | None = None, table: int | None = None
    ) -> Answer:
        found = table_of(i)
        if by.id == i.user.id:
            return await _come_back(i, found)
        plays = isinstance(by, discord.Member) and not by.bot
        leaving = found.position.require_seat(i.user.id) if seat is None else seat
        return await ask_for_seat(i, found, leaving, Somebody(by.id, plain_name(by.display_name), plays))

    @replace_command.autocomplete("seat")
    @offers
    async def seats(self, i: Interaction, current: str) -> list[Choice[int]]:
        if not await is_admitted(i):
            return []
        at = table_of(i).position
        called = [reader_of(i, at.names).label(who(seat.seat), 100) for seat in at.seats]
        return [Choice(name=name, value=seat) for seat, name in enumerate(called) if str(current).lower() in name.lower()]

    @app_commands.command(
        name=word("command", "pause"), description=word("description", "Ask to stop the clocks; also ends a pause")
    )
    @describe(**WHICH)
    @answers()
    async def pause_command(self, i: Interaction, table: int | None = None) -> Answer:
        return await pause_or_resume(i, table_of(i))

    @resign_command.autocomplete("table")
    @replace_command.autocomplete("table")
    @pause_command.autocomplete("table")
    @offers
    async def running_tables(self, i: Interaction, current: str) -> list[Choice[int]]:
        return await offer_tables(i, current, "running")


@app_commands.command(name=word("command", "end"), description=word("description", "Ask to end a running game as it stands"))
@describe(**WHICH)
@answers()
async def end_command(i: Interaction, table: int | None = None) -> Answer:
    return await offer_to_end(i, table_of(i))


@app_commands.command(
    name=word("command", "terms"),
    description=word("description", "Ask to change the time limit, what happens when time is up, or the language"),
)
@describe(
    pace=word("description", "Time limit for each turn"),
    lapse=word("description", "What happens when a turn runs out of time"),
    language=word("description", "Language of the table"),
    **WHICH,
)
@app_commands.choices(
    pace=command_choices(PACE_NAMES), lapse=command_choices(TIMEOUT_ACTIONS), language=command_choices(LANGUAGES)
)
@answers()
async def terms_command(i: Interaction, pace: str = "", lapse: str = "", language: str = "", table: int | None = None) -> Answer:
    found, ballots, refused = table_of(i), list[int](), list[Refused]()
    terms = [partial(ask_terms, found, i.user.id, pace, lapse)] if pace or lapse or not language else []
    other = [partial(ask_for_language, found, i.user.id, language)] if language else []
    for ask in (*terms, *other):
        try:
            ballots.append(await ask())
        except Refused as error:  # the other of two questions is asked all the same
            refused.append(error)
    if not ballots:
        raise refused[0]
    return await tell_asked(i, ballots[0], *(error.text for error in refused))


@end_command.autocomplete("table")
@terms_command.autocomplete("table")
@offers
async def running_tables(i: Interaction, current: str) -> list[Choice[int]]:
    return await offer_tables(i, current, "running")


async def ask_for_language(table: Table, person: int, language: str) -> int:
    """Ask the other players to change the language of the table; return the ballot's id, 0 if nobody had to be asked.

    :raises Refused: for an unknown language, or if they cannot be asked now.
    """
    require_one_of(language, tuple(LANGUAGES))
    return await ask_language(table, person, language, LANGUAGES[language])


async def ask_for_seat(i: Interaction, table: Table, seat: int, by: Somebody) -> Answer:
    """Ask a person and the other players whether that person takes over a seat.

    :raises Refused: if that person cannot play here, or nobody can be asked now.
    """
    if not by.plays:
        raise Refused(say("{name} cannot take a seat: only people on this server can.", name=by.name))
    await require_sight(i, by.id, table.position.row.channel)
    limited = not await manages(i, by.id)
    return await tell_asked(i, await ask_replace(table, i.user.id, seat, by.id, by.name, bounded=limited))


async def offer_to_resign(i: Interaction, at: Position) -> Answer:
    """Show privately the consequences of resigning from this table, with a button to confirm."""
    confirm = button(say("Resign"), f"v1:resign:{at.id}", ButtonStyle.danger)
    told = GAME_ENDS if ends_when_one_leaves(at) else PLAYS_ON
    buttons = rows([confirm, *back_to_more(i, at)])
    return private(layout(title_line(at), told, LOSS if at.row.rated else None, *buttons))


async def offer_to_end(i: Interaction, table: Table) -> Answer:
    """Say privately which table and what follows, and offer to ask the others; raises `Refused` if they can't be asked now."""
    at = table.position
    await prepare_ballot(table, i.user.id, End())
    alone = at.seated == (at.seats[at.require_seat(i.user.id)],)
    label = say("End it") if alone else say("Ask the others")
    told = say("The game ends here, as it stands.") if alone else say("The game ends here, as it stands, when all others agree.")
    asking = button(label, f"v1:end:{at.id}", ButtonStyle.danger)
    return private(layout(title_line(at), told, NO_CHANGE if at.row.rated else None, *rows([asking, *back_to_more(i, at)])))


def back_to_more(i: Interaction, at: Position) -> list[Button]:
    """Return a button back to ⋯ after a click; none after a command."""
    return [button(say("Back"), f"b1:more:{at.id}")] if i.message is not None else []


async def pause_or_resume(i: Interaction, table: Table) -> Answer:
    """End the pause of a paused table; else ask the other players for a pause."""
    if table.position.row.paused is None:
        return await tell_asked(i, await ask_pause(table, i.user.id))
    await resume(table, i.user.id, i.id)
    i.client.sender.wake()
    return private(note(say("The pause is over. The clocks continue where they stopped.")))


async def _come_back(i: Interaction, table: Table) -> Answer:
    await come_back(table, i.user.id, i.id)
    i.client.sender.wake()
    return private(note(say("You are playing your own seat again.")))


@route("v1:leave:{table}")
async def resign_button(i: Interaction) -> Answer:
    return await offer_to_resign(i, table_of(i).position)


@route("v1:resign:{table}")
async def resign_confirmed(i: Interaction) -> Answer:
    found = table_of(i)
    await resign(found, i.user.id, i.id)
    i.client.sender.wake()
    return private(note(say("You have resigned from table {table}.", table=found.id))).then(lambda _: _review(i, found))


async def _review(i: Interaction, table: Table) -> None:
    """Settle questions that are decided now that somebody has left; if this fails, the scheduler does so later."""
    await review(table)
    i.client.sender.wake()


@route("v1:ending:{table}")
async def end_button(i: Interaction) -> Answer:
    return await offer_to_end(i, table_of(i))


@route("v1:end:{table}")
async def end_confirmed(i: Interaction) -> Answer:
    return await tell_asked(i, await ask_end(table_of(i), i.user.id))


@route("v1:pause:{table}")
async def pause_button(i: Interaction) -> Answer:
    return await pause_or_resume(i, table_of(i))


@route("v1:back:{table}")
async def back_button(i: Interaction) -> Answer:
    return await _come_back(i, table_of(i))


async def setup(client: Parterre) -> None:
    await client.add_cog(Leaving())
    game = client.tree.get_command("game")
    assert isinstance(game, app_commands.Group)
    game.add_command(cast("Command", end_command))
    game.add_command(cast("Command", terms_command))
