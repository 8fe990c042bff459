"""A deadline counts the processor time of a thread, and ten times as much real time."""

from __future__ import annotations

import time

import pytest

from players.timing import WAITED, time_over


@pytest.mark.process
def test_time_is_over_even_without_a_processor() -> None:
    over = time_over(0.01)
    time.sleep(WAITED * 0.01)  # sleeping uses no processor time
    assert over()


def test_time_is_not_over_before_its_end() -> None:
    assert not time_over(3600.0)()
