"""Pictures that people have looked at; ``PARTERRE_GOLDEN=1`` draws them anew."""

from __future__ import annotations

import io
import os
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

import render

FAILED = Path(__file__).parents[2] / "var" / "golden"
CLOSE = 0.6  # mean difference of a channel, of 255: another build of FreeType may round letters otherwise


def looks_as_approved(sketch: render.Sketch, approved: Path) -> None:
    """The picture is the approved one; else both that was drawn and the difference are kept."""
    png = render.picture(sketch)
    if os.environ.get("PARTERRE_GOLDEN"):
        approved.parent.mkdir(exist_ok=True)
        approved.write_bytes(png)
    actual, expected = (Image.open(file).convert("RGB") for file in (io.BytesIO(png), approved))
    assert actual.size == expected.size
    difference = ImageChops.difference(actual, expected)
    off = max(ImageStat.Stat(difference).mean)
    if off > CLOSE:
        FAILED.mkdir(parents=True, exist_ok=True)
        name = f"{sketch.game}-{approved.stem}"
        actual.save(FAILED / f"{name}.png")
        difference.save(FAILED / f"{name}-difference.png")
    assert off <= CLOSE, f"{approved.stem} differs by {off:.2f}: see {FAILED}"
