"""The trial of extreme settings, made small, and the stop-watch at the event loop that it stands on."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from bench.settings import Asked, trial
from rules import GAMES
from tests.trials.planted import ROOT
from trials import stepped
from trials.stepped import Steps

PROGRAM = """
import asyncio
from pathlib import Path

async def counts() -> None:
    sum(range(3_000_000))

async def reads() -> None:
    Path(__file__).with_name("read.txt").read_text()

async def main() -> None:
    await asyncio.to_thread(Path(__file__).with_name("aside.txt").read_text)
    await asyncio.gather(asyncio.create_task(counts()), asyncio.create_task(reads()))
    await asyncio.sleep(0.3)

asyncio.run(main())
"""


async def test_stop_watch_notes_long_steps_and_files(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(PROGRAM)
    for name in ("read.txt", "aside.txt"):
        (tmp_path / name).write_text("")
    notes = tmp_path / "notes.jsonl"
    ran = await asyncio.create_subprocess_exec(sys.executable, stepped.__file__, str(tmp_path), str(notes))
    assert await ran.wait() == 0
    seen = Steps.since(notes, 0.0)
    assert seen.what == "counts"
    assert seen.longest > 0
    assert str(tmp_path / "read.txt") in seen.opened
    assert str(tmp_path / "aside.txt") not in seen.opened


async def test_extreme_settings_open_no_file_and_are_all_answered(tmp_path: Path) -> None:
    result = await trial(Asked(6, 2, 1, tuple(sorted(GAMES)), ROOT, tmp_path))
    assert result.findings == ()
    assert result.steps.opened == ()
    assert result.steps.longest > 0
    assert result.inputs > 100
