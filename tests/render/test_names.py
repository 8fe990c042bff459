"""Whatever somebody is called, a picture has only letters that can be seen, on one line, in the place that is theirs."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from render import Sketch, Teller, paint
from render.faces import has
from render.fonts import LONGEST, runs
from render.writing import noted
from rules import GAMES
from rules.game import deal

HOSTILE = {  # a name, and what is drawn of it, at least at its beginning
    "Ada\u202etxt\u2066\u200f": "Adatxt",  # turns the direction of what follows
    "Ben\u0000\u001b\u007f\n\r\t\u2028o": "Beno",  # steers a terminal, breaks the line
    "Cle\u200b\u200d\ufeffo" + "\u0301" * 40: "Cle",  # nobody sees it; piled accents
    "D" * 300: "DDD",
}


def opening(key: str) -> Any:
    """What everybody sees at the beginning of a game of four."""
    game = GAMES[key]
    state = game.setup(4, frozenset())
    for move in deal(game, state, Random(1)):
        state = move.step.state
    return game.view(state, None)


@pytest.mark.parametrize("key", GAMES)
def test_no_name_does_harm_in_a_picture(key: str) -> None:
    with noted() as writings:
        paint(Sketch(key, opening(key), Teller(tuple(HOSTILE))))
    drawn = [writing.text for writing in writings]
    assert all(any(text.startswith(name) for text in drawn) for name in HOSTILE.values()), drawn
    assert all(text.isprintable() and len(text) <= LONGEST for text in drawn), drawn


def test_the_sign_of_a_computer_leaves_its_name_in_the_face_of_the_others() -> None:
    (sign, _), (letters, name) = runs("⚙ Acanthus")
    assert ((letters, name),) == runs(" Acanthus")
    assert has(sign, "⚙")
    assert not has(letters, "⚙")
