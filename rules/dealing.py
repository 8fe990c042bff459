"""What the dealers of the games have in common: who begins, and drawing without putting back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from rules.choice import Choices, Option, pick
from rules.text import Text

T = TypeVar("T")


def seat_options(seats: int) -> list[Option[int]]:
    """The seats as answers: ``seat-1`` for seat 0."""
    return [Option(f"seat-{seat + 1}", seat) for seat in range(seats)]


def draw(
    key: str, question: Callable[[int], Text], bag: Mapping[T, int], count: int, named: Callable[[T], str]
) -> Choices[tuple[T, ...]]:
    """Draw from a bag, one piece after the other, none put back.

    :param question: for the how-many-th piece, counted from 0.
    :param bag: how many of each piece there are.
    :param named: the key of a piece.
    """
    left = {piece: Option(named(piece), piece, weight=number) for piece, number in bag.items() if number}
    drawn: list[T] = []
    for nth in range(count):
        piece = yield from pick(key, question(nth), left.values())
        drawn.append(piece)
        if left[piece].weight > 1:
            left[piece] = left[piece]._replace(weight=left[piece].weight - 1)
        else:
            del left[piece]
    return tuple(drawn)
