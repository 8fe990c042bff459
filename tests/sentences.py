"""List every sentence beside its translations, for people who proofread a catalogue: `python -m tests.sentences`.

In the order of the source: room, file and what stands there, function and what it is for; then the sentence in all languages.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from cogs.messages import ROOT, collect_messages
from cogs.shell.languages import catalogues, read_catalogue

PAGE = ROOT / "var" / "sentences.html"
STYLE = """body{font:15px/1.4 sans-serif;margin:1em}table{border-collapse:collapse;width:100%;table-layout:fixed}
td{border:1px solid #ccc;padding:.3em .5em;vertical-align:top;white-space:pre-wrap}small{color:#666}"""

Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


class Sentence(NamedTuple):
    """Hold a sentence with its translations, its place and the purpose of that place."""

    file: str
    about: str
    where: str
    told: tuple[str, ...]


def sentences(rooms: Sequence[str]) -> Iterator[Sentence]:
    """Yield the sentences of the source, in its order; only those of these rooms or files, if any are named."""
    languages = [read_catalogue(file) for file in catalogues().values()]
    places = sorted((path, line, message) for message in collect_messages() if message.id for path, line in message.locations)
    for path, found in groupby(places, key=lambda each: each[0]):
        if rooms and not path.startswith(tuple(rooms)):
            continue
        tree = ast.parse((ROOT / path).read_text())
        for _, line, message in found:
            kept = [language.get(message.id, message.context) for language in languages]
            told = (_shown(message.id), *(_shown(each.string) if each else "" for each in kept))
            where = f"{message.context}: {_where(tree, line)}" if message.context else _where(tree, line)
            yield Sentence(path, _first_line(tree), where, told)


def _shown(side: str | Sequence[str | None] | None) -> str:
    return side if isinstance(side, str) else "\n".join(each or "" for each in side or ())


def _where(tree: ast.Module, line: int) -> str:
    """Return the innermost function or class around a line with its docstring, or else a constant's name."""
    around = [node for node in ast.walk(tree) if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or 0)]
    named = [node for node in around if isinstance(node, Definition)]
    if named:
        inner = max(named, key=attrgetter("lineno"))
        return " – ".join(filter(None, (inner.name, _first_line(inner))))
    return next((ast.unparse(node).split("=")[0].split(":")[0].strip() for node in around), "")


def _first_line(node: ast.Module | Definition) -> str:
    return (ast.get_docstring(node) or "").partition("\n")[0]


def page(found: Sequence[Sentence]) -> str:
    """Return the sentences as a page of HTML, with a table for each file."""
    parts = [f"<!doctype html><meta charset=utf-8><title>Sentences</title><style>{STYLE}</style>"]
    for (file, about), rows in groupby(found, key=lambda each: each[:2]):
        parts.append(f"<h2>{escape(file)}</h2><p>{escape(about)}</p><table>")
        for row in rows:
            cells = "".join(f"<td>{escape(told) or '<b>–</b>'}</td>" for told in row.told)
            parts.append(f"<tr><td><small>{escape(row.where)}</small></td>{cells}</tr>")
        parts.append("</table>")
    return "\n".join(parts)


def lines(found: Sequence[Sentence], languages: Sequence[str]) -> str:
    """Return the sentences as text for a terminal."""
    parts: list[str] = []
    for (file, about), rows in groupby(found, key=lambda each: each[:2]):
        parts.append(f"\n## {file} – {about}")
        for where, same in groupby(rows, key=attrgetter("where")):
            parts.append(f"# {where}")
            parts += ["\n".join(f"{name} {told!r}" for name, told in zip(languages, row.told, strict=True)) for row in same]
    return "\n".join(parts)


def main() -> None:
    """Write the page, or the lines."""
    parser = argparse.ArgumentParser(prog="python -m tests.sentences", description="What is said, beside its translations.")
    parser.add_argument("rooms", nargs="*", help="only those whose files begin so, such as cogs/play or rules/djinns")
    parser.add_argument("--text", action="store_true", help="print them instead of making a page")
    chosen = parser.parse_args()
    languages = ("en", *catalogues())
    found = list(sentences(chosen.rooms))
    if chosen.text:
        sys.stdout.write(lines(found, languages) + "\n")
        return
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(found))
    sys.stdout.write(f"{len(found)} sentences in {PAGE.relative_to(Path.cwd())}\n")


if __name__ == "__main__":
    main()
