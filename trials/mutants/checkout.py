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

from trials.mutants.mutations import MUTATED_FOLDERS, Edit

SHORT = "not long and not trial and not process and not browser"
CPU_SECONDS = 120  # of a mutant's tests
WALL_SECONDS = 300  # of tests that wait for something that never comes
TESTS = 150  # at most, for a mutant
TESTS_SECONDS = 60.0  # at most, as long as they take by themselves
PLUGIN = "covered_lines"


class Checkout:
    """A copy of a checkout without caches and version control; ``name`` names the copy and its results."""

    def __init__(self, source: Path, name: str, scratch: Path) -> None:
        self.at, self.log = scratch / name, scratch / f"{name}.log"
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
        with self.log.open("wb") as log:
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
        """Write down which tests run which lines, if that is not known yet; leave out these files and folders of tests.

        :raises SystemExit: when no test passes.
        """
        if result.exists():
            return
        words = ["-p", PLUGIN, "-m", SHORT, *(f"--ignore={path}" for path in without)]
        unfinished = result.with_suffix(".unfinished")
        folder = str(Path(__file__).parent)
        self.pytest(
            words,
            limited=False,
            PYTHONPATH=folder,
            COVERED_FOLDERS=" ".join(MUTATED_FOLDERS),
            COVERED_RESULT=str(unfinished.resolve()),
        )
        if not json.loads(unfinished.read_text(encoding="utf-8"))["tests"]:
            raise SystemExit(f"No test passes in {self.at}: {self.log.read_text()[-2000:]}")
        unfinished.rename(result)

    def try_mutant(self, path: str, number: int, edit: Edit, tests: list[str]) -> str:
        """Run tests with one line changed until one fails; return ``killed by …``, ``killed by time`` or ``survived``."""
        file = self.at / path
        source = file.read_text(encoding="utf-8")
        try:
            write(file, changed(source, number, edit))
            killers = self.failures(["-x", *tests])
        finally:
            write(file, source)
        return f"killed by {killers[0]}" if killers else "survived"

    def failures(self, words: list[str]) -> list[str]:
        """Run tests; return those that fail, files that cannot be imported, or ``time``."""
        kept = self.at / ".pytest_cache" / "v" / "cache" / "lastfailed"
        kept.unlink(missing_ok=True)
        status = self.pytest(words, limited=True)
        if status == 0:
            return []
        if status is None:
            return ["time"]
        found: dict[str, bool] = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
        return [*found] or [f"status {status}"]


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
    """Return the fastest of these tests, at most `TESTS` of them, within `TESTS_SECONDS`."""
    chosen, spent = list[str](), 0.0
    names = [*tests]
    for name in sorted((names[number] for number in numbers), key=lambda name: tests[name]):
        spent += tests[name]
        if len(chosen) == TESTS or (chosen and spent > TESTS_SECONDS):
            break
        chosen.append(name)
    return chosen
