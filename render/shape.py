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
    size, layers = _layers(name)
    piece = Image.new("RGBA", (wide, round(size[1] * wide / size[0])))
    for ink, left, top, mask in layers:
        whole = Image.new("L", size)
        whole.paste(mask, (left, top))
        layer = Image.new("RGBA", piece.size, inks[ink])
        layer.putalpha(scaled(whole, piece.size))
        piece.alpha_composite(layer)
    return piece


@sprites.keep
def _layers(name: str) -> tuple[tuple[int, int], tuple[tuple[str, int, int, Picture], ...]]:
    """Return the size of a shape and its layers from the lowest on: the ink's name, left, top, and how opaque it is there."""
    game, _, file = name.rpartition("/")
    with Image.open(FOLDER / game / "shapes" / f"{file}.png") as sheet:
        inks = str(sheet.info[INKS_KEY]).split()
        size = sheet.width, sheet.height // len(inks)
        layers: list[tuple[str, int, int, Picture]] = []
        for number, ink in enumerate(inks):
            whole = sheet.crop((0, number * size[1], size[0], (number + 1) * size[1]))
            box = whole.getbbox() or (0, 0, 1, 1)
            left, top, *_ = box
            layers.append((ink, left, top, whole.crop(box)))
        return size, tuple(layers)
