"""Turn the SVG files of shapes into the PNG files that the bot reads: ``python -m render shapes``.

Each child of the root with a ``class`` is a layer, and the class is the name of its ink. Its shapes count by how opaque they are:
the colours in the file help only the eye in an editor.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import resvg_py
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from render.canvas import Picture
from render.shape import FOLDER, INKS_KEY

SIDE_PX = 256  # the longer side of a layer; sprites are smaller
ElementTree.register_namespace("", "http://www.w3.org/2000/svg")


def shape_files(folder: Path = FOLDER) -> list[Path]:
    """Return the SVG files of all shapes."""
    return sorted(folder.rglob("shapes/*.svg"))


def make_shapes(folder: Path = FOLDER) -> Iterator[Path]:
    """Write the PNG of each shape whose pixels or inks have changed; yield the files that were written."""
    for source in shape_files(folder):
        file, png = source.with_suffix(".png"), rasterized(source.read_text())
        if not file.is_file() or contents(file.read_bytes()) != contents(png):
            file.write_bytes(png)
            yield file


def rasterized(svg: str) -> bytes:
    """Return the PNG of a shape.

    :raises ValueError: if the root has no ``viewBox``, or no child with a ``class``.
    """
    root = ElementTree.fromstring(svg)
    layers = [child for child in root if child.get("class")]
    if not layers or not root.get("viewBox"):
        raise ValueError("A shape needs a viewBox, and layers: children of the root with the name of an ink as class.")
    _, _, wide, high = map(float, root.attrib["viewBox"].split())
    scale = SIDE_PX / max(wide, high)
    size = (round(wide * scale), round(high * scale))
    sheet = Image.new("L", (size[0], size[1] * len(layers)))
    for number in range(len(layers)):
        sheet.paste(_mask(root, number, size), (0, number * size[1]))
    note = PngInfo()
    note.add_text(INKS_KEY, " ".join(layer.attrib["class"] for layer in layers))
    file = BytesIO()
    sheet.save(file, "PNG", pnginfo=note, optimize=True)
    return file.getvalue()


def contents(png: bytes) -> tuple[tuple[int, int], str, bytes]:
    """Return what counts in a PNG: size, inks and pixels. The compression differs between builds of Pillow."""
    with Image.open(BytesIO(png)) as sheet:
        return sheet.size, str(sheet.info.get(INKS_KEY)), sheet.convert("L").tobytes()


def _mask(root: ElementTree.Element, number: int, size: tuple[int, int]) -> Picture:
    """Return how opaque a layer is in each pixel, drawn without the other layers."""
    alone = deepcopy(root)
    for other, child in enumerate([child for child in alone if child.get("class")]):
        if other != number:
            alone.remove(child)
    svg = ElementTree.tostring(alone, encoding="unicode")
    png = resvg_py.svg_to_bytes(svg, width=size[0], height=size[1], skip_system_fonts=True)
    with Image.open(BytesIO(png)) as drawn:
        return drawn.getchannel("A")
