"""Whoever types what could have been on offer learns why it is not: from the game, not from the general sentence."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rules import GAMES
from rules.choice import Progress, walk
from rules.game import DEALER, AnyGame, conversation, reason
from tests.examples import many, sampled
from tests.keen import KEEN
from tests.playing import Choose, at_random, play_out, with_states

GENERAL = 0.01  # of the answers, the share that may get the general sentence
PER_PROMPT = 10


def asked(game: AnyGame, seed: int, choose: Choose) -> Iterator[tuple[Any, Progress[Any]]]:
    """Each prompt of a game, with the view of who is asked."""
    seats = game.seats[seed % len(game.seats)]
    moves = play_out(game, choose, seats, frozenset(), Random(seed))
    for state, move in with_states(game.setup(seats, frozenset()), moves):
        if move.seat != DEALER:
            view = game.view(state, move.seat)
            for depth in range(len(move.path)):
                yield view, walk(conversation(game, state, move.seat), move.path[:depth])


def offered(at: Progress[Any]) -> set[str]:
    assert at.prompt is not None
    return {option.key for option in at.prompt.options}


@sampled
@pytest.mark.parametrize("key", list(GAMES))
def test_what_is_offered_elsewhere_is_refused_here_with_a_reason(key: str) -> None:
    game, games, random, choose = GAMES[key], many(20, 1000), Random(2023), at_random(key)
    anywhere: defaultdict[str, set[str]] = defaultdict(set)
    for seed in range(games):
        for _, at in asked(game, seed, choose):
            assert at.prompt is not None
            anywhere[at.prompt.key] |= offered(at)
    told, untold = 0, Counter[str]()
    for seed in range(max(games // 20, 5)):
        for view, at in asked(game, seed, choose):
            assert at.prompt is not None
            missing = sorted(anywhere[at.prompt.key] - offered(at))
            for answer in random.sample(missing, min(PER_PROMPT, len(missing))):
                if reason(game, view, at, answer) is None:
                    untold[at.prompt.key] += 1
                else:
                    told += 1
    assert told
    assert untold.total() <= GENERAL * told, untold


@pytest.mark.parametrize("key", list(KEEN))
def test_what_is_offered_in_keen_play_is_never_refused(key: str) -> None:
    """Some questions hardly ever come up at random; of those that do, `test_every_game` says the same."""
    game, count = GAMES[key], 0
    for view, at in asked(game, 0, KEEN[key]):
        assert [answer for answer in sorted(offered(at)) if reason(game, view, at, answer)] == []
        count += 1
    assert count > 100
