"""Clicks that answer the question of a panel, or all questions of a turn at once."""

from __future__ import annotations

from cogs.play.confirm import draft_to_answer, show_next
from cogs.play.panel import NOT_OFFERED
from cogs.shell.answer import Answer
from cogs.shell.chosen import chosen_number
from cogs.shell.client import Interaction, Parterre
from cogs.shell.routes import route
from host.refusal import Refused


@route("p1:pick:{table}:{seq}:{mark:w}:{index}")
async def pick(i: Interaction, seq: int, mark: str, index: int) -> Answer:
    here = await draft_to_answer(i, seq, mark)
    if isinstance(here, Answer):
        return here
    prompt = here.at.answers(i.user.id, here.path).prompt
    if prompt is None or index >= len(prompt.options):
        raise Refused(NOT_OFFERED)
    return await show_next(i, here.at, (*here.path, prompt.options[index].key))


@route("p1:menu:{table}:{seq}:{mark:w}")
async def choose(i: Interaction, seq: int, mark: str) -> Answer:
    index = chosen_number(i)
    return await pick(i, seq, mark, 10**6 if index is None else index)


@route("p1:turn:{table}:{seq}:{mark:w}:{index}")
async def take_turn(i: Interaction, seq: int, mark: str, index: int) -> Answer:
    """Choose one of the complete turns on offer.

    :raises Refused: when there is no such turn.
    """
    here = await draft_to_answer(i, seq, mark)
    if isinstance(here, Answer):
        return here
    offered = here.at.best_turns(i.user.id, here.path)
    if index >= len(offered):
        raise Refused(NOT_OFFERED)
    first = here.path == here.at.drafted(i.user.id, ()).path
    return await show_next(i, here.at, offered[index].path, whole=first)


async def setup(_: Parterre) -> None:
    """Do nothing: the import registered the routes. discord.py calls this."""
