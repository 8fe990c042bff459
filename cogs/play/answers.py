"""A prompt as people answer it: numbers of places in the picture, words on buttons, tabs above them; and what each brings."""

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

ROW, MENU, WORDS, MOST = 5, 25, 20, 25
PAGES = 5  # on offer at once
ROOM = 32  # components of a message's 40 for answers and what stands beside them: container, text, picture and controls take 8
LINES = 8  # of what answers bring
PHONE, PADDING = 43, 8  # letters across a phone, and those that a button takes for its rim and a picture


Tell = Callable[[Text], str]


class Page(NamedTuple):
    """Some of a prompt's options: those from ``first`` up to ``end``; page ``number`` of ``pages``, counted from 0."""

    number: int
    pages: int
    first: int
    end: int


def page_of(prompt: Prompt[Any], number: int, beside: int = 0, ends: int = 0) -> Page:
    """A page with as many options as a message holds.

    :param beside: how many components tabs and complete turns are.
    :param ends: how many answers end it all.
    """
    options = len(prompt.options)
    size = MENU if in_menu(prompt) else _size(options, ROOM - beside, ends)
    count = max(1, -(-options // size))
    number = min(number, count - 1)
    return Page(number, count, number * size, min(options, (number + 1) * size))


def _size(options: int, room: int, ends: int) -> int:
    """All if they fit; else whole rows, beside buttons that turn the pages, in whose row stands what ends it all."""
    alone = min(MOST, (room - (1 + ends if ends else 0)) * ROW // (ROW + 1))
    if options <= alone:
        return alone
    for size in range(MOST - ROW, ROW, -ROW):
        turning = min(PAGES, -(-options // size)) - 1
        if size + size // ROW + 1 + turning + ends <= room:
            return size
    return ROW


def paged(place: str, progress: Progress[Any], page: int, offered: tuple[Turn, ...], points: bool, tell: Tell = str) -> Page:
    """A page of the answers beside their tabs and the complete turns on offer."""
    assert progress.prompt is not None
    beside = sum(1 + len(row.buttons) for row in (*turns(place, offered, points), *_tabs(place, progress, tell)))
    return page_of(progress.prompt, page, beside, len(_ends(place, progress)))


def in_menu(prompt: Prompt[Any]) -> bool:
    """Are there too many words for buttons?"""
    return prompt.form != "places" and len(prompt.options) > WORDS


def answers(place: str, progress: Progress[Any], page: Page, points: bool, tell: Tell = str) -> list[Row | Menu]:
    """The buttons and menus of a prompt: tabs, answers, other pages, and the tabs that end it all.

    :param place: what a custom_id of this panel says of table, position and path.
    :param points: may it be told how many points an answer brings?
    :param tell: in the words of whoever is asked, by which it is known how wide tabs are.
    """
    prompt = progress.prompt
    assert prompt is not None
    turn = [_turn_page(place, prompt, page, to) for to in _other_pages(page)]
    return [*_tabs(place, progress, tell), *_options(place, prompt, page, points), *rows([*turn, *_ends(place, progress)])]


def turns(place: str, offered: tuple[Turn, ...], points: bool) -> list[Row]:
    """Complete turns by their letters in the picture, a button each with what it brings."""
    shown = [
        button(joined(" ", verbatim(letter), _own_worth(turn.label, points)), f"p1:turn:{place}:{n}", ButtonStyle.primary)
        for n, (letter, turn) in enumerate(zip(LETTERS, offered, strict=False))
    ]
    return rows(shown)


def turns_in_words(offered: tuple[Turn, ...]) -> Text | None:
    """What the letters of complete turns stand for, and what they bring to others."""
    told = (
        say("**{letter}** {turn}", letter=letter, turn=joined(", ", turn.label.text, turn.label.note, _others_worth(turn.label)))
        for letter, turn in zip(LETTERS, offered, strict=False)
    )
    return say("-# Whole turns: {turns}", turns=joined(" · ", *told)) if offered else None


def called(label: Label, points: bool) -> Text:
    """An option in words, with what it brings."""
    return joined(" ", verbatim("★") if label.star else None, joined(" · ", label.text, _worth_of(label, points)))


def _worth_of(label: Label, points: bool) -> Text | None:
    return gained(label.gain) if label.gain and points else None


def _own_worth(label: Label, points: bool) -> Text | None:
    return gained(label.gain._replace(others=())) if label.gain and points else None


def _others_worth(label: Label) -> Text | None:
    """What it brings to the others; complete turns are offered only where points are told."""
    others = label.gain.others if label.gain else ()
    told = (say("{seat} {points}", seat=who(seat), points=signed(points)) for seat, points in others)
    return joined(", ", *told) if others else None


def what_each_brings(prompt: Prompt[Any], page: Page, points: bool) -> Text | None:
    """A list for answers that are only numbers: some of them, and what they bring or say."""
    if prompt.form != "places":
        return None
    labels = [option.shown() for option in prompt.options]
    gains = [label.gain if label.gain and points else Gain(0) for label in labels]
    every = [_Worth(number, gain, label.note) for number, gain, label in zip(numbers(prompt), gains, labels, strict=True)]
    told = sorted((each for each in every[page.first : page.end] if each.text), key=lambda each: each.rank)
    groups = [(text, tuple(same)) for text, same in groupby(told, lambda each: each.text)]
    lines = [
        say("-# **{numbers}**: {brings}", numbers=tuple(each.number for each in same), brings=text)
        for text, same in groups[:LINES]
    ]
    listed = [each for _, same in groups[:LINES] for each in same]
    rest = [each.gain.own for each in every if each not in listed]
    if points and groups[LINES:] and max(rest) <= listed[-1].gain.own:
        lines.append(say("-# None of the others brings you more."))
    return joined("\n", *lines) if lines else None


class _Worth(NamedTuple):
    """What one answer brings, as far as it is told in advance."""

    number: str
    gain: Gain
    note: Text | None

    @property
    def text(self) -> Text | str:
        """Nothing where it brings nothing."""
        parts = (gained(self.gain) if self.gain.own or self.gain.others else None, self.note)
        return joined(" · ", *parts) if any(parts) else ""

    @property
    def rank(self) -> tuple[int, int, str]:
        """The most points first, of equal ones those that bring others least; equal texts side by side."""
        return -self.gain.own, sum(points for _, points in self.gain.others), str(self.text)


def _tabs(place: str, progress: Progress[Any], tell: Tell) -> list[Row]:
    found: list[Row] = []
    for depth in progress.tabs:
        taken = progress.path[depth]
        shown = [(n, option.key, option.shown()) for n, option in enumerate(progress.answered[depth].options)]
        found += _narrow([_tab(place, depth, n, label, key == taken) for n, key, label in shown if not label.ends], tell)
    return found


def _narrow(tabs: list[Button], tell: Tell) -> list[Row]:
    """In rows that do not break on a phone, as even as they can be."""
    wide = sum(len(tell(tab.label)) + (PADDING if is_piece(tab.label) else PADDING // 2) for tab in tabs)
    most = -(-len(tabs) // max(1, -(-wide // PHONE)))
    return [row for first in range(0, len(tabs), most) for row in rows(tabs[first : first + most])] if tabs else []


def _tab(place: str, depth: int, index: int, label: Label, taken: bool) -> Button:
    style = ButtonStyle.success if taken else ButtonStyle.secondary
    return button(label.text, f"p1:tab:{place}:{depth}:{index}", style)


def _ends(place: str, progress: Progress[Any]) -> list[Button]:
    """What is no tab, though it stands among them: the answers after which nothing is asked."""
    shown = [(depth, n, option.shown()) for depth in progress.tabs for n, option in enumerate(progress.answered[depth].options)]
    found = [(label.text, f"p1:tab:{place}:{depth}:{n}") for depth, n, label in shown if label.ends]
    return [button(text, custom_id, ButtonStyle.primary) for text, custom_id in found]


def _options(place: str, prompt: Prompt[Any], page: Page, points: bool) -> list[Row | Menu]:
    shown = [(n, prompt.options[n]) for n in range(page.first, page.end)]
    if prompt.form == "places":
        marks = numbers(prompt)
        buttons = [_number(place, n, marks[n], option.shown(), points) for n, option in shown]
        return [*rows(buttons)]
    told = [(n, called(option.shown(), points)) for n, option in shown]
    if in_menu(prompt):
        return [menu(prompt.question, f"p1:menu:{place}", [(text, str(n)) for n, text in told])]
    return [*rows([button(text, f"p1:pick:{place}:{n}", ButtonStyle.primary) for n, text in told])]


def _number(place: str, index: int, number: str, label: Label, points: bool) -> Button:
    """The number of a place; an answer that is nowhere in the picture is a word."""
    if not label.at:
        return button(called(label, points), f"p1:pick:{place}:{index}", ButtonStyle.secondary)
    text = say("{number} ★", number=number) if label.star else verbatim(number)
    return button(text, f"p1:pick:{place}:{index}", ButtonStyle.primary)


def _other_pages(page: Page) -> list[int]:
    """All where they are few, else the first, those beside the present one, and the last."""
    near = {0, page.number - 1, page.number + 1, page.pages - 1}
    wanted = range(page.pages) if page.pages <= PAGES else sorted(near)
    return [number for number in wanted if number != page.number and 0 <= number < page.pages]


def _turn_page(place: str, prompt: Prompt[Any], page: Page, to: int) -> Button:
    """The way to another page, named by its first and last answer."""
    size = page.end - page.first if page.number < page.pages - 1 else page.first // page.number
    first, last = to * size, min(len(prompt.options), (to + 1) * size) - 1
    names = numbers(prompt) if prompt.form == "places" else tuple(option.key for option in prompt.options)
    return button(say("{first} – {last}", first=names[first], last=names[last]), f"p1:page:{place}:{to}")
