"""Measure colours: contrast by WCAG 2.2, difference by CIEDE2000, and the colours that colour-blind people see.

- Contrast: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
- CIEDE2000: Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula" (2005), with its numbers of equations
- Colour blindness: Machado, Oliveira and Fernandes, "A physiologically-based model for simulation of color vision deficiency"
  (2009), matrices of severity 1 for linear sRGB
"""

from __future__ import annotations

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

from render.palette import Ink

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

XYZ: Matrix = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
WHITE: Triple = (0.95047, 1.0, 1.08883)  # D65
SIGHTS: dict[str, Matrix] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def contrast(one: Ink, other: Ink) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(ink: Ink) -> float:
    red, green, blue = _linear(ink)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(ink: Ink) -> Triple:
    red, green, blue = (v / 255 / 12.92 if v / 255 <= 0.04045 else ((v / 255 + 0.055) / 1.055) ** 2.4 for v in ink)
    return red, green, blue


def _times(matrix: Matrix, values: Triple) -> Triple:
    one, two, three = (sum(a * b for a, b in zip(row, values, strict=True)) for row in matrix)
    return one, two, three


def lab(ink: Ink, sight: str = "normal") -> Triple:
    """Return a colour in CIELAB, as people with this sight (`SIGHTS`) see it."""
    red, green, blue = (min(1.0, max(0.0, v)) for v in _times(SIGHTS[sight], _linear(ink)))
    x, y, z = (_root(v / white) for v, white in zip(_times(XYZ, (red, green, blue)), WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(value: float) -> float:
    return value ** (1 / 3) if value > (6 / 29) ** 3 else value / (3 * (6 / 29) ** 2) + 4 / 29


def difference(one: Triple, other: Triple) -> float:
    """Return the difference of two colours in CIELAB by CIEDE2000."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean_chroma = (hypot(a1, b1) + hypot(a2, b2)) / 2
    stretch = 1 + 0.5 * (1 - sqrt(mean_chroma**7 / (mean_chroma**7 + 25**7)))  # (4), (5)
    c1, c2 = hypot(a1 * stretch, b1), hypot(a2 * stretch, b2)  # (6)
    h1, h2 = degrees(atan2(b1, a1 * stretch)) % 360, degrees(atan2(b2, a2 * stretch)) % 360  # (7)
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0  # (10)
    hue = 2 * sqrt(c1 * c2) * sin(radians(turn / 2))  # (11)
    middle = h1 + turn / 2 if c1 * c2 else h1 + h2  # (14)
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    weight = (  # (15)
        1
        - 0.17 * cos(radians(middle - 30))
        + 0.24 * cos(radians(2 * middle))
        + 0.32 * cos(radians(3 * middle + 6))
        - 0.20 * cos(radians(4 * middle - 63))
    )
    rotation = -2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * sin(radians(60 * exp(-((((middle % 360) - 275) / 25) ** 2))))
    by_light = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))  # (18)
    by_chroma, by_hue = (c2 - c1) / (1 + 0.045 * chroma), hue / (1 + 0.015 * chroma * weight)  # (19), (20)
    return sqrt(by_light**2 + by_chroma**2 + by_hue**2 + rotation * by_chroma * by_hue)  # (22)
