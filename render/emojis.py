"""Draw pieces as emojis: small transparent squares, by the functions that draw the pieces on the board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from typing import NamedTuple

from PIL import Image, ImageFilter

from render.canvas import Picture, scaled
from render.palette import CREAM
from rules import GAMES

SIZE = 128  # pixels a side, as Discord stores emojis
RIM = 3  # pixels of the pale edge
PIECE_PX = SIZE - 2 * RIM  # a side of the piece itself
DIGEST_DIGITS = 5  # hexadecimal

Pieces = Mapping[str, Callable[[], Picture]]


class Emoji(NamedTuple):
    """A piece's name (`rules.text.piece`), a short digest that changes with its pixels, and its PNG."""

    piece: str
    digest: str
    png: bytes


def pieces() -> Pieces:
    """Return the drawing functions of all pieces by name: the ``EMOJIS`` of every ``render.<game>.emojis``."""
    found: dict[str, Callable[[], Picture]] = {}
    for game in GAMES:
        if find_spec(f"render.{game}") and find_spec(f"render.{game}.emojis"):
            found |= import_module(f"render.{game}.emojis").EMOJIS
    return found


def emoji(piece: str) -> Emoji:
    """Draw the emoji of a piece.

    :raises KeyError: if no game draws the piece.
    """
    picture = fitted(pieces()[piece]())
    file = BytesIO()
    picture.save(file, "PNG")
    return Emoji(piece, sha256(picture.tobytes()).hexdigest()[:DIGEST_DIGITS], file.getvalue())


def fitted(drawn: Picture) -> Picture:
    """Return the piece cropped to its opaque part, scaled to an emoji, with a pale edge that shows on dark themes."""
    whole = drawn.convert("RGBA")
    bare = whole.crop(whole.getbbox())
    scale = PIECE_PX / max(bare.size)
    shown = scaled(bare, (round(bare.width * scale), round(bare.height * scale)))
    ground = Image.new("RGBA", (SIZE, SIZE))
    ground.paste(shown, ((SIZE - shown.width) // 2, (SIZE - shown.height) // 2))
    edge = Image.new("RGBA", ground.size, CREAM)
    edge.putalpha(ground.getchannel("A").filter(ImageFilter.MaxFilter(2 * RIM + 1)).filter(ImageFilter.GaussianBlur(0.7)))
    return Image.alpha_composite(edge, ground)
