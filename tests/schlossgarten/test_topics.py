"""The short rules: their positions are legal and show the question they are about."""

from __future__ import annotations

from rules.choice import walk
from rules.game import conversation
from rules.schlossgarten import GAME
from rules.schlossgarten.choices import follow
from tests.schlossgarten.invariants import check


def test_three_pages_with_their_questions() -> None:
    topics = GAME.topics()
    assert [topic.key for topic in topics] == ["figures", "moving", "work"]
    for topic, question in zip(topics, ("figure", "where", "dig"), strict=True):
        check(topic.state)
        assert topic.seat is not None
        assert walk(conversation(GAME, topic.state, topic.seat), topic.path).prompt
        assert follow(GAME.view(topic.state, topic.seat), topic.path)[1] == question
        assert 3 <= len(topic.lines) <= 6
