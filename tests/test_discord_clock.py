"""The machine's clock is compared with Discord's, by the dates of its answers."""

from __future__ import annotations

from email.utils import formatdate

import pytest

from cogs.operations.clock import DiscordClock, told_difference
from tests.tables import ManualClock


def hear(clock: DiscordClock, machine: ManualClock, ahead: float, took: float = 0.1) -> None:
    """Let an answer come that Discord wrote halfway, with its clock so far ahead of the machine's."""
    asked = machine()
    machine.forward(took)
    clock.hear(formatdate(asked + took / 2 + ahead, usegmt=True), asked)


@pytest.mark.parametrize("ahead", [-86_400.0, -62.5, 61.5, 7200.0])
def test_discords_time_is_used_beyond_a_minute(ahead: float) -> None:
    machine = ManualClock()
    clock = DiscordClock(machine)
    for _ in range(2):
        hear(clock, machine, ahead)
    assert clock() - machine() == pytest.approx(ahead, abs=1.1)


@pytest.mark.parametrize("ahead", [-59.0, -0.5, 0.0, 0.9, 58.0])
def test_the_machines_time_is_used_up_to_a_minute(ahead: float) -> None:
    machine = ManualClock()
    clock = DiscordClock(machine)
    for _ in range(3):
        hear(clock, machine, ahead)
    assert clock() == machine()


def test_one_answer_alone_corrects_nothing() -> None:
    machine = ManualClock()
    clock = DiscordClock(machine)
    for ahead in (0.0, -7200.0, 0.0, 7200.0, -7200.0):
        hear(clock, machine, ahead)
        assert clock() == machine()


def test_correction_ends_when_the_clock_is_set() -> None:
    machine = ManualClock()
    clock = DiscordClock(machine)
    for ahead in (600.0, 600.0, 0.0, 0.0):
        hear(clock, machine, ahead)
    assert clock() == machine()


@pytest.mark.parametrize("took", [30.0, 7200.0])
def test_slow_answer_is_no_difference(took: float) -> None:
    machine = ManualClock()
    clock = DiscordClock(machine)
    for _ in range(3):
        hear(clock, machine, 0.0, took)
    assert clock() == machine()


@pytest.mark.parametrize("date", ["", "garbage", "Mon, 99 Foo 2030 00:00:00 GMT", "Thu, 01 Jan 1970", "\x00"])
def test_date_that_is_none_is_ignored(date: str) -> None:
    machine = ManualClock()
    clock = DiscordClock(machine)
    for _ in range(3):
        clock.hear(date, machine())
    assert clock() == machine()


def test_difference_is_logged_once_an_hour(caplog: pytest.LogCaptureFixture) -> None:
    machine = ManualClock()
    clock = DiscordClock(machine)
    for _ in range(5):
        hear(clock, machine, -300.0)
    assert caplog.text.count("300 s ahead of Discord's") == 1
    assert told_difference(90.0) == "the machine's clock is 90 s behind Discord's"
