"""Drawing: sprites painted large once and scaled down, soft shadows, curves, and the finished PNG."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence
from math import atan2, cos, degrees, pi, sin

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.cache import sprites
from render.palette import Ink

WIDE = 1400  # pixels of most pictures
LARGE = 4  # sprites are painted this many times as large
STRIP = 64  # pixels that are scaled down at a time: all of a large one at once would take its memory a second time
Point = tuple[float, float]
Picture = Image.Image


class Brush:
    """Paints in the sprite's own pixels on a ground that is `LARGE` times as large."""

    def __init__(self, ground: Picture) -> None:
        self._draw = ImageDraw.Draw(ground)

    def shape(self, points: Sequence[Point], fill: Ink) -> None:
        """A filled polygon."""
        self._draw.polygon([(x * LARGE, y * LARGE) for x, y in points], fill=fill)

    def disc(self, centre: Point, rx: float, ry: float, fill: Ink) -> None:
        """A filled ellipse."""
        x, y = centre
        self._draw.ellipse([v * LARGE for v in (x - rx, y - ry, x + rx, y + ry)], fill=fill)

    def hoop(self, centre: Point, rx: float, ry: float, ink: Ink, thick: float) -> None:
        """An ellipse's outline, its rim inside."""
        x, y = centre
        box = [v * LARGE for v in (x - rx, y - ry, x + rx, y + ry)]
        self._draw.ellipse(box, outline=ink, width=round(thick * LARGE))

    def block(self, box: tuple[float, float, float, float], radius: float, fill: Ink) -> None:
        """A filled rectangle with round corners."""
        self._draw.rounded_rectangle([v * LARGE for v in box], radius * LARGE, fill)

    def line(self, points: Sequence[Point], ink: Ink, thick: float) -> None:
        """A line with round ends and joints."""
        scaled = [(x * LARGE, y * LARGE) for x, y in points]
        self._draw.line(scaled, ink, round(thick * LARGE), joint="curve")
        for x, y in (points[0], points[-1]):
            self.disc((x, y), thick / 2, thick / 2, ink)


def sprite(wide: int, high: int, paint: Callable[[Brush], None]) -> Picture:
    """A transparent picture with smooth edges; callers cache it."""
    ground = Image.new("RGBa", (wide * LARGE, high * LARGE))  # alpha is multiplied in, as means need it; so inks must be opaque
    paint(Brush(ground))
    small = Image.new("RGBa", (wide, high))
    for top in range(0, high, STRIP):
        strip = ground.crop((0, top * LARGE, wide * LARGE, min(high, top + STRIP) * LARGE))
        small.paste(strip.reduce(LARGE), (0, top))  # means take a third of the time of a finer filter
    return small.convert("RGBA")


def rounded(bare: Picture, radius: float) -> Picture:
    """The same with round corners, transparent outside of them; ``radius`` in pixels."""
    mask = Image.new("L", (bare.width * LARGE, bare.height * LARGE))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, mask.width - 1, mask.height - 1), radius * LARGE, 255)
    whole = bare.convert("RGBA")
    whole.putalpha(mask.reduce(LARGE))
    return whole


def scaled(picture: Picture, size: tuple[int, int]) -> Picture:
    """A picture in another size, smoothly."""
    return picture.resize(size, Image.Resampling.LANCZOS)  # pyright: ignore[reportUnknownMemberType] (numpy's types)


def fade(alpha: Picture, strength: float) -> Picture:
    """One channel, weaker: ``strength`` 0 to 1."""
    return alpha.point([round(v * strength) for v in range(256)])  # pyright: ignore[reportUnknownMemberType]


def tint(shape: Picture, top: Ink, bottom: Ink) -> Picture:
    """The same shape, running from one colour at its top to another at its bottom."""
    ramp = scaled(Image.linear_gradient("L"), shape.size)
    tinted = Image.composite(Image.new("RGB", shape.size, bottom), Image.new("RGB", shape.size, top), ramp)
    tinted.putalpha(shape.getchannel("A"))
    return tinted


def lighten(shape: Picture, light: Picture) -> Picture:
    """A shape with a half-transparent light on it that does not spill over its edge."""
    lit = Image.alpha_composite(shape, light)
    lit.putalpha(ImageChops.multiply(lit.getchannel("A"), shape.getchannel("A")))
    return lit


def shadow(shape: Picture, blur: float, strength: float, ink: Ink) -> Picture:
    """A soft shadow of a sprite, ``2 × blur`` pixels larger on every side; strength 0 to 1."""
    rim = round(2 * blur)
    alpha = Image.new("L", (shape.width + 2 * rim, shape.height + 2 * rim))
    alpha.paste(shape.getchannel("A"), (rim, rim))
    soft = fade(alpha.filter(ImageFilter.GaussianBlur(blur)), strength)
    cast = Image.new("RGBA", soft.size, ink)
    cast.putalpha(soft)
    return cast


def put(picture: Picture, piece: Picture, centre: Point) -> None:
    """Lay a sprite on a picture, its middle at ``centre``."""
    picture.paste(piece, (round(centre[0] - piece.width / 2), round(centre[1] - piece.height / 2)), piece)


def smooth(points: Sequence[Point], steps: int = 8) -> list[Point]:
    """A closed curve through points (Catmull-Rom); a point given twice stays a corner."""
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
    """Points turned around the origin by degrees clockwise, scaled, then moved to ``centre``."""
    c, s = cos(angle * pi / 180), sin(angle * pi / 180)
    return [(centre[0] + scale * (x * c - y * s), centre[1] + scale * (x * s + y * c)) for x, y in points]


def heading(start: Point, end: Point) -> float:
    """The direction from one point to another in degrees clockwise, 0 = to the right."""
    return degrees(atan2(end[1] - start[1], end[0] - start[0]))


@sprites.keep
def arrowhead(ink: Ink, rim: Ink, angle: int, size: int) -> Picture:
    """A pointed arrowhead; ``angle`` in degrees clockwise, 0 = to the right."""
    tip = [(0.95, 0.0), (-0.6, -0.75), (-0.25, 0.0), (-0.6, 0.75)]
    middle = (size / 2, size / 2)

    def paint(brush: Brush) -> None:
        points = turned(tip, angle, middle, size * 0.42)
        brush.shape(points, ink)
        brush.line([*points, points[0]], rim, size * 0.09)
        brush.shape(points, ink)

    return sprite(size, size, paint)


def reduced(picture: Picture, palette: Picture | None) -> Picture:
    """A picture in 256 colours: its PNG is a quarter as large and made in a quarter of the time; without a palette as it is."""
    return picture.quantize(palette=palette, dither=Image.Dither.NONE) if palette else picture


def encode(picture: Picture) -> bytes:
    """A PNG."""
    file = io.BytesIO()
    picture.save(file, "PNG", compress_level=1)
    return file.getvalue()
