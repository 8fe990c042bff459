"""Draw the icons of tiles, one for each kind; and the flower, the eye, the back of a tile and the laurel: all from SVG files."""

from __future__ import annotations

from PIL import Image

from render.cache import sprites
from render.canvas import Picture, put, sprite
from render.hanging_gardens.inks import SHAPE_INKS
from render.palette import CREAM
from render.shape import shape
from rules.hanging_gardens.parts import PERSONS

SERIES_SHARE, SERIES_DISC_SHARE = 0.47, 0.5  # width of the series' icon beside a person, and of the disc below it
SERIES_AT = (0.75, 0.72)  # the middle of both, in shares of a person's icon


@sprites.keep
def icon(tile: str, size: int) -> Picture:
    """Return the icon of a kind of tile; a person has the icon of its series beside it."""
    piece = drawn(tile, size)
    if tile not in PERSONS:
        return piece
    x, y = (share * size for share in SERIES_AT)
    half = size * SERIES_DISC_SHARE / 2
    disc = sprite(size, size, lambda brush: brush.disc((x, y), half, half, CREAM))
    whole = Image.alpha_composite(piece, disc)
    series = Image.new("RGBA", whole.size)
    put(series, drawn(PERSONS[tile].series, round(size * SERIES_SHARE)), (x, y))
    return Image.alpha_composite(whole, series)


def drawn(name: str, size: int) -> Picture:
    """Return a shape of this game in its usual colours, ``size`` pixels wide."""
    return shape(f"hanging_gardens/{name}", size, **SHAPE_INKS)


def flower(size: int) -> Picture:
    """Return the bouquet that marks the player who begins the round."""
    return drawn("flower", size)


def eye(size: int) -> Picture:
    """Return the eye that marks tiles only their owner sees."""
    return drawn("eye", size)


def tile_back(size: int) -> Picture:
    """Return a tile face down."""
    return drawn("tile_back", size)
