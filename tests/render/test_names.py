"""Any name is drawn with visible letters, on one line, in its own place."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from render import Sketch, Teller, fonts, paint
from render.faces import has_glyph
from render.fonts import ELLIPSIS, MAX_LETTERS, fit, runs, width
from render.teller import drawn_names
from render.writing import recorded_texts
from rules import GAMES
from rules.game import deal
from rules.names import END, ISOLATE
from rules.text import say, who

HOSTILE = {  # a name, and what is drawn of it, at least at its beginning
    "Ada\u202etxt\u2066\u200f": "Adatxt",  # turns the direction of what follows
    "Ben\u0000\u001b\u007f\n\r\t\u2028o": "Beno",  # steers a terminal, breaks the line
    "Cle\u200b\u200d\ufeffo" + "\u0301" * 40: "Cle",  # nobody sees it; piled accents
    "D" * 300: "DDD",
}


def opening(key: str) -> Any:
    """Return the public view at the beginning of a game of four."""
    game = GAMES[key]
    state = game.setup(4, frozenset())
    for move in deal(game, state, Random(1)):
        state = move.step.state
    return game.view(state, None)


@pytest.mark.parametrize("key", GAMES)
def test_hostile_names_are_cleaned(key: str) -> None:
    with recorded_texts() as text_runs:
        paint(Sketch(key, opening(key), Teller(tuple(HOSTILE))))
    drawn = [text_run.text for text_run in text_runs]
    assert all(any(text.startswith(name) for text in drawn) for name in HOSTILE.values()), drawn
    assert all(text.isprintable() and len(text) <= MAX_LETTERS for text in drawn), drawn


def test_computer_sign_does_not_change_the_font_of_its_name() -> None:
    (sign, _), (letters, name) = runs("⚙ Acanthus")
    assert ((letters, name),) == runs(" Acanthus")
    assert has_glyph(sign, "⚙")
    assert not has_glyph(letters, "⚙")


def test_equal_names_get_a_number() -> None:
    told = Teller(("Ada 🌸", "Ada 🌼", "Ben 🌸", ""))
    assert [told.name(seat) for seat in range(4)] == ["Ada (1)", "Ada (2)", "Ben", "Seat 4"]


@pytest.mark.parametrize("name", ["李雷 (京都)", "_李_", "李.雷", "李 (1)", "🦊!"])
def test_name_of_marks_alone_becomes_the_seat(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(fonts, "face_of", lambda letter, real=fonts.face_of: "" if letter > "\u3400" else real(letter))
    clear_names()
    assert Teller((name,)).name(0) == "Seat 1"
    assert Teller(("!?",)).name(0) == "!?"
    clear_names()


@pytest.mark.skipif(not fonts.HAS_RAQM, reason="nobody here writes from right to left")
def test_right_to_left_names_stay_beside_their_points() -> None:
    told = Teller(("שרה", "Ada", "דוד")).told(say("{one} 12 · {two} 15 · {three} 7", one=who(0), two=who(1), three=who(2)))
    pieces = [piece for _, piece in runs(told)]
    assert pieces == ["שרה", " 12 · Ada 15 · ", "דוד", " 7"]
    cut, _ = fit(told, round(width(told, 30)) - 60, 30, 30)
    assert (cut.count(ISOLATE), cut[-1]) == (cut.count(END), ELLIPSIS)


def clear_names() -> None:
    """Forget the letters and names that were drawn with other fonts."""
    fonts.clean.cache_clear()
    drawn_names.cache_clear()
