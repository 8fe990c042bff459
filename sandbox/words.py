"""Read the words of the page: a JSON file for each language beside the page, which reads them itself.

A word is a text with `{0}`, `{1}` for what differs, or one such text for each plural form of the first of these.
"""

import json
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).with_name("page")
ENGLISH = "en-US"
STEM = "words-"
Word = str | dict[str, str]
Said = list[str | float]  # the key of a word, then what differs


def languages() -> list[str]:
    """Return the languages of the page by the names of their files, such as `de` or `pt-BR`, English first."""
    found = sorted(path.stem.removeprefix(STEM) for path in FOLDER.glob(f"{STEM}*.json"))
    return sorted(found, key=lambda each: each != ENGLISH)


@cache
def words(language: str) -> dict[str, Word]:
    """Return all words of a language by their keys."""
    return json.loads((FOLDER / f"{STEM}{language}.json").read_text(encoding="utf-8"))


def in_english(key: str, *values: str | float) -> str:
    """Return the English text of a key of the page, with these values filled in."""
    word = words(ENGLISH)[key]
    if isinstance(word, dict):
        word = word["one" if values[0] == 1 else "other"]
    return word.format(*values)


class UserError(LookupError, ValueError):
    """Report that an action of a person is not possible. The page says why in their language, other places in English."""

    def __init__(self, key: str, *values: str | float) -> None:
        super().__init__(in_english(key, *values))
        self.said: Said = [key, *values]
