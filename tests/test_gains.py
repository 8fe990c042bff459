"""Points that labels promise are the points that the move scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import pytest

from rules import GAMES
from rules.choice import Gain, Path, sample, walk
from rules.djinns.parts import COLOURS
from rules.game import DEALER, AnyGame, Seat, conversation, play
from tests.examples import COMPLETE
from tests.greedy import GREEDY
from tests.playing import at_random, play_out, with_states

NO_PROMISE = {"djinns": COLOURS}  # a marker scores at once and does not say so
SEED = 1  # for games in which mastery E of Ishtar is owned early
TRIES = 3  # moves that are tried of each position, beside the one that is played


def added(told: Sequence[Gain]) -> Gain:
    """Each answer brings something of its own."""
    others = Counter[Seat]()
    for gain in told:
        others.update(dict(gain.others))
    return Gain(sum(gain.own for gain in told), tuple(sorted((seat, points) for seat, points in others.items() if points)))


def last(told: Sequence[Gain]) -> Gain:
    """The later answer says what the earlier one has said, or more exactly."""
    assert all(gain == told[-1] for gain in told)
    return told[-1] if told else Gain(0)


PROMISED: dict[str, Callable[[Sequence[Gain]], Gain]] = {
    "djinns": last,
    "hanging_gardens": last,
    "ishtar": added,
    "schlossgarten": last,
}


def gains_told(game: AnyGame, state: Any, seat: Seat, path: Path) -> Iterator[Gain]:
    """Yield the points that the labels of a move tell."""
    for length, key in enumerate(path):
        prompt = walk(conversation(game, state, seat), path[:length]).prompt
        assert prompt
        gain = next(option for option in prompt.options if option.key == key).shown().gain
        if gain is not None:
            yield gain._replace(parts=None)


def scored(game: AnyGame, state: Any, seat: Seat, path: Path) -> Gain:
    """Return the points that a move brings."""
    both = game.scores(state), game.scores(play(game, state, seat, path).state)
    changes = [after.points - before.points for before, after in zip(*both, strict=True)]
    return Gain(changes[seat], tuple((each, change) for each, change in enumerate(changes) if change and each != seat))


def moves_of(game: AnyGame, seats: int, random: Random) -> Iterator[tuple[Any, Seat, Path]]:
    """Yield the moves of a game, and some others that were legal."""
    moves = play_out(game, GREEDY.get(game.key, at_random(game.key)), seats, frozenset(), random)
    for state, (seat, played, _) in with_states(game.setup(seats, frozenset()), moves):
        if seat != DEALER:
            view = game.view(state, seat)
            for path in (played, *(sample(game.choices(view), random)[0] for _ in range(TRIES))):
                yield state, seat, path


@pytest.mark.short("2-")
@pytest.mark.parametrize("key", COMPLETE)
@pytest.mark.parametrize("seats", [2, 4])
def test_labels_promise_the_points_of_the_move(key: str, seats: int) -> None:
    game, told = GAMES[key], 0
    for state, seat, path in moves_of(game, seats, Random(SEED)):
        if path[0] in NO_PROMISE.get(key, ()):
            continue
        gains, brings = list(gains_told(game, state, seat, path)), scored(game, state, seat, path)
        assert PROMISED.get(key, last)([gain for gain in gains if not gain.up_to]) == brings, path
        assert all(gain.own >= brings.own for gain in gains if gain.up_to), path
        told += bool(gains)
    assert told > 10
