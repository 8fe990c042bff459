"""Fuzzing finds faults that are planted in a copy of the program, and none in the program itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules import GAMES
from tests.trials.planted import ROOT, Planted, compiles, copy_with
from tests.trials.planted_fuzz import PLANTED
from trials.fuzz.trial import TrialSettings, trial

FEW, ENOUGH = 300, 2500  # inputs
SECRETIVE = ("hanging_gardens", "schlossgarten")  # games in which seats see different things


@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.name)
def test_each_fault_can_be_planted(planted: Planted, tmp_path: Path) -> None:
    assert compiles(planted, tmp_path)


@pytest.mark.long
@pytest.mark.process
async def test_unchanged_program_has_no_findings(tmp_path: Path) -> None:
    result = await trial(TrialSettings(FEW, 1, tuple(GAMES), ROOT, tmp_path))
    assert result.findings == []
    assert result.inputs == FEW
    assert result.steps.opened == ()  # by the event loop, since the bot was ready
    assert {"clicks", "commands", "completions", "forms", "records"} == set(result.kinds)


@pytest.mark.trial
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.name)
async def test_planted_fault_is_found(planted: Planted, tmp_path: Path) -> None:
    result = await trial(TrialSettings(ENOUGH, 1, SECRETIVE, copy_with(planted, tmp_path), tmp_path))
    found = [finding for finding in result.findings if finding.kind == planted.kind and planted.words in finding.what]
    assert found, result.findings
