"""Fuzz the bot with everything that people can send, valid and invalid, from everybody and everywhere, many at once.

The trial finds unexpected failures, changes without permission, leaks of hidden information, and unwanted pings or links.
"""

from __future__ import annotations

import argparse
import asyncio

from rules import GAMES
from trials import options
from trials.findings import summary
from trials.fuzz.output_checks import KINDS
from trials.fuzz.trial import Result, TrialSettings, trial

ALIKE = 20  # findings of a kind that are printed


def arguments(words: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = options.parser("trials fuzz", __doc__)
    parser.add_argument("--inputs", type=int, default=3000, metavar="N", help="number of inputs (default: 3000)")
    options.add_trial(parser, "the database and the log")
    return parser.parse_args(words)


def main(words: list[str]) -> int:
    """Run a trial and print its findings; return the exit status."""
    given = arguments(words)
    with options.folder(given.keep) as kept:
        asked = TrialSettings(given.inputs, given.seed, tuple(given.game or sorted(GAMES)), given.code.resolve(), kept)
        return tell(asked, asyncio.run(trial(asked)))


def tell(asked: TrialSettings, result: Result) -> int:
    """Print counts, each finding and the summary; return the exit status."""
    for title, counts in (("inputs", result.kinds), ("by", result.roles), ("changes", result.changes)):
        print(f"{title}:", ", ".join(f"{count} {name}" for name, count in sorted(counts.items())) or "none")
    print(f"{result.inputs / max(result.seconds, 1):.0f} inputs a second")
    print(result.steps.told)
    for kind in KINDS:
        for finding in [each for each in result.findings if each.kind == kind][:ALIKE]:
            print(f"{finding.kind}: {finding.what} [{finding.where}; seed {asked.seed}]")
    print(summary("fuzz", f"{result.inputs} inputs, {result.tables} tables", result.findings, KINDS), flush=True)
    return int(bool(result.findings) or result.steps.bad)
