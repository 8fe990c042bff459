"""How much memory there is, and how many processes draw in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs.operations import machine, settings
from cogs.operations.settings import MOST_DRAWING, drawing_processes

GIBIBYTE = 1 << 30


@pytest.fixture
def groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A service in a slice, of which neither says how much memory it may use."""
    own = tmp_path / "own"
    own.write_text("1:name=systemd:/other\n0::/system.slice/parterre.service\n")
    (tmp_path / "system.slice" / "parterre.service").mkdir(parents=True)
    for group in ("system.slice", "system.slice/parterre.service"):
        (tmp_path / group / "memory.max").write_text("max\n")
    monkeypatch.setattr(machine, "GROUPS", tmp_path)
    monkeypatch.setattr(machine, "OWN_GROUP", own)
    return tmp_path


def test_the_tightest_group_counts(groups: Path) -> None:
    whole = machine.memory()
    assert whole > GIBIBYTE // 8
    (groups / "system.slice" / "memory.max").write_text("70000000\n")
    assert machine.memory() == 70_000_000
    (groups / "system.slice/parterre.service" / "memory.max").write_text("60000000\n")
    assert machine.memory() == 60_000_000


def test_without_groups_it_is_the_machine_that_counts(groups: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = machine.memory()
    monkeypatch.setattr(machine, "OWN_GROUP", groups / "none")
    assert machine.memory() == whole


def test_where_memory_is_short_the_bot_draws_by_itself(groups: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PARTERRE_DRAWING", raising=False)
    (groups / "system.slice" / "memory.max").write_text(str(GIBIBYTE))
    assert drawing_processes() == 0
    monkeypatch.setenv("PARTERRE_DRAWING", "3")
    assert drawing_processes() == 3
    monkeypatch.setenv("PARTERRE_DRAWING", "")
    monkeypatch.setattr(settings, "ENOUGH", GIBIBYTE // 2)
    assert drawing_processes() == min(MOST_DRAWING, machine.processors() // 2)
