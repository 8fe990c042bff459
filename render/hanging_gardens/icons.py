"""Draw the icons of tiles, one for each kind; and the flower, the eye, the back of a tile and the laurel."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import cos, pi, sin

from render.cache import sprites
from render.canvas import Brush, Picture, Point, smooth, sprite, turned
from render.hanging_gardens.inks import (
    CHALICE_INK,
    CHALICE_SHADE_INK,
    FUR_INK,
    IRIS_INK,
    LEAF_INK,
    PETAL_HEART_INK,
    ROBE_INKS,
    ROSE_INK,
    SKIN_INK,
    STATUE_INK,
    STATUE_SHADE_INK,
    STRAW_INK,
    TILE_BACK_INK,
    VELVET_INK,
    VIOLET_INK,
    WOOD_INK,
)
from render.palette import CREAM, GOLD, INK, STONE, Ink, mix
from rules.hanging_gardens.parts import PERSONS

CROWN: tuple[Point, ...] = ((-0.72, 0.42), (-0.86, -0.36), (-0.4, 0.0), (0.0, -0.62), (0.4, 0.0), (0.86, -0.36), (0.72, 0.42))


class Pen:
    """Paints in units of half an icon; (0, 0) is its middle, x and y grow to the right and downwards."""

    def __init__(self, brush: Brush, centre: Point, half: float) -> None:
        self._brush, self._centre, self._half = brush, centre, half

    def part(self, x: float, y: float, scale: float) -> Pen:
        """Return a pen around another point, scaled."""
        return Pen(self._brush, self._at([(x, y)])[0], self._half * scale)

    def shape(self, points: Iterable[Point], ink: Ink) -> None:
        self._brush.shape(self._at(points), ink)

    def disc(self, x: float, y: float, radius: float, ink: Ink, flat: float = 1) -> None:
        """Fill an ellipse; ``flat`` is its height divided by its width."""
        self._brush.disc(self._at([(x, y)])[0], radius * self._half, radius * self._half * flat, ink)

    def line(self, points: Iterable[Point], ink: Ink, thick: float) -> None:
        self._brush.line(self._at(points), ink, thick * self._half)

    def bar(self, left: float, top: float, right: float, bottom: float, ink: Ink) -> None:
        self.shape([(left, top), (right, top), (right, bottom), (left, bottom)], ink)

    def _at(self, points: Iterable[Point]) -> list[Point]:
        return turned(points, 0, self._centre, self._half)


def _shoulders(half: float, base: float, high: float) -> list[Point]:
    """Return the upper half of an ellipse on its base line."""
    return [(half * cos(a * pi / 20), base - high * sin(a * pi / 20)) for a in range(21)]


def _queen(pen: Pen) -> None:
    pen.shape(CROWN, GOLD)
    for x, y in ((-0.86, -0.42), (0.0, -0.68), (0.86, -0.42)):
        pen.disc(x, y, 0.14, ROSE_INK)
    pen.bar(-0.72, 0.42, 0.72, 0.68, mix(GOLD, WOOD_INK, 0.45))
    for x in (-0.45, 0.0, 0.45):
        pen.disc(x, 0.55, 0.09, CREAM)


def _king(pen: Pen) -> None:
    pen.shape(smooth([(-0.66, 0.42), (-0.66, 0.42), (-0.78, -0.1), (-0.4, -0.42), (0, -0.3), (0.4, -0.42), (0.78, -0.1),
                      (0.66, 0.42), (0.66, 0.42)]), VELVET_INK)  # fmt: skip
    for bend in (-0.74, 0.74):
        pen.line([(bend * 0.9, 0.4), (bend * 1.06, -0.08), (bend * 0.6, -0.4), (0, -0.28)], GOLD, 0.17)
    pen.line([(0, 0.4), (0, -0.3)], GOLD, 0.17)
    pen.bar(-0.72, 0.36, 0.72, 0.68, GOLD)
    pen.bar(-0.72, 0.6, 0.72, 0.68, mix(GOLD, WOOD_INK, 0.45))
    pen.line([(0, -0.4), (0, -0.88)], INK, 0.13)
    pen.line([(-0.2, -0.66), (0.2, -0.66)], INK, 0.13)


def _tiger(pen: Pen) -> None:
    for side in (-1, 1):
        pen.disc(side * 0.56, -0.5, 0.27, FUR_INK)
        pen.disc(side * 0.56, -0.5, 0.13, mix(FUR_INK, INK, 0.55))
    pen.disc(0, 0.02, 0.8, FUR_INK, 0.92)
    pen.disc(0, 0.42, 0.42, CREAM, 0.74)
    for x in (-0.2, 0.0, 0.2):
        pen.line([(x, -0.66), (x * 0.8, -0.36)], INK, 0.1)
    for side in (-1, 1):
        pen.disc(side * 0.33, -0.06, 0.16, CREAM)
        pen.disc(side * 0.31, -0.05, 0.09, INK)
        for y in (0.04, 0.26):
            pen.line([(side * 0.76, y), (side * 0.52, y + 0.05)], INK, 0.1)
    pen.shape([(-0.15, 0.2), (0.15, 0.2), (0, 0.37)], mix(ROSE_INK, INK, 0.25))
    pen.line([(-0.16, 0.46), (0, 0.54), (0.16, 0.46)], INK, 0.07)


def _garden(pen: Pen) -> None:
    pen.line([(0, 0.1), (0.04, 0.9)], mix(LEAF_INK, INK, 0.2), 0.13)
    for side in (-1, 1):
        leaf = [(0.0, 0.85), (0.0, 0.85), (side * 0.3, 0.4), (side * 0.66, 0.36), (side * 0.66, 0.36), (side * 0.5, 0.74)]
        pen.shape(smooth(leaf), LEAF_INK)
    for petal in range(6):
        angle = petal * pi / 3 + pi / 6
        pen.disc(0.37 * cos(angle), -0.26 + 0.37 * sin(angle), 0.28, ROSE_INK)
    pen.disc(0, -0.26, 0.23, PETAL_HEART_INK)


def _statue(pen: Pen) -> None:
    pen.shape(_shoulders(0.62, 0.6, 0.52), STATUE_INK)
    pen.bar(-0.17, -0.16, 0.17, 0.2, STATUE_SHADE_INK)
    pen.disc(0, -0.4, 0.35, STATUE_INK, 1.18)
    for x, y in ((-0.26, -0.66), (0, -0.76), (0.26, -0.66)):
        pen.disc(x, y, 0.17, STATUE_SHADE_INK)
    pen.line([(0.05, -0.42), (0.13, -0.28), (0.03, -0.27)], STATUE_SHADE_INK, 0.06)
    pen.bar(-0.4, 0.56, 0.4, 0.74, STATUE_SHADE_INK)
    pen.bar(-0.58, 0.72, 0.58, 0.92, mix(STATUE_SHADE_INK, INK, 0.25))


def _chalice(pen: Pen) -> None:
    gold, dark = CHALICE_INK, CHALICE_SHADE_INK
    bowl = [(0.58 * cos(a * pi / 20), -0.62 + 0.78 * sin(a * pi / 20)) for a in range(21)]
    pen.bar(-0.09, 0.08, 0.09, 0.7, dark)
    pen.disc(0, 0.34, 0.17, gold)
    pen.shape(bowl, gold)
    pen.disc(0, -0.62, 0.58, dark, 0.26)
    pen.disc(0, -0.6, 0.45, VELVET_INK, 0.2)
    pen.disc(0, -0.16, 0.12, VELVET_INK)
    pen.disc(0, 0.78, 0.44, gold, 0.3)


def _gate(pen: Pen) -> None:
    pen.bar(-0.8, -0.62, 0.8, 0.84, STATUE_INK)
    for x in (-0.8, -0.34, 0.12, 0.58):
        pen.bar(x, -0.86, x + 0.22, -0.6, STATUE_INK)
    pen.bar(-0.8, -0.56, 0.8, -0.46, STATUE_SHADE_INK)
    pen.disc(0, 0.16, 0.48, STATUE_SHADE_INK)
    pen.bar(-0.48, 0.16, 0.48, 0.84, STATUE_SHADE_INK)
    pen.disc(0, 0.18, 0.4, WOOD_INK)
    pen.bar(-0.4, 0.18, 0.4, 0.84, WOOD_INK)
    pen.line([(0, -0.16), (0, 0.82)], mix(WOOD_INK, INK, 0.6), 0.06)
    for side in (-1, 1):
        pen.disc(side * 0.12, 0.42, 0.07, GOLD)


def _head(pen: Pen, robe: Ink, tile: str) -> None:
    """Paint a person's head and shoulders, dressed for the trade."""
    pen.shape(_shoulders(0.78, 0.92, 0.8), robe)
    pen.bar(-0.15, -0.06, 0.15, 0.24, mix(SKIN_INK, WOOD_INK, 0.3))
    pen.disc(0, -0.34, 0.37, SKIN_INK, 1.12)
    dark = mix(robe, INK, 0.45)
    if tile == "guard":
        pen.disc(0, -0.5, 0.42, STATUE_SHADE_INK, 0.86)
        pen.bar(-0.42, -0.5, 0.42, -0.38, STATUE_SHADE_INK)
        pen.bar(-0.37, -0.4, 0.37, -0.1, SKIN_INK)
        pen.line([(0, -0.84), (0, -0.98)], VELVET_INK, 0.16)
    elif tile == "gardener":
        pen.disc(0, -0.52, 0.66, STRAW_INK, 0.26)
        pen.disc(0, -0.66, 0.36, STRAW_INK, 0.7)
        pen.line([(-0.34, -0.56), (0.34, -0.56)], VELVET_INK, 0.1)
    elif tile == "priest":
        pen.shape([(-0.4, -0.46), (-0.32, -1.0), (0.32, -1.0), (0.4, -0.46)], mix(VIOLET_INK, CREAM, 0.35))
        pen.line([(-0.37, -0.52), (0.37, -0.52)], GOLD, 0.12)
    else:
        pen.disc(0, -0.6, 0.39, dark if tile == "sculptor" else WOOD_INK, 0.6)
    for side in (-1, 1):
        pen.disc(side * 0.14, -0.28, 0.05, INK)


