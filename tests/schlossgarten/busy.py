"""A player who makes figures and works (I12): random play hardly ever builds over anything or reaches the goal, this one does."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random

from rules.choice import IllegalMove, Path, walk
from rules.game import Move, reason
from rules.schlossgarten import GAME
from rules.schlossgarten.board import bits
from rules.schlossgarten.draft import draft_of
from rules.schlossgarten.state import State, Turn, View
from rules.schlossgarten.work import elements_under
from rules.typed import parse
from tests.playing import play_out

RESTS = 0.2
TRIES = 30  # busy moves among which one that builds over something is looked for


def busy_move(view: View, random: Random) -> Path:
    """Takes a ready-made figure when there is one, then is done; avoids `rest` four times in five."""
    talk = GAME.choices(view)
    path: list[str] = []
    try:
        prompt = next(talk)
        while True:
            options = {option.key: option for option in prompt.options}
            if "reach" in options:
                option = options["reach"]
            elif "done" in options:
                option = options["done"]
            else:
                if len(options) > 1 and random.random() >= RESTS:
                    options.pop("rest", None)
                option = random.choice(list(options.values()))
            path.append(option.key)
            prompt = talk.send(option.value)
    except StopIteration:
        return tuple(path)


def overbuilding_move(view: View, random: Random) -> Path:
    """A busy move that builds over something, if one is soon found."""
    found = [busy_move(view, random) for _ in range(TRIES)]
    return next((path for path in found if _builds_over(view, path)), found[0])


def _builds_over(view: View, path: Path) -> bool:
    turn = walk(partial(GAME.choices, view), path).action
    assert isinstance(turn, Turn)
    return bool(elements_under(draft_of(view, turn).board, bits(turn.site)))


def in_short(view: View, path: Path) -> Path:
    """The words that say the same: unique beginnings, and nothing for forced answers, unless that would mean something else."""
    ask = partial(GAME.choices, view)
    words: list[str] = []
    for depth, key in enumerate(path):
        prompt = walk(ask, path[:depth]).prompt
        assert prompt
        others = [option.key for option in prompt.options if option.key != key]
        if others:
            words.append(next(key[:n] for n in range(1, len(key) + 1) if key[:n] == key or not _begins(others, key[:n])))
    try:
        meant = parse(ask, " ".join(words), partial(reason, GAME, view)).path == path
    except IllegalMove:
        meant = False
    return tuple(words) if meant else path


def _begins(keys: list[str], start: str) -> bool:
    return any(key.startswith(start) for key in keys)


def play_busily(seats: int, variants: frozenset[str], random: Random) -> Iterator[Move[State]]:
    """All moves of a game in which everybody is busy, the dealer's among them."""
    return play_out(GAME, busy_move, seats, variants, random)
