"""What tests of several rooms begin with."""

from __future__ import annotations

import os

os.environ["PARTERRE_FONTS"] = "off"  # no picture of a test depends on the fonts of a machine

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, settings

from db.store import Store
from host.tables import Tables
from tests.tables import ManualClock

# `make test` tries the same few examples each time, runs with the long tests many new ones. No speed is asked of a machine.
at_any_speed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("dev", at_any_speed, max_examples=25, derandomize=True)
settings.register_profile("long", at_any_speed, max_examples=200, print_blob=True)
settings.load_profile("dev")


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """An empty database in a real file."""
    made = await Store.open(tmp_path / "parterre.sqlite3")
    yield made
    await made.close()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores, as journeys wait for other programs half of their time."""
    return (os.cpu_count() or 1) + 1


@pytest_asyncio.fixture
async def tables(tmp_path: Path) -> AsyncIterator[Tables]:
    """No tables yet, on a real file, with a clock that tests move."""
    store = await Store.open(tmp_path / "x.sqlite3")
    yield Tables(store, random=Random(1), now=ManualClock())
    await store.close()
