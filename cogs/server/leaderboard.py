"""/leaderboard: the people of a server by the rating of a game, or by the points of this season or an earlier one."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from cogs.server.leaders import (
    NOBODY,
    Leaders,
    lines_of,
    own_line,
    picture_of,
    rated_leaders,
    season_leaders,
    season_name,
    season_time,
)
from cogs.shell.answer import Answer, private
from cogs.shell.audience import reader_of
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import layout, turner
from cogs.shell.find import offer_games
from cogs.shell.respond import answers, offers
from cogs.shell.routes import route
from cogs.shell.words import describe, word
from db.seasons import ALL_GAMES
from host.leaderboard import PAGE_LINES, last_page, read_page, read_season
from host.mentions import command
from host.ratings import count_lines, read_lines, read_own_line, read_rating
from host.servers import read_server_settings
from host.summary import visible_person
from host.tables import game_named
from rules.text import Text, joined, say, say_n
from standings.ratings import SHOWN_AFTER_GAMES

OFFERED_SEASONS = 25  # Discord's limit
EVERY = "all"  # in place of a game in a custom_id
RATED = 0  # in place of a season in a custom_id
NO_RATINGS = say_n(
    "-# Nobody has played {count} rated game yet.", "-# Nobody has played {count} rated games yet.", SHOWN_AFTER_GAMES
)
NAMES = say("-# Without a name: people who do not show it. You choose in {settings}.", settings=command("settings"))


class LeaderboardCog(commands.Cog, name="Leaderboard"):
    """The command /leaderboard."""

    @app_commands.command(
        name=word("command", "leaderboard"),
        description=word("description", "Who is ahead on this server, now or in a past season"),
    )
    @describe(
        game=word("description", "Only this game (default: all games)"),
        season=word("description", "An earlier season (default: the present one)"),
    )
    @answers()
    async def leaderboard(self, i: Interaction, game: str = ALL_GAMES, season: int | None = None) -> Answer:
        if game != ALL_GAMES:
            game_named(game)
        return await show_leaderboard(i, game, season)

    @leaderboard.autocomplete("game")
    @offers
    async def games(self, i: Interaction, current: str) -> list[Choice[str]]:
        return offer_games(i, current)

    @leaderboard.autocomplete("season")
    @offers
    async def seasons(self, i: Interaction, current: str) -> list[Choice[int]]:
        if i.guild_id is None:
            return []
        known, reader = await i.client.tables.store.seasons.of_guild(i.guild_id, 200), reader_of(i)
        names = {season.number: reader.label(season_name(season), 100) for season in known if str(current) in str(season.number)}
        return [Choice(name=name, value=number) for number, name in names.items()][:OFFERED_SEASONS]


async def show_leaderboard(i: Interaction, game: str, season: int | None, page: int = 0) -> Answer:
    """Return a page of the ratings of a game if its server has them, else the first page of a season's points.

    :raises Refused: when there is no such season.
    """
    assert i.guild_id is not None
    store, now = i.client.tables.store, i.client.tables.now()
    if game == ALL_GAMES or season is not None or not (await read_server_settings(store, i.guild_id)).ratings:
        return await show_season(i, game, season, 0)
    if await count_lines(store, i.guild_id, game, now):
        return await show_ratings(i, game, page)
    return await show_season(i, game, season, 0, NO_RATINGS)


async def show_ratings(i: Interaction, game: str, page: int) -> Answer:
    """Return a page of the ratings of a game."""
    assert i.guild_id is not None
    store, now, guild = i.client.tables.store, i.client.tables.now(), i.guild_id
    total = await count_lines(store, guild, game, now)
    page = min(page, last_page(total))
    lines = await read_lines(store, guild, game, now, page * PAGE_LINES, PAGE_LINES)
    names = await store.people.names([line.person for line in lines if line.person is not None])
    shown_names = {person: visible_person(name) for person, name in names.items()}
    own = await read_own_line(store, guild, game, now, i.user.id)
    played = 0 if own else (await read_rating(store, guild, game, i.user.id)).games
    leaders = rated_leaders(lines, shown_names, total, game, own, played)
    head = joined("\n", say("## {title}", title=leaders.title), say("-# {game}", game=leaders.game))
    return await _shown(i, leaders, head, page, RATED)


async def show_season(i: Interaction, game: str, number: int | None, page: int, note: Text | None = None) -> Answer:
    """Return a page of a season's points.

    :param note: stands below the title.
    :raises Refused: when there is no such season.
    """
    assert i.guild_id is not None
    store, now = i.client.tables.store, i.client.tables.now()
    season = await read_season(store, i.guild_id, number)
    found = await read_page(store, season, game, now, page, asker=i.user.id)
    leaders = season_leaders(found, game, i.user.id)
    time = say("-# {game} · {time}", game=leaders.game, time=season_time(season))
    head = joined("\n", say("## {title}", title=leaders.title), time, note)
    return await _shown(i, leaders, head, found.page, season.number)


async def _shown(i: Interaction, leaders: Leaders, head: Text, page: int, season: int) -> Answer:
    """Return a page of a leaderboard: the first one as a picture, the others in words, each with the line of the person who asks.

    :param season: its number, or `RATED`.
    """
    if not leaders.lines:
        return private(layout(head, own_line(leaders) if leaders.own else NOBODY))
    shown = await picture_of(i.client.drawing, leaders, reader_of(i)) if page == 0 else [joined("\n", *lines_of(leaders))]
    turns = turner(f"t1:leaders:{leaders.key or EVERY}:{season}", page, last_page(leaders.total) + 1)
    return private(layout(head, *shown, joined("\n", own_line(leaders), NAMES), *turns))


@route("t1:leaders:{game:w}:{season}:{page}:{name:w}")
async def turn_page(i: Interaction, game: str, season: int, page: int, name: str) -> Answer:
    """Show another page of a leaderboard; the running season in place of ratings that the server does not show any more.

    :raises Refused: when there is no such game or season.
    """
    key = ALL_GAMES if game == EVERY else game_named(game).key
    if season != RATED:
        return await show_season(i, key, season, page)
    return await show_leaderboard(i, key, None, page)


async def setup(client: Parterre) -> None:
    await client.add_cog(LeaderboardCog())
