"""The controls that answer a prompt, in rows that fit a phone: tabs, buttons with words or numbers of places, menus, pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from discord import ButtonStyle

from cogs.shell.components import Button, Menu, Row, button, menu
from cogs.shell.reader import clip
from rules.choice import LETTERS, Label, Progress, Prompt, numbers
from rules.game import Turn
from rules.text import Text, joined, say, verbatim
from rules.wording import gained, signed

ROW_BUTTONS = 5
MENU_OPTIONS = 25
PAGE_ANSWERS = 12  # with more buttons, the picture above them leaves a phone's screen
LONE_PAGE_ANSWERS, LONE_PAGE_ROWS = 15, 3  # a single page has no row of buttons to others
SCREEN_ROWS = 6  # of tabs and answers; with a picture as high as wide, they fill a phone's screen
FULL_ROWS = 4  # of answers in words with the points of others; with more, those are left out
PAGE_COMPONENTS = 3  # the row and the buttons to the pages before and after
ANSWER_COMPONENTS = 30  # of a message's 40; container, text, picture and two rows of five controls take 10
NOTE_LETTERS = 6  # of a note on the button of a number
LIST_CHARACTERS = 2500  # of a message's 4000
PHONE_LETTERS = 44  # across a phone
LABEL_LETTERS = 42  # of a button with its rim: iOS cuts or wraps longer ones
BUTTON_LETTERS = 4  # letters that the rim of a button takes
NARROW, WIDE = frozenset(" ·.,:’il"), frozenset("0123456789+−")


Tell = Callable[[Text], str]


class Page(NamedTuple):
    """A page of a prompt's options: those from ``first`` up to, not including, ``end``; ``number`` is counted from 0.

    ``rows`` is the number of rows that its answers may take.
    """

    number: int
    pages: int
    first: int
    end: int
    rows: int


def page_of(options: int, number: int, size: int, rows: int = SCREEN_ROWS) -> Page:
    """Return a page of options with ``size`` on each; the last page if the number is too high."""
    count = max(1, -(-options // size))
    number = min(number, count - 1)
    return Page(number, count, number * size, min(options, (number + 1) * size), rows)


def fit_page(place: str, progress: Progress[Any], page: int, offered: tuple[Turn, ...], points: bool, tell: Tell = str) -> Page:
    """Return the page of answers that fits beside the tabs and the complete turns on offer."""
    prompt = progress.prompt
    assert prompt is not None
    above, ends = [*turn_buttons(place, offered, points), *_tabs(place, progress, tell)], _ends(place, progress)
    rows = max(1, SCREEN_ROWS - len(above) - bool(ends))
    if in_menu(prompt, points, tell, rows):
        return page_of(len(prompt.options), page, MENU_OPTIONS, rows)
    size, count = min(PAGE_ANSWERS, prompt.page or PAGE_ANSWERS), len(prompt.options)
    if prompt.form == "places":
        room = ANSWER_COMPONENTS - len(ends) - bool(ends) - sum(1 + len(row.buttons) for row in above)
        buttons = _numbers(place, prompt, range(min(LONE_PAGE_ANSWERS, count)), points, tell)
        if count <= (prompt.page or LONE_PAGE_ANSWERS) and _fitting(buttons, min(rows, LONE_PAGE_ROWS), room, tell) is None:
            return page_of(count, page, count, rows)
        size = _fitting(buttons[:size], rows, room + bool(ends) - PAGE_COMPONENTS, tell) or size
    return page_of(count, page, size, rows)


def _fitting(buttons: Sequence[Button], rows: int, room: int, tell: Tell) -> int | None:
    """Return how many of these buttons fit in ``rows`` rows and ``room`` components; None if all do."""
    for size in range(len(buttons), 0, -1):
        packed = len(pack(buttons[:size], tell))
        if packed <= rows and size + packed <= room:
            return size if size < len(buttons) else None
    return 1


def in_menu(prompt: Prompt[Any], points: bool, tell: Tell = str, rows: int = SCREEN_ROWS) -> bool:
    """Return whether answers in words need more rows than buttons may take on a phone, so that they become a menu."""
    return prompt.form != "places" and not _words("", prompt, points, tell, rows)


def pack(buttons: Sequence[Button], tell: Tell = str) -> list[Row]:
    """Return buttons in as few rows as do not wrap on a phone, evenly filled.

    :param tell: returns a text in the person's language, to measure how wide it is.
    """
    wide = [_letters(each.label, tell) for each in buttons]
    for count in range(-(-len(buttons) // ROW_BUTTONS), len(buttons) + 1):
        rows = list(pairwise([-(-len(buttons) * row // count) for row in range(count + 1)])) if count else []
        if all(end - start == 1 or sum(wide[start:end]) <= PHONE_LETTERS for start, end in rows):
            return [Row(tuple(buttons[start:end])) for start, end in rows]
    raise AssertionError("one button a row always fits")


def _letters(label: Text, tell: Tell) -> float:
    """Return about how wide a button is, in letters."""
    return sum(0.5 if letter in NARROW else 1.2 if letter in WIDE else 1 for letter in tell(label)) + BUTTON_LETTERS


def answer_controls(place: str, progress: Progress[Any], page: Page, points: bool, tell: Tell = str) -> list[Row | Menu]:
    """Return the buttons and menus of a prompt: tabs, answers, other pages, and answers that end the turn.

    :param place: the part of the panel's custom_ids that names table, position and path.
    :param points: show the points that an answer brings.
    :param tell: returns a text in the person's language, to measure how wide it is.
    """
    prompt = progress.prompt
    assert prompt is not None
    beside = [to for to in (page.number - 1, page.number + 1) if 0 <= to < page.pages]
    turn = [_turn_page(place, prompt, page, to) for to in beside]
    answers, last = _answers(place, prompt, page, points, tell), [*turn, *_ends(place, progress)]
    shown = _close_up(answers, last, tell) if turn else [*answers, *pack(last, tell)]
    return [*_tabs(place, progress, tell), *shown]


def _close_up(answers: Sequence[Row | Menu], last: list[Button], tell: Tell) -> list[Row | Menu]:
    """Return the answers with the last buttons in their last row, if they fit there: a phone shows few rows."""
    *above, end = answers
    together = pack([*end.buttons, *last], tell) if isinstance(end, Row) else []
    return [*above, *together] if len(together) == 1 else [*answers, *pack(last, tell)]


def turn_buttons(place: str, offered: tuple[Turn, ...], points: bool) -> list[Row]:
    """Return a button for each complete turn: its letter in the picture and its gain."""
    shown = [
        button(joined(" ", verbatim(letter), _own_worth(turn.label, points)), f"p1:turn:{place}:{n}", ButtonStyle.primary)
        for n, (letter, turn) in enumerate(zip(LETTERS, offered, strict=False))
    ]
    return pack(shown)


def turns_in_words(offered: tuple[Turn, ...], points: bool) -> Text | None:
    """Return the meaning of the letters of complete turns, with their points for everybody; None if no turn is on offer."""
    lines = [
        say("-# **{letter}** {turn}", letter=letter, turn=joined(", ", option_text(turn.label, points), turn.label.note))
        for letter, turn in zip(LETTERS, offered, strict=False)
    ]
    return joined("\n", say("**Whole turns**"), *lines) if offered else None


def option_text(label: Label, points: bool) -> Text:
    """Return an option in words, with its gain."""
    return _starred(label, joined(" · ", label.text, gained(label.gain) if label.gain and points else None))


def _short_text(label: Label, points: bool) -> Text:
    """Return an option in words, with the gain of the person who answers alone."""
    return _starred(label, joined(" · ", label.text, _own_worth(label, points)))


def _starred(label: Label, text: Text) -> Text:
    return joined(" ", verbatim("★"), text) if label.star else text


def _own_worth(label: Label, points: bool) -> Text | None:
    """Return a person's own points; None if they stay the same, or are not shown."""
    return verbatim(signed(label.gain.own)) if points and label.gain and label.gain.own else None


