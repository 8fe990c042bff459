"""Sketches with something changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from render import Mark, Sketch


def with_marks(sketch: Sketch, marks: Iterable[Mark]) -> Sketch:
    """The same question with other answers on offer."""
    return replace(sketch, asked=sketch.asked._replace(marks=tuple(marks)))
