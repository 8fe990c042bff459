"""Shapes are drawn as SVG files; the PNG files that the bot reads are made from them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from render.make_shapes import contents, make_shapes, rasterized, shape_files
from render.shape import FOLDER, shape

RED, BLUE = (200, 30, 30), (30, 30, 200)
TWO_LAYERS = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">
  <defs><rect id="half" width="20" height="20"/></defs>
  <g class="field"><rect width="40" height="20" fill="white"/></g>
  <use class="mark" href="#half" opacity="0.5"/>
</svg>"""


@pytest.mark.parametrize("source", shape_files(), ids=lambda source: source.relative_to(FOLDER).as_posix())
def test_png_is_the_one_that_the_svg_gives(source: Path) -> None:
    made = contents(rasterized(source.read_text()))
    assert contents(source.with_suffix(".png").read_bytes()) == made, "python -m render shapes"


def test_every_png_of_a_shape_has_its_svg() -> None:
    assert {path.with_suffix(".svg") for path in FOLDER.rglob("shapes/*.png")} == {*shape_files()}


def test_layers_hold_how_opaque_they_are() -> None:
    size, inks, pixels = contents(rasterized(TWO_LAYERS))
    assert (size, inks) == ((256, 256), "field mark")
    lower, upper = pixels[: 256 * 128], pixels[256 * 128 :]
    assert set(lower) == {255}
    assert (upper[100], upper[200]) == (128, 0)


@pytest.mark.parametrize("svg", [TWO_LAYERS.replace("class", "id"), TWO_LAYERS.replace("viewBox", "view")])
def test_shape_without_layers_or_size_is_refused(svg: str) -> None:
    with pytest.raises(ValueError, match="viewBox"):
        rasterized(svg)


def test_shape_has_the_colours_and_the_width_that_are_asked_for() -> None:
    piece = shape("star", 50, star=RED)
    assert piece.size == (50, 50)
    assert piece.getpixel((25, 25)) == (*RED, 255)
    assert piece.getpixel((1, 1))[3] == 0
    assert shape("star", 50, star=BLUE).getpixel((25, 25)) == (*BLUE, 255)


def test_missing_colour_is_an_error() -> None:
    with pytest.raises(KeyError, match="leaf"):
        shape("laurel", 40, gold=RED)


def test_only_changed_shapes_are_written(tmp_path: Path) -> None:
    shutil.copytree(FOLDER / "shapes", tmp_path / "shapes")
    assert list(make_shapes(tmp_path)) == []
    star = tmp_path / "shapes/star.svg"
    star.write_text(star.read_text().replace("-50", "-70"))
    assert [file.name for file in make_shapes(tmp_path)] == ["star.png"]
    assert list(make_shapes(tmp_path)) == []
