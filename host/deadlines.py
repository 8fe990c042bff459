"""When turns end and reminders are due: pure functions of times. All times are in seconds since 1970, all spans in seconds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from functools import lru_cache

from host.zones import zone_of

MINUTE, HOUR, DAY = 60.0, 3600.0, 86_400.0

PACE_SECONDS: dict[str, float | None] = {
    "live": 10 * MINUTE,
    "quick": 12 * HOUR,
    "daily": 24 * HOUR,
    "relaxed": 72 * HOUR,
    "untimed": None,
}
REMINDER_SHARES = (0.5, 0.9, 1.0)  # of the allowance: two reminders, and the end
ALL_REMINDERS = len(REMINDER_SHARES)  # the end of the turn included
OPEN_TABLE_SECONDS = 7 * DAY  # after which a table that was not started is closed
IDLE_NOTICE_SECONDS = 23 * DAY  # without a move, after which a notice announces the end
IDLE_CLOSING_SECONDS = 7 * DAY  # from that notice to the end
ARCHIVE_DELAY_SECONDS = 10 * MINUTE  # from the end of a game to the archiving of its thread
LEAST_TURN_SECONDS = HOUR  # left for a turn after an outage, or after its person took days away back
RETRY_SECONDS = 10 * MINUTE  # after which failed work is tried again
BISECTION_STEPS = 40  # they find a moment within three years to a ten-thousandth of a second
TRIPS_CACHED = 256

DIGEST_HOUR = 9  # of the person's day
DIGEST_SPREAD_MINUTES = 30  # over which the digests of a time zone are spread
MILLISECONDS_SHIFT = 22  # low bits of a Discord id; above them is the time when it was made, in milliseconds

Span = tuple[float, float]  # from, to


@dataclass(frozen=True, slots=True)
class Rest:
    """The times at which a person does not play: quiet hours each day, and days away.

    ``quiet`` is (from, to) in minutes after midnight; from may be later than to. ``away`` holds first and last days as ISO dates.
    """

    zone: str = "UTC"
    quiet: tuple[int, int] | None = None
    away: tuple[tuple[str, str], ...] = ()


def reminder_times(began: float, allowance: float, rest: Rest) -> tuple[float, ...]:
    """Return the times of the two reminders, and of the end of a turn. None of them lies in the person's rest.

    Days away do not count as time for the turn. Quiet hours do not count either after the second reminder, so that there is time
    left to answer it.

    :param allowance: the seconds for a turn.
    """
    away = _without_quiet_hours(rest)
    first, second = (next_awake(_add_time(began, allowance * share, away), rest) for share in REMINDER_SHARES[:-1])
    return first, second, _add_time(second, allowance - allowance * REMINDER_SHARES[-2], rest)


def delay_reason(began: float, allowance: float, rest: Rest) -> str:
    """Return why a turn ends later than its allowance: ``away``, ``quiet``, or empty if it does not."""
    at_home = replace(rest, away=())
    end, without_trips, usual = (reminder_times(began, allowance, each)[-1] for each in (rest, at_home, Rest()))
    return "away" if end > without_trips else "quiet" if end > usual else ""


def earliest_beginning(due: float, began: float, allowance: float, rest: Rest) -> float:
    """Return the earliest beginning, ``began`` or later, with which a turn ends at ``due`` or later.

    A later beginning never ends a turn earlier, so bisection finds it, also where days away make many beginnings equal.

    :param due: the end that the person knows.
    """
    if reminder_times(began, allowance, rest)[-1] >= due:
        return began
    early, late = began, due  # a turn that begins at its old end ends later
    for _ in range(BISECTION_STEPS):
        middle = (early + late) / 2
        if reminder_times(middle, allowance, rest)[-1] < due:
            early = middle
        else:
            late = middle
    return late


def time_left(moment: float, due: float, rest: Rest) -> float:
    """Return the seconds from a moment to the end of a turn, without days away."""
    left = 0.0
    for start, end in _spans_away(rest.away, rest.zone):
        left += max(0.0, min(start, due) - moment)
        moment = max(moment, end)
    return left + max(0.0, due - moment)


def end_after(moment: float, left: float, rest: Rest) -> float:
    """Return the end of a turn that has ``left`` seconds left at this moment, days away not counted."""
    return _add_time(moment, left, _without_quiet_hours(rest))


def without_days_taken_back(before: Rest, rest: Rest, now: float) -> Rest:
    """Return the former rest without days away that the new one lacks. Days that began before today count up to today."""
    today = datetime.fromtimestamp(now, zone_of(before.zone)).date().isoformat()
    past = {(first, min(last, today)) for first, last in before.away if first < today}
    return replace(before, away=tuple(sorted({*rest.away, *past})))


def earliest_end(moment: float, rest: Rest) -> float:
    """Return the earliest end that a turn may get now: its person has an hour in which they do not rest."""
    return _add_time(moment, LEAST_TURN_SECONDS, rest)


def count_passed(times: tuple[float, ...], now: float) -> int:
    """Return how many of ``times`` (seconds since 1970) have passed."""
    return sum(at <= now for at in times)


def next_awake(moment: float, rest: Rest) -> float:
    """Return the moment (seconds since 1970), or if the person rests then, the end of that rest."""
    return _add_time(moment, 0.0, rest)


def next_digest(moment: float, rest: Rest, person: int) -> float:
    """Return the time of a person's next digest: soon after 9:00 in their time zone, and not while they rest.

    Each person has a fixed offset of up to half an hour, since Discord limits direct messages.
    """
    day = datetime.fromtimestamp(moment, zone_of(rest.zone)).date()
    later = float((person >> MILLISECONDS_SHIFT) % int(DIGEST_SPREAD_MINUTES * MINUTE))
    hours = (max(_both_folds(day + timedelta(days=ahead), DIGEST_HOUR * 60, rest.zone)) for ahead in range(3))
    return next_awake(next_awake(next(at for at in hours if at + later > moment), rest) + later, rest)


def away_until(moment: float, rest: Rest) -> float | None:
    """Return the end of the days away if the person is away at this moment, else None."""
    end = _add_time(moment, 0.0, _without_quiet_hours(rest))
    return end if end > moment else None


def next_trip(moment: float, rest: Rest) -> float | None:
    """Return when the next days away begin, or None."""
    return next((start for start, _ in _spans_away(rest.away, rest.zone) if start > moment), None)


def _without_quiet_hours(rest: Rest) -> Rest:
    return replace(rest, quiet=None)


def _add_time(moment: float, seconds: float, rest: Rest) -> float:
    """Return the moment after these seconds outside the person's rest.

    Hundreds of nights may lie within days away; these are never looked at.
    """
    while (span := _next_rest(moment, rest)) is not None and span[0] <= moment + seconds:
        seconds -= max(0.0, span[0] - moment)
        moment = span[1]
    return moment + seconds


def _next_rest(moment: float, rest: Rest) -> Span | None:
    """Return the earliest rest that is not over at this moment."""
    trip = next((trip for trip in _spans_away(rest.away, rest.zone) if trip[1] > moment), None)
    if rest.quiet is None:
        return trip
    night = next(night for night in _nights(moment, rest.quiet, rest.zone) if night[1] > moment)
    return night if trip is None else min(trip, night)


def _nights(moment: float, quiet: tuple[int, int], zone: str) -> Iterator[Span]:
    """Yield quiet hours as spans, from those that may go on at this moment."""
    start, end = quiet
    day = datetime.fromtimestamp(moment, zone_of(zone)).date() - timedelta(days=1)
    while True:
        following = day + timedelta(days=1)
        yield _span((day, start), (following if start > end else day, end), zone)
        day = following


@lru_cache(maxsize=TRIPS_CACHED)
def _spans_away(away: tuple[tuple[str, str], ...], zone: str) -> tuple[Span, ...]:
    """Return days away as spans, ordered by their beginnings."""
    days = sorted((date.fromisoformat(first), date.fromisoformat(last)) for first, last in away)
    return tuple(_span((first, 0), (last + timedelta(days=1), 0), zone) for first, last in days)


def _span(start: tuple[date, int], end: tuple[date, int], zone: str) -> Span:
    """Return the span from one day and minute to another; the longer one where clocks change at its ends."""
    return min(_both_folds(*start, zone)), max(_both_folds(*end, zone))


def _both_folds(day: date, minute: int, zone: str) -> Span:
    """Return the moments of this local time: two different ones where clocks are set back."""
    at = datetime.combine(day, time(minute // 60, minute % 60), zone_of(zone))
    return at.timestamp(), at.replace(fold=1).timestamp()
