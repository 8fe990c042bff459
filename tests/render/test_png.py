"""Pictures as PNG files."""

from __future__ import annotations

import io
from random import Random

import pytest
from PIL import Image

from render.png import encode


@pytest.mark.parametrize("size", [(1, 1), (1, 7), (640, 3), (1401, 257)])
def test_png_of_a_palette_shows_the_same_pixels(size: tuple[int, int]) -> None:
    random = Random(1)
    picture = Image.frombytes("P", size, random.randbytes(size[0] * size[1]))
    picture.putpalette(random.randbytes(768))
    shown = Image.open(io.BytesIO(encode(picture)))
    assert shown.format == "PNG"
    assert shown.mode == "P"
    assert shown.convert("RGB").tobytes() == picture.convert("RGB").tobytes()


def test_png_without_a_palette_shows_the_same_pixels() -> None:
    picture = Image.frombytes("RGB", (5, 3), Random(2).randbytes(45))
    assert Image.open(io.BytesIO(encode(picture))).convert("RGB").tobytes() == picture.tobytes()
