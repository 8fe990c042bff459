"""The private panel in which a person chooses a move: any prompt as a picture, buttons and menus."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple
from zlib import crc32

from discord import ButtonStyle

from cogs.board.message import board_picture, undo_button
from cogs.operations.drawing import Drawing
from cogs.play.answers import Page, answer_controls, fit_page, pack, turn_buttons
from cogs.play.context import NO_NEWS, guidance, heading, news_for
from cogs.play.more import NO_SEAT, show_watching
from cogs.shell.answer import Answer, private, unchanged
from cogs.shell.audience import reader_of
from cogs.shell.client import Interaction
from cogs.shell.components import Button, Layout, Menu, Picture, Row, button, layout, rows
from cogs.shell.reader import story_of
from cogs.shell.routes import route
from cogs.shell.visibility import table_of
from host.hints import HINTS_PER_TURN, Allowance
from host.mentions import typed
from host.position import Position
from host.refusal import MovedOn, Refused
from render import Teller
from rules.choice import Label, Path, Progress, Prompt, name_answer
from rules.game import Event, Turn
from rules.text import Text, joined, say, say_n

NOTE_LETTERS = 60  # of a note beside the question; a longer one is behind ⋯
OF_HINTS = say("-# **Hint** shows good moves. The log tells everybody that you took one.")
UP_TO = say("-# These points are the most you can get. Your next answer decides.")
OF_TURNS = say("-# Letters are whole turns; ⋯ explains them.")
ELSEWHERE = say("You continued this turn elsewhere. This is where it stands now.")
NOT_OFFERED = say("That answer is not available. Please choose again.")


def digest(path: Path, prompt: Prompt[Any] | None) -> str:
    """Return a short digest of a draft and of its options, which tells clicks on an outdated panel."""
    offered = [option.key for option in prompt.options] if prompt else []
    return f"{crc32(' '.join([*path, '?', *offered]).encode()):x}"


async def show_panel(
    i: Interaction,
    at: Position,
    path: Path,
    *,
    page: int = 0,
    remark: Text | None = None,
    opening: bool = False,
    wrong: bool = False,
    whole: bool = False,
) -> Answer:
    """Show the panel of this person at this path: the next question, or the preview of a complete move.

    :param remark: a line above the others.
    :param opening: begin with the events that are new to the person.
    :param wrong: the last answer was refused; offer the rules.
    :param whole: one click chose the whole turn; Back leads to the first question.
    """
    reader = reader_of(i, at.names)
    progress, dropped = at.resume(i.user.id, path)
    asked = Asking(at, i.user.id, progress, reader.as_wide)
    news = NO_NEWS if path else await news_for(i, at)
    hints = await Allowance.of(i.client.tables.store, at, at.acting_seat(i.user.id)) if _may_hint(asked) and not wrong else None
    first = (heading(i, at), remark, tell_dropped(dropped), news.line if opening else None)
    drawing, teller = i.client.drawing, reader.teller
    if asked.prompt is None:
        body = await _preview(drawing, asked, teller, first)
        return private(layout(*body, *_preview_controls(asked, wrong=wrong, whole=whole), names=at.names))
    help_ = await guidance(i.client.tables.store, at, i.user.id, asked.prompt.key)
    told = joined("\n", *first, *question_lines(asked, asked.prompt, help_, hints))
    shown = offer(asked, asked.prompt, page)
    controls = _controls(asked, hints, shown.page, wrong=wrong)
    return private(await question_layout(drawing, asked, teller, told, shown, controls, news.marked))


def tell_dropped(dropped: Path) -> Text | None:
    """Return a line about answers of a draft that are not possible any more after an update; None if there are none."""
    if not dropped:
        return None
    return say(
        "The bot was updated, and these answers of yours are not possible any more: {answers}. Please choose again.",
        answers=typed(" ".join(dropped)),
    )


class Asking(NamedTuple):
    """A person's progress with a move at a position."""

    at: Position
    person: int
    progress: Progress[Any]
    tell: Callable[[Text], str] = str

    @property
    def prompt(self) -> Prompt[Any] | None:
        return self.progress.prompt

    @property
    def place(self) -> str:
        """Return the part of the panel's custom_ids that names table, position and path."""
        return f"{self.at.id}:{self.at.seq}:{digest(self.progress.path, self.prompt)}"

    @property
    def chosen(self) -> bool:
        """Return whether the person has chosen an answer; answers without a choice do not count."""
        return self.progress.path != self.at.drafted(self.person, ()).path

    @property
    def turns(self) -> tuple[Turn, ...]:
        """Return the complete turns on offer that begin with the answers so far."""
        return self.at.best_turns(self.person, self.progress.path)


