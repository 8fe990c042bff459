"""The approved pictures of The Hanging Gardens."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import render
from tests.render.approved import looks_as_approved
from tests.render.hanging_gardens.positions import EARLY, END, MIDDLE, after, moment, sketch
from tests.render.hanging_gardens.test_opening import board

GOLDEN = Path(__file__).parent / "golden"


def _asked(depth: int) -> render.Sketch:
    state, seat, path = moment(2, 6)
    return sketch(state, seat, path[:depth])


PICTURES = {
    "first": lambda: board(3, 0),
    "public-2-early": lambda: after(2, EARLY),
    "public-3-middle": lambda: after(3, MIDDLE + 2),
    "public-4-over": lambda: after(4, END),
    "cards": lambda: _asked(0),
    "places": lambda: _asked(2),
    "temple": lambda: _asked(3),
    "sources": lambda: _asked(4),
    "tiles": lambda: _asked(5),
    "garden": lambda: replace(after(3, MIDDLE), detail="seat-2"),
    "own": lambda: after(3, MIDDLE, seat=1),
}


@pytest.mark.parametrize("name", tuple(PICTURES))
def test_looks_as_approved(name: str) -> None:
    looks_as_approved(PICTURES[name](), GOLDEN / f"{name}.png")
