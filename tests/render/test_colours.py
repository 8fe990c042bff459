"""The stored colours of each game fit its pictures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

import render
from render.palette import THEMES, Theme
from rules import GAMES
from tests.render.album import SEED, album
from tests.render.approvals import unless_approved

FEW = 12  # pictures
CLOSE = 3.5  # what a pixel may be off on average, in the channel where it is most, of 255
FAR = 32  # what is seen
SEEN = 0.0001  # of all pixels


def off(picture: Image.Image, colours: Image.Image) -> list[int]:
    """Return a histogram of errors by pixel, each in its worst channel, from 0 to 255."""
    reduced = picture.quantize(palette=colours, dither=Image.Dither.NONE).convert("RGB")
    red, green, blue = ImageChops.difference(picture, reduced).split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()


def drawn(sketches: Iterable[render.Sketch]) -> list[Image.Image]:
    return [render.paint(sketch).convert("RGB") for sketch in sketches]


def few(key: str, theme: str) -> list[render.Sketch]:
    sketches = list(album(key, SEED))
    return [in_theme(sketch, THEMES[theme]) for sketch in sketches[:: max(1, len(sketches) // FEW)]]


def in_theme(sketch: render.Sketch, theme: Theme) -> render.Sketch:
    return replace(sketch, teller=replace(sketch.teller, theme=theme))


@pytest.mark.short("djinns-light", "djinns-dark", "hanging_gardens-light")
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("key", [key for key in GAMES if (render.FOLDER / key).is_dir()])
def test_colours_fit_the_pictures(key: str, theme: str) -> None:
    colours_suit(key=key, theme=theme)


@unless_approved(few)
def colours_suit(key: str, theme: str) -> None:
    kept = render.colours(key, THEMES[theme])
    assert kept, f"{render.colours_file(key, THEMES[theme])} is missing: python -m render palette {key} writes it."
    assert len(kept.getpalette() or []) == 3 * 256
    for picture in drawn(few(key, theme)):
        pixels = off(picture, kept)
        assert sum(amount * count for amount, count in enumerate(pixels)) <= CLOSE * sum(pixels)
        assert sum(pixels[FAR:]) <= SEEN * sum(pixels)