def what_each_brings(prompt: Prompt[Any], page: Page, points: bool) -> Text:
    """Return the answers of a page in words, each with its points for everybody."""
    marks = numbers(prompt) if prompt.form == "places" else ()
    lines: list[Text] = []
    for n in range(page.first, page.end):
        label = prompt.options[n].shown()
        if marks and marks[n] != label.at:  # else its text has the number
            lines.append(say("-# **{number}** {answer}", number=marks[n], answer=option_text(label, points)))
        else:
            words = label if marks else label._replace(text=label.words or label.text)
            told = joined(" · ", option_text(words, points), None if marks else label.note)
            lines.append(say("-# {answer}", answer=told))
    return clip(joined("\n", *lines), LIST_CHARACTERS)


def _tabs(place: str, progress: Progress[Any], tell: Tell) -> list[Row]:
    found: list[Row] = []
    for depth in progress.tabs:
        taken = progress.path[depth]
        shown = [(n, option.key, option.shown()) for n, option in enumerate(progress.answered[depth].options)]
        found += pack([_tab(place, depth, n, label, key == taken) for n, key, label in shown if not label.ends], tell)
    return found


def _tab(place: str, depth: int, index: int, label: Label, taken: bool) -> Button:
    style = ButtonStyle.success if taken else ButtonStyle.secondary
    return button(joined(" ", label.text, verbatim("★") if label.star else None), f"p1:tab:{place}:{depth}:{index}", style)


