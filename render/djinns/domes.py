"""Draw the pieces as cached sprites: emblems, domes and stacks of domes."""

from __future__ import annotations

from math import cos, pi, sin, sqrt

from PIL import Image, ImageDraw

from render import signs
from render.cache import sprites
from render.canvas import Brush, Picture, Point, lighten, put, shadow, sprite, tint
from render.djinns.places import DOME_PX, FLOOR_PX, SIZES
from render.fonts import write
from render.palette import CREAM, INK, SEATS, Ink, mix, on
from render.shape import shape
from render.writing import literal
from rules.djinns.parts import EMBLEMS, Dome

HALF_WIDTH_PX = 43  # of a dome
SAG_PX = 11  # how far the front edge of a floor hangs below its sides
MARGIN_PX = 6  # free pixels around a stack's sprite
SHADOW_PX = 10  # around a stack with its shadow
SMALL_WIDTH_PX, SMALL_DOME_PX, SMALL_FLOOR_PX = 38, 30, 14  # of a dome on a plate

EMBLEM_BOX = 1.15  # side of an emblem's SVG file, by its height
MEDAL_SHARE = 0.56  # height of an emblem on a medal, by the medal's


def emblem(colour: str, size: int, ink: Ink, ground: Ink) -> Picture:
    """Return the emblem of a colour, ``size`` pixels high, with free pixels around it: flame, wave, leaf or sun.

    :param ground: the colour for details inside the emblem.
    """
    return shape(f"djinns/{EMBLEMS[colour]}", round(size * EMBLEM_BOX), ink=ink, ground=ground)


@sprites.keep
def medal(colour: str, size: int) -> Picture:
    """Return a djinn marker: a disc of its colour with its emblem, ``size`` pixels wide."""
    tone = SEATS[colour]
    piece = signs.medal(tone, size)
    put_alpha(piece, emblem(colour, round(size * MEDAL_SHARE), on(tone), tone), (size / 2, size / 2))
    return piece


def _arc(rx: float, ry: float, start: float, end: float, centre: Point) -> list[Point]:
    """Return part of an ellipse; angles are in half turns, clockwise from the right."""
    angles = [pi * (start + (end - start) * i / 40) for i in range(41)]
    return [(centre[0] + rx * cos(a), centre[1] + ry * sin(a)) for a in angles]


def _outline(high: int, top: bool, rim: float) -> list[Point]:
    """Return a floor's outline, ``rim`` pixels inside its edge; its base line is at y = ``high``."""
    middle = HALF_WIDTH_PX + MARGIN_PX
    half = HALF_WIDTH_PX - rim
    low = _arc(half, SAG_PX, 0, 1, (middle, high - rim * 0.6))
    if top:
        return [*low, *_arc(half, high - MARGIN_PX - rim - 4, 1, 2, (middle, high - 4))]
    return [*low, *_arc(half, SAG_PX, 1, 2, (middle, high - FLOOR_PX + rim * 0.6))]


@sprites.keep
def floor(dome: Dome, top: bool) -> Picture:
    """Return a picture of one dome: the whole dome on ``top``, else the band below others.

    Its base line is `SAG_PX` + `MARGIN_PX` above the bottom of the picture.
    """
    tone = SEATS[dome.colour]
    high = (DOME_PX if top else FLOOR_PX + SAG_PX) + MARGIN_PX
    size = (2 * (HALF_WIDTH_PX + MARGIN_PX), high + SAG_PX + MARGIN_PX)
    dark = mix(tone, INK, 0.55)
    edge = sprite(*size, lambda brush: brush.shape(_outline(high, top, 0), dark))
    body = sprite(*size, lambda brush: brush.shape(_outline(high, top, 2), tone))
    if top:
        shine = sprite(*size, lambda brush: brush.disc((HALF_WIDTH_PX - 8, MARGIN_PX + 14), 22, 9, mix(tone, CREAM, 0.42)))
        body = lighten(tint(body, mix(tone, CREAM, 0.16), mix(tone, INK, 0.1)), shine)
    else:
        body = tint(body, mix(tone, INK, 0.1), tone)
    edge.alpha_composite(body)
    _letter(edge, dome, high, top)
    return edge


