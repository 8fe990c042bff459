"""R5: no view and no public event shows the cards of others."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from random import Random

import pytest

from rules.game import DEALER, visible_to
from rules.schlossgarten import GAME
from rules.schlossgarten.state import State, View
from tests.schlossgarten.builder import play_as_builders


@pytest.mark.parametrize("seats", GAME.seats)
def test_r5_1_r5_2_no_view_depends_on_other_hands_or_the_bag(seats: int) -> None:
    random = Random(5)
    for move in play_as_builders(seats, frozenset(), Random(seats)):
        state = move.step.state
        for watcher in (*range(seats), None):
            assert GAME.view(_shuffled(state, watcher, random), watcher) == GAME.view(state, watcher)


def _shuffled(state: State, watcher: int | None, random: Random) -> State:
    """Return the state with all cards dealt anew that the watcher does not see."""
    hidden = [*state.bag, *(card for seat, hand in enumerate(state.hands) if seat != watcher for card in hand)]
    random.shuffle(hidden)
    hands = tuple(hand if seat == watcher else tuple(sorted(hidden.pop() for _ in hand)) for seat, hand in enumerate(state.hands))
    return replace(state, hands=hands, bag=tuple(sorted(hidden)))


def test_r5_2_view_has_numbers_of_hidden_cards() -> None:
    shown = {field.name for field in fields(View)} - {"me", "hand", "totals"}
    assert shown == {field.name for field in fields(State)}
    state = GAME.setup(3, frozenset())
    assert GAME.view(state, None).bag == 32
    assert GAME.view(state, 1).hands == (0, 0, 0)


@pytest.mark.parametrize("seats", GAME.seats)
def test_r5_2_public_story_names_only_played_cards(seats: int) -> None:
    for move in play_as_builders(seats, frozenset(), Random(7)):
        public = " ".join(str(event.text) for event in visible_to(move.step.events, None))
        named = set(re.findall(r"card (\d+)", public))
        assert named == (set() if move.seat == DEALER else {move.path[0].removeprefix("card-")})
        for event in move.step.events:
            assert (event.kind == "your_card") == (event.to is not None)


@pytest.mark.parametrize("seats", GAME.seats)
def test_r5_2_public_log_names_no_drawn_card(seats: int) -> None:
    for move in play_as_builders(seats, frozenset(), Random(7)):
        if GAME.is_public(move.path):
            assert move.seat != DEALER or not any(word.startswith("card-") for word in move.path)
        else:
            assert move.seat == DEALER


def test_r5_1_hands_stay_closed_after_the_end() -> None:
    *_, last = play_as_builders(2, frozenset(), Random(1))
    assert last.step.state.phase == "over"
    assert GAME.view(last.step.state, None).hand == ()
    assert GAME.view(last.step.state, 0).hand == last.step.state.hands[0]
