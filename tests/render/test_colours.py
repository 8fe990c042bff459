"""The colours kept beside each game's art suit what is drawn; ``PARTERRE_GOLDEN=1`` finds them anew."""

from __future__ import annotations

import os

import pytest
from PIL import Image, ImageChops, ImageStat

import render
from rules import GAMES

CLOSE = 1.5  # mean difference of a channel, of 255
ROOM = 1.15  # times what colours found anew would be off


def off(swatch: Image.Image, colours: Image.Image) -> float:
    """How far a picture is from itself in these colours."""
    reduced = swatch.quantize(palette=colours, dither=Image.Dither.NONE).convert("RGB")
    return max(ImageStat.Stat(ImageChops.difference(swatch, reduced)).mean)


@pytest.mark.parametrize("game", [key for key in GAMES if (render.FOLDER / key).is_dir()])
def test_colours_suit_the_pictures(game: str) -> None:
    if os.environ.get("PARTERRE_GOLDEN"):
        render.suited(game).save(render.FOLDER / game / "colours.png")
        render.colours.cache_clear()
    kept = render.colours(game)
    assert kept, f"render/{game}/colours.png is missing: PARTERRE_GOLDEN=1 pytest tests/render -k colours keeps it."
    assert len(kept.getpalette() or []) == 3 * 256
    swatch = render._art(game).swatch().convert("RGB")
    now = off(swatch, kept)
    assert now <= CLOSE or now <= ROOM * off(swatch, render.suited(game))
