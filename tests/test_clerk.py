"""Several processes share a database: one of them is the clerk, and another one takes its work over."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Generator
from contextlib import contextmanager

import pytest
import pytest_asyncio
from discord.gateway import DiscordWebSocket
from discord.http import Route

from cogs.discord_api.errors import Kind, classify
from cogs.discord_api.guard import RoleInDoubt, while_sure
from cogs.discord_api.shards import ShardPlan
from cogs.shell.client import Parterre
from db.roles import CLERK
from db.store import Store
from host.tables import Tables
from render.emojis import emoji
from sandbox.server import Sandbox
from sandbox.shards import Shard
from tests.manual_clock import ManualClock
from tests.sandbox.tiny_bot import point_at
from tests.shared_roles import SharedRoles
from trials.waiting import wait_until

pytestmark = [pytest.mark.process, pytest.mark.sqlite]


@pytest_asyncio.fixture
async def sandbox(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Sandbox]:
    """A sandbox with two shards that this process takes for Discord."""
    made = await Sandbox.start()
    monkeypatch.setattr(Route, "BASE", made.api)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    point_at(made)
    made.world.session_starts.recommended = made.world.session_starts.max_concurrency = 2
    yield made
    await made.close()


def process(store: Store, number: int, others: SharedRoles | None = None, *, emojis: bool = False) -> Parterre:
    """Return the bot of a process that shares the database of a store, and connects range ``number`` of two."""
    shared = Store(store._db)  # pyright: ignore[reportPrivateUsage]
    shared.roles = roles = SharedRoles(f"process {number}", others)
    return Parterre(Tables(shared, now=ManualClock()), emojis=emojis, plan=ShardPlan(None, number, 2, roles))


def roles_of(client: Parterre) -> SharedRoles:
    roles = client.tables.store.roles
    assert isinstance(roles, SharedRoles)
    return roles


@contextmanager
def running(client: Parterre, sandbox: Sandbox) -> Generator[asyncio.Task[None]]:
    task = asyncio.create_task(client.start(sandbox.token))
    try:
        yield task
    finally:
        task.cancel()


def registrations(sandbox: Sandbox) -> int:
    return sum(request["method"] == "PUT" and request["path"].endswith("/commands") for request in sandbox.requests)


def emoji_of_djinns() -> bytes:
    return emoji("djinns_red").png


async def test_another_process_becomes_the_clerk_when_it_ends(sandbox: Sandbox, store: Store) -> None:
    async with process(store, 0) as one, process(store, 1, roles_of(one)) as two:
        with running(one, sandbox), running(two, sandbox):
            await wait_until(lambda: one.is_clerk != two.is_clerk)
            await wait_until(lambda: one.heard_shards == {0} and two.heard_shards == {1})
            clerk, other = (one, two) if one.is_clerk else (two, one)
            await wait_until(lambda: bool(clerk.command_ids))
            began = list[Parterre]()

            async def begin() -> None:
                began.append(other)

            other.once_clerk(begin)
            assert other.sender is not clerk.sender
            await other.sender.until_idle()
            assert not other.is_clerk
            await clerk.close()
            await wait_until(lambda: other.is_clerk)
            await wait_until(lambda: began == [other])
            await wait_until(lambda: other.command_ids == clerk.command_ids)
            assert roles_of(other).held == {CLERK: roles_of(other).process}
            assert registrations(sandbox) == 1


async def test_other_processes_learn_commands_registered_by_the_clerk(
    sandbox: Sandbox, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.shell.client.FOLLOW_SECONDS", 0.05)
    clerk = SharedRoles("clerk")
    assert await clerk.take(CLERK)
    async with process(store, 1, clerk, emojis=True) as client:
        with running(client, sandbox):
            await wait_until(lambda: client.heard_shards == {1})
            assert not client.command_ids
            await store.facts.put(command_ids='{"help": 7}')
            await client.create_application_emoji(name="parterre_djinns_red_0", image=await asyncio.to_thread(emoji_of_djinns))
            await wait_until(lambda: client.command_ids == {"help": 7})
            await wait_until(lambda: set(client.pieces.known) == {"djinns_red"})
            assert not client.is_clerk


@pytest.mark.parametrize("processes", [1, 2])
async def test_clerk_leaves_messages_only_to_another_process(sandbox: Sandbox, store: Store, processes: int) -> None:
    club = int(sandbox.found("Club", Shard(0, 2)).guild.id)
    async with process(store, 0) as client:
        with running(client, sandbox):
            await wait_until(lambda: client.is_clerk and client.get_guild(club) is not None)
            await client.sender.until_idle()
            roles_of(client).count = processes
            await store.outbox.enqueue_overview(club)
            await client.sender.finish()
            assert await store.outbox.has_due(client.tables.now()) == (processes > 1)


async def test_closed_bot_listens_no_more(sandbox: Sandbox, store: Store) -> None:
    """The bot is made anew after errors, and the roles of its process go on."""
    async with process(store, 0) as client:
        with running(client, sandbox):
            await wait_until(lambda: client.is_clerk)
            assert roles_of(client).listeners
    assert not roles_of(client).listeners


async def test_clerk_in_doubt_sends_no_request(sandbox: Sandbox, tables: Tables) -> None:
    tables.store.roles = roles = SharedRoles()
    async with Parterre(tables, emojis=False) as client:
        await client.http.static_login(sandbox.token)
        before, roles.sure = len(sandbox.requests), False
        with while_sure(roles):
            later = asyncio.create_task(client.http.get_channel(1))  # a task takes the block with it
            with pytest.raises(RoleInDoubt) as refused:
                await client.http.get_channel(1)
        with pytest.raises(RoleInDoubt):
            await later
        assert len(sandbox.requests) == before
        verdict = classify(refused.value)
        assert (verdict.kind, verdict.unsent, verdict.expected) == (Kind.LATER, True, True)
        await client.http.application_info()  # other requests pass


async def test_queue_of_another_process_is_watched(sandbox: Sandbox, store: Store) -> None:
    async with process(store, 0) as client:
        await client.load_cogs()
        await client.tables.store.outbox.enqueue_overview(1)
        (row,) = await store.outbox.claim("another", 1.0, 20)
        assert row.queue is not None
        waiting = asyncio.create_task(client.sender.until_sent(row.queue))
        await store.outbox.has_pending(row.queue)
        assert not waiting.done()
        await store.outbox.mark_done(row)
        await waiting
        assert not await store.outbox.has_pending(row.queue)
