"""``python -m cogs.messages``: collect the sentences of the source, and update the catalogues in ``locales/``.

Afterwards each catalogue holds exactly the sentences of the source, sorted by file, with the translations it had.
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

from cogs.shell.languages import catalogues, is_translated, read_catalogue
from rules import GAMES

ROOT = Path(__file__).parents[1]
ROOMS = ("cogs", "host", "players", "render", "rules")
# As pybabel has them: say, say_n:1,2, message, word:1c,2.
KEYWORDS: Mapping[str, Any] = {"say": None, "say_n": (1, 2), "message": None, "word": ((1, "c"), 2)}
LINE_CHARACTERS = 130
WORD = re.compile(r"[^\W\d_]|[:;!?“”%]")  # or a sign with other spacing in other languages
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
    """The new content of a catalogue, and its completeness."""

    file: Path
    content: bytes
    messages: int
    untranslated: int
    fuzzy: int
    obsolete: int

    @property
    def due(self) -> bool:
        """Return whether the file differs from the new content."""
        return self.file.read_bytes() != self.content

    def __str__(self) -> str:
        return f"{self.messages} messages, {self.untranslated} untranslated, {self.fuzzy} fuzzy; {self.obsolete} obsolete removed"


def find_calls(file: Any, keywords: Collection[str], tags: Any, options: Any) -> Iterator[tuple[int, Any, Any, Any]]:
    """Yield line, function name, literals and comments of each call of these functions, in the form that Babel expects."""
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


def collect_messages() -> Catalog:
    """Return a catalogue of all sentences in the source."""
    found = Catalog()
    for path in sources():
        with path.open("rb") as file:
            for line, sentence, _, kind in sorted(extract(find_calls, file, KEYWORDS), key=lambda each: each[0]):
                found.add(sentence, locations=[(path.relative_to(ROOT).as_posix(), line)], context=kind)
    return found


def update_catalogue(file: Path, source: Catalog) -> Update:
    """Return a catalogue's new content for the present source.

    :raises ValueError: if the file is no catalogue.
    """
    catalogue = read_catalogue(file)
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
    """Return the message if it has no words, as it needs no translation; else None."""
    sentence = message.id
    return sentence if isinstance(sentence, str) and not WORD.search(re.sub(r"\{\w+\}", "", sentence)) else None


def _header(file: Path, catalogue: Catalog) -> bytes:
    """Return the header of a file; a new one if the file is empty."""
    header = file.read_bytes().split(b"\n\n")[0].rstrip()
    name = file.parents[1].name
    made = HEADER.format(name=Locale.parse(name).english_name, locale=name, plurals=catalogue.plural_forms)
    return (header or made.encode().rstrip()) + b"\n\n"


def _written(catalogue: Catalog) -> bytes:
    file = BytesIO()
    write_po(file, catalogue, width=LINE_CHARACTERS, omit_header=True, sort_by_file=True, include_lineno=False)
    return file.getvalue().rstrip() + b"\n"


def outdated_catalogues() -> Iterator[str]:
    """Yield a sentence for each catalogue that ``make messages`` would change; broken files are skipped."""
    source = collect_messages()
    for name, file in catalogues().items():
        try:
            if update_catalogue(file, source).due:
                yield f"The catalogue {name} is not what the source says: make messages"
        except ValueError:
            continue


def main() -> int:
    """Update all catalogues, print a line for each language, and return the exit status."""
    source, faults = collect_messages(), 0
    for name, file in catalogues().items():
        try:
            update = update_catalogue(file, source)
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
