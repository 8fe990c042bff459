"""Several moves side by side: as wide as a phone shows pictures, each with its number."""

from __future__ import annotations

import io
from random import Random

import pytest
from PIL import Image

import render
from render.layout import readable
from render.palette import GOLD
from render.several import GAP, NUMBER, WIDE, several, sheet
from render.sketch import NOBODY, Sketch
from rules import GAMES
from rules.game import play_at_random

DRAWN = [key for key in GAMES if (render.FOLDER / key).is_dir()]


def boards(key: str, count: int) -> list[Sketch]:
    """The first boards of a random game for two."""
    game = GAMES[key]
    moves = play_at_random(game, game.setup(2, frozenset()), Random(2))
    return [Sketch(key, game.view(next(moves).step.state, 0), NOBODY) for _ in range(count)]


@pytest.mark.parametrize("key", DRAWN)
@pytest.mark.parametrize("count", [1, 2, 3])
def test_no_higher_than_five_to_four(key: str, count: int) -> None:
    with Image.open(io.BytesIO(several(boards(key, count)))) as picture:
        assert picture.width == WIDE
        assert picture.height <= WIDE * 5 / 4 + GAP


@pytest.mark.parametrize("key", DRAWN)
def test_each_has_its_number_in_a_corner(key: str) -> None:
    picture = sheet(boards(key, 3))
    half = (WIDE - GAP) // 2
    lefts = [(0, 0), (half + GAP, 0), ((WIDE - half) // 2, picture.height - picture.height // 2)]
    for left, top in lefts:
        inks = picture.crop((left, top, left + 160, top + 120)).getcolors(160 * 120)
        assert inks is not None
        assert GOLD in [ink for _, ink in inks]
    assert readable(WIDE) <= NUMBER
