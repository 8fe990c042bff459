"""Inject random faults of Discord, alone and combined, each for a while."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from random import Random
from typing import NamedTuple

from sandbox.faults import Fault, rate_limited
from sandbox.guild_handle import GuildHandle
from sandbox.kinds import THREADS, Json
from trials import screen
from trials.faults.testbed import Testbed

MESSAGES, MESSAGE = r"^/channels/\d+/messages$", r"^/channels/\d+/messages/\d+$"
CALLBACK, TOKEN, ANY = r"/callback$", r"^/(interactions|webhooks)/", r""
ROUTES = (
    ("POST", MESSAGES),
    ("POST", MESSAGES),
    ("PATCH", MESSAGE),
    ("POST", CALLBACK),
    ("*", TOKEN),
    ("POST", "/threads$"),
    ("*", ANY),
)
ANSWER = r"^/webhooks/.*/messages/"
BROKEN = (500, 502, 504)
LONGER = 45.0  # seconds; more than the client waits
SLOW = 4.0  # seconds; more than Discord waits for an answer
PAUSE_SECONDS = 2.0  # between two faults, on average
COMBINED = 0.3  # share of faults that another one accompanies
CLIENT_RETRY_SECONDS = 30.0  # within which discord.py ends its own retries
JUMPS = (360.0, 360.0, 360.0, 3 * 3600.0, 13 * 3600.0)  # seconds by which time passes

End = Callable[[], None]


class Kind(NamedTuple):
    """A kind of fault: its weight, and the function that begins it and returns the one that ends it."""

    name: str
    weight: int
    begin: Callable[[Testbed, Random], End]
    least: float = 1.0
    most: float = 5.0


def requests(make: Callable[[Random, str, str], Fault]) -> Callable[[Testbed, Random], End]:
    """Return a fault of requests on a random route."""

    def begin(testbed: Testbed, random: Random) -> End:
        fault = testbed.world.faults.add(make(random, *random.choice(ROUTES)))
        return lambda: setattr(fault, "times", 0)

    return begin


def on(method: str, path: str, *, code: int, effect: bool = False) -> Callable[[Testbed, Random], End]:
    """Return a refusal of requests on one route."""
    return requests(lambda random, _m, _p: Fault(method, path, random.randint(1, 2), code=code, effect=effect))


def limited(random: Random, method: str, path: str, *, after: float, via: bool = True) -> Fault:
    """Refuse requests as too many."""
    return rate_limited(method, path, times=random.randint(1, 3), retry_after=after, via=via)


def too_many_edits(random: Random, _method: str, _path: str) -> Fault:
    """Refuse edits of an old message as too many."""
    body: Json = {"message": "Maximum number of edits to messages older than 1 hour reached.", "code": 30046, "retry_after": 2.0}
    return Fault("PATCH", MESSAGE, random.randint(1, 2), status=429, code=30046, body=body)


def guild(begin: Callable[[GuildHandle], None], finish: Callable[[GuildHandle], None]) -> Callable[[Testbed, Random], End]:
    """Return a fault that happens to a guild."""

    def happen(testbed: Testbed, random: Random) -> End:
        asked = [c for c in testbed.guilds if any(screen.matching(screen.QUESTION, m["components"]) for m in c.all_messages)]
        handle = random.choice(asked or testbed.guilds)  # best where a question is open
        begin(handle)
        return lambda: finish(handle)

    return happen


def forbidden(testbed: Testbed, random: Random) -> End:
    """Take a permission from the bot, and give it back later."""
    handle, channel = random.choice(testbed.guilds), random.choice(["garden", "terrace"])
    names = ["send_messages", "send_messages_in_threads", "attach_files", "view_channel", "create_public_threads"]
    name = random.choice(names)
    handle.permit(channel, **{name: False})

    def give_back() -> None:
        handle.permit(channel, **{name: None})
        testbed.history.returns.append(testbed.world.now())

    return give_back


def threads_of(testbed: Testbed, random: Random) -> tuple[GuildHandle, str] | None:
    """Return a random thread with its guild, if there is one."""
    handle = random.choice(testbed.guilds)
    found = [c["id"] for c in testbed.world.channels_of(handle.guild) if c["type"] in THREADS]
    return (handle, str(random.choice(found))) if found else None


def archived(testbed: Testbed, random: Random, *, locked: bool = False) -> End:
    """Archive a thread and perhaps lock it; a locked one is unlocked later."""
    if (found := threads_of(testbed, random)) is None:
        return nothing
    handle, thread = found
    handle.archive(thread, locked=locked)

    def undo() -> None:
        if thread in testbed.world.channels:
            handle.archive(thread, archived=False)
            testbed.history.returns.append(testbed.world.now())

    return undo if locked else nothing


def locked(testbed: Testbed, random: Random) -> End:
    """Archive and lock a thread, so that only managers can write there."""
    return archived(testbed, random, locked=True)


def deleted_message(testbed: Testbed, random: Random) -> End:
    """Delete a message of the bot by hand."""
    bots = [m for m in testbed.messages() if m["author"]["id"] == testbed.world.bot["id"]][-30:]
    if bots:
        random.choice(testbed.guilds).delete_message(random.choice(bots))
    return nothing


def deleted_thread(testbed: Testbed, random: Random) -> End:
    """Delete a thread by hand."""
    if found := threads_of(testbed, random):
        found[0].delete_channel(found[1])
    return nothing


def time_passes(testbed: Testbed, random: Random) -> End:
    """Move the clock so far that a turn may be over; the client's own retries within seconds stay as young as they are."""
    now, jump = testbed.world.now(), random.choice(JUMPS)
    for key, (message, at) in testbed.world.nonces.items():
        if now - at < CLIENT_RETRY_SECONDS:
            testbed.world.nonces[key] = message, at + jump
    testbed.sandbox.advance(jump)
    return nothing


