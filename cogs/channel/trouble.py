"""What an exception means for something that Discord is owed."""

from __future__ import annotations

from typing import NamedTuple

import aiohttp
import discord

from db.statement import Unsaved
from host.refusal import Refused
from rules.text import Text, say

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, ARCHIVED = 10003, 10008, 50083
HAS_THREAD, LOCKED, TOO_MANY_THREADS = 160004, 160005, 160006

NETWORK = (aiohttp.ClientError, OSError, TimeoutError)
UNREACHABLE = (discord.HTTPException, discord.RateLimited, *NETWORK)  # whatever Discord, or the way there, can answer
HINTS = {LOCKED: " (unlock the thread it is played in)", UNKNOWN_CHANNEL: " (the place it is played in was deleted)"}
MISSING_ACCESS, MISSING_PERMISSIONS = 50001, 50013
REASONS = {  # by Discord's codes; what is kept of a refusal
    MISSING_ACCESS: "permissions",
    MISSING_PERMISSIONS: "permissions",
    UNKNOWN_CHANNEL: "deleted",
    LOCKED: "locked",
    ARCHIVED: "locked",
    TOO_MANY_THREADS: "threads",
}
TOLD = {
    "permissions": say("I lack permissions there"),
    "deleted": say("that place was deleted"),
    "locked": say("that thread is locked"),
    "threads": say("this server has as many active threads as Discord allows"),
}
OTHERWISE = say("the log of the bot tells the reason")
TOO_MANY_REQUESTS, BROKEN = 429, 500  # statuses; from this one on the fault is Discord's, and it may pass


class Postponed(Exception):
    """Not to be paid before this time; nothing was tried."""

    def __init__(self, until: float) -> None:
        super().__init__(f"postponed until {until:.0f}")
        self.until = until


class Trouble(NamedTuple):
    """``unsent``: surely no message came of it; ``refused``: it may be so for good; ``after``: seconds that Discord demands.

    ``limited``: it was one too many in a while.
    """

    unsent: bool = False
    refused: bool = False
    expected: bool = True
    after: float = 0.0
    limited: bool = False


def trouble_of(error: BaseException) -> Trouble:
    """Is it tried again, and how soon?"""
    if isinstance(error, discord.RateLimited):
        return Trouble(unsent=True, after=error.retry_after, limited=True)
    if isinstance(error, discord.HTTPException):
        if error.status == TOO_MANY_REQUESTS:
            return Trouble(unsent=True, after=_retry_after(error), limited=True)
        return Trouble() if error.status >= BROKEN else Trouble(unsent=True, refused=True)
    if isinstance(error, Refused):
        return Trouble(unsent=True, refused=True)
    return Trouble(expected=isinstance(error, (*NETWORK, Unsaved)))


def reason_of(error: Exception) -> str:
    """What is kept of a refusal, to be told by `reason`; nothing where it is none that we know."""
    return REASONS.get(error.code, "") if isinstance(error, discord.HTTPException) else ""


def reason(kept: str) -> Text:
    """Why something was refused, as the end of a sentence."""
    return TOLD.get(kept, OTHERWISE)


def hint(error: Exception) -> str:
    """What somebody can do about a place."""
    return HINTS.get(error.code, "") if isinstance(error, discord.HTTPException) else ""


def _retry_after(error: discord.HTTPException) -> float:
    try:
        return max(0.0, float(error.response.headers.get("Retry-After", "0")))
    except ValueError:
        return 0.0
