"""The bot's clock follows the machine's, and Discord's where two answers agree that the machine's is wrong."""

from __future__ import annotations

import time
from email.utils import formatdate

import pytest

from cogs.background.scheduler import Scheduler
from cogs.operations.clock import DiscordClock, describe_difference, real_time
from cogs.shell.client import Parterre
from host.deadlines import DAY, HOUR, MINUTE
from host.outages import Outages
from host.tables import Tables
from sandbox.server import Sandbox
from tests.manual_clock import ManualClock
from tests.people import start_table


class Machine:
    """A machine whose clock can be set, and Discord, whose clock is right."""

    def __init__(self, ahead: float = 0.0, at: float = 1_900_000_000.0) -> None:
        self.clock, self.steady, self.discord = ManualClock(at), ManualClock(5000.0), ManualClock(at + ahead)
        self.moved = ManualClock(0.0)
        self.now = DiscordClock(self.clock, self.steady, self.moved)

    def set(self, seconds: float) -> None:
        """Set the machine's clock forward or back, as NTP or a person does."""
        self.clock.forward(seconds)

    def live(self, seconds: float) -> None:
        for each in (self.clock, self.steady, self.discord):
            each.forward(seconds)

    def stand_still(self, seconds: float) -> None:
        """Suspend the virtual machine: the kernel learns the time afterwards, and counts none of it."""
        for each in (self.clock, self.discord):
            each.forward(seconds)

    def hear(self, took: float = 0.1, wrong: float = 0.0) -> None:
        """Let an answer come that Discord wrote halfway."""
        asked = self.now.stopwatch()
        self.live(took / 2)
        date = formatdate(self.discord() + self.moved() + wrong, usegmt=True)
        self.live(took / 2)
        self.now.hear(date, asked)

    @property
    def error(self) -> float:
        """Return the seconds by which the bot's clock is ahead of Discord's."""
        return self.now.unmoved() - self.discord()


def corrected(ahead: float) -> Machine:
    """Return a machine whose clock is wrong, which the bot has noticed."""
    machine = Machine(ahead)
    for _ in range(2):
        machine.hear()
    assert machine.error == pytest.approx(0, abs=1.1)
    assert machine.now.difference == pytest.approx(ahead, abs=1.1)
    return machine


@pytest.mark.parametrize("ahead", [-86_400.0, -62.5, 61.5, 7200.0])
def test_discords_time_is_used_beyond_a_minute(ahead: float) -> None:
    machine = corrected(ahead)
    assert machine.now() - machine.clock() == pytest.approx(ahead, abs=1.1)
    assert not machine.now.in_doubt


@pytest.mark.parametrize("ahead", [-59.0, -0.5, 0.0, 0.9, 58.0])
def test_the_machines_time_is_used_up_to_a_minute(ahead: float) -> None:
    machine = Machine(ahead)
    for _ in range(3):
        machine.hear()
    assert machine.now() == machine.clock()
    assert not machine.now.in_doubt


def test_one_answer_alone_corrects_nothing() -> None:
    machine = Machine()
    for wrong in (0.0, -7200.0, 0.0, 7200.0, -7200.0):
        machine.hear(wrong=wrong)
        assert machine.now() == machine.clock()
        assert machine.now.in_doubt == bool(wrong)


@pytest.mark.parametrize("ahead", [-7200.0, 7200.0])
def test_setting_the_machines_clock_right_moves_nothing(ahead: float) -> None:
    machine = corrected(ahead)
    machine.set(ahead)
    assert machine.error == pytest.approx(0, abs=1.1)
    assert machine.now.difference == 0
    machine.live(3 * HOUR)  # without any answer
    assert machine.error == pytest.approx(0, abs=1.1)


@pytest.mark.parametrize("step", [-7200.0, 7200.0])
def test_setting_the_machines_clock_wrong_moves_nothing(step: float) -> None:
    machine = Machine()
    machine.hear()
    machine.set(step)
    assert machine.error == pytest.approx(0, abs=1.1)
    assert machine.now.in_doubt
    for _ in range(2):
        machine.hear()
        assert machine.error == pytest.approx(0, abs=1.1)
    assert machine.now.difference == pytest.approx(-step, abs=1.1)
    assert not machine.now.in_doubt


def test_correction_ends_only_below_half_a_minute() -> None:
    machine = corrected(70.0)
    for step in (12.0, 12.0, 12.0):
        machine.set(step)
        machine.hear()
        assert machine.now.difference == pytest.approx(machine.discord() - machine.clock(), abs=1.1)
    machine.set(12.0)
    machine.hear()
    assert machine.now.difference == 0
    assert machine.now() == machine.clock()


def test_small_steps_of_the_machines_clock_are_followed() -> None:
    machine = Machine()
    machine.set(-20.0)
    assert machine.now() == machine.clock()
    assert not machine.now.in_doubt


