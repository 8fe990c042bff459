"""Sequential halving finds the best choice, and is the same for the same draws."""

from __future__ import annotations

from itertools import count
from random import Random

from players.halving import LAST_COMPARED, halve
from players.search import no_deadline

CHOICES = range(12)


def noisy(choice: int, world: int) -> float:
    """Return a value near the number of the choice, the same for the same world."""
    return choice + Random(f"{choice} {world}").gauss(0, 3)


def ranked(seed: int, calls: int = 10**9) -> list[tuple[int, float]]:
    draws, clock = Random(seed), count()
    deadline = no_deadline if calls == 10**9 else lambda: next(clock) >= calls
    return halve(CHOICES, noisy, lambda: draws.getrandbits(32), 1, deadline)


def test_equal_seeds_give_equal_results() -> None:
    for seed in range(5):
        assert ranked(seed) == ranked(seed)


def test_good_choices_are_found_in_spite_of_noise() -> None:
    """One look at each finds the best or the second best far less often."""
    seeds = range(200)
    once = sum(max(CHOICES, key=lambda choice, seed=seed: noisy(choice, seed)) >= 10 for seed in seeds)
    assert sum(ranked(seed)[0][0] >= 10 for seed in seeds) > once + 20


def test_the_better_half_goes_on_in_twice_as_many_worlds() -> None:
    looks = list[tuple[int, int]]()

    def value(choice: int, world: int) -> float:
        looks.append((choice, world))
        return float(choice)

    worlds = count()
    found = halve(CHOICES, value, lambda: next(worlds), 1, no_deadline)
    assert [choice for choice, _ in found] == [*reversed(CHOICES)]
    assert [value for _, value in found] == [*map(float, reversed(CHOICES))]
    seen = [sum(choice == each for each, _ in looks) for choice in CHOICES]
    assert seen == [1] * 6 + [3] * 3 + [7] * LAST_COMPARED


def test_a_deadline_keeps_the_rounds_before() -> None:
    """It comes within the first round, the second, and never."""
    assert ranked(3, 5) == []
    assert {choice for choice, _ in ranked(3, 18)} == {*CHOICES}
    assert ranked(3, 1000) == ranked(3)
