"""Everything that people can send, sent by everybody from everywhere, right and wrong, many at once.

Afterwards nothing must have failed unplanned, changed without right, been told to whom it is hidden, or become a ping or link.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from bench.fuzz.findings import counted, last_line
from bench.fuzz.trial import Asked, Result, trial
from rules import GAMES

ROOT = Path(__file__).parents[2]
ALIKE = 20  # findings of a kind that are printed


def arguments(words: list[str]) -> argparse.Namespace:
    """What is asked for on the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench fuzz", description=__doc__)
    parser.add_argument("--inputs", type=int, default=3000, metavar="N", help="how many inputs (default: 3000)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of all that is drawn by chance (default: 1)")
    parser.add_argument("--game", action="append", choices=sorted(GAMES), metavar="KEY", help="only this one; may be repeated")
    parser.add_argument("--code", type=Path, default=ROOT, help="the folder of the program that is tried (default: this one)")
    parser.add_argument("--keep", type=Path, help="a folder for the database and the log; else they go")
    return parser.parse_args(words)


def main(words: list[str]) -> int:
    """Run a trial and tell what was found; the status to end with."""
    given = arguments(words)
    with tempfile.TemporaryDirectory() as folder:
        kept = given.keep.resolve() if given.keep else Path(folder)
        kept.mkdir(parents=True, exist_ok=True)
        asked = Asked(given.inputs, given.seed, tuple(given.game or sorted(GAMES)), given.code.resolve(), kept)
        return tell(asked, asyncio.run(trial(asked)))


def tell(asked: Asked, result: Result) -> int:
    """Print what was sent, each finding, and the line at the end."""
    for title, counts in (("inputs", result.kinds), ("by", result.roles), ("changes", result.changes)):
        print(f"{title}:", ", ".join(f"{count} {name}" for name, count in sorted(counts.items())) or "none")
    print(f"{result.inputs / max(result.seconds, 1):.0f} inputs a second")
    for kind in counted(result.findings):
        for finding in [each for each in result.findings if each.kind == kind][:ALIKE]:
            print(f"{finding.kind}: {finding.what} [{finding.where}; seed {asked.seed}]")
    print(last_line(result.inputs, result.tables, result.findings))
    sys.stdout.flush()
    return int(any(counted(result.findings).values()))