SERIES_ICONS: dict[str, Callable[[Pen], None]] = {
    "queen": _queen, "king": _king, "tiger": _tiger, "garden": _garden, "statue": _statue, "chalice": _chalice, "gate": _gate,
}  # fmt: skip


@sprites.keep
def icon(tile: str, size: int) -> Picture:
    """Return the icon of a kind of tile; a person has the icon of its series beside it."""

    def paint(brush: Brush) -> None:
        pen = Pen(brush, (size / 2, size / 2), size / 2)
        if tile in SERIES_ICONS:
            SERIES_ICONS[tile](pen)
        else:
            _head(pen.part(-0.22, 0.0, 0.95), ROBE_INKS[tile], tile)
            pen.disc(0.5, 0.44, 0.5, CREAM)
            SERIES_ICONS[PERSONS[tile].series](pen.part(0.5, 0.44, 0.47))

    return sprite(size, size, paint)


@sprites.keep
def flower(size: int) -> Picture:
    """Return the bouquet that marks the player who begins the round."""

    def paint(brush: Brush) -> None:
        pen = Pen(brush, (size / 2, size / 2), size / 2)
        for x, y in ((-0.45, -0.3), (0.45, -0.3), (0.0, -0.55)):
            pen.line([(x, y), (0, 0.9)], LEAF_INK, 0.12)
        pen.shape([(-0.42, 0.3), (0.42, 0.3), (0.14, 0.96), (-0.14, 0.96)], mix(STONE, WOOD_INK, 0.35))
        for (x, y), ink in (((-0.45, -0.2), ROSE_INK), ((0.45, -0.2), VIOLET_INK), ((0.0, -0.5), GOLD)):
            for petal in range(5):
                angle = petal * pi * 0.4
                pen.disc(x + 0.23 * cos(angle), y + 0.23 * sin(angle), 0.19, ink)
            pen.disc(x, y, 0.13, CREAM)

    return sprite(size, size, paint)


