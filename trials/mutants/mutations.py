"""Make small textual mutants of Python functions: an operator swap_operator, a number one larger, a statement left out."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

MUTATED_FOLDERS = ("rules", "host")
RETURN_NONE, PASS = "return None", "pass"
SWAPPED_OPERATORS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Edit:
    """A change of one line: bytes ``start`` to ``end``, counted without indentation, become ``new``."""

    start: int
    end: int
    new: str

    @property
    def operator(self) -> bool:
        """Return whether the edit replaces an operator or a constant, not a whole statement."""
        return self.new not in (RETURN_NONE, PASS)

    def of(self, text: str) -> str:
        """Return the line, given without indentation, after the change."""
        raw = text.encode()
        return (raw[: self.start] + self.new.encode() + raw[self.end :]).decode()


@dataclass(frozen=True)
class Line:
    """A line of a function, known by its text, as files change their lengths between two checkouts."""

    function: str  # with the names of the classes and functions around it
    text: str  # without indentation
    copy: int  # 1 is the second line of the function with the same text


@dataclass(frozen=True)
class Mutant:
    """A change of a line that two checkouts share, with the file and the line number in each of them."""

    line: Line
    edit: Edit
    places: tuple[tuple[str, int], tuple[str, int]]

    @property
    def name(self) -> str:
        """Return a line with the mutant's place in the first checkout and its change."""
        (path, number), _ = self.places
        return f"{path}:{number} {self.line.function}: {self.line.text}  →  {self.edit.of(self.line.text)}"


