"""A small bot on the sandbox of the test."""

from collections.abc import AsyncIterator

import pytest_asyncio

from sandbox.server import Sandbox
from tests.sandbox.tiny_bot import TinyBot, running


@pytest_asyncio.fixture
async def bot(sandbox: Sandbox) -> AsyncIterator[TinyBot]:
    """A connected bot."""
    async with running(sandbox) as made:
        yield made
