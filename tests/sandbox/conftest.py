"""A sandbox, and a small bot on the sandbox of the test."""

from collections.abc import AsyncIterator

import pytest_asyncio

from sandbox.server import Sandbox
from tests.sandbox.tiny_bot import TinyBot, running
from tests.waiting import PATIENCE


@pytest_asyncio.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """A running one."""
    made = await Sandbox.start(patience=PATIENCE)
    yield made
    await made.close()


@pytest_asyncio.fixture
async def bot(sandbox: Sandbox) -> AsyncIterator[TinyBot]:
    """A connected bot."""
    async with running(sandbox) as made:
        yield made
