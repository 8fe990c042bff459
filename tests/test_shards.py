"""Shards: their number, Discord's limits on new sessions, and what a bot knows of each."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from discord.http import Route

from cogs.discord_api.shards import IDENTIFY_SECONDS, ShardPlan
from cogs.operations.exits import CannotStart
from cogs.operations.logs import JsonFormatter, TextFormatter, log_shard
from cogs.shell.client import Parterre
from db.roles import Roles
from host.tables import Tables
from sandbox.asking import make_interaction, press_data
from sandbox.founding import describe_guild
from sandbox.kinds import Json
from sandbox.server import Sandbox
from sandbox.shards import Shard
from tests.sandbox.tiny_bot import point_at
from tests.shared_roles import SharedRoles
from trials.waiting import wait_until


async def asked(
    sandbox: Sandbox, tables: Tables, wanted: int | None = None, roles: Roles | None = None, plan: ShardPlan | None = None
) -> ShardPlan:
    """Return a plan that has asked the sandbox."""
    plan = plan or ShardPlan(wanted, roles=roles)
    async with Parterre(tables, plan=plan) as client:
        await client.http.static_login(sandbox.token)
        await client.plan_shards()
        assert client.shard_count == plan.count
    return plan


async def test_recommended_number_is_used_unless_another_is_wanted(sandbox: Sandbox, tables: Tables) -> None:
    sandbox.world.session_starts.recommended = 3
    assert (await asked(sandbox, tables)).count == 3
    assert (await asked(sandbox, tables, 5)).count == 5


async def test_more_shards_than_discord_allows_are_refused(sandbox: Sandbox, tables: Tables) -> None:
    with pytest.raises(CannotStart) as refused:
        await asked(sandbox, tables, 1001)
    assert str(refused.value) == (
        "PARTERRE_SHARDS: Discord does not accept 1001 shards for this bot. Leave it empty to have the recommended number, 1."
    )


async def test_start_waits_while_too_few_sessions_are_left(sandbox: Sandbox, tables: Tables) -> None:
    starts = sandbox.world.session_starts
    starts.total, starts.recommended = 3, 2
    starts.take(Shard(), 0.0)
    assert (await asked(sandbox, tables)).count == 2
    starts.take(Shard(), 0.0)
    with pytest.raises(ConnectionError, match=r"Discord allows 1 new sessions within \d+ s"):
        await asked(sandbox, tables)
    sandbox.advance(86_401)
    assert (await asked(sandbox, tables)).count == 2


async def test_no_session_starts_when_all_of_the_day_are_used(sandbox: Sandbox, tables: Tables) -> None:
    starts = sandbox.world.session_starts
    starts.total = 2
    starts.take(Shard(), 0.0)
    plan = await asked(sandbox, tables)
    await plan.wait(0)
    with pytest.raises(ConnectionError, match="used up"):
        await plan.wait(0)


@pytest.mark.virtual
async def test_shards_of_one_bucket_start_one_after_the_other() -> None:
    class Http:
        async def request(self, route: Route) -> Json:
            limit: Json = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 2}
            return {"url": "", "shards": 5, "session_start_limit": limit}

    plan, clock = ShardPlan(), asyncio.get_running_loop().time
    http: Any = Http()
    await plan.ask(http)
    began, started = clock(), dict[int, float]()

    async def start(shard: int) -> None:
        await plan.wait(shard)
        started[shard] = round((clock() - began) / IDENTIFY_SECONDS, 6)

    await asyncio.gather(*map(start, range(5)))
    assert started == {0: 0, 1: 0, 2: 1, 3: 1, 4: 2}


@pytest.mark.parametrize(("shards", "ranges"), [(1, 1), (5, 1), (5, 2), (6, 3), (7, 3), (3, 3)])
async def test_ranges_divide_the_shards(sandbox: Sandbox, tables: Tables, shards: int, ranges: int) -> None:
    plans = [ShardPlan(shards, number, ranges, SharedRoles()) for number in range(ranges)]
    for plan in plans:
        async with Parterre(tables, plan=plan) as client:
            await client.http.static_login(sandbox.token)
            await client.plan_shards()
            assert (client.shard_count, client.own_shards) == (shards, [*plan.shards])
    assert [shard for plan in plans for shard in plan.shards] == [*range(shards)]
    sizes = {len(plan.shards) for plan in plans}
    assert max(sizes) - min(sizes) <= 1
    assert 0 not in sizes


def agreed_on(shards: int) -> SharedRoles:
    """Return the roles of a process whose others use this number of shards."""
    roles = SharedRoles()
    roles.agreed["shards"] = str(shards)
    return roles


async def test_processes_use_the_number_that_the_others_use(
    sandbox: Sandbox, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    sandbox.world.session_starts.recommended = 3
    assert (await asked(sandbox, tables, roles=agreed_on(2))).count == 2


async def test_more_ranges_than_shards_are_refused(sandbox: Sandbox, tables: Tables) -> None:
    with pytest.raises(CannotStart) as refused:
        await asked(sandbox, tables, plan=ShardPlan(None, 0, 2, SharedRoles()))
    assert str(refused.value) == (
        "PARTERRE_RANGES: 2 ranges are too many for 1 shard. Each range needs one. "
        "Set a smaller number, and the same in all processes."
    )


async def test_sessions_of_other_processes_count(sandbox: Sandbox, tables: Tables) -> None:
    starts, plan = sandbox.world.session_starts, ShardPlan(2, 0, 2, SharedRoles())
    starts.total = 3
    async with Parterre(tables, plan=plan) as client:
        await client.http.static_login(sandbox.token)
        await client.plan_shards()
        await plan.wait(0)
        starts.take(Shard(), 0.0)
        starts.take(Shard(), 0.0)
        with pytest.raises(ConnectionError, match="used up"):  # the last one is left to the other process
            await plan.wait(0)


@pytest.mark.virtual
@pytest.mark.sqlite
async def test_processes_take_turns_to_start_sessions() -> None:
    roles, clock = SharedRoles(), asyncio.get_running_loop().time
    began, started = clock(), list[float]()

    async def start(plan: ShardPlan) -> None:
        await plan.wait(0)
        started.append(round((clock() - began) / IDENTIFY_SECONDS, 6))

    await asyncio.gather(*(start(ShardPlan(2, 0, 1, roles)) for _ in range(3)))
    assert started == [0, 1, 2]


@pytest.mark.virtual
@pytest.mark.sqlite
async def test_missed_moment_is_booked_again() -> None:
    class Slow(SharedRoles):
        async def wait_turn(self, queue: str, pause: float) -> float:
            found = await super().wait_turn(queue, pause)
            if not self.agreed:
                await asyncio.sleep(1)
                self.agreed["slow"] = "once"
            return found

    clock = asyncio.get_running_loop().time
    began = clock()
    await ShardPlan(1, roles=Slow()).wait(0)
    assert clock() - began == pytest.approx(1 + IDENTIFY_SECONDS - 1)


@asynccontextmanager
async def connected_by_two_shards(sandbox: Sandbox, tables: Tables) -> AsyncGenerator[tuple[Parterre, asyncio.Task[None]]]:
    """Yield a bot whose two shards are connected, and its run."""
    starts = sandbox.world.session_starts
    starts.recommended = starts.max_concurrency = 2
    point_at(sandbox)
    async with Parterre(tables, emojis=False) as client:
        running = asyncio.create_task(client.start(sandbox.token))
        await wait_until(lambda: client.heard_shards == {0, 1})
        yield client, running
    await running


@pytest.mark.process
async def test_shard_that_hangs_does_not_keep_others_from_reconnecting(sandbox: Sandbox, tables: Tables) -> None:
    gateway = sandbox.gateway_state
    async with connected_by_two_shards(sandbox, tables) as (client, _):
        gateway.stalled = True
        await sandbox.disconnect(4000, 1)
        await wait_until(lambda: client.heard_shards == {0})
        gateway.stalled = False
        for resumes in (1, 2):
            await sandbox.disconnect(4000, 0)
            await wait_until(lambda count=resumes: gateway.resumes == count)
        assert gateway.open_shards == {Shard(0, 2)}


@pytest.mark.process
@pytest.mark.parametrize("code", [4000, *(pytest.param(code, marks=pytest.mark.long) for code in (1001, 1012))])
async def test_connection_closed_before_hello_is_retried_after_a_pause(sandbox: Sandbox, tables: Tables, code: int) -> None:
    gateway = sandbox.gateway_state
    async with connected_by_two_shards(sandbox, tables) as (client, running):
        gateway.refusal, before = code, gateway.connections
        await sandbox.disconnect(4000, 0)  # the shard tries a resume, then a new session
        await wait_until(lambda: gateway.connections >= before + 2)
        await asyncio.sleep(0.5)
        assert gateway.connections < before + 10
        assert not running.done()
        assert client.heard_shards == {1}
        gateway.refusal = 0
        await wait_until(lambda: client.heard_shards == {0, 1})


def parse(client: Parterre, event: str, data: Json) -> None:
    """Let discord.py handle an event."""
    client._connection.parsers[event](data)  # pyright: ignore[reportPrivateUsage]


def ready(sandbox: Sandbox, shard: Shard, guilds: list[str]) -> Json:
    """Return the data of READY."""
    return {
        "user": sandbox.world.bot,
        "guilds": [{"id": guild, "unavailable": True} for guild in guilds],
        "session_id": "1",
        "resume_gateway_url": "",
        "application": {"id": "1", "flags": 0},
        "shard": list(shard),
    }


async def test_ready_forgets_lost_servers_of_its_shard_alone(sandbox: Sandbox, tables: Tables) -> None:
    clubs = [sandbox.found(f"Club {number}", Shard(number % 2, 2)).guild for number in range(4)]
    async with Parterre(tables) as client:
        client.shard_count = client._connection.shard_count = 2  # pyright: ignore[reportPrivateUsage]
        client._connection.shard_ids = range(2)  # pyright: ignore[reportPrivateUsage]
        for number in range(2):
            parse(client, "READY", ready(sandbox, Shard(number, 2), [club.id for club in clubs[number::2]]))
            for club in clubs[number::2]:
                parse(client, "GUILD_CREATE", {**describe_guild(sandbox.world, club), "unavailable": False})
        assert {guild.id for guild in client.guilds} == {int(club.id) for club in clubs}
        assert [client.shard_of(int(club.id)) for club in clubs] == [0, 1, 0, 1]
        parse(client, "READY", ready(sandbox, Shard(1, 2), [clubs[3].id]))
        assert {guild.id for guild in client.guilds} == {int(club.id) for club in clubs if club is not clubs[1]}


@pytest.mark.parametrize(("others", "sure", "heard"), [(1, True, 1), (1, False, 0), (0, False, 1)])
async def test_click_is_left_to_a_process_that_may_have_the_shard(
    sandbox: Sandbox, tables: Tables, others: int, sure: bool, heard: int
) -> None:
    roles, ada = SharedRoles("two", SharedRoles() if others else None), sandbox.home.person("Ada")
    roles.sure = sure
    click = make_interaction(sandbox.world, ada.id, ada.channel, 3, press_data("b1:move:1", None, None)).payload
    told: list[str] = []
    async with Parterre(tables, plan=ShardPlan(roles=roles)) as client:
        client.shard_count = client._connection.shard_count = 1  # pyright: ignore[reportPrivateUsage]
        client._connection.shard_ids = range(1)  # pyright: ignore[reportPrivateUsage]
        parse(client, "READY", ready(sandbox, Shard(0, 1), [sandbox.home.guild.id]))

        def dispatch(event: str, *_: Any) -> None:
            told.append(event)

        client._connection.dispatch = dispatch  # pyright: ignore[reportPrivateUsage]
        parse(client, "INTERACTION_CREATE", click)
    assert told.count("interaction") == heard


def shown(record: logging.LogRecord) -> tuple[str, Json]:
    """Return a line of the log as text and as JSON."""
    return TextFormatter().format(record), json.loads(JsonFormatter().format(record))


async def test_lines_name_the_shard_only_where_there_are_several(
    sandbox: Sandbox, tables: Tables, caplog: pytest.LogCaptureFixture
) -> None:
    club = sandbox.found("Club", Shard(3, 5)).guild
    lines: list[tuple[str, Json]] = []
    async with Parterre(tables) as client:
        heard: Any = client._connection.parsers  # pyright: ignore[reportPrivateUsage]
        record = logging.LogRecord("x", logging.INFO, "", 1, "heard", None, None)
        client._connection.dispatch = lambda *_: lines.append(shown(record))  # pyright: ignore[reportPrivateUsage]
        for count in (1, 5):
            client.shard_count = client._connection.shard_count = count  # pyright: ignore[reportPrivateUsage]
            heard["GUILD_CREATE"](describe_guild(sandbox.world, club))
    assert [text.endswith(" shard=3") for text, _ in lines] == [False, True]
    assert [each.get("shard") for _, each in lines] == [None, 3]
    with log_shard(None):
        assert "shard" not in shown(record)[1]
