"""The canvas: paint sprites, lay them on pictures, and reduce the result to a palette.

Coordinates and lengths are pixels of the finished picture, may be fractions, and grow to the right and downwards. Angles are
degrees clockwise; 0 points to the right. Colours (`Ink`) are opaque: (red, green, blue), 0 to 255 each. Sprites are RGBA images
with smooth edges: they are painted `SUPERSAMPLING` times as large and scaled down. They are shared by a cache (`render.cache`),
so copy a sprite before you change it.

Errors of Pillow pass through: ValueError for sizes below 1 or images whose sizes or modes do not match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import atan2, ceil, cos, degrees, pi, sin

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.cache import sprites
from render.palette import Ink

WIDE = 1400  # pixels across of most pictures
SUPERSAMPLING = 4  # pixels painted for each pixel of a sprite, either way
STRIP_ROWS = 64  # rows of a sprite scaled down at a time; a large sprite at once would take its memory twice
Point = tuple[float, float]
Picture = Image.Image


class Brush:
    """Paints on a sprite in pixels of that sprite; later shapes cover earlier ones."""

    def __init__(self, ground: Picture) -> None:
        self._draw = ImageDraw.Draw(ground)

    def shape(self, points: Sequence[Point], fill: Ink) -> None:
        """Fill a polygon; the last corner joins the first."""
        self._draw.polygon([(x * SUPERSAMPLING, y * SUPERSAMPLING) for x, y in points], fill=fill)

    def disc(self, centre: Point, rx: float, ry: float, fill: Ink) -> None:
        """Fill an ellipse with horizontal radius ``rx`` and vertical radius ``ry``."""
        x, y = centre
        self._draw.ellipse([v * SUPERSAMPLING for v in (x - rx, y - ry, x + rx, y + ry)], fill=fill)

    def hoop(self, centre: Point, rx: float, ry: float, ink: Ink, thick: float) -> None:
        """Draw the outline of an ellipse; its ``thick`` pixels lie inside the radii."""
        x, y = centre
        box = [v * SUPERSAMPLING for v in (x - rx, y - ry, x + rx, y + ry)]
        self._draw.ellipse(box, outline=ink, width=round(thick * SUPERSAMPLING))

    def block(self, box: tuple[float, float, float, float], radius: float, fill: Ink) -> None:
        """Fill a rectangle with round corners.

        :param box: left, top, right, bottom; both ends are included.
        """
        self._draw.rounded_rectangle([v * SUPERSAMPLING for v in box], radius * SUPERSAMPLING, fill)

    def line(self, points: Sequence[Point], ink: Ink, thick: float) -> None:
        """Draw a line of ``thick`` pixels through at least two points, with round ends and joints."""
        scaled = [(x * SUPERSAMPLING, y * SUPERSAMPLING) for x, y in points]
        self._draw.line(scaled, ink, round(thick * SUPERSAMPLING), joint="curve")
        for x, y in (points[0], points[-1]):
            self.disc((x, y), thick / 2, thick / 2, ink)


def sprite(wide: int, high: int, paint: Callable[[Brush], None]) -> Picture:
    """Return a transparent RGBA image of this size that ``paint`` has painted on. It is not cached: the caller does that."""
    ground = Image.new("RGBa", (wide * SUPERSAMPLING, high * SUPERSAMPLING))  # means need premultiplied alpha
    paint(Brush(ground))
    small = Image.new("RGBa", (wide, high))
    for top in range(0, high, STRIP_ROWS):
        strip = (0, top * SUPERSAMPLING, wide * SUPERSAMPLING, min(high, top + STRIP_ROWS) * SUPERSAMPLING)
        small.paste(ground.reduce(SUPERSAMPLING, strip), (0, top))  # a box filter takes a third of the time of a finer one
    return small.convert("RGBA")


def rounded(bare: Picture, radius: float) -> Picture:
    """Return a copy as RGBA with round corners, transparent outside of them."""
    corner = ceil(radius) + 1
    right, low = bare.width - corner, bare.height - corner
    if min(right, low) < corner:
        mask = _rounded_mask(bare.size, radius)
    else:  # only the corners need smooth edges
        mask, corners = Image.new("L", bare.size, 255), _rounded_mask((2 * corner, 2 * corner), radius)
        for x, u in ((0, 0), (right, corner)):
            for y, v in ((0, 0), (low, corner)):
                mask.paste(corners.crop((u, v, u + corner, v + corner)), (x, y))
    whole = bare.convert("RGBA")
    whole.putalpha(mask)
    return whole


@sprites.keep
def _rounded_mask(size: tuple[int, int], radius: float) -> Picture:
    """Return how opaque a rectangle with round corners is."""
    mask = Image.new("L", (size[0] * SUPERSAMPLING, size[1] * SUPERSAMPLING))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, mask.width - 1, mask.height - 1), radius * SUPERSAMPLING, 255)
    return mask.reduce(SUPERSAMPLING)


def scaled(picture: Picture, size: tuple[int, int]) -> Picture:
    """Return a copy resized to (width, height) by the Lanczos filter."""
    return picture.resize(size, Image.Resampling.LANCZOS)  # pyright: ignore[reportUnknownMemberType] (numpy's types)


def fade(alpha: Picture, strength: float) -> Picture:
    """Return a copy of an image of one channel with each value multiplied by ``strength``, 0 to 1."""
    return alpha.point([round(v * strength) for v in range(256)])  # pyright: ignore[reportUnknownMemberType]


def tint(shape: Picture, top: Ink, bottom: Ink) -> Picture:
    """Return an RGBA image with the alpha of ``shape``, coloured by a vertical gradient."""
    ramp = scaled(Image.linear_gradient("L"), shape.size)
    tinted = Image.composite(Image.new("RGB", shape.size, bottom), Image.new("RGB", shape.size, top), ramp)
    tinted.putalpha(shape.getchannel("A"))
    return tinted


def lighten(shape: Picture, light: Picture) -> Picture:
    """Return ``shape`` with ``light`` blended over it, clipped to the alpha of ``shape``; both RGBA, of the same size."""
    lit = Image.alpha_composite(shape, light)
    lit.putalpha(ImageChops.multiply(lit.getchannel("A"), shape.getchannel("A")))
    return lit


def shadow(shape: Picture, blur: float, strength: float, ink: Ink) -> Picture:
    """Return a soft shadow of an RGBA image, ``2 × blur`` pixels larger on every side.

    :param blur: the radius of the Gaussian blur.
    :param strength: the opacity where the shape is opaque, 0 to 1.
    """
    rim = round(2 * blur)
    alpha = Image.new("L", (shape.width + 2 * rim, shape.height + 2 * rim))
    alpha.paste(shape.getchannel("A"), (rim, rim))
    soft = fade(alpha.filter(ImageFilter.GaussianBlur(blur)), strength)
    cast = Image.new("RGBA", soft.size, ink)
    cast.putalpha(soft)
    return cast


def put(picture: Picture, piece: Picture, centre: Point) -> None:
    """Paste a sprite on a picture, its middle at ``centre``; parts outside the picture are cut off.

    On an RGBA picture it replaces alpha, too: to blend sprites use ``alpha_composite``.
    """
    wide, high = piece.size
    picture.paste(piece, (round(centre[0] - wide / 2), round(centre[1] - high / 2)), piece)


def smooth(points: Sequence[Point], steps: int = 8) -> list[Point]:
    """Return a closed Catmull-Rom curve through the points, ``steps`` points for each; a point given twice stays a corner."""
    curve: list[Point] = []
    for i in range(len(points)):
        a, b, c, d = (points[(i + k) % len(points)] for k in (-1, 0, 1, 2))
        for step in range(steps):
            t = step / steps
            curve.append((_between(a[0], b[0], c[0], d[0], t), _between(a[1], b[1], c[1], d[1], t)))
    return curve


def _between(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)


def turned(points: Iterable[Point], angle: float, centre: Point = (0, 0), scale: float = 1) -> list[Point]:
    """Return the points rotated around the origin, then scaled, then moved by ``centre``."""
    c, s = cos(angle * pi / 180), sin(angle * pi / 180)
    return [(centre[0] + scale * (x * c - y * s), centre[1] + scale * (x * s + y * c)) for x, y in points]


def heading(start: Point, end: Point) -> float:
    """Return the angle of the direction from ``start`` to ``end``, from −180 to 180."""
    return degrees(atan2(end[1] - start[1], end[0] - start[0]))


@sprites.keep
def arrowhead(ink: Ink, rim: Ink, angle: int, size: int) -> Picture:
    """Return an arrowhead in a square of ``size`` pixels that points to ``angle``."""
    tip = [(0.95, 0.0), (-0.6, -0.75), (-0.25, 0.0), (-0.6, 0.75)]
    middle = (size / 2, size / 2)

    def paint(brush: Brush) -> None:
        points = turned(tip, angle, middle, size * 0.42)
        brush.shape(points, ink)
        brush.line([*points, points[0]], rim, size * 0.09)
        brush.shape(points, ink)

    return sprite(size, size, paint)


def quantized(picture: Picture, palette: Picture | None) -> Picture:
    """Return an RGB picture in the 256 colours of a palette, without dithering; without a palette, the picture itself.

    The PNG is a quarter as large and takes a quarter of the time.
    """
    return picture.quantize(palette=palette, dither=Image.Dither.NONE) if palette else picture
