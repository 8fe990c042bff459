"""Wrong answers that could have been on offer get the game's own reason, not the general sentence."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import pytest

from rules import GAMES
from rules.choice import Choices, Progress, sample, walk
from rules.game import DEALER, AnyGame, Move, reason
from tests.examples import many, sampled
from tests.greedy import GREEDY
from tests.playing import Choose, at_random, play_out, with_states

GENERAL = 0.01  # of the answers, the share that may get the general sentence
PER_PROMPT = 10
SOON = {"schlossgarten": 400}  # games that show all answers, where three of four are played keenly: at random it takes over 1,000


def course(game: AnyGame, seed: int, choose: Choose) -> Iterator[tuple[Any, Move[Any]]]:
    """A game, each move with the state from which it is made."""
    seats = game.seats[seed % len(game.seats)]
    moves = play_out(game, choose, seats, frozenset(), Random(seed))
    return with_states(game.setup(seats, frozenset()), moves)


def asked(game: AnyGame, seed: int, choose: Choose) -> Iterator[tuple[Any, Progress[Any]]]:
    """Each prompt of a game, with the view of who is asked."""
    for state, move in course(game, seed, choose):
        if move.seat != DEALER:
            view = game.view(state, move.seat)
            answered = walk(partial(game.choices, view), move.path).answered
            for depth, prompt in enumerate(answered):
                yield view, Progress(move.path[:depth], prompt, None, answered[:depth])


def noted(choices: Choices[Any], offers: dict[str, set[str]]) -> Choices[Any]:
    """A conversation, and what it offers by the keys of its prompts."""
    answer = None
    try:
        while True:
            prompt = choices.send(answer)
            offers[prompt.key].update(option.key for option in prompt.options)
            answer = yield prompt
    except StopIteration as end:
        return end.value


def offered(at: Progress[Any]) -> set[str]:
    assert at.prompt is not None
    return {option.key for option in at.prompt.options}


def offered_anywhere(key: str, count: int) -> dict[str, set[str]]:
    """Return the answers that ``count`` games offer, by the keys of the prompts."""
    game, anywhere = GAMES[key], defaultdict[str, set[str]](set)
    for seed in range(min(count, SOON.get(key, count))):
        if key in SOON and seed % 4:
            for _, at in asked(game, seed, GREEDY[key]):
                assert at.prompt is not None
                anywhere[at.prompt.key] |= offered(at)
        else:
            deque(course(game, seed, lambda view, random: sample(noted(game.choices(view), anywhere), random)[0]), maxlen=0)
    return anywhere


@pytest.mark.short("djinns", "hanging_gardens", "ishtar")
@sampled
@pytest.mark.parametrize("key", list(GAMES))
def test_answers_offered_elsewhere_are_refused_with_a_reason(key: str) -> None:
    game, count, random = GAMES[key], many(20, 1000), Random(2023)
    anywhere = offered_anywhere(key, count)
    told, untold = 0, Counter[str]()
    for seed in range(max(count // 20, 5)):
        for view, at in asked(game, seed, at_random(key)):
            assert at.prompt is not None
            missing = sorted(anywhere[at.prompt.key] - offered(at))
            for answer in random.sample(missing, min(PER_PROMPT, len(missing))):
                if reason(game, view, at, answer) is None:
                    untold[at.prompt.key] += 1
                else:
                    told += 1
    assert told
    assert untold.total() <= GENERAL * told, untold


@pytest.mark.parametrize("key", list(GREEDY))
def test_offered_answers_have_no_reason_against_them(key: str) -> None:
    """Keen play asks questions that hardly come up at random; `test_every_game` has the others."""
    game, count = GAMES[key], 0
    for view, at in asked(game, 0, GREEDY[key]):
        assert [answer for answer in sorted(offered(at)) if reason(game, view, at, answer)] == []
        count += 1
    assert count > 100
