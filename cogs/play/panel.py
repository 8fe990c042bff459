"""Any prompt as buttons and menus: the private conversation of one person with the rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Any
from zlib import crc32

from discord import ButtonStyle

from cogs.channel.board import board_picture, turn_lines, undo_button
from cogs.person.turns import Next, next_waiting
from cogs.play.news import Shown, news_for
from cogs.shell.answer import defer, private
from cogs.shell.chosen import chosen_number
from cogs.shell.client import Interaction
from cogs.shell.components import Layout, Menu, Row, button, layout, menu, rows
from cogs.shell.reader import story_of
from cogs.shell.routes import route
from cogs.shell.visibility import table_of
from host.mentions import typed
from host.refusal import MovedOn, Refused
from host.table import Table
from rules.choice import IllegalMove, Option, Path, Prompt, Stand
from rules.text import Text, joined, say, verbatim

BUTTONS = 20
MENU = 25


def digest(path: Path) -> str:
    """A short name of a draft, so that a click made for another one is noticed."""
    return f"{crc32(' '.join(path).encode()):x}"


async def show(
    i: Interaction,
    table: Table,
    path: Path,
    *,
    page: int = 0,
    remark: Text | None = None,
    opening: bool = False,
    wrong: bool = False,
) -> None:
    """The panel of this person at this path: the next question, or the preview.

    When it is ``opening``, what is new comes first; after an answer that was ``wrong`` there is a way to the rules.
    """
    person = i.user.id
    at = table.at(person, path)
    if at.prompt is None:
        seen, story, goes_on = table.preview(person, at.path)
        picture = await board_picture(table, seen, chosen=at.path, last=story)
        move = say("**Your move would be** {move}", move=typed(" ".join(at.path)))
        on = say("-# Your turn goes on after that.") if goes_on else None
        text = joined("\n", move, story_of(story), on)
        await private(i, layout(remark, text, picture, *_controls(table, at), names=table.names))
        return
    news = Shown([], ()) if path else await news_for(table, person)
    picture = await board_picture(table, table.view(person), prompt=at.prompt, chosen=at.path, last=news.marked)
    so_far = say("-# So far: {answers}", answers=typed(" ".join(at.path))) if at.path else None
    head = joined("\n", say("**{question}**", question=at.prompt.question), at.prompt.note, so_far)
    parts = (remark, *(news.told if opening else []), head, picture, *_answers(table, at, at.prompt, page))
    await private(i, layout(*parts, *_controls(table, at, wrong=wrong), names=table.names))


def _answers(table: Table, at: Stand[Any], prompt: Prompt[Any], page: int) -> Sequence[Row | Menu]:
    """Buttons while they are few; else one menu, and another to turn to the other pages."""
    place = f"{table.id}:{table.seq}:{digest(at.path)}"
    labels = [option.shown().label for option in prompt.options]
    if len(labels) <= BUTTONS:
        return rows([button(label, f"p1:pick:{place}:{n}", ButtonStyle.primary) for n, label in enumerate(labels)])
    pages = pages_of(prompt)
    page = min(page, len(pages) - 1)
    here = [(labels[n], str(n)) for n in pages[page][1]]
    answers = menu(say("Answers {page}", page=pages[page][0]), f"p1:menu:{place}", here)
    if len(pages) == 1:
        return [answers]
    turn = [(verbatim(title), str(n)) for n, (title, _) in enumerate(pages[:MENU])]
    told = say("Page {page} of {count}: {title}", page=page + 1, count=len(pages), title=pages[page][0])
    return [menu(told, f"p1:page:{place}", turn), answers]


def pages_of(prompt: Prompt[Any]) -> list[tuple[str, list[int]]]:
    """The options by menu page, 25 to a page; squares by whole columns, as many as fit, everything else in order."""
    numbered = enumerate(prompt.options)
    columns = [
        [n for n, _ in members] for _, members in groupby(numbered, lambda pair: _letters(pair[1]) if prompt.squares else pair[0])
    ]
    chunks = [column[at : at + MENU] for column in columns for at in range(0, len(column), MENU)]
    pages: list[list[int]] = [[]]
    for chunk in chunks:
        if len(pages[-1]) + len(chunk) > MENU:
            pages.append([])
        pages[-1].extend(chunk)
    return [(_title(prompt, page), page) for page in pages]


def _title(prompt: Prompt[Any], page: list[int]) -> str:
    """The first and last of a page: columns where it holds whole ones, else keys."""
    first, last = prompt.options[page[0]], prompt.options[page[-1]]
    if not prompt.squares:
        return f"{first.key} – {last.key}"
    letters = _letters(first), _letters(last)
    if letters[0] != letters[1]:
        return f"{letters[0]} – {letters[1]}"
    whole = sum(_letters(option) == letters[0] for option in prompt.options) == len(page)
    return letters[0] if whole else f"{first.key} – {last.key}"


def _letters(option: Option[Any]) -> str:
    found = re.match(r"[a-z]+", option.key)
    return found[0] if found else option.key


def _controls(table: Table, at: Stand[Any], *, wrong: bool = False) -> list[Row]:
    place = f"{table.id}:{table.seq}:{digest(at.path)}"
    controls = [button(say("Confirm"), f"p1:confirm:{place}", ButtonStyle.success)] if at.prompt is None else []
    if at.path:
        controls += [button(say("Back"), f"p1:back:{place}"), button(say("Start over"), f"p1:over:{place}")]
    controls += [button(say("Rules"), f"r1:table:{table.id}")] if wrong else []
    return rows([*controls, button(say("Close"), f"p1:close:{table.id}")])


async def draft_of(i: Interaction, table: Table) -> Path:
    """The person's draft at the present position."""
    row = await i.client.tables.store.draft(table.id, i.user.id)
    return tuple(row.path.split()) if row and row.seq == table.seq else ()


