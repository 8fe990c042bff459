"""Every sentence is a literal where it is said, or marked where it is written: so an extractor finds it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from cogs.messages import KEYWORDS, ROOMS, ROOT

# Where kinds of values are made, of which nothing is translated.
KINDS = {"rules/text.py", "host/mentions.py", "cogs/shell/reader.py"}
LITERALS = {"say": 1, "say_n": 2, "message": 1, "word": 2}
MARK = "message"
FILES = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def assigned(path: Path) -> Iterator[tuple[str, ast.expr]]:
    """Names and what they are given."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Assign):
            yield from ((target.id, node.value) for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            yield node.target.id, node.value


def is_marked(value: ast.expr, names: set[str]) -> bool:
    """Is this a marked sentence, a table of such, or one out of a table?"""
    match value:
        case ast.Call(func=ast.Name(id=called)):
            return called == MARK
        case ast.Call(func=ast.Attribute(value=table, attr="get")) | ast.Subscript(value=table):
            return is_marked(table, names)
        case ast.Name(id=name):
            return name in names
        case ast.IfExp(body=one, orelse=other):
            return is_marked(one, names) and is_marked(other, names)
        case ast.Dict(values=values) | ast.Tuple(elts=values):
            return all(is_marked(each, names) for each in values)
    return False


@cache
def marked() -> set[str]:
    """The names of marked sentences and of tables of them."""
    found, given = set[str](), [pair for path in FILES for pair in assigned(path)]
    while more := {name for name, value in given if name not in found and is_marked(value, found)}:
        found |= more
    return found


def is_found(argument: ast.expr) -> bool:
    return isinstance(argument, ast.Constant) or is_marked(argument, marked())


def sentences(call: ast.Call) -> list[ast.expr]:
    """What must be found of a call."""
    return call.args[: LITERALS.get(call.func.id, 0)] if isinstance(call.func, ast.Name) else []


def unfound(path: Path) -> Iterator[str]:
    """The calls with something that no extractor finds."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and not all(map(is_found, sentences(node))):
            yield f"{path.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node)[:100]}"


def test_every_keyword_is_looked_at() -> None:
    assert LITERALS.keys() == KEYWORDS.keys()


@pytest.mark.parametrize("room", [room for room in ROOMS if room != "rules"])
def test_every_sentence_is_a_literal_or_marked(room: str) -> None:
    paths = [path for path in FILES if path.is_relative_to(ROOT / room) and path.relative_to(ROOT).as_posix() not in KINDS]
    assert paths
    assert [call for path in paths for call in unfound(path)] == []
