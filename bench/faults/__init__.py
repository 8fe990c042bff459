"""The house on its worst days: people play tables of all games while the bot is killed again and again and Discord fails.

Afterwards a checker holds the bot's database and the channels against what each person was told.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from bench.faults.findings import counted, last_line
from bench.faults.trial import Asked, Result, trial
from bench.faults.weather import NAMES
from rules import GAMES

ROOT = Path(__file__).parents[2]


def arguments(words: list[str]) -> argparse.Namespace:
    """What is asked for on the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench faults", description=__doc__)
    parser.add_argument("--kills", type=int, default=20, metavar="N", help="how often the bot is killed (default: 20)")
    parser.add_argument("--minutes", type=float, default=2.0, metavar="M", help="how long people play, at least (default: 2)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of all that is drawn by chance (default: 1)")
    parser.add_argument("--game", action="append", choices=sorted(GAMES), metavar="KEY", help="only this one; may be repeated")
    parser.add_argument("--fault", action="append", choices=NAMES, metavar="NAME", help=f"only this one: {', '.join(NAMES)}")
    parser.add_argument("--calm", action="store_true", help="without faults of Discord")
    parser.add_argument("--code", type=Path, default=ROOT, help="the folder of the program that is tried (default: this one)")
    parser.add_argument("--keep", type=Path, help="a folder for the database, the log, all requests and faults; else they go")
    return parser.parse_args(words)


def main(words: list[str]) -> int:
    """Run a trial and tell what was found; the status to end with."""
    given = arguments(words)
    with tempfile.TemporaryDirectory() as folder:
        kept = given.keep.resolve() if given.keep else Path(folder)
        kept.mkdir(parents=True, exist_ok=True)
        games, record = tuple(given.game or sorted(GAMES)), given.keep is not None
        faults = () if given.calm else tuple(given.fault or NAMES)
        asked = Asked(given.kills, given.minutes, given.seed, games, given.code.resolve(), kept, faults, record)
        return tell(asked, asyncio.run(trial(asked)))


def tell(asked: Asked, result: Result) -> int:
    """Print what was done, each finding, and the line at the end."""
    print("kills:", ", ".join(f"{count} at {moment}" for moment, count in sorted(result.kills.items())) or "none")
    print("faults of Discord:", ", ".join(f"{count} × {name}" for name, count in sorted(result.faults.items())) or "none")
    print(f"memory of the bot: at most {result.peak:.0f} MiB")
    for finding in result.findings:
        print(f"{finding.kind}: {finding.what} [{finding.where}; seed {asked.seed}]")
    print(last_line(sum(result.kills.values()), result.minutes, result.turns, result.findings))
    sys.stdout.flush()
    return int(any(counted(result.findings).values()))
