"""``bot.py processes`` lists the processes on a database without joining them; ``--check`` counts their connections."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest

from cogs.operations.exits import Exit
from cogs.operations.processes import agree_on_settings
from db.engines import Sharing
from db.postgres.usage import OWN_CONNECTIONS
from db.roles import CLERK, range_role
from db.store import Store
from tests.program import run_bot, run_bot_on
from tests.server import Server

SHARED = Sharing("1.0")
MAKE_LIMITED_ROLE = "DO $$ BEGIN CREATE ROLE limited LOGIN CONNECTION LIMIT 20; EXCEPTION WHEN duplicate_object THEN NULL; END $$"


def test_file_has_one_process(tmp_path: Path) -> None:
    file = tmp_path / "x.sqlite3"
    told = run_bot_on(file, "processes")
    assert (told.returncode, told.stderr) == (Exit.OK, "")
    assert told.stdout == f"{file} is a file: one process at a time can use it, and does everything.\n"
    assert json.loads(run_bot_on(file, "processes", "--json").stdout)["processes"] == []
    assert not file.exists()


async def test_processes_are_listed_with_their_roles_and_not_joined(server: Server) -> None:
    address = server.address(server.new())
    one, other = [await Store.open(address, shared=SHARED) for _ in range(2)]
    assert await one.roles.take(range_role(0))
    assert await one.roles.take(CLERK)
    for _ in range(2):
        told = await asyncio.to_thread(run_bot_on, address, "processes")
        assert (told.returncode, told.stderr) == (Exit.OK, "")
        first, headings, *rows = told.stdout.splitlines()
        assert first.endswith(": 2 processes")
        start = headings.index("role")
        assert [row[start:].split()[0] for row in rows] == ["clerk", "range", "stand-by"]
        assert {row.split()[1] for row in rows} == {"1.0"}
    found = json.loads((await asyncio.to_thread(run_bot_on, address, "processes", "--json")).stdout)
    assert found["findings"] == []
    assert [sorted(each["roles"]) for each in found["processes"]] == [[CLERK, "range 0"], []]
    for store in one, other:
        await store.close()


async def test_roles_that_nobody_has_are_findings(server: Server) -> None:
    address = server.address(server.new())
    store = await Store.open(address, shared=SHARED)
    assert await store.roles.take(range_role(1))
    told = await asyncio.to_thread(run_bot, "processes", PARTERRE_DATABASE=address, PARTERRE_RANGES="2")
    await store.close()
    assert told.returncode == Exit.FAILED
    assert "No process has range 0 of 2: nobody answers the people on its servers." in told.stdout
    assert "range 1 of 2" not in told.stdout
    assert told.stdout.endswith("No process is the clerk: boards, reminders and clocks wait.\n")


async def test_silent_process_is_a_finding(server: Server) -> None:
    name = server.new()
    store = await Store.open(server.address(name), shared=SHARED)
    assert await store.roles.take(range_role(0))
    assert await store.roles.take(CLERK)
    server.sql("UPDATE parterre_processes SET heard = now() - interval '9 s'", name)
    told = run_bot_on(server.address(name), "processes")  # meanwhile the process of the test tells nothing to the server
    await store.close()
    assert told.returncode == Exit.FAILED
    assert re.search(r" was not heard for \d+ s: it hangs, or does not reach the server\.\n$", told.stdout)


def test_processes_of_a_new_database_are_none(server: Server) -> None:
    told = run_bot_on(server.address(server.new()), "processes")
    assert told.returncode == Exit.FAILED
    assert told.stdout.splitlines()[0].endswith(": 0 processes")


def test_processes_of_a_server_out_of_reach_are_not_told() -> None:
    told = run_bot_on("postgresql://parterre@127.0.0.1:1/games", "processes")
    assert (told.returncode, told.stdout) == (Exit.NO_SERVER, "")
    assert told.stderr.count("\n") == 1


@pytest.mark.parametrize(("ranges", "fits"), [("", True), ("2", False)])
def test_check_counts_connections(server: Server, ranges: str, fits: bool) -> None:
    server.sql(MAKE_LIMITED_ROLE)
    address = server.address(server.new(), "limited")
    checked = run_bot("--check", "--json", PARTERRE_DATABASE=address, PARTERRE_RANGES=ranges)
    found = json.loads(checked.stdout)
    assert f"allows 20 connections, enough for {20 // OWN_CONNECTIONS} processes" in found["database"]
    assert checked.returncode == (Exit.OK if fits else Exit.FAILED), found
    named = [each.startswith(f"3 processes need {3 * OWN_CONNECTIONS} connections, and ") for each in found["findings"]]
    assert named == ([] if fits else [True])


def test_check_leaves_out_reserved_connections(server: Server) -> None:
    server.sql(MAKE_LIMITED_ROLE)
    server.sql("ALTER ROLE limited CONNECTION LIMIT -1")
    try:
        checked = run_bot_on(server.address(server.new(), "limited"), "--check")
    finally:
        server.sql("ALTER ROLE limited CONNECTION LIMIT 20")
    kept = int(server.sql("SHOW superuser_reserved_connections"))
    assert f"allows {int(server.sql('SHOW max_connections')) - kept} connections" in checked.stdout


async def test_check_finds_settings_unlike_those_of_running_processes(server: Server) -> None:
    address = server.address(server.new())
    store = await Store.open(address, shared=SHARED)
    await agree_on_settings(store.roles, "token", 2, None)
    checked = await asyncio.to_thread(run_bot, "--check", "--json", PARTERRE_DATABASE=address, PARTERRE_SHARDS="3")
    await store.close()
    assert checked.returncode == Exit.FAILED
    named = [each.split(" here, but not in the other processes.")[0] for each in json.loads(checked.stdout)["findings"]]
    assert named == ["PARTERRE_RANGES is 1", "PARTERRE_SHARDS is 3"]


def test_check_names_wrong_settings_of_processes_on_a_server(server: Server) -> None:
    checked = run_bot("--check", "--json", PARTERRE_DATABASE=server.address(server.new()), PARTERRE_RANGES="few")
    assert checked.returncode == Exit.CONFIGURATION
    assert json.loads(checked.stdout)["findings"][0].startswith("PARTERRE_RANGES: a number from 1 is expected")
