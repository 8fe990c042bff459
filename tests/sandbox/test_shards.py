"""Shards: sessions that hear of their part of the guilds, refusals of IDENTIFY, and the limits on new sessions."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Protocol

import aiohttp
import discord
import pytest
import pytest_asyncio

from sandbox.addresses import api_of, gateway_of
from sandbox.guild_handle import GuildHandle
from sandbox.kinds import Json
from sandbox.rates import BOT_REQUEST_LIMIT
from sandbox.server import Sandbox
from sandbox.shards import IDENTIFY_SECONDS, Shard, read_shard
from tests.sandbox.tiny_bot import point_at
from trials.waiting import WAIT_SECONDS, wait_until

HEARTBEAT, IDENTIFY, RESUME, INVALID, HELLO = 1, 2, 6, 9, 10
INTENTS = 1 | 1 << 9 | 1 << 12


class Connection:
    """A connection to the gateway that says exactly what a test wants."""

    def __init__(self, sandbox: Sandbox, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.sandbox = sandbox
        self.socket = socket
        self.session = ""
        self.seen = 0

    async def send(self, operation: int, data: Any) -> None:
        await self.socket.send_str(json.dumps({"op": operation, "d": data}))

    async def identify(self, shard: Any = None, **others: Any) -> None:
        told: Json = {"token": self.sandbox.token, "intents": INTENTS, **others}
        await self.send(IDENTIFY, told if shard is None else {**told, "shard": shard})

    async def resume(self, session: str, seq: int) -> None:
        await self.send(RESUME, {"token": self.sandbox.token, "session_id": session, "seq": seq})

    async def next(self, event: str) -> Json:
        """Return the data of the next frame, which must be this event."""
        frame = await self.socket.receive_json(timeout=WAIT_SECONDS)
        assert frame["t"] == event, frame
        self.seen = frame["s"]
        self.session = frame["d"].get("session_id", self.session)
        return frame["d"]

    async def next_operation(self) -> tuple[int, Any]:
        frame = await self.socket.receive_json(timeout=WAIT_SECONDS)
        return frame["op"], frame["d"]

    async def close_code(self) -> int | None:
        """Wait until the sandbox closes the connection, and return its code."""
        while (await self.socket.receive(timeout=WAIT_SECONDS)).type is aiohttp.WSMsgType.TEXT:
            pass
        return self.socket.close_code

    async def is_silent(self) -> bool:
        """Return whether nothing was sent before the answer to a heartbeat."""
        await self.send(HEARTBEAT, self.seen)
        return (await self.next_operation())[0] == 11


class Connect(Protocol):
    """Opens a connection that has heard HELLO."""

    async def __call__(self, **query: str) -> Connection: ...


@pytest_asyncio.fixture
async def connect(sandbox: Sandbox) -> AsyncIterator[Connect]:
    """Yield a function that opens connections."""
    async with aiohttp.ClientSession() as session:

        async def connect(**query: str) -> Connection:
            made = Connection(sandbox, await session.ws_connect(sandbox.gateway, params=query))
            assert (await made.next_operation())[0] == HELLO
            return made

        yield connect


@pytest.fixture
def guilds(sandbox: Sandbox) -> list[GuildHandle]:
    """Return a guild on each of two shards, besides the first guild, which is on shard 1."""
    return [sandbox.found(f"Club {number}", Shard(number, 2)) for number in range(2)]


async def test_each_shard_hears_of_its_guilds_alone(sandbox: Sandbox, connect: Connect, guilds: list[GuildHandle]) -> None:
    home, shards = sandbox.home, [await connect(), await connect()]
    assert Shard(1, 2).hears_of(home.guild.id)
    expected = [{guilds[0].guild.id}, {home.guild.id, guilds[1].guild.id}]
    for number, shard in enumerate(shards):
        assert not sandbox.connected
        await shard.identify([number, 2])
        ready = await shard.next("READY")
        assert {guild["id"] for guild in ready["guilds"]} == expected[number]
        assert ready["shard"] == [number, 2]
        created = {(await shard.next("GUILD_CREATE"))["id"] for _ in ready["guilds"]}
        assert created == expected[number]
    assert sandbox.connected
    for number, handle in enumerate(guilds):
        handle.remove_bot()
        assert (await shards[number].next("GUILD_DELETE"))["id"] == handle.guild.id
    assert [await shard.is_silent() for shard in shards] == [True, True]


async def test_direct_messages_arrive_at_shard_0(sandbox: Sandbox, connect: Connect) -> None:
    shards = [await connect(), await connect()]
    for number, shard in enumerate(shards):
        await shard.identify([number, 2])
        await shard.next("READY")
    await shards[1].next("GUILD_CREATE")
    ada = sandbox.home.person("Ada")
    await ada.say("hello", sandbox.world.direct(ada.id)["id"])
    assert (await shards[0].next("MESSAGE_CREATE"))["content"] == "hello"
    assert await shards[1].is_silent()


async def test_sessions_of_one_shard_both_hear_everything(sandbox: Sandbox, connect: Connect) -> None:
    twins = [await connect(), await connect()]
    for twin in twins:
        await twin.identify([1, 2])
        await twin.next("READY")
        await twin.next("GUILD_CREATE")
    assert not sandbox.connected
    sandbox.home.remove_bot()
    for twin in twins:
        assert (await twin.next("GUILD_DELETE"))["id"] == sandbox.home.guild.id


@pytest.mark.parametrize("shard", [[2, 2], [-1, 2], [0, 0], [0], [0, 1, 2], "0", {"0": 1}, [0.0, 1], ["0", "1"]])
async def test_invalid_shard_is_refused(connect: Connect, shard: Any) -> None:
    assert read_shard(shard) is None
    made = await connect()
    await made.identify(shard)
    assert await made.close_code() == 4010


async def test_session_with_too_many_guilds_is_refused(sandbox: Sandbox, connect: Connect, guilds: list[GuildHandle]) -> None:
    sandbox.gateway_state.guild_limit = 2
    alone = await connect()
    await alone.identify()
    assert await alone.close_code() == 4011
    one = await connect()
    await one.identify([1, 2])
    await one.next("READY")


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        (["nonsense"], 4002),
        (["[]"], 4002),
        ([json.dumps({"op": 3, "d": "x" * 5000})], 4002),
        ([json.dumps({"op": 5, "d": None})], 4001),
        ([json.dumps({"op": 3, "d": {}})], 4003),
        ([json.dumps({"op": HEARTBEAT, "d": None})] * 121, 4008),
    ],
)
async def test_wrong_frames_close_the_connection(connect: Connect, frames: list[str], code: int) -> None:
    made = await connect()
    for frame in frames:
        await made.socket.send_str(frame)
    assert await made.close_code() == code


async def test_second_identify_wrong_intents_and_version_are_refused(connect: Connect) -> None:
    made = await connect()
    await made.identify()
    await made.identify()
    assert await made.close_code() == 4005
    made = await connect()
    await made.identify(intents=1 << 30)
    assert await made.close_code() == 4013
    with pytest.raises(TypeError):  # there is no HELLO
        await connect(v="6")


async def test_resume_replays_events_of_one_shard(sandbox: Sandbox, connect: Connect, guilds: list[GuildHandle]) -> None:
    one, other = await connect(), await connect()
    await one.identify([0, 2])
    await other.identify([1, 2])
    await one.next("READY")
    await one.next("GUILD_CREATE")
    _, code = await asyncio.gather(sandbox.disconnect(4000, 0), one.close_code())
    assert code == 4000
    for handle in guilds:
        handle.remove_bot()
    again = await connect()
    await again.resume(one.session, one.seen)
    assert (await again.next("GUILD_DELETE"))["id"] == guilds[0].guild.id
    await again.next("RESUMED")
    await again.resume(one.session, one.seen)
    assert await again.close_code() == 4005
    ahead = await connect()
    await ahead.resume(one.session, 1000)
    assert await ahead.close_code() == 4007
    assert not other.socket.closed


@pytest.mark.parametrize("ending", ["4009", "opcode 9", "closed by the client", "other token", "unknown"])
async def test_ended_sessions_cannot_be_resumed(sandbox: Sandbox, connect: Connect, ending: str) -> None:
    one = await connect()
    await one.identify()
    await one.next("READY")
    await one.next("GUILD_CREATE")
    again, session = await connect(), one.session
    match ending:
        case "4009":
            _, code = await asyncio.gather(sandbox.disconnect(4009), one.close_code())
            assert code == 4009
        case "opcode 9":
            sandbox.invalidate(0)
            assert await one.next_operation() == (INVALID, False)
        case "closed by the client":
            await one.socket.close(code=1000)
            await sandbox.world.changes.wait_until(lambda: not sandbox.gateway_state.open_shards, WAIT_SECONDS)
        case "other token":
            await again.send(RESUME, {"token": "another", "session_id": session, "seq": 1})
            assert await again.close_code() == 4004
            return
        case _:
            session = "unknown"
    await again.resume(session, 1)
    assert await again.next_operation() == (INVALID, False)


async def told_gateway(sandbox: Sandbox, token: str) -> tuple[int, Json]:
    async with (
        aiohttp.ClientSession(headers={"Authorization": f"Bot {token}"}) as session,
        session.get(f"{sandbox.api}/gateway/bot") as answer,
    ):
        return answer.status, await answer.json()


async def test_start_too_soon_after_another_in_its_bucket_is_refused(sandbox: Sandbox, connect: Connect) -> None:
    starts = sandbox.world.session_starts
    starts.strict, starts.max_concurrency, starts.recommended = True, 2, 3
    made = [await connect() for _ in range(3)]
    for number, each in enumerate(made):
        await each.identify([number, 3])
    await made[0].next("READY")
    await made[1].next("READY")
    assert await made[2].next_operation() == (INVALID, False)
    assert starts.too_soon == 1
    status, told = await told_gateway(sandbox, sandbox.token)
    assert (status, told["shards"], told["url"]) == (200, 3, sandbox.gateway)
    limit = told["session_start_limit"]
    assert (limit["total"], limit["remaining"], limit["max_concurrency"]) == (1000, 997, 2)
    assert 86_000_000 < limit["reset_after"] <= 86_400_000
    sandbox.world.advance(86_401)
    assert (await told_gateway(sandbox, sandbox.token))[1]["session_start_limit"]["remaining"] == 1000


async def test_too_many_starts_a_day_end_all_sessions_and_the_token(sandbox: Sandbox, connect: Connect) -> None:
    sandbox.world.session_starts.total = 1
    token, one, other = sandbox.token, await connect(), await connect()
    await one.identify()
    await one.next("READY")
    await other.identify()
    assert await asyncio.gather(one.close_code(), other.close_code()) == [4004, 4004]
    assert sandbox.token != token
    assert (await told_gateway(sandbox, token))[0] == 401
    assert (await told_gateway(sandbox, sandbox.token))[0] == 200


class Sharded(discord.AutoShardedClient):
    """A client of discord.py with as many shards as the sandbox recommends; it does not wait between them."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None, guild_ready_timeout=0.1)
        self.resumed = list[int]()
        self.readied = list[int]()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        pass

    async def on_shard_resumed(self, shard: int) -> None:
        self.resumed.append(shard)

    async def on_shard_ready(self, shard: int) -> None:
        self.readied.append(shard)


