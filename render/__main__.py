"""``python -m render djinns --seats 3 --moves 20``: draw a position of random play, or a page of the short rules."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random
from time import perf_counter

import render
from rules.choice import walk
from rules.game import DEALER, AnyGame, Event, conversation, play_at_random

NAMES = ("Amélie", "Gül", "Łukasz", "Zoë")
MILLI = 1000


def sketched(game: AnyGame, seats: int, moves: int, seed: int, chosen: tuple[str, ...] | None = None) -> render.Sketch:
    """A position after some moves of random play; with ``chosen``, as who is to act sees it after these answers."""
    state = game.setup(seats, frozenset())
    last: tuple[Event, ...] = ()
    for move in islice(play_at_random(game, state, Random(seed)), moves):
        state, last = move.step
    acting = game.to_act(state) - {DEALER}
    if chosen is None or not acting:
        return render.Sketch(game.key, game.view(state, None), render.Teller(NAMES[:seats]), last=last)
    seat = min(acting)
    prompt = walk(conversation(game, state, seat), chosen).prompt
    return render.Sketch(game.key, game.view(state, seat), render.Teller(NAMES[:seats]), render.asked(prompt), last)


def _asked(given: argparse.Namespace) -> render.Sketch:
    game: AnyGame = import_module(f"rules.{given.game}").GAME
    if given.topic:
        scenes = {topic.key: render.scene(game, topic, render.Teller(NAMES)) for topic in game.topics()}
        return _named(scenes, given.topic, "topic")
    chosen = None if given.choose is None else tuple(given.choose)
    sketch = sketched(game, given.seats, given.moves, given.seed, chosen)
    larger = {"": sketch} | {d.key: replace(sketch, detail=d.key) for d in render.details(game.key, sketch.view)}
    return _named(larger, given.detail, "detail")


def _named(found: Mapping[str, render.Sketch | None], key: str, what: str) -> render.Sketch:
    sketch = found.get(key)
    if sketch is None:
        sys.exit(f"There is no {what} {key}; there is: {', '.join(filter(None, found)) or 'none'}.")
    return sketch


def main() -> None:
    """Draw one picture, warm, and say how large it is and how long it took."""
    parser = argparse.ArgumentParser(prog="python -m render", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--moves", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--choose", nargs="*", metavar="KEY", help="what is on offer after these answers")
    parser.add_argument("--detail", default="", metavar="KEY", help="a part of it, larger")
    parser.add_argument("--topic", metavar="KEY", help="a page of the short rules instead")
    parser.add_argument("-o", "--output", type=Path, default=Path("picture.png"))
    given = parser.parse_args()
    sketch = _asked(given)
    render.drawn(sketch)
    start = perf_counter()
    png = render.drawn(sketch)
    spent = perf_counter() - start
    given.output.write_bytes(png)
    sys.stdout.write(f"{given.output}: {len(png) / MILLI:.0f} kB, {spent * MILLI:.1f} ms\n")


if __name__ == "__main__":
    main()
