"""All languages of the page have the same words, and every word is used."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel import Locale

from sandbox import words
from sandbox.tools import FAULTS, PERMISSIONS

SANDBOX = Path(words.__file__).parent
SAME = {"Sandbox", "Options", "Bot", "App", "ALT", "minutes", "Status", "Description", "{0}", "Discord: {0}"}
UNITS = ("minute", "hour", "day", "month", "year")
OTHERS = words.languages()[1:]


def texts(language: str) -> dict[str, str]:
    """Return each word with all its forms."""
    return {key: word if isinstance(word, str) else " ".join(word.values()) for key, word in words.words(language).items()}


def shapes(language: str) -> dict[str, set[str]]:
    """Return the parameters of each word."""
    return {key: set(re.findall(r"\{\d\}", text)) for key, text in texts(language).items()}


def test_english_is_the_first_language() -> None:
    assert words.languages()[0] == words.ENGLISH
    assert len(OTHERS) == len({*OTHERS} - {words.ENGLISH}) > 0


@pytest.mark.parametrize("language", OTHERS)
def test_languages_have_the_same_words_and_parameters(language: str) -> None:
    assert shapes(language) == shapes(words.ENGLISH)


@pytest.mark.parametrize("language", words.languages())
def test_plural_forms_are_complete(language: str) -> None:
    forms = Locale.parse(language, sep="-").plural_form.tags
    for key, word in words.words(language).items():
        assert isinstance(word, str) or {"other", *(forms & {"one"})} <= set(word) <= {"other", *forms}, key


@pytest.mark.parametrize("language", OTHERS)
def test_no_word_is_left_in_english(language: str) -> None:
    english = words.words(words.ENGLISH)
    same = {str(word) for key, word in words.words(language).items() if word == english[key]}
    assert same <= SAME


def test_french_uses_its_own_spaces_and_apostrophes() -> None:
    wrong = re.compile(r"[^\u00a0]:|[^\u202f][;!?»]|«[^\u202f]|'")
    assert [text for text in texts("fr").values() if wrong.search(text)] == []


def test_every_word_is_used() -> None:
    said = {f"fault_{key}" for key in FAULTS} | {*PERMISSIONS} | {f"one_{unit}" for unit in UNITS}
    for path in [*SANDBOX.glob("*.py"), *SANDBOX.glob("page/*.js"), *SANDBOX.glob("page/*.html")]:
        said |= set(re.findall(r"""["'](\w+)["']""", path.read_text()))
    assert set(words.words(words.ENGLISH)) <= said


def test_every_used_word_is_known() -> None:
    asked = re.compile(r"""(?:\bt\(|UserError\(|Refusal\(\[|group\(|labelled\(|#button\(|data-(?:say|name)(?:": |=))"(\w+)\"""")
    said = {
        key for path in SANDBOX.rglob("*.*") if path.suffix in (".py", ".js", ".html") for key in asked.findall(path.read_text())
    }
    assert len(said) > 100
    assert said <= set(words.words(words.ENGLISH))
