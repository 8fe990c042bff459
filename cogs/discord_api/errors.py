"""The meaning of Discord's errors: one table by error code, asked by all code that talks to Discord."""

from __future__ import annotations

import logging
from enum import Enum
from typing import NamedTuple

import aiohttp
import discord
from discord.gateway import ReconnectWebSocket

from cogs.discord_api.guard import RoleInDoubt
from db.statement import Unsaved
from host.refusal import Refused
from rules.text import Text, say

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, ARCHIVED, HAS_THREAD = 10003, 10008, 50083, 160004

NETWORK = (aiohttp.ClientError, OSError, TimeoutError)
UNREACHABLE = (discord.HTTPException, discord.RateLimited, *NETWORK)  # every error that a request to Discord can raise
TOO_MANY_REQUESTS, SERVER_ERRORS = 429, 500  # HTTP statuses; from 500 on the fault is Discord's
DIRECT_MESSAGES_PAUSE_SECONDS = 600.0  # after 40003, which names no time; observed limits last some minutes


class Kind(Enum):
    """The consequence of an error for the request that caused it."""

    LIMITED = "rate limited: the same request succeeds later"
    LATER = "Discord or the network is at fault: the same request may succeed later"
    REFUSED = "refused until somebody changes something, such as a permission"
    MALFORMED = "refused in this form: the same message in another form may pass"
    NO_UPLOADS = "refused because of its files: it passes without them"
    CLOSED = "this person accepts no direct messages from the bot"
    MISSING = "the channel, message or person is gone"
    EXPIRED = "the interaction is too old to be answered"
    DONE = "an earlier request did it already"


class Meaning(NamedTuple):
    """The meaning of one error code.

    ``reason`` names the cause (`TOLD` has words for some); ``after`` is the least number of seconds to wait.
    """

    kind: Kind
    reason: str = ""
    after: float = 0.0


MISSING_PERMISSIONS = Meaning(Kind.REFUSED, "permissions")
BLOCKED_WORDS = Meaning(Kind.REFUSED, "filter")
MANY_THREADS = Meaning(Kind.REFUSED, "threads")
FOREIGN = Meaning(Kind.REFUSED, "foreign")
MEANINGS: dict[int, Meaning] = {
    UNKNOWN_CHANNEL: Meaning(Kind.MISSING, "deleted"),
    10004: Meaning(Kind.MISSING, "deleted"),  # server
    10007: Meaning(Kind.MISSING, "person"),  # no member of this server
    UNKNOWN_MESSAGE: Meaning(Kind.MISSING, "message"),
    10013: Meaning(Kind.MISSING, "person"),  # no user
    10014: Meaning(Kind.MALFORMED, "emoji"),
    10015: Meaning(Kind.EXPIRED),  # webhook
    10062: Meaning(Kind.EXPIRED),  # interaction
    20009: BLOCKED_WORDS,  # explicit content
    20016: Meaning(Kind.LIMITED),  # slow mode
    20022: Meaning(Kind.LIMITED),  # edits of an announcement
    20028: Meaning(Kind.LIMITED),  # writing to a channel
    20029: Meaning(Kind.LIMITED),  # writing to a server
    20031: BLOCKED_WORDS,  # words that Discord allows in no name
    30008: Meaning(Kind.REFUSED, "emojis"),  # no room for more
    30046: Meaning(Kind.LIMITED),  # edits of old messages
    40003: Meaning(Kind.LIMITED, "direct", DIRECT_MESSAGES_PAUSE_SECONDS),  # direct messages opened too fast; a 403
    40004: Meaning(Kind.LATER),  # sending is switched off by Discord for a while
    40005: Meaning(Kind.NO_UPLOADS, "large"),  # request too large
    40060: Meaning(Kind.DONE),  # interaction acknowledged already
    40062: Meaning(Kind.LIMITED),  # a service of Discord
    40094: Meaning(Kind.EXPIRED),  # follow-ups of a user install are used up
    40333: Meaning(Kind.LATER, "blocked"),  # by Cloudflare, for a bad User-Agent; a 403
    50001: MISSING_PERMISSIONS,  # no access
    50005: FOREIGN,  # message of somebody else
    50006: Meaning(Kind.MALFORMED),  # empty message
    50007: Meaning(Kind.CLOSED),
    50009: MISSING_PERMISSIONS,  # verification level of the channel
    50013: MISSING_PERMISSIONS,
    50021: FOREIGN,  # message of the system
    50024: Meaning(Kind.REFUSED, "place"),  # not in a channel of this type
    50027: Meaning(Kind.EXPIRED),  # 15 minutes after the interaction
    50033: Meaning(Kind.MISSING, "person"),  # invalid recipient
    50035: Meaning(Kind.MALFORMED),
    50045: Meaning(Kind.NO_UPLOADS, "large"),  # file too large
    50046: Meaning(Kind.NO_UPLOADS, "file"),  # invalid file
    ARCHIVED: Meaning(Kind.REFUSED, "archived"),
    50278: Meaning(Kind.CLOSED),  # no server in common
    130000: Meaning(Kind.LATER),  # overloaded
    HAS_THREAD: Meaning(Kind.DONE),
    160002: MISSING_PERMISSIONS,  # reading the history
    160005: Meaning(Kind.REFUSED, "locked"),
    160006: MANY_THREADS,
    160007: MANY_THREADS,  # in announcement channels
    200000: BLOCKED_WORDS,  # message, by rules of the server
    200001: BLOCKED_WORDS,  # title, by rules of the server
    240000: BLOCKED_WORDS,  # link that Discord holds for harmful
    400001: Meaning(Kind.NO_UPLOADS, "uploads"),  # limited for this server
}
REASON_TEXTS = {
    "permissions": say("I am missing permissions there"),
    "deleted": say("that place was deleted"),
    "locked": say("that thread is locked"),
    "archived": say("that thread is locked"),
    "threads": say("this server has as many active threads as Discord allows"),
    "filter": say("a filter of Discord or of this server blocks the message; allow mine in the AutoMod rules"),
    "uploads": say("Discord does not accept files on this server"),
    "large": say("the file is too large for Discord"),
}
OTHER_REASON = say("the reason is in the bot’s log")
HINTS = {"locked": " (unlock the thread it is played in)", "deleted": " (the place it is played in was deleted)"}


