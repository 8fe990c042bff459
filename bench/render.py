"""Pictures: how long one takes, beside the encoding of its finished pixels alone, and how large it is."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from time import perf_counter
from typing import NamedTuple

import render
from bench.rows import Row, quantile
from render import Sketch, paint
from render.__main__ import sketched
from render.canvas import Picture, encode
from rules import GAMES

ROUNDS = 10
END = 999  # moves: more than any game has


class Target(NamedTuple):
    """What a game's pictures have to reach: ms in the median, kB; and after how many moves they are drawn."""

    soon: float
    size: float
    moves: tuple[int, ...]


TARGETS = {
    "djinns": Target(25, 250, (2, 8, 24, END)),
    "hanging_gardens": Target(40, 250, (3, 30, 60, END)),
    "schlossgarten": Target(25, 250, (5, 40, 120, END)),
    "ishtar": Target(60, 350, (12, 60, 140, END)),
}
OTHERS = Target(40, 250, (8, 40, END))


def run() -> list[Row]:
    """All seat counts, from the beginning to the end, drawn anew each time with warm sprites."""
    return [row for key in GAMES for row in _game(key)]


def _game(key: str) -> Iterator[Row]:
    game, target = GAMES[key], TARGETS.get(key, OTHERS)
    private = [sketched(game, seats, moves, 7, ()) for seats in game.seats for moves in target.moves]
    public = [sketched(game, seats, moves, 7) for seats in game.seats for moves in target.moves]
    end = sketched(game, max(game.seats), END, 7)
    yield from _measured(f"{key}, public and private", [*private, *public], target)
    yield from _measured(f"{key}, {max(game.seats)} seats at the end", [end], target)


def _measured(name: str, sketches: list[Sketch], target: Target) -> Iterator[Row]:
    for sketch in sketches:
        paint(sketch)
    whole: list[float] = []
    alone: list[float] = []
    sizes: list[float] = []
    for _ in range(max(ROUNDS, 40 // len(sketches))):
        for sketch in sketches:
            drawn, png, spent = _whole(sketch)
            whole.append(spent)
            alone.append(_alone(drawn, render.colours(sketch.game)))
            sizes.append(len(png) / 1000)
    yield Row(f"{name}: picture, p50", median(whole), "ms", target.soon)
    yield Row(f"{name}: picture, p99", quantile(whole, 0.99), "ms")
    yield Row(f"{name}: encoding the finished pixels alone, p50", median(alone), "ms")
    yield Row(f"{name}: picture ÷ encoding alone", median(w / a for w, a in zip(whole, alone, strict=True)), "×")
    yield Row(f"{name}: largest", max(sizes), "kB", target.size)


def _whole(sketch: Sketch) -> tuple[Picture, bytes, float]:
    began = perf_counter()
    drawn = paint(sketch)
    png = encode(drawn, render.colours(sketch.game))
    return drawn, png, (perf_counter() - began) * 1000


def _alone(drawn: Picture, palette: Picture | None) -> float:
    began = perf_counter()
    encode(drawn, palette)
    return (perf_counter() - began) * 1000
