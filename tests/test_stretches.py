"""In which order the workers of a run are given the tests (`tests/conftest.py`)."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.conftest import in_stretches

HERE = Path(__file__).parent
WAITING = [(HERE / "bench" / "test_fuzz.py", ()), (HERE / "journeys" / "test_local.py", ("process",))]
OTHERS = (HERE / "journeys" / "test_log.py", ("both",))


def made(waiting: int, others: int) -> list[pytest.Item]:
    """Return this many tests of both kinds."""
    found = (WAITING * waiting)[:waiting] + [OTHERS] * others
    items = [SimpleNamespace(path=path, get_closest_marker={name: name for name in marks}.get) for path, marks in found]
    return cast("list[pytest.Item]", items)


@pytest.mark.parametrize("workers", [1, 2, 3, 4])
@pytest.mark.parametrize("waiting", range(5))
@pytest.mark.parametrize("others", [0, 1, 2, 7, 40])
def test_none_is_lost(waiting: int, others: int, workers: int) -> None:
    items = made(waiting, others)
    found = in_stretches(items, workers)
    assert sorted(map(id, found)) == sorted(map(id, items))


def test_every_second_worker_has_those_last_that_wait() -> None:
    found: list[Any] = in_stretches(made(4, 40), 2)
    assert [at for at, item in enumerate(found) if item.path != OTHERS[0]] == [0, 1, 42, 43]