@pytest.mark.parametrize("clock_is_set", [True, False])
def test_two_answers_tell_that_the_machine_stood_still(*, clock_is_set: bool) -> None:
    machine = Machine()
    machine.hear()
    machine.stand_still(8 * HOUR)
    machine.set(0.0 if clock_is_set else -8 * HOUR)
    for _ in range(2):
        assert machine.error == pytest.approx(-8 * HOUR, abs=1.1)
        machine.hear()
        assert machine.now.in_doubt == (machine.error < -60)
    assert machine.error == pytest.approx(0, abs=1.1)
    assert machine.now.difference == (0 if clock_is_set else pytest.approx(8 * HOUR, abs=1.1))


def test_answers_asked_before_a_correction_correct_nothing_again() -> None:
    machine = Machine(-7200.0)
    asked = machine.now.stopwatch()
    machine.live(0.1)
    date = formatdate(machine.discord(), usegmt=True)
    for _ in range(4):
        machine.now.hear(date, asked)
    assert machine.error == pytest.approx(0, abs=1.1)


def test_clock_moved_on_purpose_jumps_at_once() -> None:
    machine = Machine()
    machine.hear()
    asked, date = machine.now.stopwatch(), formatdate(machine.discord(), usegmt=True)
    machine.moved.forward(3 * DAY)
    assert machine.now() == machine.clock() + 3 * DAY
    for _ in range(2):
        machine.now.hear(date, asked)  # of before the jump
        machine.hear()
    assert machine.now() == machine.clock() + 3 * DAY
    assert real_time(machine.now)() == machine.clock()
    assert not machine.now.in_doubt


@pytest.mark.parametrize("took", [30.0, 7200.0])
def test_slow_answer_is_no_difference(took: float) -> None:
    machine = Machine()
    for _ in range(3):
        machine.hear(took)
    assert machine.now() == machine.clock()


@pytest.mark.parametrize("date", ["", "garbage", "Mon, 99 Foo 2030 00:00:00 GMT", "Thu, 01 Jan 1970", "\x00"])
def test_date_that_is_none_is_ignored(date: str) -> None:
    machine = Machine()
    for _ in range(3):
        machine.now.hear(date, machine.now.stopwatch())
    assert machine.now() == machine.clock()


def test_difference_is_logged_once_an_hour(caplog: pytest.LogCaptureFixture) -> None:
    machine = corrected(-300.0)
    for _ in range(5):
        machine.hear()
    assert caplog.text.count("300 s ahead of Discord's") == 1
    assert describe_difference(90.0) == "the machine's clock is 90 s behind Discord's"


@pytest.mark.process
async def test_idle_bot_asks_discord_while_its_clock_is_in_doubt(sandbox: Sandbox, tables: Tables) -> None:
    machine = Machine(at=time.time())
    tables.now = machine.now
    async with Parterre(tables) as client:
        scheduler = Scheduler(client)
        await client.login(sandbox.token)
        client.heard_shards.add(0)
        machine.set(-8 * HOUR)
        assert machine.now.in_doubt
        for _ in range(5):
            await scheduler._compare_clocks()  # pyright: ignore[reportPrivateUsage]
    asked = [request["path"].rpartition("/")[2] for request in sandbox.requests].count("gateway")
    assert 1 <= asked <= 2
    assert machine.now.difference == pytest.approx(8 * HOUR, abs=HOUR)


@pytest.mark.parametrize("clock_is_set", [True, False])
async def test_time_is_given_back_after_the_machine_stood_still(tables: Tables, *, clock_is_set: bool) -> None:
    machine = Machine()
    tables.now = machine.now
    table, outages = await start_table(tables, 2), Outages(tables, real_time(tables.now))
    machine.hear()
    await outages.gateway_heard(frozenset([1]))
    machine.stand_still(30 * HOUR)
    machine.set(0.0 if clock_is_set else -30 * HOUR)
    for _ in range(2):
        await outages.gateway_heard(frozenset([1]))
        machine.hear()
    await outages.gateway_heard(frozenset([1]))
    (clock,) = table.position.clocks.values()
    assert clock.due is not None
    assert clock.due - tables.now() == pytest.approx(DAY, abs=MINUTE)


async def test_setting_the_clock_right_is_no_outage(tables: Tables) -> None:
    machine = corrected(2 * HOUR)
    tables.now = machine.now
    table, outages = await start_table(tables, 2), Outages(tables, real_time(tables.now))
    await outages.gateway_heard(frozenset([1]))
    before = table.position
    machine.set(2 * HOUR)
    for _ in range(2):
        await outages.gateway_heard(frozenset([1]))
        machine.hear()
    assert table.position == before
