"""Colours of lines and bars in each theme; people with any sight can tell them apart (`tests/render/plots`)."""

from __future__ import annotations

from itertools import combinations, product

from PIL import Image

from render.canvas import Picture
from render.palette import DARK, LIGHT, Ink, Theme, mix

SERIES_INKS: dict[str, tuple[Ink, Ink, Ink, Ink]] = {
    LIGHT.name: ((0, 78, 150), (204, 70, 29), (26, 150, 136), (92, 40, 60)),
    DARK.name: ((94, 168, 238), (236, 112, 60), (250, 225, 140), (164, 140, 148)),
}
BAND_SHARE = 0.75  # of the sheet's colour in a band
STEPS = 9  # shades from a colour to the one beside it, for smooth edges
FEWER_STEPS = 5  # from a line to another line or its band


def band_ink(ink: Ink, theme: Theme) -> Ink:
    """Return the colour of the band around a line."""
    return mix(ink, theme.sheet, BAND_SHARE)


def plot_colours(theme: Theme) -> Picture:
    """Return the colours of plots in a theme as the palette of an image: each ink and its shades to what it lies on."""
    inks = SERIES_INKS[theme.name]
    bands = [band_ink(ink, theme) for ink in inks]
    pairs = [
        *((ink, theme.sheet) for ink in (theme.text, theme.pale, theme.rule, *inks, *bands)),
        *((ink, theme.ground) for ink in (theme.text, theme.pale, theme.rim, theme.shade)),
        *zip(inks, bands, strict=True),
    ]
    shades = [mix(*pair, step / (STEPS - 1)) for pair in pairs for step in range(STEPS)]
    crossing = [*product(inks, bands), *combinations(inks, 2)]
    shades += [mix(*pair, step / FEWER_STEPS) for pair in crossing for step in range(1, FEWER_STEPS)]
    chart = Image.new("P", (1, 1))
    chart.putpalette([part for ink in dict.fromkeys(shades) for part in ink])
    return chart
