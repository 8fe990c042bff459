"""Colours stand in palettes, and font sizes have names, so that changing one is one line."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import render

PALETTES = ("palette.py", "inks.py")
BRIGHT = 60  # of 255: three numbers of which one is larger are taken for a colour
SMALLEST_FONT_PX = 13  # smaller numbers are lengths
FONTS = {"write": (3,), "width": (1,), "fit": (2, 3), "pill": (1,), "label": (1,), "paragraph": (3, 4), "about": (3, 4)}
"""Functions with the positions of their font sizes."""


def modules() -> Iterator[tuple[str, ast.Module]]:
    """Yield the path of each module below ``render/``, and its code."""
    for path in sorted(render.FOLDER.rglob("*.py")):
        yield path.relative_to(render.FOLDER).as_posix(), ast.parse(path.read_text())


def colours(code: ast.Module) -> list[ast.AST]:
    """Return all literal colours of a module, but not three numbers that get a name each."""
    unpacked = {
        id(node.value) for node in ast.walk(code) if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple)
    }
    return [node for node in ast.walk(code) if is_colour(node) and id(node) not in unpacked]


def is_colour(node: ast.AST) -> bool:
    """Return whether a node is a literal (red, green, blue), or a text such as ``#a0b1c2``."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and node.value.startswith("#") and len(node.value) in (4, 7, 9)
    if not isinstance(node, ast.Tuple) or len(node.elts) != 3:
        return False
    shares = [each.value for each in node.elts if isinstance(each, ast.Constant) and isinstance(each.value, int)]
    return len(shares) == 3 and BRIGHT < max(shares) <= 255


def bare_font_sizes(node: ast.AST) -> Iterator[int]:
    """Yield each number that a call gives as a font size, or that a constant for a font gets."""
    given = list[ast.expr]()
    if isinstance(node, ast.Call):
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        given = [node.args[position] for position in FONTS.get(name, ()) if position < len(node.args)]
    elif isinstance(node, ast.Assign) and "FONT_PX" in ast.unparse(node.targets[0]):
        given = [node.value]
    for part in (part for each in given for part in ast.walk(each)):
        if isinstance(part, ast.Constant) and isinstance(part.value, int) and part.value >= SMALLEST_FONT_PX:
            yield part.value


def test_colours_stand_in_palettes() -> None:
    found = {path for path, code in modules() if Path(path).name not in PALETTES and colours(code)}
    assert not found, "Move colours to render/palette.py or to inks.py of the game."


def test_font_sizes_have_names() -> None:
    found = {path.rpartition("/")[0] for path, code in modules() for node in ast.walk(code) for _ in bare_font_sizes(node)}
    assert not found, "Take sizes from render.layout.font_sizes."


def test_colours_are_found() -> None:
    code = "a = (1, 2, 3)\nb, c, d = 68, 160, 222\ne = f((90, 0, 0), '#a0b1c2')\ng: Ink = (255, 251, 241)"
    assert len(colours(ast.parse(code))) == 3
