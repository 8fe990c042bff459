"""Sketches with something changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from render import Mark, Sketch, Teller
from rules.text import Translate


def named(sketch: Sketch, *names: str) -> Sketch:
    """Return the sketch for people with other names."""
    return replace(sketch, teller=Teller(names))


def told_to(sketch: Sketch, translate: Translate) -> Sketch:
    """Return the sketch in another language."""
    return replace(sketch, teller=replace(sketch.teller, translate=translate))


def with_marks(sketch: Sketch, marks: Iterable[Mark]) -> Sketch:
    """Return the question with other options."""
    return replace(sketch, asked=sketch.asked._replace(marks=tuple(marks)))
