"""Seasons… of /setup: managers end seasons, or let them end with each month; and the message with the final table of a season."""

from __future__ import annotations

from discord import ButtonStyle

from cogs.sender.kinds import NoticeMessage, writes_notice
from cogs.server.leaders import picture_of, season_leaders, season_time
from cogs.server.settings import in_words, seasons_form
from cogs.shell.acting import known_person
from cogs.shell.answer import Answer, Late, open_form, private
from cogs.shell.audience import language_of_server
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Layout, button, layout, rows
from cogs.shell.routes import route
from db.rows import OutboxRow, SeasonRow
from db.seasons import ALL_GAMES
from host.leaderboard import read_page, read_season
from host.mentions import command
from host.notices import notice_of
from host.seasons import FINAL, end_season
from host.servers import ServerSettings, read_server_settings
from rules.text import Text, joined, message, named, say, say_n

PAGE = message("""## Seasons
Games add up to a leaderboard, until a season ends and the next one begins. {leaderboard} shows all seasons.
**Season {number}** {time} · {games}
**Seasons end** {when}
**The final table is posted in** {finals}""")
ASK = message("""## End season {number}?
Its final table stays as it is, and season {next} begins with no points. Nobody can undo this.""")


def seasons_page(season: SeasonRow, server: ServerSettings) -> Layout:
    """Return the page with the running season, and the ways to change and to end it."""
    chosen = in_words(server)
    told = say(
        PAGE,
        leaderboard=command("leaderboard"),
        number=season.number,
        time=season_time(season),
        games=_games(season.games),
        when=chosen["seasons"],
        finals=chosen["finals"],
    )
    end = button(say("End this season…"), f"s1:close:{season.number}", ButtonStyle.danger, disabled=not season.games)
    return layout(told, *rows([button(say("Change…"), "s1:calendar"), end, button(say("Back"), "s1:back")]))


def _games(count: int) -> Text:
    return say_n("{count} game counts", "{count} games count", count)


@route("s1:seasons")
async def show_seasons(i: Interaction) -> Answer:
    """Show the page of the seasons."""
    assert i.guild_id is not None
    store = i.client.tables.store
    return private(seasons_page(await read_season(store, i.guild_id), await read_server_settings(store, i.guild_id)))


@route("s1:calendar", Late.NEVER)
async def open_calendar(i: Interaction) -> Answer:
    """Open the form that says when seasons end, and where final tables are posted."""
    assert i.guild is not None
    return open_form(seasons_form(i.guild, await read_server_settings(i.client.tables.store, i.guild.id)))


@route("s1:close:{season}")
async def ask_to_end(i: Interaction, season: int) -> Answer:
    """Ask whether a season is to end."""
    ways = [button(say("End it"), f"s1:closed:{season}", ButtonStyle.danger), button(say("Back"), "s1:seasons")]
    return private(layout(say(ASK, number=season, next=season + 1), *rows(ways)))


@route("s1:closed:{season}")
async def end_running_season(i: Interaction, season: int) -> Answer:
    """End a season, and begin the next one.

    :raises Refused: if it has ended already, or no game has counted in it.
    """
    assert i.guild_id is not None
    tables = i.client.tables
    told = say("{who} ended season {number}.", who=named(i.user.id), number=season)
    await end_season(tables.store, i.guild_id, season, tables.now(), told, known_person(i))
    i.client.sender.wake()
    return await show_seasons(i)


@writes_notice(FINAL)
async def write_final_table(client: Parterre, row: OutboxRow) -> NoticeMessage:
    """Return the message with the final table of a season: the best people, and the way to all."""
    assert row.guild is not None
    store, told = client.tables.store, notice_of(row).text
    season = await read_season(store, row.guild, _number_in(told))
    server = await read_server_settings(store, row.guild)
    reader = client.reader((), await language_of_server(client, row.guild), server.theme)
    found = await read_page(store, season, ALL_GAMES, client.tables.now())
    table = await picture_of(client.drawing, season_leaders(found, ALL_GAMES), reader, queued=True)
    counted = say("-# {games} · {people}", games=_games(season.games), people=_people(found.total))
    everybody = say("-# {leaderboard} shows everybody.", leaderboard=command("leaderboard"))
    return NoticeMessage(layout(joined("\n", told, counted), *table, everybody), ())


def _people(count: int) -> Text:
    return say_n("{count} person", "{count} people", count)


def _number_in(told: Text) -> int:
    """Return the number of the season in the sentence that says that it has ended."""
    number = dict(told.params)["number"]
    assert isinstance(number, int)
    return number


async def setup(_: Parterre) -> None:
    """Do nothing: the import registered the routes and the notice. discord.py calls this."""