def _ends(place: str, progress: Progress[Any]) -> list[Button]:
    """Return buttons for those options of a tab row that end the turn."""
    shown = [(depth, n, option.shown()) for depth in progress.tabs for n, option in enumerate(progress.answered[depth].options)]
    return [button(label.text, f"p1:tab:{place}:{depth}:{n}") for depth, n, label in shown if label.ends]


def _answers(place: str, prompt: Prompt[Any], page: Page, points: bool, tell: Tell) -> list[Row] | list[Menu]:
    if prompt.form == "places":
        return pack(_numbers(place, prompt, range(page.first, page.end), points, tell), tell)
    return _words(place, prompt, points, tell, page.rows) or [_menu(place, prompt, page, points)]


def _words(place: str, prompt: Prompt[Any], points: bool, tell: Tell, rows: int) -> list[Row]:
    """Return buttons with words; those with the points of others, too, if they fit, and none if no words fit."""
    if len(prompt.options) > PAGE_ANSWERS:
        return []
    labels = [option.shown() for option in prompt.options]
    for text_of, most in ((option_text, min(FULL_ROWS, rows)), (_short_text, rows)):
        shown = pack([_answer(place, n, text_of(label, points), apart=label.ends) for n, label in enumerate(labels)], tell)
        fits = all(len(tell(each.label)) + BUTTON_LETTERS <= LABEL_LETTERS for row in shown for each in row.buttons)
        if fits and len(shown) <= most:
            return shown
    return []


def _menu(place: str, prompt: Prompt[Any], page: Page, points: bool) -> Menu:
    """Return answers as a menu; their notes and points for others stand below them."""
    shown = [(n, prompt.options[n].shown()) for n in range(page.first, page.end)]
    options = [(_short_text(label, points), str(n)) for n, label in shown]
    below = [_whole_worth(label, points) for _, label in shown]
    return menu(prompt.question, f"p1:menu:{place}", options, notes=below)


def _whole_worth(label: Label, points: bool) -> Text | None:
    """Return the note of an answer and its points for everybody, as far as its short text does not tell them."""
    more = label.gain and (label.gain.others or label.gain.parts or label.gain.up_to)
    told = [part for part in (label.note, gained(label.gain) if points and label.gain and more else None) if part]
    return joined(" · ", *told) if told else None


def _numbers(place: str, prompt: Prompt[Any], shown: range, points: bool, tell: Tell) -> list[Button]:
    """Return the buttons of these places."""
    marks = numbers(prompt)
    return [_number(place, n, marks[n], prompt.options[n].shown(), points, tell) for n in shown]


def _number(place: str, index: int, number: str, label: Label, points: bool, tell: Tell) -> Button:
    """Return the button of a numbered place with its points; an answer without a place is a word."""
    if not label.at:
        return _answer(place, index, option_text(label, points), apart=True)
    short = label.note if label.note and len(tell(label.note)) <= NOTE_LETTERS else None
    name = say("{number} ★", number=number) if label.star else verbatim(number)
    return _answer(place, index, joined(" · ", name, short, _own_worth(label, points)))


def _answer(place: str, index: int, text: Text, *, apart: bool = False) -> Button:
    """Return the button of an answer; ``apart``: less prominent than the others, as it ends the turn or has no place."""
    return button(text, f"p1:pick:{place}:{index}", ButtonStyle.secondary if apart else ButtonStyle.primary)


def _turn_page(place: str, prompt: Prompt[Any], page: Page, to: int) -> Button:
    """Return the button to the page before or after, named by its first and last answer."""
    size = page.end - page.first if page.number < page.pages - 1 else page.first // page.number
    first, last = to * size, min(len(prompt.options), (to + 1) * size) - 1
    names = numbers(prompt)
    span = verbatim(f"{names[first]}–{names[last]}" if first < last else names[first])
    shown = (verbatim("‹"), span) if to < page.number else (span, verbatim("›"))
    return button(joined(" ", *shown), f"p1:page:{place}:{to}")
