"""The short rules: their positions are legal, and show the question that a page explains."""

from __future__ import annotations

import pytest

from rules.schlossgarten import GAME
from rules.schlossgarten.parts import KINDS, SIDES
from tests.schlossgarten.invariants import check
from tests.talk import shown_prompt


@pytest.mark.parametrize(("key", "question"), [("figures", "figure"), ("moving", "where"), ("work", "dig"), ("signs", "where")])
def test_pages_show_the_question_that_they_explain(key: str, question: str) -> None:
    topic, prompt = shown_prompt(GAME, key)
    check(topic.state)
    assert prompt.key == question
    assert len(prompt.options) > 2


def test_page_about_signs_has_all_colours_and_a_pattern_in_reach() -> None:
    topic, prompt = shown_prompt(GAME, "signs")
    assert {*topic.state.sides} == {*range(len(SIDES))}
    assert len({kind for own in topic.state.elements for kind, site in zip(KINDS, own, strict=True) if site}) == len(KINDS) - 1
    assert any(option.shown().star for option in prompt.options)
