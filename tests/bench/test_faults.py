"""Kills and faults of Discord for a while: nothing is lost, doubled, missing, stale or unexplained, on a machine of any speed."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.faults.trial import Asked, trial
from bench.faults.weather import NAMES
from rules import GAMES
from tests.bench.planted import ROOT

KILLS, MINUTES = 20, 2.0


@pytest.mark.trial
@pytest.mark.timeout(1800)
async def test_nothing_is_found(tmp_path: Path) -> None:
    result = await trial(Asked(KILLS, MINUTES, 1, tuple(sorted(GAMES)), ROOT, tmp_path, NAMES))
    assert result.findings == []
    assert sum(result.kills.values()) >= KILLS
    assert result.minutes >= MINUTES
    assert result.turns > 0
