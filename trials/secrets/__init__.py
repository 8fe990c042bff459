"""Look for leaks of hidden information: play whole games twice, side by side, with other secrets the second time.

Both games of a pair have the same public story. So people who may not know the difference must see the same, to the byte:
messages, alternative texts, pictures, private answers, and the log. The bot runs as usual, on a database and a sandbox; only
the network is left out. When a secret is revealed, the second game goes on with other secrets.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random

from rules import GAMES
from trials import options
from trials.findings import Finding, summary
from trials.secrets.pair import LOOKS, Counts, Pair, Side
from trials.secrets.recorded_bot import LogOfEach, RecordedBot, SampledDrawing
from trials.secrets.replay import Replay
from trials.virtual_time import VirtualLoop

PAIRS_OF_BOTS = 20  # pairs of games that the same two bots play
KINDS = ("view", "public", "private", "log", "broken")  # a broken pair could not be played to its end
PACES = ("untimed", "daily", "live")


def arguments(words: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = options.parser("trials secrets", __doc__)
    parser.add_argument("--pairs", type=int, default=10, metavar="N", help="pairs of whole games of each game (default: 10)")
    parser.add_argument(
        "--look", action="append", choices=LOOKS, help="how people look at the table; may be repeated (default: in all ways)"
    )
    return parser.parse_args(words)


def main(words: list[str]) -> int:
    """Play, print the findings, and return the exit status."""
    given = arguments(words)
    logging.getLogger().addHandler(LogOfEach())
    logging.getLogger().setLevel(logging.INFO)
    findings: list[Finding] = []
    counted, games = Counts(), given.game or sorted(GAMES)
    drawing = SampledDrawing()
    for game in games:
        for first in range(0, given.pairs, PAIRS_OF_BOTS):
            numbers = range(first, min(first + PAIRS_OF_BOTS, given.pairs))
            with asyncio.Runner(loop_factory=VirtualLoop) as runner:
                found, held = runner.run(played(game, numbers, given.seed, drawing, given.look or tuple(LOOKS)))
            findings, counted = findings + found, counted.plus(held)
    for finding in findings[:PRINTED_FINDINGS]:
        print(f"{finding.kind}: {finding.what} [{finding.where}; seed {given.seed}]")
    print(f"pictures drawn: {drawing.count}")
    print(last_line(given.pairs * len(games), counted, findings))
    sys.stdout.flush()
    return int(bool(findings))


def last_line(pairs: int, counted: Counts, findings: list[Finding]) -> str:
    """Return the summary of a trial in a line."""
    turns = f"{counted.turns} turns, {counted.apart} of them with other secrets"
    done = f"{pairs} pairs, {turns}, {counted.messages} messages, {counted.answers} answers"
    return summary("secrets", done, findings, KINDS)


PRINTED_FINDINGS = 40


async def played(
    game: str, numbers: range, seed: int, drawing: SampledDrawing, looks: Sequence[str]
) -> tuple[list[Finding], Counts]:
    """Play some pairs of a game, one after another in the same two bots."""
    findings, counted = list[Finding](), Counts()
    with tempfile.TemporaryDirectory() as folder:
        bots = [await RecordedBot.begin(Path(folder) / name, drawing) for name in ("one", "other")]
        try:
            for number in numbers:
                random = Random(f"{seed} {game} {number}")
                pair = f"{game} pair {number}"
                try:
                    found, held = await play_pair(game, bots, random, drawing, pair, looks)
                except Exception as error:  # any error is a finding, and ends the use of these bots
                    return [*findings, Finding("broken", repr(error), pair)], counted
                findings, counted = findings + found, counted.plus(held)
        finally:
            for bot in bots:
                await bot.stop()
    return findings, counted


async def play_pair(
    game: str, bots: list[RecordedBot], random: Random, drawing: SampledDrawing, name: str, looks: Sequence[str]
) -> tuple[list[Finding], Counts]:
    """Play a game twice; stop at the first finding, as others would only follow from it."""
    rules = GAMES[game]
    seats, variants = random.choice(rules.seats), frozenset(v.key for v in rules.variants if random.random() < 0.3)
    one, other = (Side(bot) for bot in bots)
    options = {"options": " ".join(sorted(variants)), "time_limit": random.choice(PACES), "timeout": "wait"}
    for side in (one, other):
        wanted = options if variants else {name: options[name] for name in ("time_limit", "timeout")}
        await side.open(game, seats, {**wanted, "hints": True})
        side.bot.taken()
    pair, findings = Pair(one, other, Replay(rules, seats, variants, random), random, name, looks), list[Finding]()
    while not pair.course.over and not findings:
        drawing.real = pair.drawn
        findings = await pair.play_turn()
    for side in (one, other):
        await side.bot.rest()  # no message about this table comes during the next one
    return findings, pair.counted
