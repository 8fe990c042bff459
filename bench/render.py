"""Pictures: how long one takes, beside the encoding of its finished pixels alone, and how large it is."""

from __future__ import annotations

from statistics import median
from time import perf_counter

from bench.rows import Row, quantile
from render import Sketch, paint
from render.__main__ import sketched
from render.canvas import Picture, encode
from render.djinns import palette
from rules import GAMES

ROUNDS = 10
POSITIONS = (2, 8, 24, 999)  # moves played


def run() -> list[Row]:
    """All seat counts, from the choice of markers to the end, drawn anew each time with warm sprites."""
    game = GAMES["djinns"]
    sketches = [sketched(game, seats, moves, 7, ()) for seats in game.seats for moves in POSITIONS]
    for sketch in sketches:
        paint(sketch)
    whole: list[float] = []
    alone: list[float] = []
    sizes: list[float] = []
    for _ in range(ROUNDS):
        for sketch in sketches:
            drawn, png, spent = _whole(sketch)
            whole.append(spent)
            alone.append(_alone(drawn))
            sizes.append(len(png) / 1000)
    return [
        Row("djinns picture, p50", median(whole), "ms", 25),
        Row("djinns picture, p99", quantile(whole, 0.99), "ms"),
        Row("encoding the finished pixels alone, p50", median(alone), "ms"),
        Row("picture ÷ encoding alone, median of pairs", median(w / a for w, a in zip(whole, alone, strict=True)), "×", 2.5),
        Row("largest picture", max(sizes), "kB", 250),
    ]


def _whole(sketch: Sketch) -> tuple[Picture, bytes, float]:
    began = perf_counter()
    drawn = paint(sketch)
    png = encode(drawn, palette())
    return drawn, png, (perf_counter() - began) * 1000


def _alone(drawn: Picture) -> float:
    began = perf_counter()
    encode(drawn, palette())
    return (perf_counter() - began) * 1000
