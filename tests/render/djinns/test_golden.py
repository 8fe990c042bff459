"""Pictures that people have looked at; ``PARTERRE_GOLDEN=1`` draws them anew."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

import render
from tests.render.positions import END, MARKERS, MIDDLE, position

GOLDEN = Path(__file__).parent / "golden"
FAILED = Path(__file__).parents[2] / "var" / "golden"
CLOSE = 0.6  # mean difference of a channel, of 255: another build of FreeType may round letters otherwise
PICTURES = {
    "djinns-2-over": position(2, END),
    "djinns-3-middle": position(3, MIDDLE, ()),
    "djinns-4-markers": position(4, MARKERS, ()),
}


@pytest.mark.parametrize("name", tuple(PICTURES))
def test_looks_as_approved(name: str) -> None:
    png = render.picture(PICTURES[name])
    approved = GOLDEN / f"{name}.png"
    if os.environ.get("PARTERRE_GOLDEN"):
        approved.write_bytes(png)
    actual, expected = (Image.open(file).convert("RGB") for file in (io.BytesIO(png), approved))
    assert actual.size == expected.size
    difference = ImageChops.difference(actual, expected)
    off = max(ImageStat.Stat(difference).mean)
    if off > CLOSE:
        FAILED.mkdir(parents=True, exist_ok=True)
        actual.save(FAILED / f"{name}.png")
        difference.save(FAILED / f"{name}-difference.png")
    assert off <= CLOSE, f"{name} differs by {off:.2f}: see {FAILED}"
