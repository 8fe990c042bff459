"""``python -m rules new``: a new game is whole at once, and touches no file of others."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rules.new import CannotBegin, begin

ROOT = Path(__file__).parents[1]


def sources() -> list[str]:
    """Return the paths of all files of the project."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [name for name in listed.split("\0") if name]


def project(folder: Path) -> Path:
    """Return a copy of the project."""
    for name in sources():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, file)
    return folder


def small_project(folder: Path) -> Path:
    """Return a folder with what `begin` reads."""
    for name in ("rules", "tests"):
        (folder / name).mkdir()
    shutil.copy(ROOT / "tests" / "toy.py", folder / "tests")
    return folder


def test_new_game_has_rules_and_tests(tmp_path: Path) -> None:
    files = begin("wild_flowers", small_project(tmp_path))
    assert {file.relative_to(tmp_path).as_posix() for file in files} == {
        "rules/wild_flowers/__init__.py",
        "rules/wild_flowers/RULES.md",
        "tests/wild_flowers/__init__.py",
        "tests/wild_flowers/invariants.py",
        "tests/wild_flowers/test_rules.py",
    }
    rules = (tmp_path / "rules/wild_flowers/__init__.py").read_text()
    assert 'key="wild_flowers", complete=False, title=say("Wild Flowers")' in rules
    assert "def check(" not in rules
    assert "def check(" in (tmp_path / "tests/wild_flowers/invariants.py").read_text()


@pytest.mark.parametrize("key", ["", "x", "Nim", "3x3", "two words", "../up", "a" * 40])
def test_bad_key_is_refused(tmp_path: Path, key: str) -> None:
    with pytest.raises(CannotBegin, match="no key"):
        begin(key, small_project(tmp_path))
    assert list((tmp_path / "rules").iterdir()) == []


def test_existing_folder_stays_as_it_is(tmp_path: Path) -> None:
    begin("nim", small_project(tmp_path))
    rules = tmp_path / "rules/nim/__init__.py"
    rules.write_text("mine")
    with pytest.raises(CannotBegin, match="there already"):
        begin("nim", tmp_path)
    assert rules.read_text() == "mine"


@pytest.mark.long
@pytest.mark.process
def test_shared_tests_pass_or_skip_a_new_game(tmp_path: Path) -> None:
    folder = project(tmp_path)
    subprocess.run([sys.executable, "-m", "rules", "new", "nim"], cwd=folder, check=True)
    marks = "not long and not trial and not process and not browser"
    words = ["-q", "-p", "no:cacheprovider", "-n", "2", "-k", "nim", "-m", marks, "tests"]
    run = subprocess.run([sys.executable, "-m", "pytest", *words], cwd=folder, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout[-3000:]
    assert all((folder / name).read_bytes() == (ROOT / name).read_bytes() for name in sources() if name.endswith(".py"))
