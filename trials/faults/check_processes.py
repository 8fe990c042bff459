"""Check that processes keep Discord's limits together, and that two of them never do the work of one."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from sandbox.shards import IDENTIFY_SECONDS, SessionStart, Shard
from trials.faults.fleet import Member
from trials.faults.history import History
from trials.findings import Finding

CLERKS = re.compile(r"^/channels/\d+/messages(/\d+)?$")  # what only the clerk changes; others begin threads, too
UNDER_WAY = 1  # requests that a process may finish after another one took its role


def check_sessions(started: Sequence[SessionStart]) -> Iterator[Finding]:
    """Find sessions that started too soon after another one in their bucket."""
    for start in started:
        if start.after < IDENTIFY_SECONDS:
            yield Finding("unexplained", f"a session started {start.after:.2f} s after another", f"{start.shard} by {start.host}")


class Process(NamedTuple):
    """A process of a trial: its host, and which start of it."""

    host: str
    start: int


class Act(NamedTuple):
    """Something that one process alone may do. ``asked`` is when it was asked to; ``told`` describes it, and retries alike."""

    at: float
    asked: float
    host: str
    told: str


def check_owners(history: History, members: Sequence[Member], ranges: Iterable[Collection[Shard]]) -> Iterator[Finding]:
    """Find interactions that two processes answered, and answers of a process whose servers another one has taken over."""
    for interaction in history.interactions.values():
        if len({call.host for call in interaction.callbacks}) > 1:
            told = ", ".join(f"{call.host} at {call.at:.2f} ({call.accepted})" for call in interaction.callbacks)
            where = f"interaction {interaction.id} ({interaction.what}) at {interaction.moment:.2f}: {told}"
            yield Finding("doubled", "two processes answered one interaction", where)
    for shards in ranges:
        answers = [
            Act(call.at, interaction.moment, call.host, f"interaction {interaction.id}")
            for interaction in history.interactions.values()
            if any(shard.hears_of(interaction.guild) for shard in shards)
            for call in interaction.callbacks
        ]
        yield from _in_turn(answers, members, "answered")


def check_clerks(history: History, members: Sequence[Member]) -> Iterator[Finding]:
    """Find processes that change messages after another process began to: there is one clerk at a time."""
    changes = [
        Act(sent.began, sent.began, sent.host, sent.key)
        for sent in history.requests
        if sent.method != "GET" and CLERKS.match(sent.path)
    ]
    yield from _in_turn(changes, members, "sent")


def _in_turn(acts: Iterable[Act], members: Sequence[Member], did: str) -> Iterator[Finding]:
    """Find processes that act after another one began to.

    A process that lost its role may still finish `UNDER_WAY` acts, with all tries of the client, and others that it was asked for
    before.
    """
    began = {member.host: member.began for member in members}
    taken: dict[Process, float] = {}  # when each process began to act
    strays: defaultdict[Process, dict[str, Act]] = defaultdict(dict)
    for act in sorted(acts):
        if act.host not in began:
            continue
        actor = Process(act.host, sum(at <= act.at for at in began[act.host]))
        last = next(reversed(taken), actor)
        if actor not in taken:
            taken[actor] = act.at
        elif actor != last and act.asked > taken[last]:
            strays[actor].setdefault(act.told, act)
    for actor, found in strays.items():
        if len(found) > UNDER_WAY:
            told = ", ".join(f"{act.told} at {act.at:.2f}" for act in list(found.values())[:3])
            what = f"a process {did} {len(found)} times after another took over"
            yield Finding("doubled", what, f"start {actor.start} of {actor.host}: {told}")
