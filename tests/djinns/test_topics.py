"""The short rules: each page's position shows what the page tells."""

from __future__ import annotations

from rules.djinns import GAME
from rules.djinns.lifting import reach
from rules.djinns.score import points
from tests.talk import shown_prompt, shown_state


def test_page_about_djinns_has_one_chosen_and_three_left() -> None:
    topic, prompt = shown_prompt(GAME, "choosing")
    assert prompt.key == "marker"
    assert (sum(map(len, topic.state.colours)), len(prompt.options)) == (1, 3)
    assert {len(stack) for stack in topic.state.ring} == {1}


def test_page_about_moving_has_landings_both_ways() -> None:
    topic, prompt = shown_prompt(GAME, "moving")
    (space,) = topic.path
    targets = [target + 1 for target in reach(topic.state.ring, int(space) - 1)]
    assert len(targets) == 2
    assert {option.key for option in prompt.options} == {f"{height}-{target}" for height in (1, 2) for target in targets}


def test_page_about_towers_has_a_move_that_completes_one() -> None:
    _, prompt = shown_prompt(GAME, "towers")
    (tower,) = [option.shown() for option in prompt.options if option.shown().star]
    assert tower.gain
    assert tower.gain.own > 0


def test_page_about_points_has_towers_of_all_and_stacks_left() -> None:
    state = shown_state(GAME, "scoring")
    assert state.ending
    of_towers = [sum(points(tower, state.neutral) for tower in own) for own in state.taken]
    totals = [score.points for score in GAME.scores(state)]
    assert min(of_towers) > 0
    assert sum(totals) > sum(of_towers)


def test_page_about_signs_has_a_tower_and_numbered_stacks() -> None:
    topic, prompt = shown_prompt(GAME, "signs")
    assert any(topic.state.taken)
    assert (prompt.key, prompt.form) == ("stack", "places")
