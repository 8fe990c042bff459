"""Mutants change one line, are found in another checkout, and count as killed only if a test fails through them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from trials.mutants import main, tell
from trials.mutants.mutations import choose, edits, shared

LARGER = """\
def larger(one, other):
    if one > other and one != 3:
        return one + 2
    return other


def unused():
    return not True
"""
TESTS = """\
from rules.numbers import larger

def test_first():
    assert larger(5, 4) == 7

def test_second():
    assert larger(4, 5) == 5
"""


def checkout(at: Path, module: str, source: str) -> Path:
    """Write a checkout with one module and its tests."""
    files = {
        module: source,
        "rules/__init__.py": "",
        "host/__init__.py": "",
        "tests/test_numbers.py": TESTS,
        "pytest.ini": "[pytest]",
    }
    for name, text in files.items():
        (at / name).parent.mkdir(parents=True, exist_ok=True)
        (at / name).write_text(text)
    return at


def test_each_edit_changes_one_line() -> None:
    lines = LARGER.split("\n")
    assert {(number, edit.of(lines[number - 1].strip())) for number, edit in edits(LARGER)} == {
        (2, "if one >= other and one != 3:"),
        (2, "if one > other or one != 3:"),
        (2, "if one > other and one == 3:"),
        (2, "if one > other and one != 4:"),
        (3, "return one - 2"),
        (3, "return one + 3"),
        (3, "return None"),
        (4, "return None"),
        (8, "return True"),
        (8, "return not False"),
        (8, "return None"),
    }


def test_text_before_an_edit_may_have_any_letters() -> None:
    line = 'return "für " + x'
    assert {edit.of(line) for _, edit in edits(f"def f():\n    {line}\n")} == {'return "für " - x', "return None"}


def test_lines_are_found_in_renamed_files(tmp_path: Path) -> None:
    new = checkout(tmp_path / "new", "rules/numbers.py", LARGER)
    old = checkout(tmp_path / "old", "rules/sums.py", "\n" + LARGER.replace("return other", "return [other][0]"))
    found = {line.text: places for line, _, places in shared(new, old, "rules")}
    assert found["return one + 2"] == (("rules/numbers.py", 3), ("rules/sums.py", 4))
    assert "return other" not in found


def test_a_seed_draws_the_same_mutants(tmp_path: Path) -> None:
    tree = checkout(tmp_path, "rules/numbers.py", LARGER)
    assert choose(tree, tree, 6, 1) == choose(tree, tree, 6, 1) != choose(tree, tree, 6, 2)
    assert len({mutant.places for mutant in choose(tree, tree, 6, 1)}) == 3


def test_status_is_1_if_the_former_suite_finds_more() -> None:
    assert tell({"a": ["survived (1 of 1 tests)", "killed by x (1 of 1 tests)"], "b": ["not covered", "not covered"]}) == 1
    assert tell({"a": ["killed by time (1 of 1 tests)", "survived (1 of 1 tests)"]}) == 0


@pytest.mark.long
@pytest.mark.process
@pytest.mark.skipif(sys.version_info < (3, 12), reason="sys.monitoring came with Python 3.12")
def test_small_mutants_are_judged_by_the_tests_that_cover_them(tmp_path: Path) -> None:
    tree, results = checkout(tmp_path / "tree", "rules/numbers.py", LARGER), tmp_path / "results"
    for words in (["init", "-q"], ["add", "."], ["-c", "user.name=A", "-c", "user.email=a@b", "commit", "-qm", "one"]):
        subprocess.run(["git", *words], cwd=tree, check=True)
    words = ["--code", str(tree), "--against", str(tree), "--results", str(results), "--count", "8"]
    assert main(words) == 0
    found = json.loads((results / "mutants-1.json").read_text())
    assert {name.split(":")[1]: new.split(" (")[0] for name, (new, _) in found.items()} == {
        "2 larger": "survived",
        "3 larger": "killed by tests/test_numbers.py::test_first",
        "4 larger": "killed by tests/test_numbers.py::test_second",
        "8 unused": "not covered",
    }
    assert (tree / "rules/numbers.py").read_text() == LARGER
