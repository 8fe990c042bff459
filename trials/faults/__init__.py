"""Test the bot under kills and faults: people play all games while the bot is killed again and again and Discord fails.

Afterwards a checker compares the bot's database and the channels with every answer that people got.

With ``--processes`` several bots share a PostgreSQL server of the trial's own (it must be installed). A supervisor starts each
again when it ends. Besides kills, processes are frozen by SIGSTOP for 20 to 90 seconds. For 1 to 60 seconds, the line of one
process to the server breaks (cut), breaks without the server's noticing (lose), or passes on nothing (hang). The server restarts
in good order, or as after a power cut. The trial prints how long takeovers took.
"""

from __future__ import annotations

import argparse
import asyncio

from rules import GAMES
from trials import options
from trials.faults.fault_injection import NAMES
from trials.faults.process_faults import DISTURBANCES
from trials.faults.trial import Result, TrialSettings, trial
from trials.findings import summary

KINDS = ("lost", "doubled", "missing", "stale", "unexplained")


def arguments(words: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = options.parser("trials faults", __doc__)
    parser.add_argument("--kills", type=int, default=20, metavar="N", help="number of kills of the bot (default: 20)")
    parser.add_argument("--minutes", type=float, default=2.0, metavar="M", help="least time that people play (default: 2)")
    parser.add_argument(
        "--fault", action="append", choices=NAMES, metavar="NAME", help=f"only this fault; one of {', '.join(NAMES)}"
    )
    options.add_number(parser, "shards", 1, "shards of the bot")
    parser.add_argument(
        "--processes",
        type=int,
        default=0,
        metavar="N",
        help="bots on a PostgreSQL server of the trial's own; they are also stopped and cut off (default: one bot, on a file)",
    )
    options.add_number(parser, "ranges", 1, "ranges of shards, with --processes")
    parser.add_argument(
        "--disturb",
        action="append",
        choices=[*DISTURBANCES],
        metavar="NAME",
        help="only this, with --processes: one of %(choices)s",
    )
    parser.add_argument("--rolling", action="store_true", help="only restart each process once, in good order, without faults")
    parser.add_argument("--calm", action="store_true", help="without faults of Discord")
    options.add_trial(parser, "the database, the log, all requests and faults")
    return parser.parse_args(words)


def main(words: list[str]) -> int:
    """Run a trial and print its findings; return the exit status."""
    given = arguments(words)
    with options.folder(given.keep) as kept:
        games, record = tuple(given.game or sorted(GAMES)), given.keep is not None
        faults = () if given.calm or given.rolling else tuple(given.fault or NAMES)
        code = given.code.resolve()
        kills = given.processes if given.rolling else given.kills
        size = given.shards, given.processes, given.ranges, tuple(given.disturb or DISTURBANCES), given.rolling
        asked = TrialSettings(kills, given.minutes, given.seed, games, code, kept, faults, record, *size)
        return tell(asked, asyncio.run(trial(asked)))


def tell(asked: TrialSettings, result: Result) -> int:
    """Print counts, each finding and the summary; return the exit status."""
    print("kills:", ", ".join(f"{count} at {moment}" for moment, count in sorted(result.kills.items())) or "none")
    print("faults of Discord:", ", ".join(f"{count} × {name}" for name, count in sorted(result.faults.items())) or "none")
    print(f"memory of the bot: at most {result.peak:.0f} MiB")
    for line in result.processes:
        print(line)
    for finding in result.findings:
        print(f"{finding.kind}: {finding.what} [{finding.where}; seed {asked.seed}]")
    done = f"{sum(result.kills.values())} kills, {result.minutes:.0f} minutes, {result.turns} turns"
    print(summary("faults", done, result.findings, KINDS), flush=True)
    return int(bool(result.findings))
