"""Hints: a few good moves for the person whose turn it is, each with a picture, in words, and with reasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from discord.ext import commands

from cogs.board.message import board_picture
from cogs.operations.drawing import Drawing
from cogs.play.context import heading
from cogs.play.panel import answers_in_words, continue_with, show_moved_on
from cogs.shell.answer import Answer, Late, apart, private
from cogs.shell.audience import reader_of
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Button, Layout, Picture, button, layout, rows
from cogs.shell.routes import route
from cogs.shell.visibility import table_of
from host.codec import with_data
from host.hints import HINTS_PER_TURN, Adviser, Allowance, GivenHint, Hint, given_hint, hinted_move, take_hint
from host.position import Position, Preview
from host.refusal import MovedOn
from render import Teller, changed, shows_together
from render.sketch import sketch_hint, sketch_hints
from rules.game import Event
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
        given = await take_hint(table_of(i), _adviser(i.client), i.user.id, seq, number, i.id, bounded=True)
    except MovedOn:
        return await show_moved_on(i)
    return apart(await _layout(i, given, number, 0))


@route("p1:hintat:{table}:{seq}:{number}:{index}")
async def turn_to(i: Interaction, seq: int, number: int, index: int) -> Answer:
    """Show another move of a hint whose moves have a picture each."""
    try:
        given = await given_hint(table_of(i), _adviser(i.client), i.user.id, seq, number)
    except MovedOn:
        return await show_moved_on(i)
    return private(await _layout(i, given, number, min(index, len(given.moves) - 1)))


LOOK = say("-# Press a number to look at that move; it counts only when you confirm it.")
REST = say("-# The reasons include the rest of your turn.")


class _Looked(NamedTuple):
    """A hinted move, its number, and its preview."""

    number: int
    move: Hint
    seen: Preview


async def _layout(i: Interaction, given: GivenHint, number: int, index: int) -> Layout:
    """Return a hint: all its moves on one picture if they do not hide each other, else the move with this index."""
    at, person = given.at, i.user.id
    looked = [_Looked(n, move, at.preview(person, move.path)) for n, move in enumerate(given.moves, start=1)]
    stories = tuple(with_data(at.game, each.seen.story) for each in looked)
    together = len(looked) > 1 and shows_together(at.row.game, stories)
    shown = looked if together else looked[index : index + 1]
    head = say("**Good moves, and why**") if len(looked) > 1 else say("**A good move, and why**")
    told = [text for each in shown for text in _told(at, person, each, len(looked) if len(shown) < len(looked) else 0)]
    rest = REST if any(each.seen.goes_on for each in shown) else None
    shared = shared_reasons(given.shared) if given.shared else None
    lines = joined("\n", heading(i, at), head, shared, *told, rest)
    teller = reader_of(i, at.names).teller
    picture = await (_all(i, at, looked, teller) if together else _one(i.client.drawing, at, shown[0], teller))
    look = LOOK if together else look_at_one(shown[0].number)
    steps = [] if together or len(looked) == 1 else _steps(at, number, index, len(looked))
    chosen = [button(verbatim(str(each.number)), f"p1:hinted:{at.id}:{at.seq}:{number}:{each.number - 1}") for each in shown]
    more = [_other_moves(at, given.left, number + 1)] if given.others else []
    ways = rows([*more, button(say("Close"), f"p1:close:{at.id}")])
    return layout(lines, picture, look, *rows([*steps[:1], *chosen, *steps[1:]]), *ways, names=at.names)


def shared_reasons(why: Text) -> Text:
    """Return the reasons that hold for each move of a hint."""
    return say("Each of these moves: {why}", why=why)


def look_at_one(number: int) -> Text:
    """Return how to look at the only move that is shown."""
    return say("-# Press **{number}** to look at this move; it counts only when you confirm it.", number=number)


def _told(at: Position, person: int, each: _Looked, count: int) -> list[Text]:
    """Return a move in words, and its reasons.

    :param count: the number of moves, of which only this one is shown; 0 if all are shown.
    """
    words = joined(" · ", *answers_in_words(at.answers(person, each.move.path), bare=True))
    told = say("**{number}**: {move}", number=each.number, move=words)
    if count:
        told = say("**{number} of {count}**: {move}", number=each.number, count=count, move=words)
    return [told, each.move.why]


def _steps(at: Position, number: int, index: int, count: int) -> list[Button]:
    """Return the buttons to the moves before and after the one that is shown."""
    before, after = max(0, index - 1), min(count - 1, index + 1)
    return [
        button(say("‹"), f"p1:hintat:{at.id}:{at.seq}:{number}:{before}", disabled=index == 0),
        button(say("›"), f"p1:hintat:{at.id}:{at.seq}:{number}:{after}", disabled=index == count - 1),
    ]


def _other_moves(at: Position, left: Allowance, number: int) -> Button:
    """Return a button to the next hint for the same question; one that was given before is free."""
    label = say("Other moves")
    if number >= left.here and left.used < HINTS_PER_TURN:
        label = say("Other moves: hint {number} of {most}", number=left.used + 1, most=HINTS_PER_TURN)
    return button(label, f"p1:hint:{at.id}:{at.seq}:{number}", disabled=not left.allows(number))


async def _one(drawing: Drawing, at: Position, each: _Looked, teller: Teller) -> Picture | None:
    """Return the preview of a move, cut to the part that changes so that it fits a phone's width; None if drawing fails."""
    view, story = each.seen.view, each.seen.story
    part = changed(at.row.game, view, with_data(at.game, story))
    ringed = sketch_hint(each.move.places)
    board = await board_picture(drawing, at, view, teller, last=story, detail=part, hinted=ringed)
    return _named(board, at, f"{each.number}", story)


async def _all(i: Interaction, at: Position, looked: Sequence[_Looked], teller: Teller) -> Picture | None:
    """Return the board with all moves by number; None if drawing fails."""
    sketch = sketch_hints([(each.move.path, with_data(at.game, each.seen.story)) for each in looked])
    board = await board_picture(i.client.drawing, at, at.drafted_view(i.user.id, ()), teller, hinted=sketch)
    return _named(board, at, "all", [event for each in looked for event in each.seen.story])


def _named(board: Picture | Text, at: Position, name: str, story: Sequence[Event]) -> Picture | None:
    """Return a picture with the headlines of its moves as alternative text; the board in words is no hint."""
    alt = sentences(*(event.text for event in story if event.headline))
    return Picture(f"hint-{at.id}-{at.seq}-{name}.png", board.data, alt) if isinstance(board, Picture) else None


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
