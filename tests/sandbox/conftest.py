"""Start a sandbox for each test, and a small bot on it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from sandbox.server import Sandbox
from tests.sandbox.tiny_bot import TinyBot, running
from trials.waiting import SANDBOX_TIMEOUT_FACTOR

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all tests of the sandbox: they may wait for its sockets."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.process)


@pytest_asyncio.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """Yield a running sandbox."""
    made = await Sandbox.start(timeout_factor=SANDBOX_TIMEOUT_FACTOR)
    yield made
    await made.close()


@pytest_asyncio.fixture
async def bot(sandbox: Sandbox) -> AsyncIterator[TinyBot]:
    """Yield a connected bot."""
    async with running(sandbox) as made:
        yield made
