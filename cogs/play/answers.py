"""The controls that answer a prompt: tabs, buttons with words or numbers of places, menus, pages; and the gain of each answer."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import Any, NamedTuple

from discord import ButtonStyle

from cogs.shell.components import Button, Menu, Row, button, menu, rows
from rules.choice import LETTERS, Gain, Label, Progress, Prompt, numbers
from rules.game import Turn
from rules.text import Text, is_piece, joined, say, verbatim, who
from rules.wording import gained, signed

ROW_BUTTONS = 5
MENU_OPTIONS = 25
BUTTON_WORDS = 20  # answers in words; with more, they are a menu
PAGE_ANSWERS = 25
PAGE_BUTTONS = 5
ANSWER_COMPONENTS = 32  # of a message's 40; container, text, picture and controls take 8
GAIN_LINES = 8
PHONE_LETTERS, BUTTON_PADDING = 43, 8  # letters across a phone; those that a button's rim and picture take


Tell = Callable[[Text], str]


class Page(NamedTuple):
    """A page of a prompt's options: those from ``first`` up to, not including, ``end``; ``number`` is counted from 0."""

    number: int
    pages: int
    first: int
    end: int


def page_of(prompt: Prompt[Any], number: int, beside: int = 0, ends: int = 0) -> Page:
    """Return a page with as many options as a message holds.

    :param beside: number of components for tabs and complete turns.
    :param ends: number of answers that end the turn.
    """
    options = len(prompt.options)
    size = MENU_OPTIONS if in_menu(prompt) else _size(options, ANSWER_COMPONENTS - beside, ends)
    size = min(size, prompt.page or size)
    count = max(1, -(-options // size))
    number = min(number, count - 1)
    return Page(number, count, number * size, min(options, (number + 1) * size))


def _size(options: int, room: int, ends: int) -> int:
    """Return the number of answers on a page: all if they fit, else whole rows beside the buttons that turn pages.

    :param room: number of components.
    :param ends: number of answers that end the turn; they stand in the row of the page buttons.
    """
    alone = min(PAGE_ANSWERS, (room - (1 + ends if ends else 0)) * ROW_BUTTONS // (ROW_BUTTONS + 1))
    if options <= alone:
        return alone
    for size in range(PAGE_ANSWERS - ROW_BUTTONS, ROW_BUTTONS, -ROW_BUTTONS):
        turning = min(PAGE_BUTTONS, -(-options // size)) - 1
        if size + size // ROW_BUTTONS + 1 + turning + ends <= room:
            return size
    return ROW_BUTTONS


def fit_page(place: str, progress: Progress[Any], page: int, offered: tuple[Turn, ...], points: bool, tell: Tell = str) -> Page:
    """Return the page of answers that fits beside the tabs and the complete turns on offer."""
    assert progress.prompt is not None
    beside = sum(1 + len(row.buttons) for row in (*turn_buttons(place, offered, points), *_tabs(place, progress, tell)))
    return page_of(progress.prompt, page, beside, len(_ends(place, progress)))


def in_menu(prompt: Prompt[Any]) -> bool:
    """Return whether a prompt has too many words for buttons, so that it becomes a menu."""
    return prompt.form != "places" and len(prompt.options) > BUTTON_WORDS


def answer_controls(place: str, progress: Progress[Any], page: Page, points: bool, tell: Tell = str) -> list[Row | Menu]:
    """Return the buttons and menus of a prompt: tabs, answers, other pages, and answers that end the turn.

    :param place: the part of the panel's custom_ids that names table, position and path.
    :param points: show the points that an answer brings.
    :param tell: returns a text in the person's language, to measure how wide tabs are.
    """
    prompt = progress.prompt
    assert prompt is not None
    turn = [_turn_page(place, prompt, page, to) for to in _other_pages(page)]
    return [*_tabs(place, progress, tell), *_options(place, prompt, page, points), *rows([*turn, *_ends(place, progress)])]


def turn_buttons(place: str, offered: tuple[Turn, ...], points: bool) -> list[Row]:
    """Return a button for each complete turn: its letter in the picture and its gain."""
    shown = [
        button(joined(" ", verbatim(letter), _own_worth(turn.label, points)), f"p1:turn:{place}:{n}", ButtonStyle.primary)
        for n, (letter, turn) in enumerate(zip(LETTERS, offered, strict=False))
    ]
    return rows(shown)


def turns_in_words(offered: tuple[Turn, ...]) -> Text | None:
    """Return the meaning of the letters of complete turns, and their gain for others."""
    told = (
        say("**{letter}** {turn}", letter=letter, turn=joined(", ", turn.label.text, turn.label.note, _others_worth(turn.label)))
        for letter, turn in zip(LETTERS, offered, strict=False)
    )
    return say("-# Whole turns: {turns}", turns=joined(" · ", *told)) if offered else None


def option_text(label: Label, points: bool) -> Text:
    """Return an option in words, with its gain."""
    return joined(" ", verbatim("★") if label.star else None, joined(" · ", label.text, _worth_of(label, points)))


def _worth_of(label: Label, points: bool) -> Text | None:
    return gained(label.gain) if label.gain and points else None


def _own_worth(label: Label, points: bool) -> Text | None:
    return gained(label.gain._replace(others=())) if label.gain and points else None


def _others_worth(label: Label) -> Text | None:
    """Return the gain for others; complete turns are offered only where points are shown."""
    others = label.gain.others if label.gain else ()
    told = (say("{seat} {points}", seat=who(seat), points=signed(points)) for seat, points in others)
    return joined(", ", *told) if others else None


def what_each_brings(prompt: Prompt[Any], page: Page, points: bool) -> Text | None:
    """Return a list of gains and notes for answers that are only numbers; None if there are none."""
    if prompt.form != "places":
        return None
    labels = [option.shown() for option in prompt.options]
    gains = [label.gain if label.gain and points else Gain(0) for label in labels]
    every = [_Worth(number, gain, label.note) for number, gain, label in zip(numbers(prompt), gains, labels, strict=True)]
    told = sorted((each for each in every[page.first : page.end] if each.text), key=lambda each: each.rank)
    groups = [(text, tuple(same)) for text, same in groupby(told, lambda each: each.text)]
    lines = [
        say("-# **{numbers}**: {brings}", numbers=tuple(each.number for each in same), brings=text)
        for text, same in groups[:GAIN_LINES]
    ]
    listed = [each for _, same in groups[:GAIN_LINES] for each in same]
    rest = [each.gain.own for each in every if each not in listed]
    if points and groups[GAIN_LINES:] and max(rest) <= listed[-1].gain.own:
        lines.append(say("-# None of the others brings you more."))
    return joined("\n", *lines) if lines else None


class _Worth(NamedTuple):
    """The gain of one answer, as far as it is shown in advance."""

    number: str
    gain: Gain
    note: Text | None

    @property
    def text(self) -> Text | str:
        """Return the gain and the note; empty if there is neither."""
        parts = (gained(self.gain) if self.gain.own or self.gain.others else None, self.note)
        return joined(" · ", *parts) if any(parts) else ""

    @property
    def rank(self) -> tuple[int, int, str]:
        """Return a key to sort by: most points first, then least points for others; equal texts stay together."""
        return -self.gain.own, sum(points for _, points in self.gain.others), str(self.text)


def _tabs(place: str, progress: Progress[Any], tell: Tell) -> list[Row]:
    found: list[Row] = []
    for depth in progress.tabs:
        taken = progress.path[depth]
        shown = [(n, option.key, option.shown()) for n, option in enumerate(progress.answered[depth].options)]
        found += _narrow([_tab(place, depth, n, label, key == taken) for n, key, label in shown if not label.ends], tell)
    return found


def _narrow(tabs: list[Button], tell: Tell) -> list[Row]:
    """Return tabs in even rows that do not wrap on a phone."""
    wide = sum(len(tell(tab.label)) + (BUTTON_PADDING if is_piece(tab.label) else BUTTON_PADDING // 2) for tab in tabs)
    most = -(-len(tabs) // max(1, -(-wide // PHONE_LETTERS)))
    return [row for first in range(0, len(tabs), most) for row in rows(tabs[first : first + most])] if tabs else []


def _tab(place: str, depth: int, index: int, label: Label, taken: bool) -> Button:
    style = ButtonStyle.success if taken else ButtonStyle.secondary
    return button(label.text, f"p1:tab:{place}:{depth}:{index}", style)


def _ends(place: str, progress: Progress[Any]) -> list[Button]:
    """Return buttons for those options of a tab row that end the turn."""
    shown = [(depth, n, option.shown()) for depth in progress.tabs for n, option in enumerate(progress.answered[depth].options)]
    found = [(label.text, f"p1:tab:{place}:{depth}:{n}") for depth, n, label in shown if label.ends]
    return [button(text, custom_id) for text, custom_id in found]


def _options(place: str, prompt: Prompt[Any], page: Page, points: bool) -> list[Row | Menu]:
    shown = [(n, prompt.options[n]) for n in range(page.first, page.end)]
    if prompt.form == "places":
        marks = numbers(prompt)
        buttons = [_number(place, n, marks[n], option.shown(), points) for n, option in shown]
        return [*rows(buttons)]
    told = [(n, option_text(option.shown(), points)) for n, option in shown]
    if in_menu(prompt):
        return [menu(prompt.question, f"p1:menu:{place}", [(text, str(n)) for n, text in told])]
    return [*rows([button(text, f"p1:pick:{place}:{n}", ButtonStyle.primary) for n, text in told])]


def _number(place: str, index: int, number: str, label: Label, points: bool) -> Button:
    """Return the button of a numbered place; an answer without a place is a word."""
    if not label.at:
        return button(option_text(label, points), f"p1:pick:{place}:{index}", ButtonStyle.secondary)
    text = say("{number} ★", number=number) if label.star else verbatim(number)
    return button(text, f"p1:pick:{place}:{index}", ButtonStyle.primary)


def _other_pages(page: Page) -> list[int]:
    """Return the pages that have buttons: all if they are few, else the first, the neighbours and the last."""
    near = {0, page.number - 1, page.number + 1, page.pages - 1}
    wanted = range(page.pages) if page.pages <= PAGE_BUTTONS else sorted(near)
    return [number for number in wanted if number != page.number and 0 <= number < page.pages]


def _turn_page(place: str, prompt: Prompt[Any], page: Page, to: int) -> Button:
    """Return the button to another page, named by its first and last answer."""
    size = page.end - page.first if page.number < page.pages - 1 else page.first // page.number
    first, last = to * size, min(len(prompt.options), (to + 1) * size) - 1
    names = numbers(prompt) if prompt.form == "places" else tuple(option.key for option in prompt.options)
    return button(say("{first} – {last}", first=names[first], last=names[last]), f"p1:page:{place}:{to}")
