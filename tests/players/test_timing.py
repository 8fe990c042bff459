"""A deadline counts the processor time of a thread, and ten times as much real time."""

from __future__ import annotations

import time

import pytest

from players.timing import WALL_TIME_FACTOR, deadline_after


@pytest.mark.process
def test_time_is_over_even_without_a_processor() -> None:
    over = deadline_after(0.01)
    time.sleep(WALL_TIME_FACTOR * 0.01)  # sleeping uses no processor time
    assert over()


def test_time_is_not_over_before_its_end() -> None:
    assert not deadline_after(3600.0)()
