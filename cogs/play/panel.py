"""Any prompt as buttons and menus: the private conversation of one person with the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import zip_longest
from typing import Any, NamedTuple
from zlib import crc32

from discord import ButtonStyle

from cogs.board.message import board_picture, undo_button
from cogs.operations.drawing import Drawing
from cogs.play.answers import Page, answers, paged, turns, turns_in_words, what_each_brings
from cogs.play.guidance import guidance
from cogs.play.heading import heading
from cogs.play.more import NO_SEAT, show_watching
from cogs.play.news import Shown, news_for
from cogs.shell.answer import Answer, private
from cogs.shell.audience import reader_of
from cogs.shell.client import Interaction
from cogs.shell.components import Button, Menu, Picture, Row, button, layout, rows
from cogs.shell.reader import story_of
from cogs.shell.routes import route
from cogs.shell.visibility import table_of
from host.hints import MOST, Allowance
from host.mentions import typed
from host.position import Position
from host.refusal import MovedOn, Refused
from render import Teller
from rules.choice import Label, Path, Progress, Prompt
from rules.game import Event, Turn
from rules.text import Text, joined, say, verbatim

OF_HINTS = say("-# **Hint** shows you good moves, up to three times a turn. Everybody can see in the log that you took one.")
ELSEWHERE = say("You went on with this turn elsewhere. This is where it stands.")
NOT_OFFERED = say("That answer is not on offer. Please choose again.")


def digest(path: Path, prompt: Prompt[Any] | None) -> str:
    """A short name of a draft and of what is on offer then, so that a click made for others is noticed."""
    offered = [option.key for option in prompt.options] if prompt else []
    return f"{crc32(' '.join([*path, '?', *offered]).encode()):x}"


async def show(
    i: Interaction,
    at: Position,
    path: Path,
    *,
    page: int = 0,
    remark: Text | None = None,
    opening: bool = False,
    wrong: bool = False,
    played: bool = False,
    whole: bool = False,
) -> Answer:
    """The panel of this person at this path: the next question, or the preview.

    When it is ``opening``, what is new comes first; after an answer that was ``wrong`` there is a way to the rules, after a move
    that was ``played`` one to take it back. From a ``whole`` turn, chosen by one click, Back leads to the first question.
    """
    reader = reader_of(i, at.names)
    progress, dropped = at.resume(i.user.id, path)
    asked = Asking(at, i.user.id, progress, reader.label)
    news = Shown([], ()) if path else await news_for(i, at)
    first = (heading(i, at), remark, outdated(dropped), *(news.told if opening else []))
    told = await guidance(i.client.tables.store, at, i.user.id, asked.prompt.key) if asked.prompt else None
    hints = await Allowance.of(i.client.tables.store, at, at.acting_seat(i.user.id)) if _may_hint(asked) and not wrong else None
    told = joined("\n", told, OF_HINTS if hints and not hints.ever else None) if told or hints else None
    drawing, prompt = i.client.drawing, asked.prompt
    preview = partial(_preview, drawing, teller=reader.teller, first=first)
    question = partial(_question, drawing, teller=reader.teller, first=first, guided=told, marked=news.marked, page=page)
    body = await (preview(asked) if prompt is None else question(asked, prompt))
    return private(layout(*body, *_controls(asked, hints, wrong=wrong, played=played, whole=whole), names=at.names))


def outdated(dropped: Path) -> Text | None:
    """Tell the owner of a draft which of its answers an update has made void."""
    if not dropped:
        return None
    return say(
        "The bot was updated, and these answers of yours are not possible any more: {answers}. Please choose again.",
        answers=typed(" ".join(dropped)),
    )


class Asking(NamedTuple):
    """Where the conversation with a person stands at a position."""

    at: Position
    person: int
    progress: Progress[Any]
    tell: Callable[[Text], str] = str

    @property
    def prompt(self) -> Prompt[Any] | None:
        return self.progress.prompt

    @property
    def place(self) -> str:
        """What the custom_ids of its panel say: table, position and path."""
        return f"{self.at.id}:{self.at.seq}:{digest(self.progress.path, self.prompt)}"

    @property
    def chosen(self) -> bool:
        """Was any answer chosen, and not only forced?"""
        return self.progress.path != self.at.drafted(self.person, ()).path

    @property
    def turns(self) -> tuple[Turn, ...]:
        """Complete turns, offered until an answer is chosen."""
        return () if self.chosen else self.at.best_turns(self.person)


async def _preview(drawing: Drawing, asked: Asking, teller: Teller, first: Sequence[Text | None]) -> list[Text | Picture]:
    """What the move would be, as words and as a picture."""
    path = asked.progress.path
    seen, story, goes_on = asked.at.preview(asked.person, path)
    picture = await board_picture(drawing, asked.at, seen, teller, last=story)
    on = say("-# Your turn goes on after that.") if goes_on else None
    move = say("-# To type it: {move}", move=typed(" ".join(path)))
    return [picture, joined("\n", *first, say("**Your move would be**"), story_of(story), on, move)]


async def _question(
    drawing: Drawing,
    asked: Asking,
    prompt: Prompt[Any],
    *,
    teller: Teller,
    first: Sequence[Text | None],
    guided: Text | None,
    marked: Sequence[Event],
    page: int,
) -> list[Text | Picture | Row | Menu]:
    """The picture, then the question, which stays in sight beside its answers; all words in one piece, as a message holds 40."""
    at, ready = asked.at, asked.turns
    picture = await board_picture(drawing, at, at.view(asked.person), teller, prompt=prompt, turns=ready, last=marked)
    shown, parts = offer(asked, prompt, page)
    question, brings = say("**{question}**", question=prompt.question), what_each_brings(prompt, shown, at.points_shown)
    told = (*first, question, prompt.note, guided, turns_in_words(ready), brings, so_far(asked.progress))
    return [picture, joined("\n", *told), *parts]


def offer(asked: Asking, prompt: Prompt[Any], page: int) -> tuple[Page, list[Row | Menu]]:
    """A page of the answers, and all that is clicked there: complete turns, tabs, answers, other pages."""
    points, offered = asked.at.points_shown, asked.turns
    shown = paged(asked.place, asked.progress, page, offered, points, asked.tell)
    return shown, [*turns(asked.place, offered, points), *answers(asked.place, asked.progress, shown, points, asked.tell)]


def so_far(progress: Progress[Any]) -> Text | None:
    """What was chosen before, apart from what the tabs show."""
    told = in_words(progress)
    return say("-# So far: {answers}", answers=joined(" · ", *told)) if told else None


def in_words(progress: Progress[Any], *, bare: bool = False) -> list[Text]:
    """The answers as they are called: a place is told with the tab above it, as in ``king c4``.

    :param bare: without saying which of them are forced, or that the turn ends.
    """
    taken = zip(progress.path, progress.answered, strict=True)
    shown = [(prompt, _label(prompt, key)) for n, (key, prompt) in enumerate(taken) if n not in progress.tabs]
    given = [(prompt, _word(prompt, label)) for prompt, label in shown if not (bare and label.ends)]
    told, over = list[Text](), None
    for (prompt, word), form in zip_longest(given, [prompt.form for prompt, _ in given[1:]]):
        if prompt.form == "tabs" and form == "places":
            over = word
        elif prompt.form != "tabs" or len(prompt.options) > 1:
            answer = joined(" ", over, word)
            told.append(answer if bare or len(prompt.options) > 1 else say("{answer} (the only answer)", answer=answer))
            over = None
    return told


def _label(prompt: Prompt[Any], key: str) -> Label:
    return next(option for option in prompt.options if option.key == key).shown()


def _word(prompt: Prompt[Any], label: Label) -> Text:
    """An answer as it is called in words, or else on the picture and its button."""
    if label.words is not None:
        return label.words
    return verbatim(label.at) if prompt.form == "places" and label.at else label.text


def _controls(asked: Asking, hints: Allowance | None, *, wrong: bool, played: bool, whole: bool) -> list[Row]:
    """What else can be done: a way back where an answer was chosen, and to the rules but from the preview of such answers."""
    at, place = asked.at, asked.place
    controls = [button(say("Confirm"), f"p1:confirm:{place}", ButtonStyle.success)] if asked.prompt is None else []
    if asked.chosen:
        over = f"p1:over:{place}"
        ways = [button(say("Back"), f"p1:back:{place}"), button(say("Start over"), over)]
        controls += [button(say("Back"), over)] if whole else ways
    controls += [_hint(at, hints)] if hints else []
    controls += [button(say("Rules"), f"r1:table:{at.id}")] if asked.prompt or wrong or not asked.chosen else []
    controls += undo_button(at) if played else []
    return rows([*controls, button(say("Close"), f"p1:close:{at.id}")])


def _hint(at: Position, left: Allowance) -> Button:
    """To the first hint for this question; which of how many in this turn, unless it was given before."""
    label = say("Hint") if left.here else say("Hint {number} of {most}", number=left.used + 1, most=MOST)
    enough = not left.allows(0)
    return button(say("No hint left") if enough else label, f"p1:hint:{at.id}:{at.seq}:0", disabled=enough)


def _may_hint(asked: Asking) -> bool:
    return asked.at.hints_allowed and asked.prompt is not None and not asked.chosen


async def draft_of(i: Interaction, at: Position) -> Path:
    """The person's draft at the present position."""
    row = await i.client.tables.store.draft(at.id, i.user.id)
    return tuple(row.path.split()) if row and row.seq == at.seq else ()


