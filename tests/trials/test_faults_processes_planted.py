"""A trial with several processes finds faults that are planted in a copy of the program, and none in the program itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server import program
from tests.trials.planted import ROOT, compiles, copy_with
from tests.trials.planted_processes import PLANTED, PlantedInProcesses
from trials.faults import process_faults
from trials.faults.process_faults import DISTURBANCES
from trials.faults.trial import TrialSettings, trial

SHARDS = 4
SECONDS = 600  # for a trial on a busy machine
HANGING_SECONDS = (40.0, 45.0)  # so that others end the process, and the line is back before the trial ends

pytestmark = pytest.mark.skipif(program("initdb") is None, reason="NOT CHECKED: several processes; there is no PostgreSQL here")


@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.fault.name)
def test_each_fault_can_be_planted(planted: PlantedInProcesses, tmp_path: Path) -> None:
    assert compiles(planted.fault, tmp_path)


@pytest.mark.trial
@pytest.mark.timeout(SECONDS)
async def test_unchanged_program_has_no_findings(tmp_path: Path) -> None:
    asked = TrialSettings(3, 1.0, 1, ("djinns",), ROOT, tmp_path, shards=SHARDS, processes=3, ranges=2)
    result = await trial(asked)
    assert result.findings == []
    assert result.turns > 0


@pytest.mark.trial
@pytest.mark.timeout(SECONDS)
@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.fault.name)
async def test_planted_fault_is_found(planted: PlantedInProcesses, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_faults, "OFF_LINE_SECONDS", HANGING_SECONDS)
    assert set(planted.disturbances) <= set(DISTURBANCES)
    code = copy_with(planted.fault, tmp_path)
    minutes = 1.8 if planted.disturbances else 0.4
    asked = TrialSettings(
        *(0, minutes, 1, ("djinns", "ishtar"), code, tmp_path, ()),
        shards=SHARDS,
        processes=planted.processes,
        ranges=planted.ranges,
        disturbances=planted.disturbances,
    )
    result = await trial(asked)
    expected = planted.fault.kind, planted.fault.words
    assert [each for each in result.findings if each.kind == expected[0] and expected[1] in each.what], result.findings
