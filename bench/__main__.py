"""Measure the program. Without a name, the usual benches are run.

Each bench prints its figures, and the wall and processor time that it took. Its status is 1 if a figure misses its target.
"""

from __future__ import annotations

import argparse
import json
import sys
from importlib import import_module
from itertools import takewhile
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

import bench
from bench.against import compare
from bench.rows import NotMeasured, Row
from bench.stopwatch import WHOLE, Stopwatch
from trials.__main__ import NAMES as TRIALS

USUAL = ("rules", "render", "drawing", "taps", "replay", "bot", "page")  # the others take longer
RUNS = 3  # of each checkout


def modules(*wanted: str) -> dict[str, ModuleType]:
    """Return the benches of this folder by name; with ``wanted``, only the benches with these names.

    A bench has ``run``, which yields rows, and ``arguments``, which adds its options to a parser.
    """
    names = [each.name for each in iter_modules(bench.__path__) if each.name != "__main__"]
    found = {name: import_module(f"bench.{name}") for name in names if name in wanted or not wanted}
    return {name: module for name, module in found.items() if hasattr(module, "run")}


def main(words: list[str]) -> int:
    """Run the benches that the command line names; return the exit status."""
    named = list(takewhile(lambda word: not word.startswith("-"), words))
    options = words[len(named) :]
    if named and named[0] in TRIALS:  # they had their place here
        status: int = import_module(f"trials.{named[0]}").main(words[1:])
        return status
    names = named or list(USUAL)
    benches = modules(*names)
    if len(benches) < len(set(names)) or (not named and {"-h", "--help"} & set(options)):
        _overview().parse_args(named or ["--help"])
    return max(_measured(name, benches[name], options) for name in names)


def _overview() -> argparse.ArgumentParser:
    """Return a parser that knows the names alone."""
    benches, raw = modules(), argparse.RawDescriptionHelpFormatter
    told = [f"{name}: {(module.__doc__ or '').splitlines()[0]}" for name, module in benches.items()]
    epilog = "\n".join([*told, "", "`python -m bench NAME --help` lists the options of one bench."])
    made = argparse.ArgumentParser(prog="python -m bench", description=__doc__, epilog=epilog, formatter_class=raw)
    made.add_argument(
        "names", nargs="*", choices=[*benches, []], metavar="NAME", help=f"benches to run (default: {', '.join(USUAL)})"
    )
    return made


def _measured(name: str, module: ModuleType, words: list[str]) -> int:
    """Run a bench and print its figures as they come; return the status to end with."""
    asked = argparse.ArgumentParser(prog=f"python -m bench {name}", description=module.__doc__)
    asked.add_argument("--json", action="store_true", help="print one line of JSON with all rows: name, value, unit, target")
    asked.add_argument("--against", type=Path, metavar="PATH", help="compare with the same bench of the checkout in this folder")
    asked.add_argument("--runs", type=int, default=RUNS, metavar="N", help=f"runs of each checkout, in turns (default: {RUNS})")
    module.arguments(asked)
    given = asked.parse_args(words)
    try:
        return compare(name, words, given) if given.against else _report(name, module, given)
    except NotMeasured as error:
        error.tell()
        return 1


def _report(name: str, module: ModuleType, given: argparse.Namespace) -> int:
    watch, rows = Stopwatch(), list[Row]()
    if not given.json:
        print(name)
    for row in module.run(given):
        rows.append(row)
        if not given.json:
            print(row.line, flush=True)
    took = watch.took.rows(WHOLE)
    if given.json:
        print(json.dumps({name: [row._asdict() for row in (*rows, *took)]}))
    else:
        print("\n".join(row.line for row in took), end="\n\n")
    return int(any(row.met is False for row in rows))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
