"""Hints: a few good moves for the person whose turn it is, each with a picture, in words, and with reasons."""

from __future__ import annotations

from discord.ext import commands

from cogs.board.message import board_picture
from cogs.operations.drawing import Drawing
from cogs.play.context import heading
from cogs.play.panel import answers_in_words, continue_with, show_moved_on
from cogs.shell.answer import Answer, Late, apart
from cogs.shell.audience import reader_of
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Button, Picture, button, layout, rows
from cogs.shell.routes import route
from cogs.shell.visibility import table_of
from host.codec import with_data
from host.hints import HINTS_PER_TURN, Adviser, Allowance, Hint, hinted_move, take_hint
from host.position import Position
from host.refusal import MovedOn
from render import Teller, changed
from rules.text import Text, joined, say, sentences, verbatim


class Hints(commands.Cog):
    """Keep computed hints for people who look at them again."""

    def __init__(self, client: Parterre) -> None:
        self.adviser = Adviser(client.tables.workers)


def _adviser(client: Parterre) -> Adviser:
    cog = client.get_cog("Hints")
    assert isinstance(cog, Hints)
    return cog.adviser


@route("p1:hint:{table}:{seq}:{number}", Late.APART)
async def hint(i: Interaction, seq: int, number: int) -> Answer:
    """Show a hint for this question, beneath it; ``number`` is counted from 0."""
    try:
        at, few, others, left = await take_hint(table_of(i), _adviser(i.client), i.user.id, seq, number, i.id, bounded=True)
    except MovedOn:
        return await show_moved_on(i)
    teller = reader_of(i, at.names).teller
    shown = [
        part for n, each in enumerate(few, start=1) for part in await _shown(i.client.drawing, at, i.user.id, n, each, teller)
    ]
    chosen = [button(verbatim(str(n + 1)), f"p1:hinted:{at.id}:{seq}:{number}:{n}") for n in range(len(few))]
    head = say("**Good moves, and why**") if len(few) > 1 else say("**A good move, and why**")
    more = [_other_moves(at, left, number + 1)] if others else []
    ways = rows([*more, button(say("Close"), f"p1:close:{at.id}")])
    look = LOOK if len(few) > 1 else LOOK_AT_IT
    return apart(layout(joined("\n", heading(i, at), head), *shown, look, *rows(chosen), *ways, names=at.names))


LOOK = say("-# Press a number to look at that move; it counts only when you confirm it.")
LOOK_AT_IT = say("-# Press **1** to look at it; it counts only when you confirm it.")


def _other_moves(at: Position, left: Allowance, number: int) -> Button:
    """Return a button to the next hint for the same question; one that was given before is free."""
    label = say("Other moves")
    if number >= left.here and left.used < HINTS_PER_TURN:
        label = say("Other moves: hint {number} of {most}", number=left.used + 1, most=HINTS_PER_TURN)
    return button(label, f"p1:hint:{at.id}:{at.seq}:{number}", disabled=not left.allows(number))


async def _shown(drawing: Drawing, at: Position, person: int, number: int, move: Hint, teller: Teller) -> list[Text | Picture]:
    """Return a move in words, and its preview, cut to the part that changes so that it fits a phone's width."""
    words = joined(" · ", *answers_in_words(at.answers(person, move.path), bare=True))
    told = joined("\n", say("**{number}**: {move}", number=number, move=words), say("-# {why}", why=move.why))
    seen = at.preview(person, move.path)
    part = changed(at.row.game, seen.view, with_data(at.game, seen.story))
    board = await board_picture(drawing, at, seen.view, teller, last=seen.story, detail=part)
    if not isinstance(board, Picture):  # it failed, and the board in words is no hint
        return [told]
    alt = sentences(*(event.text for event in seen.story if event.headline))
    return [told, Picture(f"hint-{at.id}-{at.seq}-{number}.png", board.data, alt)]


@route("p1:hinted:{table}:{seq}:{number}:{index}")
async def look_at(i: Interaction, seq: int, number: int, index: int) -> Answer:
    """Show the preview of a hinted move; nothing is played."""
    try:
        at, move = await hinted_move(table_of(i), _adviser(i.client), i.user.id, seq, number, index)
    except MovedOn:
        return await show_moved_on(i)
    return await continue_with(i, at, move.path, whole=True)


async def setup(client: Parterre) -> None:
    await client.add_cog(Hints(client))
