"""Test how a process takes its place among those that share a database."""

from __future__ import annotations

import asyncio

import pytest

from cogs.operations import processes
from cogs.operations.exits import CannotStart
from cogs.operations.processes import agree_on_settings, wait_for_range
from db.roles import SoleProcess
from tests.server import Server
from tests.test_membership import opened


@pytest.mark.parametrize(
    ("token", "ranges", "shards", "words"),
    [
        ("other", 2, None, "Another bot"),
        ("token", 3, None, "PARTERRE_RANGES is 3 here"),
        ("token", 2, 4, "PARTERRE_SHARDS is 4 here"),
    ],
)
async def test_processes_with_other_settings_are_refused(
    server: Server, monkeypatch: pytest.MonkeyPatch, token: str, ranges: int, shards: int | None, words: str
) -> None:
    monkeypatch.setattr(processes, "AGREE_SECONDS", 0.0)
    monkeypatch.setattr(processes, "RETRY_SECONDS", 0.0)
    name = server.new()
    one, other = await opened(server, name), await opened(server, name)
    await agree_on_settings(one.roles, "token", 2, None)
    with pytest.raises(CannotStart, match=words):
        await agree_on_settings(other.roles, token, ranges, shards)
    assert "token" not in str([process.agreed["bot"] for process in await other.roles.processes()])
    await one.close()
    await other.close()


async def test_third_process_waits_for_a_range(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", processes.__name__)
    monkeypatch.setattr(processes, "RETRY_SECONDS", 0.02)
    name = server.new()
    one, other, third = [await opened(server, name) for _ in range(3)]
    assert sorted([await wait_for_range(one.roles, 2), await wait_for_range(other.roles, 2)]) == [0, 1]
    waiting = asyncio.create_task(wait_for_range(third.roles, 2))
    await one.close()
    assert (number := await waiting) in (0, 1)
    assert caplog.messages[-1] == f"this process has range {number} of 2 now"
    assert sorted(role for process in await other.roles.processes() for role in process.roles) == ["range 0", "range 1"]
    await other.close()
    await third.close()


async def test_sole_process_has_every_range() -> None:
    await agree_on_settings(SoleProcess(), "token", 1, None)
    assert await wait_for_range(SoleProcess(), 1) == 0


@pytest.mark.long
async def test_settings_of_processes_that_were_all_killed_do_not_count(server: Server) -> None:
    name = server.new()
    await (await opened(server, name)).close()
    dead = "(process, name, version, heard, agreed) VALUES (1, 'dead', '1.0', now() - interval '4 s', '{\"ranges\": \"5\"}')"
    server.sql(f"INSERT INTO parterre_processes {dead}", name)
    store = await opened(server, name)
    await agree_on_settings(store.roles, "token", 2, None)
    await store.close()
