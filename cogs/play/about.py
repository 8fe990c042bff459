"""Views behind a question: what is known about it in words, and the whole board. Both lead back to the question."""

from __future__ import annotations

from cogs.board.message import board_picture
from cogs.play.answers import turns_in_words, what_each_brings
from cogs.play.context import heading, news_for
from cogs.play.panel import Asking, answers_so_far, current_draft, offer, show_panel
from cogs.shell.answer import Answer, private
from cogs.shell.audience import reader_of
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Button, button, layout, rows
from cogs.shell.routes import route
from rules.text import joined, say
from rules.topics import help_with


async def _asking(i: Interaction, seq: int, mark: str) -> Asking | Answer:
    """Return the question that a click belongs to; if it is outdated, or no question, an answer that shows the present state."""
    here = await current_draft(i, seq, mark)
    if isinstance(here, Answer):
        return here
    at, path = here
    asked = Asking(at, i.user.id, at.drafted(i.user.id, path), reader_of(i, at.names).as_wide)
    return asked if asked.prompt else await show_panel(i, at, path)


@route("p1:about:{table}:{seq}:{mark:w}:{page}")
async def tell_more(i: Interaction, seq: int, mark: str, page: int) -> Answer:
    """Show everything in words that the question has no room for."""
    asked = await _asking(i, seq, mark)
    if isinstance(asked, Answer):
        return asked
    at, prompt = asked.at, asked.prompt
    assert prompt is not None
    shown, _ = offer(asked, prompt, page)
    helping, news = help_with(at.game, prompt.key), await news_for(i, at)
    told = joined(
        "\n",
        heading(i, at),
        say("**About this question**"),
        say("{question}", question=prompt.question),
        say("-# {note}", note=prompt.note) if prompt.note else None,
        say("-# {guidance}", guidance=helping) if helping else None,
        answers_so_far(asked.progress),
        say("**The answers**"),
        what_each_brings(prompt, shown, at.points_shown),
        turns_in_words(asked.turns, at.points_shown),
        *news.lines,
    )
    over = [button(say("Start over"), f"p1:over:{asked.place}")] if asked.chosen else []
    rules = button(say("Rules"), f"r1:table:{at.id}")
    return private(layout(told, *rows([_back(asked, shown.number), *over, rules]), names=at.names))


@route("p1:whole:{table}:{seq}:{mark:w}:{page}")
async def show_whole_board(i: Interaction, seq: int, mark: str, page: int) -> Answer:
    """Show the board as it is before the move, whole and without marks of answers."""
    asked = await _asking(i, seq, mark)
    if isinstance(asked, Answer):
        return asked
    at, news = asked.at, await news_for(i, asked.at)
    teller = reader_of(i, at.names).teller
    picture = await board_picture(i.client.drawing, at, at.view(i.user.id), teller, last=news.marked)
    return private(layout(heading(i, at), picture, *rows([_back(asked, page)]), names=at.names))


def _back(asked: Asking, page: int) -> Button:
    return button(say("Back"), f"p1:page:{asked.place}:{page}")


async def setup(_: Parterre) -> None:
    """Do nothing: the import registered the routes. discord.py calls this."""
