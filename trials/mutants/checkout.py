"""A copy of a checkout in which tests are run, with one mutant after another."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
from importlib.util import cache_from_source
from pathlib import Path

from trials.mutants.places import FOLDERS, Edit

SHORT = "not long and not trial and not process and not browser"
CPU_SECONDS = 120  # of a mutant's tests
WALL_SECONDS = 900  # of tests that wait for something that never comes
TESTS = 150  # at most, for a mutant
TESTS_SECONDS = 60.0  # at most, as long as they take by themselves
PLUGIN = "covered_lines"


class Checkout:
    """A copy of a checkout, without what is not part of it; ``name`` is the one of its results."""

    def __init__(self, source: Path, name: str, scratch: Path) -> None:
        self.name, self.at = name, scratch / name
        if not self.at.exists():
            leave = shutil.ignore_patterns(".git", ".venv", "var", "__pycache__", ".*_cache", ".hypothesis")
            shutil.copytree(source, self.at, ignore=leave)
            (self.at / ".venv").symlink_to(source.resolve() / ".venv")

    def pytest(self, words: list[str], *, limited: bool, **settings: str) -> int | None:
        """Run tests one after another, always in the same order; return the status, or None if they took too long."""
        limit = set_limit if limited else None
        environment = {**os.environ, "PYTHONHASHSEED": "1", **settings}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:randomly", "--tb=line", *words]
        with (self.at.parent / f"{self.name}.log").open("wb") as log:
            process = subprocess.Popen(
                command, cwd=self.at, env=environment, stdout=log, stderr=log, start_new_session=True, preexec_fn=limit
            )
            try:
                status = process.wait(WALL_SECONDS if limited else None)
            except subprocess.TimeoutExpired:
                status = -signal.SIGXCPU
            finally:
                end_group(process)
        return None if status in (-signal.SIGXCPU, -signal.SIGKILL) else status

    def cover(self, result: Path, without: list[str]) -> None:
        """Write down which tests run which lines, if that is not known yet; leave out these files and folders of tests."""
        if result.exists():
            return
        words = ["-p", PLUGIN, "-m", SHORT, *(f"--ignore={path}" for path in without)]
        passing = result.with_suffix(".passing")
        folder = str(Path(__file__).parent)
        self.pytest(
            words, limited=False, PYTHONPATH=folder, COVERED_FOLDERS=" ".join(FOLDERS), COVERED_RESULT=str(passing.resolve())
        )
        passing.rename(result)

    def try_mutant(self, path: str, number: int, edit: Edit, tests: list[str]) -> str:
        """Run tests with one line changed until one fails; return ``killed by …``, ``killed by time`` or ``survived``.

        A test that fails without the change as well is left out.
        """
        tests, file = [*tests], self.at / path
        source = file.read_text(encoding="utf-8")
        while tests:
            try:
                write(file, changed(source, number, edit))
                killer = self.first_failure(tests)
            finally:
                write(file, source)
            if killer is None or killer == "time" or killer not in tests:
                return "survived" if killer is None else f"killed by {killer}"
            if self.first_failure([killer]) is None:
                return f"killed by {killer}"
            tests.remove(killer)
        return "survived"

    def first_failure(self, tests: list[str]) -> str | None:
        """Return the first test that fails, a file that cannot be read, ``time``, or None if all of them pass."""
        failures = self.at / ".pytest_cache" / "v" / "cache" / "lastfailed"
        failures.unlink(missing_ok=True)
        status = self.pytest(["-x", *tests], limited=True)
        if status is None:
            return "time"
        if status == 0:
            return None
        found: dict[str, bool] = json.loads(failures.read_text(encoding="utf-8")) if failures.exists() else {}
        return next(iter(found), f"status {status}")


def set_limit() -> None:
    """Allow this process no more processor time than a mutant may take."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 5))


def end_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and whatever it has begun."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def changed(source: str, number: int, edit: Edit) -> str:
    """Return a module with one line changed."""
    lines = source.split("\n")
    text = lines[number - 1]
    bare = text.strip()
    lines[number - 1] = text.replace(bare, edit.of(bare), 1)
    return "\n".join(lines)


def write(file: Path, source: str) -> None:
    """Write a module; its compiled form goes, as it may be of the same second and size."""
    file.write_text(source, encoding="utf-8")
    Path(cache_from_source(str(file))).unlink(missing_ok=True)


def cheapest(tests: dict[str, float], numbers: list[int]) -> list[str]:
    """Return the names of these tests, cheap ones first, as many as a mutant may have."""
    chosen, spent = list[str](), 0.0
    names = [*tests]
    for name in sorted((names[number] for number in numbers), key=lambda name: tests[name]):
        spent += tests[name]
        if len(chosen) == TESTS or (chosen and spent > TESTS_SECONDS):
            break
        chosen.append(name)
    return chosen
