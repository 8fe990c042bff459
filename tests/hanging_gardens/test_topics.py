"""The short rules: each page's position shows what the page tells."""

from __future__ import annotations

import pytest

from rules.hanging_gardens import GAME
from rules.hanging_gardens.garden import joined, top
from rules.hanging_gardens.parts import PERSONS
from tests.talk import shown_prompt, shown_state


@pytest.mark.parametrize(("key", "question"), [("placing", "place"), ("structures", "temple"), ("tiles", "tile")])
def test_pages_show_the_question_that_they_explain(key: str, question: str) -> None:
    _, prompt = shown_prompt(GAME, key)
    assert prompt.key == question
    assert len(prompt.options) > 2


def test_page_about_signs_shows_each_sign_of_its_legend() -> None:
    state = shown_state(GAME, "signs")
    assert {letter for garden in state.gardens for letter in top(garden).values()} == {"T", "P", "A", "F", "."}
    assert any(len(group) == 4 and not group & {*garden.temples} for garden in state.gardens for group in joined(garden))
    assert all(garden.temples for garden in state.gardens)
    assert set(PERSONS) & set(state.tiles)
