"""A game in another language, among people who all read it: no message has an English word."""

from __future__ import annotations

import re

import pytest

from cogs.check import served_locales
from cogs.shell.languages import catalogues, read_catalogue
from rules import GAMES
from tests.journeys import walk
from trials.journey import Journey
from trials.local_bot import known_languages

ONE, *OTHERS = catalogues()
SAMPLE = "ishtar"
WORD = re.compile(r"[^\W\d_]{3,}")  # two may be the signs of a card
# The key of an answer, the letters of a card's buildings, or a word that is cut at the end of a label, such as "architect…".
KEY = re.compile(r"\b[a-z]+-\d+\b|[□A-Z]{3} / [□A-Z]{3}|\w+…")


def only_english(language: str) -> set[str]:
    """The words of our sentences that none of their translations has."""
    messages = [each for each in read_catalogue(catalogues()[language]) if each.id and not each.context]
    return {w for each in messages for w in words(each.id)} - {w for each in messages for w in words(each.string)}


def words(said: object) -> set[str]:
    """Of a sentence, or of all that stand for a plural, without the names of their fields."""
    sentences = (said,) if isinstance(said, str) else said
    assert isinstance(sentences, (tuple, list))
    return {word for each in sentences for word in WORD.findall(re.sub(r"\{\w+\}", " ", each).lower())}


@pytest.mark.parametrize("game", [key if key == SAMPLE else pytest.param(key, marks=pytest.mark.long) for key in GAMES])
@pytest.mark.parametrize("language", [ONE, *(pytest.param(key, marks=pytest.mark.long) for key in OTHERS)])
async def test_game_in_another_language_has_no_english_word(journey: Journey, language: str, game: str) -> None:
    english, journey.game = only_english(language), game
    locale, *_ = served_locales(known_languages(), language)
    assert {"stack", "tile", "turn"} <= english  # so that a sentence that is not translated would be found
    for person in journey.people:
        person.locale = locale
    await walk.play_and_look(journey)
    lines = walk.sent(journey.told)
    aim = known_languages().translate(language)(GAMES[game].topics()[0].title)
    assert any(aim in line for line in lines)
    assert {word: line for line in lines for word in WORD.findall(KEY.sub(" ", line).lower()) if word in english} == {}
