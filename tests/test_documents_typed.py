"""Everything that documents tell people to type in a terminal is known to the program."""

from __future__ import annotations

import re
import runpy
import shlex
import sys
from pathlib import Path

import pytest

from bot import arguments

ROOT = Path(__file__).parents[1]
DOCUMENTS = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md"))
TEXT = "\n".join(file.read_text() for file in DOCUMENTS)
BOT = re.compile(r"bot\.py((?: (?!#)[^\s`]+)*)")
MODULE = re.compile(r"python -m ((?:bench|trials|players|rules|render)(?: [\w-]+)?)([^`#\n]*)")
OPTION = re.compile(r"(?<=\s)--?[a-z][\w-]*")
MAKE = re.compile(r"`make ([\w-]+)|^make ([\w-]+)", re.MULTILINE)
SETTING = re.compile(r"\b(?:PARTERRE|CONTAINER|POSTGRES|DISCORD)_[A-Z_]+\b")
PATH = re.compile(r"`([\w.-]+/[\w./-]*)`")
OWN = {path.name for path in ROOT.iterdir() if path.is_dir()} - {"var"}
TUTORIAL = "beds"  # the game that a tutorial makes
INVENTED = re.compile(rf"{TUTORIAL}|[A-Z]{{4}}\.json|docs/it/|locales/it/|words-it|pt_BR")  # in paths of examples
SUBCOMMANDS = {"backup", "verify", "restore", "results", "ratings", "copy", "processes"}


@pytest.mark.parametrize("typed", sorted(set(BOT.findall(TEXT))))
def test_bot_understands_the_commands_of_documents(typed: str) -> None:
    words = [word.rstrip(".,;:") for word in shlex.split(typed.replace("%Y%m%d-%H%M", "").split(" (")[0])]
    known = [word for word in words if word.startswith("-") or word in SUBCOMMANDS]
    arguments(words if known and words[0] in known else known)


def test_documents_name_options_that_programs_have(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    named: dict[str, set[str]] = {}
    for program, rest in MODULE.findall(TEXT):
        words = program.split()
        small = len(words) > 1 and words[1].islower() and TUTORIAL not in words
        named.setdefault(program if small and words[0] != "render" else words[0], set()).update(OPTION.findall(f" {rest} "))
    assert len(named) > 10

    for program, options in named.items():
        monkeypatch.setattr(sys, "argv", [*program.split(), "--help"])
        with pytest.raises(SystemExit):
            runpy.run_path(str(ROOT / program.split()[0] / "__main__.py"), run_name="__main__")
        known = set(re.findall(r"(?<![\w-])--?[a-z][\w-]*", capsys.readouterr().out))
        assert options <= known, f"python -m {program} has no {options - known}"


def test_documents_name_targets_of_make() -> None:
    known = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = {first or second for first, second in MAKE.findall(TEXT)}
    assert named
    assert named <= known


def test_documents_name_settings_that_are_read() -> None:
    sources = [*ROOT.glob("*.py"), *ROOT.glob("*.yaml"), ROOT / ".env.example"]
    sources += [file for room in ("cogs", "host", "tests") for file in (ROOT / room).rglob("*.py")]
    known = set(SETTING.findall("\n".join(file.read_text() for file in sources if file.name != Path(__file__).name)))
    assert set(SETTING.findall(TEXT)) <= known


def test_documents_name_paths_that_exist() -> None:
    named = {path for path in PATH.findall(TEXT) if path.split("/")[0] in OWN and not INVENTED.search(path)}
    assert len(named) > 20
    assert [path for path in named if not (ROOT / path).exists()] == []
