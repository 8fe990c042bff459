"""Sketches of whole games that strong players play, if there are any."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import render
from render import album as albums
from rules import GAMES
from tests.greedy import GREEDY
from tests.playing import at_random, play_out

SEED = 2  # of games that several tests draw


def album(key: str, seed: int) -> Iterator[render.Sketch]:
    """Yield sketches of some turns of whole games for two, three and four."""
    return (sketch for _, sketch in titled(key, seed))


@cache
def titled(key: str, seed: int) -> tuple[tuple[str, render.Sketch], ...]:
    """Return the sketches of an album with their titles."""
    return tuple(_titled(key, seed))


def _titled(key: str, seed: int) -> Iterator[tuple[str, render.Sketch]]:
    game, random = GAMES[key], Random(seed)
    for seats in game.seats:
        variants = frozenset(variant.key for variant in game.variants) if seats % 2 else frozenset[str]()
        moves = list(play_out(game, GREEDY.get(key, at_random(key)), seats, variants, Random(seed)))
        yield from albums.titled_sketches(game, game.setup(seats, variants), moves, random, first=seed)
