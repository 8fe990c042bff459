"""A sandbox and a bot for each journey; every request is recorded under var/journeys."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from sandbox.server import Sandbox
from tests.journeys.house import ROOT, Bot, Journey


@pytest_asyncio.fixture
async def bot(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Bot]:
    record = ROOT / "var" / "journeys" / f"{request.node.name}.jsonl"
    record.parent.mkdir(parents=True, exist_ok=True)
    record.unlink(missing_ok=True)
    sandbox = await Sandbox.start(record=record, clock=tmp_path / "clock")
    dealer = request.node.get_closest_marker("dealer")
    made = Bot(sandbox, tmp_path, str(dealer.args[0]) if dealer else "")
    try:
        await made.start()
        yield made
    finally:
        await made.stop()
        await sandbox.close()
    assert "Traceback" not in made.log, made.log


@pytest.fixture
def journey(bot: Bot) -> Journey:
    return Journey(bot)
