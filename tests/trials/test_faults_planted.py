"""A trial finds faults that are planted in a copy of the program, and none in the program itself."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.trials.planted import PLANTED, ROOT, Planted, compiles, copy_with
from trials.faults.trial import TrialSettings, trial

MINUTES = 0.3


def asked(folder: Path, code: Path, faults: tuple[str, ...] = (), kills: int = 0) -> TrialSettings:
    """A short trial of one game."""
    return TrialSettings(kills, MINUTES, 1, ("djinns",), code, folder, faults)


@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.name)
def test_each_fault_can_be_planted(planted: Planted, tmp_path: Path) -> None:
    assert compiles(planted, tmp_path)


@pytest.mark.trial
@pytest.mark.timeout(300)
async def test_unchanged_program_has_no_findings(tmp_path: Path) -> None:
    result = await trial(asked(tmp_path, ROOT, kills=2))
    assert result.findings == []
    assert result.turns > 0


@pytest.mark.trial
@pytest.mark.timeout(300)
async def test_unchanged_program_has_no_findings_with_several_shards(tmp_path: Path) -> None:
    result = await trial(replace(asked(tmp_path, ROOT, ("connection", "outage of a guild"), kills=2), shards=3))
    assert result.findings == []
    assert result.turns > 0


@pytest.mark.trial
@pytest.mark.timeout(300)
@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.name)
async def test_planted_fault_is_found(planted: Planted, tmp_path: Path) -> None:
    code = copy_with(planted, tmp_path)
    result = await trial(asked(tmp_path, code, planted.faults, planted.kills))
    found = [finding for finding in result.findings if finding.kind == planted.kind and planted.words in finding.what]
    assert found, result.findings
