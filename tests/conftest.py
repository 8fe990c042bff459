"""What tests of several rooms begin with."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest_asyncio

from db.store import Store
from host.tables import Tables
from tests.tables import Watch


@pytest_asyncio.fixture
async def tables(tmp_path: Path) -> AsyncIterator[Tables]:
    """No tables yet, on a real file, with a clock that tests move."""
    store = await Store.open(tmp_path / "x.sqlite3")
    yield Tables(store, random=Random(1), now=Watch())
    await store.close()
