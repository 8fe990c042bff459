"""Small functions on frozen values and on sets of squares."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields
from operator import attrgetter
from typing import Any, TypeVar

T = TypeVar("T")

Bitboard = int  # a set of squares, one bit each


def changed(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """Return the same values with another one at a place."""
    return (*values[:place], value, *values[place + 1 :])


def without(bag: tuple[T, ...], drawn: Iterable[T]) -> tuple[T, ...]:
    """Return a bag after some have been drawn from it; of equal ones only as many as were drawn.

    :raises ValueError: if one that was drawn is not in the bag.
    """
    left = list(bag)
    for each in drawn:
        left.remove(each)
    return tuple(left)


def fields_of(kind: type[Any]) -> Callable[[Any], tuple[Any, ...]]:
    """Return a reader of the fields of a dataclass, two or more: it takes any value that has them."""
    return attrgetter(*(field.name for field in fields(kind)))