def connection(testbed: Testbed, random: Random) -> End:
    """Disturb the gateway, or one shard: drop the socket, send opcodes 7 or 9, or repeat events after a resume."""
    sandbox = testbed.sandbox
    shard = random.choice([None, *range(testbed.shards)]) if testbed.shards > 1 else None
    way = random.choice(["drop", "again", "reconnect", "invalid", "resumable"])
    if way == "again":
        sandbox.rewind(random.randint(1, 6))
    if way in ("drop", "again"):
        dropping = asyncio.create_task(sandbox.disconnect(shard=shard, resumable=random.random() < 0.8))
        return lambda: not_any_more(dropping)
    if way == "reconnect":
        sandbox.reconnect(shard)
    else:
        sandbox.invalidate(shard, resumable=way == "resumable")
    return nothing


def not_any_more(task: asyncio.Task[None]) -> None:
    """Stop a disconnection that is under way."""
    task.cancel()


def nothing() -> None:
    """Do nothing, as the fault is over already."""


KINDS = (
    Kind("429, short", 6, requests(lambda r, m, p: limited(r, m, p, after=r.uniform(0.1, 2)))),
    Kind("429, longer than the client waits", 3, requests(lambda r, m, p: limited(r, m, p, after=LONGER))),
    Kind("429 without Via", 3, requests(lambda r, m, p: limited(r, m, p, after=1.0, via=False))),
    Kind("5xx before", 6, requests(lambda r, m, p: Fault(m, p, r.randint(1, 6), status=r.choice(BROKEN)))),
    Kind("5xx after", 6, requests(lambda r, m, p: Fault(m, p, r.randint(1, 2), status=r.choice(BROKEN), effect=True))),
    Kind("reset before", 4, requests(lambda r, m, p: Fault(m, p, r.randint(1, 3), reset=True))),
    Kind("reset after", 6, requests(lambda r, m, p: Fault(m, p, r.randint(1, 3), lose=True))),
    Kind("slow before", 3, requests(lambda r, m, p: Fault(m, p, 1, delay=SLOW))),
    Kind("slow after", 3, requests(lambda r, m, p: Fault(m, p, 1, late=SLOW))),
    Kind("50001", 2, on("POST", MESSAGES, code=50001)),
    Kind("50013", 2, on("POST", MESSAGES, code=50013)),
    Kind("10008", 2, on("PATCH", ANSWER, code=10008)),
    Kind("10062", 3, on("POST", CALLBACK, code=10062)),
    Kind("40060 after", 4, on("POST", CALLBACK, code=40060, effect=True)),
    Kind("50083", 2, on("PATCH", MESSAGE, code=50083)),
    Kind("30046", 3, requests(too_many_edits)),
    Kind("connection", 6, connection, 0.5, 1),
    Kind("outage of a guild", 3, guild(GuildHandle.go_down, GuildHandle.come_back), 1, 6),
    Kind("bot removed", 2, guild(GuildHandle.remove_bot, GuildHandle.invite_bot), 1, 4),
    Kind("permission", 4, forbidden, 1, 6),
    Kind("thread archived", 2, archived),
    Kind("thread locked", 2, locked, 1, 6),
    Kind("message deleted", 3, deleted_message),
    Kind("thread deleted", 1, deleted_thread),
    Kind("time passes", 4, time_passes),
)


NAMES = tuple(kind.name for kind in KINDS)


class FaultInjector:
    """Begin and end faults of these names; `seen` counts them."""

    def __init__(self, testbed: Testbed, random: Random, names: Collection[str]) -> None:
        self._testbed = testbed
        self._kinds = [kind for kind in KINDS if kind.name in names]
        self._random = random
        self._ends: set[End] = set()
        self.seen: dict[str, int] = {}
        self.log: list[tuple[float, str]] = []

    async def change(self, stop: asyncio.Event) -> None:
        """Inject faults, sometimes several at once, until ``stop`` is set; then end all of them."""
        while self._kinds and not stop.is_set():
            await asyncio.sleep(self._random.expovariate(1 / PAUSE_SECONDS))
            self._begin()
            while self._random.random() < COMBINED:
                self._begin()
        self.clear()

    def clear(self) -> None:
        """End all faults."""
        for end in list(self._ends):
            self._finish(end)
        self._testbed.world.faults.clear()

    def _begin(self) -> None:
        (kind,) = self._random.choices(self._kinds, [kind.weight for kind in self._kinds])
        self.seen[kind.name] = self.seen.get(kind.name, 0) + 1
        self.log.append((self._testbed.world.now(), kind.name))
        end = kind.begin(self._testbed, self._random)
        self._ends.add(end)
        seconds = self._random.uniform(kind.least, kind.most)
        asyncio.get_running_loop().call_later(seconds, self._finish, end)

    def _finish(self, end: End) -> None:
        if end in self._ends:
            self._ends.discard(end)
            end()
