"""/profile, and Profile in the menu of a person: numbers about ended games, as far as their owner shows them."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from cogs.discord_api.members import fetch_member
from cogs.person.profile_picture import Subject, choices_of, draw_choice, picture_menu
from cogs.person.profile_words import OTHERS_SEE, rating_lines, streak_line, tally_lines, time_line, together_line
from cogs.shell.answer import Answer, private
from cogs.shell.chosen import Somebody, chosen_person, chosen_value, number_in
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Part, button, layout, people_menu, rows
from cogs.shell.reader import plain_name
from cogs.shell.respond import answers
from cogs.shell.routes import route
from cogs.shell.visibility import seen_channels
from cogs.shell.words import describe, word
from host.mentions import command
from host.profile import Tally, encounters_of, read_games, read_games_for, read_share, read_turn_seconds, streaks_of, tallies_of
from host.ratings import read_ratings
from host.refusal import Refused
from rules.text import message, say, verbatim

HIDDEN = message("There is no profile of {name} to see here.")
BOTS = say("Bots have no profile, and neither have computer players.")
STRANGER = say("You can only see profiles of people on this server.")
ON_A_SERVER = say("Profiles of other people are shown on a server only. Please do this there.")
NOTHING_HERE = say(
    "You have no finished games on this server. In a direct message to the bot, {profile} shows those of all servers.",
    profile=command("profile"),
)
NOTHING = say("You have no finished games yet.")
HEAD, HEAD_OF = say("## Your profile"), message("## Profile of {name}")
HERE, EVERYWHERE = say("-# Your games on this server"), say("-# Your games on all servers")
SEEN = say("-# Games on this server, in channels that you see")


class Profile(commands.Cog):
    """The command /profile."""

    @app_commands.command(
        name=word("command", "profile"), description=word("description", "Your results, or those that somebody shows you")
    )
    @describe(person=word("description", "Whose profile; without a name, yours"))
    @answers()
    async def profile(self, i: Interaction, person: discord.Member | discord.User | None = None) -> Answer:
        return await show_profile(i, person or i.user)


@app_commands.context_menu(name=word("command", "Profile"))
@answers()
async def profile_of(i: Interaction, person: discord.Member | discord.User) -> Answer:
    """Show the profile of the person in whose menu this was chosen."""
    return await show_profile(i, person)


async def show_profile(i: Interaction, person: discord.Member | discord.User) -> Answer:
    """Show a person their own profile, or what somebody else shows of theirs.

    :raises Refused: if there is nothing to see.
    """
    if person.id == i.user.id:
        return await show_own(i)
    if person.bot:
        raise Refused(BOTS)
    if not server_of(i):
        raise Refused(ON_A_SERVER)
    if not isinstance(person, discord.Member):
        raise Refused(STRANGER)
    return await show_other(i, Somebody(person.id, plain_name(person.display_name), plays=True))


def server_of(i: Interaction) -> int:
    """Return the server whose games count; 0, for all servers, where the bot is on none."""
    return i.guild_id if i.guild_id is not None and i.client.get_guild(i.guild_id) is not None else 0


async def show_own(i: Interaction, picture: str = "") -> Answer:
    """Show a person their own profile.

    :param picture: the key of the picture to show; without one, the first.
    :raises Refused: if they have no finished games.
    """
    store, guild = i.client.tables.store, server_of(i)
    games = await read_games(store, i.user.id, guild)
    tallies = tallies_of(games)
    if not tallies:
        raise Refused(NOTHING_HERE if guild else NOTHING)
    ratings = await read_ratings(store, guild, i.user.id)
    lines = (
        *tally_lines(tallies),
        *rating_lines(ratings, own=True),
        streak_line(streaks_of(games)),
        time_line(await read_turn_seconds(store, i.user.id, games)),
    )
    shown = await _pictures(i, Subject(i.user.id, say("you"), guild, games, ratings), tallies, picture)
    end = OTHERS_SEE[await read_share(store, i.user.id)]
    picker = people_menu(say("Profile of somebody else…"), "o1:other") if guild else None
    return private(layout(HEAD, HERE if guild else EVERYWHERE, *lines, *shown, end, picker))


async def show_other(i: Interaction, person: Somebody, picture: str = "") -> Answer:
    """Show what another member of this server shows of their profile, with the games that they played with the reader.

    :param picture: the key of the picture to show; without one, the first.
    :raises Refused: if there is nothing to see: the sentence is the same for a hidden and an empty profile.
    """
    store, guild = i.client.tables.store, server_of(i)
    share = await read_share(store, person.id)
    played = [] if share == "nothing" else await read_games_for(store, i.user.id, person.id, guild)
    seen = seen_channels(i, (game.channel for game in played))
    games = [game for game in played if game.channel in seen]
    tallies = tallies_of(games)
    if not tallies:
        raise Refused(say(HIDDEN, name=person.name))
    together = encounters_of(played)
    lines: list[Part | None] = [say(HEAD_OF, name=person.name), SEEN, together_line(together, person.name)]
    lines += tally_lines(tallies, together, person.name)
    if share == "everything":
        ratings = await read_ratings(store, guild, person.id)
        lines += [*rating_lines(ratings, own=False), streak_line(streaks_of(games))]
        subject = Subject(person.id, verbatim(person.name), guild, games, ratings)
        lines += await _pictures(i, subject, tallies, picture)
    return private(layout(*lines, *rows([button(say("Your profile"), "o1:own")])))


async def _pictures(i: Interaction, subject: Subject, tallies: Sequence[Tally], key: str) -> list[Part]:
    """Return a picture with the same in words, and a menu of all pictures; nothing if there is none."""
    choices = choices_of(subject, [tally.group for tally in tallies])
    if not choices:
        return []
    chosen = next((choice for choice in choices if choice.key == key), choices[0])
    offered = picture_menu(choices, chosen, subject.person)
    return [*await draw_choice(i, chosen, subject), *([offered] if offered else [])]


@route("o1:own")
async def own_button(i: Interaction) -> Answer:
    return await show_own(i)


@route("o1:picture:{person:w}")
async def picture_menu_chosen(i: Interaction, person: str) -> Answer:
    """Show another picture of a profile."""
    number = number_in(person) or 0
    if number == i.user.id:
        return await show_own(i, chosen_value(i))
    member = await fetch_member(i.guild, number) if i.guild and server_of(i) else None
    if member is None:
        raise Refused(STRANGER)
    return await show_other(i, Somebody(number, plain_name(member.display_name), plays=True), chosen_value(i))


@route("o1:other")
async def other_menu(i: Interaction) -> Answer:
    """Show the profile of the person chosen in a menu."""
    person = chosen_person(i)
    if person.id == i.user.id:
        return await show_own(i)
    if not person.plays:
        raise Refused(BOTS)
    return await show_other(i, person)


async def setup(client: Parterre) -> None:
    await client.add_cog(Profile())
    client.tree.add_command(profile_of, override=True)
