"""Players of another checkout, which think in a process of their own: a version of today meets a former one."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path as File
from random import Random
from typing import Any

from players.match import Player
from rules.choice import Path
from rules.game import AnyGame, Seat

ANSWER = """
import pickle, sys
from random import Random
from players.match import make_player
from rules import GAMES

name, game, seats = sys.argv[1:]
player = make_player(name, GAMES[game], int(seats))
while True:
    try:
        view, seat, seed = pickle.load(sys.stdin.buffer)
    except EOFError:
        break
    pickle.dump(player(view, seat, Random(seed)), sys.stdout.buffer)
    sys.stdout.buffer.flush()
"""


@contextmanager
def former_player(checkout: File, name: str, game: AnyGame, seats: int) -> Generator[Player]:
    """Begin the process of a player of another checkout, whose rules must be the same, and end it afterwards.

    :param name: as for `make_player`.
    """
    words = (sys.executable, "-c", ANSWER, name, game.key, str(seats))
    with subprocess.Popen(words, cwd=checkout, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as thinker:
        asked, answered = thinker.stdin, thinker.stdout
        assert asked is not None
        assert answered is not None

        def move(view: Any, seat: Seat, random: Random) -> Path:
            pickle.dump((view, seat, random.getrandbits(64)), asked)
            asked.flush()
            return pickle.load(answered)

        yield move
