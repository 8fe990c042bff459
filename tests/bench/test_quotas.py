"""The trial of limits, made small."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.quotas import trial
from host.quotas import QUOTAS
from tests.trials.planted import ROOT


@pytest.mark.long
async def test_no_limit_is_exceeded(tmp_path: Path) -> None:
    rows = {row.name.partition(": ")[0]: row for row in await trial(1, 8, ROOT, tmp_path) if row.unit == "done"}
    assert rows.keys() == {str(quota.title) for name, quota in QUOTAS.items() if name != "open_here"}
    assert [name for name, row in rows.items() if not row.met] == []
    assert rows[str(QUOTAS["practice"].title)].value == QUOTAS["practice"].default
