"""Every paragraph of the rules that code or a test cites is in the game's ``RULES.md``."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PARAGRAPH = r"(?:R\d+\.\d+|(?:E|T|RU|N|P)\d+)"
CITED = re.compile(rf"(?<![\w.-]){PARAGRAPH}(?=[a-zA-Z]?(?![\w-]))")
TESTED = re.compile(r"^(?:async )?def test_(r\d+_\d+|(?:e|t|ru|n|p)\d+)[a-z]?_", re.MULTILINE)
STATED = re.compile(rf"^(?:[-*] |\| )?(?:\*\*)?({PARAGRAPH})\b", re.MULTILINE)
SPECIFIED = sorted(path.parent.name for path in ROOT.glob("rules/*/RULES.md"))


def files(game: str) -> list[Path]:
    rooms = ("rules", "render", "tests", "tests/render")
    return [path for room in rooms for path in sorted((ROOT / room / game).rglob("*.py"))]


def citations(text: str) -> set[str]:
    """Paragraphs named in comments and docstrings, and in the names of tests; points of one, as in R3.8a, are its own."""
    return set(CITED.findall(text)) | {name.upper().replace("_", ".") for name in TESTED.findall(text)}


@pytest.mark.parametrize("game", SPECIFIED)
def test_every_citation_is_found(game: str) -> None:
    """A paragraph is stated where it begins a line, a point of a list, or a row of a table."""
    stated = set(STATED.findall((ROOT / "rules" / game / "RULES.md").read_text()))
    for path in files(game):
        unknown = citations(path.read_text()) - stated
        assert not unknown, f"{path.relative_to(ROOT)} cites {', '.join(sorted(unknown))}: not in rules/{game}/RULES.md."
