"""Make a move, and show the mover the result."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from itertools import takewhile

from discord import ButtonStyle

from cogs.board.message import turn_lines, undo_button
from cogs.discord_api.errors import classify
from cogs.person.turns import NextTable, find_next_table
from cogs.play.context import heading
from cogs.play.panel import Draft, continue_with, current_draft, digest, draft_of, show_panel
from cogs.shell.answer import Answer, private
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Layout, button, layout, rows
from cogs.shell.delivery import Delivery
from cogs.shell.reader import story_of
from cogs.shell.routes import route
from cogs.shell.visibility import table_of
from db.enqueue import board_queue
from db.statement import Repeated
from host.codec import decode_story
from host.mentions import typed
from host.position import Position
from host.refusal import MovedOn
from host.settings import read_person_settings
from host.table import Table
from rules.choice import IllegalMove, Path
from rules.game import Event, visible_to
from rules.text import Text, joined, say

log = logging.getLogger(__name__)

BOARD_WAIT_SECONDS = 10.0  # that a question waits for the board above it
NEXT_TABLE_SECONDS = 0.5  # to look for the next table that waits
NOTHING = NextTable([], [])


@route("p1:confirm:{table}:{seq}:{mark:w}")
async def confirm(i: Interaction, seq: int, mark: str) -> Answer:
    found = table_of(i)
    if found.position.seq != seq and (played := await _show_played(i, found, seq, mark)):
        return played
    alone = found.position.first_move(i.user.id, await draft_of(i, found.position)) if found.position.seq == seq else None
    if alone is not None and digest(alone, None) == mark:  # an older message asks for this move alone
        return await carry_out(i, found, found.position, alone)
    here = await current_draft(i, seq, mark)
    return here if isinstance(here, Answer) else await carry_out(i, found, here.at, here.path)


async def show_next(i: Interaction, at: Position, path: Path, *, whole: bool = False) -> Answer:
    """Show the next question or the preview after these answers; make a complete move if moves count at once for this person.

    :param whole: one click gave all answers.
    """
    complete = at.drafted(i.user.id, path)
    if complete.prompt is None and (await read_person_settings(i.client.tables.store, i.user.id)).swift:
        return await carry_out(i, table_of(i), at, complete.path)
    return await continue_with(i, at, path, whole=whole)


async def carry_out(i: Interaction, table: Table, at: Position, draft: Path) -> Answer:
    """Make the move that the draft describes at this position, and show the result."""
    try:
        events = await table.move(i.user.id, at.seq, draft, i.id)
    except IllegalMove as error:
        return await continue_with(i, at, (), remark=error.text, wrong=True)
    except (MovedOn, Repeated):  # perhaps by a second click, or by one that Discord delivered twice
        await table.confirm()
        if played := await _show_played(i, table, at.seq, digest(draft, None)):
            return played
        raise
    i.client.sender.wake()
    after = table.position
    shown = await _show_result(i, after, _summary(draft, events), _step_summary(draft, events))
    return ask_below(i, after, shown) if after.acts(i.user.id) and not after.mid_turn else shown


async def draft_to_answer(i: Interaction, seq: int, mark: str) -> Draft | Answer:
    """Return the draft that a click answers, or an answer that shows what has changed since.

    If moves count at once for this person, a second click shows the move that the first one made.
    """
    table = table_of(i)
    if (
        table.position.seq != seq
        and (await read_person_settings(table.store, i.user.id)).swift
        and (played := await _show_played(i, table, seq))
    ):
        return played
    return await current_draft(i, seq, mark)


async def _show_played(i: Interaction, table: Table, seq: int, mark: str | None = None) -> Answer | None:
    """Show a second click the move that the first one made; None if it made none, or somebody else has moved since.

    :param mark: the digest of the confirmed path; None for any path.
    """
    at = table.position
    moves = await table.store.moves_after(table.id, seq)
    if not moves or any(move.person not in (None, i.user.id) for move in moves):
        return None
    own = [*takewhile(lambda move: (move.person, move.made) == (i.user.id, moves[0].made), moves)]  # confirmed together
    path = tuple(" ".join(move.path for move in own).split())
    if not own or (mark is not None and digest(path, None) != mark):
        return None
    since = [*own, *takewhile(lambda move: move.person is None, moves[len(own) :])]
    events = visible_to([event for move in since for event in decode_story(move.events)], moves[0].seat)
    done, step = (joined("\n", say("You have just played this."), told(path, events)) for told in (_summary, _step_summary))
    return await _show_result(i, at, done, step)


def _summary(path: Path, events: Sequence[Event]) -> Text:
    return joined("\n", say("**Played.**"), story_of(events), _as_typed(path))


def _step_summary(path: Path, events: Sequence[Event]) -> Text:
    """Return the summary in few small lines, as the next question of the turn must fit a phone below it."""
    story = joined(" ", say("**Played.**"), *(event.text for event in events))
    return joined("\n", say("-# {line}", line=story), _as_typed(path))


def _as_typed(path: Path) -> Text:
    return say("-# As typed: {move}", move=typed(" ".join(path)))


async def _show_result(i: Interaction, at: Position, done: Text, step: Text) -> Answer:
    """Show the result of a saved move, and the next question of the turn or the next table; after an error only the result.

    :param step: the result in few lines, above the next question of the turn.
    """
    following = NOTHING
    try:
        if at.acts(i.user.id) and at.mid_turn:
            return await show_panel(i, at, (), remark=step)
        if not at.acts(i.user.id):
            following = await asyncio.wait_for(find_next_table(i, at.id), NEXT_TABLE_SECONDS)
    except TimeoutError:
        pass
    except Exception as error:
        log.error("table %d seq %d: cannot show the next step: %r", at.id, at.seq, error, exc_info=not classify(error).expected)
    return private(result_message(i, at, done, following))


def ask_below(i: Interaction, at: Position, answer: Answer) -> Answer:
    """Return the answer; it is followed by the next question, in a message below the board that is about to be posted."""

    async def ask(_: int | None) -> None:
        i.client.background(_ask_after_board(i, at.seq))

    return answer.then(ask)


async def _ask_after_board(i: Interaction, seq: int) -> None:
    """Wait for the board, and ask the next question, unless the person or the table went on meanwhile."""
    table = table_of(i)
    await i.client.sender.until_sent(board_queue(table.id), BOARD_WAIT_SECONDS)
    await table.confirm()
    at = table.position
    if at.seq == seq and at.acts(i.user.id) and not await draft_of(i, at):
        question = (await show_panel(i, at, ())).shown
        assert isinstance(question, Layout)
        await Delivery.of(i).send_apart(question)


def result_message(i: Interaction, at: Position, done: Text, following: NextTable = NOTHING) -> Layout:
    """Return the result of a move, with a button to the next table that waits."""
    again = [button(say("Your move"), f"b1:move:{at.id}", ButtonStyle.primary)] if at.acts(i.user.id) else []
    controls = [*again, *undo_button(at), *following.buttons]
    turn = [say("-# {line}", line=line) for line in turn_lines(at, i.client.tables.now(), ping=False, lasting=True)]
    return layout(heading(i, at), joined("\n", done, *turn, *following.lines), *rows(controls), names=at.names)


async def setup(_: Parterre) -> None:
    """Do nothing: the import registered the routes. discord.py calls this."""
