"""Play as people do, by the buttons and menus of a panel or by typing; chance chooses, or a given move."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from rules.choice import Conversation, Path
from sandbox.answer import Answer
from sandbox.client import Person
from trials.clicks import clicks
from trials.screen import enabled, has_question, is_preview, menu_of, other_pages_and_tabs

Choose = Callable[[Any, Random], Path]  # a complete path for the seat whose view it is
TURNING = 0.5  # how often a player turns a page or tab before an answer
MOST_WORDS = 20  # of a typed move
MOVE_IDS = ("p1:pick", "p1:menu", "p1:confirm")  # of components whose ids name the table and its seq


async def press(person: Person, prefix: str, shown: Answer) -> Answer:
    """Press the first enabled button whose custom_id begins with a prefix.

    :raises LookupError: if there is none.
    """
    found = enabled(shown, prefix)
    if not found:
        raise LookupError(f"{person.name} sees no {prefix} in {shown}")
    return await person.press(found[0], shown)


async def confirm(person: Person, preview: Answer) -> Answer:
    """Confirm a move; return the panel that follows."""
    return await press(person, "p1:confirm", preview)


async def answer_at_random(person: Person, panel: Answer, random: Random, *, turning: float = TURNING) -> Answer:
    """Give one answer: press a button, or choose from a menu, perhaps on another page or tab.

    :param turning: how often another page or tab is opened first.
    :raises LookupError: if the panel asks nothing.
    """
    pages = other_pages_and_tabs(panel)
    if pages and random.random() < turning:
        panel = await person.press(random.choice(pages), panel)
        if is_preview(panel):  # a tab that asks nothing
            return panel
    if buttons := enabled(panel, "p1:pick"):
        return await person.press(random.choice(buttons), panel)
    if menu := menu_of(panel, "p1:menu"):
        return await person.press(menu.custom_id, panel, values=[random.choice(menu.options)[1]])
    raise LookupError(f"{person.name} is asked nothing by {panel}")


async def type_at_random(person: Person, random: Random, **options: Any) -> Answer:
    """Follow random completions of ``/move`` until they are a whole move; return the answer to it.

    :param options: further ones of the command, such as ``table``.
    :raises LookupError: if they never become a move.
    """
    line = ""
    for _ in range(MOST_WORDS):
        choices = await person.complete("move", "move", line, **options)
        if not choices:
            break
        line = str(random.choice(choices)["value"])
        answer = await person.slash("move", move=line, **options)
        if not has_question(answer):
            return answer
        line += " "
    raise LookupError(f"{line!r} does not become a move")


async def answer_by_path(person: Person, panel: Answer, conversation: Conversation[Any], path: Path) -> Answer:
    """Give the answers of a path, turning tabs and pages where they are needed; return the preview."""
    ids = [each.custom_id for each in (*panel.buttons, *panel.selects)]
    _, _, table, seq, *_ = next(each for each in ids if each.startswith(MOVE_IDS)).split(":")
    for custom_id in clicks(int(table), int(seq), conversation, path):
        if custom_id.startswith("p1:tab"):
            panel = await person.press(custom_id, panel)
        else:
            panel = await _answer_with(person, panel, custom_id.rpartition(":")[2])
    return panel


async def _answer_with(person: Person, panel: Answer, index: str) -> Answer:
    """Give the answer with this index, on whichever page it is; a page has buttons to the pages before and after it.

    :raises AssertionError: if it is neither on this page nor on a later one.
    """
    shown, seen = panel, set[str]()
    while True:
        if button := next((each for each in enabled(shown, "p1:pick") if each.endswith(f":{index}")), None):
            return await person.press(button, shown)
        menu = menu_of(shown, "p1:menu")
        if menu and index in [value for _, value in menu.options]:
            return await person.press(menu.custom_id, shown, values=[index])
        page = next((each for each in reversed(enabled(shown, "p1:page")) if each not in seen), None)
        if page is None:
            raise AssertionError(f"answer {index} is on no page of {shown}")
        seen.add(page)
        shown = await person.press(page, shown)
