"""Small functions on frozen values and on sets of squares."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

T = TypeVar("T")

Bitboard = int  # a set of squares, one bit each


def changed(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """Return a copy of the tuple with the value at index ``place`` replaced."""
    return (*values[:place], value, *values[place + 1 :])


def without(bag: tuple[T, ...], drawn: Iterable[T]) -> tuple[T, ...]:
    """Return a bag after some pieces were drawn from it. Of equal pieces, one is removed for each one drawn.

    :raises ValueError: if a drawn piece is not in the bag.
    """
    left = list(bag)
    for each in drawn:
        left.remove(each)
    return tuple(left)


def replace(value: T, **changes: Any) -> T:
    """Return a copy of a frozen dataclass with some fields changed.

    It takes half the time of `dataclasses.replace`, as it copies the fields and does not call the constructor. States are
    copied at each move.

    :raises AttributeError: if there is no such field.
    """
    kind = type(value)
    copy = object.__new__(kind)
    for name in _names(kind):
        object.__setattr__(copy, name, getattr(value, name))
    for name, field in changes.items():
        object.__setattr__(copy, name, field)
    return copy


@cache
def _names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def fields_of(kind: type[Any]) -> Callable[[Any], tuple[Any, ...]]:
    """Return a function that reads all fields of a dataclass, in order, from any value that has fields with these names.

    :param kind: the dataclass, with at least two fields.
    """
    return attrgetter(*_names(kind))
