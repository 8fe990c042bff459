"""The reference figures of section 9, by an independent implementation, reproduced within 3 %."""

from __future__ import annotations

from random import Random
from statistics import mean
from typing import NamedTuple

import pytest

from rules.djinns import GAME
from rules.djinns.apply import apply
from rules.djinns.lifting import lifts, movable_colours
from rules.djinns.state import State
from rules.game import conversation, play_at_random, random_move
from rules.legal import legal_paths
from tests.djinns.positions import dealt

GAMES = 1500


class Figures(NamedTuple):
    moves: float
    towers: float
    stacks: float
    first: float


def begun(seats: int, random: Random) -> State:
    state = GAME.setup(seats, frozenset())
    while not state.seen:
        (seat,) = GAME.to_act(state)
        state = random_move(GAME, state, seat, random).step.state
    return state


def figures(seats: int, random: Random) -> Figures:
    """One game, each legal move as likely as any other."""
    state = begun(seats, random)
    first = len(list(lifts(state.ring, movable_colours(state, state.turn))))
    while not state.ending:
        lift = random.choice(list(lifts(state.ring, movable_colours(state, state.turn))))
        state = apply(state, state.turn, lift).state
    floors = sum(len(pile) for piles in state.taken for pile in piles)
    return Figures(state.plies, floors / 4, sum(map(bool, state.ring)), first)


@pytest.mark.long
@pytest.mark.parametrize(
    ("seats", "expected"), [(2, Figures(40.1, 6.28, 3.01, 24.8)), (4, Figures(32.5, 4.07, 7.30, 12.4))], ids=["2", "4"]
)
def test_section_9_random_play(seats: int, expected: Figures) -> None:
    random = Random(9)
    found = Figures(*map(mean, zip(*(figures(seats, random) for _ in range(GAMES)), strict=True)))
    assert found == pytest.approx(expected, rel=0.03)


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_conversation_offers_each_legal_move_once(seats: int) -> None:
    for move in play_at_random(GAME, dealt(seats, seed=5), Random(5)):
        state = move.step.state
        if state.seen and not state.ending:
            legal = list(lifts(state.ring, movable_colours(state, state.turn)))
            said = list(legal_paths(conversation(GAME, state, state.turn)))
            assert said == [(str(lift.space + 1), f"{lift.height}-{lift.target + 1}") for lift in legal]
            assert len(set(said)) == len(said)
