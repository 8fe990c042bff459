"""The context menu Challenge: open a table for two, with a seat reserved for a person."""

from __future__ import annotations

from dataclasses import replace

import discord
from discord import app_commands

from cogs.lobby.opening import game_menu, make_reserved_seat, open_table, require_free_thread, seat_of_member, usual_terms
from cogs.shell.answer import Answer, Late, private
from cogs.shell.chosen import chosen_value, number_in
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import layout
from cogs.shell.respond import answers
from cogs.shell.routes import route
from cogs.shell.words import word
from host.rated import ratings_are_on
from host.tables import game_named
from rules.text import say

PLAYERS = 2
RATED_GAME = say("Choose a game that is rated")


@app_commands.context_menu(name=word("command", "Challenge"))
@answers()
async def challenge(i: Interaction, person: discord.Member | discord.User) -> Answer:
    """Ask privately which game the table is for."""
    await require_free_thread(i)
    seat = await make_reserved_seat(i, person)
    told = say("Choose a game to play with **{name}**. The table opens here and keeps a seat for them.", name=seat.name)
    rated = await ratings_are_on(i.client.tables.store, i.guild_id or 0)
    other = [game_menu(f"l1:duel:{person.id}", RATED_GAME)] if rated else []
    return private(layout(told, game_menu(f"l1:challenge:{person.id}"), *other))


@route("l1:challenge:{person:w}", Late.PUBLIC)
async def choose_game(i: Interaction, person: str) -> Answer:
    return await _open(i, person, rated=False)


@route("l1:duel:{person:w}", Late.PUBLIC)
async def choose_rated_game(i: Interaction, person: str) -> Answer:
    return await _open(i, person, rated=True)


async def _open(i: Interaction, person: str, *, rated: bool) -> Answer:
    game = game_named(chosen_value(i))
    seat = await seat_of_member(i, number_in(person) or 0)
    terms = await usual_terms(i, max(PLAYERS, min(game.seats)))
    return await open_table(i, game.key, replace(terms, rated=int(rated)), invited=[seat])


async def setup(client: Parterre) -> None:
    client.tree.add_command(challenge, override=True)
