"""Frozen tuples with one thing changed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")

Bitboard = int  # a set of squares, one bit each


def changed(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """The same values, but another one at a place."""
    return (*values[:place], value, *values[place + 1 :])


def without(bag: tuple[T, ...], drawn: Iterable[T]) -> tuple[T, ...]:
    """A bag after some have been drawn from it; of equal ones only as many as were drawn."""
    left = list(bag)
    for each in drawn:
        left.remove(each)
    return tuple(left)