async def _preview(drawing: Drawing, asked: Asking, teller: Teller, first: Sequence[Text | None]) -> tuple[Text, Text | Picture]:
    """Return the preview of a complete move, in words and as a picture."""
    path = asked.progress.path
    seen, story, goes_on = asked.at.preview(asked.person, path)
    picture = await board_picture(drawing, asked.at, seen, teller, last=story)
    head = say("**Your first step would be**") if goes_on else say("**Your move would be**")
    on = say("-# It reveals something new, so confirm it first. Your turn continues after that.") if goes_on else None
    move = say("-# To type it: {move}", move=typed(" ".join(path)))
    return joined("\n", *first, head, story_of(story), on, move), picture


def question_lines(
    asked: Asking, prompt: Prompt[Any], help_: Text | None = None, hints: Allowance | None = None
) -> Sequence[Text | None]:
    """Return the question with few lines around it, as its picture and its answers must fit a phone below it.

    Lines for newcomers stand above the question, so that a phone shows the question and all below it together.

    :param help_: a line of the rules.
    """
    short = prompt.note if prompt.note and len(asked.tell(prompt.note)) <= NOTE_LETTERS else None
    return (
        help_,
        OF_HINTS if hints and not hints.ever and not asked.at.mid_turn else None,
        answers_so_far(asked.progress),
        say("**{question}**", question=prompt.question),
        say("-# {note}", note=short) if short else None,
        UP_TO if asked.at.points_shown and _depends(prompt) else None,
        OF_TURNS if asked.turns else None,
    )


def _depends(prompt: Prompt[Any]) -> bool:
    """Return whether the points on buttons of numbers, which are too narrow for “up to”, depend on the next answer."""
    gains = [option.shown().gain for option in prompt.options] if prompt.form == "places" else []
    return any(gain is not None and gain.up_to and gain.own for gain in gains)


async def question_layout(
    drawing: Drawing,
    asked: Asking,
    teller: Teller,
    told: Text,
    shown: Offer,
    controls: Sequence[Row] = (),
    marked: Sequence[Event] = (),
) -> Layout:
    """Return the message of a question: its words, its picture, the answers, and other buttons.

    :param marked: the events that the picture marks as new.
    """
    at, marks = asked.at, slice(shown.page.first, shown.page.end)
    view = at.drafted_view(asked.person, asked.progress.path)
    picture = await board_picture(drawing, at, view, teller, prompt=asked.prompt, turns=asked.turns, page=marks, last=marked)
    return layout(told, picture, *shown.controls, *controls, names=at.names)


class Offer(NamedTuple):
    """A page of answers on a panel, and its controls: buttons and menus."""

    page: Page
    controls: list[Row | Menu]


def offer(asked: Asking, prompt: Prompt[Any], page: int) -> Offer:
    """Return a page of answers and its controls: complete turns, tabs, answers, other pages."""
    points, offered = asked.at.points_shown, asked.turns
    shown = fit_page(asked.place, asked.progress, page, offered, points, asked.tell)
    turns = turn_buttons(asked.place, offered, points)
    return Offer(shown, [*turns, *answer_controls(asked.place, asked.progress, shown, points, asked.tell)])


def answers_so_far(progress: Progress[Any]) -> Text | None:
    """Return a line with the answers so far, without answers that the tabs show; None without any answers."""
    told = answers_in_words(progress)
    return say("-# So far: {answers}", answers=joined(" · ", *told)) if told else None


def answers_in_words(progress: Progress[Any], *, bare: bool = False) -> list[Text]:
    """Return the answers in words; a place comes with the tab above it, as in ``king c4``.

    :param bare: leave out which answers are forced, and that the turn ends.
    """
    taken = zip(progress.path, progress.answered, strict=True)
    shown = [(prompt, _label(prompt, key)) for n, (key, prompt) in enumerate(taken) if n not in progress.tabs]
    given = [(prompt, name_answer(prompt, label)) for prompt, label in shown if not (bare and label.ends)]
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


def _controls(asked: Asking, hints: Allowance | None, page: Page, *, wrong: bool) -> list[Row]:
    """Return the buttons below the answers of a question; within a turn, Undo takes back its last move."""
    at, place = asked.at, asked.place
    controls = [
        *([button(say("Back"), f"p1:back:{place}")] if asked.chosen else []),
        *([_hint(at, hints)] if hints else []),
        *([button(say("Rules"), f"r1:table:{at.id}")] if wrong else []),
        *(undo_button(at) if at.mid_turn and not asked.chosen else []),
        button(say("Board"), f"p1:whole:{place}:{page.number}"),
        button(say("⋯"), f"p1:about:{place}:{page.number}"),
        button(say("Close"), f"p1:close:{at.id}"),
    ]
    return pack(controls, asked.tell)


