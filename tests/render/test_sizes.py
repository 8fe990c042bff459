"""Texts can be read on a phone, and pictures have a shape that is shown large.

Signs that are recorded like texts (`render.writing`) are distinct.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest

import render
from render.layout import FONT_SIZES_ON_PHONE_PX, PHONE_WIDE_PX, FontSizes, font_sizes
from render.signs import pill
from render.writing import TextRun, literal, recorded_texts
from rules import GAMES
from rules.text import Translate, english
from tests.examples import many, sampled
from tests.render.album import SEED, titled
from tests.render.approvals import unless_approved
from tests.render.sketches import told_to

FLAT, TALL = 1.26, 0.99  # width by height: from 5:4 to square, and what rounding takes
FEW, MOST = 2, 6  # pictures of a question or of boards at a number of seats, beside the last of them
DRAWN = [key for key in GAMES if (render.FOLDER / key).is_dir()]


class Page(NamedTuple):
    """A picture of a game: its title, its size in pixels, and all texts on it."""

    shown: str
    seats: int
    size: tuple[int, int]
    text_runs: tuple[TextRun, ...]

    @property
    def kind(self) -> str:
        """Return ``board`` (also for previews), ``question`` or ``detail``."""
        return self.shown.split()[0].replace("preview", "board")

    @property
    def shape(self) -> float:
        return self.size[0] / self.size[1]

    @property
    def least(self) -> int:
        """Return the smallest font size that can be read on a phone."""
        return font_sizes(self.size[0]).tiny


@cache
def pages(game: str, translate: Translate = english) -> tuple[Page, ...]:
    """Return questions, boards and details of whole games of two, three and four."""
    return tuple(_pages(game, translate))


def _pages(game: str, translate: Translate) -> Iterator[Page]:
    for shown, sketch in sketches(game):
        with recorded_texts() as text_runs:
            picture = render.paint(told_to(sketch, translate))
        yield Page(shown, len(sketch.teller.names), picture.size, tuple(text_runs))


@cache
def sketches(game: str) -> tuple[tuple[str, render.Sketch], ...]:
    """Return a few sketches for each title and number of seats, with their titles."""
    found: dict[tuple[str, int], list[render.Sketch]] = {}
    for shown, sketch in titled(game, SEED):
        found.setdefault((shown, len(sketch.teller.names)), []).append(sketch)
    few = {what: some[-1 :: -max(1, len(some) // many(FEW, MOST))] for what, some in found.items()}
    return tuple((shown, sketch) for (shown, _), some in few.items() for sketch in some)


@sampled
@pytest.mark.parametrize("game", DRAWN)
@unless_approved(sketches)
def test_texts_are_large_enough(game: str) -> None:
    small = {
        f"{page.shown}, {page.seats} seats: “{text_run.text}” has {text_run.size} pixels instead of {page.least}"
        for page in pages(game)
        for text_run in page.text_runs
        if text_run.size < page.least
    }
    assert not small, "Enlarge it:\n" + "\n".join(sorted(small)[:40])


@sampled
@pytest.mark.parametrize("game", DRAWN)
@unless_approved(sketches)
def test_pictures_are_not_tall_and_boards_not_flat(game: str) -> None:
    """A question may be flat: it shows only what it is about."""
    odd = set[str]()
    for page in pages(game):
        flat = page.kind == "board" and page.shape > FLAT
        if page.kind != "detail" and (flat or page.shape < TALL):
            odd.add(f"{page.shown}, {page.seats} seats: {page.size[0]} × {page.size[1]} is {page.shape:.2f}")
    assert not odd, "Reshape it:\n" + "\n".join(sorted(odd)[:40])


@sampled
@pytest.mark.parametrize("game", DRAWN)
@unless_approved(sketches)
def test_every_picture_has_words(game: str) -> None:
    """Texts drawn without `render.fonts` are not recorded: each picture has at least one that is."""
    assert all(page.text_runs for page in pages(game))
    seats = {page.seats for page in pages(game)}
    assert seats == set(GAMES[game].seats)


@pytest.mark.parametrize("wide", [560, 640, 1080, 1400, 1600])
def test_font_sizes_grow_by_name_and_can_be_read_on_a_phone(wide: int) -> None:
    sizes = font_sizes(wide)
    assert sizes.tiny * PHONE_WIDE_PX / wide >= FONT_SIZES_ON_PHONE_PX.tiny == 9
    assert sizes == FontSizes(*sorted({*sizes}))


def test_only_the_font_module_draws_texts() -> None:
    """Otherwise their sizes would not be recorded."""
    past = [path for path in render.FOLDER.rglob("*.py") if re.search(r"\.(multiline_)?text\(", path.read_text())]
    assert [path.name for path in past] == ["fonts.py"]


def test_text_on_a_cached_sprite_is_recorded_each_time() -> None:
    for _ in range(2):
        with recorded_texts() as text_runs:
            pill(literal("a text of this test"), 40)
        assert [text_run[:2] for text_run in text_runs] == [("a text of this test", 40)]
