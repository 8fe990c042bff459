"""Pseudo-translate the bot: every sentence in ‹brackets›, each vowel with an accent, and 40 % longer.

Text that does not look like this was not translated; a sentence without its closing bracket was cut. Pseudo-translated text can
be read back into English.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from math import ceil
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from cogs.messages import collect_messages
from cogs.shell.languages import Language

LOCALE = "el"  # under which it is found: what Babel writes for it has no Latin letters
OPEN, CLOSE, FILL = "‹", "›", "ø"
LONGER = 0.4
WORD = 6  # letters of what is filled in, at most
ACCENTS = str.maketrans("aeiouyAEIOUY", "áéíóúýÁÉÍÓÚÝ")
ENGLISH = str.maketrans("áéíóúýÁÉÍÓÚÝ", "aeiouyAEIOUY")
FIELD = re.compile(r"(\{\w+\})")
PLAIN = re.compile(r"[aeiouyAEIOUY]")
LETTERS = re.compile(r"[^\W\d_]{2,}")
KEY = re.compile(r"\b(?:[a-z]+-)?[a-z]{0,2}\d+\b")  # such as a3, or pawn-1
CARD = re.compile(r"\b[TPAFo□]{2,3}\b")  # squares of a card side by side, by the letters that are printed there
MARKUP = re.compile(r"^(?:-# |#+ |- |\*\*)?")  # that means something at the beginning of a line only, or at both ends


def pseudo(sentence: str) -> str:
    """Return a sentence in the pseudo-language, with its ``{named}`` fields; leave one without words as it is."""
    parts = FIELD.split(sentence)
    letters = sum(letter.isalpha() for part in parts[::2] for letter in part)
    if not letters:
        return sentence
    head = MARKUP.match(sentence)
    assert head
    tail = "**" if head[0] == "**" and sentence.endswith("**") and len(sentence) > 4 else ""
    body = sentence[len(head[0]) : len(sentence) - len(tail)]
    told = "".join(part if FIELD.fullmatch(part) else part.translate(ACCENTS) for part in FIELD.split(body))
    return f"{head[0]}{OPEN}{told}{_filling(ceil(letters * LONGER), ' ' in body)}{CLOSE}{tail}"


def _filling(letters: int, words: bool) -> str:
    """Return this many filler letters, as words of their own if the sentence has several words."""
    if not words:
        return FILL * letters
    return "".join(f" {FILL * min(WORD, letters - done)}" for done in range(0, letters, WORD))


def in_english(told: str) -> str:
    """Return a pseudo-translated text in English."""
    return re.sub(f"[{OPEN}{CLOSE}]| ?{FILL}+", "", told).translate(ENGLISH)


def foreign(told: str, data: Iterable[str] = ()) -> list[str]:
    """Return the words that were not translated.

    :param data: names and other texts that no language translates.
    """
    for each in sorted(data, key=len, reverse=True):
        told = told.replace(each, "")
    return [word for word in LETTERS.findall(CARD.sub("", KEY.sub("", told))) if PLAIN.search(word)]


@cache
def catalogue() -> Catalog:
    """Return all sentences of the source, translated, without the words of commands, which Discord shows."""
    told = Catalog(LOCALE)
    for message in collect_messages():
        if isinstance(message.id, str) and message.id and not message.context:
            told.add(message.id, pseudo(message.id))
        elif isinstance(message.id, tuple):
            told.add(message.id, tuple(map(pseudo, message.id)))
    return told


@cache
def language() -> Language:
    """Return the pseudo-language."""
    return Language(catalogue())


def write(folder: Path) -> None:
    """Write the catalogue into a folder where the bot finds catalogues."""
    file = folder / LOCALE / "LC_MESSAGES" / "parterre.po"
    file.parent.mkdir(parents=True)
    with file.open("wb") as opened:
        write_po(opened, catalogue())
