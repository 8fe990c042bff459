"""Paint facilities in the lower right of a square: stairs with plants, a tree, an arcade, a fountain."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from render.canvas import Brush, Point
from render.hanging_gardens.inks import (
    CORNICE_INK,
    CROWN_INK,
    CROWN_SHADE_INK,
    FOUNTAIN_INK,
    JET_INK,
    MARBLE_INK,
    MARBLE_SHADE_INK,
    ROSE_INK,
    TRUNK_INK,
    VAULT_INK,
)
from render.palette import Ink

CROWN = ((0.42, 0.56, 0.17), (0.76, 0.56, 0.17), (0.59, 0.38, 0.2), (0.59, 0.56, 0.2))  # of the tree: x, y, radius
FRUIT = ((0.46, 0.54), (0.62, 0.36), (0.73, 0.58))


class _Shares:
    """Paints in shares of a square's side."""

    def __init__(self, brush: Brush, size: float) -> None:
        self._brush, self._size = brush, size

    def block(self, left: float, top: float, right: float, bottom: float, ink: Ink, radius: float = 0) -> None:
        size = self._size
        self._brush.block((left * size, top * size, right * size, bottom * size), radius * size, ink)

    def disc(self, x: float, y: float, radius: float, ink: Ink, flat: float = 1) -> None:
        """Fill an ellipse; ``flat`` is its height divided by its width."""
        size = self._size
        self._brush.disc((x * size, y * size), radius * size, radius * flat * size, ink)

    def shape(self, points: Iterable[Point], ink: Ink) -> None:
        self._brush.shape([(x * self._size, y * self._size) for x, y in points], ink)


def paint_facility(brush: Brush, letter: str, size: float) -> None:
    """Paint the facility with this letter on a square of ``size`` pixels."""
    SHAPES[letter](_Shares(brush, size))


def _terrace(pen: _Shares) -> None:
    for step in range(3):
        left, top = 0.16 + 0.26 * step, 0.72 - 0.2 * step
        pen.block(left, top, 0.94, 0.93, MARBLE_SHADE_INK)
        pen.block(left, top, 0.94, top + 0.08, MARBLE_INK)
    for step in range(3):
        x, y = 0.27 + 0.26 * step, 0.69 - 0.2 * step
        pen.disc(x, y, 0.095, CROWN_SHADE_INK, 0.8)
        pen.disc(x - 0.02, y - 0.02, 0.06, CROWN_INK, 0.8)


def _park(pen: _Shares) -> None:
    pen.shape(((0.54, 0.6), (0.64, 0.6), (0.68, 0.93), (0.5, 0.93)), TRUNK_INK)
    for x, y, radius in CROWN:
        pen.disc(x, y, radius, CROWN_INK)
    for x, y in FRUIT:
        pen.disc(x, y, 0.04, ROSE_INK)


def _arcade(pen: _Shares) -> None:
    pen.block(0.2, 0.48, 0.92, 0.93, MARBLE_INK)
    pen.block(0.16, 0.42, 0.96, 0.53, CORNICE_INK, 0.02)
    for x in (0.385, 0.735):
        pen.disc(x, 0.72, 0.115, VAULT_INK)
        pen.block(x - 0.115, 0.72, x + 0.115, 0.93, VAULT_INK)


def _fountain(pen: _Shares) -> None:
    pen.disc(0.58, 0.56, 0.24, JET_INK, 0.9)
    pen.disc(0.46, 0.67, 0.125, FOUNTAIN_INK, 1.3)
    pen.disc(0.7, 0.67, 0.125, FOUNTAIN_INK, 1.3)
    pen.block(0.545, 0.26, 0.615, 0.8, MARBLE_INK, 0.03)
    pen.disc(0.58, 0.26, 0.06, JET_INK)
    pen.block(0.2, 0.74, 0.96, 0.82, MARBLE_INK, 0.03)
    pen.shape(((0.27, 0.82), (0.89, 0.82), (0.8, 0.93), (0.36, 0.93)), MARBLE_SHADE_INK)


SHAPES: dict[str, Callable[[_Shares], None]] = {"T": _terrace, "P": _park, "A": _arcade, "F": _fountain}
