"""Shards: a connection to Discord's gateway for each part of the servers, started within Discord's limits."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import Any, cast

from discord.ext import commands
from discord.gateway import ReconnectWebSocket
from discord.http import HTTPClient, Route
from discord.utils import MISSING
from yarl import URL

from cogs.discord_api.errors import shorten_expected
from cogs.discord_api.payloads import Parse
from cogs.discord_api.retry import until_reachable
from cogs.operations.exits import CannotStart
from cogs.operations.logs import log_shard
from cogs.operations.settings import require_enough_shards
from db.roles import Roles, SoleProcess
from db.statement import Unsaved
from host.ranges import ShardRange

IDENTIFY_SECONDS = 5.25  # between two new sessions of a bucket; Discord's limit is 5, and no network is quite regular
LATE_SECONDS = 0.2  # after which a booked moment is missed: less than what `IDENTIFY_SECONDS` adds to Discord's limit
DAY_SECONDS = 86_400.0
LONGEST_BACKOFF_EXPONENT = 5  # a shard tries to reconnect every 32 s at the latest; discord.py lets it wait for 17 minutes
LIBRARY_TASK = "discord.py: "  # prefix of the names of tasks of discord.py
REFUSED_COUNT = (4010, 4011)  # codes with which Discord closes a connection: invalid shard, sharding required
AGREED_COUNT = "shards"  # name of the number of shards among what the processes agree on
logging.getLogger("discord.shard").addFilter(shorten_expected)
log = logging.getLogger(__name__)


class ShardPlan:
    """Knows the shards of this process, and when each may start a session.

    It outlives the bot, which is made anew after some errors. Several processes may share the shards: each connects one *range*,
    a stretch of neighbours.

    :param wanted: the number of shards; None: as many as Discord recommends.
    :param range_number: the range of this process, from 0.
    :param ranges: the number of ranges.
    :param roles: of this process among those that share the shards; by default it has all of them.
    """

    def __init__(self, wanted: int | None = None, range_number: int = 0, ranges: int = 1, roles: Roles | None = None) -> None:
        self.wanted = wanted
        self.range_number = range_number
        self.ranges = ranges
        self.recommended = 1
        self._roles = roles or SoleProcess()
        self._agreed: int | None = None
        self._http: HTTPClient | None = None
        self._total = self._left = self._buckets = 1
        self._renewed_at = 0.0  # when all starts of a day are left again, by the loop's clock
        self._starting = defaultdict[int, asyncio.Lock](asyncio.Lock)  # of each bucket, as shards wait in turn

    @property
    def count(self) -> int:
        """Return the number of all shards, also those of other processes."""
        return self._agreed or self.wanted or self.recommended

    @property
    def own_range(self) -> ShardRange:
        """Return the range of this process."""
        return ShardRange(self.range_number, self.ranges, self.count)

    @property
    def shards(self) -> Sequence[int]:
        """Return the shards of this process."""
        return self.own_range.own

    async def ask(self, http: HTTPClient) -> None:
        """Ask Discord for its recommendation and its limits, and agree with the other processes on the number of shards.

        :raises CannotStart: when Discord never allows this number of shards.
        :raises ConnectionError: when too few starts are left today. One too many would make Discord end the bot's token.
        :raises db.statement.Unsaved: when the database fails.
        """
        self._http = http
        reset_after = await self._ask_limits(http)
        if self.wanted is None:  # else all processes have the same number: `agree_on_settings` saw to that
            self._agreed = int(await self._roles.agree(AGREED_COUNT, str(self.recommended)))
        if self.count > self._total:
            raise CannotStart(self.refusal)
        require_enough_shards(self.ranges, self.count)
        if len(self.shards) > self._left:
            raise ConnectionError(f"Discord allows {self._left} new sessions within {reset_after:.0f} s")

    async def _ask_limits(self, http: HTTPClient) -> float:
        """Ask Discord for its recommendation and its limits; return the seconds until a day's starts are left again."""
        told = await http.request(Route("GET", "/gateway/bot"))
        limit = told["session_start_limit"]
        self.recommended, self._total, self._left = told["shards"], limit["total"], limit["remaining"]
        self._buckets = max(1, limit["max_concurrency"])
        reset_after = limit["reset_after"] / 1000
        self._renewed_at = asyncio.get_running_loop().time() + reset_after
        return reset_after

    @property
    def refusal(self) -> str:
        """Return the sentence for a number of shards that Discord does not accept."""
        return (
            f"PARTERRE_SHARDS: Discord does not accept {self.count} shards for this bot. "
            f"Leave it empty to have the recommended number, {self.recommended}."
        )

    @property
    def in_doubt(self) -> bool:
        """Return whether another process may have taken the shards of this one over.

        Discord would send the same clicks to both. Without another process, this one answers that nothing can be saved.
        """
        return self._roles.count > 1 and not self._roles.sure

    def refused(self) -> Exception:
        """Return the error for a number of shards that Discord does not accept, or not any more."""
        if self.wanted is not None:
            return CannotStart(self.refusal)
        if self._roles.count > 1:  # all of them have to ask for the recommendation of today
            return CannotStart(
                f"Discord does not accept {self.count} shards any more. Stop all processes, then start them again."
            )
        return ConnectionError(f"Discord does not accept {self.count} shards any more")

    async def wait(self, shard: int) -> None:
        """Wait until this shard may start a session.

        :raises ConnectionError: when all starts of the day are used up, or the processes cannot agree on the moment.
        """
        bucket = shard % self._buckets
        async with self._starting[bucket]:
            await self._take_start()
            try:
                await self._wait_turn(bucket)
            except Unsaved as error:  # discord.py would end the bot by it
                raise ConnectionError(f"no turn to start a session: {error}") from error

    async def _take_start(self) -> None:
        """Count a start.

        :raises ConnectionError: when all starts of the day are used up.
        """
        clock = asyncio.get_running_loop().time
        if self._http is not None and not self._roles.alone:
            await self._ask_limits(self._http)  # the others have started sessions meanwhile
        elif clock() >= self._renewed_at:
            self._left, self._renewed_at = self._total, clock() + DAY_SECONDS
        if self._left < self.ranges:  # each of the others may take one now
            raise ConnectionError("all new sessions that Discord allows in a day are used up")
        self._left -= 1

    async def _wait_turn(self, bucket: int) -> None:
        """Wait for a moment at which no other shard of a bucket starts a session, in any process."""
        clock, late = asyncio.get_running_loop().time, True
        while late:  # a moment that this process missed may be too close to that of another one
            asked = clock()
            pause = await self._roles.wait_turn(f"identify {bucket}", IDENTIFY_SECONDS)
            if pause > 0:
                await asyncio.sleep(pause)
            late = clock() - asked - pause > LATE_SECONDS


