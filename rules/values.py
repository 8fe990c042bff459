"""Frozen values: read, or with one thing changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields
from operator import attrgetter
from typing import Any, TypeVar

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


def fields_of(kind: type[Any]) -> Callable[[Any], tuple[Any, ...]]:
    """Reads the fields of a dataclass, two or more, from a value that has them: arguments for another one."""
    return attrgetter(*(field.name for field in fields(kind)))
