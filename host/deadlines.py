"""When a turn must be over, and when its person is reminded: pure functions of times in seconds since 1970."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

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
MARGIN = 0.1  # of the allowance, that is left at least when a rest has moved the end


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

    Days away do not count; an end that falls into quiet hours moves behind them, with some time left.
    """
    first, second, raw = (_after(began, allowance * rung, rest) for rung in RUNGS)
    end = awake(raw, rest)
    if end > raw:
        end = awake(_after(end, allowance * MARGIN, rest), rest)
    return awake(first, rest), awake(second, rest), end


def moved_by(began: float, allowance: float, rest: Rest) -> str:
    """What has moved the end of a turn: ``away``, ``quiet``, or nothing."""
    raw = _after(began, allowance, rest)
    if raw > began + allowance:
        return "away"
    return "quiet" if awake(raw, rest) > raw else ""


def reached(times: tuple[float, ...], now: float) -> int:
    """How many rungs of a ladder lie behind."""
    return sum(at <= now for at in times)


def awake(moment: float, rest: Rest) -> float:
    """The moment itself, or the end of the rest it falls into."""
    while (end := _end_of_rest(moment, rest)) is not None:
        moment = end
    return moment


def away_until(moment: float, rest: Rest) -> float | None:
    """The end of the days away that this moment falls into, if it does."""
    return next((end for start, end in _days_away(rest) if start <= moment < end), None)


def _after(began: float, seconds: float, rest: Rest) -> float:
    """The moment when so many seconds have passed, days away not counted."""
    moment, left = began, seconds
    for start, end in _days_away(rest):
        if end > moment:
            if moment + left <= start:
                break
            left -= max(0.0, start - moment)
            moment = end
    return moment + left


def _end_of_rest(moment: float, rest: Rest) -> float | None:
    away = away_until(moment, rest)
    return away if away is not None else _quiet_until(moment, rest)


def _quiet_until(moment: float, rest: Rest) -> float | None:
    if rest.quiet is None:
        return None
    start, end = rest.quiet
    local = datetime.fromtimestamp(moment, ZoneInfo(rest.zone))
    minute = local.hour * 60 + local.minute
    today = start <= minute < end if start < end else minute < end
    tonight = start > end and minute >= start
    if not (today or tonight):
        return None
    morning = datetime.combine(local.date() + timedelta(days=tonight), time(end // 60, end % 60), local.tzinfo)
    return max(morning.timestamp(), moment + MINUTE)  # a clock set back repeats the hour


def _days_away(rest: Rest) -> list[tuple[float, float]]:
    days = sorted((date.fromisoformat(first), date.fromisoformat(last)) for first, last in rest.away)
    return [(_midnight(first, rest.zone), _midnight(last + timedelta(days=1), rest.zone)) for first, last in days]


def _midnight(day: date, zone: str) -> float:
    return datetime.combine(day, time(), ZoneInfo(zone)).timestamp()