class ShardedBot(commands.AutoShardedBot):
    """A bot that is connected by the shards of a plan. ``heard_shards`` are those whose events arrive now.

    ``shard_count`` counts those of other processes as well. ``known_shards`` are those that have been connected once: the servers
    of others may be there, but nobody knows them yet.
    """

    def __init__(self, plan: ShardPlan, **options: Any) -> None:
        super().__init__(shard_count=plan.wanted, **options)
        self.plan = plan
        self.heard_shards = set[int]()
        self.known_shards = set[int]()
        self._launching = set[int]()
        self._reconnecting = set[asyncio.Task[None]]()
        parsers: dict[str, Parse] = self._connection.parsers
        parsers["READY"] = partial(self._begin_session, parsers["READY"])
        for event, parse in parsers.items():
            parsers[event] = partial(self._parse, event, parse)

    @property
    def connected(self) -> bool:
        """Return whether any shard is connected."""
        return bool(self.heard_shards)

    @property
    def own_shards(self) -> Sequence[int]:
        """Return the shards that this process connects; none before Discord was asked for their number."""
        return self.shard_ids or ()

    def shard_of(self, guild: int | None) -> int:
        """Return the shard of a server; that of direct messages is 0."""
        return ((guild or 0) >> 22) % (self.shard_count or 1)

    def hears_of(self, guild: int) -> bool:
        """Return whether the shard of a server is connected."""
        return self.shard_of(guild) in self.heard_shards

    def knows_shard_of(self, guild: int) -> bool:
        """Return whether the shard of a server has been connected once in this process."""
        return self.shard_of(guild) in self.known_shards

    def is_mine(self, guild: int) -> bool:
        """Return whether this process runs the shard of a server."""
        return self.shard_ids is None or self.shard_of(guild) in self.shard_ids

    def is_gone(self, guild: int) -> bool:
        """Return whether a server has removed the bot: its shard alone can tell. `cogs.discord_api.servers` asks about others."""
        return self.knows_shard_of(guild) and self.get_guild(guild) is None

    def log_server(self, guild: int) -> AbstractContextManager[None]:
        """Name the shard of a server in all lines that are logged in the block, if there are several shards."""
        return log_shard(self.shard_of(guild) if self.shard_count != 1 else None)

    async def plan_shards(self) -> None:
        """Find out how many shards there are, and which are connected by this process.

        :raises CannotStart, ConnectionError: as `ShardPlan.ask`.
        """
        await self.plan.ask(self.http)
        self.shard_count, self.shard_ids = self.plan.count, list(self.plan.shards)

    def use_range(self, number: int) -> None:
        """Connect the shards of this range. Until then the bot may log in, but not connect."""
        self.plan.range_number = number
        self.shard_ids = list(self.plan.shards)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        await self.plan.wait(shard_id or 0)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect all shards, and each of them again after a loss, until the bot is closed.

        discord.py alone would first connect all shards, for 5 seconds each, and only then notice that Discord refuses them.

        :raises discord.ConnectionClosed: when Discord refuses a shard for good.
        """
        launching = asyncio.ensure_future(super().launch_shards())
        serving = asyncio.ensure_future(super().connect(reconnect=reconnect))
        try:
            await asyncio.wait({launching, serving}, return_when=asyncio.FIRST_COMPLETED)
            if launching.done():
                launching.result()
            await serving
        finally:
            launching.cancel()
            serving.cancel()
            await asyncio.gather(launching, serving, return_exceptions=True)

    async def close(self) -> None:
        if self._ready is MISSING:  # discord.py 2.7.1 closes no bot that has not logged in
            await self._async_setup_hook()
        await super().close()

    async def launch_shards(self) -> None:
        """Do nothing, as `connect` launches them meanwhile."""

    async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard for the first time, as soon as the gateway lets it in."""
        if shard_id in self._launching:  # discord.py calls this again after a failure, each time deeper in the stack
            raise ConnectionError("the gateway lets nobody in")
        self._launching.add(shard_id)
        try:
            launch = partial(super().launch_shard, gateway, shard_id, initial=initial)
            await until_reachable(f"shard {shard_id}: no connection to Discord", launch)
        finally:
            self._launching.discard(shard_id)
        shard = cast(Any, self.shards[shard_id])._parent
        shard._backoff._max = LONGEST_BACKOFF_EXPONENT
        # A connection that the gateway closes before its HELLO raises this, too: discord.py alone would end or try again at once.
        shard._handled_exceptions = (*shard._handled_exceptions, ReconnectWebSocket)
        shard.reidentify = partial(self._reconnect_apart, shard.reidentify)
        shard.reconnect = partial(self._reconnect_apart, shard.reconnect)

    async def _reconnect_apart(self, reconnect: Callable[..., Coroutine[Any, Any, None]], *given: Any) -> None:
        """Reconnect a shard in a task of its own. With discord.py alone, others would wait until it is connected or gives up."""
        task = asyncio.create_task(reconnect(*given), name=f"{LIBRARY_TASK}reconnect")  # `close` ends tasks of this name
        self._reconnecting.add(task)
        task.add_done_callback(self._reconnecting.discard)

    def _parse(self, event: str, parse: Callable[[Any], None], data: Any) -> None:
        """Handle an event; log lines about it name its shard."""
        guild = data.get("guild_id") or (data["id"] if event.startswith("GUILD_") else 0)
        shard = data["shard"][0] if event == "READY" else data.get("__shard_id__", self.shard_of(int(guild)))
        with log_shard(shard if self.shard_count != 1 else None):
            if event == "INTERACTION_CREATE" and self.plan.in_doubt:
                log.info("interaction %s is left to the process that may have this shard now", data["id"])
                return
            parse(data)

    def _begin_session(self, parse: Parse, data: Any) -> None:
        """Handle READY: forget servers of this shard that it does not name, as they removed the bot meanwhile.

        With several shards discord.py forgets none. It would also cancel the starts of other shards that are not complete.
        """
        state, shard = cast(Any, self._connection), data["shard"][0]
        named = {int(guild["id"]) for guild in data["guilds"]}
        for guild in [each for each in self.guilds if self.shard_of(each.id) == shard and each.id not in named]:
            state._remove_guild(guild)
        state._ready_task = None
        parse(data)
        self.known_shards.add(shard)
