"""The picture of a leaderboard is small, readable on a phone, translated, and shows whatever name somebody has."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image, ImageDraw

from render.fonts import write
from render.leaderboard import HEAD_PX, MAX_BYTES, WIDE, Leaderboard, Line, drawn, paint_leaderboard
from render.palette import THEMES, Theme
from render.teller import Teller
from render.writing import TextRun, Words, recorded_texts
from rules.text import say, verbatim
from tests.pseudo import language
from tests.render.test_words import faults, untold

NAMES = ("Wolfeschlegelsteinhausenbergerdo", "⚙ Acanthus", "", "משה", "Zoë", "Ada\u202etxt", "D" * 300, "\u200b", "Ada", "Ben")
COLUMNS = (say("points"), say("games"), say("wins"))


def board(lines: int = 10, teller: Teller | None = None) -> Leaderboard:
    rows = (
        Line(number + 1, name, (f"{1400 - 87 * number}½", str(240 - number), str(99 - number)))
        for number, name in enumerate(NAMES[:lines])
    )
    title = say("Leaderboard · season {number}", number=12)
    return Leaderboard(title, say("all games"), COLUMNS, tuple(rows), teller or Teller())


def written(shown: Leaderboard) -> list[TextRun]:
    with recorded_texts() as text_runs:
        paint_leaderboard(shown)
    return text_runs


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("lines", [1, 10])
def test_leaderboard_is_small_in_all_themes(lines: int, theme: Theme) -> None:
    png = drawn(board(lines, Teller(theme=theme)))
    assert len(png) <= MAX_BYTES
    picture = Image.open(io.BytesIO(png))
    assert picture.width == WIDE
    assert picture.height <= WIDE
    assert paint_leaderboard(board(lines, Teller(theme=theme))).getpixel((2, 2)) == theme.ground


def test_leaderboard_is_readable_on_a_phone() -> None:
    text_runs = written(board())
    assert min(text_run.size for text_run in text_runs) * 340 / WIDE >= 9
    told = [text_run.text for text_run in text_runs]
    assert {"Leaderboard · season 12", "all games", "points", "games", "wins", "1400½", "240", "99", "10", "⚙ Acanthus"} <= {
        *told
    }
    assert told.count("a player") == 2  # one hides the name, of the other nothing can be seen
    assert any(text.startswith("Adatxt") for text in told)


def test_title_is_drawn_whole() -> None:
    """The shadow of the sheet must not cut off the tails of its letters."""
    shown = replace(board(1), title=verbatim("gjpqy"))
    (title,) = (text_run for text_run in written(shown) if text_run.text == "gjpqy")
    painted, alone = paint_leaderboard(shown), Image.new("RGB", (WIDE, HEAD_PX), shown.theme.ground)
    left, top, wide, high = title.box
    write(ImageDraw.Draw(alone), (left, top + high / 2), Words(title.text), title.size, shown.theme.text)
    inked = [picture.crop((left, 0, left + wide, HEAD_PX)).getcolors(WIDE * HEAD_PX) for picture in (painted, alone)]
    letters = [{colour: count for count, colour in colours or ()}[shown.theme.text] for colours in inked]
    assert letters[0] == letters[1]


def test_names_end_before_the_numbers() -> None:
    for text_run in written(board()):
        if text_run.text.startswith(("Wolfe", "DDD")):
            assert text_run.box[0] + text_run.box[2] < min(each.box[0] for each in written(board()) if each.text.endswith("½"))


def test_leaderboards_are_translated() -> None:
    shown = replace(board(), teller=Teller(translate=language().sentence))
    text_runs = written(replace(shown, lines=tuple(line._replace(name="") for line in shown.lines)))
    assert not [*untold(text_runs), *faults(text_runs)]
