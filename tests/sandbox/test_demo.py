"""The demonstration recognises the buttons that answer a question."""

from __future__ import annotations

import pytest

from sandbox.demo import is_answer
from sandbox.reading import Button


@pytest.mark.parametrize("label", ["Hint", "3 hints", "No hints left", "Rules", "Confirm"])
def test_buttons_beside_the_question_are_not_answers(label: str) -> None:
    assert not is_answer(Button(label, "p1:hint:1:2:0", disabled=False))


def test_enabled_button_of_the_question_is_an_answer() -> None:
    assert is_answer(Button("Fountain +6", "p1:pick:1:2:abcd:0", disabled=False))
    assert not is_answer(Button("Fountain +6", "p1:pick:1:2:abcd:0", disabled=True))
