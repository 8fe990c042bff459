"""What is told in a language is set as that language is, wherever a translator's keyboard would do it otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from cogs.shell.languages import catalogues, read

TYPED = re.compile(r"`[^`]*`")  # is typed, so it is not set
WRONG = {
    "fr": re.compile(r"'|\"|\.\.\.| [;!?:»]|« |\w[;!?»]|«\w|\w:(?=\s|$)|\d-\d| - "),
    "de": re.compile(r"'|\"|\.\.\.|„\s|\s“|”| - |»|«| [;!?:,]"),
}
DATES = re.compile(r"\d{4}-\d\d-\d\d|\d\d:\d\d-\d\d:\d\d|card-\d+|\d+-\d+(?=[`”“»])")


def told(language: str) -> Iterator[str]:
    """All that is said in a language, a form each, without what is typed."""
    for message in read(catalogues()[language]):
        forms = (message.string,) if isinstance(message.string, str) else message.string or ()
        yield from (TYPED.sub("0", DATES.sub("0", form or "")) for form in forms if message.id)


@pytest.mark.parametrize("language", [language for language in catalogues() if language in WRONG])
def test_signs_and_spaces_are_those_of_the_language(language: str) -> None:
    assert not [sentence for sentence in told(language) if WRONG[language].search(sentence)]


@pytest.mark.parametrize("language", [language for language in catalogues() if language in WRONG])
def test_what_is_wrong_is_found(language: str) -> None:
    assert WRONG[language].search({"fr": "Quel jeu ?", "de": '"Regeln"'}[language])
