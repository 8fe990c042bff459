"""The short rules of every game: they fit a message, show a position, and help with each question."""

from __future__ import annotations

import render
from rules.game import DEALER, AnyGame
from rules.text import seat_name, story
from rules.topics import help_with, topic_at
from rules.wording import SIGNS
from tests.test_every_game import KEY, MESSAGE, Table, every_game, every_table, own_checks, positions, prompts, toy_is_a_game

__all__ = ["toy_is_a_game"]


@every_game
def test_its_short_rules_fit_a_message_and_show_a_position(game: AnyGame) -> None:
    topics = game.topics()
    assert len({topic.key for topic in topics}) == len(topics) >= 3, (
        f"{game.key} has no three topics, the pages of its short rules."
    )
    for topic in topics:
        assert KEY.fullmatch(topic.key)
        assert 0 < len(story([topic.title, *topic.lines], seat_name)) < MESSAGE
        assert render.picture(render.scene(game, topic)).startswith(b"\x89PNG")
        own_checks(game).check(topic.state)


@every_table
def test_there_is_a_topic_for_every_position(table: Table) -> None:
    game, keys = table.game, {topic.key for topic in table.game.topics()}
    shown = {game.topic_for(game.view(move.step.state, seat)) for _, move in positions(table, 3) for seat in (None, 0)}
    assert shown <= keys
    assert len(shown) > 1, "topic_for says the same in every position."


@every_table
def test_each_question_has_a_page_and_a_sentence_that_helps(table: Table) -> None:
    game = table.game
    asked = {p.key for state, move in positions(table, 4) if move.seat != DEALER for _, p in prompts(game, state, move)}
    pages = {topic.key: topic for topic in game.topics()}
    assert asked
    for key in asked:
        page = pages[topic_at(game, game.view(table.setup(), 0), key)]
        assert help_with(game, key) in page.lines, f"no topic of {game.key} helps with its question {key}."


@every_game
def test_short_rules_begin_with_aim_and_end_with_signs(game: AnyGame) -> None:
    first, *_, last = game.topics()
    assert first.key == "aim"
    assert first.seat is None, "the first picture is a look at the game; it asks nothing."
    assert [line for line in first.lines if "step 1" in str(line)], "a turn is told step by step."
    assert last.key == "signs"
    assert set(SIGNS) < set(last.lines)
    assert len(render.thumbnail(render.scene(game, first))) < 120_000
