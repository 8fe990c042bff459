"""In which order the workers of a run are given the tests (`tests/conftest.py`)."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.conftest import JOURNEYS, in_stretches

OTHERS = Path(__file__).parent / "djinns" / "test_moves.py"


def made(journeys: int, others: int) -> list[pytest.Item]:
    """As many tests of both kinds as are asked for."""
    paths = [JOURNEYS / "test_log.py"] * journeys + [OTHERS] * others
    return cast("list[pytest.Item]", [SimpleNamespace(path=path) for path in paths])


@pytest.mark.parametrize("workers", [1, 2, 3, 4])
@pytest.mark.parametrize("journeys", range(5))
@pytest.mark.parametrize("others", [0, 1, 2, 7, 40])
def test_none_is_lost(journeys: int, others: int, workers: int) -> None:
    items = made(journeys, others)
    found = in_stretches(items, workers)
    assert sorted(map(id, found)) == sorted(map(id, items))


def test_every_second_worker_has_the_journeys_last() -> None:
    found: list[Any] = in_stretches(made(4, 40), 2)
    assert [at for at, item in enumerate(found) if item.path != OTHERS] == [0, 1, 42, 43]
