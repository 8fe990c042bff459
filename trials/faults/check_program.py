"""Check the requests, the log and the memory of the bot."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median

from render.cache import MIB, pictures, sprites
from trials.faults.history import History, RecordedRequest
from trials.findings import Finding
from trials.monitored_bot import MonitoredBot, Run

SCHEDULE = (2.0, 10.0, 60.0, 600.0, 3600.0)  # seconds before what has failed is tried again
JITTER = 0.6  # of it, at least
CLIENTS_OWN = (429, 500, 502, 504)  # after these discord.py tries up to five times by itself
OWN_TRIES, OWN_PAUSE = 5, 0.9  # seconds that it pauses at least, where Discord does not say how long
ANSWERS = re.compile(r"^/(interactions|webhooks)/")  # to persons, who wait: they are not on the schedule
AT_ONCE = (50083,)  # an archived thread is woken, and the same is tried again
RESENT = ("DELETE", "PUT")  # methods that aiohttp sends once more where the connection broke
GONE = 404  # ends a try; once more it is met by what was owed beside it to the same message
ASKS = ("GET",)  # what only asks may be asked again when somebody looks
HURRY = re.compile(r"^/(board|game|replace|pause|undo|move)|^[a-z]1:")  # a person's wish is tried at once
COMMITTED = 2.0  # seconds after which what has happened is stored, at most
REFUSED = (401, 403, 429)
WINDOW, MOST_REFUSED = 600.0, 1000  # Discord bans a bot for ten times as many

LIMIT = 450.0  # MiB that the bot may take at all
DRAWING = 100.0  # MiB that two pictures take while they are drawn, and what Python keeps of that
GROWTH = (sprites.limit + pictures.limit) / MIB + DRAWING  # MiB by which it may grow: what its caches may hold, and that
GROWN_UP = 8.0  # seconds that a life must last to be compared

NAMED = (  # who logs it, what that begins with, and the error: all of it is discord.py's own
    ("discord.shard", "Attempting a reconnect", ""),
    ("discord.shard", "Failed to connect", ""),
    ("discord.app_commands.tree", "Ignoring exception in autocomplete", "discord.errors."),
    ("discord.app_commands.tree", "Ignoring exception in autocomplete", "aiohttp.client_exceptions."),
)
TRACEBACK = "Traceback (most recent call last):"
HEAD = re.compile(r"^\d{4}-\d\d-\d\d [\d:]+ +(\w+) +([\w.]+): (.*)$")
TRACKER = (
    "resource_tracker.py:"  # a helper of Python's own that outlives a kill, and says in the middle of anything what it cleans up
)
NUMBERS = re.compile(r"\d+|0x[0-9a-f]+|\w*\d\w*")


def check_requests(history: History, told_anew: Sequence[float] = ()) -> Iterator[Finding]:
    """Find retries that come too soon, and too many refused requests.

    :param told_anew: times of events that nobody caused by a click. They change a pending board, so the bot may retry it at once.
    """
    by_key: defaultdict[str, list[RecordedRequest]] = defaultdict(list)
    for sent in sorted(history.requests, key=lambda sent: sent.at):  # one that was answered slowly is recorded late
        if not ANSWERS.match(sent.path) and sent.method not in ASKS:
            by_key[sent.key].append(sent)
    wishes = sorted(interaction.at for interaction in history.interactions.values() if HURRY.match(interaction.what))
    excuses = [*history.deaths, *history.starts, *history.returns, *wishes]
    for key, requests in by_key.items():
        yield from _early_retries(key, requests, excuses, told_anew)
    times = sorted(sent.at for sent in history.requests if sent.status in REFUSED)
    for first, last in zip(times, times[MOST_REFUSED:], strict=False):
        if last - first < WINDOW:
            yield Finding("unexplained", f"more than {MOST_REFUSED} refused requests within {WINDOW:g} s", f"from {first:.0f}")
            return


def _early_retries(
    key: str, requests: Sequence[RecordedRequest], excuses: Sequence[float], told_anew: Sequence[float]
) -> Iterator[Finding]:
    """Find retries of one request that come too soon; a restart, a person's wish or a new event resets the schedule."""
    failures = own = gone = 0
    for before, after in pairwise(requests):
        gone = gone + 1 if before.status == GONE else 0
        resent = before.status == 0 and before.method in RESENT
        told = any(before.at - COMMITTED <= moment <= after.at for moment in told_anew)
        anew = told or any(before.at <= moment <= after.at for moment in excuses)
        if resent or gone == 1 or before.code in AT_ONCE or anew or 0 < before.status < 300:
            failures = own = 0
            continue
        pause = after.at - before.at
        if before.status in CLIENTS_OWN and own < OWN_TRIES - 1:
            own += 1
            least = before.retry_after or OWN_PAUSE
        else:
            least, own = SCHEDULE[min(failures, len(SCHEDULE) - 1)], 0
            failures += 1
        if pause < least * JITTER:
            what = f"tried again after {pause:.1f} s instead of {least:g} s (was answered {before.status})"
            yield Finding("unexplained", what, f"{key} at {after.at:.2f}")


def check_memory(runs: Sequence[Run]) -> Iterator[Finding]:
    """Find memory that grows by more than the drawing caches may hold, within a run or from run to run."""
    grown = [run for run in runs if run.seconds >= GROWN_UP]
    if (most := max((run.peak for run in grown), default=0.0)) > LIMIT:
        yield Finding("unexplained", f"the bot took {most:.0f} MiB", "")
    yield from _growth([run.peak for run in grown], 2, "lives")
    for run in grown:
        yield from _growth(run.levels, 3, "parts of a life")


def _growth(levels: Sequence[float], parts: int, of_what: str) -> Iterator[Finding]:
    """Compare the last part of the levels with the first one."""
    size = len(levels) // parts
    if size >= 2:
        early, late = median(levels[:size]), median(levels[-size:])
        if late > early + GROWTH:
            yield Finding("unexplained", f"memory grows: {early:.0f} MiB in the first {of_what}, {late:.0f} in the last ones", "")


def check_log(bot: MonitoredBot, kind: str = "unexplained") -> Iterator[Finding]:
    """Find unexpected ends of the bot's process, and logged tracebacks that `NAMED` does not list, each kind once."""
    for end in bot.unwanted_ends:
        yield Finding(kind, end, str(bot.folder / "bot.log"))
    alike: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for number, head, last in tracebacks(bot.log.splitlines()):
        match = HEAD.match(head)
        source, said = (match[2], match[3]) if match else ("", head)
        if not any(source == name and said.startswith(begin) and last.startswith(error) for name, begin, error in NAMED):
            alike[f"{source}: {NUMBERS.sub('#', said)[:120]}", NUMBERS.sub("#", last)[:200]].append(number)
    for (head, last), numbers in alike.items():
        yield Finding(kind, f"{len(numbers)} × {head} … {last}", f"{bot.folder / 'bot.log'} line {numbers[0]}")


def tracebacks(lines: Sequence[str]) -> Iterator[tuple[int, str, str]]:
    """Yield the line number, the logged line and the last error of each logged failure."""
    head, begun, last = "", 0, ""
    for number, line in enumerate([*lines, "---"], start=1):
        if HEAD.match(line) or line.startswith("---"):
            if begun:
                yield begun, head, last
            head, begun, last = line, 0, ""
        elif line.strip() == TRACEBACK:
            begun = begun or number
        elif begun and line and not line.startswith((" ", "\t", "During handling", "The above")) and TRACKER not in line:
            last = line
