"""When a turn must be over, and when its person is reminded: pure functions of times in seconds since 1970."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from functools import lru_cache

from host.zones import zone_of

MINUTE, HOUR, DAY = 60.0, 3600.0, 86_400.0

PACES: dict[str, float | None] = {
    "live": 10 * MINUTE,
    "quick": 12 * HOUR,
    "daily": 24 * HOUR,
    "relaxed": 72 * HOUR,
    "untimed": None,
}
RUNGS = (0.5, 0.9, 1.0)  # of the allowance: two reminders, and the end
LAST = len(RUNGS)
EXPIRY = 7 * DAY  # until a table that nobody starts is closed
IDLE, FAREWELL = 23 * DAY, 7 * DAY  # without a move until the notice, and from there to the end
ARCHIVE_DELAY_SECONDS = 10 * MINUTE  # from the end of a game until its thread is archived
LEAST_TIME = HOUR  # that a turn has left after nobody could play, or after its person has taken days away back
POSTPONED = 10 * MINUTE  # until what has failed is tried again
HALVINGS = 40  # of the time in which a beginning is looked for; that of three years is then known to a ten-thousandth of a second
RESTS_KEPT = 256

DIGEST_HOUR = 9  # o'clock, for people who want one message a day
DIGEST_SPREAD_MINUTES = 30  # over which digests of a time zone are spread
MILLISECONDS_SHIFT = 22  # bits of an id of Discord beneath the milliseconds when it was made

Span = tuple[float, float]  # from, to


@dataclass(frozen=True, slots=True)
class Rest:
    """When a person does not play: quiet hours each day, and days away.

    ``quiet`` is (from, to) in minutes after midnight, through midnight if need be; ``away`` are first and last days (ISO dates).
    """

    zone: str = "UTC"
    quiet: tuple[int, int] | None = None
    away: tuple[tuple[str, str], ...] = ()


def ladder(began: float, allowance: float, rest: Rest) -> tuple[float, ...]:
    """The times of the two reminders and of the end of a turn; none of them in the person's rest.

    Days away do not count. From the second reminder on quiet hours do not count either, so that there is time left to answer it.
    """
    first, second = (awake(_passed(began, allowance * rung, _only_away(rest)), rest) for rung in RUNGS[:-1])
    return first, second, _passed(second, allowance - allowance * RUNGS[-2], rest)


def moved_by(began: float, allowance: float, rest: Rest) -> str:
    """What has moved the end of a turn: ``away``, ``quiet``, or nothing."""
    at_home = replace(rest, away=())
    end, without_trips, usual = (ladder(began, allowance, each)[-1] for each in (rest, at_home, Rest()))
    return "away" if end > without_trips else "quiet" if end > usual else ""


def begun_for(due: float, began: float, allowance: float, rest: Rest) -> float:
    """Return the earliest beginning, this one or a later one, with which a turn ends at the end already told or later.

    A later beginning never ends a turn earlier. So halving the range finds it, also where a rest makes most beginnings alike.
    """
    if ladder(began, allowance, rest)[-1] >= due:
        return began
    early, late = began, due  # a turn that begins at its old end ends later
    for _ in range(HALVINGS):
        middle = (early + late) / 2
        if ladder(middle, allowance, rest)[-1] < due:
            early = middle
        else:
            late = middle
    return late


def time_left(moment: float, due: float, rest: Rest) -> float:
    """Return the seconds from a moment to the end of a turn, days away not counted."""
    left = 0.0
    for start, end in _trips(rest.away, rest.zone):
        left += max(0.0, min(start, due) - moment)
        moment = max(moment, end)
    return left + max(0.0, due - moment)


def end_after(moment: float, left: float, rest: Rest) -> float:
    """Return the end of a turn that has these seconds left at this moment, days away not counted."""
    return _passed(moment, left, _only_away(rest))


def without_days_taken_back(before: Rest, rest: Rest, now: float) -> Rest:
    """Return the former rest without the days away that the new one lacks; from before today on, they count up to today."""
    today = datetime.fromtimestamp(now, zone_of(before.zone)).date().isoformat()
    past = {(first, min(last, today)) for first, last in before.away if first < today}
    return replace(before, away=tuple(sorted({*rest.away, *past})))


def earliest_end(moment: float, rest: Rest) -> float:
    """Return the earliest end that a turn is given at this moment: its person has an hour in which they do not rest."""
    return _passed(moment, LEAST_TIME, rest)


def reached(times: tuple[float, ...], now: float) -> int:
    """How many rungs of a ladder lie behind."""
    return sum(at <= now for at in times)


def awake(moment: float, rest: Rest) -> float:
    """The moment itself, or the end of the rest it falls into."""
    return _passed(moment, 0.0, rest)


def next_digest(moment: float, rest: Rest, person: int) -> float:
    """Return the time of a person's next digest: soon after the next such hour in their time zone, not while they rest.

    Each person has an offset of their own, as Discord takes few direct messages at once.
    """
    day = datetime.fromtimestamp(moment, zone_of(rest.zone)).date()
    later = float((person >> MILLISECONDS_SHIFT) % int(DIGEST_SPREAD_MINUTES * MINUTE))
    hours = (max(_moments(day + timedelta(days=ahead), DIGEST_HOUR * 60, rest.zone)) for ahead in range(3))
    return awake(awake(next(at for at in hours if at + later > moment), rest) + later, rest)


def away_until(moment: float, rest: Rest) -> float | None:
    """The end of the days away that this moment falls into, if it does."""
    end = _passed(moment, 0.0, _only_away(rest))
    return end if end > moment else None


def next_trip(moment: float, rest: Rest) -> float | None:
    """When the next days away begin."""
    return next((start for start, _ in _trips(rest.away, rest.zone) if start > moment), None)


def _only_away(rest: Rest) -> Rest:
    return replace(rest, quiet=None)


def _passed(moment: float, seconds: float, rest: Rest) -> float:
    """Return the moment when these seconds have passed, the person's rest not counted; it does not lie in their rest.

    A rest that lies within another one is never looked at: hundreds of nights may lie within days away.
    """
    while (span := _next_rest(moment, rest)) is not None and span[0] <= moment + seconds:
        seconds -= max(0.0, span[0] - moment)
        moment = span[1]
    return moment + seconds


def _next_rest(moment: float, rest: Rest) -> Span | None:
    """Return the earliest rest that is not over at this moment."""
    trip = next((trip for trip in _trips(rest.away, rest.zone) if trip[1] > moment), None)
    if rest.quiet is None:
        return trip
    night = next(night for night in _nights(moment, rest.quiet, rest.zone) if night[1] > moment)
    return night if trip is None else min(trip, night)


def _nights(moment: float, quiet: tuple[int, int], zone: str) -> Iterator[Span]:
    """Yield the quiet hours that may go on at this moment, and all later ones."""
    start, end = quiet
    day = datetime.fromtimestamp(moment, zone_of(zone)).date() - timedelta(days=1)
    while True:
        following = day + timedelta(days=1)
        yield _span((day, start), (following if start > end else day, end), zone)
        day = following


@lru_cache(maxsize=RESTS_KEPT)
def _trips(away: tuple[tuple[str, str], ...], zone: str) -> tuple[Span, ...]:
    """Return days away as spans, ordered by their beginnings."""
    days = sorted((date.fromisoformat(first), date.fromisoformat(last)) for first, last in away)
    return tuple(_span((first, 0), (last + timedelta(days=1), 0), zone) for first, last in days)


def _span(start: tuple[date, int], end: tuple[date, int], zone: str) -> Span:
    """From a day and minute to another; the longer span where clocks are set back or forward over one of them."""
    return min(_moments(*start, zone)), max(_moments(*end, zone))


def _moments(day: date, minute: int, zone: str) -> Span:
    at = datetime.combine(day, time(minute // 60, minute % 60), zone_of(zone))
    return at.timestamp(), at.replace(fold=1).timestamp()
