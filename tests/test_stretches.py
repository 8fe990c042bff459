"""In which order the workers of a run are given the tests (`tests/conftest.py`)."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.conftest import JOURNEYS, in_stretches

TESTS = Path(__file__).parent
JOURNEY, SHORT, LONG = JOURNEYS / "test_log.py", TESTS / "djinns" / "test_moves.py", TESTS / "render" / "test_words.py"


def made(journeys: int, short: int, *long: str) -> list[pytest.Item]:
    """As many tests of both kinds as are asked for; and long ones of these names."""
    named = [*((JOURNEY, "test_it") for _ in range(journeys)), *((SHORT, "test_it") for _ in range(short))]
    named += [(LONG, name) for name in long]
    return cast("list[pytest.Item]", [_item(*each) for each in named])


def _item(path: Path, name: str) -> SimpleNamespace:
    marked = {"sampled"} if path == LONG else set[str]()
    return SimpleNamespace(path=path, name=name, get_closest_marker=lambda marker: marker in marked)


@pytest.mark.parametrize("workers", [1, 2, 3, 4])
@pytest.mark.parametrize("journeys", range(5))
@pytest.mark.parametrize("short", [0, 1, 2, 7, 40])
@pytest.mark.parametrize("long", [(), ("test_a", "test_b[x]", "test_c[x]", "test_d")])
def test_none_is_lost(journeys: int, short: int, long: tuple[str, ...], workers: int) -> None:
    items = made(journeys, short, *long)
    found = in_stretches(items, workers)
    assert sorted(map(id, found)) == sorted(map(id, items))


def test_every_worker_begins_with_its_share_of_the_journeys() -> None:
    found: list[Any] = in_stretches(made(4, 40), 2)
    assert [at for at, item in enumerate(found) if item.path == JOURNEY] == [0, 1, 22, 23]


def test_stretches_are_as_long_as_pytest_xdist_deals() -> None:
    found: list[Any] = in_stretches(made(3, 38), 3)
    assert [at for at, item in enumerate(found) if item.path == JOURNEY] == [0, 13, 27]


def test_a_stretch_that_begins_with_more_takes_it_from_the_next() -> None:
    found: list[Any] = in_stretches(made(0, 9, *[f"test_{n}[x]" for n in range(6)], *[f"test_a[{n}]" for n in range(3)]), 4)
    assert [at for at, item in enumerate(found) if item.path == LONG] == [*range(7), 8, 13]


def test_what_is_long_and_shares_its_pictures_comes_before_the_journeys() -> None:
    found: list[Any] = in_stretches(made(3, 30, "test_a[x]", "test_a[y]", "test_a[z]", "test_b[x]", "test_b[y]", "test_b[z]"), 3)
    long, beginnings = [item.name for item in found if item.path == LONG], [item.path for item in found[::13]]
    assert long == ["test_a[x]", "test_b[x]", "test_a[y]", "test_b[y]", "test_a[z]", "test_b[z]"]
    assert beginnings == [LONG] * 3


def test_one_without_parameters_keeps_its_file_together() -> None:
    found: list[Any] = in_stretches(made(0, 12, "test_a[x]", "test_a[y]", "test_of_all"), 2)
    assert [item.name for item in found[:3]] == ["test_a[x]", "test_a[y]", "test_of_all"]
