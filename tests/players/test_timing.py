"""When thinking is cut short."""

from __future__ import annotations

import time

import pytest

from players.timing import WAITED, time_over


@pytest.mark.process
def test_who_never_gets_a_processor_does_not_think_for_ever() -> None:
    over = time_over(0.01)
    time.sleep(WAITED * 0.01)  # which takes nothing of a processor
    assert over()


def test_who_has_time_left_thinks_on() -> None:
    assert not time_over(3600.0)()
