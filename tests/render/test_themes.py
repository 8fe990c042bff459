"""Every kind of picture has the background of its theme."""

from __future__ import annotations

from dataclasses import replace

import pytest

import render
from render import plain
from render.palette import THEMES, Theme
from render.poster import paint_poster
from render.replay import Frame, draw_frame
from rules import GAMES
from tests.render.approvals import unless_approved
from tests.render.test_colours import few, in_theme
from tests.render.test_poster import poster

DRAWN = [key for key in GAMES if (render.FOLDER / key).is_dir()]
CLOSE = 8  # of 255: a film has fewer colours


@pytest.mark.short("djinns-dark")
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("key", DRAWN)
@unless_approved(few)
def test_boards_questions_and_details_have_their_background(key: str, theme: str) -> None:
    for sketch in few(key, theme):
        assert render.paint(sketch).convert("RGB").getpixel((2, 2)) == THEMES[theme].ground


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_posters_replays_and_text_boards_have_their_background(theme: Theme) -> None:
    made = poster(DRAWN[0], 2)
    themed = replace(made, board=in_theme(made.board, theme))
    assert paint_poster(themed).getpixel((2, 2)) == theme.ground
    assert plain.sheet(GAMES[made.board.game], made.board.view, themed.board.teller).getpixel((2, 2)) == theme.ground
    frame, _ = draw_frame(Frame(themed.board, (), 1.0))
    level = frame.convert("RGB").getpixel((2, 2))
    assert isinstance(level, tuple)
    assert all(abs(one - other) <= CLOSE for one, other in zip(level, theme.sheet, strict=True))
