"""Every text on a picture can be read on a phone, and pictures have a shape that is shown large; else the reason is listed.

A picture is taken as 1080 pixels across, as a phone has.
Signs that are noted like texts (`render.writing`) can be told apart.
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
from render.writing import Writing, literal, noted
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
    """Texts of a game that match ``pattern`` as a whole may have ``size`` pixels of 1080."""

    game: str
    pattern: str
    size: int
    reason: str


SMALLER: tuple[Smaller, ...] = ()


class Page(NamedTuple):
    """A picture of a game: what is shown, its size in pixels, and all that is written on it."""

    shown: str
    seats: int
    size: tuple[int, int]
    writings: tuple[Writing, ...]

    @property
    def kind(self) -> str:
        """A board, which a preview is, too; a question or a detail."""
        return self.shown.split()[0].replace("preview", "board")

    @property
    def shape(self) -> float:
        return self.size[0] / self.size[1]

    def phone(self, writing: Writing) -> int:
        """The size of a font, were the picture as wide as a phone."""
        return round(writing.size * PHONE / self.size[0])


@cache
def pages(game: str, translate: Translate = english) -> tuple[Page, ...]:
    """Questions, boards and details of whole games of two, three and four."""
    return tuple(_pages(game, translate))


def _pages(game: str, translate: Translate) -> Iterator[Page]:
    for shown, sketch in sketches(game):
        with noted() as writings:
            picture = render.paint(told_to(sketch, translate))
        yield Page(shown, len(sketch.teller.names), picture.size, tuple(writings))


@cache
def sketches(game: str) -> tuple[tuple[str, render.Sketch], ...]:
    """Return a few sketches of each thing that is shown, at each number of seats, with what it is."""
    found: dict[tuple[str, int], list[render.Sketch]] = {}
    for shown, sketch in titled(game, SEED):
        found.setdefault((shown, len(sketch.teller.names)), []).append(sketch)
    few = {what: some[-1 :: -max(1, len(some) // many(FEW, MOST))] for what, some in found.items()}
    return tuple((shown, sketch) for (shown, _), some in few.items() for sketch in some)


def least(game: str, text: str) -> int:
    """How small this text may be."""
    return min([SMALLEST, *(each.size for each in SMALLER if each.game == game and re.fullmatch(each.pattern, text))])


@sampled
@pytest.mark.parametrize("game", DRAWN)
@unless_approved(sketches)
def test_what_must_be_read_is_large(game: str) -> None:
    small = {
        f"{page.shown}, {page.seats} seats: “{writing.text}” has {page.phone(writing)} pixels of {PHONE}"
        for page in pages(game)
        for writing in page.writings
        if page.phone(writing) < least(game, writing.text)
    }
    assert not small, "Enlarge it, or list it in SMALLER with a reason:\n" + "\n".join(sorted(small)[:40])


@sampled
@pytest.mark.parametrize("game", DRAWN)
@unless_approved(sketches)
def test_questions_and_boards_are_between_square_and_five_to_four(game: str) -> None:
    odd = set[str]()
    for page in pages(game):
        if page.kind != "detail" and not TALL <= page.shape <= FLAT:
            odd.add(f"{page.shown}, {page.seats} seats: {page.size[0]} × {page.size[1]} is {page.shape:.2f}")
    assert not odd, "Reshape it:\n" + "\n".join(sorted(odd)[:40])


@sampled
@pytest.mark.parametrize("game", DRAWN)
@unless_approved(sketches)
def test_every_picture_has_words(game: str) -> None:
    """Who draws text past the library is not seen here: at least each picture names somebody or numbers something."""
    assert all(page.writings for page in pages(game))
    seats = {page.seats for page in pages(game)}
    assert seats == set(GAMES[game].seats)


def test_texts_are_drawn_by_the_library_alone() -> None:
    """Else their sizes would not be noted."""
    past = [path for path in render.FOLDER.rglob("*.py") if re.search(r"\.(multiline_)?text\(", path.read_text())]
    assert [path.name for path in past] == ["fonts.py"]


def test_a_text_on_a_kept_piece_is_noted_each_time() -> None:
    for _ in range(2):
        with noted() as writings:
            pill(literal("a text of this test"), 40)
        assert [writing[:2] for writing in writings] == [("a text of this test", 40)]
