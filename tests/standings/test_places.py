"""Equal people share a place, also with people on the page before."""

from __future__ import annotations

import pytest

from standings.places import shared_places


@pytest.mark.parametrize(
    ("ranks", "first", "first_place", "places"),
    [
        ("", 0, 1, []),
        ("abc", 0, 1, [1, 2, 3]),
        ("aab", 0, 1, [1, 1, 3]),
        ("abbbc", 0, 1, [1, 2, 2, 2, 5]),
        ("abc", 10, 11, [11, 12, 13]),
        ("aab", 10, 9, [9, 9, 13]),
    ],
)
def test_equal_people_share_a_place(ranks: str, first: int, first_place: int, places: list[int]) -> None:
    assert shared_places(ranks, first, first_place) == places
