"""The memory of the machine decides the number of drawing processes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cogs.operations import machine
from cogs.operations.settings import MIB, drawing_processes
from host.workers import usable_cores

COUNTS = [  # cores, MiB of memory, and how many processes draw
    (8, 512, 0),
    (8, 1017, 0),
    (8, 1018, 1),
    (8, 1518, 3),
    (8, 65_536, 4),
    (16, 65_536, 4),
    (3, 65_536, 3),
    (2, 65_536, 2),
    (1, 65_536, 0),
]


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
    assert whole > 128 * MIB
    (groups / "system.slice" / "memory.max").write_text("70000000\n")
    assert machine.memory() == 70_000_000
    (groups / "system.slice/parterre.service" / "memory.max").write_text("60000000\n")
    assert machine.memory() == 60_000_000


def test_without_groups_it_is_the_machine_that_counts(groups: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = machine.memory()
    monkeypatch.setattr(machine, "OWN_GROUP", groups / "none")
    assert machine.memory() == whole


@pytest.mark.parametrize(("cpus", "mebibytes", "processes"), COUNTS)
def test_as_many_draw_as_there_are_cores_and_memory_for(
    groups: Path, monkeypatch: pytest.MonkeyPatch, cpus: int, mebibytes: int, processes: int
) -> None:
    monkeypatch.delenv("PARTERRE_DRAWING", raising=False)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(cpus)), raising=False)
    (groups / "system.slice" / "memory.max").write_text(str(mebibytes * MIB))
    monkeypatch.setattr(os, "sysconf", lambda _: 1 << 20)  # pages and their bytes: far more than the group may use
    assert drawing_processes() == processes
    monkeypatch.setenv("PARTERRE_DRAWING", "3")
    assert drawing_processes() == 3


def test_where_nothing_tells_of_memory_the_bot_draws_by_itself(groups: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PARTERRE_DRAWING", raising=False)
    monkeypatch.delattr(os, "sysconf")
    assert machine.memory() == 0
    assert drawing_processes() == 0


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="no process can be bound to cores")
def test_only_cores_that_the_process_may_use_count() -> None:
    allowed = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {min(allowed)})
        assert usable_cores() == 1
    finally:
        os.sched_setaffinity(0, allowed)
    assert usable_cores() == len(allowed)
