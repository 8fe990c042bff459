"""The bench of takeovers counts lost and doubled moves."""

from __future__ import annotations

from collections import Counter

import pytest

from bench import standby
from bench.live.takeovers import Confirmed

LOST, DOUBLED, SILENT = "moves lost, though told as played", "moves doubled", "of them not answered, as the bot was killed"


@pytest.mark.parametrize(
    ("sent", "carried_out", "made", "found"),
    [
        ([Confirmed(1, (7, 2), told=True), Confirmed(2, (7, 2), told=True)], {1}, {7: 1}, {}),  # clicked twice
        ([Confirmed(1, (7, 2), told=False)], {1}, {7: 1}, {SILENT: 1}),
        ([Confirmed(1, (7, 2), told=False)], set(), {}, {}),
        ([Confirmed(1, (7, 2), told=True)], set(), {}, {LOST: 1}),
        ([Confirmed(1, (7, 2), told=True)], {1}, {}, {LOST: 1}),
        ([Confirmed(1, (7, 2), told=True)], {1}, {7: 2}, {DOUBLED: 1}),
        ([Confirmed(1, (7, 2), told=False), Confirmed(2, (7, 2), told=True)], {1, 2}, {7: 2}, {DOUBLED: 1}),
    ],
)
def test_lost_and_doubled_moves_are_counted(
    sent: list[Confirmed], carried_out: set[int], made: dict[int, int], found: dict[str, int]
) -> None:
    rows = {row.name: row.value for row in standby.judged(sent, carried_out, Counter(made))}
    assert {name: value for name, value in rows.items() if value and name != "moves made"} == found
