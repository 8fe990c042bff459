"""A player who makes figures and builds whenever it can (I12). Random play hardly ever reaches the goal; this player does."""

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

REST_SHARE = 0.2  # of the times that rest is on offer, if there is other work
TRIES = 30  # moves to draw until one builds over something


def builder_move(view: View, random: Random) -> Path:
    """Take a figure in one go if there is one, and end the movement; rest only one time in five."""
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
                if len(options) > 1 and random.random() >= REST_SHARE:
                    options.pop("rest", None)
                option = random.choice(list(options.values()))
            path.append(option.key)
            prompt = talk.send(option.value)
    except StopIteration:
        return tuple(path)


def overbuilding_move(view: View, random: Random) -> Path:
    """Return a move that builds over something, if one of 30 draws does."""
    found = [builder_move(view, random) for _ in range(TRIES)]
    return next((path for path in found if _builds_over(view, path)), found[0])


def _builds_over(view: View, path: Path) -> bool:
    turn = walk(partial(GAME.choices, view), path).action
    assert isinstance(turn, Turn)
    return bool(elements_under(draft_of(view, turn).board, bits(turn.site)))


def in_short(view: View, path: Path) -> Path:
    """Return the shortest words that mean this path: unique beginnings, without forced answers."""
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


def play_as_builders(seats: int, variants: frozenset[str], random: Random) -> Iterator[Move[State]]:
    """Yield all moves of a game in which all seats are builders, with the dealer's."""
    return play_out(GAME, builder_move, seats, variants, random)
