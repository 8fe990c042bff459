"""The times of a turn: never in a person's rest, never cut, also where clocks are set forward and back."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.deadlines import (
    DAY,
    HOUR,
    MINUTE,
    PACE_SECONDS,
    Rest,
    away_until,
    count_passed,
    delay_reason,
    earliest_beginning,
    next_awake,
    next_trip,
    reminder_times,
)

ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Africa/Cairo")
ALLOWANCES = [seconds for seconds in PACE_SECONDS.values() if seconds is not None]
FROM, TO = datetime(2030, 1, 1, tzinfo=UTC).timestamp(), datetime(2031, 1, 1, tzinfo=UTC).timestamp()

moments = st.floats(FROM, TO).map(lambda at: round(at, 1))
allowances = st.sampled_from(ALLOWANCES)


@st.composite
def quiet_hours(draw: st.DrawFn) -> tuple[int, int]:
    start, length = draw(st.integers(0, 24 * 60 - 1)), draw(st.integers(1, 14 * 60))
    return start, (start + length) % (24 * 60)


@st.composite
def trips(draw: st.DrawFn) -> tuple[str, str]:
    first = date(2029, 12, 20) + timedelta(days=draw(st.integers(0, 390)))
    return first.isoformat(), (first + timedelta(days=draw(st.integers(0, 20)))).isoformat()


rests = st.builds(
    Rest,
    zone=st.sampled_from(ZONES),
    quiet=st.none() | quiet_hours(),
    away=st.lists(trips(), max_size=4).map(tuple),
)


def resting(moment: float, rest: Rest) -> bool:
    """Return whether the person rests, by a wall clock and a calendar."""
    local = datetime.fromtimestamp(moment, ZoneInfo(rest.zone))
    if any(first <= local.date().isoformat() <= last for first, last in rest.away):
        return True
    if rest.quiet is None:
        return False
    (start, end), minute = rest.quiet, local.hour * 60 + local.minute
    return start <= minute < end if start < end else minute >= start or minute < end


@given(moments, allowances, rests)
def test_no_reminder_falls_into_a_rest(began: float, allowance: float, rest: Rest) -> None:
    assert not any(resting(at, rest) for at in reminder_times(began, allowance, rest))


@given(moments, allowances, rests)
def test_reminder_times_ascend_and_rest_only_delays_them(began: float, allowance: float, rest: Rest) -> None:
    times = reminder_times(began, allowance, rest)
    assert list(times) == sorted(times)
    assert all(at >= usual for at, usual in zip(times, reminder_times(began, allowance, Rest()), strict=True))
    assert times[-1] - times[-2] >= 0.09 * allowance


@given(moments, allowances, rests, st.lists(trips(), max_size=2), st.none() | quiet_hours())
def test_more_rest_never_ends_a_turn_earlier(began: float, allowance: float, rest: Rest, more: list, quiet: tuple) -> None:
    longer = replace(rest, away=(*rest.away, *more), quiet=rest.quiet or quiet)
    times = zip(reminder_times(began, allowance, rest), reminder_times(began, allowance, longer), strict=True)
    assert all(a <= b for a, b in times)


@given(moments, st.floats(0, 3 * DAY), allowances, rests)
def test_later_beginning_never_ends_earlier(began: float, later: float, allowance: float, rest: Rest) -> None:
    first, second = reminder_times(began, allowance, rest), reminder_times(began + later, allowance, rest)
    assert all(a <= b + 1e-5 for a, b in zip(first, second, strict=True))


@given(moments, st.floats(0, 3 * DAY), rests)
def test_next_awake_is_the_first_moment_after_a_rest(moment: float, later: float, rest: Rest) -> None:
    morning = next_awake(moment, rest)
    assert morning >= moment
    assert next_awake(morning, rest) == morning
    assert not resting(morning, rest)
    assert next_awake(moment + later, rest) >= morning
    if not resting(moment, rest):  # a night in which clocks are changed may count as quiet an hour longer
        assert morning - moment <= HOUR


@given(moments, moments, allowances, rests)
def test_known_end_of_a_turn_is_kept(due: float, began: float, allowance: float, rest: Rest) -> None:
    later = earliest_beginning(due, began, allowance, rest)
    end = reminder_times(later, allowance, rest)[-1]
    assert later >= began
    assert end >= due
    if later == began:
        assert reminder_times(began, allowance, rest)[-1] >= due


@given(moments, allowances, rests)
def test_reason_for_a_later_end_is_given(began: float, allowance: float, rest: Rest) -> None:
    end, usual = reminder_times(began, allowance, rest)[-1], reminder_times(began, allowance, Rest())[-1]
    why = delay_reason(began, allowance, rest)
    assert (why == "") == (end == usual)
    if why == "away":
        assert rest.away
    if why == "quiet":
        assert rest.quiet


@given(moments, rests)
def test_days_away_become_spans(moment: float, rest: Rest) -> None:
    back, leaving = away_until(moment, rest), next_trip(moment, rest)
    assert (back is not None) == (away_until(moment, replace(rest, quiet=None)) is not None)
    if back is not None:
        assert back > moment
        assert next_awake(moment, rest) >= back
    if leaving is not None:
        assert leaving > moment
        assert away_until(leaving, rest) is not None


def at(zone: str, *when: int, fold: int = 0) -> float:
    return datetime(*when, tzinfo=ZoneInfo(zone), fold=fold).timestamp()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("zone", "forward", "back"),
    [("Europe/Berlin", (2030, 3, 31), (2030, 10, 27)), ("America/New_York", (2030, 3, 10), (2030, 11, 3))],
)
def test_quiet_hours_when_clocks_change(zone: str, forward: tuple[int, ...], back: tuple[int, ...]) -> None:
    night = Rest(zone, quiet=(22 * 60, 7 * 60))
    for day, hours in ((forward, 8), (back, 10)):
        start = at(zone, *day, 0, 30) - 2.5 * HOUR
        assert next_awake(start, night) == at(zone, *day, 7)
        assert next_awake(start, night) - start == hours * HOUR
    assert next_awake(at(zone, *forward, 1, 45), Rest(zone, quiet=(90, 150))) == at(zone, *forward, 3, 30)  # 2:30 does not exist
    twice = Rest(zone, quiet=(60, 105))  # to 1:45, which in New York comes twice
    assert next_awake(at(zone, *back, 1, 30), twice) == at(zone, *back, 1, 45, fold=1)
    away = Rest(zone, away=(("{}-{:02}-{:02}".format(*forward),) * 2,))
    assert next_awake(at(zone, *forward, 12), away) - at(zone, *forward, 0) == 23 * HOUR


def test_a_day_of_24_hours_that_ends_at_night() -> None:
    rest = Rest("Europe/Berlin", quiet=(22 * 60, 7 * 60))
    began = at("Europe/Berlin", 2030, 6, 3, 23)
    first, second, end = reminder_times(began, DAY, rest)
    assert first == began + 12 * HOUR
    assert second == began + 21.6 * HOUR
    assert end == at("Europe/Berlin", 2030, 6, 5, 7) + HOUR
    assert delay_reason(began, DAY, rest) == "quiet"
    assert count_passed((first, second, end), second) == 2


def test_days_away_do_not_count() -> None:
    rest = Rest("UTC", away=(("2030-06-04", "2030-06-05"), ("2030-06-06", "2030-06-06")))
    began = at("UTC", 2030, 6, 3, 12)
    assert reminder_times(began, DAY, rest)[-1] == at("UTC", 2030, 6, 7, 12)
    assert reminder_times(began, DAY, rest)[0] == at("UTC", 2030, 6, 7)
    assert away_until(at("UTC", 2030, 6, 4), rest) == at("UTC", 2030, 6, 7)
    assert next_trip(began, rest) == at("UTC", 2030, 6, 4)
    assert delay_reason(began, DAY, rest) == "away"
    assert reminder_times(began, 10 * MINUTE, rest)[-1] == began + 10 * MINUTE
