"""``python -m render djinns --seats 3 --moves 20``: draw a position after random moves, or a page of the short rules.

``python -m render palette djinns`` stores the 256 colours that suit the pictures of one game, for each theme.
``python -m render shapes`` turns the SVG files of shapes into PNG files.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from time import perf_counter

import render
from render.album import NAMES, sketch_random_game
from render.learn_palette import learn
from render.palette import THEMES
from rules import GAMES
from rules.choice import IllegalMove
from rules.game import AnyGame

MILLI = 1000


def _asked(given: argparse.Namespace) -> render.Sketch:
    game: AnyGame = import_module(f"rules.{given.game}").GAME
    if given.topic:
        scenes = {topic.key: render.scene(game, topic, render.Teller(NAMES)) for topic in game.topics()}
        return _named(scenes, given.topic, "topic")
    chosen = None if given.choose is None else tuple(given.choose)
    sketch = sketch_random_game(game, given.seats, given.moves, given.seed, chosen)
    larger = {"": sketch} | {d.key: replace(sketch, detail=d.key) for d in render.details(game.key, sketch.view)}
    return _named(larger, given.detail, "detail")


def _named(found: Mapping[str, render.Sketch | None], key: str, what: str) -> render.Sketch:
    sketch = found.get(key)
    if sketch is None:
        sys.exit(f"There is no {what} {key}; there is: {', '.join(filter(None, found)) or 'none'}.")
    return sketch


def palette(words: Sequence[str]) -> None:
    """Find and store the colours of one game."""
    parser = argparse.ArgumentParser(prog="python -m render palette", description=palette.__doc__)
    parser.add_argument("game", choices=sorted(key for key in GAMES if (render.FOLDER / key).is_dir()))
    parser.add_argument("--theme", choices=THEMES, nargs="*", default=[*THEMES])
    given = parser.parse_args(words)
    for theme in map(THEMES.__getitem__, given.theme):
        learn(given.game, theme)
        sys.stdout.write(f"{render.colours_file(given.game, theme)} has the colours of its pictures now.\n")


def shapes(words: Sequence[str]) -> None:
    """Turn the SVG files of shapes into PNG files."""
    argparse.ArgumentParser(prog="python -m render shapes", description=shapes.__doc__).parse_args(words)
    from render.make_shapes import make_shapes  # only this command needs its library, which is for development

    for file in make_shapes():
        sys.stdout.write(f"{file} is new.\n")


def main() -> None:
    """Draw one picture, store a palette, or make the files of shapes."""
    first, *rest = sys.argv[1:] or [""]
    if command := {"palette": palette, "shapes": shapes}.get(first):
        command(rest)
    else:
        draw(sys.argv[1:])


def draw(words: Sequence[str]) -> None:
    """Draw one picture and report its size and time; sprites are cached by a first drawing that is not measured."""
    parser = argparse.ArgumentParser(prog="python -m render", description=__doc__)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--seats", type=int, default=3, help="number of players (default: 3)")
    parser.add_argument("--moves", type=int, default=20, help="random moves before the picture (default: 20)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random play (default: 1)")
    parser.add_argument("--choose", nargs="*", metavar="KEY", help="draw the question after these answers")
    parser.add_argument("--detail", default="", metavar="KEY", help="draw this part of the board, larger")
    parser.add_argument("--topic", metavar="KEY", help="draw this page of the short rules")
    parser.add_argument("--theme", choices=THEMES, default="light", help="colours of the background (default: light)")
    parser.add_argument("-o", "--output", type=Path, default=Path("picture.png"), help="file to write (default: picture.png)")
    given = parser.parse_args(words)
    try:
        sketch = _asked(given)
        sketch = replace(sketch, teller=replace(sketch.teller, theme=THEMES[given.theme]))
    except IllegalMove as refused:
        sys.exit(str(refused))
    render.drawn(sketch)
    start = perf_counter()
    png = render.drawn(sketch)
    spent = perf_counter() - start
    given.output.write_bytes(png)
    sys.stdout.write(f"{given.output}: {len(png) / MILLI:.0f} kB, {spent * MILLI:.1f} ms\n")


if __name__ == "__main__":
    main()
