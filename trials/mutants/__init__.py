"""Do tests notice small faults of ``rules/`` and ``host/``? Plant mutants in two checkouts, and run the tests that cover them.

A mutant changes a line that both checkouts share. Tests that need processes or a browser are left out. Results are kept in a
folder: a run that was broken off goes on there.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

from trials import options
from trials.mutants.checkout import Checkout, cheapest
from trials.mutants.mutations import Mutant, choose

RESULTS = options.ROOT / "var" / "mutants"


class Suite(NamedTuple):
    """The tests of a checkout, with those that cover each line."""

    checkout: Checkout
    tests: dict[str, float]
    lines: dict[str, list[int]]

    def judge(self, mutant: Mutant, side: int) -> str:
        """Run the tests that cover a mutant; return a line with the result and the number of tests."""
        path, number = mutant.places[side]
        numbers = self.lines.get(f"{path}:{number}", [])
        if not numbers:
            return "not covered"
        tests = cheapest(self.tests, numbers)
        return f"{self.checkout.try_mutant(path, number, mutant.edit, tests)} ({len(tests)} of {len(numbers)} tests)"

    def unsound(self, results: list[str]) -> list[str]:
        """Return the tests that found a mutant according to ``results``, but also fail without a mutant."""
        killers = {result.removeprefix("killed by ").rpartition(" (")[0] for result in results if is_killed(result)}
        tests = sorted(killers & self.tests.keys())
        return self.checkout.failures(tests) if tests else []


def arguments(words: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="python -m trials mutants", description=__doc__)
    options.add_number(parser, "count", 60, "mutants, half of them of each folder")
    options.add_seed(parser)
    parser.add_argument("--code", type=Path, default=options.ROOT, metavar="PATH", help="checkout to test (default: this one)")
    parser.add_argument("--against", type=Path, required=True, metavar="PATH", help="checkout to compare it with")
    parser.add_argument(
        "--without", action="append", default=[], metavar="TESTS", help="tests of the other checkout to leave out"
    )
    parser.add_argument("--results", type=Path, default=RESULTS, help="folder for the results (default: var/mutants)")
    return parser.parse_args(words)


def main(words: list[str]) -> int:
    """Try all mutants and print what came of them; the status is 1 if the other checkout finds more.

    The other checkout begins with the mutants that this one does not find.
    """
    given = arguments(words)
    given.results.mkdir(parents=True, exist_ok=True)
    chosen = choose(given.code, given.against, given.count, given.seed)
    kept = given.results / f"mutants-{given.seed}.json"
    found: dict[str, list[str]] = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    sides = (("new", given.code, list[str]()), ("former", given.against, given.without))
    with tempfile.TemporaryDirectory(dir="/dev/shm", prefix="mutants-") as scratch:
        for side, (name, code, without) in enumerate(sides):
            tests = suite(name, code, without, given.results, Path(scratch))
            for mutant in sorted(chosen, key=lambda mutant: side and is_killed(found[mutant.name][0])):
                results = found.setdefault(mutant.name, [])
                if len(results) == side:
                    results.append(tests.judge(mutant, side))
                    kept.write_text(json.dumps(found, indent=1, ensure_ascii=False), encoding="utf-8")
                    print(mutant.name, f"{name}: {results[side]}", sep="\n    ", flush=True)
            for test in tests.unsound([results[side] for results in found.values()]):
                print(f"{name}: {test} fails without a mutant as well")
    return tell({mutant.name: found[mutant.name] for mutant in chosen})


def suite(name: str, code: Path, without: list[str], results: Path, scratch: Path) -> Suite:
    """Return the tests of a checkout; find out which lines they cover, unless that is kept for its commit."""
    commit = subprocess.check_output(["git", "rev-parse", "--short", "HEAD"], cwd=code, text=True).strip()
    checkout, kept = Checkout(code, name, scratch), results / f"lines-{commit}.json"
    checkout.cover(kept, without)
    held = json.loads(kept.read_text(encoding="utf-8"))
    print(f"{name}: {commit}, {len(held['tests'])} tests pass, {len(held['lines'])} lines are covered", flush=True)
    return Suite(checkout, held["tests"], held["lines"])


def is_killed(result: str) -> bool:
    """Return whether a test has failed."""
    return result.startswith("killed")


def tell(found: dict[str, list[str]]) -> int:
    """Print which mutants each suite of tests finds; return 1 if the suite of the other checkout finds more."""
    for title, pair in (("former alone", [False, True]), ("new alone", [True, False]), ("neither", [False, False])):
        for name, results in found.items():
            if [*map(is_killed, results)] == pair:
                print(f"{title}: {name}", *results, sep="\n    ")
    new, former = (sum(is_killed(results[side]) for results in found.values()) for side in (0, 1))
    both = sum(all(map(is_killed, results)) for results in found.values())
    print(f"{len(found)} mutants: {new} found by the new suite, {former} by the former one, {both} by both")
    return int(former > new)
