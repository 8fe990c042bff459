"""Check that processes keep Discord's limits together, and that two of them never do the work of one."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sandbox.shards import IDENTIFY_SECONDS, SessionStart
from trials.faults.fleet import Member
from trials.faults.history import History, RecordedRequest
from trials.findings import Finding

CLERKS = re.compile(r"^/channels/|^/users/@me/channels$")  # what only the clerk changes
UNDER_WAY = 1  # requests that a process may finish after another one took its role


def check_sessions(started: Sequence[SessionStart]) -> Iterator[Finding]:
    """Find sessions that started too soon after another one in their bucket."""
    for start in started:
        if start.after < IDENTIFY_SECONDS:
            yield Finding("unexplained", f"a session started {start.after:.2f} s after another", f"{start.shard} by {start.host}")


def check_owners(history: History) -> Iterator[Finding]:
    """Find interactions that two processes answered, or tried to."""
    for interaction in history.interactions.values():
        hosts = {call.host for call in interaction.callbacks}
        if len(hosts) > 1:
            told = ", ".join(f"{call.host} at {call.at:.2f} ({call.accepted})" for call in interaction.callbacks)
            where = f"interaction {interaction.id} ({interaction.what}) at {interaction.moment:.2f}: {told}"
            yield Finding("doubled", f"{len(hosts)} processes answered one interaction", where)


class Process(NamedTuple):
    """A process of a trial: its host, and which start of it."""

    host: str
    start: int


def check_clerks(history: History, members: Sequence[Member]) -> Iterator[Finding]:
    """Find processes that change messages after another process began to: there is one clerk at a time.

    A process that lost its role may still finish `UNDER_WAY` requests, with all tries of the client.
    """
    began = {member.host: member.began for member in members}
    taken: list[Process] = []  # clerks in order
    strays: defaultdict[Process, dict[str, RecordedRequest]] = defaultdict(dict)
    for sent in sorted(history.requests, key=lambda sent: sent.began):
        if sent.method == "GET" or not CLERKS.match(sent.path) or sent.host not in began:
            continue
        clerk = Process(sent.host, sum(at <= sent.began for at in began[sent.host]))
        if clerk not in taken:
            taken.append(clerk)
        elif clerk != taken[-1]:
            strays[clerk].setdefault(sent.key, sent)
    for clerk, requests in strays.items():
        if len(requests) > UNDER_WAY:
            told = ", ".join(f"{sent.key} at {sent.began:.2f}" for sent in list(requests.values())[:3])
            what = f"a process sent {len(requests)} requests after another took over"
            yield Finding("doubled", what, f"start {clerk.start} of {clerk.host}: {told}")
