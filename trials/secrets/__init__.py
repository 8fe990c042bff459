"""Does anybody learn what they may not know? Whole games are played twice, side by side, with other secrets the second time.

Each pair of games has the same public story, and whoever is told the same must be shown the same, to the byte: messages,
alternative texts, pictures, private answers, and the lines of the log. The bot works as it always does, on a database and a
sandbox; only the network between them is left out. Where a secret comes out, the second game goes on with other secrets.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
import tempfile
from pathlib import Path
from random import Random

from rules import GAMES
from trials import options
from trials.secrets.course import Course
from trials.secrets.drawing import Drawing
from trials.secrets.findings import Counted, Finding, last_line
from trials.secrets.local_bot import LinesOfEach, WatchedBot
from trials.secrets.pair import Pair, Side
from trials.virtual_time import VirtualLoop

TOGETHER = 20  # pairs that are played in the same two bots
PACES = ("untimed", "daily", "live")


def arguments(words: list[str]) -> argparse.Namespace:
    """What is asked for on the command line."""
    parser = options.parser("trials secrets", __doc__)
    parser.add_argument("--pairs", type=int, default=10, metavar="N", help="pairs of whole games of each game (default: 10)")
    return parser.parse_args(words)


def main(words: list[str]) -> int:
    """Play, tell what was found, and return the status to end with."""
    given = arguments(words)
    logging.getLogger().addHandler(LinesOfEach())
    logging.getLogger().setLevel(logging.INFO)
    findings: list[Finding] = []
    counted, games = Counted(), given.game or sorted(GAMES)
    drawing = Drawing()
    for game in games:
        for first in range(0, given.pairs, TOGETHER):
            numbers = range(first, min(first + TOGETHER, given.pairs))
            with asyncio.Runner(loop_factory=VirtualLoop) as runner:
                found, held = runner.run(played(game, numbers, given.seed, drawing))
            findings, counted = findings + found, counted.plus(held)
    for finding in findings[:MOST]:
        print(f"{finding.kind}: {finding.what} [{finding.where}; seed {given.seed}]")
    print(f"pictures drawn: {drawing.count}")
    print(last_line(given.pairs * len(games), counted, findings))
    sys.stdout.flush()
    return int(bool(findings))


MOST = 40  # findings that are printed


async def played(game: str, numbers: range, seed: int, drawing: Drawing) -> tuple[list[Finding], Counted]:
    """Some pairs of a game, one after another in the same two bots."""
    findings, counted = list[Finding](), Counted()
    with tempfile.TemporaryDirectory() as folder:
        bots = [await WatchedBot.begin(Path(folder) / name, drawing) for name in ("one", "other")]
        try:
            for number in numbers:
                random = Random(f"{seed} {game} {number}")
                pair = f"{game} pair {number}"
                try:
                    found, held = await play_pair(game, bots, random, drawing, pair)
                except Exception as error:  # whatever it is, it is a finding, and the bots are not used any more
                    return [*findings, Finding("broken", repr(error), pair)], counted
                findings, counted = findings + found, counted.plus(held)
        finally:
            for bot in bots:
                await bot.stop()
    return findings, counted


async def play_pair(
    game: str, bots: list[WatchedBot], random: Random, drawing: Drawing, name: str
) -> tuple[list[Finding], Counted]:
    """A whole game, twice; it ends where something is found, as all that follows would be found as well."""
    rules = GAMES[game]
    seats, variants = random.choice(rules.seats), frozenset(v.key for v in rules.variants if random.random() < 0.3)
    one, other = (Side(bot) for bot in bots)
    options = {"options": " ".join(sorted(variants)), "pace": random.choice(PACES), "timeout": "wait"}
    for side in (one, other):
        await side.open(game, seats, options if variants else {"pace": options["pace"], "timeout": options["timeout"]})
        side.bot.taken()
    pair, findings = Pair(one, other, Course(rules, seats, variants, random), random, name), list[Finding]()
    while not pair.course.over and not findings:
        drawing.real = pair.drawn
        findings = await pair.play_turn()
    for side in (one, other):
        await side.bot.rest()  # what is told of this table is not told while the next is played
    return findings, pair.counted
