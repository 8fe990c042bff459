"""Long times away and changed quiet hours: what they cost does not grow with their length."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host import deadlines
from host.deadlines import DAY, MINUTE, PACE_SECONDS, Rest, earliest_beginning, reminder_times
from host.settings import PLANNING_LIMIT_DAYS, QUIET_LIMIT_MINUTES, TRIP_LIMIT, TRIP_LIMIT_DAYS
from tests.call_counts import count_calls
from tests.test_deadlines import allowances, moments, rests

LADDERS = 41  # for one turn whose person rests otherwise
NIGHTS = 60  # for one ladder, each looked for from the day before
BEGAN = datetime(2030, 6, 1, 12, tzinfo=UTC).timestamp()
ALLOWANCES = [seconds for seconds in PACE_SECONDS.values() if seconds is not None]
QUIET = (22 * 60, 7 * 60)


def away_for(trips: int) -> tuple[tuple[str, str], ...]:
    """Return times away in a row, each as long as may be."""
    firsts = [date(2030, 6, 2) + timedelta(days=TRIP_LIMIT_DAYS * number) for number in range(trips)]
    return tuple((first.isoformat(), (first + timedelta(days=TRIP_LIMIT_DAYS - 1)).isoformat()) for first in firsts)


def stepped(due: float, began: float, allowance: float, rest: Rest) -> float:
    """Return a beginning by going on for as long as the end falls short: simple, and slow where a step changes nothing."""
    while (short := due - reminder_times(began, allowance, rest)[-1]) > 0:
        began += max(short, 0.5)
    return began


@given(moments, st.floats(0, 4 * DAY), allowances, rests, rests)
def test_beginning_is_the_earliest_that_keeps_the_end(
    began: float, later: float, allowance: float, before: Rest, rest: Rest
) -> None:
    due = min(reminder_times(began, allowance, before)[-1], reminder_times(began, allowance, rest)[-1] + later)
    found, reference = earliest_beginning(due, began, allowance, rest), stepped(due, began, allowance, rest)
    assert reminder_times(found, allowance, rest)[-1] >= due
    assert began <= found <= reference + 0.001
    if found > began:
        assert reminder_times(found - 0.001, allowance, rest)[-1] < due
    if reminder_times(reference, allowance, rest)[-1] == due:
        assert reminder_times(found, allowance, rest)[-1] == pytest.approx(due, abs=0.001)


@pytest.mark.parametrize("trips", [0, 1, TRIP_LIMIT])
@pytest.mark.parametrize("shorter", [1, 7, 60, QUIET_LIMIT_MINUTES - 60])
@pytest.mark.parametrize("allowance", ALLOWANCES)
def test_shorter_quiet_hours_cost_a_bounded_number_of_steps(trips: int, shorter: int, allowance: float) -> None:
    start, away = 22 * 60, away_for(trips)
    long = Rest("Europe/Berlin", (start, (start + QUIET_LIMIT_MINUTES) % (24 * 60)), away)
    short = Rest("Europe/Berlin", (start, (start + QUIET_LIMIT_MINUTES - shorter) % (24 * 60)), away)
    due = reminder_times(BEGAN, allowance, long)[-1]
    with count_calls() as calls:
        earliest_beginning(due, BEGAN, allowance, short)
    assert calls.of(reminder_times) <= LADDERS
    assert calls.of(deadlines._span) <= LADDERS * NIGHTS  # type: ignore[reportPrivateUsage]


def test_taking_back_days_away_costs_a_bounded_number_of_steps() -> None:
    due = reminder_times(BEGAN, 3 * DAY, Rest("Europe/Berlin", QUIET, away_for(TRIP_LIMIT)))[-1]
    assert due - BEGAN > TRIP_LIMIT * TRIP_LIMIT_DAYS * DAY
    with count_calls() as calls:
        earliest_beginning(due, BEGAN, 3 * DAY, Rest("Europe/Berlin", QUIET))
    assert calls.of(reminder_times) <= LADDERS


@given(moments, allowances, st.integers(0, 24 * 60 - 1), st.integers(1, QUIET_LIMIT_MINUTES), st.integers(0, TRIP_LIMIT))
def test_reminder_times_skip_nights_within_days_away(began: float, allowance: float, start: int, length: int, trips: int) -> None:
    rest = Rest("Europe/Berlin", (start, (start + length) % (24 * 60)), away_for(trips))
    with count_calls() as calls:
        end = reminder_times(began, allowance, rest)[-1]
    assert calls.of(deadlines._span) <= NIGHTS  # type: ignore[reportPrivateUsage]
    assert end < began + (PLANNING_LIMIT_DAYS + 30) * DAY


def test_an_ordinary_turn_goes_on_to_the_second() -> None:
    due = BEGAN + DAY + 600
    assert earliest_beginning(due, BEGAN, DAY, Rest()) == pytest.approx(BEGAN + 600, abs=0.001)
    assert earliest_beginning(due, BEGAN + MINUTE * 10, DAY, Rest()) == BEGAN + MINUTE * 10
