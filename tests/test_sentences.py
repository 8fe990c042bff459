"""Every sentence is a literal where it is said, or marked where it is written: so an extractor finds it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set
from functools import cache
from pathlib import Path

import pytest

from cogs.messages import KEYWORDS, ROOMS, ROOT, collect_messages

# Where kinds of values are made, of which nothing is translated.
KINDS = {"rules/text.py", "host/mentions.py", "cogs/shell/reader.py"}
LITERALS = {"say": 1, "say_n": 2, "message": 1, "word": 2}
MARK = "message"
FILES = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]


all_said = cache(collect_messages)  # the source does not change while tests run


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def assigned(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Names and what they are given."""
    match node:
        case ast.Assign(targets=[target], value=value) | ast.AnnAssign(target=target, value=ast.expr() as value):
            yield from ((each.id, value) for each in ast.walk(target) if isinstance(each, ast.Name))
        case ast.For(target=target, iter=value):
            yield from ((each.id, value) for each in ast.walk(target) if isinstance(each, ast.Name))


def is_marked(value: ast.expr, names: Set[str]) -> bool:
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
        case ast.Dict(values=values):
            return all(is_marked(each, names) for each in values)
        case ast.Tuple(elts=values) | ast.List(elts=values):
            plain = any(isinstance(each, ast.Constant) and isinstance(each.value, str) for each in values)
            return not plain and any(is_marked(each, names) for each in values)
    return False


def closed(given: list[tuple[str, ast.expr]], known: Set[str] = frozenset()) -> frozenset[str]:
    """The names of marked sentences and of tables of them, these among them."""
    found = frozenset(known)
    while more := {name for name, value in given if name not in found and is_marked(value, found)}:
        found |= more
    return found


@cache
def constants() -> frozenset[str]:
    """Yield the names that other modules may import."""
    return closed([pair for path in FILES for node in tree(path).body for pair in assigned(node)])


@cache
def marked(path: Path) -> frozenset[str]:
    """Those of a module, and those that it imports."""
    nodes = list(ast.walk(tree(path)))
    imported = {alias.name for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names}
    return closed([pair for node in nodes for pair in assigned(node)], constants() & imported)


def sentences(call: ast.Call) -> list[ast.expr]:
    """Return the literals of a call that the extractor must find."""
    return call.args[: LITERALS.get(call.func.id, 0)] if isinstance(call.func, ast.Name) else []


def unfound(path: Path) -> Iterator[str]:
    """The calls with something that no extractor finds."""
    for node in ast.walk(tree(path)):
        said = sentences(node) if isinstance(node, ast.Call) else []
        if not all(isinstance(each, ast.Constant) or is_marked(each, marked(path)) for each in said):
            yield f"{path.name}:{node.lineno}: {ast.unparse(node)[:100]}"


def test_every_keyword_is_looked_at() -> None:
    assert LITERALS.keys() == KEYWORDS.keys()


@pytest.mark.parametrize("room", ROOMS)
def test_every_sentence_is_a_literal_or_marked(room: str) -> None:
    paths = [path for path in FILES if path.is_relative_to(ROOT / room) and path.relative_to(ROOT).as_posix() not in KINDS]
    assert paths
    assert [call for path in paths for call in unfound(path)] == []


def test_sentences_that_cannot_be_collected_are_found(tmp_path: Path) -> None:
    file = tmp_path / "planted.py"
    file.write_text(
        'GOOD = {"a": message("A {x}"), "b": message("B {x}")}\n'
        'PLAIN = {"a": "A {x}"}\n'
        'one, other = say(GOOD["a"], x=1), say(GOOD["a"] if one else GOOD["b"], x=1)\n'
        'say(PLAIN["a"], x=1)\n'
        'say("one" if other else "other")\n'
        'say(f"A {one}")\n'
        'say_n("{count} step", PLAIN["a"], 2)\n'
        'for number, sentence in ((1, message("C")),):\n'
        "    say(sentence)\n"
        'word("command", one)\n',
        encoding="utf-8",
    )
    assert [call.split(":")[1] for call in unfound(file)] == ["4", "5", "6", "7", "10"]
