"""Keeps a state as today's rules store it: ``python -m tests.stored.state GAME`` writes ``GAME-VERSION.json`` beside this file.

`tests/test_upgrade.py` reads what was kept and plays it on; a file that is there is never written again.
"""

from __future__ import annotations

import json
import sys
from itertools import islice
from pathlib import Path
from random import Random

from host.codec import encode
from rules import GAMES
from rules.game import AnyGame, play_at_random

SEATS, MOVES, SEED = 3, 30, 5


def kept(game: AnyGame) -> str:
    """A position of a game at random, with who is to act there, and the points."""
    state = game.setup(SEATS, frozenset())
    for move in islice(play_at_random(game, state, Random(SEED)), MOVES):
        if game.to_act(move.step.state):
            state = move.step.state
    found = {"game": game.key, "version": game.version, "to_act": sorted(game.to_act(state))}
    points = [score.points for score in game.scores(state)]
    return json.dumps(found | {"points": points, "state": json.loads(encode(state))}, separators=(",", ":"))


def main(key: str) -> None:
    game = GAMES[key]
    file = Path(__file__).parent / f"{key}-{game.version}.json"
    with file.open("x") as out:
        out.write(kept(game) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
