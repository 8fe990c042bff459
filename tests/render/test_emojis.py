"""Emojis keep to Discord's limits, show on any background and look different at text size."""

from __future__ import annotations

import io
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from render.canvas import Picture, scaled
from render.emojis import SIZE, Emoji, emoji, pieces
from tests.render.sheets import GROUNDS, IN_LINE

MOST = 256 * 1024  # bytes that Discord takes
APART = 4.0  # of 255: by how much a pixel of two emojis differs on the average, at least
SEEN = 12.0  # and of an emoji from its ground


@pytest.fixture(scope="module")
def drawn() -> list[Emoji]:
    return [emoji(piece) for piece in pieces()]


def opened(each: Emoji) -> Picture:
    return Image.open(io.BytesIO(each.png))


def in_line(each: Emoji, ground: tuple[int, int, int]) -> Picture:
    small, line = scaled(opened(each), (IN_LINE, IN_LINE)), Image.new("RGB", (IN_LINE, IN_LINE), ground)
    line.paste(small, (0, 0), small)
    return line


def difference(one: Picture, other: Picture) -> float:
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)


def test_emojis_keep_to_discords_limits(drawn: list[Emoji]) -> None:
    for each in drawn:
        picture = opened(each)
        assert (picture.format, picture.mode, picture.size) == ("PNG", "RGBA", (SIZE, SIZE)), each.piece
        assert len(each.png) <= MOST, each.piece


def test_emojis_are_few_and_all_different(drawn: list[Emoji]) -> None:
    assert len(drawn) <= 120
    assert len({each.digest for each in drawn}) == len(drawn)


def test_emojis_show_on_light_and_dark_backgrounds(drawn: list[Emoji]) -> None:
    for ground in GROUNDS:
        bare = Image.new("RGB", (IN_LINE, IN_LINE), ground)
        pale = [each.piece for each in drawn if difference(in_line(each, ground), bare) < SEEN]
        assert not pale, f"hardly seen on {ground}: {pale}"


def test_emojis_look_different_at_text_size(drawn: list[Emoji]) -> None:
    small = [(each.piece, in_line(each, GROUNDS[0])) for each in drawn]
    alike = [(a, b) for (a, one), (b, other) in combinations(small, 2) if difference(one, other) < APART]
    assert not alike


def test_digest_of_an_emoji_depends_on_its_picture() -> None:
    first = emoji("djinns_red")
    assert emoji("djinns_red") == first
    assert emoji("djinns_blue").digest != first.digest
