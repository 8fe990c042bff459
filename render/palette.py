"""Colours: warm paper, calm water, and four seat colours that colour-blind people tell apart."""

from __future__ import annotations

Ink = tuple[int, int, int]

PAPER: Ink = (247, 240, 225)
CREAM: Ink = (255, 251, 241)
SAND: Ink = (234, 219, 187)
STONE: Ink = (222, 210, 187)
EARTH: Ink = (141, 122, 96)
INK: Ink = (58, 46, 38)
LAKE: Ink = (183, 215, 217)
DEEP: Ink = (164, 203, 208)
GOLD: Ink = (226, 158, 28)

# After Okabe and Ito, a little warmer; their lightness differs as well as their hue.
SEATS: dict[str, Ink] = {
    "red": (203, 74, 37),
    "blue": (31, 104, 168),
    "green": (20, 138, 98),
    "yellow": (244, 199, 62),
}


def mix(one: Ink, other: Ink, share: float) -> Ink:
    """The colour between two; ``share`` 0 is all ``one``, 1 is all ``other``."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def on(ground: Ink) -> Ink:
    """What to write with on a ground: cream, or ink where the ground is light."""
    red, green, blue = ground
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue > 150 else CREAM
