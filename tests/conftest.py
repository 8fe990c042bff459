"""Set up what tests of several rooms share: profiles, the order of tests, databases."""

from __future__ import annotations

import os

os.environ["PARTERRE_FONTS"] = "off"  # no picture of a test depends on the fonts of a machine

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from random import Random
from zlib import crc32

import pytest
import pytest_asyncio
from discord.http import Route
from hypothesis import HealthCheck, settings

from db.store import Store
from host.tables import Tables
from sandbox.server import Sandbox
from tests.manual_clock import ManualClock
from tests.not_run import pytest_unconfigure
from tests.real_time import waits_for_nothing, watched_loop
from tests.server import ON_SERVER, Server, program
from tests.server_proxy import ServerProxy
from tests.stored.frozen import Frozen
from trials.inline import new_database, open_inline
from trials.virtual_time import VirtualLoop

__all__ = ["pytest_unconfigure", "waits_for_nothing"]  # a hook, and a fixture of all tests

LONG_SHARE = os.environ.get("PARTERRE_LONG_SHARE", "")  # of `make test-sample`
BENCH = Path(__file__).parent / "bench"

# `make test` tries the same few examples each time, runs with the long tests many new ones. No speed is asked of a machine.
at_any_speed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("dev", at_any_speed, max_examples=25, derandomize=True)
settings.register_profile("long", at_any_speed, max_examples=200, print_blob=True)
settings.load_profile("dev")


def pytest_configure() -> None:
    if ON_SERVER and program("initdb") is None:
        raise pytest.UsageError("NOT CHECKED: there is no PostgreSQL here to try it on. Install the distribution's postgresql.")


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark each case ``long`` that its test does not name as ``short``."""
    short = item.get_closest_marker("short")
    if short and not any(part in item.name.partition("[")[2] for part in short.args):
        item.add_marker("long")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests of this engine and share, and order them so that workers share the slow ones."""
    kept = [item for item in items if _works(item)]
    if len(kept) < len(items):
        config.hook.pytest_deselected(items=[item for item in items if not _works(item)])
    items[:] = in_stretches(kept, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def pytest_asyncio_loop_factories(item: pytest.Item) -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Use virtual time for tests marked ``virtual``, but not on a server; else a real-time loop that watches for waits."""
    return {"virtual": VirtualLoop} if item.get_closest_marker("virtual") and not ON_SERVER else {"watched": watched_loop}


def in_stretches(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Return the tests in an order that gives each worker a stretch: its share of the waiting tests and of the others.

    Every second worker has the others first: while some wait for other programs, the rest have the processor. One worker has all
    that need a browser, which takes long to start.
    """
    if workers == 1:
        return items
    in_browser = [item for item in items if item.get_closest_marker("browser")]
    rest = [item for item in items if not item.get_closest_marker("browser")]
    waiting = [item for item in rest if waits(item)]
    others = [item for item in rest if not waits(item)]
    room = -(-len(others) // workers)
    found: list[pytest.Item] = []
    for at in range(workers):
        its_waiting = [*waiting[at::workers], *(in_browser if at == 0 else ())]
        its_others = others[at * room : (at + 1) * room]
        found += [*its_others, *its_waiting] if at % 2 else [*its_waiting, *its_others]
    return found


def waits(item: pytest.Item) -> bool:
    """Return whether a test waits for other programs most of the time."""
    return item.get_closest_marker("process") is not None or BENCH in item.path.parents


def _in_sample(item: pytest.Item) -> bool:
    """Return whether a test belongs to the share of the long tests that is asked for: ``2/8`` is the second eighth of them."""
    if not LONG_SHARE or item.get_closest_marker("long") is None:
        return True
    share, shares = map(int, LONG_SHARE.split("/"))
    return crc32(item.nodeid.encode()) % shares == share % shares


def _works(item: pytest.Item) -> bool:
    """Return whether a test runs on this engine; tests without a database run with the files."""
    if not _in_sample(item):
        return False
    used = {*getattr(item, "fixturenames", ())}
    if ON_SERVER:
        works = bool(used & {"address", "server"}) or item.get_closest_marker("both") is not None
        return works and item.get_closest_marker("sqlite") is None
    return "server" not in used


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """Start a PostgreSQL server; remove it at the end."""
    made = Server()
    try:
        made.start()
        yield made
    finally:
        made.remove()


@pytest_asyncio.fixture
async def line(server: Server) -> AsyncIterator[ServerProxy]:
    """Open a proxy to the server, which the test can cut."""
    made = ServerProxy(server)
    await made.mend()
    yield made
    made.cut()


@pytest.fixture(scope="session")
def database(server: Server) -> str:
    """Return the name of a database with today's schema."""
    name = server.new()
    asyncio.run(_once(server.address(name)))
    return name


async def _once(address: str) -> None:
    await (await Store.open(address)).close()


@pytest.fixture
def address(tmp_path: Path, request: pytest.FixtureRequest) -> Path | str:
    """Return the address of an empty database of this engine, for one test."""
    if not ON_SERVER:
        return tmp_path / "parterre.sqlite3"
    server: Server = request.getfixturevalue("server")
    database: str = request.getfixturevalue("database")
    server.empty(database)
    return server.address(database)


@pytest_asyncio.fixture
async def store(address: Path | str, request: pytest.FixtureRequest) -> AsyncIterator[Store]:
    """Open an empty database: a file, or on a server. In virtual time its work runs in the event loop, not in a thread."""
    if isinstance(address, Path):
        new_database(address)
    virtual = request.node.get_closest_marker("virtual") is not None
    made = Store(await open_inline(address)) if virtual and isinstance(address, Path) else await Store.open(address)
    yield made
    await made.close()


@pytest_asyncio.fixture
async def frozen_store(
    frozen: Frozen, address: Path | str, tmp_path: Path, request: pytest.FixtureRequest
) -> AsyncIterator[Store]:
    """Yield the store of a copy of a frozen database, which the test names by its parameter ``frozen``."""
    if ON_SERVER:
        server: Server = request.getfixturevalue("server")
        address = server.address(server.new())
    await frozen.load(address, tmp_path)
    found = await Store.open(address)
    yield found
    await found.close()


@pytest_asyncio.fixture
async def tables(store: Store) -> Tables:
    """Return the tables of an empty database, with a clock that tests move."""
    return Tables(store, random=Random(1), now=ManualClock())


@pytest_asyncio.fixture
async def sandbox(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Sandbox]:
    """A sandbox that this process takes for Discord."""
    made = await Sandbox.start()
    monkeypatch.setattr(Route, "BASE", made.api)
    yield made
    await made.close()
