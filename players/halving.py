"""Sequential halving: find the best of some choices by noisy values, with most work for those that are hard to tell apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

Choice = TypeVar("Choice")
World = TypeVar("World")

LAST_COMPARED = 3  # choices of the last round, at most


def halve(
    choices: Sequence[Choice],
    value: Callable[[Choice, World], float],
    draw: Callable[[], World],
    worlds: int,
    deadline: Callable[[], bool],
) -> list[tuple[Choice, float]]:
    """Return the choices with their mean values, the best of the last round first, then those that dropped out before it.

    Each round judges choices in the same new worlds. Then the worse half drops out, and the next round has twice as many worlds.

    :param worlds: of the first round.
    :param deadline: says whether the time is over; then the rounds before count, and without any the list is empty.
    """
    left, out, sums, seen = list(range(len(choices))), list[tuple[Choice, float]](), [0.0] * len(choices), 0
    ranked = list[tuple[Choice, float]]()
    while not deadline():
        drawn, round_sums = [draw() for _ in range(worlds)], dict[int, float]()
        for each in left:
            round_sums[each] = sum(value(choices[each], world) for world in drawn)
            if deadline():
                return ranked
        for each in left:
            sums[each] += round_sums[each]
        seen += worlds
        left.sort(key=lambda each: -sums[each])
        ranked = [(choices[each], sums[each] / seen) for each in left] + out
        if len(left) <= LAST_COMPARED:
            break
        kept, worlds = (len(left) + 1) // 2, 2 * worlds
        left, out = left[:kept], ranked[kept:]
    return ranked
