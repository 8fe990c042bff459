"""Heights on a phone are computed; `tests/journeys/test_page_heights.py` compares them with the page."""

from __future__ import annotations

import shutil

import pytest

from bench.phone import (
    BUTTON_GAP_PX,
    BUTTON_PX,
    MENU_LINE_PX,
    MENU_PX,
    SMALL_LINE_PX,
    TEXT_LINE_PX,
    boxes,
    menu_height,
    row_height,
    text_height,
)
from bench.screens import READER, screens
from cogs.board.message import board_buttons
from cogs.shell.components import button, layout, rows
from cogs.shell.languages import Language, catalogues, read_catalogue
from cogs.shell.reader import Reader
from render import paint, size_of
from rules import GAMES
from rules.text import english, verbatim
from trials.seeding import started_position

pytestmark = pytest.mark.skipif(shutil.which("fc-match") is None, reason="fontconfig is not installed")


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("Where?", TEXT_LINE_PX),
        ("**Where does the tile go?**\n-# **1**: \\+2", TEXT_LINE_PX + SMALL_LINE_PX),
        ("word " * 30, 5 * TEXT_LINE_PX),
        ("w" * 100, 4 * TEXT_LINE_PX),
    ],
)
def test_lines_of_a_text_are_counted(markdown: str, expected: float) -> None:
    assert text_height(markdown) == pytest.approx(expected)


@pytest.mark.parametrize(("labels", "lines"), [("1 2 3 4 5", 1), ("Confirm Back Starting Hinting Rules", 2)])
def test_buttons_wrap_at_the_edge_of_a_phone(labels: str, lines: int) -> None:
    shown = layout(*rows([button(verbatim(label), label) for label in labels.split()]))
    (row,) = boxes(shown, READER)
    assert row.bottom == pytest.approx(lines * BUTTON_PX + (lines - 1) * BUTTON_GAP_PX)


def test_menu_grows_with_its_label() -> None:
    assert menu_height("Choose") == MENU_PX
    assert menu_height("Choose one of these answers " * 4) > MENU_PX + MENU_LINE_PX


@pytest.mark.parametrize("language", ["en", *catalogues()])
async def test_buttons_of_a_board_stand_in_one_row(language: str) -> None:
    file = catalogues().get(language)
    reader = Reader(translate=Language(read_catalogue(file)).sentence if file else english)
    row, *others = board_buttons(await started_position("djinns", ("Ada", "Ben")))
    assert len(row.buttons) == 4
    assert row_height(row.buttons, reader) == BUTTON_PX
    assert others == []


@pytest.mark.long
@pytest.mark.parametrize("key", sorted(GAMES))
async def test_pictures_have_the_size_that_is_computed(key: str) -> None:
    found = await screens(GAMES[key], 6, 2, 1)
    assert [screen.key for screen in found if paint(screen.sketch).size != size_of(screen.sketch)] == []
