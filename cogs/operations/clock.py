"""The bot's clock: the machine's, corrected by Discord's answers, or moved forward in the sandbox."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import aiohttp

log = logging.getLogger(__name__)

LONGEST_AHEAD_SECONDS = 10 * 366 * 86_400.0  # a file that says more holds something else
START_SECONDS = 60.0  # the bot uses Discord's time when the machine's clock differs by more
STOP_SECONDS = 30.0  # and the machine's again when it differs by no more; larger jumps of the machine's clock are in doubt
AGREEMENT_SECONDS = 60.0  # by which two answers that agree may differ
DATE_SECONDS = 1.0  # `Date` leaves out fractions of a second
LOG_PAUSE_SECONDS = 3600.0  # between two lines of the log about a difference


def clock() -> Callable[[], float]:
    """Return the machine's clock, in seconds since 1970, moved forward by the file PARTERRE_CLOCK."""
    file = _clock_file()
    return time.time if file is None else lambda: time.time() + seconds_in(file)


def discord_clock() -> DiscordClock:
    """Return the clock for a bot, moved forward by the file PARTERRE_CLOCK."""
    file = _clock_file()
    return DiscordClock() if file is None else DiscordClock(ahead=partial(seconds_in, file))


def _clock_file() -> Path | None:
    """Return the file that moves the clock; None on Discord, where nothing does."""
    file = os.environ.get("PARTERRE_CLOCK")
    return Path(file) if file and os.environ.get("PARTERRE_API") else None


def real_time(now: Callable[[], float]) -> Callable[[], float]:
    """Return the clock without the shift by which a sandbox moves it."""
    return now.unmoved if isinstance(now, DiscordClock) else time.time


def seconds_in(path: Path) -> float:
    """Return the number of seconds that a file contains; 0 if the file is missing or holds something else."""
    try:
        seconds = float(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return 0.0
    return seconds if 0 <= seconds <= LONGEST_AHEAD_SECONDS else 0.0


class DiscordClock:
    """Tell the seconds since 1970: by the machine's clock, or by Discord's where the two differ.

    ``steady`` counts the seconds from any start and is never set. This clock adds the start to it, so that it goes on evenly
    when somebody sets the machine's clock. It follows small changes of the machine's clock, and larger ones
    when Discord confirms them. Two answers must agree, as something on the way may have kept a single one.

    :param ahead: seconds by which to be ahead of the time; this may jump, and does so at once.
    """

    def __init__(
        self,
        machine: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
        ahead: Callable[[], float] = lambda: 0.0,
    ) -> None:
        self._machine = machine
        self._steady = steady
        self._ahead = ahead
        self._start = self._heard = machine() - steady()  # of the steady clock: as believed, and by the newest answer
        self._corrected = False  # have two answers agreed that the machine's clock is wrong?
        self._logged: float | None = None

    def __call__(self) -> float:
        return self.unmoved() + self._ahead()

    def unmoved(self) -> float:
        """Return the time without the seconds by which it is ahead on purpose."""
        if self._follows:
            self._start, self._corrected = self._machine_start, False
        return self._steady() + self._start

    def stopwatch(self) -> float:
        """Return the seconds of the steady clock. Read it before a request, and pass it to `hear` with the answer."""
        return self._steady() + self._ahead()

    @property
    def difference(self) -> float:
        """Return the seconds by which Discord's clock is ahead of the machine's; 0 while the machine's is used."""
        return self._start - self._machine_start if self._corrected and not self._follows else 0.0

    @property
    def in_doubt(self) -> bool:
        """Return whether the machine's clock, or a single answer, contradicts this clock: further answers must decide."""
        return abs(self._heard - self._start) > AGREEMENT_SECONDS or not (self._corrected or self._follows)

    def hear(self, date: str, asked: float) -> None:
        """Learn Discord's time from an answer's ``Date``.

        :param asked: `stopwatch` before the request.
        """
        try:
            told = parsedate_to_datetime(date).timestamp()
        except ValueError:
            return
        # Discord wrote it between then and now: a slow answer, or a clock that is moved meanwhile, makes no difference.
        earliest, latest = told - self.stopwatch(), told + DATE_SECONDS - asked
        heard = min(max(self._start, earliest), latest)
        if abs(heard - self._heard) <= AGREEMENT_SECONDS:
            self._agree(heard)
        self._heard = heard

    def _agree(self, start: float) -> None:
        """Choose between Discord's time and the machine's, as two answers agree on this start of the steady clock."""
        known = self._machine_start
        self._corrected = abs(start - known) > (START_SECONDS if self._follows else STOP_SECONDS)
        self._start = start if self._corrected else known
        self._log_difference()

    @property
    def _machine_start(self) -> float:
        """Return the start of the steady clock by the machine's clock."""
        return self._machine() - self._steady()

    @property
    def _follows(self) -> bool:
        """Return whether the machine's clock is so near that this clock follows it."""
        return abs(self._machine_start - self._start) <= STOP_SECONDS

    def compared(self, trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """Return the trace, made to hear the answers of its session, too."""

        async def begun(_: aiohttp.ClientSession, context: SimpleNamespace, __: aiohttp.TraceRequestStartParams) -> None:
            context.asked = self.stopwatch()

        async def answered(_: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams) -> None:
            self.hear(params.response.headers.get("Date", ""), context.asked)

        trace.on_request_start.append(begun)
        trace.on_request_end.append(answered)
        return trace

    def _log_difference(self) -> None:
        now = time.monotonic()
        if self.difference and (self._logged is None or now - self._logged >= LOG_PAUSE_SECONDS):
            self._logged = now
            log.warning("%s, which is used instead: set the machine's clock", describe_difference(self.difference))


def describe_difference(ahead: float) -> str:
    """Return in words how the machine's clock differs from Discord's, in tens of seconds."""
    return f"the machine's clock is {round(abs(ahead), -1):.0f} s {'behind' if ahead > 0 else 'ahead of'} Discord's"
