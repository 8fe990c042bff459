"""Colour shapes that are drawn as SVG files: ``render/shapes/NAME.svg``, or ``render/<game>/shapes/NAME.svg``.

``python -m render shapes`` turns each file into ``NAME.png`` beside it (`render.make_shapes`). The bot reads only these. A PNG
holds how opaque each layer is, one layer below the other from the lowest to the uppermost, and the names of their inks.
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from render.cache import sprites
from render.canvas import Picture, scaled
from render.palette import Ink

FOLDER = Path(__file__).parent
INKS_KEY = "inks"  # of the text in a PNG: the name of each layer's ink, with spaces between


@sprites.keep
def shape(name: str, wide: int, **inks: Ink) -> Picture:
    """Return a shape as an RGBA sprite, ``wide`` pixels across.

    :param name: of a shared file, such as ``laurel``, or with the folder of a game, such as ``djinns/dome``.
    :param inks: the colours of the layers, by the names in the file.
    :raises FileNotFoundError: if there is no such shape.
    :raises KeyError: if the colour of a layer is missing.
    """
    layers = _layers(name)
    _, first = layers[0]
    piece = Image.new("RGBA", (wide, round(first.height * wide / first.width)))
    for ink, mask in layers:
        layer = Image.new("RGBA", piece.size, inks[ink])
        layer.putalpha(scaled(mask, piece.size))
        piece.alpha_composite(layer)
    return piece


@sprites.keep
def _layers(name: str) -> tuple[tuple[str, Picture], ...]:
    """Return the layers of a shape from the lowest on: the name of the ink, and how opaque it is."""
    game, _, file = name.rpartition("/")
    with Image.open(FOLDER / game / "shapes" / f"{file}.png") as sheet:
        inks = str(sheet.info[INKS_KEY]).split()
        high = sheet.height // len(inks)
        return tuple((ink, sheet.crop((0, number * high, sheet.width, (number + 1) * high))) for number, ink in enumerate(inks))
