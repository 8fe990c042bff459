"""Measure pictures: their time, beside the PNG encoding of their finished, palettised pixels alone, and their size.

Times are processor times, so that other work of the machine does not count.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import islice
from statistics import median
from time import thread_time
from typing import NamedTuple

import render
from bench.rows import Row, quantile
from render import Sketch, paint
from render.album import sketch_random_game
from render.canvas import quantized
from render.png import encode
from rules.game import AnyGame
from trials.options import add_games, add_number, games

END = 999  # moves: more than any game has
MIDDLE = 6  # positions in the middle of a game
MILLI = 1000


class Target(NamedTuple):
    """Targets of a game's pictures: their kB, and the numbers of moves before them; the third one is the middle."""

    size: float
    moves: tuple[int, ...]


MOST_MS, MOST_RATIO = 25, 2  # of a picture for four in the middle of a game, and against the encoding alone
TARGETS = {
    "djinns": Target(250, (2, 8, 24, END)),
    "hanging_gardens": Target(250, (3, 30, 60, END)),
    "schlossgarten": Target(250, (5, 40, 120, END)),
    "ishtar": Target(350, (12, 60, 140, END)),
}
OTHERS = Target(250, (8, 20, 40, END))


class Spent(NamedTuple):
    """The ms for painting a picture, reducing its colours and encoding it; and its kB."""

    painting: float
    reducing: float
    encoding: float
    size: float

    @property
    def whole(self) -> float:
        return self.painting + self.reducing + self.encoding


def arguments(asked: argparse.ArgumentParser) -> None:
    """Add options for the games and the number of pictures."""
    add_games(asked)
    add_number(asked, "pictures", 100, "different ones for each number, at most")
    add_number(asked, "rounds", 10, "how often each is drawn")


def run(given: argparse.Namespace) -> Iterator[Row]:
    """Measure the drawing of each game: positions of all seat counts, early to late; then successive moves at a full table."""
    for game in games(given):
        yield from _game(game, given.pictures, given.rounds)


def _game(game: AnyGame, pictures: int, rounds: int) -> Iterator[Row]:
    key, target, most = game.key, TARGETS.get(game.key, OTHERS), max(game.seats)
    views = (None, ())
    every = (
        sketch_random_game(game, seats, moves, 7, chosen) for chosen in views for seats in game.seats for moves in target.moves
    )
    middle = (sketch_random_game(game, most, target.moves[2] + later, 7, chosen) for later in range(MIDDLE) for chosen in views)
    yield from _all(f"{key}, all seats, early to late", _measured(list(islice(every, pictures)), rounds), target)
    yield from _parts(f"{key}, {most} seats in the middle", _measured(list(islice(middle, pictures)), rounds))
    first = (sketch_random_game(game, most, moves, 8) for moves in range(target.moves[1], target.moves[1] + 3 * MIDDLE))
    after = [_spent(sketch).whole for sketch in islice(first, 1 + pictures)][1:]
    yield Row(f"{key}, {most} seats, move after move, each drawn once: p50", median(after), "ms")


def _all(name: str, found: list[Spent], target: Target) -> Iterator[Row]:
    yield Row(f"{name}: picture, p50", median(each.whole for each in found), "ms")
    yield Row(f"{name}: picture, p99", quantile([each.whole for each in found], 0.99), "ms")
    yield Row(f"{name}: largest", max(each.size for each in found), "kB", target.size)


def _parts(name: str, found: list[Spent]) -> Iterator[Row]:
    yield Row(f"{name}: picture, p50", median(each.whole for each in found), "ms", MOST_MS)
    yield Row(f"{name}: painting, p50", median(each.painting for each in found), "ms")
    yield Row(f"{name}: reducing to 256 colours, p50", median(each.reducing for each in found), "ms")
    yield Row(f"{name}: encoding the finished, palettised pixels, p50", median(each.encoding for each in found), "ms")
    yield Row(f"{name}: picture ÷ encoding alone, p50", median(each.whole / each.encoding for each in found), "×", MOST_RATIO)


def _measured(sketches: list[Sketch], rounds: int) -> list[Spent]:
    """Draw each sketch anew each time, with warm sprites."""
    for sketch in sketches:
        paint(sketch)
    return [_spent(sketch) for _ in range(rounds) for sketch in sketches]


def _spent(sketch: Sketch) -> Spent:
    began = thread_time()
    painted = paint(sketch)
    then = thread_time()
    finished = quantized(painted, render.colours(sketch.game, sketch.teller.theme))
    last = thread_time()
    png = encode(finished)
    painting, reducing, encoding = ((then - began) * MILLI, (last - then) * MILLI, (thread_time() - last) * MILLI)
    return Spent(painting, reducing, encoding, len(png) / MILLI)
