"""The first board of The Hanging Gardens explains the first turn."""

from __future__ import annotations

import pytest

import render
from cogs.shell.languages import catalogues
from render.hanging_gardens import opening
from render.writing import recorded_texts
from rules.game import DEALER
from rules.hanging_gardens.parts import CARDS, FACILITIES
from rules.text import Translate, english
from tests.pseudo import language
from tests.render.hanging_gardens.positions import game, sketch
from tests.render.sketches import told_to
from tests.render.test_sizes import Page
from tests.render.test_words import NARROW, faults, overlapping
from trials.local_bot import known_languages

LANGUAGES: dict[str, Translate] = {
    "english": english,
    "longer": language().sentence,
    **{name: known_languages().translate(name) for name in catalogues()},
}


def board(seats: int, laid: int) -> render.Sketch:
    """Return the public board after this number of moves of people."""
    made = game(seats)
    people = [number for number, move in enumerate(made) if move.seat != DEALER]
    return sketch(made[people[laid] - 1].step.state, None)


@pytest.mark.parametrize("translate", LANGUAGES.values(), ids=LANGUAGES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_first_board_shows_large_cards_and_first_steps(seats: int, translate: Translate) -> None:
    shown = told_to(board(seats, 0), translate)
    with recorded_texts() as text_runs:
        picture = render.paint(shown)
    page = Page("board", seats, picture.size, tuple(text_runs))
    assert not [*faults(text_runs, NARROW["hanging_gardens"]), *overlapping(page)]
    told = " ".join(str(text_run.text) for text_run in text_runs)
    for step in (*opening.STEPS, opening.SQUARE_NAMES):
        assert str(shown.teller.told(step)) in told
    lettered = [text_run.text for text_run in text_runs if text_run.text in FACILITIES]
    assert len(lettered) >= sum(letter in FACILITIES for card in shown.view.cards for letter in CARDS[card])


def test_board_after_the_first_card_is_an_ordinary_one() -> None:
    assert opening.is_opening(board(2, 0).view)
    assert not opening.is_opening(board(2, 1).view)
