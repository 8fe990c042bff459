"""Texts can be read on a phone, and pictures have a shape that is shown large; exceptions are listed with reasons.

A picture is taken as 1080 pixels across, as a phone has.
Signs that are recorded like texts (`render.writing`) are distinct.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest

import render
from render.layout import PHONE, SMALLEST
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


class Smaller(NamedTuple):
    """An exception: texts of a game that match ``pattern`` as a whole may have ``size`` pixels of 1080."""

    game: str
    pattern: str
    size: int
    reason: str


SMALLER: tuple[Smaller, ...] = ()


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

    def phone(self, text_run: TextRun) -> int:
        """Return the size of a font if the picture is as wide as a phone."""
        return round(text_run.size * PHONE / self.size[0])


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


def least(game: str, text: str) -> int:
    """Return the smallest size of a text, in pixels of 1080."""
    return min([SMALLEST, *(each.size for each in SMALLER if each.game == game and re.fullmatch(each.pattern, text))])


@sampled
@pytest.mark.parametrize("game", DRAWN)
@unless_approved(sketches)
def test_texts_are_large_enough(game: str) -> None:
    small = {
        f"{page.shown}, {page.seats} seats: “{text_run.text}” has {page.phone(text_run)} pixels of {PHONE}"
        for page in pages(game)
        for text_run in page.text_runs
        if page.phone(text_run) < least(game, text_run.text)
    }
    assert not small, "Enlarge it, or list it in SMALLER with a reason:\n" + "\n".join(sorted(small)[:40])


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


def test_only_the_font_module_draws_texts() -> None:
    """Otherwise their sizes would not be recorded."""
    past = [path for path in render.FOLDER.rglob("*.py") if re.search(r"\.(multiline_)?text\(", path.read_text())]
    assert [path.name for path in past] == ["fonts.py"]


def test_text_on_a_cached_sprite_is_recorded_each_time() -> None:
    for _ in range(2):
        with recorded_texts() as text_runs:
            pill(literal("a text of this test"), 40)
        assert [text_run[:2] for text_run in text_runs] == [("a text of this test", 40)]
