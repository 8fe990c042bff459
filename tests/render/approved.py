"""Pictures that people have looked at; ``PARTERRE_GOLDEN=1`` draws them anew. They are drawn only if `approvals` says so."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

import render
from tests.render.approvals import approving, digest, if_not_approved

FAILED = Path(__file__).parents[2] / "var" / "golden"
CLOSE = 0.6  # mean difference of a channel, of 255: another build of FreeType may round letters otherwise


def looks_as_approved(sketch: render.Sketch, approved: Path) -> None:
    """Compare the picture of a sketch with the approved one, unless it is known to be the same."""
    draw = partial(render.picture, sketch)
    _keep_if_approving(draw, approved)
    found = digest(sketch.game, Path(__file__), (sketch, approved.read_bytes()))
    if_not_approved(found, partial(_compare, draw, approved, sketch.game))


def drawing_looks_as_approved(draw: Callable[[], bytes], approved: Path, kind: str) -> None:
    """Compare a picture with the approved one.

    :param kind: of the picture, for the name of the file that is kept if they differ.
    """
    _keep_if_approving(draw, approved)
    _compare(draw, approved, kind)


def _keep_if_approving(draw: Callable[[], bytes], approved: Path) -> None:
    if approving() and (not approved.exists() or _difference(draw, approved)):
        approved.parent.mkdir(exist_ok=True)
        approved.write_bytes(draw())


def _compare(draw: Callable[[], bytes], approved: Path, kind: str) -> None:
    """Keep the drawn picture and the difference if they differ."""
    difference = _difference(draw, approved)
    if difference:
        FAILED.mkdir(parents=True, exist_ok=True)
        name = f"{kind}-{approved.stem}"
        (FAILED / f"{name}.png").write_bytes(draw())
        difference.save(FAILED / f"{name}-difference.png")
    assert not difference, f"{approved.stem} looks otherwise: see {FAILED}"


def _difference(draw: Callable[[], bytes], approved: Path) -> Image.Image | None:
    """Return by how much each pixel is off; None if all in all it is `CLOSE`."""
    actual, expected = (Image.open(file).convert("RGB") for file in (io.BytesIO(draw()), approved))
    difference = ImageChops.difference(actual, expected)
    off = max(ImageStat.Stat(difference).mean)
    return difference if off > CLOSE or actual.size != expected.size else None
