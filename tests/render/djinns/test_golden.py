"""The approved pictures of Djinns of the Lake."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.render.approved import looks_as_approved
from tests.render.djinns.positions import END, MARKERS, MIDDLE, position

GOLDEN = Path(__file__).parent / "golden"
PICTURES = {
    "2-over": lambda: position(2, END),
    "3-middle": lambda: position(3, MIDDLE, ()),
    "4-markers": lambda: position(4, MARKERS, ()),
}


@pytest.mark.parametrize("name", tuple(PICTURES))
def test_looks_as_approved(name: str) -> None:
    looks_as_approved(PICTURES[name](), GOLDEN / f"{name}.png")
