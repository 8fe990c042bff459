"""The catalogues: complete, the same fields in all languages, short enough for Discord, set as the language is set."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from gettext import c2py
from random import Random
from typing import Any

import pytest
from babel.messages.catalog import Message
from babel.messages.plurals import get_plural

from cogs.lobby.terms import GUIDANCE, PACE_NAMES, POINTS, SEATINGS, TIMEOUT_ACTIONS
from cogs.messages import update_catalogue
from cogs.play.answers import in_menu, option_text
from cogs.shell.languages import catalogues, read_catalogue, sentences
from cogs.shell.reader import Reader
from rules import GAMES
from rules.choice import Prompt, walk
from rules.game import DEALER, AnyGame, conversation
from rules.text import say
from tests.examples import many
from tests.playing import at_random, play_out, with_states
from tests.test_sentences import FILES, all_said, tree
from trials.local_bot import known_languages

LANGUAGES = tuple(catalogues())
WORD = re.compile(r"[^\W\d_]")
FIELD = re.compile(r"\{\w+\}")
# What is called so in English, too; nothing else stays as it is by oversight.
SAME = {
    "de": {"Djinns of the Lake", "Option: {title}.", "Pause", "Schlossgarten", "pause", "server", "text", "{people} in {place}"},
    "fr": {
        "**{game}** · table {table}",
        "{game} · table {table}",
        "({points} points)",
        "Djinns of the Lake",
        "Figures",
        "Pause",
        "Permissions",
        "Schlossgarten",
        "Table {table}",
        "Tables…",
        "arcade",
        "arcades",
        "assistant",
        "figure",
        "joker",
        "options",
        "pause",
        "points",
        "statue",
        "table",
        "table {table}",
        "triangle",
        "{cost} ({points} points)",
        "{seat} {points} point",
        "{seat} {points} points",
        "{count} assistant",
        "{count} assistants",
        "{count} minute",
        "{count} minutes",
        "{count} point",
        "{count} points",
        "{points} points",
    },
}
# By the function that makes it: the argument that is shown, and how long it may be.
SHOWN = {
    "Label": (0, 80),
    "Menu": (0, 150),
    "Picker": (1, 150),
    "button": (0, 80),
    "menu": (0, 150),
    "people_menu": (0, 150),
}
# By the table that holds them.
TABLES = {
    "FIELDS": 45,
    "KEEP": 80,
    "MOVE": 80,
    "MUTE": 80,
    "REMINDERS": 100,
    "SWITCHES": 80,
}
TYPED = re.compile(r"`[^`]*`|\d:\d")
UNUSUAL = {  # what no text of the language has
    "de": re.compile(r"[\"'”’—]|\.\.\.| -(?= )"),
    "fr": re.compile(
        r"[\"'“”„—]|\.\.\.|(?<!\u202f)[;!?»]|(?<!\u00a0):|«(?!\u202f)"
        r"|\b(?:de|le|que|se) \{(?:name|seat)\}"  # before names such as Ada they lose their vowel
    ),
}


@cache
def messages(language: str) -> list[Message]:
    return [message for message in read_catalogue(catalogues()[language]) if message.id]


def translations(language: str) -> Iterator[tuple[str, str]]:
    """English and translation, of plurals each of its forms."""
    for message in messages(language):
        english, translated = sentences(message.id), sentences(message.string)
        for number, sentence in enumerate(translated):
            yield str(english[min(number, len(english) - 1)]), sentence or ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogue_has_the_plurals_of_its_language(language: str) -> None:
    catalogue = read_catalogue(catalogues()[language])
    usual = get_plural(language.replace("-", "_"))
    assert (catalogue.num_plurals, catalogue.plural_expr.strip("()")) == (usual.num_plurals, usual.plural_expr.strip("()"))
    form = c2py(catalogue.plural_expr)
    assert {form(number) for number in range(1000)} == set(range(catalogue.num_plurals))
    plural = [message for message in catalogue if message.pluralizable]
    assert plural
    assert all(len(message.string or "") == catalogue.num_plurals for message in plural)


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogue_has_exactly_the_sentences_of_the_source(language: str) -> None:
    update = update_catalogue(catalogues()[language], all_said())
    assert (update.untranslated, update.fuzzy, update.obsolete) == (0, 0, 0)
    assert not update.due, "make messages"


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_english_by_oversight(language: str) -> None:
    found = {other for english, other in translations(language) if other == english and WORD.search(FIELD.sub("", other))}
    assert found <= SAME.get(language, set())


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language in UNUSUAL])
def test_it_is_set_as_the_language_is_set(language: str) -> None:
    wrong = [sentence for _, sentence in translations(language) if UNUSUAL[language].search(TYPED.sub("", sentence))]
    assert wrong == []


def shown() -> Iterator[tuple[str, int]]:
    """The sentences that are labels, and how long they may be."""
    for path in FILES:
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SHOWN:
                place, most = SHOWN[node.func.id]
                yield from ((sentence, most) for sentence in literals(node.args[place : place + 1]))
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id in TABLES:
                yield from ((sentence, TABLES[node.targets[0].id]) for sentence in literals([node.value]))


def literals(values: list[ast.expr]) -> Iterator[str]:
    """Return the sentences of this source."""
    for node in (node for value in values for node in ast.walk(value)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("say", "say_n"):
            yield from (each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str))


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_of_the_house_are_shown_whole(language: str) -> None:
    found = set(shown())
    assert found >= {("Undo", 80), ("Choose a table", 150), ("Quiet hours", 45)}
    known = dict(translations(language))
    assert [known[english] for english, most in found if len(known.get(english, "")) > most] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_terms_fit_behind_their_captions(language: str) -> None:
    told = Reader((), language, translate=known_languages().translate(language)).bare
    for about, choices in (
        (say("Time limit"), PACE_NAMES),
        (say("When time is up"), TIMEOUT_ACTIONS),
        (say("Order of the seats"), SEATINGS),
        (say("Points of an answer"), POINTS),
        (say("Guidance with each question"), GUIDANCE),
    ):
        assert told(about) != str(about)
        assert [choice for choice in map(told, choices.values()) if len(f"{told(about)} · {choice}") > 100] == []


def asked(game: AnyGame, seats: int, seed: int) -> Iterator[Prompt[Any]]:
    """The questions of a game that is played at random."""
    random = Random(seed)
    moves = play_out(game, at_random(game.key), seats, frozenset(), random)
    for state, move in with_states(game.setup(seats, frozenset()), moves):
        if move.seat != DEALER:
            yield from walk(conversation(game, state, move.seat), move.path).answered


@pytest.mark.sampled
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_labels_of_the_games_are_shown_whole(key: str, language: str) -> None:
    game, reader = GAMES[key], Reader(["Maximiliane"] * 4, language, translate=known_languages().translate(language))
    told = [(reader.bare(topic.title), 80) for topic in game.topics()]
    for prompt in (prompt for seed in range(many(1, 10)) for prompt in asked(game, max(game.seats), seed)):
        told.append((reader.bare(prompt.question), 150))
        most, labels = (
            100 if in_menu(prompt, points=True, tell=reader.bare) else 80,
            [option.shown() for option in prompt.options],
        )
        told += [(reader.bare(option_text(each, points=True)), most) for each in labels if prompt.form != "places" or not each.at]
    assert {text for text, most in told if len(text) > most} == set()
