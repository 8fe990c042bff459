"""Any prompt as buttons and menus: the private conversation of one person with the rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple
from zlib import crc32

from discord import ButtonStyle

from cogs.channel.board import board_picture
from cogs.play.heading import heading
from cogs.play.news import Shown, news_for
from cogs.shell.answer import Answer, private
from cogs.shell.chosen import chosen_number
from cogs.shell.client import Interaction
from cogs.shell.components import Menu, Row, button, layout, menu, rows
from cogs.shell.reader import story_of
from cogs.shell.routes import route
from cogs.shell.visibility import table_of
from host.mentions import typed
from host.position import Position
from host.refusal import MovedOn, Refused
from rules.choice import Option, Path, Progress, Prompt
from rules.text import Text, joined, say, verbatim

BUTTONS = 20
MENU = 25


def digest(path: Path) -> str:
    """A short name of a draft, so that a click made for another one is noticed."""
    return f"{crc32(' '.join(path).encode()):x}"


async def show(
    i: Interaction,
    at: Position,
    path: Path,
    *,
    page: int = 0,
    remark: Text | None = None,
    opening: bool = False,
    wrong: bool = False,
) -> Answer:
    """The panel of this person at this path: the next question, or the preview.

    When it is ``opening``, what is new comes first; after an answer that was ``wrong`` there is a way to the rules.
    """
    person = i.user.id
    progress = at.drafted(person, path)
    news = Shown([], ()) if path else await news_for(i, at)
    first = (heading(i, at), remark, *(news.told if opening else []))
    controls = _controls(at, progress, chosen=progress.path != at.drafted(person, ()).path, wrong=wrong)
    if progress.prompt is None:
        seen, story, goes_on = at.preview(person, progress.path)
        picture = await board_picture(at, seen, last=story)
        move = say("**Your move would be** {move}", move=typed(" ".join(progress.path)))
        on = say("-# Your turn goes on after that.") if goes_on else None
        text = joined("\n", move, story_of(story), on)
        return private(layout(*first, text, picture, *controls, names=at.names))
    picture = await board_picture(at, at.view(person), prompt=progress.prompt, last=news.marked)
    so_far = say("-# So far: {answers}", answers=typed(" ".join(progress.path))) if progress.path else None
    head = joined("\n", say("**{question}**", question=progress.prompt.question), progress.prompt.note, so_far)
    return private(layout(*first, head, picture, *_answers(at, progress, progress.prompt, page), *controls, names=at.names))


def _answers(at: Position, progress: Progress[Any], prompt: Prompt[Any], page: int) -> Sequence[Row | Menu]:
    """Buttons while they are few; else one menu, and another to turn to the other pages."""
    place = f"{at.id}:{at.seq}:{digest(progress.path)}"
    labels = [option.shown().text for option in prompt.options]
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
        [n for n, _ in members]
        for _, members in groupby(numbered, lambda pair: _letters(pair[1]) if prompt.by_letter else pair[0])
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
    if not prompt.by_letter:
        return f"{first.key} – {last.key}"
    letters = _letters(first), _letters(last)
    if letters[0] != letters[1]:
        return f"{letters[0]} – {letters[1]}"
    whole = sum(_letters(option) == letters[0] for option in prompt.options) == len(page)
    return letters[0] if whole else f"{first.key} – {last.key}"


def _letters(option: Option[Any]) -> str:
    found = re.match(r"[a-z]+", option.key)
    return found[0] if found else option.key


def _controls(at: Position, progress: Progress[Any], *, chosen: bool, wrong: bool) -> list[Row]:
    """What else can be done; there is a way back where an answer was ``chosen``, not only forced."""
    place = f"{at.id}:{at.seq}:{digest(progress.path)}"
    controls = [button(say("Confirm"), f"p1:confirm:{place}", ButtonStyle.success)] if progress.prompt is None else []
    if chosen:
        controls += [button(say("Back"), f"p1:back:{place}"), button(say("Start over"), f"p1:over:{place}")]
    controls += [button(say("Rules"), f"r1:table:{at.id}")] if wrong else []
    return rows([*controls, button(say("Close"), f"p1:close:{at.id}")])


async def draft_of(i: Interaction, at: Position) -> Path:
    """The person's draft at the present position."""
    row = await i.client.tables.store.draft(at.id, i.user.id)
    return tuple(row.path.split()) if row and row.seq == at.seq else ()


async def continue_with(i: Interaction, at: Position, path: Path, *, remark: Text | None = None, wrong: bool = False) -> Answer:
    """Keep the path as the person's draft, and show where it leads."""
    await i.client.tables.store.put_draft(at.id, i.user.id, at.seq, " ".join(path))
    return await show(i, at, path, remark=remark, wrong=wrong)


class Draft(NamedTuple):
    """The position and the answers so far that a click was made for."""

    at: Position
    path: Path


async def current(i: Interaction, seq: int, mark: str) -> Draft | Answer:
    """What a click was made for, if that is still so; else the answer that tells."""
    at = table_of(i).position
    path = at.drafted(i.user.id, await draft_of(i, at)).path
    if seq != at.seq:
        return await show(i, at, path, remark=MovedOn().text, opening=True)
    if mark != digest(path):
        return await show(i, at, path, remark=say("You went on with this move elsewhere. This is where it stands."))
    return Draft(at, path)


@route("b1:move:{table}")
async def open_panel(i: Interaction) -> Answer:
    at = table_of(i).position
    return await show(i, at, await draft_of(i, at), opening=True)


@route("p1:pick:{table}:{seq}:{mark:w}:{index}")
async def pick(i: Interaction, seq: int, mark: str, index: int) -> Answer:
    here = await current(i, seq, mark)
    if isinstance(here, Answer):
        return here
    prompt = here.at.answers(i.user.id, here.path).prompt
    if prompt is None or index >= len(prompt.options):
        raise Refused(say("That answer is not on offer. Please choose again."))
    return await continue_with(i, here.at, (*here.path, prompt.options[index].key))


@route("p1:menu:{table}:{seq}:{mark:w}")
async def choose(i: Interaction, seq: int, mark: str) -> Answer:
    index = chosen_number(i)
    return await pick(i, seq, mark, 10**6 if index is None else index)


@route("p1:page:{table}:{seq}:{mark:w}")
async def turn_page(i: Interaction, seq: int, mark: str) -> Answer:
    here = await current(i, seq, mark)
    return here if isinstance(here, Answer) else await show(i, here.at, here.path, page=chosen_number(i) or 0)


@route("p1:back:{table}:{seq}:{mark:w}")
async def go_back(i: Interaction, seq: int, mark: str) -> Answer:
    here = await current(i, seq, mark)
    return here if isinstance(here, Answer) else await continue_with(i, here.at, here.at.back(i.user.id, here.path))


@route("p1:over:{table}:{seq}:{mark:w}")
async def start_over(i: Interaction, seq: int, mark: str) -> Answer:
    here = await current(i, seq, mark)
    return here if isinstance(here, Answer) else await continue_with(i, here.at, ())


@route("p1:close:{table}")
async def close(i: Interaction) -> Answer:
    """What is left where a board is not at hand: the way back."""
    at = table_of(i).position
    on = [button(say("Your move"), f"b1:move:{at.id}")] if at.acts(i.user.id) else []
    return private(layout(say("Closed. Your answers so far are kept."), *rows(on)))
