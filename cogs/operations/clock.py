"""The time by which the bot lives."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import aiohttp

log = logging.getLogger(__name__)

LONGEST = 10 * 366 * 86_400.0  # seconds; a file that says more holds something else
TOLERANCE_SECONDS = 60.0  # by which the machine's clock may differ from Discord's
DATE_SECONDS = 1.0  # `Date` leaves out fractions of a second
LOG_PAUSE_SECONDS = 3600.0  # between two lines of the log about a difference


def clock() -> Callable[[], float]:
    """The time in seconds since 1970; elsewhere than on Discord as far ahead as the file PARTERRE_CLOCK says."""
    file = os.environ.get("PARTERRE_CLOCK")
    if not file or not os.environ.get("PARTERRE_API"):
        return time.time
    path = Path(file)
    return lambda: time.time() + seconds_in(path)


def seconds_in(path: Path) -> float:
    """The number of seconds in a file; 0 if there is none, or something else in it."""
    try:
        seconds = float(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return 0.0
    return seconds if 0 <= seconds <= LONGEST else 0.0


class DiscordClock:
    """The time in seconds since 1970: the machine's, or Discord's where they differ by more than a minute.

    A single answer corrects nothing, as something on the way may have kept it: the one before must agree with it.
    """

    def __init__(self, machine: Callable[[], float]) -> None:
        self._machine = machine
        self._heard = 0.0  # seconds by which the newest answer was ahead of the machine's clock
        self._ahead = 0.0  # the same, as two answers agree
        self._logged: float | None = None

    def __call__(self) -> float:
        return self._machine() + self.difference

    @property
    def difference(self) -> float:
        """Return the seconds by which Discord's clock is ahead of the machine's; 0 up to a minute."""
        return self._ahead if abs(self._ahead) > TOLERANCE_SECONDS else 0.0

    def hear(self, date: str, asked: float) -> None:
        """Compare an answer's ``Date`` with the machine's clock, which told ``asked`` when it was asked for."""
        try:
            told = parsedate_to_datetime(date).timestamp()
        except ValueError:
            return
        # Discord wrote it between then and now: a clock that is set meanwhile, or a slow answer, makes no difference.
        ahead = max(told - self._machine(), 0.0) + min(told + DATE_SECONDS - asked, 0.0)
        if abs(ahead - self._heard) <= TOLERANCE_SECONDS:
            self._ahead = ahead
        self._heard = ahead
        self._log_difference()

    def compared(self, trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """Hear the answers to the requests of a session that has this trace, too; return the trace."""

        async def begun(_: aiohttp.ClientSession, context: SimpleNamespace, __: aiohttp.TraceRequestStartParams) -> None:
            context.asked = self._machine()

        async def answered(_: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams) -> None:
            self.hear(params.response.headers.get("Date", ""), context.asked)

        trace.on_request_start.append(begun)
        trace.on_request_end.append(answered)
        return trace

    def _log_difference(self) -> None:
        now = time.monotonic()
        if self.difference and (self._logged is None or now - self._logged >= LOG_PAUSE_SECONDS):
            self._logged = now
            log.warning("%s, which is used instead: set the machine's clock", told_difference(self.difference))


def told_difference(ahead: float) -> str:
    """Return in words how the machine's clock differs from Discord's, in tens of seconds."""
    return f"the machine's clock is {round(abs(ahead), -1):.0f} s {'behind' if ahead > 0 else 'ahead of'} Discord's"
