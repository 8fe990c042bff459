"""The parts that dealers share: a draw of a seat, and draws from a bag without putting back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import TypeVar

from rules.choice import Choices, Options, pick
from rules.text import Text

T = TypeVar("T")


def seat_options(seats: int) -> Options[int]:
    """Return the seats as answers: ``seat-1`` for seat 0."""
    return Options(range(seats), lambda seat: f"seat-{seat + 1}")


def draw(
    key: str, question: Callable[[int], Text], bag: Mapping[T, int], count: int, named: Callable[[T], str]
) -> Choices[tuple[T, ...]]:
    """Return the conversation in which the dealer draws pieces from a bag one by one, without putting any back.

    :param question: returns the question for a draw, counted from 0.
    :param bag: copies of each piece.
    :param named: returns the key of a piece.
    """
    left = {piece: number for piece, number in bag.items() if number}
    total = sum(left.values())
    drawn: list[T] = []
    for nth in range(count):
        alike = len(left) == total - nth  # one of each
        weights = None if alike else tuple(left.values())
        piece = yield from pick(key, question(nth), Options(tuple(left), named), weights=weights)
        drawn.append(piece)
        left[piece] -= 1
        if not left[piece]:
            del left[piece]
    return tuple(drawn)


def shuffled(bag: Iterable[T], random: Random) -> Iterator[T]:
    """Yield the pieces of a bag in random order."""
    pieces = list(bag)
    random.shuffle(pieces)
    return iter(pieces)
