"""The short rules: their positions are legal, and show the question that a page explains."""

from __future__ import annotations

from rules.choice import walk
from rules.game import conversation
from rules.schlossgarten import GAME
from tests.schlossgarten.invariants import check


def test_pages_show_the_question_that_they_explain() -> None:
    _, *topics, _ = GAME.topics()
    assert [topic.key for topic in topics] == ["figures", "moving", "work"]
    for topic, question in zip(topics, ("figure", "where", "dig"), strict=True):
        check(topic.state)
        assert topic.seat is not None
        prompt = walk(conversation(GAME, topic.state, topic.seat), topic.path).prompt
        assert prompt
        assert prompt.key == question
        assert 3 <= len(topic.lines) <= 6
