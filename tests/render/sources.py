"""Find the files that decide how a picture looks and what a test says of it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

from PIL import __version__ as pillow
from PIL import features

ROOT = Path(__file__).parents[2]
# Other modules of the tests play games: the positions that come of it are inputs of a test.
FOLLOWED = ("render", "rules", "tests.render", "tests.pseudo", "cogs.shell.languages")
LIBRARIES = ("freetype2", "raqm", "zlib")


@cache
def digest_of_sources(game: str, test: Path) -> str:
    """Return a digest of all files on which a test of a game's pictures depends, and of the libraries that draw.

    :param test: the module of the test.
    """
    found = sha256(repr([pillow, *map(features.version, LIBRARIES)]).encode())
    for path in sources(game, test):
        found.update(f"{path.relative_to(ROOT)} {_digest_of_file(path)}\n".encode())
    return found.hexdigest()


def forget() -> None:
    """Forget all files that were read."""
    for kept in (digest_of_sources, _digest_of_file, _imports):
        kept.cache_clear()


def sources(game: str, test: Path) -> list[Path]:
    """Return the drawing code and data of a game and of all games, the test's module, and all that they import of `FOLLOWED`."""
    folders = ("", "fonts", "shapes", game, f"{game}/shapes")
    drawing = [path for folder in folders for path in (ROOT / "render" / folder).glob("*") if path.is_file()]
    return sorted(_with_imports([*drawing, test]))


def _with_imports(paths: Iterable[Path]) -> set[Path]:
    found, waiting = set[Path](), [*paths]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _imports(path) if path.suffix == ".py" else ()
    return found


@cache
def _digest_of_file(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


@cache
def _imports(path: Path) -> list[Path]:
    """Return the files of the modules that a module imports by name, wherever in it."""
    return [file for name in _names(ast.parse(path.read_text())) if _followed(name) for file in _files(name)]


def _names(module: ast.Module) -> Iterator[str]:
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _followed(name: str) -> bool:
    return any(name == room or name.startswith(f"{room}.") for room in FOLLOWED)


def _files(name: str) -> Iterator[Path]:
    place = ROOT.joinpath(*name.split("."))
    return (path for path in (place.with_suffix(".py"), place / "__init__.py") if path.is_file())
