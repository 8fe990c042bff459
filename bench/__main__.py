"""Measure: every module in this folder with a ``run()`` that returns rows, or only those named.

Programs with arguments of their own, as ``python -m bench settings --help`` tells them, are the modules with a ``main(words)``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from importlib import import_module
from inspect import signature
from pathlib import Path
from pkgutil import iter_modules
from time import perf_counter
from types import ModuleType

import bench
from bench.rows import Row, table
from trials import __main__ as trials

AS_WRITTEN = argparse.RawDescriptionHelpFormatter


def names() -> list[str]:
    """What is in this folder."""
    return [m.name for m in iter_modules(bench.__path__) if m.name != "__main__"]


def modules(*wanted: str) -> dict[str, ModuleType]:
    """What is in this folder, by name, of what is wanted; only that is loaded."""
    return {name: import_module(f"bench.{name}") for name in names() if name in wanted}


def benches() -> dict[str, Callable[..., list[Row]]]:
    """What can be measured, by the module's name; some beside another version of the code, ``against`` the folder with it."""
    return {name: module.run for name, module in modules(*names()).items() if hasattr(module, "run")}


def programs(*wanted: str) -> dict[str, Callable[[list[str]], int]]:
    """What takes arguments of its own, by the module's name."""
    return {name: module.main for name, module in modules(*wanted).items() if hasattr(module, "main")}


def _listed() -> str:
    """What each bench measures, and the programs."""
    told = [f"{name}: {(module.__doc__ or '').splitlines()[0]}" for name, module in modules(*benches()).items()]
    return "\n".join([*told, "", f"Programs with arguments of their own: {', '.join(programs(*names()))}."])


def main() -> None:
    """Run what is named, or everything."""
    named = "".join(sys.argv[1:2])
    if named in trials.NAMES:  # they had their place here
        sys.exit(trials.main())
    if (program := programs(named).get(named)) is not None:
        sys.exit(program(sys.argv[2:]))
    found = benches()
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__, epilog=_listed(), formatter_class=AS_WRITTEN)
    parser.add_argument("names", nargs="*", choices=[*found, []], metavar="NAME", help=f"some of: {', '.join(found)}")
    parser.add_argument("--json", action="store_true", help="one object for each bench: its rows with name, value, unit, target")
    parser.add_argument("--against", type=Path, metavar="PATH", help="with host: measure the version in this folder, too")
    given = parser.parse_args()
    results: dict[str, list[Row]] = {}
    for name in given.names or found:
        started = perf_counter()
        beside = {"against": given.against} if given.against and "against" in signature(found[name]).parameters else {}
        results[name] = [Row(*row) for row in found[name](**beside)]
        if not given.json:
            print(f"{name} ({perf_counter() - started:.0f} s)\n{table(results[name])}\n")
    if given.json:
        print(json.dumps({name: [row._asdict() for row in rows] for name, rows in results.items()}))


if __name__ == "__main__":
    main()
