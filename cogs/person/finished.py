"""The finished games of a person, from /turns: a list of their results, and each game with its poster."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.board.ending import UNPLAYED_ENDINGS, ending_rows, result_line
from cogs.board.final_picture import final_picture
from cogs.board.lines import page_of, people_line, title_line
from cogs.shell.answer import Answer, private
from cogs.shell.audience import reader_of
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Line, button, layout, rows, turner
from cogs.shell.routes import route
from cogs.shell.visibility import may_see_from_elsewhere, table_of
from db.rows import ResultRow
from host.mentions import moment
from host.outbox import last_story
from host.summary import TableSummary
from rules.text import Text, joined, say, say_n

MAX_RESULTS = 100  # the newest ones
ANY_TIME = 2.0**62
HEAD = say("## Your finished games")
NOTHING = say("You have no finished games to show here.")


async def has_finished_games(i: Interaction) -> bool:
    """Return whether this person has finished a game."""
    return bool(await i.client.tables.store.results.of_person(i.user.id, ANY_TIME, 1))


@route("t1:finished:{page}:{name:w}")
async def show_finished(i: Interaction, page: int, name: str) -> Answer:
    """Show a page of the games that this person has finished, the newest first."""
    results = await i.client.tables.store.results.of_person(i.user.id, ANY_TIME, MAX_RESULTS + 1)
    shown, page, count = page_of(await _visible(i, results[:MAX_RESULTS]), page)
    lines = [_line(at, result, i) for at, result in shown] or [NOTHING]
    older = len(results) > MAX_RESULTS and page == count - 1
    end = say("-# Only your {most} newest games are listed.", most=MAX_RESULTS) if older else None
    back = rows([button(say("Back"), "t1:turns:0:first")])
    return private(layout(HEAD, *lines, end, *turner("t1:finished", page, count), *back))


async def _visible(i: Interaction, results: Sequence[ResultRow]) -> list[tuple[TableSummary, ResultRow]]:
    """Return the games that may be shown here, with their results. One after the other, as they share what Discord is asked."""
    games = {at.id: at for at in await i.client.tables.summaries([result.table for result in results])}
    found = [(games[result.table], result) for result in results if result.table in games]
    return [(at, result) for at, result in found if await may_see_from_elsewhere(i, at.row)]


def _line(at: TableSummary, result: ResultRow, i: Interaction) -> Text | Line:
    """Return a game and its result in two lines, with a button if it can be shown here."""
    people = say("with {people}", people=people_line(at, but=i.user.id)) if len(at.seats) > 1 else None
    told = joined("\n", joined(" · ", title_line(at), people), say("-# {result}", result=_result(at, result)))
    here = i.guild_id in (None, at.row.guild)  # a direct message shows the games of all servers
    return Line(told, button(say("Show"), f"t1:result:{at.id}")) if here else told


def _result(at: TableSummary, result: ResultRow) -> Text:
    """Return the result of a person's seat. The poster ranks all seats by points, those of stand-ins, too."""
    place = say("place {place} of {seats}", place=result.place, seats=result.seats)
    if not result.reason and any(seat.standing == "gone" for seat in at.seats):
        place = say("{place}, as players who left come last", place=place)
    points = say_n("{count} point", "{count} points", result.points)
    stood_in = not result.finished and result.reason not in UNPLAYED_ENDINGS
    return joined(
        " · ",
        place if result.finished else say("you left the game"),
        say("{points} by the stand-in", points=points) if stood_in else points,
        say("ended early") if result.reason else None,
        moment(result.ended, "R"),
    )


@route("t1:result:{table}")
async def show_result(i: Interaction) -> Answer:
    """Show the poster of a finished game, with its log, replay and rematch."""
    at = table_of(i).position
    at.require_over()
    reader = reader_of(i, at.names)
    poster = await final_picture(i.client, at, reader, await last_story(i.client.tables.store, at.id))
    parts: Sequence[Text | None] = (title_line(at), result_line(at))
    log = rows([button(say("Log"), f"g1:log:{at.id}"), button(say("Back"), "t1:finished:0:first")])
    return private(layout(*parts, poster, *ending_rows(at), *log, names=at.names))


async def setup(_: Parterre) -> None:
    """Do nothing: the import registered the routes. discord.py calls this."""
