"""Play many tables at once with a few people, as fast as the bot keeps up."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import monotonic

from bench.live.request_rates import RequestRates
from bench.live.seating import CONFIRM, MILLI, Click, Group
from sandbox.kinds import Json
from sandbox.server import Sandbox
from trials.faults.testbed import forget

CLEANUP_SECONDS = 2.0  # between two clean-ups of the sandbox
OPENING_SECONDS = 300.0  # until each table has its first board


@dataclass
class Played:
    """The figures of a time of play; ``posted`` are the ms from the last answer of a turn until its board."""

    clicks: list[Click] = field(default_factory=list[Click])
    moves: int = 0
    turns: int = 0
    posted: list[float] = field(default_factory=list[float])
    request_rates: RequestRates = field(default_factory=RequestRates)


class Rounds:
    """Keep ``clicking`` people at play: as soon as one has taken a turn, a person of another table begins."""

    def __init__(self, sandbox: Sandbox, seated: Sequence[Group], clicking: int) -> None:
        self._now = Played()
        self._most: int | None = None
        self._pause = self._next_turn = 0.0
        self._sandbox = sandbox
        self._clicking = clicking
        self._groups = {group.place["id"]: group for group in seated}
        self._ready: asyncio.Queue[Group] = asyncio.Queue()
        self._playing: set[Group] = set()
        self._played: dict[Group, float] = {}
        sandbox.world.listeners.append(self._hear)

    async def opened(self) -> None:
        """Wait until all tables have their first board.

        :raises TimeoutError: after `OPENING_SECONDS`.
        """
        if not await self._sandbox.world.changes.wait_until(
            lambda: all(group.board for group in self._groups.values()), OPENING_SECONDS
        ):
            missing = sum(not group.board for group in self._groups.values())
            raise TimeoutError(f"{missing} of {len(self._groups)} tables have no board after {OPENING_SECONDS:g} s")

    async def play(self, seconds: float, moves: int | None = None, *, pause: float = 0.0) -> Played:
        """Play for ``seconds``, or until ``moves`` are made; return the figures. An unfinished turn does not count.

        Tables whose turn is unfinished are not played any more.

        :param pause: seconds between the beginnings of two turns; with 0, each begins as soon as a person is free.
        """
        self._now, self._most, self._pause, self._next_turn = Played(), moves, pause, monotonic()
        self._played.clear()
        self._sandbox.requests.clear()
        tidying = asyncio.create_task(self._tidy())
        playing = [asyncio.create_task(self._hand()) for _ in range(self._clicking)]
        try:
            done, _ = await asyncio.wait(playing, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            for hand in done:
                hand.result()
        finally:
            for task in (tidying, *playing):
                task.cancel()
            await asyncio.gather(tidying, *playing, return_exceptions=True)
        self._read()
        return self._now

    async def rested(self) -> None:
        """Wait until every table but those with an unfinished turn has its board.

        :raises TimeoutError: after `OPENING_SECONDS`.
        """
        waiting = [group for group in self._groups.values() if group not in self._playing]
        if not await self._sandbox.world.changes.wait_until(
            lambda: all(group.can_move or group.over for group in waiting), OPENING_SECONDS
        ):
            raise TimeoutError(f"a turn has no board after {OPENING_SECONDS:g} s")

    async def _hand(self) -> None:
        while self._most is None or self._now.moves < self._most:
            await self._turn_to_begin()
            group = await self._ready.get()
            self._playing.add(group)
            clicks = await group.turn()
            self._now.clicks += clicks
            self._now.moves += sum(click.kind == CONFIRM for click in clicks)
            self._now.turns += 1
            self._playing.discard(group)
            self._played[group] = monotonic()
            if group.can_move:
                self._next(group)

    async def _turn_to_begin(self) -> None:
        """Wait until the next turn is to begin."""
        begin, self._next_turn = self._next_turn, self._next_turn + self._pause
        await asyncio.sleep(max(0.0, begin - monotonic()))

    def _hear(self, event: str, message: Json) -> None:
        group = self._groups.get(message.get("channel_id", "")) if event in ("MESSAGE_CREATE", "MESSAGE_UPDATE") else None
        if group is not None and group.hear(message) and group.can_move and group not in self._playing:
            self._next(group)

    def _next(self, group: Group) -> None:
        if group in self._played:
            self._now.posted.append((monotonic() - self._played.pop(group)) * MILLI)
        self._ready.put_nowait(group)

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(CLEANUP_SECONDS)
            self._read()
            forget(self._sandbox.world)

    def _read(self) -> None:
        self._now.request_rates.read(self._sandbox.requests)
        self._sandbox.requests.clear()