async def continue_with(
    i: Interaction, at: Position, path: Path, *, remark: Text | None = None, wrong: bool = False, whole: bool = False
) -> Answer:
    """Keep the path as the person's draft, and show where it leads."""
    if await i.client.tables.store.put_draft(at.id, i.user.id, at.seq, " ".join(path)):
        return await show(i, at, path, remark=remark, wrong=wrong, whole=whole)
    await table_of(i).confirm()
    return await moved_on(i)


async def moved_on(i: Interaction) -> Answer:
    """What is shown to whom has answered at an earlier position."""
    at = table_of(i).position
    return await show(i, at, await draft_of(i, at), remark=MovedOn().text, opening=True)


class Draft(NamedTuple):
    """The position and the answers so far that a click was made for."""

    at: Position
    path: Path


async def current(i: Interaction, seq: int, mark: str) -> Draft | Answer:
    """What a click was made for, if that is still so; else the answer that tells."""
    at = table_of(i).position
    if seq != at.seq:
        return await moved_on(i)
    draft = await draft_of(i, at)
    progress, dropped = at.resume(i.user.id, draft)
    if mark != digest(progress.path, progress.prompt):
        return await show(i, at, draft, remark=None if dropped else ELSEWHERE)
    return Draft(at, progress.path)


@route("b1:move:{table}")
async def open_panel(i: Interaction) -> Answer:
    at = table_of(i).position
    if at.watches(i.user.id):
        return await show_watching(i, at, NO_SEAT)
    return await show(i, at, await draft_of(i, at), opening=True)


@route("p1:page:{table}:{seq}:{mark:w}:{page}")
async def turn_page(i: Interaction, seq: int, mark: str, page: int) -> Answer:
    here = await current(i, seq, mark)
    return here if isinstance(here, Answer) else await show(i, here.at, here.path, page=page)


@route("p1:tab:{table}:{seq}:{mark:w}:{depth}:{index}")
async def turn_tab(i: Interaction, seq: int, mark: str, depth: int, index: int) -> Answer:
    here = await current(i, seq, mark)
    if isinstance(here, Answer):
        return here
    progress = here.at.answers(i.user.id, here.path)
    if depth not in progress.tabs or index >= len(progress.answered[depth].options):
        raise Refused(NOT_OFFERED)
    return await continue_with(i, here.at, (*here.path[:depth], progress.answered[depth].options[index].key))


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
