"""Tree cards."""

from __future__ import annotations

import pytest

from render.ishtar import trees
from render.palette import CREAM
from render.writing import recorded_texts
from rules.ishtar.parts import TREES

CLEAR_PX = 4


@pytest.mark.parametrize("wide", [262, 344])
@pytest.mark.parametrize("high", [trees.LINE_PX, 80, trees.HIGH_LINE_PX])
def test_points_stand_clear_of_gems(wide: int, high: int) -> None:
    for number, (_, points) in TREES.items():
        with recorded_texts() as text_runs:
            piece = trees.face(number, wide, high)
        left, top, length, tall = next(run.box for run in text_runs if run.text == str(points))
        beside = piece.convert("RGB").crop((left + length + 1, top, left + length + 1 + CLEAR_PX, top + tall))
        assert beside.getcolors() == [(CLEAR_PX * tall, CREAM)], (number, points)
