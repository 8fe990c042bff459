"""Choose how much a test tries: little in `make test`, much in the long run (the profiles of `tests/conftest.py`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from math import ceil
from typing import TypeVar

import pytest
from hypothesis import settings

from rules import GAMES

T = TypeVar("T")
sampled = pytest.mark.sampled
COMPLETE = [key for key, game in GAMES.items() if game.complete]  # keys of games that are finished


def examples(percent: int) -> settings:
    """Return settings with a share of the profile's examples, for a test whose examples take long."""
    return settings(max_examples=ceil(settings.default.max_examples * percent / 100))


def some(items: Iterable[T]) -> Iterator[T]:
    """Yield every fourth of these; all of them in the long run."""
    return islice(items, None, None, many(4, 1))


def many(few: int, most: int) -> int:
    """Return how many games or positions a test marked `sampled` draws: ``few`` in the short run, ``most`` in the long one."""
    return most if settings.get_current_profile_name() == "long" else few
