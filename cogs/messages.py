"""``python -m cogs.messages``: finds what Parterre says, and brings the catalogues in ``locales/`` up to date with it.

Each catalogue then holds what the source says and nothing else, sorted by file; what is translated stays.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import write_po

from cogs.shell.languages import catalogues, is_translated, read
from rules import GAMES

ROOT = Path(__file__).parents[1]
ROOMS = ("cogs", "host", "players", "render", "rules")
# As pybabel has them: say, say_n:1,2, message, word:1c,2.
KEYWORDS: Mapping[str, Any] = {"say": None, "say_n": (1, 2), "message": None, "word": ((1, "c"), 2)}
WIDTH = 130
WORD = re.compile(r"[^\W\d_]|[:;!?“”%]")  # or a sign that is set otherwise in other languages
HEADER = """# Parterre in {name}.
msgid ""
msgstr ""
"Project-Id-Version: Parterre\\n"
"Language: {locale}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"
"""


class Update(NamedTuple):
    """What a catalogue becomes, and how complete it is."""

    file: Path
    content: bytes
    messages: int
    untranslated: int
    fuzzy: int
    obsolete: int

    @property
    def due(self) -> bool:
        """Is the catalogue not like this yet?"""
        return self.file.read_bytes() != self.content

    def __str__(self) -> str:
        return f"{self.messages} messages, {self.untranslated} untranslated, {self.fuzzy} fuzzy; {self.obsolete} obsolete removed"


def calls(file: Any, keywords: Collection[str], tags: Any, options: Any) -> Iterator[tuple[int, Any, Any, Any]]:
    """For Babel: line, function, literals and comments of the calls of these functions, however deep within others."""
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.Call) and (name := _called(node.func)) in keywords:
            yield node.lineno, name, [_literal(argument) for argument in node.args] or [None], []


def _called(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else ""


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def sources() -> Iterator[Path]:
    """Yield the files whose sentences are translated: all but those of games that are not complete yet."""
    unfinished = {key for key, game in GAMES.items() if not game.complete}
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            if unfinished.isdisjoint({*path.relative_to(ROOT).parts, path.stem}):
                yield path


def said() -> Catalog:
    """Return all sentences of the source."""
    found = Catalog()
    for path in sources():
        with path.open("rb") as file:
            for line, sentence, _, kind in sorted(extract(calls, file, KEYWORDS), key=lambda each: each[0]):
                found.add(sentence, locations=[(path.relative_to(ROOT).as_posix(), line)], context=kind)
    return found


def updated(file: Path, source: Catalog) -> Update:
    """A catalogue with what the source says now.

    :raises ValueError: if it is none.
    """
    catalogue = read(file)
    known: Mapping[Any, Message] = {(each.id, each.context): each for each in catalogue if each.id}
    for sentence, kind in known:
        catalogue.delete(sentence, kind)
    catalogue.obsolete.clear()
    for each in filter(lambda each: each.id, source):
        old = known.get((each.id, each.context))
        catalogue.add(
            each.id,
            old.string if old and any(old.string or ()) else _without_words(each),
            each.locations,
            old.flags if old else (),
            user_comments=old.user_comments if old else (),
            context=each.context,
        )
    messages = [each for each in catalogue if each.id]
    return Update(
        file=file,
        content=_header(file, catalogue) + _written(catalogue),
        messages=len(messages),
        untranslated=sum(not is_translated(each) for each in messages),
        fuzzy=sum(each.fuzzy for each in messages),
        obsolete=sum(catalogue.get(*key) is None for key in known),
    )


def _without_words(message: Message) -> str | None:
    """What is nothing but fields and signs is its own translation until somebody writes another."""
    sentence = message.id
    return sentence if isinstance(sentence, str) and not WORD.search(re.sub(r"\{\w+\}", "", sentence)) else None


def _header(file: Path, catalogue: Catalog) -> bytes:
    """The header as it stands there, or one for a language that has begun with an empty file."""
    header = file.read_bytes().split(b"\n\n")[0].rstrip()
    name = file.parents[1].name
    made = HEADER.format(name=Locale.parse(name).english_name, locale=name, plurals=catalogue.plural_forms)
    return (header or made.encode().rstrip()) + b"\n\n"


def _written(catalogue: Catalog) -> bytes:
    file = BytesIO()
    write_po(file, catalogue, width=WIDTH, omit_header=True, sort_by_file=True, include_lineno=False)
    return file.getvalue().rstrip() + b"\n"


def due() -> Iterator[str]:
    """A sentence for each catalogue that ``make messages`` would change; what is no catalogue is left out."""
    source = said()
    for name, file in catalogues().items():
        try:
            if updated(file, source).due:
                yield f"The catalogue {name} is not what the source says: make messages"
        except ValueError:
            continue


def main() -> int:
    """Write what has changed; a line for each language."""
    source, faults = said(), 0
    for name, file in catalogues().items():
        try:
            update = updated(file, source)
        except ValueError as error:
            sys.stdout.write(f"{name}: cannot be read, and stays as it is: {error}\n")
            faults += 1
            continue
        sys.stdout.write(f"{name}: {update}\n")
        if update.due:
            file.write_bytes(update.content)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