def functions(node: ast.AST, around: str = "") -> Iterator[tuple[str, Function]]:
    """Yield all functions of a module with their full names, inner ones after the ones around them."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef | Function):
            name = f"{around}.{child.name}".lstrip(".")
            if isinstance(child, Function):
                yield name, child
            yield from functions(child, name)
        else:
            yield from functions(child, around)


def lines_of(source: str) -> Iterator[tuple[Line, int]]:
    """Yield the lines of all functions of a module, with their numbers."""
    texts = source.split("\n")
    for name, function in functions(ast.parse(source)):
        seen: defaultdict[str, int] = defaultdict(int)
        for number in range(function.body[0].lineno, (function.end_lineno or 0) + 1):
            text = texts[number - 1].strip()
            yield Line(name, text, seen[text]), number
            seen[text] += 1


def own_nodes(function: Function) -> Iterator[ast.AST]:
    """Yield all nodes of the body of a function that belong to no inner function."""
    waiting: list[ast.AST] = [*function.body]
    while waiting:
        node = waiting.pop()
        if not isinstance(node, Function | ast.ClassDef):
            yield node
            waiting += ast.iter_child_nodes(node)


def edits(source: str) -> Iterator[tuple[int, Edit]]:
    """Yield all changes of a module that this module knows, each with the number of the line it changes."""
    texts = [line.encode() for line in source.split("\n")]
    for _, function in functions(ast.parse(source)):
        for node in own_nodes(function):
            for number, start, end, new in find_changes(node, texts):
                indent = len(texts[number - 1]) - len(texts[number - 1].lstrip())
                yield number, Edit(start - indent, end - indent, new)


def find_changes(node: ast.AST, texts: list[bytes]) -> Iterator[tuple[int, int, int, str]]:
    """Yield the changes of a node: line number, first byte, end, new text."""
    match node:
        case ast.Compare():
            for left, operator, right in zip([node.left, *node.comparators], node.ops, node.comparators, strict=False):
                yield from swap_operator(left, right, *SWAPPED_OPERATORS[type(operator)], texts)
        case ast.BinOp(op=ast.Add()):
            yield from swap_operator(node.left, node.right, "+", "-", texts)
        case ast.BinOp(op=ast.Sub()):
            yield from swap_operator(node.left, node.right, "-", "+", texts)
        case ast.BoolOp():
            words = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
            for left, right in zip(node.values, node.values[1:], strict=False):
                yield from swap_operator(left, right, *words, texts)
        case ast.UnaryOp(op=ast.Not()) if node.lineno == node.operand.lineno:
            yield node.lineno, node.col_offset, node.col_offset + len("not "), ""
        case ast.Constant(value=bool()):
            yield from replace_node(node, str(not node.value))
        case ast.Constant(value=int() as value):
            yield from replace_node(node, str(value + 1))
        case ast.Return(value=ast.expr() as value) if not (isinstance(value, ast.Constant) and value.value is None):
            yield from replace_node(node, RETURN_NONE)
        case ast.AugAssign() | ast.Raise():
            yield from replace_node(node, PASS)
        case ast.Expr() if not isinstance(node.value, ast.Constant | ast.Yield | ast.YieldFrom):
            yield from replace_node(node, PASS)
        case _:
            pass


def replace_node(node: ast.expr | ast.stmt, new: str) -> Iterator[tuple[int, int, int, str]]:
    """Exchange a node of one line."""
    if node.lineno == node.end_lineno and node.end_col_offset is not None:
        yield node.lineno, node.col_offset, node.end_col_offset, new


def swap_operator(left: ast.expr, right: ast.expr, old: str, new: str, texts: list[bytes]) -> Iterator[tuple[int, int, int, str]]:
    """Exchange the operator between two operands, if all of them are on one line."""
    if left.end_lineno == right.lineno and left.end_col_offset is not None:
        between = texts[right.lineno - 1][left.end_col_offset : right.col_offset]
        word = re.escape(old) if not old.isascii() or not old[0].isalpha() else rf"\b{old}\b"
        if found := re.search(word.encode(), between):
            yield right.lineno, left.end_col_offset + found.start(), left.end_col_offset + found.end(), new


def modules(tree: Path, folder: str) -> list[Path]:
    """Return the modules of a folder of a checkout, sorted."""
    return sorted((tree / folder).rglob("*.py"))


def shared(tree: Path, other: Path, folder: str) -> Iterator[tuple[Line, list[Edit], tuple[tuple[str, int], tuple[str, int]]]]:
    """Yield the lines of a folder that are in the same function of another checkout as well, with the changes of each.

    Files may have other names there, if the function with that line is in one of them alone.
    """
    there: defaultdict[Line, dict[str, int]] = defaultdict(dict)
    for path in modules(other, folder):
        for line, number in lines_of(path.read_text(encoding="utf-8")):
            there[line][path.relative_to(other).as_posix()] = number
    for path in modules(tree, folder):
        source, name = path.read_text(encoding="utf-8"), path.relative_to(tree).as_posix()
        known: defaultdict[int, list[Edit]] = defaultdict(list)
        for number, edit in edits(source):
            known[number].append(edit)
        for line, number in lines_of(source):
            found = there.get(line, {})
            if number in known and (name in found or len(found) == 1):
                old = name if name in found else next(iter(found))
                yield line, known[number], ((name, number), (old, found[old]))


def choose(tree: Path, other: Path, count: int, seed: int) -> list[Mutant]:
    """Draw mutants of lines that both checkouts share, at most one of a line.

    Each folder has as many. Two of three exchange an operator or a constant, as almost any test notices a missing statement.
    """
    chosen: list[Mutant] = []
    for folder, room in zip(MUTATED_FOLDERS, (count - count // 2, count // 2), strict=True):
        random, drawn = Random(f"{seed} {folder}"), set[tuple[tuple[str, int], tuple[str, int]]]()
        lines = [(places, line, known) for line, known, places in shared(tree, other, folder)]
        for operators, wanted in ((True, room - room // 3), (False, room // 3)):
            fit = [(places, line, [edit for edit in known if edit.operator == operators]) for places, line, known in lines]
            fit = [each for each in fit if each[2] and each[0] not in drawn]
            for places, line, known in random.sample(fit, min(wanted, len(fit))):
                drawn.add(places)
                chosen.append(Mutant(line, random.choice(known), places))
    return chosen
