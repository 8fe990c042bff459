"""King, gardener and architect, each with its own silhouette; emblems and medals of the four sides."""

from __future__ import annotations

from PIL import Image, ImageFilter

from render import signs
from render.cache import sprites
from render.canvas import Brush, Picture, Point, fade, put, shadow, sprite
from render.palette import CREAM, INK, Ink, mix, on
from render.schlossgarten.inks import OWNER_INKS, PAWN_INKS, SIDE_INKS, WHITE
from render.shape import shape
from render.writing import TextRun, record_texts

RIM = 3  # pixels of the outline of a pawn on a square of 100 pixels
SIGN_SHARE = 0.87  # height of a pawn with its rim, in squares
# By pawn: its shape, and the middle and radius of the emblem on it, in heights of the shape
SHAPES = (("king", 0.691, 0.105), ("gardener", 0.707, 0.096), ("architect", 0.707, 0.096))
EMBLEMS: tuple[tuple[Point, ...], ...] = (
    (),
    ((-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)),
    ((0.0, -0.95), (1.0, 0.8), (-1.0, 0.8)),
    ((0.0, -1.1), (0.95, 0.0), (0.0, 1.1), (-0.95, 0.0)),
)  # by side; the circle has no corners
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
    record_texts([TextRun(f"pawn-{which + 1}", round(size * SIGN_SHARE))])
    body = _body(side, which, round(size * 0.82) + 2 * round(size * 0.04))  # with room for the rim
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


def _body(side: int, which: int, size: int) -> Picture:
    """Return a pawn without outline, with the emblem of its side on the gown, in a square of ``size`` pixels."""
    tone, (name, low, radius) = OWNER_INKS[side], SHAPES[which]
    owned = {"gown": tone, "fold": mix(tone, INK, 0.16), "hat": mix(INK, tone, 0.12)}
    body = shape(f"schlossgarten/{name}", size, **owned, **PAWN_INKS).copy()
    centre = size / 2, size * low
    body.alpha_composite(sprite(size, size, lambda brush: paint_emblem(brush, side, centre, size * radius, on(tone))))
    return body


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
