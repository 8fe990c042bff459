"""Long times away and changed quiet hours: what they cost does not grow with their length."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host import deadlines
from host.deadlines import DAY, MINUTE, PACES, Rest, begun_for, ladder
from host.settings import FARTHEST, LONGEST_QUIET, MOST_AWAY, MOST_TRIPS
from tests.counting import counting
from tests.test_deadlines import allowances, moments, rests

LADDERS = 41  # for one turn whose person rests otherwise
NIGHTS = 60  # for one ladder, each looked for from the day before
BEGAN = datetime(2030, 6, 1, 12, tzinfo=UTC).timestamp()
ALLOWANCES = [seconds for seconds in PACES.values() if seconds is not None]
QUIET = (22 * 60, 7 * 60)


def away_for(trips: int) -> tuple[tuple[str, str], ...]:
    """Return times away in a row, each as long as may be."""
    firsts = [date(2030, 6, 2) + timedelta(days=MOST_AWAY * number) for number in range(trips)]
    return tuple((first.isoformat(), (first + timedelta(days=MOST_AWAY - 1)).isoformat()) for first in firsts)


def stepped(due: float, began: float, allowance: float, rest: Rest) -> float:
    """Return a beginning by going on for as long as the end falls short: simple, and slow where a step changes nothing."""
    while (short := due - ladder(began, allowance, rest)[-1]) > 0:
        began += max(short, 0.5)
    return began


@given(moments, st.floats(0, 4 * DAY), allowances, rests, rests)
def test_beginning_is_the_earliest_that_keeps_the_end(
    began: float, later: float, allowance: float, before: Rest, rest: Rest
) -> None:
    due = min(ladder(began, allowance, before)[-1], ladder(began, allowance, rest)[-1] + later)
    found, reference = begun_for(due, began, allowance, rest), stepped(due, began, allowance, rest)
    assert ladder(found, allowance, rest)[-1] >= due
    assert began <= found <= reference + 0.001
    if found > began:
        assert ladder(found - 0.001, allowance, rest)[-1] < due
    if ladder(reference, allowance, rest)[-1] == due:
        assert ladder(found, allowance, rest)[-1] == pytest.approx(due, abs=0.001)


@pytest.mark.parametrize("trips", [0, 1, MOST_TRIPS])
@pytest.mark.parametrize("shorter", [1, 7, 60, LONGEST_QUIET - 60])
@pytest.mark.parametrize("allowance", ALLOWANCES)
def test_shorter_quiet_hours_cost_a_bounded_number_of_steps(trips: int, shorter: int, allowance: float) -> None:
    start, away = 22 * 60, away_for(trips)
    long = Rest("Europe/Berlin", (start, (start + LONGEST_QUIET) % (24 * 60)), away)
    short = Rest("Europe/Berlin", (start, (start + LONGEST_QUIET - shorter) % (24 * 60)), away)
    due = ladder(BEGAN, allowance, long)[-1]
    with counting() as calls:
        begun_for(due, BEGAN, allowance, short)
    assert calls.of(ladder) <= LADDERS
    assert calls.of(deadlines._span) <= LADDERS * NIGHTS  # type: ignore[reportPrivateUsage]


def test_taking_back_days_away_costs_a_bounded_number_of_steps() -> None:
    due = ladder(BEGAN, 3 * DAY, Rest("Europe/Berlin", QUIET, away_for(MOST_TRIPS)))[-1]
    assert due - BEGAN > MOST_TRIPS * MOST_AWAY * DAY
    with counting() as calls:
        begun_for(due, BEGAN, 3 * DAY, Rest("Europe/Berlin", QUIET))
    assert calls.of(ladder) <= LADDERS


@given(moments, allowances, st.integers(0, 24 * 60 - 1), st.integers(1, LONGEST_QUIET), st.integers(0, MOST_TRIPS))
def test_ladder_looks_at_few_nights_in_long_absences(began: float, allowance: float, start: int, length: int, trips: int) -> None:
    rest = Rest("Europe/Berlin", (start, (start + length) % (24 * 60)), away_for(trips))
    with counting() as calls:
        end = ladder(began, allowance, rest)[-1]
    assert calls.of(deadlines._span) <= NIGHTS  # type: ignore[reportPrivateUsage]
    assert end < began + (FARTHEST + 30) * DAY


def test_an_ordinary_turn_goes_on_to_the_second() -> None:
    due = BEGAN + DAY + 600
    assert begun_for(due, BEGAN, DAY, Rest()) == pytest.approx(BEGAN + 600, abs=0.001)
    assert begun_for(due, BEGAN + MINUTE * 10, DAY, Rest()) == BEGAN + MINUTE * 10
