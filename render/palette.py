"""Shared colours, and the themes of pictures; colour-blind people can tell the four colours of the seats apart."""

from __future__ import annotations

from typing import NamedTuple

Ink = tuple[int, int, int]

PAPER: Ink = (247, 240, 225)
CREAM: Ink = (255, 251, 241)
SAND: Ink = (234, 219, 187)
STONE: Ink = (222, 210, 187)
EARTH: Ink = (141, 122, 96)
INK: Ink = (58, 46, 38)
LAKE: Ink = (183, 215, 217)
DEEP: Ink = (164, 203, 208)
LEAF: Ink = (96, 139, 69)
GOLD: Ink = (226, 158, 28)

# After the palette of Okabe and Ito, a little warmer; lightness differs as well as hue (`tests/render/test_contrast.py`).
SEATS: dict[str, Ink] = {
    "red": (204, 70, 29),
    "blue": (0, 78, 150),
    "green": (25, 131, 98),
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


class Theme(NamedTuple):
    """The colours of a picture's background and of the words and lines on it. Boards and pieces keep theirs.

    :param name: the key of the theme in settings.
    :param ground: the background.
    :param sheet: sheets on it, such as those of seats.
    :param text: words on the background or on a sheet.
    :param pale: words there that need not be read at once.
    :param rim: the edge of a sheet.
    :param line: lines on the background.
    :param rule: lines on a sheet.
    :param shade: the shadow of sheets and of pieces on the background.
    """

    name: str
    ground: Ink
    sheet: Ink
    text: Ink
    pale: Ink
    rim: Ink
    line: Ink
    rule: Ink
    shade: Ink


LIGHT = Theme(
    "light",
    PAPER,
    CREAM,
    INK,
    mix(INK, PAPER, 0.25),
    rim=mix(PAPER, EARTH, 0.3),
    line=mix(PAPER, EARTH, 0.6),
    rule=SAND,
    shade=EARTH,
)
DARK = Theme(
    "dark",
    ground=(38, 36, 38),
    sheet=(56, 53, 53),
    text=(245, 237, 222),
    pale=(193, 183, 168),
    rim=(88, 82, 78),
    line=(128, 118, 106),
    rule=(88, 82, 78),
    shade=(12, 11, 12),
)
THEMES = {theme.name: theme for theme in (LIGHT, DARK)}