@asynccontextmanager
async def connected(sandbox: Sandbox, shards: int) -> AsyncGenerator[Sharded]:
    """Yield a connected client with this number of shards."""
    sandbox.world.session_starts.recommended = shards
    point_at(sandbox)
    client = Sharded()
    running = asyncio.create_task(client.start(sandbox.token))
    try:
        await sandbox.wait_ready()
        await asyncio.wait_for(client.wait_until_ready(), WAIT_SECONDS)
        yield client
    finally:
        await client.close()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


@pytest.mark.parametrize("shards", [1, 2, 5])
async def test_discord_py_connects_and_reconnects_each_shard(sandbox: Sandbox, shards: int) -> None:
    clubs = [sandbox.found(f"Club {number}", Shard(number, shards)) for number in range(shards)]
    last = shards - 1
    async with connected(sandbox, shards) as client:
        assert {guild.id for guild in client.guilds} == {int(club.guild.id) for club in [sandbox.home, *clubs]}
        assert [client.get_guild(int(club.guild.id)).shard_id for club in clubs] == list(range(shards))  # type: ignore[union-attr]
        assert sorted(client.readied) == list(range(shards))
        sandbox.reconnect(last)
        await wait_until(lambda: client.resumed == [last])
        await sandbox.disconnect(4000, last)
        await wait_until(lambda: client.resumed == [last] * 2)
        sandbox.invalidate(last)
        await wait_until(lambda: client.readied[shards:] == [last])
        assert (sandbox.gateway_state.identifies, sandbox.gateway_state.resumes) == (shards + 1, 2)
    await wait_until(lambda: not sandbox.gateway_state.open_shards)


