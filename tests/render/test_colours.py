"""The stored colours of each game fit its pictures; ``PARTERRE_COLOURS=1`` finds them anew."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable

import pytest
from PIL import Image, ImageChops

import render
from render.palette import Ink
from rules import GAMES
from tests.render.album import SEED, album
from tests.render.approvals import unless_approved

LEARNT = 1  # games from which the colours are taken; they are tried on others
FEW = 12  # pictures
ROOM = 300_000  # pixels from which they are taken
CLOSE = 3.5  # what a pixel may be off on average, in the channel where it is most, of 255
FAR = 32  # what is seen
SEEN = 0.0001  # of all pixels


def suited(pictures: Iterable[Image.Image]) -> Image.Image:
    """Return the 256 colours that suit pictures; a shade counts by the root of its area, so that small signs keep theirs."""
    inks = Counter[Ink]()
    for picture in pictures:
        inks.update({ink: area for area, ink in picture.getcolors(picture.width * picture.height) or ()})
    shades, commonest = Counter[Ink](), dict[Ink, Ink]()
    for ink, area in inks.most_common():
        red, green, blue = ink
        shades[red >> 2, green >> 2, blue >> 2] += area
        commonest.setdefault((red >> 2, green >> 2, blue >> 2), ink)
    share = ROOM / sum(area**0.5 for area in shades.values())
    pixels = b"".join(bytes(commonest[shade]) * (1 + round(share * area**0.5)) for shade, area in shades.items())
    sheet = Image.frombytes("RGB", (len(pixels) // 3, 1), pixels)
    found = sheet.quantize(256, Image.Quantize.MEDIANCUT, 2, dither=Image.Dither.NONE)
    chart = Image.frombytes("P", (16, 16), bytes(range(256)))
    chart.putpalette(found.getpalette() or [])
    return chart


def off(picture: Image.Image, colours: Image.Image) -> list[int]:
    """Return a histogram of errors by pixel, each in its worst channel, from 0 to 255."""
    reduced = picture.quantize(palette=colours, dither=Image.Dither.NONE).convert("RGB")
    red, green, blue = ImageChops.difference(picture, reduced).split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()


def drawn(sketches: Iterable[render.Sketch]) -> list[Image.Image]:
    return [render.paint(sketch).convert("RGB") for sketch in sketches]


def few(key: str) -> list[render.Sketch]:
    sketches = list(album(key, SEED))
    return sketches[:: max(1, len(sketches) // FEW)]


@pytest.mark.short("djinns", "hanging_gardens")
@pytest.mark.parametrize("key", [key for key in GAMES if (render.FOLDER / key).is_dir()])
def test_colours_fit_the_pictures(key: str) -> None:
    if os.environ.get("PARTERRE_COLOURS"):
        suited(drawn(album(key, LEARNT))).save(render.FOLDER / key / "colours.png")
        render.colours.cache_clear()
    colours_suit(key=key)


@unless_approved(few)
def colours_suit(key: str) -> None:
    kept = render.colours(key)
    assert kept, f"render/{key}/colours.png is missing: PARTERRE_COLOURS=1 pytest tests/render -k colours keeps it."
    assert len(kept.getpalette() or []) == 3 * 256
    for picture in drawn(few(key)):
        pixels = off(picture, kept)
        assert sum(amount * count for amount, count in enumerate(pixels)) <= CLOSE * sum(pixels)
        assert sum(pixels[FAR:]) <= SEEN * sum(pixels)
