"""Whoever types what could have been on offer learns why it is not: from the game, not from the general sentence."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rules import GAMES
from rules.choice import Progress, walk
from rules.game import DEALER, AnyGame, conversation, play_at_random, reason
from tests.examples import many, sampled

GENERAL = 0.01  # of the answers, the share that may get the general sentence
PER_PROMPT = 10


def asked(game: AnyGame, seed: int) -> Iterator[tuple[Any, Progress[Any]]]:
    """Each prompt of a random game, with the view of who is asked."""
    state = game.setup(game.seats[seed % len(game.seats)], frozenset())
    for move in play_at_random(game, state, Random(seed)):
        if move.seat != DEALER:
            view = game.view(state, move.seat)
            for depth in range(len(move.path)):
                yield view, walk(conversation(game, state, move.seat), move.path[:depth])
        state = move.step.state


def offered(at: Progress[Any]) -> set[str]:
    assert at.prompt is not None
    return {option.key for option in at.prompt.options}


@sampled
@pytest.mark.parametrize("key", list(GAMES))
def test_what_is_offered_elsewhere_is_refused_here_with_a_reason(key: str) -> None:
    game, games, random = GAMES[key], many(20, 1000), Random(2023)
    anywhere: defaultdict[str, set[str]] = defaultdict(set)
    for seed in range(games):
        for _, at in asked(game, seed):
            assert at.prompt is not None
            anywhere[at.prompt.key] |= offered(at)
    told, untold = 0, Counter[str]()
    for seed in range(max(games // 20, 5)):
        for view, at in asked(game, seed):
            assert at.prompt is not None
            missing = sorted(anywhere[at.prompt.key] - offered(at))
            for answer in random.sample(missing, min(PER_PROMPT, len(missing))):
                if reason(game, view, at, answer) is None:
                    untold[at.prompt.key] += 1
                else:
                    told += 1
    assert told
    assert untold.total() <= GENERAL * told, untold