def _preview_controls(asked: Asking, *, wrong: bool, whole: bool) -> list[Row]:
    """Return the buttons below the preview of a move."""
    at, place = asked.at, asked.place
    over = f"p1:over:{place}"
    ways = [button(say("Back"), f"p1:back:{place}"), button(say("Start over"), over)]
    controls = [
        button(say("Confirm"), f"p1:confirm:{place}", ButtonStyle.success),
        *(([button(say("Back"), over)] if whole else ways) if asked.chosen else []),
        *([button(say("Rules"), f"r1:table:{at.id}")] if wrong or not asked.chosen else []),
        button(say("Close"), f"p1:close:{at.id}"),
    ]
    return pack(controls, asked.tell)


def _hint(at: Position, left: Allowance) -> Button:
    """Return the button to the first hint for this question; it counts the hints of this turn, unless this one is free."""
    label = say("Hint") if left.here else say_n("{count} hint", "{count} hints", HINTS_PER_TURN - left.used)
    enough = not left.allows(0)
    return button(say("No hints left") if enough else label, f"p1:hint:{at.id}:{at.seq}:0", disabled=enough)


def _may_hint(asked: Asking) -> bool:
    return asked.at.hints_allowed and asked.prompt is not None and not asked.chosen


async def draft_of(i: Interaction, at: Position) -> Path:
    """Return a person's draft at the present position."""
    row = await i.client.tables.store.draft(at.id, i.user.id)
    return tuple(row.path.split()) if row and row.seq == at.seq else ()


async def continue_with(
    i: Interaction, at: Position, path: Path, *, remark: Text | None = None, wrong: bool = False, whole: bool = False
) -> Answer:
    """Store the path as the person's draft, and show the panel there."""
    if await i.client.tables.store.put_draft(at.id, i.user.id, at.seq, " ".join(path)):
        return await show_panel(i, at, path, remark=remark, wrong=wrong, whole=whole)
    await table_of(i).confirm()
    return await show_moved_on(i)


async def show_moved_on(i: Interaction) -> Answer:
    """Tell a person who answered at an earlier position that the table has moved on, and show the panel."""
    at = table_of(i).position
    return await show_panel(i, at, await draft_of(i, at), remark=MovedOn().text, opening=True)


class Draft(NamedTuple):
    """The position and the answers so far that a click belongs to."""

    at: Position
    path: Path


async def current_draft(i: Interaction, seq: int, mark: str) -> Draft | Answer:
    """Return the draft that a click belongs to; if it is outdated, an answer that shows the present one."""
    at = table_of(i).position
    if seq != at.seq:
        return await show_moved_on(i)
    draft = await draft_of(i, at)
    progress, dropped = at.resume(i.user.id, draft)
    if mark != digest(progress.path, progress.prompt):
        return await show_panel(i, at, draft, remark=None if dropped else ELSEWHERE)
    return Draft(at, progress.path)


@route("b1:move:{table}")
async def open_panel(i: Interaction) -> Answer:
    at = table_of(i).position
    if at.watches(i.user.id):
        return await show_watching(i, at, NO_SEAT)
    return await show_panel(i, at, await draft_of(i, at), opening=True)


@route("p1:page:{table}:{seq}:{mark:w}:{page}")
async def turn_page(i: Interaction, seq: int, mark: str, page: int) -> Answer:
    here = await current_draft(i, seq, mark)
    return here if isinstance(here, Answer) else await show_panel(i, here.at, here.path, page=page)


@route("p1:tab:{table}:{seq}:{mark:w}:{depth}:{index}")
async def turn_tab(i: Interaction, seq: int, mark: str, depth: int, index: int) -> Answer:
    here = await current_draft(i, seq, mark)
    if isinstance(here, Answer):
        return here
    progress = here.at.answers(i.user.id, here.path)
    if depth not in progress.tabs or index >= len(progress.answered[depth].options):
        raise Refused(NOT_OFFERED)
    if progress.answered[depth].options[index].key == here.path[depth]:
        return unchanged()
    return await continue_with(i, here.at, (*here.path[:depth], progress.answered[depth].options[index].key))


@route("p1:back:{table}:{seq}:{mark:w}")
async def go_back(i: Interaction, seq: int, mark: str) -> Answer:
    here = await current_draft(i, seq, mark)
    return here if isinstance(here, Answer) else await continue_with(i, here.at, here.at.back(i.user.id, here.path))


@route("p1:over:{table}:{seq}:{mark:w}")
async def start_over(i: Interaction, seq: int, mark: str) -> Answer:
    here = await current_draft(i, seq, mark)
    return here if isinstance(here, Answer) else await continue_with(i, here.at, ())


@route("p1:close:{table}")
async def close(i: Interaction) -> Answer:
    """Close the panel, and leave a button that opens it again."""
    at = table_of(i).position
    on = [button(say("Your move"), f"b1:move:{at.id}")] if at.acts(i.user.id) else []
    return private(layout(say("Closed. Your answers so far are kept."), *rows(on)))
