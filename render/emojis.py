"""Pieces as emojis: small square pictures on no ground, drawn by what draws them on the board."""

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

SIZE = 128  # pixels a side, as Discord keeps emojis
RIM = 3  # pixels of a pale edge
ROOM = SIZE - 2 * RIM  # for the piece
DIGITS = 5  # of the digest

Pieces = Mapping[str, Callable[[], Picture]]


class Emoji(NamedTuple):
    """A piece by its name (`rules.text.piece`), a few letters that change with its picture, and its PNG."""

    piece: str
    digest: str
    png: bytes


def pieces() -> Pieces:
    """What draws each piece, by its name: the ``EMOJIS`` of every ``render.<game>.emojis``."""
    found: dict[str, Callable[[], Picture]] = {}
    for game in GAMES:
        if find_spec(f"render.{game}") and find_spec(f"render.{game}.emojis"):
            found |= import_module(f"render.{game}.emojis").EMOJIS
    return found


def emoji(piece: str) -> Emoji:
    """The emoji of a piece, drawn anew; raises `KeyError` where nothing draws it."""
    picture = fitted(pieces()[piece]())
    file = BytesIO()
    picture.save(file, "PNG")
    return Emoji(piece, sha256(picture.tobytes()).hexdigest()[:DIGITS], file.getvalue())


def fitted(drawn: Picture) -> Picture:
    """A piece without the free ground around it, as large as an emoji can show it; a pale edge lets it show on dark ground."""
    whole = drawn.convert("RGBA")
    bare = whole.crop(whole.getbbox())
    scale = ROOM / max(bare.size)
    shown = scaled(bare, (round(bare.width * scale), round(bare.height * scale)))
    ground = Image.new("RGBA", (SIZE, SIZE))
    ground.paste(shown, ((SIZE - shown.width) // 2, (SIZE - shown.height) // 2))
    edge = Image.new("RGBA", ground.size, CREAM)
    edge.putalpha(ground.getchannel("A").filter(ImageFilter.MaxFilter(2 * RIM + 1)).filter(ImageFilter.GaussianBlur(0.7)))
    return Image.alpha_composite(edge, ground)
