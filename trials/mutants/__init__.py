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
from trials.mutants.places import Mutant, choose

RESULTS = options.ROOT / "var" / "mutants"


class Suite(NamedTuple):
    """The tests of a checkout, with those that cover each line."""

    checkout: Checkout
    tests: dict[str, float]
    lines: dict[str, list[int]]

    def judge(self, mutant: Mutant, side: int) -> str:
        """Run the tests that cover a mutant; return what came of it, and the number of tests."""
        path, number = mutant.places[side]
        numbers = self.lines.get(f"{path}:{number}", [])
        if not numbers:
            return "not covered"
        tests = cheapest(self.tests, numbers)
        return f"{self.checkout.try_mutant(path, number, mutant.edit, tests)} ({len(tests)} of {len(numbers)} tests)"


def arguments(words: list[str]) -> argparse.Namespace:
    """Return what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m trials mutants", description=__doc__)
    options.add_number(parser, "count", 60, "mutants, half of them of each folder")
    options.add_seed(parser)
    parser.add_argument("--code", type=Path, default=options.ROOT, metavar="PATH", help="the checkout that is tried (this one)")
    parser.add_argument("--against", type=Path, required=True, metavar="PATH", help="the checkout with which it is compared")
    parser.add_argument("--without", action="append", default=[], metavar="TESTS", help="tests of the other one to leave out")
    parser.add_argument("--results", type=Path, default=RESULTS, help="where results are kept (default: var/mutants)")
    return parser.parse_args(words)


def main(words: list[str]) -> int:
    """Try all mutants and print what came of them; the status is 1 if the other checkout finds more."""
    given = arguments(words)
    given.results.mkdir(parents=True, exist_ok=True)
    chosen = choose(given.code, given.against, given.count, given.seed)
    kept = given.results / f"mutants-{given.seed}.json"
    found: dict[str, list[str]] = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    with tempfile.TemporaryDirectory(dir="/dev/shm", prefix="mutants-") as scratch:
        suites = [
            suite("new", given.code, [], given.results, Path(scratch)),
            suite("former", given.against, given.without, given.results, Path(scratch)),
        ]
        for mutant in chosen:
            if mutant.name not in found:
                found[mutant.name] = [each.judge(mutant, side) for side, each in enumerate(suites)]
                kept.write_text(json.dumps(found, indent=1, ensure_ascii=False), encoding="utf-8")
                print(mutant.name, *found[mutant.name], sep="\n    ", flush=True)
    return tell({mutant.name: found[mutant.name] for mutant in chosen})


def suite(name: str, code: Path, without: list[str], results: Path, scratch: Path) -> Suite:
    """Return the tests of a checkout; find out which lines they cover, unless that is kept for its commit."""
    commit = subprocess.check_output(["git", "rev-parse", "--short", "HEAD"], cwd=code, text=True).strip()
    checkout, kept = Checkout(code, name, scratch), results / f"lines-{commit}.json"
    checkout.cover(kept, without)
    held = json.loads(kept.read_text(encoding="utf-8"))
    print(f"{name}: {commit}, {len(held['tests'])} tests pass, {len(held['lines'])} lines are covered", flush=True)
    return Suite(checkout, held["tests"], held["lines"])


def tell(found: dict[str, list[str]]) -> int:
    """Print what each suite finds; return 1 if the former one finds more."""
    killed = {name: [word.startswith("killed") for word in words] for name, words in found.items()}
    for title, pair in (("former alone", [False, True]), ("new alone", [True, False]), ("neither", [False, False])):
        for name in (name for name, sides in killed.items() if sides == pair):
            print(f"{title}: {name}", *found[name], sep="\n    ")
    new, former = (sum(sides[side] for sides in killed.values()) for side in (0, 1))
    both = sum(all(sides) for sides in killed.values())
    print(f"{len(killed)} mutants: {new} found by the new suite, {former} by the former one, {both} by both")
    return int(former > new)