def _letter(piece: Picture, dome: Dome, high: int, top: bool) -> None:
    """Draw emblem and strength side by side, along the front edge."""
    tone = SEATS[dome.colour]
    ink = on(tone)
    aside, mark, digit = (19, 31, SIZES.large) if top else (19, 25, SIZES.small)
    sag = SAG_PX * sqrt(1 - (aside / HALF_WIDTH_PX) ** 2)
    y = high - DOME_PX * 0.5 + 10 if top else high - FLOOR_PX / 2 + sag
    put_alpha(piece, emblem(dome.colour, mark, ink, tone), (HALF_WIDTH_PX + MARGIN_PX - aside, y))
    halo = mix(tone, INK, 0.3) if ink == CREAM else None
    write(ImageDraw.Draw(piece), (HALF_WIDTH_PX + MARGIN_PX + aside - 2, y), literal(dome.strength), digit, ink, anchor="m",
          halo=halo, thick=2 if top else 1)  # fmt: skip


def put_alpha(piece: Picture, other: Picture, centre: Point) -> None:
    """Blend a sprite over another one, its middle at ``centre``."""
    piece.alpha_composite(other, (round(centre[0] - other.width / 2), round(centre[1] - other.height / 2)))


@sprites.keep
def pile(stack: tuple[Dome, ...]) -> Picture:
    """Return a stack, bottom to top, with its shadow.

    Its base line is `SAG_PX` + `MARGIN_PX` + `SHADOW_PX` above the bottom.
    """
    high = DOME_PX + FLOOR_PX * (len(stack) - 1) + MARGIN_PX + SAG_PX + MARGIN_PX
    bare = Image.new("RGBA", (2 * (HALF_WIDTH_PX + MARGIN_PX), high))
    for level, dome in enumerate(stack):
        piece = floor(dome, level == len(stack) - 1)
        bare.alpha_composite(piece, (0, high - FLOOR_PX * level - piece.height))
    cast = shadow(_foot(), 5, 0.45, INK)
    whole = Image.new("RGBA", (bare.width + 2 * SHADOW_PX, bare.height + 2 * SHADOW_PX))
    put_alpha(whole, cast, (whole.width / 2 + 4, whole.height - SHADOW_PX - MARGIN_PX - SAG_PX + 6))
    whole.alpha_composite(bare, (SHADOW_PX, SHADOW_PX))
    return whole


@sprites.keep
def _foot() -> Picture:
    return sprite(
        2 * HALF_WIDTH_PX, 2 * SAG_PX + 8, lambda brush: brush.disc((HALF_WIDTH_PX, SAG_PX + 4), HALF_WIDTH_PX, SAG_PX + 4, INK)
    )


@sprites.keep
def small_pile(stack: tuple[Dome, ...]) -> Picture:
    """Return a stack without emblems and strengths, `SMALL_WIDTH_PX` wide."""
    high, half = SMALL_DOME_PX + SMALL_FLOOR_PX * max(0, len(stack) - 1), SMALL_WIDTH_PX / 2

    def paint(brush: Brush) -> None:
        for level, dome in enumerate(stack):
            low, tone = high - 1 - SMALL_FLOOR_PX * level, SEATS[dome.colour]
            if level == len(stack) - 1:
                brush.shape(_arc(half, SMALL_DOME_PX - 1, 1, 2, (half, low)), mix(tone, INK, 0.55))
                brush.shape(_arc(half - 2.5, SMALL_DOME_PX - 6, 1, 2, (half, low - 2)), tone)
            else:
                brush.block((0, low - SMALL_FLOOR_PX, SMALL_WIDTH_PX - 1, low), 4, mix(tone, INK, 0.55))
                brush.block((2, low - SMALL_FLOOR_PX, SMALL_WIDTH_PX - 3, low - 2), 3, tone)

    return sprite(SMALL_WIDTH_PX, high, paint)


def put_pile(picture: Picture, stack: tuple[Dome, ...], base: Point) -> None:
    """Draw a stack of domes on a picture, the middle of its base line at ``base``."""
    piece = pile(stack)
    put(picture, piece, (base[0], base[1] + SAG_PX + MARGIN_PX + SHADOW_PX - piece.height / 2))
