"""A game among people who all read another language, at a table of that language: nothing they are told has an English word."""

from __future__ import annotations

import re

import pytest

from cogs.shell.languages import Languages, catalogues, read
from rules import GAMES
from sandbox.answer import Answer
from sandbox.client import Person
from tests.journeys.house import Journey
from tests.journeys.test_whose_language import begun, press

SAMPLE = "ishtar"
WORD = re.compile(r"[^\W\d_]{3,}")  # two may be the signs of a card
DATA = re.compile(r"(?<!`)`[^`\n]+`(?!`)|\b[a-z]+-\d+\b|<[^>]*>|\(https?://\S+\)")  # what is typed, mentions and addresses
TOLD = ("content", "label", "placeholder", "description", "title")
COMMANDS: tuple[tuple[str, dict[str, object]], ...] = (
    ("board", {}),
    ("board", {"text": True}),
    ("rules", {}),
    ("move", {"move": "klingon"}),
    ("turns", {}),
    ("log", {}),
    ("settings", {}),
    ("help", {}),
    ("game list", {}),
)


class Seen:
    """All that was told in a language, as it was at that time."""

    def __init__(self, language: str) -> None:
        self.english = only_english(language)
        self.lines: list[str] = []

    def look(self, shown: Answer) -> Answer:
        """An answer, or the form that it opened."""
        self.lines += told(shown.message if shown.exists else {}) + told(shown.modal)
        return shown

    def wrong(self) -> dict[str, str]:
        """The English words, and where each was."""
        return {word: line for line in self.lines for word in WORD.findall(DATA.sub(" ", line).lower()) if word in self.english}


def only_english(language: str) -> set[str]:
    """The words of our sentences that none of their translations has."""
    messages = [each for each in read(catalogues()[language]) if each.id and not each.context]
    return {w for each in messages for w in words(each.id)} - {w for each in messages for w in words(each.string)}


def words(said: object) -> set[str]:
    """Of a sentence, or of all that stand for a plural, without the names of their fields."""
    sentences = (said,) if isinstance(said, str) else said
    assert isinstance(sentences, (tuple, list))
    return {word for each in sentences for word in WORD.findall(re.sub(r"\{\w+\}", " ", each).lower())}


def told(message: object) -> list[str]:
    """All that somebody reads in a message or form, or hears of its pictures."""
    if isinstance(message, dict):
        here = [value for key, value in message.items() if key in TOLD and isinstance(value, str)]
        return here + told(list(message.values()))
    return [line for part in message for line in told(part)] if isinstance(message, list) else []


async def play_a_turn(journey: Journey, seen: Seen) -> None:
    """At random by clicks; each panel is looked at."""
    person, former = journey.mover, len(journey.boards)
    panel = seen.look(await press(person, "b1:move", journey.board))
    while found := {each.custom_id.split(":")[1]: each.custom_id for each in panel.buttons if each.custom_id.startswith("p1")}:
        confirm = found.get("confirm")
        panel = await (person.click(custom_id=confirm, on=panel) if confirm else journey.answer(person, panel))
        seen.look(panel)
    seen.look(await journey.next_board(former))


async def look_around(person: Person, seen: Seen) -> None:
    """The board, in words too, all pages of the rules, a wrong move, lists and completions."""
    for name, given in COMMANDS:
        shown = seen.look(await person.slash(name, given))
        for page in [each for each in shown.buttons if each.custom_id.startswith("r1") and not each.disabled]:
            seen.look(await person.click(custom_id=page.custom_id, on=shown))
    seen.lines += [choice["name"].rpartition(" · ")[0] for choice in await person.complete("move", "move", "")]


@pytest.mark.parametrize("game", [key if key == SAMPLE else pytest.param(key, marks=pytest.mark.long) for key in GAMES])
@pytest.mark.parametrize("language", catalogues())
async def test_nothing_that_a_table_is_told_is_english(journey: Journey, language: str, game: str) -> None:
    seen, journey.game = Seen(language), game
    assert {"stack", "tile", "turn"} <= seen.english  # so that a sentence that is not translated would be found
    for person in journey.people:
        person.locale = language
    await begun(journey)
    for _ in range(3):
        await play_a_turn(journey, seen)
    await look_around(journey.mover, seen)
    for person in journey.people:
        seen.lines += [line for message in person.visible() for line in told(message)]
    aim = Languages.load().translate(language)(GAMES[game].topics()[0].title)
    assert any(aim in line for line in seen.lines)
    assert seen.wrong() == {}
