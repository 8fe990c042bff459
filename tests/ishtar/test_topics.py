"""The short rules: each page's position shows what the page tells."""

from __future__ import annotations

import pytest

from rules.ishtar import GAME
from rules.ishtar.garden import cover_of
from rules.ishtar.score import fountain_counts, holders
from tests.talk import shown_prompt, shown_state


@pytest.mark.parametrize(
    ("key", "question"), [("tiles", "stack"), ("placing", "anchor"), ("symbols", "symbol"), ("trees", "pawn")]
)
def test_pages_show_the_question_that_they_explain(key: str, question: str) -> None:
    _, prompt = shown_prompt(GAME, key)
    assert prompt.key == question
    assert len(prompt.options) > 2


def test_page_about_points_has_a_fountain_with_a_majority() -> None:
    state = shown_state(GAME, "trees")
    first, *_ = fountain_counts(state.garden, state.seats)
    assert len(holders(first)) == 1
    assert {bed.seat for bed in cover_of(state.garden).beds} == {0, 1}


def test_page_about_signs_has_trees_assistants_and_a_mastery() -> None:
    state = shown_state(GAME, "signs")
    assert any(state.planted)
    assert cover_of(state.garden).pawns
    assert cover_of(state.garden).beds
    assert any(player.masteries for player in state.players)
