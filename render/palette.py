"""Shared colours; colour-blind people can tell the four colours of the seats apart."""

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
LEAF: Ink = (92, 132, 66)
GOLD: Ink = (226, 158, 28)

# After the palette of Okabe and Ito, a little warmer; lightness differs as well as hue.
SEATS: dict[str, Ink] = {
    "red": (203, 74, 37),
    "blue": (31, 104, 168),
    "green": (20, 138, 98),
    "yellow": (244, 199, 62),
}


def mix(one: Ink, other: Ink, share: float) -> Ink:
    """Return the colour between two; ``share`` 0 gives ``one``, 1 gives ``other``."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def on(ground: Ink) -> Ink:
    """Return the colour for text on a ground: ink on light grounds, cream on dark ones (luma by ITU-R BT.601)."""
    red, green, blue = ground
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue > 150 else CREAM
