"""The stop-watch of the event loop, which the bench of extreme settings uses."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from trials import loop_watch
from trials.loop_watch import Steps

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
    ran = await asyncio.create_subprocess_exec(sys.executable, loop_watch.__file__, str(tmp_path), str(notes))
    assert await ran.wait() == 0
    seen = Steps.since(notes, 0.0)
    assert seen.what == "counts"
    assert seen.longest > 0
    assert str(tmp_path / "read.txt") in seen.opened
    assert str(tmp_path / "aside.txt") not in seen.opened
