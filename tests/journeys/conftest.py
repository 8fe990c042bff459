"""Start the bots for journeys: in the test's process and in virtual time, or in one of their own (``process``).

A journey in-process has a bot for itself. The others share one bot for each test worker and have a guild each; that bot shows
pieces as emojis. A journey that kills, stops, seeds or cuts off its bot has a bot for itself, without emojis.
Every request is recorded under var/journeys.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser as Chromium

from tests.journeys.clocks import Clocks
from tests.journeys.told import Told
from tests.real_time import watched_loop
from tests.server import ON_SERVER, Server
from trials import local_bot
from trials.journey import Journey
from trials.options import ROOT
from trials.page import CHROMIUM, Browser, Window, running
from trials.process_bot import ProcessBot, process_bot
from trials.virtual_time import VirtualLoop
from trials.waiting import SANDBOX_TIMEOUT_FACTOR

HERE = Path(__file__).parent
SESSION = pytest.mark.asyncio(loop_scope="session")


def in_process(item: pytest.Item) -> bool:
    """Return whether the bot of this journey runs in the test's own process."""
    return item.get_closest_marker("process") is None and not ON_SERVER


@pytest.hookimpl(tryfirst=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Say before pytest-asyncio asks that journeys with processes share an event loop; else it would end after each of them."""
    if not in_process(metafunc.definition):
        metafunc.definition.add_marker(SESSION, append=False)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let journeys with processes share an event loop, as they share a bot and a browser; on a server all have processes."""
    for item in items:
        if HERE in item.path.parents and pytest_asyncio.is_async_test(item) and not in_process(item):
            item.add_marker(SESSION, append=False)
            item.add_marker(pytest.mark.process)


def pytest_asyncio_loop_factories(item: pytest.Item) -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Use virtual time for journeys in-process, and for the others the loop of all tests in real time.

    With another one, each test outside this folder that runs between two of them would end what they share.
    """
    return {"virtual": VirtualLoop} if in_process(item) else {"watched": watched_loop}


@pytest.fixture(scope="session")
def new_database(request: pytest.FixtureRequest) -> Callable[[], str]:
    """Return a function that makes a database on a server for a bot; it returns '' if the bot has a file."""
    if not ON_SERVER:
        return str
    server: Server = request.getfixturevalue("server")
    return lambda: server.address(server.new())


def record_of(name: str) -> Path:
    """Return the empty file in which requests are recorded under this name."""
    record = ROOT / "var" / "journeys" / f"{name}.jsonl"
    record.parent.mkdir(parents=True, exist_ok=True)
    record.unlink(missing_ok=True)
    return record


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def shared_bot(
    tmp_path_factory: pytest.TempPathFactory, worker_id: str, new_database: Callable[[], str]
) -> AsyncIterator[ProcessBot]:
    record = record_of(f"shared-{worker_id}")
    async with process_bot(tmp_path_factory.mktemp("bot"), database=new_database(), record=record) as bot:
        yield bot


@pytest_asyncio.fixture(loop_scope="session")
async def own_bot(tmp_path: Path, request: pytest.FixtureRequest, new_database: Callable[[], str]) -> AsyncIterator[ProcessBot]:
    dealer = request.node.get_closest_marker("dealer")
    asked = request.node.get_closest_marker("own_bot")
    seed, record = str(dealer.args[0]) if dealer else "", record_of(request.node.name)
    async with process_bot(tmp_path, seed, new_database(), record) as bot:
        bot.fresh = asked is not None and asked.kwargs.get("fresh", False)
        yield bot
    assert "Traceback" not in bot.log, bot.log


@pytest_asyncio.fixture(loop_scope="session")
async def own_journey(own_bot: ProcessBot, request: pytest.FixtureRequest) -> AsyncIterator[Journey]:
    """Start a journey with a bot as a program, unless the journey seeds its database first."""
    asked = request.node.get_closest_marker("own_bot")
    if asked is None or asked.kwargs.get("started", True):
        await own_bot.start()
    journey = Journey(own_bot, own_bot.sandbox.home)
    yield journey
    await journey.until(lambda: not journey.home.unanswered)


@pytest_asyncio.fixture(loop_scope="session")
async def shared_journey(shared_bot: ProcessBot) -> AsyncIterator[Journey]:
    """Start a journey in a guild of its own, which is deleted afterwards."""
    journey = Journey(shared_bot, shared_bot.sandbox.found("Garden Club"), shared=True)
    if not shared_bot.running:
        await journey.start_with_emojis()
    process = shared_bot.pid
    shared_bot.clear_log()
    yield journey
    await journey.until(lambda: not journey.home.unanswered)
    journey.home.disband()
    await shared_bot.sandbox.home.person("Ada").slash("help")  # then the bot has heard that the guild is gone
    assert shared_bot.running
    assert shared_bot.pid == process, "it needs a bot of its own"
    assert "Traceback" not in shared_bot.log, shared_bot.log


@pytest_asyncio.fixture
async def local_journey(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Journey]:
    """Start a journey with a bot in this process, unless the journey seeds its database first."""
    dealer, asked = (request.node.get_closest_marker(name) for name in ("dealer", "own_bot"))
    seed = str(dealer.args[0]) if dealer else ""
    async with local_bot.unstarted_bot(
        tmp_path, seed, record_of(request.node.name), timeout_factor=SANDBOX_TIMEOUT_FACTOR
    ) as bot:
        if asked is None or asked.kwargs.get("started", True):
            await bot.start()
        journey = Journey(bot, bot.sandbox.home)
        yield journey
        await journey.until(lambda: not journey.home.unanswered)
    assert "Traceback" not in bot.log, bot.log


@pytest.fixture
def journey(request: pytest.FixtureRequest) -> Journey:
    own = any(request.node.get_closest_marker(name) for name in ("own_bot", "dealer"))
    kind = "local_journey" if in_process(request.node) else "own_journey" if own else "shared_journey"
    journey: Journey = request.getfixturevalue(kind)
    if game := request.node.get_closest_marker("game"):
        journey.game = game.args[0]
    return journey


@pytest.fixture
def clocks(journey: Journey) -> Clocks:
    return Clocks(journey)


@pytest.fixture
def told(journey: Journey) -> Told:
    """Return a client of the health and metrics port; the bot opens the port when it starts."""
    journey.bot.settings["PARTERRE_METRICS"] = "127.0.0.1:0"
    return Told(journey)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Chromium]:
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine")
    async with running() as made:
        yield made


@pytest.fixture
def window(chromium: Chromium) -> Window:
    return partial(Browser.at, chromium)