class Verdict(NamedTuple):
    """The meaning of one error, as `classify` returns it.

    ``after`` is the least number of seconds to wait before a retry. ``unsent``: the request certainly created no message.
    ``expected``: the error is known, so the log leaves out its traceback.
    """

    kind: Kind
    reason: str = ""
    after: float = 0.0
    unsent: bool = True
    expected: bool = True

    @property
    def refused(self) -> bool:
        """Return whether a retry is pointless until somebody changes something."""
        return self.kind not in (Kind.LIMITED, Kind.LATER)


def classify(error: BaseException) -> Verdict:
    """Return the meaning of any error: by Discord's error code if `MEANINGS` has it, else by status or type.

    An unknown error counts as `Kind.LATER` with its traceback, and may have sent a message.
    """
    if isinstance(error, discord.RateLimited):
        return Verdict(Kind.LIMITED, after=error.retry_after)
    if isinstance(error, discord.HTTPException):
        return _verdict_of_answer(error)
    if isinstance(error, Refused):
        return Verdict(Kind.REFUSED)
    if isinstance(error, RoleInDoubt):
        return Verdict(Kind.LATER)
    return Verdict(Kind.LATER, unsent=False, expected=isinstance(error, (*NETWORK, Unsaved, ReconnectWebSocket)))


def _verdict_of_answer(error: discord.HTTPException) -> Verdict:
    known = MEANINGS.get(error.code)
    if known is None and error.status == TOO_MANY_REQUESTS:
        known = Meaning(Kind.LIMITED)
    if known is not None:
        limited = known.kind in (Kind.LIMITED, Kind.LATER)
        after = (_retry_after(error) or known.after) if limited else 0.0
        return Verdict(known.kind, known.reason, after, unsent=error.status < SERVER_ERRORS)
    if error.status >= SERVER_ERRORS:
        return Verdict(Kind.LATER, unsent=False)
    return Verdict(Kind.REFUSED)


def refuses_words(error: BaseException) -> bool:
    """Return whether other words may pass: a filter blocks these, or they break a rule for names."""
    verdict = classify(error)
    return verdict.kind is Kind.MALFORMED or verdict.reason == "filter"


def reason_text(kept: str) -> Text:
    """Return why something was refused, as the end of a sentence."""
    return REASON_TEXTS.get(kept, OTHER_REASON)


def hint_of(error: BaseException) -> str:
    """Return a hint for the log, such as ``" (unlock the thread it is played in)"``; empty for most errors."""
    return HINTS.get(classify(error).reason, "")


def _retry_after(error: discord.HTTPException) -> float:
    try:
        return max(0.0, float(error.response.headers.get("Retry-After", "0")))
    except ValueError:
        return 0.0


def shorten_expected(record: logging.LogRecord) -> bool:
    """Shorten an expected error to a one-line warning; a filter for discord.py's loggers."""
    error = record.exc_info[1] if record.exc_info else None
    if error is not None and classify(error).expected:
        record.msg, record.args, record.exc_info = "%s: %r", (record.getMessage(), error), None
        record.levelno, record.levelname = logging.WARNING, "WARNING"
    return True