async def test_silent_shard_waits_while_the_others_connect(sandbox: Sandbox) -> None:
    gateway = sandbox.gateway_state
    async with connected(sandbox, 2) as client:
        gateway.silent = {1}
        await sandbox.disconnect(4000, 1)
        await sandbox.disconnect(4000, 0)
        await wait_until(lambda: client.resumed == [0])
        assert gateway.open_shards == {Shard(0, 2)}
        gateway.silent.clear()
        sandbox.world.changes.notify()
        await wait_until(lambda: client.resumed == [0, 1])


async def test_all_connections_share_the_global_limit(sandbox: Sandbox) -> None:
    sandbox.world.rates.strict = True
    headers = {"Authorization": f"Bot {sandbox.token}"}
    async with aiohttp.ClientSession(headers=headers) as one, aiohttp.ClientSession(headers=headers) as other:

        async def ask(session: aiohttp.ClientSession) -> tuple[int, bool]:
            async with session.get(f"{sandbox.api}/users/@me") as answer:
                return answer.status, bool((await answer.json()).get("global"))

        answers = await asyncio.gather(*(ask(session) for session in (one, other) for _ in range(BOT_REQUEST_LIMIT)))
    assert BOT_REQUEST_LIMIT <= answers.count((200, False)) < 2 * BOT_REQUEST_LIMIT
    assert set(answers) == {(200, False), (429, True)}


async def test_each_door_is_named_in_its_requests_and_sessions(sandbox: Sandbox) -> None:
    doors = [await sandbox.open_door() for _ in range(2)]
    hosts = [door.removeprefix("http://") for door in doors]
    headers = {"Authorization": f"Bot {sandbox.token}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        for number, door in enumerate(doors):
            async with session.get(f"{api_of(door)}/users/@me") as answer:
                assert answer.status == 200
            made = Connection(sandbox, await session.ws_connect(gateway_of(door)))
            await made.next_operation()
            await made.identify([number, 2])
            assert (await made.next("READY"))["resume_gateway_url"] == gateway_of(door)
    assert [request["_host"] for request in sandbox.requests] == hosts
    started = sandbox.world.session_starts.started
    assert [(start.shard.id, start.host) for start in started] == [(0, hosts[0]), (1, hosts[1])]
    assert started[1].after == started[1].at - started[0].at < IDENTIFY_SECONDS
