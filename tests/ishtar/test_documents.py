"""RULES.md names only tests and functions that exist."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
RULES = HERE.parents[1] / "rules" / "ishtar"
TEXT = (RULES / "RULES.md").read_text(encoding="utf-8")
TESTS = [name for path in HERE.glob("test_*.py") for name in re.findall(r"^def (test_\w+)", path.read_text(), re.MULTILINE)]


def test_every_named_test_exists() -> None:
    for name, more in re.findall(r"`(test_\w+)(…?)`", TEXT):
        assert any(test.startswith(name) if more else test == name for test in TESTS), name


def test_every_named_function_exists() -> None:
    for module, name in re.findall(r"`([a-z_]+)\.(\w+)`", TEXT.replace(".py`", "`")):
        path = RULES / f"{module}.py"
        if path.exists():
            assert re.search(rf"^(?:def |class )?{name}\b", path.read_text(), re.MULTILINE), f"{module}.{name}"
        else:
            assert (module, name) == ("game", "winners"), module


def test_every_ruling_has_a_test() -> None:
    for number in range(1, 27):
        assert any(re.search(rf"_ru{number}(_|$)", test) for test in TESTS), number


def test_every_case_has_a_test() -> None:
    for number in range(1, 51):
        assert any(re.search(rf"_t{number}(_|$)", test) for test in TESTS), number
