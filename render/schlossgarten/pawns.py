"""King, gardener and architect, each with its own silhouette; emblems and medals of the four sides."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PIL import Image, ImageFilter

from render import signs
from render.cache import sprites
from render.canvas import Brush, Picture, Point, fade, put, shadow, smooth, sprite
from render.palette import CREAM, GOLD, INK, Ink, mix, on
from render.schlossgarten.inks import OWNER_INKS, SIDE_INKS, SKIN, STEEL, STRAW, WHITE, WOOD
from render.writing import TextRun, record_texts

RIM = 3  # pixels of the outline of a pawn on a square of 100 pixels
SIGN_SHARE = 0.87  # height of a pawn with its rim, in squares
GROW = (1.0, 0.92, 0.92)  # the king is larger
EMBLEMS: tuple[tuple[Point, ...], ...] = (
    (),
    ((-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)),
    ((0.0, -0.95), (1.0, 0.8), (-1.0, 0.8)),
    ((0.0, -1.1), (0.95, 0.0), (0.0, 1.1), (-0.95, 0.0)),
)  # by side; the circle has no corners
Form = Sequence[Point]
NOBODY = len(SIDE_INKS)  # no side: a pawn on a card


def paint_emblem(brush: Brush, side: int, centre: Point, radius: float, ink: Ink) -> None:
    """Paint circle, square, triangle or diamond; nothing for `NOBODY`."""
    if side == NOBODY:
        return
    x, y = centre
    if not EMBLEMS[side]:
        brush.disc(centre, radius * 0.9, radius * 0.9, ink)
        return
    brush.shape([(x + u * radius, y + v * radius) for u, v in EMBLEMS[side]], ink)


@sprites.keep
def medal(side: int, size: int) -> Picture:
    """Return the sign of a side: a disc of its colour with its emblem."""
    tone, middle = SIDE_INKS[side], (size / 2, size / 2)
    return signs.medal(tone, size, lambda brush: paint_emblem(brush, side, middle, size * 0.22, on(tone)))


@sprites.keep
def pawn(side: int, which: int, size: int) -> Picture:
    """Return a pawn for a square of ``size`` pixels, with outline, pale rim and shadow."""
    wide = round(size * 0.82)
    record_texts([TextRun(f"pawn-{which + 1}", round(size * SIGN_SHARE))])
    scale = wide * GROW[which]

    def at(points: Form) -> list[Point]:
        return [((x - 0.5) * scale + wide / 2 + room, (y - 1) * scale + wide * 0.93 + room) for x, y in points]

    room = round(size * 0.04)  # for the rim
    body = sprite(wide + 2 * room, wide + 2 * room, lambda brush: PAINTED[which](brush, at, scale, side))
    pale = OWNER_INKS[side] == WHITE  # on stones it needs a thicker outline
    ink = _grown(body, max(1.0, (1.6 if pale else 1) * RIM * size / 160), INK)
    whole = _grown(ink, max(1.0, RIM * size / 130), CREAM)
    cast = shadow(whole, max(1.0, size / 40), 0.55, INK)
    full = Image.new("RGBA", (cast.width, cast.height + 4))
    full.alpha_composite(cast, (0, 4))
    rim = (cast.width - body.width) // 2
    for layer in (whole, ink, body):
        full.alpha_composite(layer, (rim, rim))
    return full


def _grown(shape: Picture, by: float, ink: Ink) -> Picture:
    """Return a shape grown by some pixels on all sides, in one colour."""
    soft = shape.getchannel("A").filter(ImageFilter.GaussianBlur(by))
    alpha = soft.point([min(255, v * 7) for v in range(256)])  # pyright: ignore[reportUnknownMemberType]
    grown = Image.new("RGBA", shape.size, ink)
    grown.putalpha(alpha)
    return grown


@sprites.keep
def ghost(side: int, which: int, size: int) -> Picture:
    """Return the pale picture of a pawn that has left or may come."""
    pale = pawn(side, which, size).copy()
    pale.putalpha(fade(pale.getchannel("A"), 0.62))
    return pale


def put_pawn(picture: Picture, piece: Picture, middle: Point, size: int) -> None:
    """Draw a pawn on a square, a little below its middle so that the number stays visible."""
    put(picture, piece, (middle[0] + size * 0.07, middle[1] + size * 0.065))


At = Callable[[Form], list[Point]]


def _gown(brush: Brush, at: At, scale: float, side: int, half: float, top: float) -> None:
    """Paint a long gown with the emblem on it."""
    tone = OWNER_INKS[side]
    out = [(0.5 - half, 0.98), (0.5 - half, 0.98), (0.5 - half * 0.72, 0.7), (0.5 - half * 0.62, top), (0.5, top - 0.06)]
    line = [*out, (0.5 + half * 0.62, top), (0.5 + half * 0.72, 0.7), (0.5 + half, 0.98), (0.5 + half, 0.98)]
    brush.shape(smooth(at(line)), tone)
    shade = [
        (0.56, top),
        (0.5 + half * 0.6, top),
        (0.5 + half * 0.7, 0.7),
        (0.5 + half, 0.98),
        (0.5 + half * 0.5, 0.98),
        (0.6, 0.7),
    ]
    brush.shape(at(shade), mix(tone, INK, 0.16))
    (centre,) = at([(0.5, 0.78)])
    paint_emblem(brush, side, centre, 0.115 * scale, on(tone))


def _disc(brush: Brush, at: At, scale: float, centre: Point, rx: float, ry: float, ink: Ink) -> None:
    (middle,) = at([centre])
    brush.disc(middle, rx * scale, ry * scale, ink)


def _king(brush: Brush, at: At, scale: float, side: int) -> None:
    """Paint a wide mantle and a crown."""
    _gown(brush, at, scale, side, 0.36, 0.54)
    collar = [(0.26, 0.56), (0.74, 0.56), (0.68, 0.66), (0.32, 0.66)]
    brush.shape(at(collar), INK)
    brush.shape(at([(0.28, 0.565), (0.72, 0.565), (0.665, 0.645), (0.335, 0.645)]), CREAM)
    _disc(brush, at, scale, (0.5, 0.44), 0.155, 0.15, INK)
    _disc(brush, at, scale, (0.5, 0.44), 0.135, 0.13, SKIN)
    crown = [(0.31, 0.4), (0.26, 0.14), (0.39, 0.26), (0.5, 0.07), (0.61, 0.26), (0.74, 0.14), (0.69, 0.4)]
    brush.shape(at(crown), INK)
    inner = [(0.335, 0.38), (0.295, 0.2), (0.395, 0.3), (0.5, 0.12), (0.605, 0.3), (0.705, 0.2), (0.665, 0.38)]
    brush.shape(at(inner), GOLD)
    for x, y in ((0.26, 0.14), (0.5, 0.08), (0.74, 0.14)):
        _disc(brush, at, scale, (x, y), 0.045, 0.045, GOLD)


def _gardener(brush: Brush, at: At, scale: float, side: int) -> None:
    """Paint a wide straw hat, and a spade on the shoulder."""
    brush.line(at([(0.86, 0.96), (0.86, 0.4)]), INK, 0.085 * scale)
    brush.line(at([(0.86, 0.95), (0.86, 0.4)]), WOOD, 0.05 * scale)
    blade = [(0.74, 0.4), (0.74, 0.16), (0.78, 0.06), (0.86, 0.0), (0.94, 0.06), (0.98, 0.16), (0.98, 0.4)]
    brush.shape(at(blade), INK)
    brush.shape(at([(0.765, 0.375), (0.765, 0.17), (0.86, 0.035), (0.955, 0.17), (0.955, 0.375)]), STEEL)
    _gown(brush, at, scale, side, 0.3, 0.56)
    _disc(brush, at, scale, (0.46, 0.46), 0.15, 0.15, INK)
    _disc(brush, at, scale, (0.46, 0.46), 0.13, 0.13, SKIN)
    _disc(brush, at, scale, (0.44, 0.385), 0.34, 0.095, INK)
    _disc(brush, at, scale, (0.44, 0.38), 0.315, 0.073, STRAW)
    _disc(brush, at, scale, (0.44, 0.3), 0.185, 0.15, INK)
    _disc(brush, at, scale, (0.44, 0.3), 0.162, 0.127, STRAW)
    brush.shape(at([(0.28, 0.32), (0.6, 0.32), (0.605, 0.37), (0.275, 0.37)]), mix(WOOD, INK, 0.3))


def _architect(brush: Brush, at: At, scale: float, side: int) -> None:
    """Paint a tall hat, and a great pair of compasses."""
    for ink, thick in ((INK, 0.095), (STEEL, 0.05)):
        brush.line(at([(0.84, 0.3), (0.7, 0.94)]), ink, thick * scale)
        brush.line(at([(0.84, 0.3), (0.97, 0.94)]), ink, thick * scale)
    _gown(brush, at, scale, side, 0.29, 0.56)
    for ink, thick in ((INK, 0.095), (STEEL, 0.05)):
        brush.line(at([(0.84, 0.28), (0.745, 0.76)]), ink, thick * scale)
        brush.line(at([(0.76, 0.66), (0.92, 0.66)]), ink, thick * 0.7 * scale)
    _disc(brush, at, scale, (0.84, 0.26), 0.085, 0.085, INK)
    _disc(brush, at, scale, (0.84, 0.26), 0.055, 0.055, GOLD)
    _disc(brush, at, scale, (0.44, 0.46), 0.15, 0.15, INK)
    _disc(brush, at, scale, (0.44, 0.46), 0.13, 0.13, SKIN)
    hat = mix(INK, OWNER_INKS[side], 0.12)
    brush.shape(at([(0.29, 0.0), (0.61, 0.0), (0.575, 0.37), (0.315, 0.37)]), hat)
    brush.shape(at([(0.314, 0.25), (0.586, 0.25), (0.58, 0.32), (0.32, 0.32)]), OWNER_INKS[side])
    _disc(brush, at, scale, (0.445, 0.385), 0.235, 0.05, hat)


PAINTED: tuple[Callable[[Brush, At, float, int], None], ...] = (_king, _gardener, _architect)
