"""Find the 256 colours that suit a game's pictures in each theme, and store them: ``python -m render palette KEY``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import cast

from PIL import Image

import render
from render.album import titled_sketches
from render.palette import Ink, Theme
from rules import GAMES
from rules.game import play_at_random

GAMES_PER_TABLE = 2  # random games for each number of seats
SAMPLE_PIXELS = 300_000  # that the quantizer looks at, about


def learn(key: str, theme: Theme) -> None:
    """Draw random games of one game in a theme, and write their colours to `render.colours_file`; change no other file."""
    fitting_colours(pictures(key, theme)).save(render.colours_file(key, theme))
    render.colours.cache_clear()


def pictures(key: str, theme: Theme) -> Iterator[Image.Image]:
    """Draw boards, questions, previews and details of random games in a theme."""
    game = GAMES[key]
    for seats in game.seats:
        variants = frozenset(variant.key for variant in game.variants) if seats % 2 else frozenset[str]()
        for seed in range(GAMES_PER_TABLE):
            state = game.setup(seats, variants)
            moves = list(play_at_random(game, state, Random(seed)))
            for _, sketch in titled_sketches(game, state, moves, Random(seed), first=seed):
                themed = replace(sketch, teller=replace(sketch.teller, theme=theme))
                yield render.paint(themed).convert("RGB")


def fitting_colours(pictures: Iterable[Image.Image]) -> Image.Image:
    """Return the 256 colours that suit RGB pictures, as the palette of an image.

    A shade counts by the root of its area, so that small signs keep their colours.
    """
    inks = Counter[Ink]()
    for picture in pictures:
        for area, ink in picture.getcolors(picture.width * picture.height) or ():
            inks[cast("Ink", ink)] += area
    shades, commonest = Counter[Ink](), dict[Ink, Ink]()
    for ink, area in inks.most_common():
        red, green, blue = ink
        shades[red >> 2, green >> 2, blue >> 2] += area
        commonest.setdefault((red >> 2, green >> 2, blue >> 2), ink)
    share = SAMPLE_PIXELS / sum(area**0.5 for area in shades.values())
    pixels = b"".join(bytes(commonest[shade]) * (1 + round(share * area**0.5)) for shade, area in shades.items())
    sheet = Image.frombytes("RGB", (len(pixels) // 3, 1), pixels)
    found = sheet.quantize(256, Image.Quantize.MEDIANCUT, 2, dither=Image.Dither.NONE)
    chart = Image.frombytes("P", (16, 16), bytes(range(256)))
    chart.putpalette(found.getpalette() or [])
    return chart