async def continue_with(i: Interaction, table: Table, path: Path, *, remark: Text | None = None, wrong: bool = False) -> None:
    """Keep the path as the person's draft, and show where it leads."""
    await i.client.tables.store.put_draft(table.id, i.user.id, table.seq, " ".join(path))
    await show(i, table, path, remark=remark, wrong=wrong)


async def _current(i: Interaction, table_id: int, seq: int, at: str) -> tuple[Table, Path] | None:
    """The table and the draft a click was made for; None if it was made for another position, which is told."""
    await defer(i)
    table = await table_of(i, table_id)
    table.acting_seat(i.user.id)
    draft = table.at(i.user.id, await draft_of(i, table)).path
    if seq != table.seq:
        await show(i, table, draft, remark=MovedOn().text, opening=True)
        return None
    if at != digest(draft):
        await show(i, table, draft, remark=say("You went on with this move elsewhere. This is where it stands."))
        return None
    return table, draft


@route("b1:move:{table}")
async def open_panel(i: Interaction, table: int) -> None:
    await defer(i)
    found = await table_of(i, table)
    found.acting_seat(i.user.id)
    await show(i, found, await draft_of(i, found), opening=True)


@route("p1:pick:{table}:{seq}:{at:w}:{index}")
async def pick(i: Interaction, table: int, seq: int, at: str, index: int) -> None:
    if current := await _current(i, table, seq, at):
        found, draft = current
        prompt = found.answers(i.user.id, draft).prompt
        if prompt is None or index >= len(prompt.options):
            raise Refused(say("That answer is not on offer. Please choose again."))
        await continue_with(i, found, (*draft, prompt.options[index].key))


@route("p1:menu:{table}:{seq}:{at:w}")
async def choose(i: Interaction, table: int, seq: int, at: str) -> None:
    index = chosen_number(i)
    await pick(i, table, seq, at, 10**6 if index is None else index)


@route("p1:page:{table}:{seq}:{at:w}")
async def turn_page(i: Interaction, table: int, seq: int, at: str) -> None:
    if current := await _current(i, table, seq, at):
        await show(i, *current, page=chosen_number(i) or 0)


@route("p1:back:{table}:{seq}:{at:w}")
async def go_back(i: Interaction, table: int, seq: int, at: str) -> None:
    if current := await _current(i, table, seq, at):
        found, draft = current
        await continue_with(i, found, found.back(i.user.id, draft))


@route("p1:over:{table}:{seq}:{at:w}")
async def start_over(i: Interaction, table: int, seq: int, at: str) -> None:
    if current := await _current(i, table, seq, at):
        await continue_with(i, current[0], ())


@route("p1:confirm:{table}:{seq}:{at:w}")
async def confirm(i: Interaction, table: int, seq: int, at: str) -> None:
    if current := await _current(i, table, seq, at):
        found, draft = current
        await carry_out(i, found, seq, draft)


async def carry_out(i: Interaction, found: Table, seq: int, draft: Path) -> None:
    """Make this move, and show what came of it."""
    try:
        events = await found.move(i.user.id, seq, draft, i.id)
    except IllegalMove as error:
        await continue_with(i, found, (), remark=error.text, wrong=True)
        return
    i.client.boards.post_soon(found.id)
    done = joined("\n", say("**Played** {move}", move=typed(" ".join(draft))), story_of(events))
    if found.mid_turn:
        await show(i, found, (), remark=done)
    else:
        await private(i, done_view(found, i.user.id, done, await next_waiting(i, found.id)))


def done_view(table: Table, person: int, done: Text, following: Next) -> Layout:
    """What the mover sees once the move is safe, with the way to the next table."""
    again = [button(say("Your move"), f"b1:move:{table.id}", ButtonStyle.primary)] if table.acts(person) else []
    controls = [*again, *undo_button(table), *following.buttons]
    turn = [say("-# {line}", line=line) for line in turn_lines(table, ping=False)]
    return layout(joined("\n", done, *turn, *following.lines), *rows(controls), names=table.names)


@route("p1:close:{table}")
async def close(i: Interaction, table: int) -> None:
    await defer(i)
    await private(i, layout(say("Closed. Your answers so far are kept: **Your move** goes on from there.")))