@sprites.keep
def eye(size: int) -> Picture:
    """Return the eye that marks tiles only their owner sees."""

    def paint(brush: Brush) -> None:
        pen = Pen(brush, (size / 2, size / 2), size / 2)
        lid = [(x / 20, -0.55 * sin(pi * (x / 20 + 1) / 2)) for x in range(-20, 21)]
        whole = [*lid, *[(x, -y) for x, y in reversed(lid)]]
        pen.shape(whole, INK)
        pen.shape([(x * 0.84, y * 0.78) for x, y in whole], CREAM)
        pen.disc(0, 0, 0.36, IRIS_INK)
        pen.disc(0, 0, 0.18, INK)

    return sprite(size, size, paint)


@sprites.keep
def tile_back(size: int) -> Picture:
    """Return a tile face down."""

    def paint(brush: Brush) -> None:
        brush.block((size * 0.12, size * 0.04, size * 0.88, size * 0.96), size * 0.12, INK)
        brush.block((size * 0.12 + 2, size * 0.04 + 2, size * 0.88 - 2, size * 0.96 - 2), size * 0.1, TILE_BACK_INK)
        pen = Pen(brush, (size / 2, size / 2), size * 0.26)
        for petal in range(4):
            pen.disc(0.45 * cos(petal * pi / 2), 0.45 * sin(petal * pi / 2), 0.4, CREAM)
        pen.disc(0, 0, 0.3, TILE_BACK_INK)

    return sprite(size, size, paint)


@sprites.keep
def wreath(size: int) -> Picture:
    """Return a winner's laurel with a star."""
    leaf = smooth([(0.0, -0.22), (0.0, -0.22), (0.1, -0.02), (0.0, 0.2), (0.0, 0.2), (-0.1, -0.02)])
    star = [p for k in range(5) for p in (*turned([(0, -0.5)], k * 72), *turned([(0, -0.21)], k * 72 + 36))]

    def paint(brush: Brush) -> None:
        pen = Pen(brush, (size / 2, size / 2), size / 2)
        for side in (-1, 1):
            for step in range(6):
                angle = side * (38 + step * 25)
                ((x, y),) = turned([(0.0, -0.76)], angle)
                pen.part(x, y, 1.25).shape(turned(leaf, angle + side * 62), LEAF_INK)
        pen.shape(star, GOLD)

    return sprite(size, size, paint)
