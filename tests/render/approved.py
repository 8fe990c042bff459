"""Pictures that people have looked at; ``PARTERRE_GOLDEN=1`` draws them anew. They are drawn only if `approvals` says so."""

from __future__ import annotations

import io
from functools import partial
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

import render
from tests.render.approvals import approving, digest, if_not_approved

FAILED = Path(__file__).parents[2] / "var" / "golden"
CLOSE = 0.6  # mean difference of a channel, of 255: another build of FreeType may round letters otherwise


def looks_as_approved(sketch: render.Sketch, approved: Path) -> None:
    """Compare a picture with the approved one; keep the drawn one and the difference if they differ."""
    if approving() and (not approved.exists() or _difference(sketch, approved)):
        approved.parent.mkdir(exist_ok=True)
        approved.write_bytes(render.picture(sketch))
    found = digest(sketch.game, Path(__file__), (sketch, approved.read_bytes()))
    if_not_approved(found, partial(_compare, sketch, approved))


def _compare(sketch: render.Sketch, approved: Path) -> None:
    difference = _difference(sketch, approved)
    if difference:
        FAILED.mkdir(parents=True, exist_ok=True)
        name = f"{sketch.game}-{approved.stem}"
        (FAILED / f"{name}.png").write_bytes(render.picture(sketch))
        difference.save(FAILED / f"{name}-difference.png")
    assert not difference, f"{approved.stem} looks otherwise: see {FAILED}"


def _difference(sketch: render.Sketch, approved: Path) -> Image.Image | None:
    """Return by how much each pixel is off; None if all in all it is `CLOSE`."""
    actual, expected = (Image.open(file).convert("RGB") for file in (io.BytesIO(render.picture(sketch)), approved))
    difference = ImageChops.difference(actual, expected)
    off = max(ImageStat.Stat(difference).mean)
    return difference if off > CLOSE or actual.size != expected.size else None
