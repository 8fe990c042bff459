"""Long tests are at the heads of the workers' parts, and no test is lost or doubled."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.spread import spread


def is_capital(letter: str) -> bool:
    return letter.isupper()


def test_each_part_begins_with_what_takes_long() -> None:
    assert "".join(spread("abcdefgABCDE", 3, is_capital)) == "AabcBCdeDEfg"


def test_one_worker_begins_with_all_that_takes_long() -> None:
    assert "".join(spread("aAbB", 1, is_capital)) == "ABab"


@given(st.text("abAB", max_size=30), st.integers(1, 9))
def test_none_is_lost_and_none_doubled(letters: str, workers: int) -> None:
    numbered = [f"{letter}{number}" for number, letter in enumerate(letters)]
    assert sorted(spread(numbered, workers, lambda item: item[0].isupper())) == sorted(numbered)
